"""How tracks are paid for.

A payment is a short sequence of choices: the colour and how many spaces are paid by
locomotives ("units"), how many of these units by an exchange of other cards ("groups"), and
which cards go into the exchange, one after the other in ascending order of kind. Every step
lists only what can be completed, so every legal payment can be reached and none is a dead end.
"""

from typing import TYPE_CHECKING, Final, final

from librt.vecs import append, vec
from mypy_extensions import i64

from wagonik.engine.actions import ActionBuffer
from wagonik.engine.cards import (
    ANY_COLOUR,
    COLOURS,
    KINDS,
    LOCOMOTIVE,
    PILE,
    TOTAL,
    packed,
    zeros,
)
from wagonik.engine.state import LAID, State

if TYPE_CHECKING:
    from wagonik.engine.boardrules import BoardRules


MOST_SETS: Final = 256  # that one hand can be worth, whatever the game


def most_of_a_colour(hand: vec[i64], at: i64) -> i64:
    most: i64 = 0
    kind: i64
    for kind in range(COLOURS):
        if hand[at + kind] > most:
            most = hand[at + kind]
    return most


@final
class ClaimScratch:
    """Work space for finding the tracks that a seat can claim: what is open to it, and the sets
    that its hand pays for. All matches with the same rules share it, one after the other, so it
    holds nothing between two calls of `find_claimable`."""

    def __init__(self, words: int) -> None:
        self.mask: vec[i64] = zeros(words)
        self.picked: vec[i64] = zeros(MOST_SETS)  # where in the table they begin
        self.count: i64 = 0

    def pick(self, at: i64) -> None:
        self.picked[self.count] = at
        self.count += 1


@final
class TrackSets:
    """All sets of tracks that payments ask for, as masks in one table."""

    def __init__(self, words: int) -> None:
        self.words: i64 = words
        self.table: vec[i64] = vec[i64]()

    def add(self, masks: list[int]) -> int:
        """Append sets, so many words each; returns where the first begins."""
        at = len(self.table)
        for mask in masks:
            self.table = append(self.table, mask)
        return at

    def unite(self, scratch: ClaimScratch) -> None:
        """Leave in its mask the tracks that are in one of the sets picked."""
        table = self.table
        mask = scratch.mask
        picked = scratch.picked
        words = self.words
        # A board has three words at the most, and the sets are gone through once for all of them.
        first: i64 = 0
        second: i64 = 0
        third: i64 = 0
        i: i64
        for i in range(scratch.count):
            at = picked[i]
            first |= table[at]
            if words > 1:
                second |= table[at + 1]
                if words > 2:
                    third |= table[at + 2]
        mask[0] &= first
        if words > 1:
            mask[1] &= second
            if words > 2:
                mask[2] &= third


