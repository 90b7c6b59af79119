"""Learning the value of positions from self-play: one game, one number of players.

Planner plays itself, now and then with another of its candidates, so that the positions are as
varied as those of a search: in a third of the matches any action that a search would try, and in
another third after a beginning that the seats play at various levels, of which nothing is kept.
Positions at the start of turns are kept. Once a match is over, every seat's points above the mean
are what its features are fitted to, by ridge regression, and who won is what a network learns.
"""

import math
from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from wagonik.bots.base import Brain
from wagonik.bots.floats import floats
from wagonik.bots.games import find_knowledge, make_outlook
from wagonik.bots.master.outlook import Outlook
from wagonik.bots.master.search import MOST
from wagonik.bots.master.value import KNOTS, LEAST_DOUBT, Value
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.cards import zeros
from wagonik.engine.rng import FastRng
from wagonik.engine.rules import Rules
from wagonik.engine.state import State

STRAY: Final = 12  # one decision in so many is another candidate
CHOICES: Final = 5
GAP: Final = 7  # turns between kept positions, at the most
MOST_POSITIONS: Final = 400
KINDS: Final = 3  # of matches, in turn: a few candidates, any action, a beginning of all levels
ANY_ACTION: Final = 1
ALL_LEVELS: Final = 2
LONGEST_BEGINNING: Final = 70  # per cent of a match
CARELESS: Final = 2  # one decision in so many is any legal action, at the lowest level
NO_CHANCE: Final = 1.0e-9  # in place of a chance of 0, which has no logarithm
RIDGE: Final = 20.0  # positions' worth of a feature's own size that pull its weight to 0
TINY: Final = 1.0e-9  # in place of a pivot that rounding made 0 or less


class Sums:
    """The normal equations of a regression: sums of products over positions."""

    def __init__(self, width: int) -> None:
        self.width: i64 = width
        self.products: vec[float] = floats(width * width)
        self.targets: vec[float] = floats(width)
        self.positions: i64 = 0

    def add(self, other: "Sums") -> None:
        i: i64
        for i in range(self.width * self.width):
            self.products[i] += other.products[i]
        for i in range(self.width):
            self.targets[i] += other.targets[i]
        self.positions += other.positions

    def data(self) -> tuple[list[float], list[float], int]:
        """As plain lists, to send from process to process."""
        return list(self.products), list(self.targets), int(self.positions)

    def load(self, data: tuple[list[float], list[float], int]) -> None:
        i: i64
        for i in range(self.width * self.width):
            self.products[i] = data[0][i]
        for i in range(self.width):
            self.targets[i] = data[1][i]
        self.positions = data[2]


class Positions:
    """Positions of matches, and how these ended, seat by seat."""

    def __init__(self, seats: int, size: int) -> None:
        self.seats: i64 = seats
        self.row: i64 = seats * size  # numbers of one position
        self.count: i64 = 0
        self.features: vec[float] = vec[float]()
        self.progress: vec[float] = vec[float]()
        self.points: vec[float] = vec[float]()  # above the mean
        self.wins: vec[float] = vec[float]()  # 1, or a part of it if it was shared

    def data(self) -> tuple[list[float], list[float], list[float], list[float]]:
        """As plain lists, to send from process to process."""
        return list(self.features), list(self.progress), list(self.points), list(self.wins)

    def add(self, data: tuple[list[float], list[float], list[float], list[float]]) -> None:
        features, progress, points, wins = data
        for number in features:
            self.features = append(self.features, number)
        for number in progress:
            self.progress = append(self.progress, number)
        for number in points:
            self.points = append(self.points, number)
        for number in wins:
            self.wins = append(self.wins, number)
        self.count += len(progress)


class Errors:
    """How well a value predicts positions that it has not seen, knot by knot."""

    def __init__(self) -> None:
        self.squares: vec[float] = floats(KNOTS)  # of the points
        self.missed: vec[float] = floats(KNOTS)  # of the errors
        self.margins: vec[float] = floats(KNOTS)  # of the errors of margins between two seats
        self.pairs: vec[float] = floats(KNOTS)

    def measure(self, value: Value, found: Positions) -> None:
        """Compare predictions of points with how matches ended."""
        scratch = floats(int(found.row))
        position: i64
        seat: i64
        other: i64
        i: i64
        for position in range(found.count):
            at = position * found.row
            for i in range(found.row):
                scratch[i] = found.features[at + i]
            progress = found.progress[position]
            value.predict(scratch, progress)
            place = progress * float(KNOTS - 1)
            knot: i64 = int(place + 0.5)
            own = position * found.seats
            for seat in range(found.seats):
                points = found.points[own + seat]
                missed = points - value.points[seat]
                self.squares[knot] += points * points
                self.missed[knot] += missed * missed
                for other in range(found.seats):
                    if other != seat:
                        gap = missed - (found.points[own + other] - value.points[other])
                        self.margins[knot] += gap * gap
                        self.pairs[knot] += 1.0

    def explained(self) -> list[float]:
        """The share of the variance that the value explains, by knot."""
        return [
            1.0 - self.missed[k] / self.squares[k] if self.squares[k] > 0.0 else 0.0
            for k in range(KNOTS)
        ]

    def doubt(self) -> list[float]:
        """Points by which a margin errs, by knot; one without positions has its neighbour's."""
        found: list[float] = []
        last = LEAST_DOUBT
        for knot in range(KNOTS - 1, -1, -1):
            if self.pairs[knot] > 0.0:
                last = max(LEAST_DOUBT, math.sqrt(self.margins[knot] / self.pairs[knot]))
            found.insert(0, last)
        return found


