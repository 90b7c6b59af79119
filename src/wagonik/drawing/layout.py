"""Where everything on a drawn board goes: simulated annealing over places, bends and labels.

Places start where they really are, on a conic projection, and are nudged apart until every space,
label and badge has room. Overlaps are dear (hard costs); moving a place, bending a row or putting a
label in an odd spot is cheap but not free (soft costs). The outcome depends only on the board and
the seed.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import combinations
from math import exp, hypot, log
from random import Random
from typing import Final

from wagonik.drawing import scene
from wagonik.drawing.projection import Conic
from wagonik.drawing.rows import MAX_PITCH, PLACE_EDGE, Bend
from wagonik.drawing.scene import Bundle, Point
from wagonik.drawing.shapes import Box, Rect, bounds, rect_depth
from wagonik.drawing.slots import SLOT_COST, SLOT_FAR, SLOT_NEAR, SLOTS, quiet_corner, slot_offset
from wagonik.drawing.text import label_box
from wagonik.drawing.things import Thing, clash
from wagonik.engine.boardfile import BoardFile, Drawing

Progress = Callable[[float, float], None]
# Signed distance from the coast in units of the drawing, positive on land.
Shore = Callable[[float, float], float]

STEPS: Final = 240_000
MARGIN: Final = 44.0
_HARD: Final = 7.0
_SIGMA: Final = 22.0
# Room kept free between things, in units.
_SPACE_ROOM: Final = 1.2
_LABEL_ROOM: Final = 0.8
_PLACE_ROOM: Final = 1.6


@dataclass(frozen=True)
class BoardLayout:
    """Where a board's places, labels and rows go, in the order of the board file."""

    width: float
    height: float
    scale: float
    places: tuple[Point, ...]
    labels: tuple[Point, ...]
    bends: tuple[Bend, ...]  # one a route
    quiet: str
    clashes: float  # what is left of the hard costs: 0 when everything fits

    def on(self, board: BoardFile) -> BoardFile:
        """The board with this layout written into it."""
        return replace(
            board,
            places=tuple(
                replace(place, x=x, y=y, label=None if place.junction else label)
                for place, (x, y), label in zip(board.places, self.places, self.labels, strict=True)
            ),
            routes=tuple(
                replace(route, bend=bend)
                for route, bend in zip(board.routes, self.bends, strict=True)
            ),
            drawing=Drawing(self.width, self.height, self.scale, self.quiet),
        )


