"""Many matches of random players, counted: what `wagonik simulate` runs.

Match number i of a run depends only on the run's seed and on i, so the result is the same
whatever the number of processes, and with or without records.
"""

import hashlib
import math
import multiprocessing
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

from wagonik.engine.actions import ActionBuffer
from wagonik.engine.boardfile import BoardFile, load
from wagonik.engine.playout import play_out
from wagonik.engine.rng import FastRng
from wagonik.engine.rules import Rules
from wagonik.games import make_rules
from wagonik.match import Match
from wagonik.records import to_json

MOST_MATCHES: Final = 1_000_000_000  # so that the seeds of two runs never meet
CHUNK_SECONDS: Final = 0.25  # work between two steps of the progress bar
WORTHWHILE_SECONDS: Final = 3.0  # starting processes for less than this gains nothing


@dataclass(frozen=True)
class Run:
    """What is played; small enough to be sent to another process."""

    game: str
    players: int
    seed: int
    options: tuple[str, ...] = ()
    board: str | None = None  # the text of a board file
    records: bool = False

    def match_seed(self, number: int) -> int:
        return self.seed * MOST_MATCHES + number

    def board_file(self) -> BoardFile | None:
        return None if self.board is None else load(self.board)

    def switches(self) -> dict[str, bool]:
        return dict.fromkeys(self.options, True)

    def rules(self) -> Rules:
        return make_rules(self.game, self.players, self.switches(), self.board_file())


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


def empty_tally(rules: Rules) -> Tally:
    sources = len(rules.scorers)
    return Tally([SeatTally(sources=[0] * sources) for _ in range(rules.seats)])


class Player:
    """Plays matches of one run, one after the other."""

    def __init__(self, run: Run) -> None:
        self.run: Final = run
        self.rules: Final = run.rules()
        self.board: Final = run.board_file() if run.records else None
        self.out: Final = ActionBuffer()

    def play(self, start: int, count: int) -> tuple[Tally, list[str]]:
        """Matches start … start + count − 1: their tally, and their records if asked for."""
        tally = empty_tally(self.rules)
        lines: list[str] = []
        for number in range(start, start + count):
            if self.run.records:
                lines.append(self._recorded(number, tally))
            else:
                self._counted(number, tally)
        return tally, lines

    def _choices(self, number: int) -> FastRng:
        name = b"wagonik choices %d" % self.run.match_seed(number)
        return FastRng(int.from_bytes(hashlib.sha256(name).digest()[:7], "little"))

    def _counted(self, number: int, tally: Tally) -> None:
        rules = self.rules
        state = rules.start(self.run.match_seed(number))
        decisions = play_out(rules, state, self._choices(number), self.out)
        final = rules.score(state)
        tally.count(
            [int(total) for total in final.totals],
            [int(points) for points in final.points],
            final.winners,
            int(state.first),
            int(state.turn),
            int(decisions),
        )

    def _recorded(self, number: int, tally: Tally) -> str:
        run = self.run
        choices = self._choices(number)
        seed = run.match_seed(number)
        match = Match(run.game, run.players, seed, run.switches(), self.board)
        while not match.over:
            legal = match.legal()
            match.play(legal[int(choices.below(len(legal)))])
        final = match.rules.score(match.state)
        tally.count(
            [int(total) for total in final.totals],
            [int(points) for points in final.points],
            final.winners,
            int(match.state.first),
            int(match.state.turn),
            match.decision,
        )
        return to_json(match.record())


# One player in each worker process.
_player: Player | None = None


def _begin(run: Run) -> None:
    global _player
    # The parent hears Ctrl-C and ends its workers; they say nothing of their own.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _player = Player(run)


def _work(chunk: tuple[int, int]) -> tuple[Tally, list[str]]:
    assert _player is not None
    return _player.play(*chunk)


def simulate(run: Run, matches: int, workers: int = 0) -> Iterator[tuple[Tally, list[str]]]:
    """Play matches in chunks, in order. 0 workers: as many processes as are worth it."""
    player = Player(run)
    start, count, seconds = 0, 4, 0.0
    # Growing chunks, until one takes long enough to tell how long the others will take.
    while start < matches and seconds < CHUNK_SECONDS / 4:
        count = min(count * 2, matches - start)
        began = time.perf_counter()
        yield player.play(start, count)
        seconds = time.perf_counter() - began
        start += count
    size = max(1, int(count * CHUNK_SECONDS / max(seconds, 1e-9)))
    chunks = [(at, min(size, matches - at)) for at in range(start, matches, size)]
    processes = min(len(chunks), workers or worthwhile(len(chunks) * CHUNK_SECONDS))
    if processes <= 1:
        for at, many in chunks:
            yield player.play(at, many)
        return
    # Fresh processes on every platform: a fork of a process with threads is not safe.
    context = multiprocessing.get_context("spawn")
    with context.Pool(processes, _begin, (run,)) as pool:
        yield from pool.imap(_work, chunks)


def worthwhile(seconds: float) -> int:
    """How many processes to use for so much work."""
    if hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    else:
        cores = os.cpu_count() or 1
    return cores if seconds > WORTHWHILE_SECONDS else 1


def wilson(wins: float, matches: int) -> tuple[float, float]:
    """The 95 % interval of a rate (Wilson's, which also holds near 0 and 1)."""
    if matches == 0:
        return 0.0, 1.0
    z = 1.959964
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
