"""The check must find what is wrong: each kind of overlap is made on purpose."""

from dataclasses import replace

import pytest

from wagonik.drawing import overlaps
from wagonik.engine.boardfile import BoardFile, Place, published


@pytest.fixture(scope="module")
def board() -> BoardFile:
    return published("nordic_countries")


def moved(board: BoardFile, name: str, **changes: object) -> BoardFile:
    def change(place: Place) -> Place:
        return replace(place, **changes) if place.name == name else place  # type: ignore[arg-type]

    return replace(board, places=tuple(change(place) for place in board.places))


def kinds(board: BoardFile) -> set[str]:
    return {overlap.kind for overlap in overlaps(board)}


def at(board: BoardFile, name: str) -> Place:
    return next(place for place in board.places if place.name == name)


def test_two_places_on_one_spot(board: BoardFile) -> None:
    oslo = at(board, "Oslo")
    assert "place on place" in kinds(moved(board, "Bergen", x=oslo.x, y=oslo.y))


def test_a_label_on_a_place_and_on_another_label(board: BoardFile) -> None:
    oslo = at(board, "Oslo")
    assert oslo.label is not None
    assert "label on label" in kinds(moved(board, "Bergen", label=oslo.label))
    on_place = moved(board, "Bergen", label=(oslo.x, oslo.y))
    assert "place on label" in kinds(on_place)


def test_a_label_on_a_space(board: BoardFile) -> None:
    oslo, bergen = at(board, "Oslo"), at(board, "Bergen")
    middle = (((oslo.x or 0) + (bergen.x or 0)) / 2, ((oslo.y or 0) + (bergen.y or 0)) / 2)
    assert "label on space" in kinds(moved(board, "Narvik", label=middle))


def test_rows_that_cross(board: BoardFile) -> None:
    routes = tuple(
        replace(r, bend=(0.5, 0.5)) if {r.start, r.end} == {"Oslo", "Bergen"} else r
        for r in board.routes
    )
    found = kinds(replace(board, routes=routes))
    assert found & {"space on space", "line on space"}


def test_a_row_that_has_no_room(board: BoardFile) -> None:
    oslo = at(board, "Oslo")
    near = moved(board, "Bergen", x=(oslo.x or 0) - 60, y=oslo.y)
    assert "row too long" in kinds(near)


def test_outside_the_frame(board: BoardFile) -> None:
    assert "outside the frame" in kinds(moved(board, "Bergen", label=(2.0, 2.0)))


def test_an_overlap_says_what_covers_what(board: BoardFile) -> None:
    oslo = at(board, "Oslo")
    found = overlaps(moved(board, "Bergen", label=oslo.label))
    assert any("Bergen" in str(overlap) and "Oslo" in str(overlap) for overlap in found)
