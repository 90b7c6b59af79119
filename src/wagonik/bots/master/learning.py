"""Learning a network from positions of self-play: gradient descent by Adam's method, in small
batches, until other matches are foretold no better any more.

Everything is done in a fixed order from a seed, so the same positions give the same weights.
"""

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.bots.floats import floats
from wagonik.bots.master.training import Positions, surprise
from wagonik.bots.master.value import ValueNetwork, network_width
from wagonik.engine.cards import zeros
from wagonik.engine.rng import FastRng

FIRST: Final = 32  # units of the layers
SECOND: Final = 16
BATCH: Final = 64  # positions
EPOCHS: Final = 12  # at the most: rounds through all positions
PATIENCE: Final = 3  # rounds without a gain that end it
RATE: Final = 0.002  # of the first step; it falls to 0
DECAY: Final = 1.0e-4  # pulls weights to 0
STEADY: Final = 0.9  # Adam's two means
STEADIER: Final = 0.999
TINY: Final = 1.0e-8
WIDEST: Final = 10.0  # what is seen rarely counts no more than so many usual spreads
FINE: Final = 1000000  # steps of a random number


class Scale:
    """Features in units of their own spread, around their mean."""

    def __init__(self, found: Positions, size: int) -> None:
        self.size: i64 = size
        self.mean: vec[float] = floats(size)
        self.unit: vec[float] = floats(size)  # 0 if a feature never changes
        squares = floats(size)
        least = floats(size)
        most = floats(size)
        rows = found.count * found.seats
        row: i64
        i: i64
        for row in range(rows):
            for i in range(self.size):
                x = found.features[row * self.size + i]
                self.mean[i] += x
                squares[i] += x * x
                if row == 0 or x < least[i]:
                    least[i] = x
                if row == 0 or x > most[i]:
                    most[i] = x
        for i in range(self.size):
            self.mean[i] /= float(rows)
            spread = squares[i] / float(rows) - self.mean[i] * self.mean[i]
            unit = math.sqrt(spread) if spread > 0.0 else 0.0
            widest = (most[i] - least[i]) / WIDEST
            self.unit[i] = widest if widest > unit else unit

    def apply(self, found: Positions) -> None:
        row: i64
        i: i64
        for row in range(found.count * found.seats):
            for i in range(self.size):
                at = row * self.size + i
                x = found.features[at] - self.mean[i]
                found.features[at] = x / self.unit[i] if self.unit[i] > 0.0 else 0.0

    def unfold(self, weights: list[float], first: int) -> list[float]:
        """Weights for features as they are."""
        size = int(self.size)
        found = weights[:]
        bias = (2 * size + 1) * first
        for i in range(size):
            unit = self.unit[i]
            for k in range(first):
                for at in (i * first + k, (size + i) * first + k):
                    found[at] = weights[at] / unit if unit > 0.0 else 0.0
                    found[bias + k] -= found[at] * self.mean[i]
        return found


