"""A hand of cards against a plan: what a track lacks, and what all of a plan takes.

Every number here is about one seat's own hand. How tracks are paid is read from the payments of
the rules: whether locomotives stand for colours, and how many cards stand for a locomotive.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.engine.board import FERRY, ORDINARY, SPECIAL, TRACK_KINDS, TUNNEL
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import ANY_COLOUR, COLOURS, KINDS, LOCOMOTIVE, PILE, TOTAL, zeros
from wagonik.engine.payments import ColourPayment, LocomotivePayment
from wagonik.engine.state import State

CARDS_FOR_A_PAIR: Final = 3  # odd cards among which there is about one pair of a colour
TUNNEL_CARD: Final = 0.5  # cards expected beyond a tunnel's own that make the plan draw one more
NONE_LEFT: Final = -1000  # fewer cards left over than any colour has


class CardNeeds:
    """The hand of a seat and what a set of tracks takes from it."""

    def __init__(self, rules: BoardRules) -> None:
        self.rules: Final = rules
        self.board: Final = rules.board
        self.wild: vec[i64] = zeros(TRACK_KINDS)  # do locomotives stand for colours?
        self.size: vec[i64] = zeros(TRACK_KINDS)  # cards that stand for a locomotive, or 0
        # Where locomotives stand for colours on every track, none is worth less than a colour card.
        self.wild_everywhere: bool = True
        for kind in (ORDINARY, FERRY, TUNNEL, SPECIAL):
            payment = rules.payments[kind]
            self.wild[kind] = 0 if isinstance(payment, ColourPayment) else 1
            if isinstance(payment, ColourPayment):
                self.wild_everywhere = False
            if isinstance(payment, LocomotivePayment):
                self.size[kind] = payment.exchange
        self.pairs: bool = False  # a pair of one colour stands for a symbol's locomotive
        self.locomotive: float = 2.0  # cards that it takes to come by a locomotive
        self.tunnel_spare: float = 0.0  # cards that a tunnel is expected to cost beyond its own
        self.saves: i64 = 0  # cards that every track costs less
        self.hand: vec[i64] = zeros(PILE)
        self.most: i64 = 0
        self.away: vec[i64] = zeros(KINDS)  # cards that are put away for the plan
        # What the plan takes: colour cards that locomotives can't stand for, those that they
        # can, and locomotives.
        self.hard: vec[i64] = zeros(KINDS)
        self.soft: vec[i64] = zeros(KINDS)
        self.short: vec[i64] = zeros(KINDS)
        self.soft_short: i64 = 0

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

    def set_aside(self) -> None:
        """Put away the cards that the plan takes, as its shortage was just counted."""
        hand = self.hand
        away = self.away
        lacking: i64 = 0  # locomotives that stand for colours
        kind: i64
        for kind in range(COLOURS):
            taken = self.hard[kind] + self.soft[kind]
            if taken > hand[kind]:
                lack = taken - hand[kind]
                lacking += lack if lack < self.soft[kind] else self.soft[kind]
                taken = hand[kind]
            away[kind] = taken
        lacking += self.soft[LOCOMOTIVE]
        away[LOCOMOTIVE] = lacking if lacking < hand[LOCOMOTIVE] else hand[LOCOMOTIVE]
        self.move(-1)

    def take_back(self) -> None:
        """Hold again what was put away."""
        self.move(1)

    def move(self, sign: i64) -> None:
        hand = self.hand
        kind: i64
        self.most = 0
        for kind in range(KINDS):
            hand[kind] += sign * self.away[kind]
            hand[TOTAL] += sign * self.away[kind]
            if kind != LOCOMOTIVE and hand[kind] > self.most:
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
            lacking -= junk // CARDS_FOR_A_PAIR
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
            if kind == TUNNEL and self.tunnel_spare > TUNNEL_CARD:
                self.soft[colour] += 1

    def add_grey(self, track: i64) -> None:
        """A grey track takes the colour of which most is left over."""
        board = self.board
        kind = board.kind[track]
        symbols = board.symbols[track]
        cards = self.length(track) - symbols
        best: i64 = 0
        most: i64 = NONE_LEFT
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
            if kind == TUNNEL and self.tunnel_spare > TUNNEL_CARD:
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
            lacking -= junk // CARDS_FOR_A_PAIR
        elif size > 0:
            lacking -= junk // size
        if lacking < 0:
            lacking = 0
        short[LOCOMOTIVE] = lacking
        return float(total) + self.locomotive * float(lacking)
