"""What a position is worth, by its features: learnt from self-play.

Every seat's part of the points is a linear function of its own features and the mean of the
others', with weights that change with the progress of the match. The chances to win follow from the
points, or, where that foretells matches better, come from a small network.

Only additions, multiplications, divisions, comparisons and `exp`, in a fixed order: every machine,
compiled or not, finds the same numbers.
"""

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.bots.floats import floats, packed_floats

KNOTS: Final = 4  # moments of a match that have weights of their own; between them they blend
LEAST_DOUBT: Final = 4.0  # points
STEEP: Final = 1.7  # a logistic curve with this slope is about the normal one
MARGIN: Final = 0.002  # what a point is worth beside winning
FLAT: Final = 30.0  # beyond it a logistic curve does not change any more
SURE: Final = 20.0  # a margin that is never lost
FAR_BEHIND: Final = -1.0e9  # points


def network_width(size: int, first: int, second: int) -> int:
    """How many weights a network has."""
    return (2 * size + 2) * first + (first + 2) * second


class ValueNetwork:
    """Scores of all seats, whose softmax is their chances to win: two hidden layers of rectified
    units over a seat's own features, the mean of the table and the progress of the match.

    The weights are one row for each input of a layer: own features, the table's, progress and 1,
    then the first layer's units and 1, then a row of the second layer's units.
    """

    def __init__(
        self, seats: i64, size: i64, first: i64, second: i64, weights: list[float]
    ) -> None:
        self.seats: i64 = seats
        self.size: i64 = size
        self.first: i64 = first  # units of the first layer
        self.second: i64 = second
        self.weights: vec[float] = packed_floats(weights)
        self.table: vec[float] = floats(size)  # the mean of all seats' features
        self.common: vec[float] = floats(first)  # what they add to the first layer
        self.ones: vec[float] = floats(seats * first)  # the first layer's units, seat by seat
        self.twos: vec[float] = floats(seats * second)
        self.chances: vec[float] = floats(seats)

    def run(self, features: vec[float], start: i64, progress: float) -> None:
        """Leave the chances of all seats in `chances`; the features begin at `start`."""
        seats = self.seats
        size = self.size
        first = self.first
        second = self.second
        weights = self.weights
        common = self.common
        ones = self.ones
        twos = self.twos
        seat: i64
        i: i64
        k: i64
        at = 2 * size * first
        for k in range(first):
            common[k] = progress * weights[at + k] + weights[at + first + k]
        for i in range(size):
            total: float = 0.0
            for seat in range(seats):
                total += features[start + seat * size + i]
            total /= float(seats)
            self.table[i] = total
            if total != 0.0:
                at = (size + i) * first
                for k in range(first):
                    common[k] += total * weights[at + k]
        into_second = (2 * size + 2) * first
        into_score = into_second + (first + 1) * second
        best: float = FAR_BEHIND
        for seat in range(seats):
            one = seat * first
            two = seat * second
            for k in range(first):
                ones[one + k] = common[k]
            for i in range(size):
                x = features[start + seat * size + i]
                if x != 0.0:
                    at = i * first
                    for k in range(first):
                        ones[one + k] += x * weights[at + k]
            at = into_second + first * second
            for k in range(second):
                twos[two + k] = weights[at + k]
            for i in range(first):
                x = ones[one + i]
                if x > 0.0:
                    at = into_second + i * second
                    for k in range(second):
                        twos[two + k] += x * weights[at + k]
                else:
                    ones[one + i] = 0.0
            score: float = 0.0
            for k in range(second):
                x = twos[two + k]
                if x > 0.0:
                    score += x * weights[into_score + k]
                else:
                    twos[two + k] = 0.0
            self.chances[seat] = score
            if score > best:
                best = score
        total = 0.0
        for seat in range(seats):
            x = math.exp(clipped(self.chances[seat] - best))
            self.chances[seat] = x
            total += x
        for seat in range(seats):
            self.chances[seat] /= total


