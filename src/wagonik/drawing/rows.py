"""From two places and a bend to a row of spaces.

Parallel tracks of one length form a bundle. A bundle is a cubic curve whose control points stand at
a third and two thirds of the chord, each moved sideways by its bend (a share of the chord, to the
right as seen on the way from the first place to the second). The row of spaces is centred between
the two places; what is left over on either side is a thin link line.
"""

from itertools import pairwise
from math import ceil, hypot
from typing import Final

from wagonik.drawing.shapes import Rect

SPACE_LENGTH: Final = 34.0
SPACE_WIDTH: Final = 12.0
MIN_PITCH: Final = 36.5
MAX_PITCH: Final = 42.0
LANE: Final = 15.0
TUNNEL_LANE: Final = 16.0
PLACE_RADIUS: Final = 8.0
JUNCTION_RADIUS: Final = 5.0
# The edge of a place's disc is drawn half outside of its radius.
PLACE_EDGE: Final = 1.1
_TRIM: Final = 3.0
_PIECES: Final = 16
_LINK_PIECE: Final = 26.0

# Centre x and y and the unit vector along the track.
Pose = tuple[float, float, float, float]
Bend = tuple[float, float]


class SpaceRow:
    """The middle of a bundle: the poses of its spaces, its link lines, and how well it fits."""

    __slots__ = ("excess", "links", "poses", "shortage", "squeeze")

    def __init__(
        self,
        start: tuple[float, float],
        end: tuple[float, float],
        radii: tuple[float, float],
        bend: Bend,
        length: int,
        half_width: float,
    ) -> None:
        ax, ay = start
        dx = end[0] - ax
        dy = end[1] - ay
        b1, b2 = bend
        nx = -dy
        ny = dx
        knots = [0.0]
        px, py, total = 0.0, 0.0, 0.0
        for i in range(1, _PIECES + 1):
            t = i / _PIECES
            side = 3 * t * (1 - t) * ((1 - t) * b1 + t * b2)
            x = dx * t + nx * side
            y = dy * t + ny * side
            total += hypot(x - px, y - py)
            knots.append(total)
            px, py = x, y
        first = radii[0] + PLACE_EDGE + _TRIM
        last = total - radii[1] - PLACE_EDGE - _TRIM
        usable = last - first
        pitch = usable / length
        # What the row lacks, or what is left over beside it.
        self.shortage = max(0.0, MIN_PITCH * length - usable)
        self.excess = max(0.0, usable - MAX_PITCH * length)
        pitch = min(MAX_PITCH, max(MIN_PITCH, pitch))
        middle = (first + last) / 2
        begin = middle - pitch * length / 2

        def pose(s: float) -> Pose:
            if s <= 0.0:
                t = s / total if total else 0.0
            elif s >= total:
                t = 1.0 + (s - total) / total if total else 1.0
            else:
                i = int(s / total * _PIECES)
                while knots[i + 1] < s:
                    i += 1
                while knots[i] > s:
                    i -= 1
                t = (i + (s - knots[i]) / (knots[i + 1] - knots[i])) / _PIECES
            u = 1 - t
            side = 3 * t * u * (u * b1 + t * b2)
            slope = 3 * (b1 * u * (1 - 3 * t) + b2 * t * (2 - 3 * t))
            tx = dx + nx * slope
            ty = dy + ny * slope
            norm = hypot(tx, ty) or 1.0
            return (ax + dx * t + nx * side, ay + dy * t + ny * side, tx / norm, ty / norm)

        self.poses = [pose(begin + pitch * (i + 0.5)) for i in range(length)]
        self.links: list[Rect] = []
        gap = (pitch - SPACE_LENGTH) / 2
        for low, high in ((first, begin + gap), (begin + pitch * length - gap, last)):
            if high - low > 1.0:
                pieces = ceil((high - low) / _LINK_PIECE)
                step = (high - low) / pieces
                points = [pose(low + step * i) for i in range(pieces + 1)]
                for p, q in pairwise(points):
                    half = hypot(q[0] - p[0], q[1] - p[1]) / 2 or 1e-6
                    self.links.append(
                        (
                            (p[0] + q[0]) / 2,
                            (p[1] + q[1]) / 2,
                            (q[0] - p[0]) / 2 / half,
                            (q[1] - p[1]) / 2 / half,
                            half,
                            1.1,
                        )
                    )
        # On the inside of a curve the spaces come closer to each other than in the middle.
        self.squeeze = 0.0
        for p, q in pairwise(self.poses):
            turn = abs(p[2] * q[3] - p[3] * q[2]) / 2
            room = hypot(q[0] - p[0], q[1] - p[1]) - 2 * half_width * turn - SPACE_LENGTH
            if room < 1.0:
                self.squeeze += 1.0 - room


def lane_offset(lane: int, lanes: int, tunnel: bool) -> float:
    """How far a lane's middle lies to the right of the bundle's middle."""
    return (lane - (lanes - 1) / 2) * (TUNNEL_LANE if tunnel else LANE)


def bundle_half_width(lanes: int, tunnel: bool) -> float:
    """Half the width of all the lanes together."""
    return SPACE_WIDTH / 2 + (lanes - 1) / 2 * (TUNNEL_LANE if tunnel else LANE)


def shifted(pose: Pose, offset: float) -> Pose:
    """The pose moved to its right."""
    x, y, ux, uy = pose
    return (x - uy * offset, y + ux * offset, ux, uy)


def space_rect(pose: Pose) -> Rect:
    """The rectangle of one space."""
    return (*pose, SPACE_LENGTH / 2, SPACE_WIDTH / 2)
