from math import cos, radians, sin

from hypothesis import given
from hypothesis import strategies as st

from wagonik.drawing.drawing import spread
from wagonik.drawing.shapes import Rect, bounds, corners, disc_depth, rect_depth
from wagonik.drawing.text import label_box, label_lines, text_width

near = st.floats(-40, 40)
angle = st.floats(0, 360)
half = st.floats(1, 25)


@st.composite
def rects(draw: st.DrawFn) -> Rect:
    turn = radians(draw(angle))
    return (draw(near), draw(near), cos(turn), sin(turn), draw(half), draw(half))


def samples(rect: Rect) -> list[tuple[float, float]]:
    x, y, ux, uy, h, w = rect
    steps = [i / 6 - 1 for i in range(13)]
    return [
        (x + ux * h * a - uy * w * b, y + uy * h * a + ux * w * b) for a in steps for b in steps
    ]


def holds(rect: Rect, x: float, y: float, slack: float) -> bool:
    cx, cy, ux, uy, h, w = rect
    along = abs((x - cx) * ux + (y - cy) * uy)
    across = abs((x - cx) * uy - (y - cy) * ux)
    return along < h - slack and across < w - slack


@given(rects(), rects())
def test_a_shared_point_means_an_overlap(a: Rect, b: Rect) -> None:
    if any(holds(b, x, y, 1e-6) for x, y in samples(a)):
        assert rect_depth(a, b) > 0


@given(rects(), rects())
def test_a_deep_overlap_has_a_shared_point(a: Rect, b: Rect) -> None:
    # Sampled points are at most 25/6 apart, so an overlap deeper than that must hold one of them.
    if rect_depth(a, b) > 9:
        assert any(holds(b, x, y, -1e-6) for x, y in samples(a))


@given(rects(), rects())
def test_it_does_not_matter_which_is_first(a: Rect, b: Rect) -> None:
    assert (rect_depth(a, b) > 0) == (rect_depth(b, a) > 0)


@given(rects(), near, near, st.floats(1, 12))
def test_a_disc_meets_a_rectangle_when_its_middle_is_near_enough(
    rect: Rect, x: float, y: float, radius: float
) -> None:
    if holds(rect, x, y, 0.0):
        assert disc_depth(x, y, radius, rect) >= radius
    closest = min((px - x) ** 2 + (py - y) ** 2 for px, py in samples(rect)) ** 0.5
    if closest < radius - 1e-6:
        assert disc_depth(x, y, radius, rect) > 0


@given(rects())
def test_corners_lie_on_the_box(rect: Rect) -> None:
    left, top, right, bottom = bounds([rect])
    xs, ys = zip(*corners(rect), strict=True)
    assert abs(min(xs) - left) < 1e-6
    assert abs(max(xs) - right) < 1e-6
    assert abs(min(ys) - top) < 1e-6
    assert abs(max(ys) - bottom) < 1e-6


@given(st.integers(0, 6), st.integers(1, 9))
def test_locomotives_are_spread_over_different_spaces(count: int, length: int) -> None:
    found = spread(count, length)
    assert len(set(found)) == min(count, length)
    assert all(0 <= i < length for i in found)


def test_one_locomotive_stands_in_the_middle() -> None:
    assert spread(1, 5) == [2]


def test_labels() -> None:
    assert label_lines("Oslo") == ("Oslo",)
    assert label_lines("Scranton / Wilkes-Barre") == ("Scranton", "Wilkes-Barre")
    assert label_lines("Buttes-Chaumont") == ("Buttes-", "Chaumont")
    assert label_lines("Llandrindod Wells") == ("Llandrindod", "Wells")
    assert label_box(()) == (0.0, 0.0)
    assert text_width("WWW") > text_width("lll")
    assert text_width("漢") >= text_width("W")
