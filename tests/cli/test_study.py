"""`wagonik study`."""

from pathlib import Path

from tests.cli.calls import call, mistake


def test_a_board_is_studied_in_words_and_data(tmp_path: Path) -> None:
    board = tmp_path / "mine.toml"
    call("new-board", board, "--game", "paris", "--name", "Mine")
    arguments = ("study", board, "-m", 30, "-p", 2, "--workers", 1)
    data = call(*arguments, "--json")
    (one,) = data.json()["studies"]
    assert (one["players"], one["matches"]) == (2, 30)
    shown = call(*arguments)
    assert "Mine, 2 players, 30 matches" in shown.out
    for finding in one["findings"]:
        assert finding["title"] in shown.out
    problems = any(finding["level"] == "problem" for finding in one["findings"])
    assert data.code == shown.code == int(problems)


def test_mistakes_are_told_in_words(tmp_path: Path) -> None:
    mistake(call("study", tmp_path / "no.toml"), "can't be read")
    board = tmp_path / "mine.toml"
    call("new-board", board, "--game", "paris")
    mistake(call("study", board, "-p", 4), "for 2 to 3 players, not for 4")
    mistake(call("study", board, "-b", "planer"), "no bot 'planer'")
    mistake(call("study", board, "-m", 1), "matches")
    mistake(call("study", board, "-m", 10, "-b", "random", "-p", 2, "-o", tmp_path / "no" / "x"),
            "No such file")  # fmt: skip
