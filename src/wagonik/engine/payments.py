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
from wagonik.engine.board import MOST_WORDS
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


# How many whole groups so many cards make: a row for each size of a group, so that the hot loop
# looks up instead of dividing. Without an exchange (size 0) there are none.
GROUPS_ROW: Final = 2048  # more than all cards that a board file may have
LARGEST_GROUP: Final = 9
GROUPS: Final = packed(
    [0] * GROUPS_ROW
    + [count // size for size in range(1, LARGEST_GROUP + 1) for count in range(GROUPS_ROW)]
)


EVERY_COLOUR: Final = KINDS  # the row behind all colours: the tracks of any of them
WORDS: Final = MOST_WORDS  # masks of payable tracks and their tables have a fixed size


def most_of_a_colour(hand: vec[i64], at: i64) -> i64:
    most: i64 = 0
    kind: i64
    for kind in range(COLOURS):
        if hand[at + kind] > most:
            most = hand[at + kind]
    return most


class Payment:
    """How the tracks of some kinds are paid for."""

    # In words for people: whether a locomotive pays for a space, and whether the cards that stand
    # for one must be of one colour.
    takes_locomotives: bool = False
    of_one_colour: bool = False

    def __init__(self, rules: "BoardRules", kinds: list[int], exact: bool = False) -> None:
        self.rules: Final = rules
        board = rules.board
        tracks = [t for t in range(board.track_count) if board.kind[t] in kinds]
        self.longest: i64 = max([int(board.length[t]) for t in tracks], default=0)
        classes = [c for c in board.classes if c.kind in kinds]
        self.class_count: i64 = len(classes)
        self.colours: Final = sorted({int(c.colour) for c in classes})
        self.most_symbols: i64 = max([int(c.symbols) for c in classes], default=0)
        # Masks of tracks, WORDS integers each: for every colour, number of symbols and length,
        # the tracks of that colour with at most so many symbols and spaces (or, where what pays
        # for many symbols need not pay for fewer, with exactly so many symbols).
        lengths = int(self.longest) + 1
        self.row: i64 = lengths * WORDS
        self.table: i64 = (self.most_symbols + 1) * self.row
        self.up_to: vec[i64] = zeros(int((KINDS + 1) * self.table))
        for group in classes:
            last = group.symbols if exact else self.most_symbols
            for symbols in range(group.symbols, last + 1):
                at = group.colour * self.table + symbols * self.row
                every = EVERY_COLOUR * self.table + symbols * self.row
                for length in range(lengths):
                    for word in range(rules.words):
                        mask = group.up_to[length * rules.words + word]
                        self.up_to[at + length * WORDS + word] |= mask
                        self.up_to[every + length * WORDS + word] |= mask
        self.colour_list: vec[i64] = packed(self.colours)
        self.shortest: i64 = min([int(c.shortest) for c in classes], default=0)

    # Which tracks can be paid

    def reach(self, state: State, seat: i64, symbols: i64, cards: i64) -> i64:
        """The longest track with so many symbols that the hand can pay with so many cards of its
        colour, or 0."""
        raise NotImplementedError

    def add_payable(self, state: State, seat: i64, pieces: i64, most: i64, mask: vec[i64]) -> None:
        """Add the tracks that the hand can pay to a mask, none longer than the pieces left. The
        hand has at most `most` cards of one colour, which is what a grey track can use."""
        colours = self.colour_list
        hand = state.hand
        at = seat * PILE
        limit = pieces if pieces < self.longest else self.longest
        if hand[at + TOTAL] < self.shortest:  # a space takes a card at least
            return
        i: i64
        symbols: i64
        for i in range(len(colours)):
            colour = colours[i]
            cards = most if colour == ANY_COLOUR else hand[at + colour]
            for symbols in range(self.most_symbols + 1):
                length = self.reach(state, seat, symbols, cards)
                self.add_tracks(colour, symbols, length if length < limit else limit, mask)

    def add_tracks(self, colour: i64, symbols: i64, length: i64, mask: vec[i64]) -> None:
        """Add the tracks of a colour with so many symbols and at most so many spaces."""
        up_to = self.up_to
        at = colour * self.table + symbols * self.row + length * WORDS
        word: i64
        for word in range(WORDS):
            mask[word] |= up_to[at + word]

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

    def add_payable(self, state: State, seat: i64, pieces: i64, most: i64, mask: vec[i64]) -> None:
        hand = state.hand
        at = seat * PILE
        colours = self.colour_list
        up_to = self.up_to
        table = self.table
        limit = pieces if pieces < self.longest else self.longest
        first: i64 = 0
        second: i64 = 0
        third: i64 = 0
        i: i64
        for i in range(len(colours)):
            colour = colours[i]
            length = most if colour == ANY_COLOUR else hand[at + colour]
            if length == 0:
                continue
            row = colour * table + (length if length < limit else limit) * WORDS
            first |= up_to[row]
            second |= up_to[row + 1]
            third |= up_to[row + 2]
        mask[0] |= first
        mask[1] |= second
        mask[2] |= third

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

    def add_payable(self, state: State, seat: i64, pieces: i64, most: i64, mask: vec[i64]) -> None:
        hand = state.hand
        at = seat * PILE
        units = hand[at + LOCOMOTIVE]
        size = self.group_size(state, seat)
        saving = self.saving(state, seat)
        limit = pieces if pieces < self.longest else self.longest
        if size > 0:
            self.add_exchanged(hand, at, size, saving, limit, most, mask)
            return
        up_to = self.up_to
        colours = self.colour_list
        table = self.table
        most_symbols = self.most_symbols
        line = (units if units < most_symbols else most_symbols) * self.row
        first: i64 = 0
        second: i64 = 0
        third: i64 = 0
        # What needs no card of its colour, then what the colours in hand add to it.
        if units > 0:
            length = units + saving
            if length >= limit and units >= most_symbols:  # they can't add anything
                self.add_tracks(EVERY_COLOUR, most_symbols, limit, mask)
                return
            row = EVERY_COLOUR * table + line + (length if length < limit else limit) * WORDS
            first = up_to[row]
            second = up_to[row + 1]
            third = up_to[row + 2]
        i: i64
        for i in range(len(colours)):
            colour = colours[i]
            cards = most if colour == ANY_COLOUR else hand[at + colour]
            if cards == 0:
                continue
            length = cards + units + saving
            if length > limit:
                length = limit
            row = colour * table + line + length * WORDS
            first |= up_to[row]
            second |= up_to[row + 1]
            third |= up_to[row + 2]
        mask[0] |= first
        mask[1] |= second
        mask[2] |= third

    def add_exchanged(
        self,
        hand: vec[i64],
        at: i64,
        size: i64,
        saving: i64,
        limit: i64,
        most: i64,
        mask: vec[i64],
    ) -> None:
        """Add the tracks that can be paid where `size` cards of any kind stand for a locomotive."""
        locomotives = hand[at + LOCOMOTIVE]
        others = hand[at + TOTAL] - locomotives
        # What other cards are worth in locomotives, if so many are left out.
        groups = GROUPS
        worth = size * GROUPS_ROW + others
        units = locomotives + groups[worth]
        most_symbols = self.most_symbols
        colours = self.colour_list
        up_to = self.up_to
        table = self.table
        line = self.row
        first: i64 = 0
        second: i64 = 0
        third: i64 = 0
        if units > 0:
            symbols = units if units < most_symbols else most_symbols
            length = units + saving
            if length >= limit and units >= most_symbols:  # colours can't add anything
                self.add_tracks(EVERY_COLOUR, most_symbols, limit, mask)
                return
            row = EVERY_COLOUR * table + symbols * line
            row += (length if length < limit else limit) * WORDS
            first = up_to[row]
            second = up_to[row + 1]
            third = up_to[row + 2]
        i: i64
        for i in range(len(colours)):
            colour = colours[i]
            cards = most if colour == ANY_COLOUR else hand[at + colour]
            if cards == 0:
                continue
            units = locomotives + groups[worth - cards]
            length = cards + units + saving
            if length > limit:
                length = limit
            symbols = units
            if units < most_symbols:
                if others >= size * (units + 1 - locomotives):
                    self.add_by_giving_colour(
                        colour, units, locomotives, others, size, saving, limit, mask
                    )
            else:
                symbols = most_symbols
            row = colour * table + symbols * line + length * WORDS
            first |= up_to[row]
            second |= up_to[row + 1]
            third |= up_to[row + 2]
        mask[0] |= first
        mask[1] |= second
        mask[2] |= third

    def add_by_giving_colour(
        self,
        colour: i64,
        units: i64,
        locomotives: i64,
        others: i64,
        size: i64,
        saving: i64,
        limit: i64,
        mask: vec[i64],
    ) -> None:
        """Where the symbols take more than locomotives and other cards are worth, cards of the
        colour itself must go into the exchange."""
        symbols: i64
        for symbols in range(units + 1, self.most_symbols + 1):
            spare = others - size * (symbols - locomotives)
            if spare < 0:
                return
            length = symbols + spare + saving
            self.add_tracks(colour, symbols, length if length < limit else limit, mask)

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
