"""`wagonik check`."""

from pathlib import Path

import pytest

from tests.cli.calls import call
from wagonik.engine.boardfile import text
from wagonik.games import GAMES

WITH_BOARD = [game.key for game in GAMES if game.has_board]


@pytest.mark.parametrize("game", WITH_BOARD)
def test_published_boards_can_be_played(game: str) -> None:
    answer = call("check", "-", "--json", stdin=text(game))
    assert answer.code == 0
    (report,) = answer.json()
    assert report["playable"]
    assert report["game"] == game
    assert all(problem["severity"] == "warning" for problem in report["problems"])


def test_errors_have_line_and_reason(tmp_path: Path) -> None:
    lines = text("paris").splitlines()
    number = next(i for i, line in enumerate(lines) if 'from = "Louvre"' in line)
    lines[number] = lines[number].replace('"Louvre"', '"Luvre"')
    board = tmp_path / "mine.toml"
    board.write_text("\n".join(lines), encoding="utf-8")
    answer = call("check", board)
    assert answer.code == 1
    where = f"mine.toml:{number + 1}: error: no place is called"
    assert where in answer.out.replace("\n", "")
    assert "Louvre" in answer.out
    assert "can't be played" in answer.out
    (report,) = call("check", board, "--json").json()
    assert report["problems"][0]["line"] == number + 1


def test_warnings_are_no_errors_unless_asked(tmp_path: Path) -> None:
    board = tmp_path / "mine.toml"
    board.write_text(text("nordic_countries"), encoding="utf-8")
    answer = call("check", board)
    assert answer.code == 0
    assert "warning" in answer.out
    assert call("check", board, "--strict").code == 1


def test_what_the_game_needs_is_checked(tmp_path: Path) -> None:
    wrong = text("paris").replace('game = "paris"', 'game = "united_kingdom"')
    answer = call("check", "-", stdin=wrong)
    assert answer.code == 1
    assert "country" in answer.out


def test_unknown_games_and_games_without_board() -> None:
    answer = call("check", "-", stdin=text("paris").replace('game = "paris"', 'game = "pari"'))
    assert answer.code == 1
    assert "no game 'pari'" in answer.out
    cards = text("paris").replace('game = "paris"', 'game = "card_game"')
    answer = call("check", "-", stdin=cards)
    assert answer.code == 1
    assert "without a board" in answer.out


def test_several_files_and_missing_ones(tmp_path: Path) -> None:
    good = tmp_path / "good.toml"
    good.write_text(text("paris"), encoding="utf-8")
    answer = call("check", good, tmp_path / "no.toml")
    assert answer.code == 2
    assert "good.toml fine" in answer.out.replace("\n", "")
    assert "can't be read" in answer.out
    assert "Traceback" not in answer.out + answer.err


def test_what_is_no_board_is_refused(tmp_path: Path) -> None:
    for content in (b"", b"a = [", b"\xff\xfe", b"name = 3\n", b"\x00"):
        board = tmp_path / "bad.toml"
        board.write_bytes(content)
        answer = call("check", board)
        assert answer.code == 1, content
        assert "error" in answer.out
