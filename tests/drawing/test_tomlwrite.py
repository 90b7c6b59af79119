import pytest

from tests.drawing.boards import HEAD, INLINE
from wagonik.drawing import layout, with_layout
from wagonik.drawing.layout import BoardLayout
from wagonik.engine.boardfile import load, published, text

TABLES = (
    HEAD
    + """
[[places]]
name = "Łódź" # in the middle
latitude = 51.76
longitude = 19.46

[[places]]
name = "Radom"
latitude = 51.40
longitude = 21.15
x = 1
y = 2.5

[[routes]]
from = "Łódź"
to = "Radom"
colour = "red"
length = 2

[[tickets]]
from = "Łódź"
to = "Radom"
points = 2
"""
)


def laid_out(source: str) -> tuple[str, BoardLayout]:
    found = layout(load(source), steps=1_500)
    return with_layout(source, found), found


@pytest.mark.parametrize("source", [INLINE, TABLES], ids=["inline", "tables"])
def test_the_layout_is_read_back_and_nothing_else_changes(source: str) -> None:
    written, found = laid_out(source)
    before, after = load(source), load(written)
    assert after == found.on(before)
    assert (after.deck, after.tickets, after.numbers) == (
        before.deck,
        before.tickets,
        before.numbers,
    )


def test_comments_and_lines_stay() -> None:
    written, _ = laid_out(INLINE)
    assert "# the sea" in written
    assert "}, # far west" in written
    assert 'name = "Łódź" # in the middle' in laid_out(TABLES)[0]


def test_writing_twice_changes_nothing() -> None:
    written, found = laid_out(INLINE)
    assert with_layout(written, found) == written


def test_the_published_files_are_as_the_writer_would_write_them() -> None:
    board = published("paris")
    assert board.drawing is not None
    same = BoardLayout(
        width=board.drawing.width,
        height=board.drawing.height,
        scale=board.drawing.scale or 1.0,
        places=tuple((p.x or 0.0, p.y or 0.0) for p in board.places),
        labels=tuple(p.label or (0.0, 0.0) for p in board.places),
        bends=tuple(r.bend or (0.0, 0.0) for r in board.routes),
        quiet=board.drawing.quiet,
        clashes=0.0,
    )
    assert with_layout(text("paris"), same) == text("paris")
