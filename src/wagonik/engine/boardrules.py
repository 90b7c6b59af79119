"""Rules that the five board games share: claiming tracks, and everything around it."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from wagonik.engine import events
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.board import BIT_PLACES, BIT_RUNS, BIT_SEQUENCE, BIT_SHIFT, Board
from wagonik.engine.cards import (
    ANY_COLOUR,
    COLOUR_NAMES,
    COLOURS,
    KIND_NAMES,
    KINDS,
    LOCOMOTIVE,
    PILE,
    WORD_BITS,
)
from wagonik.engine.errors import Refusal, WagonikError
from wagonik.engine.handtable import HandTable
from wagonik.engine.payments import ClaimScratch, Payment, TrackSets, most_of_a_colour
from wagonik.engine.rules import Rules
from wagonik.engine.scoring import BoardStanding
from wagonik.engine.state import PIECES, POINTS, TALLY, State
from wagonik.engine.steps import Step


class BoardRules(Rules):
    """A game on a board with routes to claim."""

    def __init__(self, game: str, seats: int, board: Board) -> None:
        super().__init__(game, seats, board.setup())
        file = board.file
        if seats not in file.tracks:
            raise WagonikError(
                f"The board {file.name!r} does not say which parallel tracks {seats} players use."
            )
        self.board: Final = board
        self.words = board.words
        self.word_count: i64 = board.words
        self.track_count: i64 = board.track_count
        self.longest_track: i64 = board.longest
        self.usable: vec[i64] = board.usable(seats)
        self.last_turns_at: i64 = file.numbers.last_turns_at
        self.pieces: i64 = file.numbers.pieces
        self.track_sets: Final = TrackSets(board.words)
        self.scratch: Final = ClaimScratch(board.words)
        # For each number of pieces, the tracks that take no more.
        self.up_to: vec[i64] = vec[i64]()
        for pieces in range(board.longest + 1):
            short = [t for t in range(board.track_count) if board.length[t] <= pieces]
            for tracks in board.mask_of(short):
                self.up_to = append(self.up_to, tracks)
        self.board_standing: Final = BoardStanding(seats, board)
        self.standing = self.board_standing
        self.pay_width: i64 = board.longest + 1
        self.claim_action: i64 = self.table.add("claim", [f"claim:{t}" for t in board.track_texts])
        self.pay_action: i64 = self.table.add(
            "pay",
            [f"pay:{k}+{units}" for k in KIND_NAMES for units in range(board.longest + 1)],
        )
        self.exchange_action: i64 = self.table.add(
            "exchange", [f"exchange:{groups}" for groups in range(board.longest + 1)]
        )
        self.give_action: i64 = self.table.add("give", [f"give:{kind}" for kind in KIND_NAMES])
        self.turn_step = self.add_step(self.make_turn())
        self.pay_step: i64 = self.add_step(self.make_pay())
        self.exchange_step: i64 = self.add_step(self.make_exchange())
        self.give_step: i64 = self.add_step(self.make_give())
        self.payments: vec[Payment] = vec[Payment]()  # one for each kind of track
        self.hand_table: HandTable = HandTable(self, [])
        self.others: vec[Payment] = vec[Payment]()  # that it does not have

    def set_payments(self, payments: list[Payment]) -> None:
        """The ways to pay for ordinary tracks, ferries, tunnels and special tracks."""
        self.payments = vec[Payment](payments)
        used = [p for i, p in enumerate(payments) if p.tracks and p not in payments[:i]]
        self.hand_table = HandTable(self, [p for p in used if p.depends_on_counts()])
        self.others = vec[Payment]([p for p in used if not p.depends_on_counts()])
        for payment in self.others:
            payment.make_sets()

    # Hooks

    def make_turn(self) -> Step:
        return BoardTurn(self)

    def make_pay(self) -> Step:
        return Pay(self)

    def make_exchange(self) -> Step:
        return Exchange(self)

    def make_give(self) -> Step:
        return Give(self)

    def find_open(self, state: State, seat: i64, mask: vec[i64]) -> None:
        """Find the tracks that a seat may claim, if it has the cards and the pieces."""
        at = seat * self.word_count
        word: i64
        for word in range(self.word_count):
            mask[word] = state.open[at + word]

    def why_restricted(self, state: State, seat: i64, track: i64) -> Refusal | None:
        return None

    def asked_of(self, track: i64) -> list[str]:
        """The codes of what a seat must have to claim a track, beside pieces and cards."""
        return []

    def need(self, state: State, seat: i64, track: i64) -> i64:
        """How many cards a track costs."""
        return self.board.length[track]

    def points_for(self, state: State, seat: i64, track: i64) -> i64:
        return self.board.points[track]

    def payment(self, state: State) -> Payment:
        """The way to pay for what is being paid."""
        return self.payments[self.board.kind[state.track]]

    def paid(self, state: State) -> None:
        """All cards of a payment have been chosen."""
        self.claim(state)

    def claimed(self, state: State, seat: i64, track: i64) -> None:
        """What follows a claim."""
        self.end_turn(state)

    def list_more(self, state: State, out: ActionBuffer) -> None:
        """What a seat may do in its turn beside the three common actions."""

    def apply_more(self, state: State, action: i64) -> None:
        raise NotImplementedError

    # Setting up

    def prepare(self, state: State) -> None:
        seat: i64
        word: i64
        for seat in range(state.seats):
            state.tally[seat * TALLY + PIECES] = self.pieces
            for word in range(self.word_count):
                state.open[seat * self.word_count + word] = self.board.all_tracks[word]

    def announces_end(self, state: State) -> bool:
        return state.tally[state.seat * TALLY + PIECES] <= self.last_turns_at

    # Claiming

    def find_claimable(self, state: State, seat: i64) -> None:
        """Leave in the scratch's mask the tracks that a seat can claim now."""
        scratch = self.scratch
        mask = scratch.mask
        most = most_of_a_colour(state.hand, seat * PILE)
        pieces = state.tally[seat * TALLY + PIECES]
        word: i64
        self.find_open(state, seat, mask)
        if pieces < self.longest_track:
            for word in range(self.word_count):
                mask[word] &= self.up_to[pieces * self.word_count + word]
        scratch.count = 0
        self.hand_table.pick_payable(state, seat, most)
        others = self.others
        i: i64
        for i in range(len(others)):
            others[i].pick_payable(state, seat, most)
        self.track_sets.unite(scratch)

    def list_claims(self, out: ActionBuffer) -> None:
        """Add a claim of every track that `find_claimable` has found."""
        mask = self.scratch.mask
        places = BIT_PLACES
        items = out.items
        count = out.count
        word: i64
        for word in range(self.word_count):
            left = mask[word]
            first = self.claim_action + word * WORD_BITS
            while left != 0:
                bit = left & -left
                items[count] = first + places[(bit * BIT_SEQUENCE >> BIT_SHIFT) & BIT_RUNS]
                count += 1
                left ^= bit
        out.count = count

    def own(self, state: State, seat: i64, track: i64) -> None:
        """Mark a track as claimed: nobody else can claim it, its owner can claim none of the
        parallel ones, and nobody can once as many are used as the players may (common)."""
        board = self.board
        words = self.word_count
        owned = state.owned
        opened = state.open
        mates = board.mates
        seats = state.seats
        at = board.word[track]
        bit = board.bit[track]
        owned[seat * words + at] |= bit
        first = board.first_mate[track]
        last = board.first_mate[track + 1]
        used: i64 = 0
        player: i64
        i: i64
        if last - first == 1:  # most tracks have no parallel one
            for player in range(seats):
                opened[player * words + at] &= ~bit
            return
        for i in range(first, last):
            at = board.word[mates[i]]
            bit = board.bit[mates[i]]
            for player in range(seats):
                if owned[player * words + at] & bit:
                    used += 1
                    break
        full = used >= self.usable[track]
        for i in range(first, last):
            at = board.word[mates[i]]
            left = ~board.bit[mates[i]]
            for player in range(seats):
                if full or player == seat or mates[i] == track:
                    opened[player * words + at] &= left

    def owns(self, state: State, seat: i64, track: i64) -> bool:
        at = seat * self.word_count + self.board.word[track]
        return state.owned[at] & self.board.bit[track] != 0

    def is_claimed(self, state: State, track: i64) -> bool:
        seat: i64
        for seat in range(state.seats):
            if self.owns(state, seat, track):
                return True
        return False

    def claim(self, state: State) -> None:
        seat = state.seat
        track = state.track
        points = self.points_for(state, seat, track)
        self.own(state, seat, track)
        at = seat * TALLY
        state.tally[at + PIECES] -= self.board.length[track]
        state.tally[at + POINTS] += points
        state.emit(events.CLAIMED, seat, track, points)
        self.spend(state, seat, track)
        self.clear_move(state)
        self.refill(state)
        self.claimed(state, seat, track)

    def spend(self, state: State, seat: i64, track: i64) -> None:
        """The laid cards are discarded."""
        self.spend_laid(state, seat)

    def start_claim(self, state: State, track: i64) -> None:
        state.track = track
        state.step = self.pay_step

    def add_pay(self, out: ActionBuffer, kind: i64, units: i64) -> None:
        out.add(self.pay_action + kind * self.pay_width + units)

    def add_give(self, out: ActionBuffer, kind: i64) -> None:
        out.add(self.give_action + kind)

    def start_exchange(self, state: State, cards: i64) -> None:
        """Colour and units are chosen: settle how many units are exchanged."""
        if self.payment(state).most_groups(state, state.seat, cards) > 0:
            state.step = self.exchange_step
        else:
            self.lay_for(state, 0)

    def cards_of_colour(self, state: State) -> i64:
        """How many cards of the chosen colour a payment takes."""
        return self.need(state, state.seat, state.track) - state.units

    def lay_for(self, state: State, groups: i64) -> None:
        """Lay down colour cards and locomotives; cards of the exchange are chosen next."""
        self.clear_laid(state)
        cards = self.cards_of_colour(state)
        if cards > 0:
            self.lay(state, state.colour, cards)
        if state.units > groups:
            self.lay(state, LOCOMOTIVE, state.units - groups)
        state.groups = groups
        state.left = self.payment(state).gives(state, groups)
        state.floor = 0
        if state.left > 0:
            state.step = self.give_step
        else:
            self.paid(state)

    # Views

    def ticket_text(self, ticket: i64) -> str:
        found = self.board.file.tickets[ticket]
        return f"{found.start}–{found.end} ({found.points})"

    def show_player(self, view: State, seat: i64, data: dict[str, object]) -> None:
        data["pieces"] = int(view.tally[seat * TALLY + PIECES])
        data["tracks"] = [t for t in range(self.track_count) if self.owns(view, seat, t)]
        data["closed"] = self.closed_to(view, seat)

    def closed_to(self, state: State, seat: i64) -> list[int]:
        """Free tracks that a seat can no longer claim: nobody may own two parallel ones, and few
        players do not use all of them (common, R3)."""
        words = self.word_count
        closed: list[int] = []
        word: i64
        other: i64
        for word in range(words):
            left = self.board.all_tracks[word] & ~state.open[seat * words + word]
            for other in range(state.seats):
                left &= ~state.owned[other * words + word]
            track: i64 = word * WORD_BITS
            while left != 0:
                if left & 1:
                    closed.append(int(track))
                left >>= 1
                track += 1
        return closed

    # Why not

    def why_ever(self, state: State, seat: i64, action: i64) -> Refusal | None:
        if not self.claim_action <= action < self.pay_action:
            return None
        found = self.why_no_claim(state, seat, action - self.claim_action)
        if found.code == "cards" and found.values["have"] == found.values["need"]:
            return None
        return found

    def why_no_claim(self, state: State, seat: i64, track: i64) -> Refusal:
        board = self.board
        words = self.word_count
        at = board.word[track]
        bit = board.bit[track]
        if self.owns(state, seat, track):
            return Refusal("own", "you own this track already (common)")
        if state.open[seat * words + at] & bit == 0:
            if self.is_claimed(state, track):
                owners = [other for other in range(state.seats) if self.owns(state, other, track)]
                return Refusal("taken", "another player owns this track (common)", {"by": owners})
            for mate in board.parallel[track]:
                if self.owns(state, seat, mate):
                    return Refusal("parallel", "nobody may own two parallel tracks (common, R3)")
            return Refusal(
                "closed",
                "with so few players no more of these parallel tracks may be used (common)",
            )
        return self.why_unpaid(state, seat, track)

    def why_unpaid(self, state: State, seat: i64, track: i64) -> Refusal:
        """What a seat lacks to claim a track that is open to it."""
        found = self.why_restricted(state, seat, track)
        if found is not None:
            return found
        pieces = int(state.tally[seat * TALLY + PIECES])
        length = int(self.board.length[track])
        if pieces < length:
            return Refusal(
                "pieces",
                f"it takes {length} piece{'' if length == 1 else 's'}, and you have {pieces} left "
                "(common)",
                {"have": pieces, "need": length},
            )
        return Refusal(
            "cards",
            f"your cards can't pay for it: {self.price(state, seat, track)}",
            self.how_far(state, seat, track),
        )

    def how_far(self, state: State, seat: i64, track: i64) -> dict[str, object]:
        """How many spaces of a track the cards of a seat can pay for, in its best colour, and by
        what: locomotives where they may be played, groups of cards that stand for one."""
        twin = state.copy()
        twin.track = track
        payment = self.payment(twin)
        need = self.need(twin, seat, track)
        symbols = self.board.symbols[track]
        colour = self.board.colour[track]
        first: i64 = 0 if colour == ANY_COLOUR else colour
        last: i64 = COLOURS if colour == ANY_COLOUR else colour + 1
        best = first
        have: i64 = -1
        kind: i64
        cards: i64
        units: i64
        for kind in range(first, last):
            held = twin.hand[seat * PILE + kind]
            for cards in range(need - symbols + 1):
                for units in range(payment.most_units(twin, need) + 1):
                    paid = cards + units
                    if paid > need or not payment.can_pay(twin, seat, kind, cards, units):
                        continue
                    if paid > have or (paid == have and held > twin.hand[seat * PILE + best]):
                        have = paid
                        best = kind
        return {
            "need": int(need),
            "have": int(have),
            "symbols": int(symbols),
            "colour": COLOUR_NAMES[colour],
            "best": KIND_NAMES[best],
            "cards": int(twin.hand[seat * PILE + best]),
            "locomotives": int(twin.hand[seat * PILE + LOCOMOTIVE]),
            "wild": payment.takes_locomotives,
            "exchange": int(payment.group_size(twin, seat)),
            "pairs": payment.of_one_colour,
        }

    def price(self, state: State, seat: i64, track: i64) -> str:
        """What a track costs, in words."""
        symbols = self.board.symbols[track]
        text = self.cards_in_words(state, seat, track)
        if symbols > 0:
            text += f", {symbols} of them {'a locomotive' if symbols == 1 else 'locomotives'}"
        return f"{text}, or what may stand for them (common, claiming)"

    def cards_in_words(self, state: State, seat: i64, track: i64) -> str:
        colour = COLOUR_NAMES[self.board.colour[track]]
        need = self.need(state, seat, track)
        cards = "card" if need == 1 else "cards"
        if colour == "grey":
            return f"it takes {need} {cards} of {'any' if need == 1 else 'one'} colour"
        return f"it takes {need} {colour} {cards}"

    def why_only_paying(self, state: State) -> Refusal:
        """A payment has begun: nothing else is done before it."""
        return Refusal(
            "paying",
            f"you are paying for {self.paid_for(state)}: choose how first (common, claiming)",
        )

    def paid_for(self, state: State) -> str:
        """What is being paid for, in words."""
        return self.board.track_texts[state.track]


