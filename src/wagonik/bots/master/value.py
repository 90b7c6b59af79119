"""What a position is worth: a linear function of its features, learnt from self-play.

Every seat's part of the points is predicted from its own features and the mean of the others',
with weights that change with the progress of the match.
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


class Value:
    """The weights of one game and number of players, and what they say about positions."""

    def __init__(self, seats: i64, size: i64, weights: list[float], doubt: list[float]) -> None:
        self.seats: i64 = seats
        self.size: i64 = size
        self.weights: vec[float] = packed_floats(weights)  # knot by knot: own, then others'
        self.doubt: vec[float] = packed_floats(doubt)  # points by which a margin errs, by knot
        self.points: vec[float] = floats(seats)
        self.sums: vec[float] = floats(size)

    def predict(self, features: vec[float], progress: float) -> None:
        """Leave in `points` how much more than the mean each seat is expected to score."""
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

    def worth(self, seat: i64, progress: float) -> float:
        """The chance to win, and a little for the margin."""
        place = progress * float(KNOTS - 1)
        knot: i64 = int(place)
        if knot > KNOTS - 2:
            knot = KNOTS - 2
        part = place - float(knot)
        doubt = self.doubt[knot] * (1.0 - part) + self.doubt[knot + 1] * part
        chance: float = 1.0
        total: float = 0.0
        other: i64
        for other in range(self.seats):
            if other != seat:
                lead = self.points[seat] - self.points[other]
                total += lead
                chance *= 1.0 / (1.0 + math.exp(-clipped(STEEP * lead / doubt)))
        return chance + MARGIN * total / float(self.seats - 1)


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
