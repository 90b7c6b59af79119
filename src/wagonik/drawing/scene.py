"""A board as things that take up room: bundles of tracks, places, labels, badges."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import hypot
from typing import Final

from wagonik.drawing import rows
from wagonik.drawing.rows import Bend, SpaceRow
from wagonik.drawing.shapes import Rect
from wagonik.drawing.text import BADGE_SIZE, label_box, label_lines, text_width
from wagonik.engine.boardfile import BoardFile, Place, Route

Point = tuple[float, float]

BADGE_HEIGHT: Final = 11.5
BADGE_GAP: Final = 2.0
# Where the strip of badges may stand: the side of the bundle and the shift along it.
STRIP_SPOTS: Final = tuple(
    (side, shift) for shift in (0.0, -0.18, 0.18, -0.36, 0.36) for side in (1, -1)
)


@dataclass(frozen=True)
class Bundle:
    """Parallel tracks of one length, drawn side by side."""

    start: int
    end: int
    length: int
    tunnel: bool
    ferry: bool
    routes: tuple[int, ...]
    badges: tuple[str, ...]
    twin: bool  # whether the same two places are joined by another bundle

    @property
    def half_width(self) -> float:
        return rows.bundle_half_width(len(self.routes), self.tunnel)


def bundles(board: BoardFile) -> list[Bundle]:
    """The tracks of a board, those side by side taken together."""
    index = {place.name: number for number, place in enumerate(board.places)}
    groups: dict[tuple[str, str, int, bool], list[int]] = {}
    for number, route in enumerate(board.routes):
        groups.setdefault((*route.pair, route.length, route.tunnel), []).append(number)
    pairs = [group[:2] for group in groups]
    found = []
    for key, members in groups.items():
        first = board.routes[members[0]]
        badges: dict[str, None] = {}
        for member in members:
            badges.update(dict.fromkeys(board.routes[member].railroads))
        found.append(
            Bundle(
                start=index[first.start],
                end=index[first.end],
                length=first.length,
                tunnel=first.tunnel,
                ferry=first.locomotives > 0,
                routes=tuple(members),
                badges=tuple(badges),
                twin=pairs.count(key[:2]) > 1,
            )
        )
    return found


def radius(place: Place) -> float:
    """The radius of the disc that is drawn for a place."""
    return rows.JUNCTION_RADIUS if place.junction else rows.PLACE_RADIUS


def lines(place: Place) -> tuple[str, ...]:
    """The lines of a place's label: none for a junction."""
    if place.junction:
        return ()
    return place.label_lines or label_lines(place.name)


def route_bend(bundle: Bundle, route: Route, bend: Bend, places: Sequence[Place]) -> Bend:
    """A bundle's bend as seen by one of its routes, which may be written the other way round."""
    if places[bundle.start].name == route.start:
        return bend
    return (-bend[1], -bend[0])


def bundle_bend(board: BoardFile, bundle: Bundle) -> Bend:
    """The bend that the board file gives a bundle: that of its first route."""
    return board.routes[bundle.routes[0]].bend or (0.0, 0.0)


def bundle_row(
    bundle: Bundle, points: Sequence[Point], radii: Sequence[float], bend: Bend
) -> SpaceRow:
    """The row of spaces of a bundle."""
    return SpaceRow(
        points[bundle.start],
        points[bundle.end],
        (radii[bundle.start], radii[bundle.end]),
        bend,
        bundle.length,
        bundle.half_width,
    )


def label_rect(centre: Point, text: tuple[str, ...]) -> Rect:
    """The box of a label."""
    width, height = label_box(text)
    return (*centre, 1.0, 0.0, width / 2, height / 2)


def badge_width(code: str) -> float:
    """The width of one badge."""
    return text_width(code, BADGE_SIZE) + 6.0


def badge_rects(bundle: Bundle, row: SpaceRow, spot: tuple[int, float]) -> list[Rect]:
    """The badges of a bundle in a line beside its row, in two where the row is too short."""
    codes = bundle.badges
    widths = [badge_width(code) for code in codes]
    room = len(row.poses) * rows.MIN_PITCH
    total = sum(widths) + BADGE_GAP * (len(widths) - 1)
    split = len(codes) if total <= room + 12.0 else (len(codes) + 1) // 2
    side, shift = spot
    rects: list[Rect] = []
    level = bundle.half_width + 3.2 + BADGE_HEIGHT / 2
    for part in (range(split), range(split, len(codes))):
        if not part:
            continue
        long = sum(widths[i] for i in part) + BADGE_GAP * (len(part) - 1)
        slack = max(0.0, len(row.poses) * rows.MIN_PITCH - long)
        beside = [rows.shifted(pose, side * level) for pose in row.poses]
        at = -long / 2 + shift * max(slack, 60.0)
        for i in part:
            x, y, ux, uy = _along(beside, at + widths[i] / 2)
            rects.append((x, y, ux, uy, widths[i] / 2, BADGE_HEIGHT / 2))
            at += widths[i] + BADGE_GAP
        level += BADGE_HEIGHT + BADGE_GAP
    return rects


def _along(poses: Sequence[rows.Pose], distance: float) -> rows.Pose:
    """The pose at a distance from the middle of a line of poses, straight on beyond its ends."""
    steps = [hypot(b[0] - a[0], b[1] - a[1]) for a, b in pairwise(poses)]
    rest = sum(steps) / 2 + distance
    if not steps or rest <= 0:
        x, y, ux, uy = poses[0]
        return (x + ux * rest, y + uy * rest, ux, uy)
    for (a, b), step in zip(pairwise(poses), steps, strict=True):
        if rest <= step:
            share = rest / step
            ux = a[2] + (b[2] - a[2]) * share
            uy = a[3] + (b[3] - a[3]) * share
            norm = hypot(ux, uy) or 1.0
            x, y = a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share
            return (x, y, ux / norm, uy / norm)
        rest -= step
    x, y, ux, uy = poses[-1]
    return (x + ux * rest, y + uy * rest, ux, uy)
