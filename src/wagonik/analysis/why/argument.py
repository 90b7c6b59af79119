"""An argument for a move, and what must be exceeded before a thing is said."""

from dataclasses import dataclass
from typing import Final

POINTS: Final = 0.5  # what is less is no point when it is told
ERRORS: Final = 3.0  # that a measured difference must be clear of
TURNS_SAVED: Final = 0.5
LATE: Final = 1.0  # turns that lack

Values = dict[str, int | float | str]


@dataclass(frozen=True, slots=True)
class Argument:
    """Something that could be said, and what it is worth in points, about.

    Attributes:
        vague: Whether it is a sum of points, which names no cause.
    """

    kind: str
    values: Values
    weight: float
    vague: bool = False
