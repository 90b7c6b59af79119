"""`wagonik layout`: the drawn board from the command line."""

import re
from pathlib import Path

from tests.cli.calls import call
from wagonik.engine.boardfile import load, text


def test_a_published_board_has_no_overlaps(tmp_path: Path) -> None:
    file = tmp_path / "paris.toml"
    file.write_text(text("paris"), encoding="utf-8")
    answer = call("layout", file, "--check")
    assert answer.code == 0
    assert "nothing covers anything" in answer.out
    assert file.read_text(encoding="utf-8") == text("paris")


def test_what_covers_what_is_told(tmp_path: Path) -> None:
    place, other = load(text("paris")).places[:2]
    moved = re.sub(
        rf'(name = "{place.name}".*?)x = +[0-9.]+, y = +[0-9.]+',
        rf"\g<1>x = {other.x}, y = {other.y}",
        text("paris"),
    )
    assert moved != text("paris")
    file = tmp_path / "crowded.toml"
    file.write_text(moved, encoding="utf-8")
    answer = call("layout", file, "--check", "--json")
    assert answer.code == 1
    assert any(place.name in overlap for overlap in answer.json()["overlaps"])


def test_a_file_that_is_no_board(tmp_path: Path) -> None:
    file = tmp_path / "rubbish.toml"
    file.write_text("format = 1\n[", encoding="utf-8")
    answer = call("layout", file)
    assert answer.code == 2
    assert "rubbish.toml:2" in answer.err