class BoardTurn(Step):
    """Exactly one of three: draw train cards, claim a route, draw tickets (common)."""

    name = "turn"

    def __init__(self, rules: BoardRules) -> None:
        self.rules: Final = rules

    def legal(self, state: State, out: ActionBuffer) -> None:
        rules = self.rules
        if rules.can_draw(state):
            rules.list_draws(state, out)
        rules.find_claimable(state, state.seat)
        rules.list_claims(out)
        if state.queued > 0:
            out.add(rules.tickets_action)
        if out.count == 0:
            # A pass is never allowed otherwise (common, R5).
            out.add(rules.pass_action)
        rules.list_more(state, out)

    def apply(self, state: State, action: i64) -> None:
        rules = self.rules
        if action >= rules.claim_action:
            if action < rules.pay_action:
                rules.start_claim(state, action - rules.claim_action)
            else:
                rules.apply_more(state, action)
        elif action == rules.tickets_action:
            rules.offer_tickets(state, state.seat, rules.setup.draw_tickets)
            state.step = rules.choose_tickets_step
        elif action == rules.pass_action:
            rules.pass_turn(state)
        else:
            rules.apply_draw(state, action)

    def why_not(self, state: State, action: i64) -> Refusal:
        rules = self.rules
        if rules.claim_action <= action < rules.pay_action:
            return rules.why_no_claim(state, state.seat, action - rules.claim_action)
        if action == rules.tickets_action:
            return Refusal("no_tickets", "no tickets are left to draw (common)")
        draws = rules.market_action <= action < rules.market_action + KINDS
        if action == rules.deck_action or (draws and not rules.can_draw(state)):
            return Refusal(
                "no_cards", "no cards are left in the deck and the discards (common, R2)"
            )
        if draws:
            return Refusal("no_such_card", "no such card lies face up (common, drawing)")
        if action == rules.pass_action:
            return Refusal(
                "pass", "a pass is allowed only when nothing else can be done (common, R5)"
            )
        return Refusal("turn_first", "choose one of the actions of a turn first (common)")