class Learner:
    """Improves a network batch by batch. The features are in units of their spread."""

    def __init__(self, seats: int, size: int, seed: int) -> None:
        self.rng: Final = FastRng(seed)
        self.width: i64 = network_width(size, FIRST, SECOND)
        self.network: Final = ValueNetwork(seats, size, FIRST, SECOND, self.begin(size))
        self.slopes: vec[float] = floats(int(self.width))
        self.means: vec[float] = floats(int(self.width))
        self.squares: vec[float] = floats(int(self.width))
        self.fading: float = 1.0  # the part of the means that is their beginning
        self.fading_squares: float = 1.0
        self.back_two: vec[float] = floats(SECOND)
        self.back_one: vec[float] = floats(FIRST)
        self.back_common: vec[float] = floats(FIRST)

    def begin(self, size: int) -> list[float]:
        """Small random weights; each layer's by how many inputs it has."""
        found: list[float] = []
        for inputs, units, biases in ((2 * size + 1, FIRST, 1), (FIRST, SECOND, 1), (SECOND, 1, 0)):
            most = math.sqrt(6.0 / float(inputs))
            for _ in range(inputs * units):
                found.append(most * (float(self.rng.below(FINE)) / float(FINE // 2) - 1.0))
            found += [0.0] * (biases * units)
        return found

    def shuffled(self, count: i64) -> vec[i64]:
        order = zeros(int(count))
        i: i64
        for i in range(count):
            order[i] = i
        i = count - 1
        while i > 0:
            j = self.rng.below(i + 1)
            kept = order[i]
            order[i] = order[j]
            order[j] = kept
            i -= 1
        return order

    def round(self, found: Positions, rate: float, last_rate: float) -> None:
        """Learn from all positions once, with a rate that falls."""
        order = self.shuffled(found.count)
        batches = found.count // BATCH
        batch: i64
        i: i64
        for batch in range(batches):
            for i in range(self.width):
                self.slopes[i] = 0.0
            for i in range(BATCH):
                self.descend(found, order[batch * BATCH + i])
            part = float(batch) / float(batches)
            self.step(rate * (1.0 - part) + last_rate * part)

    def descend(self, found: Positions, position: i64) -> None:
        """Add how the surprise at one position changes with each weight."""
        network = self.network
        seats = network.seats
        size = network.size
        first = network.first
        second = network.second
        weights = network.weights
        slopes = self.slopes
        ones = network.ones
        twos = network.twos
        back_one = self.back_one
        back_two = self.back_two
        back_common = self.back_common
        features = found.features
        start = position * found.row
        progress = found.progress[position]
        network.run(features, start, progress)
        into_second = (2 * size + 2) * first
        into_score = into_second + (first + 1) * second
        seat: i64
        i: i64
        k: i64
        for k in range(first):
            back_common[k] = 0.0
        for seat in range(seats):
            slope = network.chances[seat] - found.wins[position * seats + seat]
            one = seat * first
            two = seat * second
            at = into_second + first * second
            for k in range(second):
                x = twos[two + k]
                back_two[k] = 0.0
                if x > 0.0:
                    slopes[into_score + k] += slope * x
                    back_two[k] = slope * weights[into_score + k]
                    slopes[at + k] += back_two[k]
            for i in range(first):
                x = ones[one + i]
                back_one[i] = 0.0
                if x > 0.0:
                    at = into_second + i * second
                    total: float = 0.0
                    for k in range(second):
                        slopes[at + k] += x * back_two[k]
                        total += weights[at + k] * back_two[k]
                    back_one[i] = total
                    back_common[i] += total
            for i in range(size):
                x = features[start + seat * size + i]
                if x != 0.0:
                    at = i * first
                    for k in range(first):
                        slopes[at + k] += x * back_one[k]
        for i in range(size):
            x = network.table[i]
            at = (size + i) * first
            for k in range(first):
                slopes[at + k] += x * back_common[k]
        at = 2 * size * first
        for k in range(first):
            slopes[at + k] += progress * back_common[k]
            slopes[at + first + k] += back_common[k]

    def step(self, rate: float) -> None:
        """Move all weights a little downhill."""
        weights = self.network.weights
        means = self.means
        squares = self.squares
        self.fading *= STEADY
        self.fading_squares *= STEADIER
        i: i64
        for i in range(self.width):
            slope = self.slopes[i] / float(BATCH) + DECAY * weights[i]
            means[i] = STEADY * means[i] + (1.0 - STEADY) * slope
            squares[i] = STEADIER * squares[i] + (1.0 - STEADIER) * slope * slope
            mean = means[i] / (1.0 - self.fading)
            spread = math.sqrt(squares[i] / (1.0 - self.fading_squares))
            weights[i] -= rate * mean / (spread + TINY)

    def loss(self, found: Positions) -> float:
        """The mean surprise at positions."""
        total: float = 0.0
        position: i64
        for position in range(found.count):
            self.network.run(found.features, position * found.row, found.progress[position])
            total += surprise(self.network.chances, found.wins, position * found.seats, found.seats)
        return total / float(found.count)


def learn_network(found: Positions, spare: Positions, size: int, seed: int) -> list[float]:
    """The weights of a network that learns from positions, and stops by others. It changes the
    features of both."""
    scale = Scale(found, size)
    scale.apply(found)
    scale.apply(spare)
    learner = Learner(int(found.seats), size, seed)
    best = learner.loss(spare)
    kept = list(learner.network.weights)
    waited = 0
    for epoch in range(EPOCHS):
        rate = RATE * float(EPOCHS - epoch) / float(EPOCHS)
        learner.round(found, rate, rate - RATE / float(EPOCHS))
        loss = learner.loss(spare)
        waited += 1
        if loss < best:
            best = loss
            kept = list(learner.network.weights)
            waited = 0
        if waited == PATIENCE:
            break
    return scale.unfold(kept, FIRST)
