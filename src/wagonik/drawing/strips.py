"""Where the strips of badges beside the rows stand, so that none covers anything.

The board file does not say it: a strip takes the first spot that is free. Where strips are in each
other's way, they are moved one after the other until all fit, in an order that is always the same.
"""

from itertools import combinations
from random import Random
from typing import Final

from wagonik.drawing import rows, scene
from wagonik.drawing.shapes import Rect, bounds, disc_depth, grown, rect_depth
from wagonik.engine.boardfile import BoardFile

Spot = tuple[int, float]

_ROUNDS: Final = 4000
_ROOM: Final = 0.5


def strip_spots(board: BoardFile) -> list[Spot]:
    """The spot of every bundle's strip; for a bundle without badges it means nothing."""
    bundles = scene.bundles(board)
    chosen = [0] * len(bundles)
    numbers = [number for number, bundle in enumerate(bundles) if bundle.badges]
    if not numbers:
        return [scene.STRIP_SPOTS[0]] * len(bundles)
    points = [(place.x or 0.0, place.y or 0.0) for place in board.places]
    radii = [scene.radius(place) for place in board.places]
    made = [
        scene.bundle_row(bundle, points, radii, scene.bundle_bend(board, bundle))
        for bundle in bundles
    ]
    fixed: list[Rect] = []
    for bundle, row in zip(bundles, made, strict=True):
        fixed += [(*pose, rows.SPACE_LENGTH / 2, bundle.half_width) for pose in row.poses]
        fixed += row.links
    for place in board.places:
        if place.label:
            fixed.append(scene.label_rect(place.label, scene.lines(place)))
    discs = [(x, y, radius + rows.PLACE_EDGE) for (x, y), radius in zip(points, radii, strict=True)]
    strips = {
        number: [
            [grown(rect, _ROOM) for rect in scene.badge_rects(bundles[number], made[number], spot)]
            for spot in scene.STRIP_SPOTS
        ]
        for number in numbers
    }
    cost = {
        number: [_against(strip, fixed, discs) for strip in options]
        for number, options in strips.items()
    }
    for number in numbers:
        chosen[number] = cost[number].index(min(cost[number]))

    near = _neighbours(strips)

    def clash(number: int, spot: int) -> float:
        mine = strips[number][spot]
        total = cost[number][spot]
        for other in near[number]:
            total += _between(mine, strips[other][chosen[other]])
        return total

    random = Random(1)
    for turn in range(_ROUNDS):
        bad = [number for number in numbers if clash(number, chosen[number]) > 0.0]
        if not bad:
            break
        number = random.choice(bad)
        costs = [clash(number, spot) for spot in range(len(scene.STRIP_SPOTS))]
        # Now and then not the best spot, or two strips may push each other for ever.
        heat = 6.0 * (1 - turn / _ROUNDS)
        wobble = [value + random.random() * heat for value in costs]
        chosen[number] = wobble.index(min(wobble))
    return [scene.STRIP_SPOTS[spot] for spot in chosen]


def _neighbours(strips: dict[int, list[list[Rect]]]) -> dict[int, list[int]]:
    """Which strips could meet at all."""
    boxes = {number: bounds([r for strip in s for r in strip]) for number, s in strips.items()}
    return {
        a: [
            b
            for b, other in boxes.items()
            if a != b
            and box[0] < other[2]
            and other[0] < box[2]
            and box[1] < other[3]
            and other[1] < box[3]
        ]
        for a, box in boxes.items()
    }


def _against(
    strip: list[Rect], fixed: list[Rect], discs: list[tuple[float, float, float]]
) -> float:
    total = sum(max(0.0, disc_depth(*disc, badge)) for disc in discs for badge in strip)
    total += sum(max(0.0, rect_depth(a, b)) for a, b in combinations(strip, 2))
    return total + _between(strip, fixed)


def _between(strip: list[Rect], others: list[Rect]) -> float:
    left, top, right, bottom = bounds(strip)
    total = 0.0
    for rect in others:
        reach = rect[4] + rect[5]
        if left - reach < rect[0] < right + reach and top - reach < rect[1] < bottom + reach:
            total += sum(max(0.0, rect_depth(rect, badge)) for badge in strip)
    return total
