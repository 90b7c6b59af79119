"""`wagonik new-board`."""

from pathlib import Path

import pytest

from tests.cli.calls import call, mistake
from wagonik.games import GAMES


@pytest.mark.parametrize("game", [game.key for game in GAMES if game.has_board])
def test_a_starter_passes_the_check_and_plays(tmp_path: Path, game: str) -> None:
    board = tmp_path / "mine.toml"
    facts = call("new-board", board, "--game", game, "--json").json()
    assert (facts["game"], facts["tickets"]) == (game, 20)
    (report,) = call("check", board, "--json").json()
    assert report["playable"]
    played = call("simulate", game, "--board", board, "-m", 3, "-s", 1, "--json").json()
    assert played["matches"] == 3


def test_a_starter_is_there_by_default_for_nordic_countries(tmp_path: Path) -> None:
    board = tmp_path / "mine.toml"
    answer = call("new-board", board)
    assert answer.code == 0
    assert "wagonik study" in answer.out
    assert 'game = "nordic_countries"' in board.read_text(encoding="utf-8")


def test_nothing_is_overwritten_and_mistakes_are_told(tmp_path: Path) -> None:
    board = tmp_path / "mine.toml"
    board.write_text("mine", encoding="utf-8")
    mistake(call("new-board", board), "is there already")
    assert board.read_text(encoding="utf-8") == "mine"
    mistake(call("new-board", tmp_path / "x.toml", "--game", "pari"), "no game 'pari'")
    mistake(call("new-board", tmp_path / "x.toml", "--game", "card_game"), "without a board")
    assert not (tmp_path / "x.toml").exists()
    mistake(call("new-board", tmp_path / "no" / "x.toml"), "No such file")
