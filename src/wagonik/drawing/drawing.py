"""The drawing of a board as data: one JSON that the client turns into a picture.

Numbers are units of the board file's drawing; angles are degrees clockwise from the right. Rows
run from a track's first place to its second. The client knows nothing about bends and lanes.
"""

from math import atan2, degrees
from typing import TypedDict

from wagonik.drawing import rows, scene
from wagonik.drawing.rows import SpaceRow
from wagonik.drawing.scene import Bundle
from wagonik.drawing.shapes import Rect
from wagonik.drawing.strips import strip_spots
from wagonik.engine.boardfile import BoardFile

Space = tuple[float, float, float]


class LabelDrawing(TypedDict):
    """Where a name is written."""

    x: float
    y: float
    lines: list[str]


class PlaceDrawing(TypedDict):
    """Where a place is drawn, and its label."""

    name: str
    x: float
    y: float
    latitude: float
    longitude: float
    exit: bool
    junction: bool
    label: LabelDrawing | None


class BadgeDrawing(TypedDict):
    """A sign on a track, such as its bonus."""

    x: float
    y: float
    angle: float
    width: float
    text: str


class TrackDrawing(TypedDict):
    """The spaces of a track."""

    start: int
    end: int
    colour: str
    length: int
    locomotives: list[int]
    tunnel: bool
    bonus: int
    spaces: list[Space]


class BundleDrawing(TypedDict):
    """Parallel tracks, drawn together."""

    tracks: list[int]
    ferry: bool
    width: float
    path: list[tuple[float, float]]  # the middle of the row, from end to end
    links: list[list[tuple[float, float]]]
    badges: list[BadgeDrawing]


class BoardDrawing(TypedDict):
    """Everything of a board that is drawn."""

    name: str
    width: float
    height: float
    scale: float | None
    quiet: str
    piece: str
    places: list[PlaceDrawing]
    tracks: list[TrackDrawing]
    bundles: list[BundleDrawing]


def draw(board: BoardFile) -> BoardDrawing:
    """The drawing of a board that has a layout."""
    if board.drawing is None or any(place.x is None or place.y is None for place in board.places):
        raise ValueError(f"{board.name} has no layout yet")
    points = [(place.x or 0.0, place.y or 0.0) for place in board.places]
    radii = [scene.radius(place) for place in board.places]
    tracks: list[TrackDrawing | None] = [None] * len(board.routes)
    bundles: list[BundleDrawing] = []
    spots = strip_spots(board)
    for number, bundle in enumerate(scene.bundles(board)):
        row = scene.bundle_row(bundle, points, radii, scene.bundle_bend(board, bundle))
        for lane, route in enumerate(bundle.routes):
            tracks[route] = _track(board, bundle, row, lane)
        half = rows.SPACE_LENGTH / 2
        first, last = row.poses[0], row.poses[-1]
        path = [
            (first[0] - first[2] * half, first[1] - first[3] * half),
            *((pose[0], pose[1]) for pose in row.poses),
            (last[0] + last[2] * half, last[1] + last[3] * half),
        ]
        rects = scene.badge_rects(bundle, row, spots[number]) if bundle.badges else []
        bundles.append(
            {
                "tracks": list(bundle.routes),
                "ferry": bundle.ferry,
                "width": round(bundle.half_width * 2, 1),
                "path": [(round(x, 1), round(y, 1)) for x, y in path],
                "links": _polylines(row.links),
                "badges": [
                    _badge(rect, text) for rect, text in zip(rects, bundle.badges, strict=True)
                ]
                if rects
                else [],
            }
        )
    return {
        "name": board.name,
        "width": board.drawing.width,
        "height": board.drawing.height,
        "scale": board.drawing.scale,
        "quiet": board.drawing.quiet,
        "piece": board.piece,
        "places": [
            {
                "name": place.name,
                "x": place.x or 0.0,
                "y": place.y or 0.0,
                "latitude": place.latitude,
                "longitude": place.longitude,
                "exit": place.exit,
                "junction": place.junction,
                "label": {
                    "x": place.label[0],
                    "y": place.label[1],
                    "lines": list(scene.lines(place)),
                }
                if place.label
                else None,
            }
            for place in board.places
        ],
        "tracks": [track for track in tracks if track],
        "bundles": bundles,
    }


def _track(board: BoardFile, bundle: Bundle, row: SpaceRow, lane: int) -> TrackDrawing:
    index = {place.name: number for number, place in enumerate(board.places)}
    route = board.routes[bundle.routes[lane]]
    offset = rows.lane_offset(lane, len(bundle.routes), bundle.tunnel)
    spaces: list[Space] = []
    for pose in row.poses:
        x, y, ux, uy = rows.shifted(pose, offset)
        angle = degrees(atan2(uy, ux))
        spaces.append((round(x, 1), round(y, 1), round(_upright(angle), 1)))
    start, end = index[route.start], index[route.end]
    if start != bundle.start:
        spaces.reverse()
    return {
        "start": start,
        "end": end,
        "colour": "grey" if route.colour == "gray" else route.colour,
        "length": route.length,
        "locomotives": spread(route.locomotives, route.length),
        "tunnel": route.tunnel,
        "bonus": route.bonus,
        "spaces": spaces,
    }


def _upright(angle: float) -> float:
    """The same line, never upside down."""
    while angle > 90:
        angle -= 180
    while angle <= -90:
        angle += 180
    return angle


def _badge(rect: Rect, text: str) -> BadgeDrawing:
    x, y, ux, uy, half, _ = rect
    return {
        "x": round(x, 1),
        "y": round(y, 1),
        "angle": round(_upright(degrees(atan2(uy, ux))), 1),
        "width": round(half * 2, 1),
        "text": text,
    }


def _polylines(links: list[Rect]) -> list[list[tuple[float, float]]]:
    """The link lines of a row, pieces that meet joined together."""
    lines: list[list[tuple[float, float]]] = []
    for x, y, ux, uy, half, _ in links:
        begin = (round(x - ux * half, 1), round(y - uy * half, 1))
        end = (round(x + ux * half, 1), round(y + uy * half, 1))
        if lines and abs(lines[-1][-1][0] - begin[0]) + abs(lines[-1][-1][1] - begin[1]) < 0.5:
            lines[-1].append(end)
        else:
            lines.append([begin, end])
    return lines


def spread(count: int, length: int) -> list[int]:
    """Which spaces of a row show a locomotive: so many, evenly spread."""
    count = min(count, length)
    return [int((i + 0.5) * length / count) for i in range(count)]
