"""How to pay for a track with the cards that the rest of a plan misses least."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.bots.floats import floats
from wagonik.bots.planner.needs import CardNeeds
from wagonik.engine.board import SPECIAL
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import ANY_COLOUR, COLOURS, KINDS, LOCOMOTIVE, zeros

PAY_LOW: Final = 0.1  # what a card is worth that the plan does not need
PAY_HIGH: Final = 1.0  # what a card is worth that it needs
CANNOT_PAY: Final = 1.0e6  # what a payment costs for which there are no cards
PAIR: Final = 2  # cards of one colour
SPARED: Final = 2  # locomotives that are spared by an exchange, at the most


class Purse(CardNeeds):
    """The hand of a seat, what a set of tracks takes from it, and payments out of it."""

    def __init__(self, rules: BoardRules) -> None:
        super().__init__(rules)
        self.keep_locomotive: float = 0.8  # what a locomotive is worth that nothing needs
        # A payment: cards of each kind that it takes, and how it is made.
        self.spent: vec[i64] = zeros(KINDS)
        self.trial: vec[i64] = zeros(KINDS)
        self.pay_colour: i64 = 0
        self.pay_units: i64 = 0
        self.scratch: vec[float] = floats(KINDS)

    def worth(self, kind: i64, count: i64) -> float:
        """What so many cards of a kind are worth to the rest of the plan."""
        free = self.hand[kind] - self.hard[kind] - self.soft[kind]
        if free < 0:
            free = 0
        low: float = self.keep_locomotive if kind == LOCOMOTIVE else PAY_LOW
        high: float = PAY_HIGH + low
        if count <= free:
            return low * float(count)
        return low * float(free) + high * float(count - free)

    def gather(self, count: i64, group: i64, engines: bool) -> float:
        """Add the cheapest so many cards (in groups of a kind) to `trial`; their worth. Locomotives
        are among them only where they are asked for: one that is exchanged for a locomotive might
        as well be laid itself."""
        total: float = 0.0
        cost = self.scratch  # of the next cards of each kind
        kind: i64
        for kind in range(KINDS):
            cost[kind] = self.next_worth(kind, group)
        if not engines:
            cost[LOCOMOTIVE] = CANNOT_PAY
        while count > 0:
            best: i64 = -1
            least: float = CANNOT_PAY
            for kind in range(KINDS):
                if cost[kind] < least:
                    least = cost[kind]
                    best = kind
            if best < 0:
                return CANNOT_PAY
            self.trial[best] += group
            total += least
            count -= 1
            cost[best] = self.next_worth(best, group)
        return total

    def next_worth(self, kind: i64, group: i64) -> float:
        """What so many more cards of a kind in `trial` are worth; CANNOT_PAY if there are none."""
        have = self.trial[kind]
        if self.hand[kind] - have < group:
            return CANNOT_PAY
        return self.worth(kind, have + group) - self.worth(kind, have)

    def choose_payment(self, track: i64, size: i64) -> float:
        """The payment of a track that hurts the plan least; the plan's needs must not hold it.

        Leaves the cards in `spent` and its form in pay_colour and pay_units. Returns the worth
        of the cards, or CANNOT_PAY if the hand can't pay.
        """
        board = self.board
        kind = board.kind[track]
        symbols = board.symbols[track]
        length = self.length(track)
        colour = board.colour[track]
        first: i64 = colour
        last: i64 = colour + 1
        grey = colour == ANY_COLOUR
        if grey:
            first = 0
            last = COLOURS
        best: float = CANNOT_PAY
        special = kind == SPECIAL and board.exchange[track] > 0
        units: i64
        most_units = length if self.wild[kind] else 0
        chosen: i64
        groups: i64
        i: i64
        for chosen in range(first, last):
            for units in range(symbols, most_units + 1):
                cards = length - units
                if self.hand[chosen] < cards:
                    continue
                if cards == 0 and chosen > first:
                    continue
                # How many of the units are exchanged: all of a special track's, else as few
                # as needed or a few more.
                lack = units - self.hand[LOCOMOTIVE]
                if lack < 0:
                    lack = 0
                top = lack
                if special:
                    lack = units
                    top = units
                elif (self.pairs and symbols > 0) or size > 0:
                    top = units if units < lack + SPARED else lack + SPARED
                    if self.pairs and top > symbols:
                        top = symbols
                elif lack > 0:
                    continue
                spares = self.wild_everywhere and units > symbols
                if spares:
                    spares = self.hand[chosen] > cards or (cards == 0 and grey and self.most > 0)
                for groups in range(lack, top + 1):
                    if spares and units > groups and not special:
                        continue  # a card of the colour would do for a locomotive
                    for i in range(KINDS):
                        self.trial[i] = 0
                    self.trial[chosen] = cards
                    cost = self.worth(chosen, cards)
                    if not special:
                        self.trial[LOCOMOTIVE] = units - groups
                        cost += self.worth(LOCOMOTIVE, units - groups)
                    if groups > 0:
                        if special:
                            cost += self.gather(groups * board.exchange[track], 1, True)
                        elif self.pairs:
                            cost += self.gather(groups, PAIR, False)
                        else:
                            cost += self.gather(groups * size, 1, False)
                    if cost < best:
                        best = cost
                        self.pay_colour = LOCOMOTIVE if cards == 0 else chosen
                        self.pay_units = units
                        for i in range(KINDS):
                            self.spent[i] = self.trial[i]
        return best
