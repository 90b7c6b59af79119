"""Accuracy: how close a seat's moves came to the best ones that were found, from 0 to 100.

It is 100 · exp(−loss ÷ scale), where the loss is the mean over all decisions with a choice. A game
has a figure only if it was seen to put Novice, Modest, Planner and Master into that order with
clear gaps; `docs/coach.md` shows what was measured.
"""

import json
import math
from functools import cache
from pathlib import Path
from typing import Final

SCALES: Final = Path(__file__).parent / "accuracy.json"


@cache
def scales() -> dict[str, float]:
    """The scale of each table that has a figure, by game and number of players: `game-players`."""
    if not SCALES.is_file():
        return {}
    found: dict[str, float] = json.loads(SCALES.read_text(encoding="utf-8"))
    return found


def accuracy(game: str, players: int, loss: float) -> float | None:
    """The accuracy of a mean loss; None where the figure does not tell good play from bad."""
    scale = scales().get(f"{game}-{players}")
    return None if scale is None else 100.0 * math.exp(-max(0.0, loss) / scale)
