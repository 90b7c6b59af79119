from dataclasses import replace

import pytest

from tests.drawing.boards import poland
from wagonik.drawing import BoardLayout, draw, layout, overlaps
from wagonik.drawing.layout import natural_scale
from wagonik.engine.boardfile import BoardFile, published

STEPS = 12_000


@pytest.fixture(scope="module")
def board() -> BoardFile:
    return poland()


@pytest.fixture(scope="module")
def found(board: BoardFile) -> BoardLayout:
    return layout(board, steps=STEPS)


def test_a_board_of_ones_own_is_laid_out_without_overlaps(
    board: BoardFile, found: BoardLayout
) -> None:
    assert found.clashes == 0
    assert overlaps(found.on(board)) == []


def test_a_seed_always_gives_the_same_layout(board: BoardFile) -> None:
    one = layout(board, steps=2_000, seed=5)
    assert one == layout(board, steps=2_000, seed=5)
    assert one != layout(board, steps=2_000, seed=6)


def test_progress_goes_from_nothing_to_all(board: BoardFile) -> None:
    seen: list[float] = []
    layout(board, steps=6_000, progress=lambda share, clashes: seen.append(share))
    assert seen == sorted(seen)
    assert seen[0] == 0.0
    assert seen[-1] == 1.0


def test_everything_is_inside_the_frame(found: BoardLayout) -> None:
    for x, y in (*found.places, *found.labels):
        assert 0 < x < found.width
        assert 0 < y < found.height


def test_parallel_tracks_written_both_ways_share_one_curve(
    board: BoardFile, found: BoardLayout
) -> None:
    drawn = found.on(board)
    there, back = drawn.routes[1], drawn.routes[2]
    assert (there.start, there.end) == (back.end, back.start)
    assert there.bend is not None
    assert back.bend == pytest.approx((-there.bend[1], -there.bend[0]))
    drawing = draw(drawn)
    first, second = drawing["tracks"][1]["spaces"], drawing["tracks"][2]["spaces"][::-1]
    for a, b in zip(first, second, strict=True):
        assert 14 < ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5 < 16


def test_tracks_of_different_length_between_two_places_keep_apart(
    board: BoardFile, found: BoardLayout
) -> None:
    drawn = found.on(board)
    short, long = drawn.routes[9], drawn.routes[10]
    assert short.bend != long.bend


def test_a_ferry_leaves_the_land_when_it_knows_the_coast(
    board: BoardFile, found: BoardLayout
) -> None:
    scale = natural_scale(board)
    # Land is everything below a line through the two ports, in the projection's own units.
    from wagonik.drawing.projection import Conic

    conic = Conic([(p.latitude, p.longitude) for p in board.places], scale)
    coast = max(conic(p.latitude, p.longitude)[1] for p in board.places[:2])
    inland = layout(board, scale=scale, steps=STEPS, shore=lambda x, y: y - coast + 60)

    def height(drawn: BoardFile) -> float:
        spaces = draw(drawn)["tracks"][0]["spaces"]
        ends = [drawn.places[0].y or 0.0, drawn.places[1].y or 0.0]
        return sum(ends) / 2 - sum(space[1] for space in spaces) / len(spaces)

    assert height(inland.on(board)) > height(found.on(board)) + 5


def test_a_layout_is_kept_when_it_is_only_touched_up() -> None:
    board = published("paris")
    found = layout(board, steps=1_000, heat=0.05)
    assert found.width == (board.drawing.width if board.drawing else None)
    for place, (x, y) in zip(board.places, found.places, strict=True):
        assert abs((place.x or 0) - x) < 12
        assert abs((place.y or 0) - y) < 12


def test_a_board_without_a_layout_has_no_drawing(board: BoardFile) -> None:
    with pytest.raises(ValueError, match="no layout"):
        draw(board)
    assert {overlap.kind for overlap in overlaps(board)} == {"no position"}


@pytest.mark.slow
def test_a_published_board_is_laid_out_from_nothing() -> None:
    board = published("paris")
    bare = replace(
        board,
        places=tuple(replace(p, x=None, y=None, label=None) for p in board.places),
        routes=tuple(replace(r, bend=None) for r in board.routes),
        drawing=None,
    )
    found = layout(bare, scale=72, steps=40_000)
    assert overlaps(found.on(bare)) == []
