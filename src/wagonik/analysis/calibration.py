"""Honest chances: what is said is won as often.

Play-outs that are judged before their end are too modest in most games, and those of some are too
sure of what is far off. So the chances of each play-out are made steeper (or flatter), by how far
the match had come where it was judged, and mixed with equal chances, by how far it was played on.
They still add up to 1, and a match that is over is what it is. All that is said rests on the same
play-outs, so graph, luck and decisions stay in proportion.

The numbers are in `calibration.json`, by game and number of players; `python -m benchmarks.coach`
finds them, judges each half of the matches by numbers from the other half, and writes the tables
of `docs/coach.md`. A table that was not measured is judged as it is.
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

PLACE: Final = Path(__file__).parent / "calibration.json"
LEAST: Final = 1e-9  # of a chance: 0 has no logarithm


@dataclass(frozen=True, slots=True)
class Calibration:
    """How chances of play-outs are made honest.

    Attributes:
        early: The power that chances are taken to where a match begins; 1 leaves them as they are.
        late: The same where it ends. In between it goes with how far the match has come.
        doubt: The share of equal chances that is mixed in at the horizon; in proportion before it.
    """

    early: float
    late: float
    doubt: float

    def honest(
        self, chances: tuple[float, ...], progress: float, ended: bool, ahead: float
    ) -> tuple[float, ...]:
        """The chances of all seats.

        Args:
            chances: As the learnt value, or the end of the match, says.
            progress: Of the match where that was, from 0 to 1.
            ended: Whether it was over there.
            ahead: How far it was played on, as a part of the horizon.
        """
        if not ended:
            power = self.early + (self.late - self.early) * progress
            weights = [max(LEAST, chance) ** power for chance in chances]
            total = sum(weights)
            chances = tuple(weight / total for weight in weights)
        mixed = self.doubt * min(1.0, max(0.0, ahead))
        equal = mixed / len(chances)
        return tuple((1.0 - mixed) * chance + equal for chance in chances)


@cache
def calibrations() -> dict[str, Calibration]:
    """Of all tables that were measured, by `game-players`."""
    if not PLACE.is_file():
        return {}
    found = json.loads(PLACE.read_text(encoding="utf-8"))
    return {table: Calibration(**numbers) for table, numbers in found.items()}


def find_calibration(game: str, players: int) -> Calibration | None:
    return calibrations().get(f"{game}-{players}")
