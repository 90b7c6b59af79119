"""The training of a value as a whole: self-play in chunks, the fit, and the file it goes into.

Chunks are played by as many processes as are asked for and added up in their order, so that the
weights are the same however many there were.
"""

import json
import multiprocessing
from collections.abc import Callable
from pathlib import Path
from typing import Final

from wagonik.bots.games import make_outlook
from wagonik.bots.master.parts import weights_name
from wagonik.bots.master.training import Sums, Trainer, play_chunk, solve, try_value
from wagonik.bots.master.value import KNOTS, LEAST_DOUBT, Value
from wagonik.games import make_rules

CHUNK: Final = 50  # matches that a process plays before it reports
SEEDS_APART: Final = 1000000000  # so that runs share no match
TESTS: Final = 8  # one match more for each so many, to test the value with
DIGITS: Final = 5

Progress = Callable[[int, int], None]


class Fitted:
    """A learnt value, and how well it predicts matches that it has not seen."""

    def __init__(self, game: str, players: int, matches: int, seed: int) -> None:
        self.game: Final = game
        self.players: Final = players
        self.matches: Final = matches
        self.seed: Final = seed
        self.positions: int = 0
        self.features: list[str] = []
        self.weights: list[float] = []
        self.doubt: list[float] = []
        self.explained: list[float] = []

    def data(self) -> dict[str, object]:
        """What the file of the weights holds."""
        width = len(self.weights) // KNOTS
        rows = [self.weights[knot * width : (knot + 1) * width] for knot in range(KNOTS)]
        return {
            "game": self.game,
            "players": self.players,
            "matches": self.matches,
            "seed": self.seed,
            "explained": [_short(share) for share in self.explained],
            "features": self.features,
            "doubt": [_short(points) for points in self.doubt],
            "weights": [[_short(weight) for weight in row] for row in rows],
        }

    def write(self, folder: Path) -> Path:
        folder.mkdir(parents=True, exist_ok=True)
        place = folder / weights_name(self.game, self.players)
        place.write_text(json.dumps(self.data()) + "\n", encoding="utf-8")
        return place


def _short(number: float) -> float:
    return float(f"{number:.{DIGITS}g}")


def fit_value(
    game: str,
    players: int,
    matches: int,
    seed: int = 0,
    processes: int = 1,
    progress: Progress | None = None,
) -> Fitted:
    """Learn a value from so many matches of self-play, and test it on some more."""
    rules = make_rules(game, players)
    outlook = make_outlook(rules)
    width = Trainer(rules).width
    base = seed * SEEDS_APART
    tests = matches // TESTS + 1
    jobs = [
        (game, players, base + first, min(CHUNK, matches - first))
        for first in range(0, matches, CHUNK)
    ]
    sums = Sums(width)
    part = Sums(width)
    done = 0
    if processes > 1:
        with multiprocessing.get_context("spawn").Pool(processes) as pool:
            for played in pool.imap(_chunk, jobs):
                part.load(played)
                sums.add(part)
                done += 1
                _report(progress, min(matches, done * CHUNK), matches + tests)
    else:
        for job in jobs:
            part.load(_chunk(job))
            sums.add(part)
            done += 1
            _report(progress, min(matches, done * CHUNK), matches + tests)
    fitted = Fitted(game, players, matches, seed)
    fitted.positions = int(sums.positions)
    fitted.features = outlook.names
    fitted.weights = solve(sums)
    value = Value(rules.seats, outlook.size, fitted.weights, [LEAST_DOUBT] * KNOTS)
    errors = try_value(rules, value, base + matches, tests)
    fitted.doubt = errors.doubt()
    fitted.explained = errors.explained()
    _report(progress, matches + tests, matches + tests)
    return fitted


def _chunk(job: tuple[str, int, int, int]) -> tuple[list[float], list[float], int]:
    game, players, first, matches = job
    return play_chunk(make_rules(game, players), first, matches)


def _report(progress: Progress | None, done: int, total: int) -> None:
    if progress is not None:
        progress(done, total)