class Pay(Step):
    """Choose the colour, and how many spaces are paid by locomotives."""

    name = "pay"
    private = True

    def __init__(self, rules: BoardRules) -> None:
        self.rules: Final = rules

    def legal(self, state: State, out: ActionBuffer) -> None:
        self.rules.payment(state).list_pays(state, state.seat, out)

    def apply(self, state: State, action: i64) -> None:
        rules = self.rules
        pay = action - rules.pay_action
        state.colour = pay // rules.pay_width
        state.units = pay % rules.pay_width
        rules.start_exchange(state, rules.cards_of_colour(state))

    def why_not(self, state: State, action: i64) -> Refusal:
        rules = self.rules
        if not rules.pay_action <= action < rules.pay_action + KINDS * rules.pay_width:
            return rules.why_only_paying(state)
        return Refusal(
            "payment",
            f"your cards can't pay in this way: {rules.price(state, state.seat, state.track)}",
        )


class Exchange(Step):
    """Choose how many locomotives are replaced by other cards."""

    name = "exchange"
    private = True

    def __init__(self, rules: BoardRules) -> None:
        self.rules: Final = rules

    def legal(self, state: State, out: ActionBuffer) -> None:
        rules = self.rules
        payment = rules.payment(state)
        least = payment.least_groups(state, state.seat)
        most = payment.most_groups(state, state.seat, rules.cards_of_colour(state))
        groups: i64
        for groups in range(least, most + 1):
            out.add(rules.exchange_action + groups)

    def apply(self, state: State, action: i64) -> None:
        self.rules.lay_for(state, action - self.rules.exchange_action)

    def why_not(self, state: State, action: i64) -> Refusal:
        rules = self.rules
        if not rules.exchange_action <= action < rules.exchange_action + rules.pay_width:
            return rules.why_only_paying(state)
        return Refusal(
            "payment",
            "your cards do not allow so many exchanges, or need more of them "
            "(the game's page, exchanges)",
        )


class Give(Step):
    """Choose the cards of an exchange, one after the other in ascending order of kind."""

    name = "give"
    private = True

    def __init__(self, rules: BoardRules) -> None:
        self.rules: Final = rules

    def legal(self, state: State, out: ActionBuffer) -> None:
        self.rules.payment(state).list_gives(state, state.seat, out)

    def apply(self, state: State, action: i64) -> None:
        rules = self.rules
        kind = action - rules.give_action
        rules.lay(state, kind, rules.payment(state).cards_a_give())
        state.floor = kind
        state.left -= 1
        if state.left == 0:
            rules.paid(state)

    def why_not(self, state: State, action: i64) -> Refusal:
        rules = self.rules
        if not rules.give_action <= action < rules.give_action + KINDS:
            return rules.why_only_paying(state)
        return Refusal(
            "payment",
            "give cards that you hold, in ascending order of kind, until the exchange is full "
            "(the game's page, exchanges)",
        )