class Payment:
    """How the tracks of some kinds are paid for."""

    # In words for people: whether a locomotive pays for a space, and whether the cards that stand
    # for one must be of one colour.
    takes_locomotives: bool = False
    of_one_colour: bool = False

    def __init__(self, rules: "BoardRules", kinds: list[int], exact: bool = False) -> None:
        self.rules: Final = rules
        self.sets: Final = rules.track_sets
        self.scratch: Final = rules.scratch
        board = rules.board
        self.tracks: Final = [t for t in range(board.track_count) if board.kind[t] in kinds]
        self.longest: i64 = max([int(board.length[t]) for t in self.tracks], default=0)
        self.most_symbols: i64 = max([int(board.symbols[t]) for t in self.tracks], default=0)
        self.colour_list: vec[i64] = packed(sorted({int(board.colour[t]) for t in self.tracks}))
        self.exact: Final = exact
        self.width: i64 = board.words  # of a set
        self.row: i64 = (self.longest + 1) * self.width
        self.block: i64 = KINDS * self.row
        self.first: i64 = 0

    # Which tracks can be paid

    def depends_on_counts(self) -> bool:
        """Whether the cards of a track's colour, the locomotives and what other cards are worth in
        locomotives say all about paying for it: then `is_paid_by` tells."""
        return False

    def is_paid_by(self, track: int, cards: int, locomotives: int, units: int) -> bool:
        """Whether a hand pays for a track with so many cards of its colour and locomotives, or
        units, which are locomotives and what stands for them."""
        raise NotImplementedError

    def make_sets(self) -> None:
        """Make the sets that `pick_up_to` picks: for every number of symbols, colour and length,
        the tracks of that colour with at most so many symbols and spaces (or, where what pays
        for many symbols need not pay for fewer, with exactly so many symbols)."""
        board = self.rules.board
        masks: list[int] = []
        for symbols in range(self.most_symbols + 1):
            for colour in range(KINDS):
                for length in range(self.longest + 1):
                    masks += board.mask_of(
                        [
                            track
                            for track in self.tracks
                            if board.colour[track] == colour
                            and board.length[track] <= length
                            and board.symbols[track] <= symbols
                            and (board.symbols[track] == symbols or not self.exact)
                        ]
                    )
        self.first = self.sets.add(masks)

    def pick_payable(self, state: State, seat: i64, most: i64) -> None:
        """Pick the tracks that the hand can pay for, however long. It has at most `most` cards of
        one colour, which is what a grey track can use."""
        raise NotImplementedError

    def pick_up_to(self, colour: i64, symbols: i64, length: i64) -> None:
        """Pick the tracks of a colour with so many symbols and at most so many spaces."""
        if length > self.longest:
            length = self.longest
        if symbols > self.most_symbols:
            symbols = self.most_symbols
        self.scratch.pick(
            self.first + symbols * self.block + colour * self.row + length * self.width
        )

    def group_size(self, state: State, seat: i64) -> i64:
        """How many cards stand for a locomotive; 0 where there is no exchange."""
        return 0

    # The choices

    def list_pays(self, state: State, seat: i64, out: ActionBuffer) -> None:
        """Every colour and number of units that can pay for state.track."""
        rules = self.rules
        colour = rules.board.colour[state.track]
        need = rules.need(state, seat, state.track)
        least = self.least_units(state, seat, need)
        most = self.most_units(state, need)
        units: i64
        kind: i64
        first: i64 = colour
        last: i64 = colour + 1
        if colour == ANY_COLOUR:
            first = 0
            last = COLOURS
        for kind in range(first, last):
            for units in range(least, most + 1):
                if units < need and self.can_pay(state, seat, kind, need - units, units):
                    rules.add_pay(out, kind, units)
        # Units only: no colour is chosen.
        if most == need and self.can_pay(state, seat, LOCOMOTIVE, 0, need):
            rules.add_pay(out, LOCOMOTIVE, need)

    def least_units(self, state: State, seat: i64, need: i64) -> i64:
        return self.rules.board.symbols[state.track]

    def most_units(self, state: State, need: i64) -> i64:
        return need

    def can_pay(self, state: State, seat: i64, kind: i64, cards: i64, units: i64) -> bool:
        """Whether so many cards of a colour and so many units can be paid."""
        raise NotImplementedError

    def least_groups(self, state: State, seat: i64) -> i64:
        """For the chosen colour and units: the least exchanges that make it payable."""
        return 0

    def most_groups(self, state: State, seat: i64, cards: i64) -> i64:
        return 0

    def gives(self, state: State, groups: i64) -> i64:
        """How many choices of cards so many exchanges take."""
        return 0

    def cards_a_give(self) -> i64:
        return 1

    def list_gives(self, state: State, seat: i64, out: ActionBuffer) -> None:
        """The cards that can be given next, in ascending order of kind."""
        hand = state.hand
        piles = state.piles
        at = seat * PILE
        behind: i64 = 0
        kind: i64 = LOCOMOTIVE
        lowest = state.floor
        # From the last kind downwards: enough cards must be left at or above the kind given.
        while kind >= lowest:
            left = hand[at + kind] - piles[LAID + kind]
            behind += left
            if left > 0 and behind >= state.left:
                self.rules.add_give(out, kind)
            kind -= 1


