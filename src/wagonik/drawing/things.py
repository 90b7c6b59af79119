"""Things with an extent, and what it costs when two of them cover each other."""

from math import hypot

from wagonik.drawing.shapes import Box, Rect, bounds, disc_depth, rect_depth


class Thing:
    """Something with an extent: rectangles and perhaps one disc, and the box round them."""

    __slots__ = ("box", "disc", "rects", "soft")

    def __init__(
        self, rects: list[Rect], disc: tuple[float, float, float] | None, soft: float
    ) -> None:
        self.rects = rects
        self.disc = disc
        self.soft = soft
        box = bounds(rects) if rects else (1e9, 1e9, -1e9, -1e9)
        if disc:
            x, y, r = disc
            box = (min(box[0], x - r), min(box[1], y - r), max(box[2], x + r), max(box[3], y + r))
        self.box: Box = box


def clash(a: Thing, b: Thing) -> float:
    """The hard cost of two things: for each overlap of their parts one and its depth."""
    box, other = a.box, b.box
    if box[2] <= other[0] or other[2] <= box[0] or box[3] <= other[1] or other[3] <= box[1]:
        return 0.0
    cost = 0.0
    if a.disc and b.disc:
        depth = a.disc[2] + b.disc[2] - hypot(a.disc[0] - b.disc[0], a.disc[1] - b.disc[1])
        return 1.0 + depth / 4 if depth > 0 else 0.0
    if b.disc:
        a, b = b, a
    if a.disc:
        x, y, r = a.disc
        for rect in b.rects:
            depth = disc_depth(x, y, r, rect)
            if depth > 0.0:
                cost += 1.0 + depth / 4
        return cost
    for rect in a.rects:
        x, y, _, _, half, width = rect
        reach = half + width
        if (
            x + reach <= other[0]
            or x - reach >= other[2]
            or y + reach <= other[1]
            or y - reach >= other[3]
        ):
            continue
        for second in b.rects:
            depth = rect_depth(rect, second)
            if depth > 0.0:
                cost += 1.0 + depth / 4
    return cost
