"""Rules that all games share: cards, market, tickets, turns, and the round of steps.

Rules hold no state of a match. What they work with stands in objects that say so (`ClaimScratch`,
`Standing`, and a game's own): matches share them one after the other, nothing is kept there between
two calls, and one thread at a time uses them. A game composes steps and
scorers and overrides a few hooks; the comments cite the pages of the rules and their rulings, as in
(common, R2).
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from wagonik.engine import events
from wagonik.engine.actions import ActionBuffer, ActionTable
from wagonik.engine.boardfile import BoardFile
from wagonik.engine.cards import BIT, KIND_NAMES, KINDS, LOCOMOTIVE, PILE, TOTAL
from wagonik.engine.counting import come_to_light, count_hidden
from wagonik.engine.deal import Setup
from wagonik.engine.entries import NOBODY, entry_tag, entry_ticket, queue_entry, seat_tag
from wagonik.engine.errors import IllegalAction, Refusal
from wagonik.engine.events import EventType, common_events
from wagonik.engine.rng import Rng, seed_key
from wagonik.engine.scoring import FinalScore, Scorer, Standing, TieBreaker, final_score
from wagonik.engine.state import (
    CHOICE,
    DECK,
    DISCARD,
    IN_DECK,
    LAID,
    LARGEST_OFFER,
    OFFER,
    OFFERED,
    POINTS,
    REMOVED,
    TALLY,
    TICKETS,
    State,
)
from wagonik.engine.steps import ChooseTickets, FirstTickets, SecondCard, Step
from wagonik.engine.trails import drawn_again, offer_chosen

MASKS: Final = 1 << LARGEST_OFFER
REFRESH_AT: Final = 3  # locomotives in the market that sweep it away


def _ones() -> vec[i64]:
    out = vec[i64]()
    for mask in range(MASKS):
        out = append(out, mask.bit_count())
    return out


ONES: Final = _ones()


class Rules:
    """The rules of one game for one number of players, on one board."""

    # Hooks that are numbers; a game's class sets its own.
    refresh: bool = False  # three locomotives sweep the market away
    locomotive_alone: bool = True  # a face-up locomotive is the turn's only card
    tickets_leave: bool = False  # tickets not kept leave the game
    reshuffles: bool = True  # the discards become a new deck

    def __init__(self, game: str, seats: int, setup: Setup) -> None:
        self.game: Final = game
        self.seats: Final = seats
        self.setup: Final = setup
        # What these rules were made from, so that another process can make the same.
        self.options: dict[str, bool] = {}
        self.version: int = 0  # of the game's rules; 0: whatever is the newest
        self.by_the_book: bool = False  # people's views show nothing that lies face down
        self.own_board: BoardFile | None = None
        # The same rules once more, for views: whoever changes those changes no match.
        self.shown: Rules | None = None
        self.words: int = 0
        self.ticket_count: i64 = setup.tickets
        self.market_size: i64 = setup.market
        self.draw_keep: i64 = setup.draw_keep
        self.table: ActionTable = ActionTable()
        self.event_types: list[EventType] = common_events()
        self.steps: vec[Step] = vec[Step]()
        self.step_names: list[str] = []
        self.pass_action: i64 = self.table.add("pass", ["pass"])
        self.keep_action: i64 = self.table.add("keep", [_keep_text(mask) for mask in range(MASKS)])
        self.deck_action: i64 = self.table.add("deck", ["deck"])
        self.market_action: i64 = self.table.add("market", [f"take:{kind}" for kind in KIND_NAMES])
        self.tickets_action: i64 = self.table.add("tickets", ["tickets"])
        self.first_tickets_step: i64 = self.add_step(FirstTickets(self))
        self.second_card_step: i64 = self.add_step(SecondCard(self))
        self.choose_tickets_step: i64 = self.add_step(ChooseTickets(self))
        self.turn_step: i64 = -1  # the game's own
        self._unused: State | None = None
        self.standing: Standing = Standing(seats, setup.tickets)
        self.scorers: list[Scorer] = []
        self.tie_breakers: list[TieBreaker] = []

    # Composition

    def add_step(self, step: Step) -> int:
        self.steps = append(self.steps, step)
        self.step_names.append(step.name)
        return len(self.step_names) - 1

    def add_event(self, kind: EventType) -> int:
        self.event_types.append(kind)
        return len(self.event_types) - 1

    # Hooks

    def play_as(self, version: int) -> None:
        """Be the rules of an older version, for matches that were begun with it."""

    def new_state(self) -> State:
        return State(self.seats)

    def prepare(self, state: State) -> None:
        """Set up what is the game's own, after cards and market, before the tickets."""

    def begin_turn(self, state: State) -> None:
        """What happens at the start of every turn."""

    def turn_ends(self, state: State) -> None:
        """What happens at the end of every turn, before the last turns are counted."""

    def announces_end(self, state: State) -> bool:
        """Whether the turn that just ended starts the last turns."""
        return False

    def out_of_turns(self, state: State) -> None:
        """The last turns are over."""
        self.finish(state)

    def finishing(self, state: State) -> None:
        """What is revealed at the very end, before the final score."""

    def forget_move(self, state: State) -> None:
        """Take a payment that is being put together out of a view."""
        state.step = self.turn_step
        state.track = -1
        self.clear_move(state)
        self.clear_laid(state)

    def clear_move(self, state: State) -> None:
        """Forget how a payment was put together: others see only which cards were paid."""
        state.colour = 0
        state.units = 0
        state.groups = 0
        state.left = 0
        state.floor = 0
        state.surcharge = 0
        state.row = 0

    def cards_a_turn(self, state: State) -> i64:
        """How many cards a seat draws that has drawn as it has so far this turn."""
        return 2

    def ticket_text(self, ticket: i64) -> str:
        """A ticket in words: its ends and its points."""
        return str(ticket)

    def show(self, view: State, mechanics: dict[str, object]) -> None:
        """Add what the game has beside cards and tickets to a view's data."""

    def shows_otherwise(self, state: State, viewer: i64) -> bool:
        """Whether `show` may show a seat anything else than a spectator; what is being put together
        in a private step aside."""
        return False

    def show_player(self, view: State, seat: i64, data: dict[str, object]) -> None:
        """Add what a player has beside cards and tickets to a view's data."""

    # Setting up

    def start(self, seed: int, first: int = -1, logging: bool = False) -> State:
        """A new match, up to its first decision."""
        if self._unused is None:
            self._unused = self._unpack()
        state = self._unused.copy()
        state.logging = logging
        key = seed_key(seed)
        state.cards = Rng(key + b"cards")
        state.shared_cards = False
        state.shared_tickets = False
        state.tickets = Rng(key + b"tickets")
        seats = state.seats
        state.first = first if first >= 0 else state.tickets.below(seats)
        seat: i64
        for seat in range(seats):
            for _ in range(self.setup.locomotives):
                state.piles[DECK + LOCOMOTIVE] -= 1
                state.piles[DECK + TOTAL] -= 1
                self.receive(state, seat, LOCOMOTIVE, True)
        for seat in range(seats):
            for _ in range(self.setup.hand):
                self.draw_blind(state, seat)
        self.fill_market(state)
        self.prepare(state)
        for seat in range(seats):
            self.offer_tickets(state, seat, self.setup.first_tickets)
        state.seat = 0
        state.step = self.first_tickets_step
        return state

    def _unpack(self) -> State:
        """The parts of the game before anything is dealt; every match starts with a copy."""
        state = self.new_state()
        state.allocate(self.words, self.setup.tickets, self.setup.market)
        for kind, count in enumerate(self.setup.deck):
            state.piles[DECK + kind] = count
            state.piles[DECK + TOTAL] += count
        seat: i64
        for seat in range(state.seats):
            state.tally[seat * TALLY + CHOICE] = -1
        ticket: i64
        for ticket in range(self.ticket_count):
            state.queue[ticket] = queue_entry(ticket, seat_tag(NOBODY))
        state.queued = self.ticket_count
        state.pool = self.ticket_count
        return state

    # The round

    def advance(self, state: State, out: ActionBuffer) -> None:
        """List the legal actions; a decision with one possible answer is taken at once."""
        steps = self.steps
        while not state.over:
            out.count = 0
            step = steps[state.step]
            step.legal(state, out)
            if out.count != 1:
                return
            step.apply(state, out.items[0])
        out.count = 0

    def play(self, state: State, action: i64, out: ActionBuffer) -> None:
        """Apply a legal action and go on to the next decision."""
        self.steps[state.step].apply(state, action)
        self.advance(state, out)

    def start_turn(self, state: State, seat: i64) -> None:
        state.seat = seat
        state.turn += 1
        state.drawn = 0
        state.blind = 0
        state.track = -1
        self.clear_move(state)
        state.step = self.turn_step
        state.emit(events.TURN, seat, state.turn, 0)
        self.begin_turn(state)

    def end_turn(self, state: State) -> None:
        self.turn_ends(state)
        state.passes = 0
        self._next_turn(state)

    def pass_turn(self, state: State) -> None:
        """A seat that can do none of the actions passes; a full round of passes ends it
        (common, R5)."""
        state.emit(events.PASSED, state.seat, 0, 0)
        self.turn_ends(state)
        state.passes += 1
        if state.passes >= state.seats:
            self.finish(state)
        else:
            self._next_turn(state)

    def _next_turn(self, state: State) -> None:
        if state.last_turns < 0:
            if self.announces_end(state):
                # Everybody has one more turn, the seat that caused it included (common, R6).
                state.last_turns = state.seats
                state.emit(events.LAST_TURNS, state.seat, state.seats, 0)
        else:
            state.last_turns -= 1
            if state.last_turns == 0:
                self.out_of_turns(state)
                return
        seat = state.seat + 1
        if seat == state.seats:
            seat = 0
        self.start_turn(state, seat)

    def finish(self, state: State) -> None:
        self.finishing(state)
        state.over = True
        state.reveals += 1  # hands and tickets are laid open
        state.emit(events.OVER, -1, 0, 0)

    def score(self, state: State) -> FinalScore:
        return final_score(state, self.standing, self.scorers, self.tie_breakers)

    def public_points(self, state: State, seat: i64) -> i64:
        """The score that lies open on the table."""
        return state.tally[seat * TALLY + POINTS]

    # Train cards

    def draw_card(self, state: State) -> i64:
        """The next card of the deck, or -1. Whoever calls it tells what it was, then calls
        `check_deck`."""
        piles = state.piles
        total = piles[DECK + TOTAL]
        if total == 0:
            return -1
        at = state.own_cards().below(total)
        state.reveals += 1
        kind: i64 = 0
        while True:
            count = piles[DECK + kind]
            if at < count:
                break
            at -= count
            kind += 1
        piles[DECK + kind] -= 1
        piles[DECK + TOTAL] = total - 1
        return kind

    def check_deck(self, state: State) -> None:
        """When the deck has run out, the discards become a new one at once (common)."""
        if state.piles[DECK + TOTAL] == 0:
            self.reshuffle(state)

    def reshuffle(self, state: State) -> None:
        """Shuffle the discards, if there are any, into the empty deck."""
        piles = state.piles
        if not self.reshuffles or piles[DISCARD + TOTAL] == 0:
            return
        kind: i64
        for kind in range(PILE):
            piles[DECK + kind] = piles[DISCARD + kind]
            piles[DISCARD + kind] = 0
        state.shuffles += 1
        count_hidden(state)
        state.emit(events.SHUFFLED, -1, piles[DECK + TOTAL], 0)

    def receive(self, state: State, seat: i64, kind: i64, public: bool) -> None:
        """A card comes into a hand, seen by all or not."""
        at = seat * PILE
        state.hand[at + kind] += 1
        state.hand[at + TOTAL] += 1
        if public:
            state.known[at + kind] += 1
            state.known[at + TOTAL] += 1

    def draw_blind(self, state: State, seat: i64) -> bool:
        kind = self.draw_card(state)
        if kind < 0:
            return False
        self.receive(state, seat, kind, False)
        state.emit(events.DREW, seat, kind, 0)
        self.check_deck(state)
        if self.refresh and state.piles[DECK + TOTAL] < self.market_size:
            # With one locomotive less in a short deck, a refresh that had stopped may be possible.
            self._refresh_market(state)
        return True

    def take(self, state: State, seat: i64, kind: i64) -> None:
        """Take a face-up card; it is replaced at once (common)."""
        market = state.market
        slot: i64 = 0
        while market[slot] != kind:
            slot += 1
        market[slot] = -1
        self.receive(state, seat, kind, True)
        state.emit(events.TOOK, seat, kind, slot)
        self.fill_market(state)

    def fill_market(self, state: State) -> None:
        """Turn up a card for every empty slot, as long as there are cards (common, R2)."""
        market = state.market
        locomotives: i64 = 0
        slot: i64
        for slot in range(self.market_size):
            if market[slot] < 0:
                kind = self.draw_card(state)
                if kind < 0:
                    continue  # there may be locomotives further on
                market[slot] = kind
                state.emit(events.TURNED, -1, slot, kind)
                self.check_deck(state)
            if market[slot] == LOCOMOTIVE:
                locomotives += 1
        if self.refresh and locomotives >= REFRESH_AT:
            self._refresh_market(state)

    def _refresh_market(self, state: State) -> None:
        """The refresh rule: three locomotives sweep the market away (common, R1)."""
        market = state.market
        piles = state.piles
        size = self.market_size
        slot: i64
        while True:
            locomotives: i64 = 0
            shown: i64 = 0
            for slot in range(size):
                if market[slot] == LOCOMOTIVE:
                    locomotives += 1
                if market[slot] >= 0:
                    shown += 1
            if locomotives < REFRESH_AT:
                return
            cards = piles[DECK + TOTAL] + piles[DISCARD + TOTAL] + shown
            others = cards - (piles[DECK + LOCOMOTIVE] + piles[DISCARD + LOCOMOTIVE] + locomotives)
            # R1: stop when no market with fewer than three locomotives can be turned up.
            if others < (size if cards > size else cards) - (REFRESH_AT - 1):
                return
            # A deck that is just one market would change places with it for ever.
            if (
                piles[DISCARD + TOTAL] == 0
                and piles[DECK + TOTAL] == size
                and piles[DECK + LOCOMOTIVE] >= REFRESH_AT
            ):
                return
            for slot in range(size):
                if market[slot] >= 0:
                    piles[DISCARD + market[slot]] += 1
                    piles[DISCARD + TOTAL] += 1
                    market[slot] = -1
            state.emit(events.REFRESHED, -1, 0, 0)
            self.check_deck(state)
            for slot in range(size):
                kind = self.draw_card(state)
                if kind < 0:
                    break
                market[slot] = kind
                state.emit(events.TURNED, -1, slot, kind)
                self.check_deck(state)

    def spend_laid(self, state: State, seat: i64) -> None:
        """The laid cards leave the hand for the discards, and everybody sees them."""
        piles = state.piles
        left = piles[LAID + TOTAL]
        kind: i64 = 0
        while left > 0:
            count = piles[LAID + kind]
            if count > 0:
                left -= count
                self.leave_hand(state, seat, kind, count)
                piles[DISCARD + kind] += count
                piles[DISCARD + TOTAL] += count
                piles[LAID + kind] = 0
                state.emit(events.PAID, seat, kind, count)
            kind += 1
        piles[LAID + TOTAL] = 0

    def leave_hand(self, state: State, seat: i64, kind: i64, count: i64) -> None:
        """Cards leave a hand in the open: so many fewer are known to be in it."""
        at = seat * PILE
        known = state.known
        state.hand[at + kind] -= count
        state.hand[at + TOTAL] -= count
        seen = known[at + kind]
        gone = count if seen > count else seen
        known[at + kind] = seen - gone
        known[at + TOTAL] -= gone
        if state.shuffles > 0 and count > gone:
            come_to_light(state, seat, kind, count - gone)

    def clear_laid(self, state: State) -> None:
        piles = state.piles
        if piles[LAID + TOTAL] == 0:
            return
        kind: i64
        for kind in range(PILE):
            piles[LAID + kind] = 0

    def lay(self, state: State, kind: i64, count: i64) -> None:
        state.piles[LAID + kind] += count
        state.piles[LAID + TOTAL] += count

    def refill(self, state: State) -> None:
        """After cards were discarded: an empty deck and empty slots are filled (common, R2), and
        a refresh that had to wait for cards is made up for (R1)."""
        if state.piles[DECK + TOTAL] == 0:
            self.reshuffle(state)
            self.fill_market(state)
        elif self.refresh:
            self._refresh_market(state)

    # Drawing as a decision

    def can_draw(self, state: State) -> bool:
        """The draw action needs a card in the deck or the discards (common, R2)."""
        return state.piles[DECK + TOTAL] > 0

    def list_draws(self, state: State, out: ActionBuffer) -> None:
        """The cards that can be drawn now, as the first or a later card of the turn."""
        drawn = state.drawn
        if drawn < 2:
            market = state.market
            # A face-up locomotive can be the first card only (common).
            last: i64 = KINDS
            if drawn > 0 and self.locomotive_alone:
                last = LOCOMOTIVE
            seen: i64 = 0
            slot: i64
            items = out.items
            count = out.count
            for slot in range(self.market_size):
                kind = market[slot]
                if 0 <= kind < last:
                    bit = 1 << kind
                    if seen & bit == 0:
                        seen |= bit
                        items[count] = self.market_action + kind
                        count += 1
            out.count = count
        if state.piles[DECK + TOTAL] > 0:
            out.add(self.deck_action)

    def apply_draw(self, state: State, action: i64) -> None:
        """Draw one card; the next one must be drawn if one can be (common, R25)."""
        seat = state.seat
        state.drawn += 1
        if action == self.deck_action:
            state.blind += 1
            self.draw_blind(state, seat)
        else:
            kind = action - self.market_action
            self.take(state, seat, kind)
            if kind == LOCOMOTIVE and self.locomotive_alone:
                self.end_turn(state)
                return
        if state.drawn < self.cards_a_turn(state) and self._more_to_draw(state):
            state.step = self.second_card_step
        else:
            self.end_turn(state)

    def _more_to_draw(self, state: State) -> bool:
        if state.piles[DECK + TOTAL] > 0:
            return True
        if state.drawn >= 2:
            return False
        slot: i64
        for slot in range(self.market_size):
            kind = state.market[slot]
            if kind >= 0 and (kind != LOCOMOTIVE or not self.locomotive_alone):
                return True
        return False

    # Tickets

    def draw_ticket(self, state: State) -> i64:
        """The next ticket of the deck as a queue entry, or -1."""
        if state.queued == 0:
            return -1
        queue = state.queue
        head = state.head
        if state.pool > 0:
            at = head + state.own_tickets().below(state.pool)
            if at >= self.ticket_count:
                at -= self.ticket_count
            entry = queue[at]
            queue[at] = queue[head]
            state.pool -= 1
        else:
            entry = queue[head]
        head += 1
        if head == self.ticket_count:
            head = 0
        state.head = head
        state.queued -= 1
        state.reveals += 1
        return entry

    def put_under(self, state: State, ticket: i64, seat: i64) -> None:
        """Put a ticket to the bottom of the ticket deck."""
        at = state.head + state.queued
        if at >= self.ticket_count:
            at -= self.ticket_count
        state.queue[at] = queue_entry(ticket, seat_tag(seat))
        state.queued += 1
        state.holder[ticket] = IN_DECK

    def offer_tickets(self, state: State, seat: i64, count: i64) -> None:
        """Deal tickets to choose from: fewer if fewer are left (common)."""
        at = seat * OFFER
        offer = state.offer
        if count > state.queued:
            count = state.queued
        offer[at] = count
        state.emit(events.OFFERED, seat, count, 0)
        i: i64
        for i in range(count):
            entry = self.draw_ticket(state)
            ticket = entry_ticket(entry)
            tag = entry_tag(entry)
            if tag != seat_tag(NOBODY):
                drawn_again(state, ticket, tag, seat)
            offer[at + 1 + i] = ticket
            state.holder[ticket] = OFFERED + seat
            state.emit(events.OFFERED_TICKET, seat, ticket, 0)

    def keep_tickets(self, state: State, seat: i64, mask: i64) -> None:
        """Keep the offered tickets whose bits are in the mask; return the others."""
        at = seat * OFFER
        offer = state.offer
        count = offer[at]
        kept: i64 = ONES[mask]
        offer_chosen(state, seat, kept)
        state.emit(events.KEPT, seat, kept, 0)
        bit: i64 = 1
        i: i64
        for i in range(count):
            ticket = offer[at + 1 + i]
            offer[at + 1 + i] = 0
            if mask & bit:
                state.holder[ticket] = seat
                state.emit(events.KEPT_TICKET, seat, ticket, 0)
            else:
                self.return_ticket(state, ticket, seat)
            bit = bit + bit
        state.tally[seat * TALLY + TICKETS] += kept
        offer[at] = 0

    def return_ticket(self, state: State, ticket: i64, seat: i64) -> None:
        """What becomes of a ticket not kept: out of the game, or to the bottom of the deck."""
        if self.tickets_leave:
            state.holder[ticket] = REMOVED + seat
        else:
            self.put_under(state, ticket, seat)

    def list_keeps(self, state: State, seat: i64, least: i64, out: ActionBuffer) -> None:
        """All ways to keep at least so many; all must be kept of fewer (common, R4)."""
        count = state.offer[seat * OFFER]
        if least > count:
            least = count
        ones = ONES
        items = out.items
        listed = out.count
        mask: i64
        for mask in range(BIT[count]):
            if ones[mask] >= least:
                items[listed] = self.keep_action + mask
                listed += 1
        out.count = listed

    def keeps_too_many(self, state: State, action: i64) -> bool:
        """Whether an action keeps tickets beyond those that are offered."""
        mask = action - self.keep_action
        return BIT[state.offer[state.seat * OFFER]] <= mask < MASKS

    # What a seat remembers of tickets that it returned and that were shuffled in again

    def has_returned(self, state: State, ticket: i64) -> bool:
        """Whether the viewer of a view gave this ticket back into the shuffled deck."""
        return False

    def kept_since(self, state: State, seat: i64) -> i64:
        """How many such tickets a seat can have kept since."""
        return state.tally[seat * TALLY + TICKETS]

    def hide_more(self, view: State, viewer: i64) -> None:
        """Take what is the game's own and hidden out of a view."""

    def any_first_choice(self, state: State, seat: i64, rng: Rng) -> i64:
        """Some choice of first tickets, at random, as a mask."""
        out = ActionBuffer()
        self.list_keeps(state, seat, self.setup.first_keep, out)
        return out.items[rng.below(out.count)] - self.keep_action

    # Errors

    def check(self, state: State, action: int, out: ActionBuffer) -> None:
        """Raise an error that says which rule forbids the action, if one does."""
        if out.contains(action):
            return
        if state.over:
            raise IllegalAction("The match is over.", "over")
        if not 0 <= action < len(self.table):
            raise IllegalAction(
                f"There is no action {action}: the table of {self.game} has {len(self.table)}."
            )
        step = self.steps[state.step]
        found = step.why_not(state, action)
        raise IllegalAction(
            f"{self.table.actions[action].text!r} is not possible now: {found.text}.",
            found.code,
            found.values,
        )

    def why_ever(self, state: State, seat: i64, action: i64) -> Refusal | None:
        """What forbids an action of a seat in its turn, as far as it can be told before."""
        return None


def _keep_text(mask: int) -> str:
    chosen = [str(i + 1) for i in range(LARGEST_OFFER) if mask >> i & 1]
    return "keep:" + (",".join(chosen) if chosen else "none")