class ColourPayment(Payment):
    """Cards of the track's colour only; locomotives can't be played."""

    def depends_on_counts(self) -> bool:
        return True

    def is_paid_by(self, track: int, cards: int, locomotives: int, units: int) -> bool:
        return cards >= self.rules.board.length[track]

    def most_units(self, state: State, need: i64) -> i64:
        return 0

    def can_pay(self, state: State, seat: i64, kind: i64, cards: i64, units: i64) -> bool:
        return state.hand[seat * PILE + kind] >= cards


class LocomotivePayment(Payment):
    """Locomotives stand for any colour, and symbols need them.

    With an exchange, a number of cards of any kind may stand for a locomotive.
    """

    takes_locomotives = True

    def __init__(self, rules: "BoardRules", kinds: list[int], exchange: int = 0) -> None:
        super().__init__(rules, kinds)
        self.exchange: i64 = exchange

    def group_size(self, state: State, seat: i64) -> i64:
        return self.exchange

    def saving(self, state: State, seat: i64) -> i64:
        """How many cards less than its length a track may cost."""
        return 0

    def depends_on_counts(self) -> bool:
        return True

    def is_paid_by(self, track: int, cards: int, locomotives: int, units: int) -> bool:
        board = self.rules.board
        wild = units if self.exchange > 0 else locomotives
        return wild >= board.symbols[track] and cards + wild >= board.length[track]

    def list_pays(self, state: State, seat: i64, out: ActionBuffer) -> None:
        """As many units as can be paid are so in every colour: the cards that these leave for an
        exchange are as many in each."""
        rules = self.rules
        board = rules.board
        hand = state.hand
        at = seat * PILE
        track = state.track
        need = rules.need(state, seat, track)
        symbols = board.symbols[track]
        locomotives = hand[at + LOCOMOTIVE]
        size = self.group_size(state, seat)
        most = locomotives
        if most > need:
            most = need
        if size > 0:
            # Each unit more is an exchange more, and a card of the colour less.
            spare = hand[at + TOTAL] - need
            while most < need and spare + most + 1 - locomotives >= size * (most + 1 - locomotives):
                most += 1
        colour = board.colour[track]
        kind: i64 = colour
        last: i64 = colour
        if colour == ANY_COLOUR:
            kind = 0
            last = COLOURS - 1
        action = rules.pay_action + kind * rules.pay_width
        while kind <= last:
            units = need - hand[at + kind]
            if units < symbols:
                units = symbols
            while units <= most and units < need:
                out.add(action + units)
                units += 1
            action += rules.pay_width
            kind += 1
        if most == need:
            rules.add_pay(out, LOCOMOTIVE, need)  # no colour is chosen

    def can_pay(self, state: State, seat: i64, kind: i64, cards: i64, units: i64) -> bool:
        hand = state.hand
        at = seat * PILE
        if cards > 0 and hand[at + kind] < cards:
            return False
        missing = units - hand[at + LOCOMOTIVE]
        if missing <= 0:
            return True
        size = self.group_size(state, seat)
        if size == 0:
            return False
        return hand[at + TOTAL] - cards - hand[at + LOCOMOTIVE] >= size * missing

    def least_groups(self, state: State, seat: i64) -> i64:
        missing = state.units - state.hand[seat * PILE + LOCOMOTIVE]
        if missing < 0:
            missing = 0
        return missing

    def most_groups(self, state: State, seat: i64, cards: i64) -> i64:
        size = self.group_size(state, seat)
        if size == 0:
            return 0
        spare = state.hand[seat * PILE + TOTAL] - cards - state.units
        if spare <= 0:
            return 0
        most = state.units if size == 1 else spare // (size - 1)
        return state.units if most > state.units else most

    def gives(self, state: State, groups: i64) -> i64:
        return groups * self.group_size(state, state.seat)
