"""Rectangles and discs, and how deep they lie in each other.

Everything that is drawn is a rectangle that may be turned (a space, a piece of a link line, a
label, a badge) or a disc (a place). A depth above zero means that the two overlap; below zero it
is minus a lower bound of their distance.
"""

from math import hypot

# Centre x and y, unit vector along the long side, half length, half width.
Rect = tuple[float, float, float, float, float, float]
Box = tuple[float, float, float, float]


def rect_depth(a: Rect, b: Rect) -> float:
    """How deep two rectangles overlap, by the theorem of the separating axis."""
    ax, ay, aux, auy, ah, aw = a
    bx, by, bux, buy, bh, bw = b
    dx = bx - ax
    dy = by - ay
    reach = ah + aw + bh + bw
    if dx > reach or dx < -reach or dy > reach or dy < -reach:
        return -1.0
    c = abs(aux * bux + auy * buy)
    s = abs(aux * buy - auy * bux)
    depth = ah + bh * c + bw * s - abs(dx * aux + dy * auy)
    if depth <= 0.0:
        return depth
    other = aw + bh * s + bw * c - abs(dx * auy - dy * aux)
    if other < depth:
        if other <= 0.0:
            return other
        depth = other
    other = bh + ah * c + aw * s - abs(dx * bux + dy * buy)
    if other < depth:
        if other <= 0.0:
            return other
        depth = other
    other = bw + ah * s + aw * c - abs(dx * buy - dy * bux)
    return other if other < depth else depth


def disc_depth(x: float, y: float, radius: float, rect: Rect) -> float:
    """How deep a disc reaches into a rectangle."""
    cx, cy, ux, uy, half, width = rect
    dx = x - cx
    dy = y - cy
    along = abs(dx * ux + dy * uy) - half
    across = abs(dx * uy - dy * ux) - width
    if along <= 0.0 or across <= 0.0:
        return radius - max(along, across)
    return radius - hypot(along, across)


def grown(rect: Rect, by: float) -> Rect:
    """The rectangle with every side moved outward."""
    x, y, ux, uy, half, width = rect
    return (x, y, ux, uy, half + by, width + by)


def corners(rect: Rect) -> tuple[tuple[float, float], ...]:
    """The four corners, in order round the rectangle."""
    x, y, ux, uy, h, w = rect
    return (
        (x + ux * h - uy * w, y + uy * h + ux * w),
        (x + ux * h + uy * w, y + uy * h - ux * w),
        (x - ux * h + uy * w, y - uy * h - ux * w),
        (x - ux * h - uy * w, y - uy * h + ux * w),
    )


def bounds(rects: list[Rect]) -> Box:
    """The upright box round some rectangles (at least one)."""
    left = top = 1e9
    right = bottom = -1e9
    for x, y, ux, uy, h, w in rects:
        rx = abs(ux) * h + abs(uy) * w
        ry = abs(uy) * h + abs(ux) * w
        left = min(left, x - rx)
        right = max(right, x + rx)
        top = min(top, y - ry)
        bottom = max(bottom, y + ry)
    return left, top, right, bottom
