"""Whether the coach's chances are honest, and how they are made so.

Matches between Planners are played. At a few positions of each, what single play-outs say is kept
beside the result, in a file that git does not keep. From it come the numbers of
`analysis/calibration.json`; in the tables each half of the matches is judged by numbers that were
found on the other half.
"""

import gzip
import json
import math
from dataclasses import asdict
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wagonik.analysis.calibration import Calibration
from wagonik.analysis.decisions import judge_luck, judge_open
from wagonik.analysis.judge import Chances, Judge, sample_seed
from wagonik.code import fingerprint
from wagonik.engine.rng import FastRng
from wagonik.match import Match

SOURCES: Final = Path(__file__).parents[1] / "src" / "wagonik" / "analysis"
RAW: Final = Path(__file__).parent / "coach_results" / "raw"
POSITIONS: Final = 5  # of a match of the usual length
FUTURES: Final = 24
LUCKS: Final = 4  # decisions after which luck is measured, besides draws of tickets
LUCK_SAMPLES: Final = 4
BINS: Final = 10
DIGITS: Final = 4
OVER: Final = -1.0  # instead of progress, where a play-out reached the end
FLOOR: Final = 0.01  # mixed into what is said, for the logarithm of what can't happen and does
STEPS: Final = (0.2, 0.1, 0.05, 0.02)  # of the search for the best numbers
LEAST_GAIN: Final = 1e-5  # of surprise, that is worth a step
PRIOR: Final = 2.0  # how many matches speak for leaving chances as they are

Floats = NDArray[np.float64]


class Noting(Judge):
    """A judge that keeps what its play-outs said, as they said it."""

    def __init__(self, match: Match) -> None:
        super().__init__(match.rules, calibrated=False)
        self.leaves: list[list[float]] = []

    def told(self, state: Any, last: int) -> Chances:
        found = super().told(state, last)
        progress = OVER if self.table.ended else round(self.table.progress, DIGITS)
        ahead = round(1.0 - (last - int(state.turn)) / self.horizon, DIGITS)
        self.leaves.append([*(round(chance, DIGITS) for chance in found), progress, ahead])
        return found


def some(seed: int, count: int, every: int) -> set[int]:
    """One of so many decisions. How many a match has tells who won it: whoever wins ends it. So
    none may be looked at sooner because its match was short."""
    rng = FastRng(seed)
    return {number for number in range(count) if rng.below(every) == 0}


