"""The Card Game: a rail yard, an on-track stack, and robberies. No board, no pieces."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from wagonik.engine import events
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.cards import (
    BIT,
    COLOURS,
    KIND_NAMES,
    KINDS,
    LOCOMOTIVE,
    PILE,
    TOTAL,
    packed,
    zeros,
)
from wagonik.engine.counting import count_hidden
from wagonik.engine.errors import Refusal
from wagonik.engine.events import KIND, NUMBER, EventType
from wagonik.engine.rules import ONES, Rules
from wagonik.engine.scoring import MostTickets
from wagonik.engine.state import (
    COMPLETED,
    DECK,
    DISCARD,
    EVERYTHING,
    NOTHING,
    OWN,
    TALLY,
    TICKETS,
    State,
)
from wagonik.engine.steps import Step
from wagonik.engine.viewdata import pile_data
from wagonik.games.card_game.facts import CardFacts
from wagonik.games.card_game.scoring import (
    BigCityPoints,
    CardStanding,
    CardTicketPoints,
    MostCities,
)
from wagonik.games.card_game.settling import Settling

LEAST_ROW: Final = 2  # cards of one colour that make a row
TRIO: Final = 3
# In State.tally: the tickets that a seat gave back of its first ones, a bit each, and how many it
# kept later.
RETURNED: Final = OWN
LATER: Final = OWN + 1
YARD: Final = 16  # integers of a yard: colour cards and locomotives of each of eight rows
# In CardGameState.rows: a card of a row; what is left over of it is whose row it is, plus 1.
ROW_CARD: Final = 8
ROW_SHIFT: Final = 3


@mypyc_attr(acyclic=True)
class CardGameState(State):
    """Yards and on-track stacks, and how many decks are still to be played."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.yard: vec[i64] = NOTHING
        # The yards once more, by colour, of which no two have a row: its size and its seat, or 0.
        self.rows: vec[i64] = NOTHING
        self.stack: vec[i64] = NOTHING  # a pile for each seat
        self.decks: i64 = 1

    def blank(self) -> State:
        return CardGameState(self.seats)

    def copy_from(self, other: State) -> None:
        super().copy_from(other)
        assert isinstance(other, CardGameState)
        self.yard = other.yard[:]
        self.rows = other.rows[:]
        self.stack = other.stack[:]
        self.decks = other.decks

    def numbers(self) -> list[int]:
        return [*super().numbers(), int(self.decks)]

    def arrays(self) -> list[vec[i64]]:
        return [*super().arrays(), self.yard, self.rows, self.stack]


def _trios() -> list[tuple[int, int, int]]:
    return [
        (a, b, c)
        for a in range(COLOURS)
        for b in range(a + 1, COLOURS)
        for c in range(b + 1, COLOURS)
    ]


SETS: Final = 256  # sets of colours, as bit masks


def _trios_of_sets(trios: list[tuple[int, int, int]]) -> tuple[vec[i64], vec[i64]]:
    """The trios that each set of colours allows, one set after the other, and where they start."""
    starts = [0]
    found: list[int] = []
    for colours in range(SETS):
        for i, trio in enumerate(trios):
            if all(colours >> colour & 1 for colour in trio):
                found.append(i)
        starts.append(len(found))
    return packed(starts), packed(found)


