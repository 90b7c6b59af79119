"""Ratings: one number a bot, from all its tables together.

The model is Bradley and Terry's, in Luce's form for any number of seats: the chance to win a
table is a seat's strength divided by the sum of all strengths at it. A shared win counts in
parts. Places behind the winner say nothing, because these games' rules name only winners.
Ratings are on Elo's scale (400 points: ten times as strong), and the bots' mean is 1500.

Intervals take deals as their unit: the matches of one deal, of all line-ups that met it, stand
or fall together (a "sandwich" estimate over clusters).
"""

import math
from collections.abc import Iterable
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wagonik.arena.intervals import STANDARD
from wagonik.arena.lineups import Count, shown_name
from wagonik.arena.play import Table

POINTS: Final = 400 / math.log(10)  # Elo points of a natural unit of strength
MEAN: Final = 1500.0
STEPS: Final = 100  # of Newton's method; it needs about ten

Floats = NDArray[np.float64]


class Rating:
    """A bot's rating with its 95 % interval."""

    def __init__(self, key: str, points: float, low: float, high: float) -> None:
        self.key: Final = key
        self.name: Final = shown_name(key)
        self.points: Final = points
        self.low: Final = low
        self.high: Final = high


def ratings(counts: Iterable[Count]) -> list[Rating]:
    """The bots of some line-ups, the strongest first. None, if they can't be compared: fewer
    than two bots, or bots that no chain of matches connects."""
    found = [count for count in counts if len(count.bots) > 1 and count.shares]
    bots = sorted({bot for count in found for bot in count.bots})
    if len(bots) < 2 or not _connected(bots, found):
        return []
    model = _Model(bots, found)
    strength = model.fit()
    errors = model.errors(strength)
    rated: list[Rating] = []
    for i, bot in enumerate(bots):
        middle, error = float(strength[i]), STANDARD * float(errors[i])
        points = [MEAN + POINTS * at for at in (middle, middle - error, middle + error)]
        rated.append(Rating(bot, *points))
    return sorted(rated, key=lambda rating: -rating.points)


class _Model:
    """All tables as arrays: seats by bot, deals, wins."""

    def __init__(self, bots: list[str], counts: list[Count]) -> None:
        size = len(bots)
        self.size: Final = size
        self.seats: list[Floats] = []  # for each line-up, seats by bot
        self.wins: list[Floats] = []  # for each line-up, wins by deal and bot
        self.clusters: list[NDArray[Any]] = []  # for each line-up, the cluster of each deal
        self.matches: list[int] = []
        numbers: dict[tuple[Table, int], int] = {}
        pairs: set[tuple[int, int]] = set()
        for count in counts:
            at = [bots.index(bot) for bot in count.bots]
            seats = np.zeros(size)
            seats[at] = count.seats
            deals = sorted(count.shares)
            wins = np.zeros((len(deals), size))
            wins[:, at] = np.array([count.shares[deal] for deal in deals])
            players = len(count.line_up)
            self.seats.append(seats)
            self.wins.append(wins * players)
            self.matches.append(players)
            keys = [(count.table, deal) for deal in deals]
            self.clusters.append(np.array([numbers.setdefault(k, len(numbers)) for k in keys]))
            pairs |= {(a, b) for a in at for b in at if a != b}
        # Each pair that has met gets two matches of two seats more, one won by each: so a bot
        # that has won everything has a rating, and an interval that says how little is known.
        for winner, loser in sorted(pairs):
            seats = np.zeros(size)
            seats[[winner, loser]] = 1
            wins = np.zeros((1, size))
            wins[0, winner] = 1
            self.seats.append(seats)
            self.wins.append(wins)
            self.matches.append(1)
            self.clusters.append(np.array([len(numbers)]))
            numbers[Table("", 2), -len(numbers)] = len(numbers)
        self.cluster_count: Final = len(numbers)

    def chances(self, strength: Floats, seats: Floats) -> Floats:
        """The chance of each bot to win a table."""
        weights: Floats = seats * np.exp(strength - strength.max())
        chances: Floats = weights / weights.sum()
        return chances

    def gradient_and_curvature(self, strength: Floats) -> tuple[Floats, Floats]:
        gradient = np.zeros(self.size)
        curvature = np.zeros((self.size, self.size))
        for seats, wins, matches in zip(self.seats, self.wins, self.matches, strict=True):
            chances = self.chances(strength, seats)
            played = len(wins) * matches
            gradient += wins.sum(axis=0) - played * chances
            curvature += played * (np.diag(chances) - np.outer(chances, chances))
        return gradient, curvature

    def fit(self) -> Floats:
        """The strengths that make the results most likely, by Newton's method; their mean is 0.

        The likelihood is concave, and a step that would be too far is made shorter."""
        strength = np.zeros(self.size)
        for _ in range(STEPS):
            gradient, curvature = self.gradient_and_curvature(strength)
            # Strengths matter only by their differences: the added ones fix their sum.
            step = np.linalg.solve(curvature + 1.0, gradient)
            size = float(np.abs(step).max())
            strength = strength + step * min(1.0, 1.0 / max(size, 1e-12))
            if size < 1e-10:
                break
        mean: float = float(strength.mean())
        return strength - mean

    def errors(self, strength: Floats) -> Floats:
        """The standard error of each bot's distance from the mean of all."""
        _, curvature = self.gradient_and_curvature(strength)
        scores = np.zeros((self.cluster_count, self.size))
        for seats, wins, matches, clusters in zip(
            self.seats, self.wins, self.matches, self.clusters, strict=True
        ):
            np.add.at(scores, clusters, wins - matches * self.chances(strength, seats))
        inverse = np.linalg.inv(curvature + 1.0)
        centre = np.eye(self.size) - 1.0 / self.size
        spread = centre @ inverse @ (scores.T @ scores) @ inverse @ centre
        small = self.cluster_count / (self.cluster_count - 1)
        errors: Floats = np.sqrt(np.diag(spread) * small)
        return errors


def _connected(bots: list[str], counts: list[Count]) -> bool:
    """Whether a chain of matches leads from every bot to every other."""
    reached = {bots[0]}
    grown = True
    while grown:
        grown = False
        for count in counts:
            own = set(count.bots)
            if own & reached and not own <= reached:
                reached |= own
                grown = True
    return len(reached) == len(bots)