class Value:
    """The weights of one game and number of players, and what they say about positions."""

    def __init__(
        self,
        seats: i64,
        size: i64,
        weights: list[float],
        doubt: list[float],
        network: ValueNetwork | None = None,
    ) -> None:
        self.seats: i64 = seats
        self.size: i64 = size
        self.weights: vec[float] = packed_floats(weights)  # knot by knot: own, then others'
        self.doubt: vec[float] = packed_floats(doubt)  # points by which a margin errs, by knot
        self.network: ValueNetwork | None = network
        self.points: vec[float] = floats(seats)
        self.sums: vec[float] = floats(size)

    def predict(self, features: vec[float], progress: float) -> None:
        """Leave in `points` how much more than the mean each seat is expected to score, and what
        the network says of them, if there is one."""
        network = self.network
        if network is not None:
            network.run(features, 0, progress)
        size = self.size
        seats = self.seats
        place = progress * float(KNOTS - 1)
        knot: i64 = int(place)
        if knot > KNOTS - 2:
            knot = KNOTS - 2
        part = place - float(knot)
        low = knot * 2 * size
        high = low + 2 * size
        weights = self.weights
        sums = self.sums
        seat: i64
        i: i64
        for i in range(size):
            total: float = 0.0
            for seat in range(seats):
                total += features[seat * size + i]
            sums[i] = total
        others = float(seats - 1)
        for seat in range(seats):
            at = seat * size
            total = 0.0
            for i in range(size):
                mine = features[at + i]
                theirs = (sums[i] - mine) / others
                total += mine * (weights[low + i] * (1.0 - part) + weights[high + i] * part)
                total += theirs * (
                    weights[low + size + i] * (1.0 - part) + weights[high + size + i] * part
                )
            self.points[seat] = total

    def margin(self, seat: i64) -> float:
        """By how much a seat is expected to beat the best of the others."""
        best: float = FAR_BEHIND
        other: i64
        for other in range(self.seats):
            if other != seat and self.points[other] > best:
                best = self.points[other]
        return self.points[seat] - best

    def doubt_at(self, progress: float) -> float:
        place = progress * float(KNOTS - 1)
        knot: i64 = int(place)
        if knot > KNOTS - 2:
            knot = KNOTS - 2
        part = place - float(knot)
        return self.doubt[knot] * (1.0 - part) + self.doubt[knot + 1] * part

    def worth(self, seat: i64, progress: float) -> float:
        """The chance to win, and a little for the margin."""
        doubt = self.doubt_at(progress)
        network = self.network
        chance: float = 1.0
        total: float = 0.0
        other: i64
        for other in range(self.seats):
            if other != seat:
                lead = self.points[seat] - self.points[other]
                total += lead
                if network is None:
                    chance *= 1.0 / (1.0 + math.exp(-clipped(STEEP * lead / doubt)))
        if network is not None:
            chance = network.chances[seat]
        return chance + MARGIN * total / float(self.seats - 1)

    def tell(self, progress: float, chances: vec[float]) -> None:
        """The chances of all seats, which add up to 1. Without a network they are those of beating
        each of the others, made to add up."""
        seat: i64
        other: i64
        network = self.network
        if network is not None:
            for seat in range(self.seats):
                chances[seat] = network.chances[seat]
            return
        doubt = self.doubt_at(progress)
        total: float = 0.0
        for seat in range(self.seats):
            chance: float = 1.0
            for other in range(self.seats):
                if other != seat:
                    lead = self.points[seat] - self.points[other]
                    chance *= 1.0 / (1.0 + math.exp(-clipped(STEEP * lead / doubt)))
            chances[seat] = chance
            total += chance
        for seat in range(self.seats):
            chances[seat] /= total


def clipped(x: float) -> float:
    if x > FLAT:
        return FLAT
    return x if x > -FLAT else -FLAT


def soft(margin: float) -> float:
    """The chance of keeping a lead, from 0 to 1."""
    if margin > SURE:
        return 1.0
    if margin < -SURE:
        return 0.0
    return 1.0 / (1.0 + math.exp(-margin))


def final_worth(totals: vec[i64], winners: list[int], seats: i64, seat: i64) -> float:
    """The same for a match that is over."""
    total: float = 0.0
    other: i64
    for other in range(seats):
        if other != seat:
            total += float(totals[seat] - totals[other])
    won: float = 0.0
    if seat in winners:
        won = 1.0 / float(len(winners))
    return won + MARGIN * total / float(seats - 1)