def log_loss(value: Value, found: Positions) -> float:
    """The mean surprise at who won: the less, the better the chances. Knowing nothing it is the
    logarithm of the number of seats."""
    scratch = floats(int(found.row))
    chances = floats(int(found.seats))
    total: float = 0.0
    position: i64
    i: i64
    for position in range(found.count):
        at = position * found.row
        for i in range(found.row):
            scratch[i] = found.features[at + i]
        value.predict(scratch, found.progress[position])
        value.tell(found.progress[position], chances)
        total += surprise(chances, found.wins, position * found.seats, found.seats)
    return total / float(found.count) if found.count > 0 else 0.0


def surprise(chances: vec[float], wins: vec[float], at: i64, seats: i64) -> float:
    """At how one match ended."""
    total: float = 0.0
    seat: i64
    for seat in range(seats):
        if wins[at + seat] > 0.0:
            chance = chances[seat] if chances[seat] > NO_CHANCE else NO_CHANCE
            total -= wins[at + seat] * math.log(chance)
    return total


class Trainer:
    """Plays matches and adds up what they teach."""

    def __init__(self, rules: Rules) -> None:
        self.rules: Final = rules
        self.outlook: Final[Outlook] = make_outlook(rules)
        self.size: i64 = self.outlook.size
        self.width: int = KNOTS * 2 * int(self.size)
        self.out: ActionBuffer = ActionBuffer()
        self.row: i64 = rules.seats * self.size
        self.features: vec[float] = floats(MOST_POSITIONS * int(self.row))
        self.progress: vec[float] = floats(MOST_POSITIONS)
        self.scratch: vec[float] = floats(int(self.row))
        self.points: vec[float] = floats(rules.seats)
        self.wins: vec[float] = floats(rules.seats)
        knowledge = find_knowledge(rules)
        self.levels: list[Brain] = [
            knowledge.planner(rules),
            knowledge.modest(rules),
            knowledge.novice(rules),
        ]
        self.level: vec[i64] = zeros(rules.seats)  # of each seat, while a match begins
        self.kept: i64 = 0
        self.values: vec[float] = floats(4 * int(self.size))
        self.places: vec[i64] = zeros(4 * int(self.size))

    def play(self, seed: int) -> None:
        """Play a match and keep its positions, each seat's points above the mean, and who won."""
        rules = self.rules
        outlook = self.outlook
        out = self.out
        rng = FastRng(seed)
        state = rules.start(seed)
        rules.advance(state, out)
        outlook.forget()
        self.kept = 0
        kind: i64 = seed % KINDS
        choices: i64 = CHOICES
        if kind == ANY_ACTION:
            choices = MOST
        beginning = kind == ALL_LEVELS
        until: float = 0.0
        seat: i64
        i: i64
        if beginning:
            until = float(rng.below(LONGEST_BEGINNING)) / 100.0
            for seat in range(rules.seats):
                self.level[seat] = rng.below(len(self.levels) + 1)
        due = 1 + rng.below(GAP)
        while out.count > 0:
            if state.step == rules.turn_step:
                if beginning and outlook.progress(state) >= until:
                    beginning = False
                    outlook.forget()
                if not beginning and state.turn >= due and self.kept < MOST_POSITIONS:
                    due = state.turn + 1 + rng.below(GAP)
                    outlook.assess(state, self.scratch)
                    at = self.kept * self.row
                    for i in range(self.row):
                        self.features[at + i] = self.scratch[i]
                    self.progress[self.kept] = outlook.progress(state)
                    self.kept += 1
            if beginning and state.step != rules.first_tickets_step:
                action = self.decide_at_level(state, out, rng)
            elif rng.below(STRAY) == 0:
                found = outlook.candidates(state, state.seat, out, choices)
                action = found.items[rng.below(found.count)]
            else:
                action = outlook.decide(state, state.seat, out)
            rules.play(state, action, out)
        final = rules.score(state)
        mean: float = 0.0
        for seat in range(rules.seats):
            mean += float(final.totals[seat])
        mean /= float(rules.seats)
        for seat in range(rules.seats):
            self.points[seat] = float(final.totals[seat]) - mean
            self.wins[seat] = 0.0
        for winner in final.winners:
            self.wins[winner] = 1.0 / float(len(final.winners))

    def decide_at_level(self, state: State, out: ActionBuffer, rng: FastRng) -> i64:
        """While a match begins: Planner, one of the easier bots, or somebody careless."""
        level = self.level[state.seat]
        if level < len(self.levels):
            return self.levels[level].decide(state, state.seat, out)
        if rng.below(CARELESS) == 0:
            return out.items[rng.below(out.count)]
        return self.outlook.decide(state, state.seat, out)

    def keep(self, found: Positions) -> None:
        """Add the positions of the match that was just played to others."""
        position: i64
        seat: i64
        i: i64
        for i in range(self.kept * self.row):
            found.features = append(found.features, self.features[i])
        for position in range(self.kept):
            found.progress = append(found.progress, self.progress[position])
            for seat in range(self.rules.seats):
                found.points = append(found.points, self.points[seat])
                found.wins = append(found.wins, self.wins[seat])
        found.count += self.kept

    def spread(self, at: i64, seat: i64, progress: float) -> i64:
        """A seat's row of the regression: places and values, other places are 0."""
        size = self.size
        seats: i64 = self.rules.seats
        place = progress * float(KNOTS - 1)
        knot: i64 = int(place)
        if knot > KNOTS - 2:
            knot = KNOTS - 2
        part = place - float(knot)
        count: i64 = 0
        i: i64
        other: i64
        low = knot * 2 * size
        for i in range(size):
            mine = self.features[at + seat * size + i]
            theirs: float = 0.0
            for other in range(seats):
                if other != seat:
                    theirs += self.features[at + other * size + i]
            theirs /= float(seats - 1)
            self.places[count] = low + i
            self.values[count] = mine * (1.0 - part)
            self.places[count + 1] = low + size + i
            self.values[count + 1] = theirs * (1.0 - part)
            self.places[count + 2] = low + 2 * size + i
            self.values[count + 2] = mine * part
            self.places[count + 3] = low + 3 * size + i
            self.values[count + 3] = theirs * part
            count += 4
        return count

    def learn(self, sums: Sums) -> None:
        """Add the positions of the match that was just played."""
        position: i64
        seat: i64
        i: i64
        j: i64
        products = sums.products
        width = sums.width
        for position in range(self.kept):
            for seat in range(self.rules.seats):
                count = self.spread(position * self.row, seat, self.progress[position])
                points = self.points[seat]
                for i in range(count):
                    value = self.values[i]
                    if value == 0.0:
                        continue
                    row = self.places[i] * width
                    sums.targets[self.places[i]] += value * points
                    for j in range(count):
                        products[row + self.places[j]] += value * self.values[j]
                sums.positions += 1


