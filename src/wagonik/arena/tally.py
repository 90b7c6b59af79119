"""Sums over many matches, and intervals for them. Nothing here needs a data set."""

import math
from dataclasses import dataclass, field
from typing import Final

from wagonik.bots.guard import Fault
from wagonik.engine.rules import Rules

REASONS: Final = 100  # texts of replaced moves that are kept; all are counted
TRACES: Final = 3  # texts of crashes that are kept; all are counted


@dataclass
class SeatTally:
    """What one seat reached in all matches."""

    total: int = 0
    squares: int = 0
    lowest: int = 0
    highest: int = 0
    wins: float = 0.0  # a win shared by k seats is 1/k for each
    sources: list[int] = field(default_factory=list)


@dataclass
class Tally:
    """Sums over matches; two of them can be added."""

    seats: list[SeatTally]
    matches: int = 0
    decisions: int = 0
    turns: int = 0
    shortest: int = 0
    longest: int = 0
    shared: int = 0
    first_wins: float = 0.0
    faults: int = 0  # moves of bots that had to be replaced
    reasons: list[str] = field(default_factory=list)  # why, for the first of them
    crashes: int = 0  # matches in which a brain of ours went wrong
    traces: list[str] = field(default_factory=list)  # where, for the first of them
    bot_wins: dict[str, float] = field(default_factory=dict)

    def replaced(self, faults: list[Fault]) -> None:
        """Count the moves that were replaced in a match."""
        self.faults += len(faults)
        self.reasons += [fault.text() for fault in faults[: REASONS - len(self.reasons)]]

    def crashed(self, trace: str) -> None:
        """Count a match in which a brain of ours went wrong."""
        self.crashes += 1
        self.traces += [trace][: TRACES - len(self.traces)]

    def count(
        self,
        totals: list[int],
        points: list[int],
        winners: list[int],
        first: int,
        turns: int,
        decisions: int,
    ) -> None:
        """Count one match; `points` has one row of seats for each source."""
        seats = len(self.seats)
        for seat, tally in enumerate(self.seats):
            total = totals[seat]
            tally.lowest = total if self.matches == 0 else min(total, tally.lowest)
            tally.highest = total if self.matches == 0 else max(total, tally.highest)
            tally.total += total
            tally.squares += total * total
            if seat in winners:
                tally.wins += 1 / len(winners)
            for source in range(len(tally.sources)):
                tally.sources[source] += points[source * seats + seat]
        self.shortest = turns if self.matches == 0 else min(turns, self.shortest)
        self.longest = turns if self.matches == 0 else max(turns, self.longest)
        self.matches += 1
        self.decisions += decisions
        self.turns += turns
        self.shared += len(winners) > 1
        if first in winners:
            self.first_wins += 1 / len(winners)

    def add(self, other: "Tally") -> None:
        empty = self.matches == 0
        for mine, theirs in zip(self.seats, other.seats, strict=True):
            mine.lowest = theirs.lowest if empty else min(mine.lowest, theirs.lowest)
            mine.highest = theirs.highest if empty else max(mine.highest, theirs.highest)
            mine.total += theirs.total
            mine.squares += theirs.squares
            mine.wins += theirs.wins
            mine.sources = [a + b for a, b in zip(mine.sources, theirs.sources, strict=True)]
        self.shortest = other.shortest if empty else min(self.shortest, other.shortest)
        self.longest = other.longest if empty else max(self.longest, other.longest)
        self.matches += other.matches
        self.decisions += other.decisions
        self.turns += other.turns
        self.shared += other.shared
        self.first_wins += other.first_wins
        self.faults += other.faults
        self.reasons += other.reasons[: REASONS - len(self.reasons)]
        self.crashes += other.crashes
        self.traces += other.traces[: TRACES - len(self.traces)]
        for bot, wins in other.bot_wins.items():
            self.bot_wins[bot] = self.bot_wins.get(bot, 0.0) + wins


def empty_tally(rules: Rules) -> Tally:
    sources = len(rules.scorers)
    return Tally([SeatTally(sources=[0] * sources) for _ in range(rules.seats)])


def wilson(wins: float, matches: float, z: float = 1.959964) -> tuple[float, float]:
    """The interval of a rate (Wilson's, which also holds near 0 and 1); 95 % if not said."""
    if matches == 0:
        return 0.0, 1.0
    rate = wins / matches
    scale = 1 + z * z / matches
    middle = (rate + z * z / (2 * matches)) / scale
    half = z * math.sqrt(rate * (1 - rate) / matches + z * z / (4 * matches**2)) / scale
    return max(0.0, middle - half) if wins else 0.0, 1.0 if wins == matches else middle + half


def deviation(tally: SeatTally, matches: int) -> float:
    """The standard deviation of a seat's score."""
    if matches < 2:
        return 0.0
    spread = tally.squares - tally.total * tally.total / matches
    return math.sqrt(max(0.0, spread) / (matches - 1))
