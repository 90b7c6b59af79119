"""The published boards as committed: everything fits, and what the client gets is up to date."""

import json
from pathlib import Path

import pytest

from wagonik.drawing import draw, overlaps
from wagonik.drawing.rows import MIN_PITCH, SPACE_LENGTH
from wagonik.engine.boardfile import BoardFile, published

BOARDS = ("nordic_countries", "northern_lights", "paris", "pennsylvania", "united_kingdom")
WEB = Path(__file__).parents[2] / "web"


@pytest.fixture(params=BOARDS)
def board(request: pytest.FixtureRequest) -> BoardFile:
    return published(str(request.param))


def test_nothing_covers_anything(board: BoardFile) -> None:
    assert [str(overlap) for overlap in overlaps(board)] == []


def test_every_track_has_its_spaces_between_its_places(board: BoardFile) -> None:
    drawing = draw(board)
    assert len(drawing["tracks"]) == len(board.routes)
    for track, route in zip(drawing["tracks"], board.routes, strict=True):
        start, end = drawing["places"][track["start"]], drawing["places"][track["end"]]
        assert (start["name"], end["name"]) == (route.start, route.end)
        assert len(track["spaces"]) == route.length
        assert len(track["locomotives"]) == route.locomotives
        first, last = track["spaces"][0], track["spaces"][-1]
        # A row runs from its first place to its second.
        near = (first[0] - start["x"]) ** 2 + (first[1] - start["y"]) ** 2
        far = (last[0] - start["x"]) ** 2 + (last[1] - start["y"]) ** 2
        assert route.length == 1 or near < far


def test_spaces_of_a_row_keep_their_distance(board: BoardFile) -> None:
    for track in draw(board)["tracks"]:
        for a, b in zip(track["spaces"], track["spaces"][1:], strict=False):
            distance = ((a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2) ** 0.5
            assert SPACE_LENGTH < distance < 2 * MIN_PITCH


def test_angles_are_never_upside_down(board: BoardFile) -> None:
    for track in draw(board)["tracks"]:
        assert all(-90 < space[2] <= 90 for space in track["spaces"])


def test_places_stay_near_where_they_really_are(board: BoardFile) -> None:
    """The map would fold, and people would not find their town."""
    from wagonik.drawing.projection import Conic

    assert board.drawing is not None
    assert board.drawing.scale is not None
    real = [place for place in board.places if not place.exit]
    conic = Conic([(p.latitude, p.longitude) for p in real], board.drawing.scale)
    flat = [conic(p.latitude, p.longitude) for p in real]
    dx = sum((p.x or 0) - f[0] for p, f in zip(real, flat, strict=True)) / len(real)
    dy = sum((p.y or 0) - f[1] for p, f in zip(real, flat, strict=True)) / len(real)
    for place, (x, y) in zip(real, flat, strict=True):
        away = ((place.x or 0) - x - dx) ** 2 + ((place.y or 0) - y - dy) ** 2
        assert away**0.5 < 0.06 * board.drawing.width


@pytest.mark.parametrize("name", BOARDS)
def test_sample_drawings_of_the_client_are_up_to_date(name: str) -> None:
    """The gallery and the maps are made from them: `python -m wagonik.drawing NAME`."""
    path = WEB / "gallery" / "boards" / f"{name}.json"
    assert json.loads(path.read_text("utf-8")) == json.loads(json.dumps(draw(published(name))))
    assert (WEB / "public" / "geography" / f"{name}.json").is_file()