def layout(
    board: BoardFile,
    scale: float | None = None,
    seed: int = 1,
    steps: int = STEPS,
    heat: float = 2.5,
    shore: Shore | None = None,
    progress: Progress | None = None,
) -> BoardLayout:
    """Lay a board out. A board that has a layout already starts from it when `heat` is low.

    The scale is in units a kilometre; without one the board's own is taken, or one that gives the
    rows about the room that they need.
    """
    if scale is None:
        scale = (board.drawing.scale if board.drawing else None) or natural_scale(board)
    scale = float(f"{scale:.4g}")
    annealing = _Annealing(board, scale, seed, shore, keep=heat < 1.0)
    annealing.run(steps, heat, 0.03, progress, 0.0, 0.75)
    annealing.run(steps // 3, 0.08, 0.004, progress, 0.75, 1.0)
    return annealing.outcome()


def natural_scale(board: BoardFile) -> float:
    """Units a kilometre at which most rows are about as long as the way between their places."""
    points = [(place.latitude, place.longitude) for place in board.places]
    conic = Conic(points, 1.0)
    flat = [conic(*point) for point in points]
    needs = []
    for bundle in scene.bundles(board):
        if board.places[bundle.start].exit or board.places[bundle.end].exit:
            continue
        a, b = flat[bundle.start], flat[bundle.end]
        need = bundle.length * 38.5 + 24.0
        needs.append(need / max(1e-6, hypot(b[0] - a[0], b[1] - a[1])))
    needs.sort()
    return needs[int(len(needs) * 0.8)] if needs else 1.0


class _Annealing:
    """The state of one run: the things, what every pair of them costs, and the moves."""

    def __init__(
        self, board: BoardFile, scale: float, seed: int, shore: Shore | None, keep: bool
    ) -> None:
        self.board = board
        self.scale = scale
        self.shore = shore
        self.random = Random(seed)
        self.bundles = scene.bundles(board)
        self.radii = [scene.radius(place) for place in board.places]
        self.lines = [scene.lines(place) for place in board.places]
        conic = Conic([(p.latitude, p.longitude) for p in board.places if not p.exit], scale)
        self.home: list[Point] = [conic(p.latitude, p.longitude) for p in board.places]
        self.points = list(self.home)
        self.slots = [0] * len(board.places)
        self.bends: list[Bend] = [(0.0, 0.0)] * len(self.bundles)
        self.spots = [scene.STRIP_SPOTS[0]] * len(self.bundles)
        self._start(keep)
        self.neighbours = self._nearest(5)
        self.joined: list[list[int]] = [[] for _ in board.places]
        for number, bundle in enumerate(self.bundles):
            self.joined[bundle.start].append(number)
            self.joined[bundle.end].append(number)
        # Things in this order: places, labels, bundles, strips of badges.
        count = len(board.places)
        self.first_bundle = 2 * count
        self.first_strip = self.first_bundle + len(self.bundles)
        self.things = [self._place(i) for i in range(count)]
        self.things += [self._label(i) for i in range(count)]
        self.things += [self._row(i) for i in range(len(self.bundles))]
        self.things += [self._strip(i) for i in range(len(self.bundles))]
        self.near: list[list[int]] = []
        self.cost: list[dict[int, float]] = []
        self._find_pairs()

    def _start(self, keep: bool) -> None:
        places = self.board.places
        drawn = [place for place in places if place.x is not None and place.y is not None]
        if keep and len(drawn) == len(places):
            real = [i for i, place in enumerate(places) if not place.exit]
            # The projection has its own origin: bring home to where the board was drawn.
            dx = sum((places[i].x or 0.0) - self.home[i][0] for i in real) / len(real)
            dy = sum((places[i].y or 0.0) - self.home[i][1] for i in real) / len(real)
            self.home = [(x + dx, y + dy) for x, y in self.home]
            self.points = [(place.x or 0.0, place.y or 0.0) for place in places]
            for i, place in enumerate(places):
                if place.exit:
                    self.home[i] = self.points[i]
            for i, place in enumerate(places):
                if place.label and self.lines[i]:
                    x, y = self.points[i]
                    target = (place.label[0] - x, place.label[1] - y)
                    offsets = [self._offset(i, slot) for slot in range(SLOTS)]
                    self.slots[i] = min(
                        range(SLOTS),
                        key=lambda s: hypot(offsets[s][0] - target[0], offsets[s][1] - target[1]),
                    )
            self.bends = [scene.bundle_bend(self.board, bundle) for bundle in self.bundles]
            return
        sides: dict[frozenset[int], int] = {}
        for number, bundle in enumerate(self.bundles):
            if bundle.twin:
                pair = frozenset((bundle.start, bundle.end))
                side = sides[pair] = -sides.get(pair, -1)
                if bundle.start > bundle.end:
                    side = -side
                self.bends[number] = (0.22 * side, 0.22 * side)

    def _nearest(self, count: int) -> list[list[tuple[int, float]]]:
        """For every place its nearest places and one over the square of their distance."""
        found: list[list[tuple[int, float]]] = [[] for _ in self.home]
        for i, (x, y) in enumerate(self.home):
            if self.board.places[i].exit:
                continue
            others = sorted(
                (hypot(p[0] - x, p[1] - y), j)
                for j, p in enumerate(self.home)
                if j != i and not self.board.places[j].exit
            )
            for distance, j in others[:count]:
                weight = 1.0 / max(400.0, distance * distance)
                if all(other != j for other, _ in found[i]):
                    found[i].append((j, weight))
                    found[j].append((i, weight))
        return found

    # Things as they are now.

    def _place(self, i: int) -> Thing:
        x, y = self.points[i]
        room = self.radii[i] + PLACE_EDGE + _PLACE_ROOM
        return Thing([], (x, y, room), self._displaced(i, x, y))

    def _displaced(self, i: int, x: float, y: float) -> float:
        hx, hy = self.home[i]
        # An exit stands for somewhere far away: it matters little where.
        sigma = 4 * _SIGMA if self.board.places[i].exit else _SIGMA
        return ((x - hx) ** 2 + (y - hy) ** 2) / (2 * sigma * sigma)

    def _strain(self, moved: list[int]) -> float:
        """How unevenly the neighbourhood of some places is displaced: the coast would fold."""
        strain = 0.0
        for i in moved:
            (x, y), (hx, hy) = self.points[i], self.home[i]
            for j, weight in self.neighbours[i]:
                (ox, oy), (kx, ky) = self.points[j], self.home[j]
                dx, dy = x - hx - ox + kx, y - hy - oy + ky
                strain += (dx * dx + dy * dy) * weight
        return 20.0 * strain

    def _offset(self, i: int, slot: int) -> Point:
        width, height = label_box(self.lines[i])
        gap = (SLOT_NEAR if slot < 16 else SLOT_FAR) + self.radii[i] - 8.0
        return slot_offset(slot % 16, width / 2, height / 2, gap)

    def _label(self, i: int) -> Thing:
        if not self.lines[i]:
            return Thing([], None, 0.0)
        slot = self.slots[i]
        dx, dy = self._offset(i, slot)
        x, y = self.points[i]
        rect = scene.label_rect((x + dx, y + dy), self.lines[i])
        soft = SLOT_COST[slot % 16] + (0.7 if slot >= 16 else 0.0)
        room = _LABEL_ROOM
        return Thing([(*rect[:4], rect[4] + room + 0.8, rect[5] + room)], None, soft)

    def _row(self, number: int) -> Thing:
        bundle = self.bundles[number]
        bend = self.bends[number]
        row = scene.bundle_row(bundle, self.points, self.radii, bend)
        half = MAX_PITCH / 2 if row.excess else 0.0
        half = half or self._half_pitch(row.poses)
        width = bundle.half_width + _SPACE_ROOM + (0.8 if bundle.tunnel else 0.0)
        rects: list[Rect] = [(*pose, half, width) for pose in row.poses]
        rects += row.links
        b1, b2 = bend
        soft = 5.0 * (b1 * b1 + b2 * b2) + 9.0 * (b1 - b2) ** 2 + 0.004 * row.excess
        for b in bend:
            if abs(b) > 0.3:
                soft += 60.0 * (abs(b) - 0.3) ** 2
        if row.shortage:
            soft += _HARD * (1.0 + row.shortage / 6)
        if row.squeeze:
            soft += _HARD * (0.5 + row.squeeze)
        if self.shore:
            soft += self._shore_cost(bundle, row.poses)
        return Thing(rects, None, soft)

    @staticmethod
    def _half_pitch(poses: list[tuple[float, float, float, float]]) -> float:
        if len(poses) < 2:
            return 18.25
        a, b = poses[0], poses[1]
        return min(MAX_PITCH / 2, max(18.25, hypot(b[0] - a[0], b[1] - a[1]) / 2))

    def _shore_cost(self, bundle: Bundle, poses: list[tuple[float, float, float, float]]) -> float:
        assert self.shore
        cost = 0.0
        (ax, ay), (hx, hy) = self.points[bundle.start], self.home[bundle.start]
        (bx, by), (kx, ky) = self.points[bundle.end], self.home[bundle.end]
        for i, (x, y, _, _) in enumerate(poses):
            share = (i + 0.5) / len(poses)
            # The coast is bent along with the places: look where this spot really is.
            mx = (ax - hx) * (1 - share) + (bx - kx) * share
            my = (ay - hy) * (1 - share) + (by - ky) * share
            inland = self.shore(x - mx, y - my)
            wrong = inland if bundle.ferry else -inland
            if wrong > 0:
                cost += min(wrong, 60.0) * 0.02
        return cost

    def _strip(self, number: int) -> Thing:
        bundle = self.bundles[number]
        if not bundle.badges:
            return Thing([], None, 0.0)
        row = scene.bundle_row(bundle, self.points, self.radii, self.bends[number])
        rects = [
            (x, y, ux, uy, half + 0.7, width + 0.7)
            for x, y, ux, uy, half, width in scene.badge_rects(bundle, row, self.spots[number])
        ]
        soft = abs(self.spots[number][1]) * 0.6
        # On the inside of a sharp curve the badges of one strip meet each other.
        for a, b in combinations(rects, 2):
            depth = rect_depth(a, b)
            if depth > 0.0:
                soft += _HARD * (1.0 + depth)
        return Thing(rects, None, soft)

    # Pairs of things.

    def _may_clash(self, i: int, j: int) -> bool:
        """Whether a pair counts at all: a place is never in the way of its own label and rows."""
        count = len(self.points)
        if i > j:
            i, j = j, i
        if not (self.things[i].rects or self.things[i].disc) or not (
            self.things[j].rects or self.things[j].disc
        ):
            return False
        if i < count:
            if j == i + count:
                return False
            if self.first_bundle <= j < self.first_strip:
                bundle = self.bundles[j - self.first_bundle]
                return i not in (bundle.start, bundle.end)
        return True

    def _range(self, i: int) -> Box:
        """The box that a thing stays in when it changes its slot or spot."""
        count = len(self.points)
        if count <= i < self.first_bundle and self.lines[i - count]:
            x, y = self.points[i - count]
            width, height = label_box(self.lines[i - count])
            width += SLOT_FAR
            height += SLOT_FAR
            return (x - width, y - height, x + width, y + height)
        box = self.things[i].box
        if i >= self.first_strip and self.things[i].rects:
            row = self.things[i - len(self.bundles)].box
            return (row[0] - 40, row[1] - 40, row[2] + 40, row[3] + 40)
        return box

    def _find_pairs(self) -> None:
        """Which things are near enough to ever meet before the next look, and what they cost."""
        reach = 34.0
        total = len(self.things)
        near: list[list[int]] = [[] for _ in range(total)]
        cost: list[dict[int, float]] = [{} for _ in range(total)]
        boxes = [self._range(i) for i in range(total)]
        for i in range(total):
            a = boxes[i]
            for j in range(i + 1, total):
                b = boxes[j]
                if (
                    a[2] + reach <= b[0]
                    or b[2] + reach <= a[0]
                    or a[3] + reach <= b[1]
                    or b[3] + reach <= a[1]
                    or not self._may_clash(i, j)
                ):
                    continue
                near[i].append(j)
                near[j].append(i)
                cost[i][j] = cost[j][i] = clash(self.things[i], self.things[j])
        self.near = near
        self.cost = cost

    def clashes(self) -> float:
        """All hard costs together."""
        pairs = sum(sum(costs.values()) for costs in self.cost) / 2
        rows_short = 0.0
        for number, bundle in enumerate(self.bundles):
            row = scene.bundle_row(bundle, self.points, self.radii, self.bends[number])
            rows_short += row.shortage + row.squeeze
        return pairs + rows_short

    def _try(self, changed: dict[int, Thing], temperature: float, worse: float = 0.0) -> bool:
        """Take the changed things if they are better, or a little worse while it is hot."""
        old = 0.0
        new = worse
        things = self.things
        found: list[tuple[int, int, float]] = []
        for i, thing in changed.items():
            old += things[i].soft
            new += thing.soft
            costs = self.cost[i]
            box = thing.box
            left, top, right, bottom = box
            for j in self.near[i]:
                other = changed.get(j)
                if other is not None:
                    if j < i:
                        continue
                else:
                    other = things[j]
                before = costs[j]
                b = other.box
                if right <= b[0] or b[2] <= left or bottom <= b[1] or b[3] <= top:
                    after = 0.0
                else:
                    after = clash(thing, other)
                if before != after:
                    old += before * _HARD
                    new += after * _HARD
                    found.append((i, j, after))
        delta = new - old
        if delta > 0 and self.random.random() >= exp(-delta / temperature):
            return False
        for i, j, after in found:
            self.cost[i][j] = after
            self.cost[j][i] = after
        for i, thing in changed.items():
            things[i] = thing
        return True

    # Moves.

    def _move_places(self, moved: list[int], size: float, temperature: float) -> None:
        dx = self.random.gauss(0.0, size)
        dy = self.random.gauss(0.0, size)
        before = [self.points[i] for i in moved]
        strain = self._strain(moved)
        for i in moved:
            x, y = self.points[i]
            self.points[i] = (x + dx, y + dy)
        count = len(self.points)
        changed: dict[int, Thing] = {}
        for i in moved:
            changed[i] = self._place(i)
            changed[i + count] = self._label(i)
            for number in self.joined[i]:
                if number + self.first_bundle not in changed:
                    changed[number + self.first_bundle] = self._row(number)
                    if self.bundles[number].badges:
                        changed[number + self.first_strip] = self._strip(number)
        if not self._try(changed, temperature, self._strain(moved) - strain):
            for i, point in zip(moved, before, strict=True):
                self.points[i] = point

    def _move_bend(self, number: int, size: float, temperature: float) -> None:
        before = self.bends[number]
        step = self.random.gauss(0.0, size)
        twist = self.random.gauss(0.0, size) if self.random.random() < 0.4 else step
        b1 = min(0.55, max(-0.55, before[0] + step))
        b2 = min(0.55, max(-0.55, before[1] + twist))
        if self.random.random() < 0.06:
            # Now and then a quite different curve: the way to the other side of a place.
            b1 = b2 = self.random.uniform(-0.45, 0.45)
        self.bends[number] = (b1, b2)
        changed = {number + self.first_bundle: self._row(number)}
        if self.bundles[number].badges:
            changed[number + self.first_strip] = self._strip(number)
        if not self._try(changed, temperature):
            self.bends[number] = before

    def _move_label(self, i: int, temperature: float) -> None:
        before = self.slots[i]
        self.slots[i] = self.random.randrange(SLOTS)
        if not self._try({i + len(self.points): self._label(i)}, temperature):
            self.slots[i] = before

    def _move_strip(self, number: int, temperature: float) -> None:
        before = self.spots[number]
        self.spots[number] = self.random.choice(scene.STRIP_SPOTS)
        if not self._try({number + self.first_strip: self._strip(number)}, temperature):
            self.spots[number] = before

    def run(
        self,
        steps: int,
        hot: float,
        cold: float,
        progress: Progress | None,
        begin: float,
        finish: float,
    ) -> None:
        """Cool down from hot to cold in so many steps."""
        random = self.random
        places = len(self.points)
        labelled = [i for i, text in enumerate(self.lines) if text]
        badged = [i for i, bundle in enumerate(self.bundles) if bundle.badges]
        ends = [(bundle.start, bundle.end) for bundle in self.bundles]
        rate = log(cold / hot)
        if not steps:
            return
        for step in range(steps):
            share = step / steps
            temperature = hot * exp(rate * share)
            if step % 2000 == 0:
                self._find_pairs()
                if progress:
                    progress(begin + (finish - begin) * share, self.clashes())
            size = 1.2 + 7.0 * min(1.0, temperature)
            dice = random.random()
            if dice < 0.40:
                self._move_places([random.randrange(places)], size, temperature)
            elif dice < 0.48:
                self._move_places(list(random.choice(ends)), size, temperature)
            elif dice < 0.76:
                width = 0.015 + 0.09 * min(1.0, temperature)
                self._move_bend(random.randrange(len(self.bundles)), width, temperature)
            elif badged and dice < 0.86:
                self._move_strip(random.choice(badged), temperature)
            elif labelled:
                self._move_label(random.choice(labelled), temperature)
        self._find_pairs()
        if progress:
            progress(finish, self.clashes())

    def outcome(self) -> BoardLayout:
        """The layout, moved so that the frame begins at zero."""
        rects = [rect for thing in self.things for rect in thing.rects]
        discs = [thing.disc for thing in self.things if thing.disc]
        rects += [(x, y, 1.0, 0.0, r, r) for x, y, r in discs]
        left, top, right, bottom = bounds(rects)
        drawing = self.board.drawing
        width, height = right - left + 2 * MARGIN, bottom - top + 2 * MARGIN
        if (
            drawing
            and left >= 8
            and top >= 8
            and right <= drawing.width - 8
            and (bottom <= drawing.height - 8)
        ):
            # Still inside the frame that the board came with: keep it.
            left, top, width, height = MARGIN, MARGIN, drawing.width, drawing.height
        dx, dy = MARGIN - left, MARGIN - top
        places = [(round(x + dx, 1), round(y + dy, 1)) for x, y in self.points]
        labels = []
        for i, (x, y) in enumerate(places):
            ox, oy = self._offset(i, self.slots[i])
            labels.append((round(x + ox, 1), round(y + oy, 1)))
        bends: list[Bend] = [(0.0, 0.0)] * len(self.board.routes)
        for bundle, (b1, b2) in zip(self.bundles, self.bends, strict=True):
            bend = (round(b1, 3), round(b2, 3))
            for number in bundle.routes:
                route = self.board.routes[number]
                bends[number] = scene.route_bend(bundle, route, bend, self.board.places)
        return BoardLayout(
            round(width, 1),
            round(height, 1),
            self.scale,
            tuple(places),
            tuple(labels),
            tuple(bends),
            quiet_corner(places, width, height),
            self.clashes(),
        )
