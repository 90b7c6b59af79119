"""What covers what on a drawn board: the exact check behind the layout.

Nothing here knows how the layout was found; it looks at the drawing alone, at the very spaces,
labels, badges and lines that the client draws.
"""

from dataclasses import dataclass
from math import hypot

from wagonik.drawing import rows, scene
from wagonik.drawing.shapes import Rect, bounds, disc_depth, grown, rect_depth
from wagonik.drawing.strips import strip_spots
from wagonik.engine.boardfile import BoardFile

# Shapes that only touch, or meet by less than the rounding of the file, are no overlap.
_TOUCH = 0.15


@dataclass(frozen=True)
class Overlap:
    """Two things that cover each other, and by how much."""

    kind: str
    first: str
    second: str
    depth: float

    def __str__(self) -> str:
        return f"{self.kind}: {self.first} and {self.second} ({self.depth:.1f})"


@dataclass(frozen=True)
class _Part:
    kind: str
    name: str
    rect: Rect
    owner: tuple[str, int]


def overlaps(board: BoardFile) -> list[Overlap]:
    """Everything on a board that covers something else, or leaves the frame."""
    missing = [place.name for place in board.places if place.x is None or place.y is None]
    if missing:
        return [Overlap("no position", name, "the board", 0.0) for name in missing]
    points = [(place.x or 0.0, place.y or 0.0) for place in board.places]
    radii = [scene.radius(place) for place in board.places]
    found: list[Overlap] = []
    parts: list[_Part] = []
    ends: dict[tuple[str, int], tuple[int, int]] = {}
    spots = strip_spots(board)
    for number, bundle in enumerate(scene.bundles(board)):
        bend = scene.bundle_bend(board, bundle)
        row = scene.bundle_row(bundle, points, radii, bend)
        name = f"{board.places[bundle.start].name} – {board.places[bundle.end].name}"
        owner = ("row", number)
        ends[owner] = (bundle.start, bundle.end)
        if row.shortage > _TOUCH:
            found.append(Overlap("row too long", name, "the way between its places", row.shortage))
        for lane in range(len(bundle.routes)):
            offset = rows.lane_offset(lane, len(bundle.routes), bundle.tunnel)
            for i, pose in enumerate(row.poses):
                rect = rows.space_rect(rows.shifted(pose, offset))
                parts.append(
                    _Part("space", f"{name}, track {lane + 1}, space {i + 1}", rect, owner)
                )
        parts += [_Part("line", name, rect, owner) for rect in row.links]
        if bundle.badges:
            rects = scene.badge_rects(bundle, row, spots[number])
            parts += [_Part("badge", name, rect, ("badge", number)) for rect in rects]
    for i, place in enumerate(board.places):
        if scene.lines(place) and place.label:
            rect = scene.label_rect(place.label, scene.lines(place))
            parts.append(_Part("label", place.name, rect, ("label", i)))
    found += _between_parts(parts)
    found += _with_places(board, parts, ends)
    return found


def _between_parts(parts: list[_Part]) -> list[Overlap]:
    found = []
    order = sorted(parts, key=lambda part: bounds([part.rect])[0])
    boxes = [bounds([part.rect]) for part in order]
    for i, a in enumerate(order):
        for j in range(i + 1, len(order)):
            if boxes[j][0] >= boxes[i][2]:
                break
            b = order[j]
            if boxes[j][1] >= boxes[i][3] or boxes[i][1] >= boxes[j][3]:
                continue
            if a.kind == b.kind == "line" and a.owner == b.owner:
                continue
            if a.kind != b.kind and a.owner == b.owner and "line" in (a.kind, b.kind):
                continue  # a line begins where its own row ends
            depth = rect_depth(a.rect, b.rect)
            if depth > _TOUCH:
                first, second = sorted((a, b), key=lambda part: part.kind)
                found.append(
                    Overlap(f"{first.kind} on {second.kind}", first.name, second.name, depth)
                )
    return found


def _with_places(
    board: BoardFile, parts: list[_Part], ends: dict[tuple[str, int], tuple[int, int]]
) -> list[Overlap]:
    found = []
    drawing = board.drawing
    for i, place in enumerate(board.places):
        x, y = place.x or 0.0, place.y or 0.0
        radius = scene.radius(place) + rows.PLACE_EDGE
        for other in board.places[i + 1 :]:
            reach = radius + scene.radius(other) + rows.PLACE_EDGE
            depth = reach - hypot((other.x or 0.0) - x, (other.y or 0.0) - y)
            if depth > 0:
                found.append(Overlap("place on place", place.name, other.name, depth))
        for part in parts:
            if part.kind == "line" and i in ends[part.owner]:
                continue
            depth = disc_depth(x, y, radius, part.rect)
            if depth > _TOUCH:
                found.append(Overlap(f"place on {part.kind}", place.name, part.name, depth))
        if drawing and not (
            radius <= x <= drawing.width - radius and radius <= y <= drawing.height - radius
        ):
            found.append(Overlap("outside the frame", place.name, "the frame", 0.0))
    for part in parts:
        left, top, right, bottom = bounds([grown(part.rect, 1.0)])
        if drawing and (left < 0 or top < 0 or right > drawing.width or bottom > drawing.height):
            found.append(Overlap("outside the frame", part.name, "the frame", max(-left, -top)))
    return found
