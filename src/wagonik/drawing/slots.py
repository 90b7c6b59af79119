"""Where a label may stand: sixteen slots round its place, near or a little farther away."""

from math import hypot
from typing import Final

Point = tuple[float, float]

SLOTS: Final = 32
SLOT_NEAR: Final = 12.5
SLOT_FAR: Final = 18.5
# What a label's slot costs: beside the place is best, then above and below, then the far ones.
SLOT_COST: Final = (0.0, 0.1, 0.25, 0.5, 0.45, 0.5, 0.35, 0.25, 0.15, 0.2, 0.35, 0.5, 0.4, 0.5,
                     0.2, 0.1)  # fmt: skip


def slot_offset(slot: int, half_width: float, half_height: float, gap: float) -> Point:
    """From a place to the middle of its label: sixteen ways round, clockwise from the right."""
    quarter, rest = divmod(slot, 4)
    near = gap * 0.68
    across = (
        (half_width + gap, 0.0),
        (half_width + gap * 0.94, half_height * 0.75),
        (half_width + near, half_height + near),
        (half_width * 0.55, half_height + gap),
    )
    if quarter in (0, 2):
        x, y = across[rest]
    else:
        x, y = ((0.0, half_height + gap), across[3], across[2], across[1])[rest]
    signs = ((1, 1), (-1, 1), (-1, -1), (1, -1))[quarter]
    return x * signs[0], y * signs[1]


def quiet_corner(places: list[Point], width: float, height: float) -> str:
    """The corner that is farthest from every place: floating panels may stand there."""
    corners = {
        "top left": (0.0, 0.0),
        "top right": (width, 0.0),
        "bottom left": (0.0, height),
        "bottom right": (width, height),
    }
    return max(
        corners,
        key=lambda name: min(hypot(x - corners[name][0], y - corners[name][1]) for x, y in places),
    )