def solve(sums: Sums) -> list[float]:
    """The weights: Cholesky's method, with a ridge in each feature's own unit."""
    n = sums.width
    a = sums.products[:]
    x = sums.targets[:]
    i: i64
    j: i64
    k: i64
    for i in range(n):
        own = a[i * n + i]
        a[i * n + i] = own * (1.0 + RIDGE / (float(sums.positions) + 1.0)) + 1.0
    for j in range(n):
        total = a[j * n + j]
        for k in range(j):
            total -= a[j * n + k] * a[j * n + k]
        root = math.sqrt(total if total > TINY else TINY)
        a[j * n + j] = root
        for i in range(j + 1, n):
            total = a[i * n + j]
            for k in range(j):
                total -= a[i * n + k] * a[j * n + k]
            a[i * n + j] = total / root
    for i in range(n):
        total = x[i]
        for k in range(i):
            total -= a[i * n + k] * x[k]
        x[i] = total / a[i * n + i]
    i = n - 1
    while i >= 0:
        total = x[i]
        for k in range(i + 1, n):
            total -= a[k * n + i] * x[k]
        x[i] = total / a[i * n + i]
        i -= 1
    return [float(x[i]) for i in range(n)]


Played = tuple[
    tuple[list[float], list[float], int], tuple[list[float], list[float], list[float], list[float]]
]


def play_chunk(rules: Rules, first: int, matches: int) -> Played:
    """The sums and the positions of some matches, for a process of its own."""
    trainer = Trainer(rules)
    sums = Sums(trainer.width)
    found = Positions(rules.seats, int(trainer.size))
    for seed in range(first, first + matches):
        trainer.play(seed)
        trainer.learn(sums)
        trainer.keep(found)
    return sums.data(), found.data()
