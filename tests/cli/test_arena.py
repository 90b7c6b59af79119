"""`wagonik arena`: bots against each other from the command line."""

from pathlib import Path

from tests.cli.calls import call

OWN = """
from wagonik.bots.base import Bot
from wagonik.match import View

class Mine(Bot):
    name = "mine"
    about = "Takes the last action of the list."

    def choose(self, view: View) -> int:
        return view.legal[-1]

class Broken(Mine):
    name = "broken"

    def choose(self, view: View) -> int:
        raise RuntimeError("no idea")
"""


def test_a_table_of_win_rates() -> None:
    answer = call("arena", "paris", "--bots", "planner,random", "--matches", 6, "--processes", 1)
    assert answer.code == 0
    assert "Arena: Paris" in answer.out
    assert "planner" in answer.out
    assert "wins (95 %)" in answer.out
    assert "Replaced moves: 0" in answer.out


def test_the_same_seed_gives_the_same_results() -> None:
    calls = [
        call("arena", "paris", "--bots", "path,hungry", "--matches", 4, "--processes", 1, "--json")
        for _ in range(2)
    ]
    first, second = (c.json()["results"][0] for c in calls)
    assert [bot["score"] for bot in first["bots"]] == [bot["score"] for bot in second["bots"]]
    assert first["matches"] == 4


def test_a_bot_of_ones_own_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "my_bots.py"
    file.write_text(OWN)
    answer = call(
        "arena", "paris", "--bots", f"{file}:Mine,random", "--matches", 2, "--processes", 1
    )
    assert answer.code == 0, answer.err
    assert "Mine" in answer.out


def test_a_broken_bot_is_named_and_the_match_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "my_bots.py"
    file.write_text(OWN)
    answer = call(
        "arena", "paris", "--bots", f"{file}:Broken,random", "--matches", 2, "--processes", 1
    )
    assert answer.code == 1
    assert "broken" in answer.out
    assert "no idea" in answer.out


def test_mistakes_are_told_in_words() -> None:
    assert "did you mean" in call("arena", "pariss").err
    assert "no bot" in call("arena", "paris", "--bots", "planer,random").err
    assert "at least two bots" in call("arena", "paris", "--bots", "random").err
    assert "board games only" in call("arena", "card_game", "--bots", "hungry,random").err
    assert "2 to 4 players" in call("arena", "paris", "--players", 7).err
    for answer in (call("arena", "pariss"), call("arena", "paris", "--option", "open_stacks")):
        assert answer.code == 2
