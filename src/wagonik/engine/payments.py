"""How tracks are paid for.

A payment is a short sequence of choices: the colour and how many spaces are paid by
locomotives ("units"), how many of these units by an exchange of other cards ("groups"), and
which cards go into the exchange, one after the other in ascending order of kind. Every step
lists only what can be completed, so every legal payment can be reached and none is a dead end.
"""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.engine.actions import ActionBuffer
from wagonik.engine.board import TrackClass
from wagonik.engine.cards import ANY_COLOUR, COLOURS, LOCOMOTIVE, PILE, TOTAL
from wagonik.engine.state import LAID, State

if TYPE_CHECKING:
    from wagonik.engine.boardrules import BoardRules


def most_of_a_colour(hand: vec[i64], at: i64) -> i64:
    most: i64 = 0
    kind: i64
    for kind in range(COLOURS):
        if hand[at + kind] > most:
            most = hand[at + kind]
    return most


class Payment:
    """How the tracks of some classes are paid for."""

    def __init__(self, rules: "BoardRules", kinds: list[int]) -> None:
        self.rules: Final = rules
        self.words: i64 = rules.words
        self.classes: vec[TrackClass] = vec[TrackClass](
            [c for c in rules.board.classes if c.kind in kinds]
        )

    # Which tracks can be paid

    def prepare(self, state: State, seat: i64) -> None:
        """Look at the hand once, before `reach` is asked for each class."""

    def reach(self, state: State, seat: i64, symbols: i64, colour: i64) -> i64:
        """The longest track of a class that the hand can pay, or 0."""
        raise NotImplementedError

    def add_payable(self, state: State, seat: i64, pieces: i64, mask: vec[i64]) -> None:
        """Add the tracks that the hand can pay to a mask, none longer than the pieces left."""
        self.prepare(state, seat)
        classes = self.classes
        words = self.words
        i: i64
        word: i64
        for i in range(len(classes)):
            group = classes[i]
            length = self.reach(state, seat, group.symbols, group.colour)
            if length > 0:
                if length > pieces:
                    length = pieces
                if length > self.rules.longest_track:
                    length = self.rules.longest_track
                row = length * words
                for word in range(words):
                    mask[word] |= group.up_to[row + word]

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

    def __init__(self, rules: "BoardRules", kinds: list[int]) -> None:
        super().__init__(rules, kinds)
        self.most: i64 = 0

    def prepare(self, state: State, seat: i64) -> None:
        self.most = most_of_a_colour(state.hand, seat * PILE)

    def reach(self, state: State, seat: i64, symbols: i64, colour: i64) -> i64:
        return self.most if colour == ANY_COLOUR else state.hand[seat * PILE + colour]

    def most_units(self, state: State, need: i64) -> i64:
        return 0

    def can_pay(self, state: State, seat: i64, kind: i64, cards: i64, units: i64) -> bool:
        return state.hand[seat * PILE + kind] >= cards


class LocomotivePayment(Payment):
    """Locomotives stand for any colour, and symbols need them.

    With an exchange, a number of cards of any kind may stand for a locomotive.
    """

    def __init__(self, rules: "BoardRules", kinds: list[int], exchange: int = 0) -> None:
        super().__init__(rules, kinds)
        self.exchange: i64 = exchange
        self.most: i64 = 0
        self.size: i64 = exchange

    def group_size(self, state: State, seat: i64) -> i64:
        """How many cards stand for a locomotive; 0 where there is no exchange."""
        return self.exchange

    def prepare(self, state: State, seat: i64) -> None:
        self.most = most_of_a_colour(state.hand, seat * PILE)
        self.size = self.group_size(state, seat)

    def reach(self, state: State, seat: i64, symbols: i64, colour: i64) -> i64:
        hand = state.hand
        at = seat * PILE
        cards = self.most if colour == ANY_COLOUR else hand[at + colour]
        locomotives = hand[at + LOCOMOTIVE]
        size = self.size
        if size == 0:
            return cards + locomotives if locomotives >= symbols else 0
        total = hand[at + TOTAL]
        units = locomotives + (total - cards - locomotives) // size
        if units >= symbols:
            return cards + units
        # Some cards of the colour must go into the exchange for the symbols.
        spare = total - locomotives - size * (symbols - locomotives)
        return symbols + spare if spare >= 0 else 0

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
        return missing if missing > 0 else 0

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
