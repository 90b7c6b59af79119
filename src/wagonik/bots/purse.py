"""A hand of cards against a plan: what is missing, what can be spared, how to pay.

Every number here is about one seat's own hand. How tracks are paid is read from the payments of
the rules: whether locomotives stand for colours, and how many cards stand for a locomotive.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.bots.roads import floats
from wagonik.engine.board import FERRY, ORDINARY, SPECIAL, TRACK_KINDS, TUNNEL
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import ANY_COLOUR, COLOURS, KINDS, LOCOMOTIVE, PILE, TOTAL, zeros
from wagonik.engine.payments import ColourPayment, LocomotivePayment
from wagonik.engine.state import State

PAY_LOW: Final = 0.1  # what a card is worth that the plan does not need
PAY_HIGH: Final = 1.0  # what a card is worth that it needs


class Purse:
    """The hand of a seat and what a set of tracks takes from it."""

    def __init__(self, rules: BoardRules) -> None:
        self.rules: Final = rules
        self.board: Final = rules.board
        self.wild: vec[i64] = zeros(TRACK_KINDS)  # do locomotives stand for colours?
        self.size: vec[i64] = zeros(TRACK_KINDS)  # cards that stand for a locomotive, or 0
        for kind in (ORDINARY, FERRY, TUNNEL, SPECIAL):
            payment = rules.payments[kind]
            self.wild[kind] = 0 if isinstance(payment, ColourPayment) else 1
            if isinstance(payment, LocomotivePayment):
                self.size[kind] = payment.exchange
        self.pairs: bool = False  # a pair of one colour stands for a symbol's locomotive
        self.locomotive: float = 2.0  # cards that it takes to come by a locomotive
        self.keep_locomotive: float = 0.8  # what a locomotive is worth that nothing needs
        self.tunnel_spare: float = 0.0  # cards that a tunnel is expected to cost beyond its own
        self.saves: i64 = 0  # cards that every track costs less
        self.hand: vec[i64] = zeros(PILE)
        self.most: i64 = 0
        # What the plan takes: colour cards that locomotives can't stand for, those that they
        # can, and locomotives.
        self.hard: vec[i64] = zeros(KINDS)
        self.soft: vec[i64] = zeros(KINDS)
        self.short: vec[i64] = zeros(KINDS)
        self.soft_short: i64 = 0
        # A payment: cards of each kind that it takes, and how it is made.
        self.spent: vec[i64] = zeros(KINDS)
        self.trial: vec[i64] = zeros(KINDS)
        self.pay_colour: i64 = 0
        self.pay_units: i64 = 0
        self.pay_groups: i64 = 0
        self.scratch: vec[float] = floats(KINDS)

    def load(self, state: State, seat: i64) -> None:
        hand = self.hand
        at = seat * PILE
        kind: i64
        self.most = 0
        for kind in range(PILE):
            hand[kind] = state.hand[at + kind]
        for kind in range(COLOURS):
            if hand[kind] > self.most:
                self.most = hand[kind]

    def length(self, track: i64) -> i64:
        """The cards that a track costs."""
        board = self.board
        length = board.length[track]
        if self.saves and length > 1 and length > board.symbols[track]:
            return length - 1
        return length

    def missing(self, track: i64) -> float:
        """How many more cards the hand needs to claim this track alone."""
        board = self.board
        hand = self.hand
        kind = board.kind[track]
        length = self.length(track)
        colour = board.colour[track]
        held = self.most if colour == ANY_COLOUR else hand[colour]
        if self.wild[kind] == 0:
            return float(length - held) if held < length else 0.0
        if kind == SPECIAL and board.exchange[track] > 0:
            lack = length - held
            if lack <= 0:
                return 0.0
            free = (hand[TOTAL] - held) // board.exchange[track]
            return float(lack - free) if lack > free else 0.0
        symbols = board.symbols[track]
        rest = length - symbols
        locomotives = hand[LOCOMOTIVE]
        have = held if held < rest else rest
        extra = locomotives - symbols
        spare: float = self.tunnel_spare if kind == TUNNEL else 0.0
        if extra >= 0:
            over = float(held + extra - rest) - spare
            return 0.0 if over >= 0.0 else -over
        missing = float(rest - have) + spare
        lacking = -extra
        junk = hand[TOTAL] - locomotives - have
        if self.pairs:
            lacking -= junk // 3
        elif self.size[kind] > 0:
            lacking -= junk // self.size[kind]
        if lacking > 0:
            missing += self.locomotive * float(lacking)
        return missing

    # The needs of a plan

    def clear(self) -> None:
        kind: i64
        for kind in range(KINDS):
            self.hard[kind] = 0
            self.soft[kind] = 0

    def add_coloured(self, track: i64) -> None:
        """Count what a track takes; grey tracks are added after all others."""
        board = self.board
        colour = board.colour[track]
        kind = board.kind[track]
        symbols = board.symbols[track]
        cards = self.length(track) - symbols
        self.soft[LOCOMOTIVE] += symbols
        if self.wild[kind] == 0:
            self.hard[colour] += cards
        else:
            self.soft[colour] += cards
            if kind == TUNNEL and self.tunnel_spare > 0.5:
                self.soft[colour] += 1

    def add_grey(self, track: i64) -> None:
        """A grey track takes the colour of which most is left over."""
        board = self.board
        kind = board.kind[track]
        symbols = board.symbols[track]
        cards = self.length(track) - symbols
        best: i64 = 0
        most: i64 = -1000
        colour: i64
        for colour in range(COLOURS):
            left = self.hand[colour] - self.hard[colour] - self.soft[colour]
            if left > most:
                most = left
                best = colour
        self.soft[LOCOMOTIVE] += symbols
        if kind == SPECIAL and board.exchange[track] > 0:
            # Only what the exchange of all other cards can't give is really needed.
            free = (self.hand[TOTAL] - (most if most > 0 else 0)) // board.exchange[track]
            cards -= free
            if cards < 0:
                cards = 0
        if self.wild[kind] == 0 or (kind == SPECIAL and board.exchange[track] > 0):
            self.hard[best] += cards
        else:
            self.soft[best] += cards
            if kind == TUNNEL and self.tunnel_spare > 0.5:
                self.soft[best] += 1

    def shortage(self, size: i64) -> float:
        """The cards that the plan is short of; by kind in `short`.

        `size` cards stand for a locomotive where it is not 0.
        """
        hand = self.hand
        short = self.short
        total: i64 = 0
        soft: i64 = 0
        junk: i64 = 0
        kind: i64
        for kind in range(COLOURS):
            hard_lack = self.hard[kind] - hand[kind]
            if hard_lack < 0:
                hard_lack = 0
            lack = self.hard[kind] + self.soft[kind] - hand[kind]
            if lack < 0:
                junk -= lack
                lack = 0
            short[kind] = lack
            total += lack
            if lack > hard_lack:
                soft += lack - hard_lack
        extra = hand[LOCOMOTIVE] - self.soft[LOCOMOTIVE]
        short[LOCOMOTIVE] = 0
        if extra >= 0:
            used = extra if extra < soft else soft
            self.soft_short = soft - used
            return float(total - used)
        self.soft_short = soft
        lacking = -extra
        if self.pairs:
            lacking -= junk // 3
        elif size > 0:
            lacking -= junk // size
        if lacking < 0:
            lacking = 0
        short[LOCOMOTIVE] = lacking
        return float(total) + self.locomotive * float(lacking)

    # Payments

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

    def gather(self, count: i64, group: i64) -> float:
        """Add the cheapest so many cards (in groups of a kind) to `trial`; their worth."""
        total: float = 0.0
        cost = self.scratch  # of the next cards of each kind
        kind: i64
        for kind in range(KINDS):
            cost[kind] = self.next_worth(kind, group)
        while count > 0:
            best: i64 = -1
            least: float = 1.0e6
            for kind in range(KINDS):
                if cost[kind] < least:
                    least = cost[kind]
                    best = kind
            if best < 0:
                return 1.0e6
            self.trial[best] += group
            total += least
            count -= 1
            cost[best] = self.next_worth(best, group)
        return total

    def next_worth(self, kind: i64, group: i64) -> float:
        """What so many more cards of a kind in `trial` are worth; a million if there are none."""
        have = self.trial[kind]
        if self.hand[kind] - have < group or (group > 1 and kind == LOCOMOTIVE):
            return 1.0e6
        return self.worth(kind, have + group) - self.worth(kind, have)

    def choose_payment(self, track: i64, size: i64) -> float:
        """The payment of a track that hurts the plan least; the plan's needs must not hold it.

        Leaves the cards in `spent` and its form in pay_colour, pay_units and pay_groups. Returns
        the worth of the cards, or a million if the hand can't pay.
        """
        board = self.board
        kind = board.kind[track]
        symbols = board.symbols[track]
        length = self.length(track)
        colour = board.colour[track]
        first: i64 = colour
        last: i64 = colour + 1
        if colour == ANY_COLOUR:
            first = 0
            last = COLOURS
        best: float = 1.0e6
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
                # as needed or one more.
                lack = units - self.hand[LOCOMOTIVE]
                if lack < 0:
                    lack = 0
                top = lack
                if special:
                    lack = units
                    top = units
                elif (self.pairs and symbols > 0) or size > 0:
                    top = units if units < lack + 2 else lack + 2
                    if self.pairs and top > symbols:
                        top = symbols
                elif lack > 0:
                    continue
                for groups in range(lack, top + 1):
                    for i in range(KINDS):
                        self.trial[i] = 0
                    self.trial[chosen] = cards
                    cost = self.worth(chosen, cards)
                    if not special:
                        self.trial[LOCOMOTIVE] = units - groups
                        cost += self.worth(LOCOMOTIVE, units - groups)
                    if groups > 0:
                        if special:
                            cost += self.gather(groups * board.exchange[track], 1)
                        elif self.pairs:
                            cost += self.gather(groups, 2)
                        else:
                            cost += self.gather(groups * size, 1)
                    if cost < best:
                        best = cost
                        self.pay_colour = LOCOMOTIVE if cards == 0 else chosen
                        self.pay_units = units
                        self.pay_groups = groups
                        for i in range(KINDS):
                            self.spent[i] = self.trial[i]
        return best
