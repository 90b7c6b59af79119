"""Which tracks a hand can pay for, looked up in one table instead of tried one by one."""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.engine.cards import ANY_COLOUR, LOCOMOTIVE, PILE, TOTAL, packed
from wagonik.engine.errors import WagonikError
from wagonik.engine.payments import LocomotivePayment, Payment
from wagonik.engine.state import State

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


class HandTable:
    """The tracks that a hand pays for, by its counts: a set for every number of locomotives, of
    units (where some payment has an exchange), colour, and number of its cards."""

    def __init__(self, rules: "BoardRules", payments: list[Payment]) -> None:
        board = rules.board
        plain = [p for p in payments if not isinstance(p, LocomotivePayment) or p.exchange == 0]
        others = [p for p in payments if isinstance(p, LocomotivePayment) and p.exchange > 0]
        if len(others) > 1:
            raise WagonikError("All payments of a game must exchange in the same way.")
        self.scratch: Final = rules.scratch
        self.exchange: LocomotivePayment | None = others[0] if others else None
        self.longest: i64 = max([int(p.longest) for p in payments], default=0)
        self.most_locomotives: i64 = max([int(p.longest) for p in plain], default=0)
        self.most_units: i64 = max([int(p.longest) for p in others], default=0)
        colours = sorted({int(board.colour[t]) for p in payments for t in p.tracks})
        self.colours: vec[i64] = packed(colours)
        of_colour = [
            [(p, t) for p in payments for t in p.tracks if board.colour[t] == colour]
            for colour in colours
        ]
        # The most symbols of a track of each colour that an exchange pays for.
        self.most_symbols: vec[i64] = packed(
            [
                max([int(board.symbols[t]) for p, t in found if p in others], default=0)
                for found in of_colour
            ]
        )
        masks: list[int] = []
        for locomotives in range(self.most_locomotives + 1):
            for units in range(self.most_units + 1):
                for found in of_colour:
                    for cards in range(self.longest + 1):
                        paid = [t for p, t in found if p.is_paid_by(t, cards, locomotives, units)]
                        masks += board.mask_of(paid)
        self.first: i64 = rules.track_sets.add(masks)
        # How far apart are the sets of one card, colour, unit, locomotive more.
        self.card: i64 = board.words
        self.colour: i64 = (self.longest + 1) * self.card
        self.unit: i64 = len(of_colour) * self.colour
        self.locomotive: i64 = (self.most_units + 1) * self.unit

    def pick_payable(self, state: State, seat: i64, most: i64) -> None:
        """Pick the sets of tracks that the hand pays for. It has at most `most` cards of one
        colour, which is what a grey track can use."""
        hand = state.hand
        at = seat * PILE
        locomotives = hand[at + LOCOMOTIVE]
        most_locomotives = self.most_locomotives
        row = self.first + self.locomotive * (
            locomotives if locomotives < most_locomotives else most_locomotives
        )
        exchange = self.exchange
        if exchange is not None:
            size = exchange.group_size(state, seat)
            saving = exchange.saving(state, seat)
            self.pick_exchanging(hand, at, most, row, size, saving)
            return
        colours = self.colours
        longest = self.longest
        card = self.card
        step = self.colour
        picked = self.scratch.picked
        count = self.scratch.count
        i: i64
        for i in range(len(colours)):
            colour = colours[i]
            cards = most if colour == ANY_COLOUR else hand[at + colour]
            picked[count] = row + card * (cards if cards < longest else longest)
            row += step
            count += 1
        self.scratch.count = count

    def pick_exchanging(
        self,
        hand: vec[i64],
        at: i64,
        most: i64,
        row: i64,
        size: i64,
        saving: i64,
    ) -> None:
        """The same for a hand in which `size` cards of any kind stand for a locomotive."""
        locomotives = hand[at + LOCOMOTIVE]
        others = hand[at + TOTAL] - locomotives
        # What other cards are worth in locomotives, if so many are left out.
        groups = GROUPS
        worth = size * GROUPS_ROW + others
        longest = self.longest
        most_units = self.most_units
        symbols = self.most_symbols
        unit = self.unit
        card = self.card
        step = self.colour
        colours = self.colours
        picked = self.scratch.picked
        count = self.scratch.count
        i: i64
        for i in range(len(colours)):
            colour = colours[i]
            cards = most if colour == ANY_COLOUR else hand[at + colour]
            units = locomotives + groups[worth - cards]
            while cards + units > 0:
                length = cards + saving
                picked[count] = (
                    row
                    + unit * (units if units < most_units else most_units)
                    + card * (length if length < longest else longest)
                )
                count += 1
                if units >= symbols[i] or size == 0:
                    break
                # Where symbols take more units than that, cards of the colour itself must go
                # into the exchange.
                units += 1
                cards = others - size * (units - locomotives)
                if cards < 0:
                    break
            row += step
        self.scratch.count = count