class CardGameRules(Rules):
    """The Card Game for two to four players."""

    reshuffles = False  # discards come back only with the second deck of four players

    def __init__(self, game: str, seats: int, facts: CardFacts) -> None:
        super().__init__(game, seats, facts.setup())
        self.facts: Final = facts
        # Version 1 dealt and scored otherwise.
        self.deals_around: bool = True
        self.counts_bonuses: bool = True
        deck = facts.setup().deck
        self.row_width: i64 = max(deck[:COLOURS])
        trios = _trios()
        self.trios: vec[i64] = packed([colour for trio in trios for colour in trio])
        self.trio_starts, self.set_trios = _trios_of_sets(trios)
        self.trio_action: i64 = self.table.add(
            "trio", ["trio:" + "+".join(KIND_NAMES[c] for c in trio) for trio in trios]
        )
        self.row_action: i64 = self.table.add(
            "row",
            [
                f"row:{n}_{KIND_NAMES[c]}"
                for c in range(COLOURS)
                for n in range(1, self.row_width + 1)
            ],
        )
        self.locomotives_action: i64 = self.table.add(
            "locomotives", [f"locomotives:{n}" for n in range(deck[LOCOMOTIVE] + 1)]
        )
        self.turn_step = self.add_step(CardTurn(self))
        self.row_step: i64 = self.add_step(RowLocomotives(self))
        self.moved_event: i64 = self.add_event(
            EventType("moved", "card", KIND).told("moves ", "{card}", " onto the stack").fading()
        )
        self.row_event: i64 = self.add_event(
            EventType("row", "card", KIND, "count", NUMBER)
            .told("plays ", "{count} {card}", " into the yard")
            .fading()
        )
        self.top_event: i64 = self.add_event(
            EventType("row_locomotives", "count", NUMBER)
            .told("puts ", "{count:locomotive}", " on top")
            .fading()
        )
        self.robbed_event: i64 = self.add_event(
            EventType("robbed", "card", KIND, "count", NUMBER)
            .told("loses ", "the {card} row of {count:card}", " to the robbery")
            .fading()
        )
        self.completed_event: i64 = self.add_event(
            EventType("completed", "ticket").told("completes ", "{ticket}")
        )
        self.new_deck_event: i64 = self.add_event(
            EventType("new_deck", "cards").told("(", "{cards} cards", " make a new deck)")
        )
        self.settling: Final = Settling(facts, seats)
        self.standing = CardStanding(seats, len(facts.points))
        cities = BigCityPoints(facts)
        self.scorers = [CardTicketPoints(facts), cities]
        self.tie_breakers = [MostTickets(), MostCities(cities)]

    def play_as(self, version: int) -> None:
        self.deals_around = version > 1
        self.counts_bonuses = version > 1

    def new_state(self) -> State:
        return CardGameState(self.seats)

    def prepare(self, state: State) -> None:
        assert isinstance(state, CardGameState)
        state.yard = zeros(self.seats * YARD)
        state.rows = zeros(COLOURS)
        state.stack = zeros(self.seats * PILE)
        state.decks = 2 if self.seats >= self.facts.numbers["second_deck_players"] else 1

    def return_ticket(self, state: State, ticket: i64, seat: i64) -> None:
        """First tickets not kept are shuffled back into the deck; later ones go under it."""
        if state.turn > 0:
            self.put_under(state, ticket, seat)
        else:
            self.put_under(state, ticket, -1)
            state.pool += 1
            state.tally[seat * TALLY + RETURNED] |= BIT[ticket]

    def keep_tickets(self, state: State, seat: i64, mask: i64) -> None:
        if state.turn > 0:
            state.tally[seat * TALLY + LATER] += ONES[mask]
        super().keep_tickets(state, seat, mask)

    def has_returned(self, state: State, ticket: i64) -> bool:
        bit = BIT[ticket]
        seat: i64
        for seat in range(state.seats):
            if state.tally[seat * TALLY + RETURNED] & bit:
                return True
        return False

    def kept_since(self, state: State, seat: i64) -> i64:
        """Tickets kept after the first ones, less those that were completed and shown."""
        kept = state.tally[seat * TALLY + LATER]
        ticket: i64
        for ticket in range(self.ticket_count):
            if state.holder[ticket] == COMPLETED + seat and self.has_returned(state, ticket):
                kept -= 1
        return kept

    def hide_more(self, view: State, viewer: i64) -> None:
        """Only the seat that returned a ticket remembers which it was."""
        seat: i64
        for seat in range(view.seats):
            if seat != viewer:
                view.tally[seat * TALLY + RETURNED] = 0

    def ticket_text(self, ticket: i64) -> str:
        start, end = self.facts.ends[ticket]
        return f"{start}–{end} ({self.facts.points[ticket]})"

    def show(self, view: State, mechanics: dict[str, object]) -> None:
        """Yards lie open, and all cards of a stack once lay there. By the book it can't be looked
        at until it is scored, not even by its owner."""
        assert isinstance(view, CardGameState)
        yards: list[dict[str, object]] = []
        for seat in range(self.seats):
            rows = [
                {
                    "colour": KIND_NAMES[colour],
                    "cards": int(view.yard[seat * YARD + 2 * colour]),
                    "locomotives": int(view.yard[seat * YARD + 2 * colour + 1]),
                }
                for colour in range(COLOURS)
                if self.row_size(view, seat, colour) > 0
            ]
            cards = [int(view.stack[seat * PILE + kind]) for kind in range(KINDS)]
            seen = view.over or view.viewer == EVERYTHING or not self.by_the_book
            yards.append(
                {
                    "rows": rows,
                    "stack": int(view.stack[seat * PILE + TOTAL]),
                    "stack_cards": pile_data(cards) if seen else None,
                    "completed": [
                        t for t in range(self.ticket_count) if view.holder[t] == COMPLETED + seat
                    ],
                }
            )
        mechanics["yards"] = yards
        mechanics["decks_left"] = int(view.decks)

    # Turns

    def begin_turn(self, state: State) -> None:
        """Phase 1: the top card of every row moves onto the stack; locomotives lie on top,
        so they go first (Card Game, R20)."""
        assert isinstance(state, CardGameState)
        seat = state.seat
        yard = state.yard
        rows = state.rows
        stack = seat * PILE
        colour: i64
        for colour in range(COLOURS):
            row = rows[colour]
            if row & (ROW_CARD - 1) != seat + 1:
                continue
            row -= ROW_CARD
            if row < ROW_CARD:
                row = 0
            rows[colour] = row
            at = seat * YARD + 2 * colour
            kind = colour
            if yard[at + 1] > 0:
                yard[at + 1] -= 1
                kind = LOCOMOTIVE
            else:
                yard[at] -= 1
            state.stack[stack + kind] += 1
            state.stack[stack + TOTAL] += 1
            state.emit(self.moved_event, seat, kind, 0)

    def can_draw(self, state: State) -> bool:
        """As long as a card is in the deck or the market."""
        if state.piles[DECK + TOTAL] > 0:
            return True
        slot: i64
        for slot in range(self.market_size):
            if state.market[slot] >= 0:
                return True
        return False

    def announces_end(self, state: State) -> bool:
        """The last card of the deck was drawn: everybody has one more turn."""
        return state.piles[DECK + TOTAL] == 0

    def out_of_turns(self, state: State) -> None:
        assert isinstance(state, CardGameState)
        self.score_deck(state)
        state.decks -= 1
        if state.decks > 0:
            self.new_deck(state)
        else:
            self.finish(state)

    def score_deck(self, state: State) -> None:
        """Complete the best set of tickets with the cards of the stack; the bonuses count at the
        final scoring (Card Game, R23)."""
        assert isinstance(state, CardGameState)
        settling = self.settling
        settling.settle(state, state.stack, self.counts_bonuses and state.decks == 1)
        seat: i64
        ticket: i64
        for seat in range(state.seats):
            done: i64 = 0
            for ticket in range(self.ticket_count):
                if state.holder[ticket] == seat and settling.completes(seat, ticket):
                    state.holder[ticket] = COMPLETED + seat
                    state.emit(self.completed_event, seat, ticket, 0)
                    done += 1
            state.tally[seat * TALLY + TICKETS] -= done
            state.reveals += done

    def new_deck(self, state: State) -> None:
        """Four players: all but hands and uncompleted tickets becomes a second deck, everybody
        draws four cards, and the player to the left of the last one goes on."""
        assert isinstance(state, CardGameState)
        piles = state.piles
        kind: i64
        seat: i64
        slot: i64
        for seat in range(state.seats):
            for kind in range(COLOURS):
                state.rows[kind] = 0
                at = seat * YARD + 2 * kind
                self.discard(state, kind, state.yard[at])
                self.discard(state, LOCOMOTIVE, state.yard[at + 1])
                state.yard[at] = 0
                state.yard[at + 1] = 0
            for kind in range(KINDS):
                self.discard(state, kind, state.stack[seat * PILE + kind])
            for kind in range(PILE):
                state.stack[seat * PILE + kind] = 0
        for slot in range(self.market_size):
            if state.market[slot] >= 0:
                self.discard(state, state.market[slot], 1)
                state.market[slot] = -1
        for kind in range(PILE):
            piles[DECK + kind] += piles[DISCARD + kind]
            piles[DISCARD + kind] = 0
        state.shuffles += 1
        count_hidden(state)  # yards, stacks, market and discards lay open, card by card
        state.emit(self.new_deck_event, -1, piles[DECK + TOTAL], 0)
        # Card by card around the table, from the player who goes on (Card Game).
        cards: i64 = self.facts.numbers["second_deck_hand"]
        i: i64
        for i in range(cards * state.seats):
            if self.deals_around:
                self.draw_blind(state, (state.seat + 1 + i) % state.seats)
            else:
                self.draw_blind(state, i // cards)
        self.fill_market(state)
        state.last_turns = -1
        if piles[DECK + TOTAL] == 0:
            state.last_turns = state.seats
            state.emit(events.LAST_TURNS, -1, state.seats, 0)
        seat = state.seat + 1
        self.start_turn(state, 0 if seat == state.seats else seat)

    def discard(self, state: State, kind: i64, count: i64) -> None:
        state.piles[DISCARD + kind] += count
        state.piles[DISCARD + TOTAL] += count

    # The yard

    def row_size(self, state: State, seat: i64, colour: i64) -> i64:
        assert isinstance(state, CardGameState)
        at = seat * YARD + 2 * colour
        return state.yard[at] + state.yard[at + 1]

    def row_to_beat(self, state: State, colour: i64) -> i64:
        """The size of the row of this colour in another yard, or 0."""
        assert isinstance(state, CardGameState)
        row = state.rows[colour]
        if row & (ROW_CARD - 1) == state.seat + 1:
            return 0
        return row >> ROW_SHIFT

    def survey(self, state: State, beat: vec[i64]) -> i64:
        """Find for each colour that the seat to move may lay out the row that it must beat, or
        -1. Returns the set of those in nobody's yard."""
        assert isinstance(state, CardGameState)
        hand = state.hand
        rows = state.rows
        cards = state.seat * PILE
        own = state.seat + 1
        free: i64 = 0
        bit: i64 = 1
        colour: i64
        for colour in range(COLOURS):
            most: i64 = -1
            if hand[cards + colour] > 0:
                row = rows[colour]
                if row == 0:
                    free |= bit
                    most = 0
                elif row & (ROW_CARD - 1) != own:
                    # A colour that is in the own yard can't be played (Card Game).
                    most = row >> ROW_SHIFT
            beat[colour] = most
            bit = bit + bit
        return free

    def least_row(self, state: State, colour: i64) -> i64:
        """How many cards a row of this colour needs: two, and more than a row to rob."""
        least = self.row_to_beat(state, colour) + 1
        return LEAST_ROW if least < LEAST_ROW else least

    def place(self, state: State, colour: i64, cards: i64, locomotives: i64) -> None:
        """Play a row from the hand; a smaller row of that colour elsewhere is robbed."""
        assert isinstance(state, CardGameState)
        seat = state.seat
        row = state.rows[colour]
        other = (row & (ROW_CARD - 1)) - 1
        state.emit(self.row_event, seat, colour, cards)
        if locomotives > 0:
            state.emit(self.top_event, seat, locomotives, 0)
        if other >= 0:
            at = other * YARD + 2 * colour
            self.discard(state, colour, state.yard[at])
            self.discard(state, LOCOMOTIVE, state.yard[at + 1])
            state.yard[at] = 0
            state.yard[at + 1] = 0
            state.emit(self.robbed_event, other, colour, row >> ROW_SHIFT)
        self.leave_hand(state, seat, colour, cards)
        if locomotives > 0:
            self.leave_hand(state, seat, LOCOMOTIVE, locomotives)
        state.yard[seat * YARD + 2 * colour] = cards
        state.yard[seat * YARD + 2 * colour + 1] = locomotives
        state.rows[colour] = (cards + locomotives) * ROW_CARD + seat + 1


class CardTurn(Step):
    """Phase 2: draw train cards, play into the yard, or draw tickets (Card Game)."""

    name = "turn"

    def __init__(self, rules: CardGameRules) -> None:
        self.rules: Final = rules
        # Scratch of `legal`, which matches share: the row to beat in each colour, by `survey`.
        self.beat: vec[i64] = zeros(COLOURS)

    def legal(self, state: State, out: ActionBuffer) -> None:
        rules = self.rules
        if rules.can_draw(state):
            rules.list_draws(state, out)
        self.list_trios(rules.survey(state, self.beat), out)
        self.list_rows(state, out)
        if state.queued > 0:
            out.add(rules.tickets_action)
        if out.count == 0:
            out.add(rules.pass_action)  # the turn ends after phase 1 (R22)

    def list_trios(self, colours: i64, out: ActionBuffer) -> None:
        """Three cards of three colours, in nobody's yard: one card beats no row."""
        rules = self.rules
        trios = rules.set_trios
        first = rules.trio_action
        items = out.items
        count = out.count
        i: i64
        for i in range(rules.trio_starts[colours], rules.trio_starts[colours + 1]):
            items[count] = first + trios[i]
            count += 1
        out.count = count

    def list_rows(self, state: State, out: ActionBuffer) -> None:
        """Cards of one colour, with locomotives on top; at least one of the colour (R21)."""
        rules = self.rules
        hand = state.hand
        beat = self.beat
        at = state.seat * PILE
        locomotives = hand[at + LOCOMOTIVE]
        first = rules.row_action - 1
        items = out.items
        count = out.count
        colour: i64
        cards: i64
        for colour in range(COLOURS):
            if beat[colour] >= 0:
                least = beat[colour] + 1
                if least < LEAST_ROW:
                    least = LEAST_ROW
                least -= locomotives
                if least < 1:
                    least = 1
                for cards in range(least, hand[at + colour] + 1):
                    items[count] = first + cards
                    count += 1
            first += rules.row_width
        out.count = count

    def apply(self, state: State, action: i64) -> None:
        rules = self.rules
        if action >= rules.row_action:
            row = action - rules.row_action
            state.colour = row // rules.row_width
            state.row = row % rules.row_width + 1
            state.step = rules.row_step
        elif action >= rules.trio_action:
            trio = 3 * (action - rules.trio_action)
            i: i64
            for i in range(TRIO):
                rules.place(state, rules.trios[trio + i], 1, 0)
            rules.end_turn(state)
        elif action == rules.tickets_action:
            rules.offer_tickets(state, state.seat, rules.setup.draw_tickets)
            state.step = rules.choose_tickets_step
        elif action == rules.pass_action:
            state.emit(events.PASSED, state.seat, 0, 0)
            rules.end_turn(state)
        else:
            rules.apply_draw(state, action)

    def why_not(self, state: State, action: i64) -> Refusal:
        rules = self.rules
        if action == rules.pass_action:
            return Refusal(
                "pass", "a turn ends without an action only when none is possible (Card Game, R22)"
            )
        if action == rules.deck_action:
            return Refusal("deck_empty", "the deck is empty (Card Game)")
        if rules.market_action <= action < rules.market_action + KINDS:
            return Refusal("no_such_card", "no such card lies face up")
        if action == rules.tickets_action:
            return Refusal("no_tickets", "no tickets are left to draw (Card Game)")
        if rules.trio_action <= action < rules.row_action:
            return Refusal(
                "trio",
                "three cards of three colours must be in hand, their colours in nobody's yard "
                "(Card Game)",
            )
        if rules.row_action <= action < rules.locomotives_action:
            colour = (action - rules.row_action) // rules.row_width
            if rules.row_size(state, state.seat, colour) > 0:
                return Refusal("own_yard", "this colour is in your own yard already (Card Game)")
            least = int(rules.least_row(state, colour))
            return Refusal(
                "row",
                f"a row of this colour needs {least} cards, "
                "at least one of the colour (Card Game, R21)",
                {"least": least},
            )
        return Refusal("turn_first", "choose one of the actions of a turn first (Card Game)")


class RowLocomotives(Step):
    """How many locomotives lie on top of the row."""

    name = "row_locomotives"
    private = True

    def __init__(self, rules: CardGameRules) -> None:
        self.rules: Final = rules

    def legal(self, state: State, out: ActionBuffer) -> None:
        rules = self.rules
        least = rules.least_row(state, state.colour) - state.row
        count: i64
        for count in range(state.hand[state.seat * PILE + LOCOMOTIVE] + 1):
            if count >= least:
                out.add(rules.locomotives_action + count)

    def apply(self, state: State, action: i64) -> None:
        rules = self.rules
        rules.place(state, state.colour, state.row, action - rules.locomotives_action)
        rules.end_turn(state)

    def why_not(self, state: State, action: i64) -> Refusal:
        rules = self.rules
        count = action - rules.locomotives_action
        if count < 0:
            return Refusal(
                "row_locomotives",
                "choose how many locomotives lie on top of the row first (Card Game)",
            )
        held = int(state.hand[state.seat * PILE + LOCOMOTIVE])
        if count > held:
            return Refusal(
                "too_few_locomotives",
                f"you hold {held} locomotive{'' if held == 1 else 's'} (Card Game)",
                {"have": held},
            )
        least = int(rules.least_row(state, state.colour))
        return Refusal("row", f"the row needs {least} cards in all (Card Game)", {"least": least})