def look(match: Match, usual: int) -> dict[str, Any]:
    """What play-outs say at a few positions of a finished match, and what chance did.

    Args:
        usual: How many decisions matches of this table have.
    """
    seed = match.seed
    won = [1.0 / len(match.winners) if s in match.winners else 0.0 for s in range(match.players)]
    count = len(match.history)
    looked = some(seed, count, max(1, usual // POSITIONS))
    drawn = some(sample_seed(seed, "luck"), count, max(1, usual // LUCKS))
    twin = match.again()
    noting, judge = Noting(match), Judge(match.rules)
    positions = []
    luck = {kind: [0, 0.0] for kind in ("cards", "tickets")}
    for number, (seat, action) in enumerate(match.history):
        if number in looked:
            noting.leaves = []
            judge_open(noting, twin, FUTURES, seed)
            positions.append([round(number / count, DIGITS), noting.leaves])
        kind = "tickets" if action == match.rules.tickets_action else "cards"
        if number in drawn or kind == "tickets":
            before = twin.state.reveals
            gains = judge_luck(judge, twin, seat, action, LUCK_SAMPLES, seed)
            if twin.state.reveals != before:
                luck[kind][0] += 1
                luck[kind][1] += gains[seat].mean
        else:
            twin.play(action, seat)
    return {"seed": seed, "won": won, "positions": positions, "luck": luck}


class Kept:
    """What was seen of the matches of one table."""

    def __init__(self, table: str) -> None:
        # What other bots said is of no use: another code begins anew.
        code = fingerprint(games=[table.rpartition("-")[0]])
        self.place: Final = RAW / code / f"{table}.jsonl.gz"
        self.rows: Final[list[dict[str, Any]]] = []
        if self.place.is_file():
            with gzip.open(self.place, "rt", encoding="utf-8") as file:
                self.rows.extend(json.loads(line) for line in file)

    def add(self, rows: list[dict[str, Any]]) -> None:
        self.rows.extend(rows)
        self.place.parent.mkdir(parents=True, exist_ok=True)
        with gzip.open(self.place, "at", encoding="utf-8") as file:
            file.writelines(json.dumps(row, separators=(",", ":")) + "\n" for row in rows)


class Positions:
    """All positions of some matches, as arrays."""

    def __init__(self, rows: list[dict[str, Any]]) -> None:
        flat = [(row["won"], place, leaves) for row in rows for place, leaves in row["positions"]]
        data = np.array([leaves for _, _, leaves in flat])
        self.matches: Final = len(rows)
        self.won: Final[Floats] = np.array([won for won, _, _ in flat])
        self.place: Final[Floats] = np.array([place for _, place, _ in flat])
        self.chances: Final[Floats] = data[..., :-2]
        self.over: Final = data[..., -2] == OVER
        self.progress: Final[Floats] = data[..., -2].clip(0.0)
        self.ahead: Final[Floats] = data[..., -1].clip(0.0, 1.0)

    def said(self, by: Calibration) -> Floats:
        """The chances of every position, as `Calibration.honest` makes them."""
        power = by.early + (by.late - by.early) * self.progress
        weights = self.chances.clip(1e-9) ** np.where(self.over, 1.0, power)[..., None]
        weights /= weights.sum(-1, keepdims=True)
        honest = np.where(self.over[..., None], self.chances, weights)
        mixed = (by.doubt * self.ahead)[..., None]
        found: Floats = ((1.0 - mixed) * honest + mixed / honest.shape[-1]).mean(1)
        return found

    def surprise(self, by: Calibration) -> float:
        """The mean of −log of what was said about what came: the less, the better. Numbers far
        from 1 must be worth it, or few matches would lead to wild ones."""
        said = (1.0 - FLOOR) * self.said(by) + FLOOR / self.won.shape[-1]
        away = math.log(by.early) ** 2 + math.log(by.late) ** 2
        surprise = float(-(self.won * np.log(said)).sum(-1).mean())
        return surprise + PRIOR * away / self.matches


def fit(rows: list[dict[str, Any]]) -> Calibration:
    """The numbers by which what was said was the least surprised by what came."""
    positions = Positions(rows)
    best = Calibration(1.0, 1.0, 0.0)
    least = positions.surprise(best)
    for step in STEPS:
        moved = True
        while moved:
            moved = False
            for name, size in (("early", step), ("late", step), ("doubt", step / 4)):
                for way in (size, -size):
                    numbers = asdict(best)
                    numbers[name] = round(numbers[name] + way, 4)
                    if numbers[name] < (0.0 if name == "doubt" else 0.2):
                        continue
                    tried = Calibration(**numbers)
                    surprise = positions.surprise(tried)
                    if surprise < least - LEAST_GAIN:
                        best, least, moved = tried, surprise, True
    return best


def judged(rows: list[dict[str, Any]]) -> dict[str, Any]:
    """What was said and what was won, each half by the numbers of the other; beside it, how it
    would be without them."""
    halves = rows[::2], rows[1::2]
    found: dict[str, Any] = {"matches": len(rows), "code": fingerprint()}
    plain = Calibration(1.0, 1.0, 0.0)
    for name, by in (
        ("honest", [fit(halves[1]), fit(halves[0])]),
        ("plain", [plain, plain]),
    ):
        bins = [[0.0, 0.0, 0] for _ in range(BINS)]
        quarters = [[0.0, 0.0, 0] for _ in range(4)]
        for half, numbers in zip(halves, by, strict=True):
            positions = Positions(half)
            said, won = positions.said(numbers), positions.won
            tenth = np.minimum(BINS - 1, (said * BINS).astype(int))
            for i in range(BINS):
                here = tenth == i
                _add(bins[i], said[here].sum(), won[here].sum(), here.sum())
            quarter = (positions.place * 4).astype(int)
            base = 1.0 / won.shape[-1]
            for i in range(4):
                here = quarter == i
                error = (said[here] - won[here]) ** 2
                _add(quarters[i], error.sum(), ((base - won[here]) ** 2).sum(), error.size)
        found[name] = {"bins": bins, "quarters": quarters}
    # Of what chance did to whoever drew: matches, decisions, sum, sum of squares over matches.
    found["luck"] = {}
    for kind in ("cards", "tickets"):
        sums = [row["luck"][kind] for row in rows if row["luck"][kind][0]]
        found["luck"][kind] = [
            len(sums),
            sum(count for count, _ in sums),
            sum(total for _, total in sums),
            sum(total * total for _, total in sums),
        ]
    return found


def _add(row: list[Any], first: Any, second: Any, count: Any) -> None:
    row[0] += float(first)
    row[1] += float(second)
    row[2] += int(count)


def ship(place: Path, table: str, numbers: Any) -> None:
    """Write the numbers of a table, or that it has none, into a file of the sources that comes
    with Wagonik, and of the package that is installed, for what is measured next."""
    for file in dict.fromkeys((SOURCES / place.name, place)):
        known = json.loads(file.read_text(encoding="utf-8")) if file.is_file() else {}
        known.pop(table, None)
        if numbers is not None:
            known[table] = numbers
        if known or file.is_file():
            text = json.dumps(dict(sorted(known.items())), indent=1)
            file.write_text(text + "\n", encoding="utf-8")
