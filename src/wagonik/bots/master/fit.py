"""The training of a value as a whole: self-play in chunks, the fit, and the file it goes into.

A linear value and a network learn from the same matches, and the one is kept that foretells others
better. Chunks are played by as many processes as are asked for and added up in their order, so that
the weights are the same however many there were.
"""

import json
import multiprocessing
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Final

from wagonik.bots.games import make_outlook
from wagonik.bots.master.learning import FIRST, SECOND, learn_network
from wagonik.bots.master.parts import network_data, weights_name
from wagonik.bots.master.training import (
    Errors,
    Played,
    Positions,
    Sums,
    Trainer,
    log_loss,
    play_chunk,
    solve,
)
from wagonik.bots.master.value import KNOTS, LEAST_DOUBT, Value, ValueNetwork
from wagonik.games import make_rules

CHUNK: Final = 50  # matches that a process plays before it reports
SEEDS_APART: Final = 1000000000  # so that runs share no match
# One match more for each so many to test the values with, and one to tell when to stop learning.
TESTS: Final = 8
DIGITS: Final = 5

Progress = Callable[[int, int], None]
Job = tuple[str, int, int, int]


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
        self.linear_loss: float = 0.0
        self.network_loss: float = 0.0
        self.network: list[float] = []  # its weights, whether it is kept or not

    @property
    def kept(self) -> str:
        """The value with the lower log loss."""
        return "network" if self.network_loss < self.linear_loss else "linear"

    def data(self) -> dict[str, object]:
        """What the file of the weights holds."""
        width = len(self.weights) // KNOTS
        rows = [self.weights[knot * width : (knot + 1) * width] for knot in range(KNOTS)]
        found: dict[str, object] = {
            "game": self.game,
            "players": self.players,
            "matches": self.matches,
            "seed": self.seed,
            "explained": [_short(share) for share in self.explained],
            "log loss": {"linear": _short(self.linear_loss), "network": _short(self.network_loss)},
            "features": self.features,
            "doubt": [_short(points) for points in self.doubt],
            "weights": [[_short(weight) for weight in row] for row in rows],
        }
        if self.kept == "network":
            weights = [_short(weight) for weight in self.network]
            found["network"] = network_data(weights, len(self.features), FIRST, SECOND)
        return found

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
    size = int(outlook.size)
    base = seed * SEEDS_APART
    tests = matches // TESTS + 1
    learnt = Positions(players, size)
    tested = Positions(players, size)
    spare = Positions(players, size)
    jobs: list[Job] = []
    uses: list[Positions] = []
    for found, first, count in (
        (learnt, base, matches),
        (tested, base + matches, tests),
        (spare, base + matches + tests, tests),
    ):
        for at in range(0, count, CHUNK):
            jobs.append((game, players, first + at, min(CHUNK, count - at)))
            uses.append(found)
    width = Trainer(rules).width
    sums = Sums(width)
    part = Sums(width)
    done = 0
    for job, found, (products, positions) in zip(jobs, uses, _played(jobs, processes), strict=True):
        found.add(positions)
        if found is learnt:
            part.load(products)
            sums.add(part)
        done += job[3]
        if progress is not None:
            progress(done, matches + 2 * tests)
    fitted = Fitted(game, players, matches, seed)
    fitted.positions = int(sums.positions)
    fitted.features = outlook.names
    fitted.weights = solve(sums)
    errors = Errors()
    errors.measure(Value(players, size, fitted.weights, [LEAST_DOUBT] * KNOTS), tested)
    fitted.doubt = errors.doubt()
    fitted.explained = errors.explained()
    linear = Value(players, size, fitted.weights, fitted.doubt)
    fitted.linear_loss = log_loss(linear, tested)
    fitted.network = learn_network(learnt, spare, size, seed)
    network = ValueNetwork(players, size, FIRST, SECOND, fitted.network)
    fitted.network_loss = log_loss(
        Value(players, size, fitted.weights, fitted.doubt, network), tested
    )
    return fitted


def _played(jobs: list[Job], processes: int) -> Iterator[Played]:
    """What chunks of matches teach, in their order."""
    if processes > 1:
        with multiprocessing.get_context("spawn").Pool(processes) as pool:
            yield from pool.imap(_chunk, jobs)
    else:
        for job in jobs:
            yield _chunk(job)


def _chunk(job: Job) -> Played:
    game, players, first, matches = job
    return play_chunk(make_rules(game, players), first, matches)
