"""`wagonik arena`: bots against each other from the command line."""

import subprocess
import sys
from pathlib import Path

from tests.cli.calls import Answer, call, mistake
from wagonik.arena.tournament import all_bots
from wagonik.bots.registry import BOTS, find_bot
from wagonik.engine.boardfile import published

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


# Tournaments


def arena(*more: object) -> Answer:
    return call("arena", *more, "--jobs", 1)


def test_a_matrix_of_games_and_numbers_of_players_with_ratings() -> None:
    bots = ("--bots", "path,longroute,random", "--players", "2,4", "--matches", 2)
    answer = arena("paris", *bots)
    assert answer.code == 0, answer.err
    for text in ("Paris, 2 players", "Ratings: Paris, 4 players", "Ratings: all tables"):
        assert text in answer.out
    assert "path × 3" in answer.out
    data = arena("paris", *bots, "--json").json()
    assert data["complete"] is True
    assert {(r["game"], r["players"]) for r in data["results"]} == {("paris", 2), ("paris", 4)}
    assert data["ratings"][-1]["table"] is None
    assert data["ratings"][-1]["bots"][-1]["name"] == "random"


def test_other_forms() -> None:
    ladder = arena("paris", "--form", "ladder", "--bots", "random,planner", "--matches", 6)
    assert "Ladder of Paris, 2 players: planner > random" in ladder.out
    gauntlet = arena(
        *("paris", "--form", "gauntlet", "--bots", "planner,path,random"),
        *("--players", 3, "--matches", 3, "--json"),
    )
    assert [r["line_up"] for r in gauntlet.json()["results"]] == [
        ["planner", "path", "path"],
        ["planner", "random", "random"],
    ]


def test_bots_mixed_at_every_table() -> None:
    answer = arena("paris", "--mixed", "--bots", "planner,path,random", "--matches", 9, "--json")
    assert answer.code == 0
    found = answer.json()["results"]
    assert {(r["players"], r["line_up"][0]) for r in found} == {
        (players, bot) for players in (2, 3, 4) for bot in ("planner", "path", "random")
    }


def test_all_bots_are_there_to_be_mixed() -> None:
    assert [find_bot(bot).bot for bot in all_bots()] == [entry.bot for entry in BOTS]


def test_until_it_is_clear() -> None:
    answer = arena("paris", "--until", "clear")
    assert "hold whenever one stops" in answer.out
    narrow = arena("paris", "--until", "0.1", "--json").json()["results"][0]["bots"][0]
    assert narrow["high"] - narrow["low"] <= 0.2


def test_a_tournament_from_a_file_in_pieces(tmp_path: Path) -> None:
    cup = tmp_path / "cup.toml"
    cup.write_text('games = "paris"\nbots = ["planner", "random"]\nmatches = 10\n')
    folder = tmp_path / "results"
    first = arena(cup, "--out", folder, "--minutes", 0, "--json")
    assert first.json()["complete"] is False
    assert "the same call goes on" in first.err
    shown = call("arena", "--show", folder, "--json")
    assert (shown.json()["complete"], shown.json()["planned"]) == (False, 10)
    assert "Not all has been played: 0 of 10 matches" in shown.err
    whole = arena(cup, "--out", folder, "--json")
    assert (whole.json()["complete"], whole.json()["matches"]) == (True, 10)
    again = arena(cup, "--out", folder, "--json")
    assert again.json() == whole.json()
    shown = call("arena", "--show", folder, "--json")
    assert shown.json() == whole.json()
    assert shown.err == ""
    other = arena("paris", "--seed", 4, "--out", folder)
    assert other.code == 2
    assert "another tournament, with the seed 0, not 4" in other.err


def test_a_board_of_ones_own(tmp_path: Path) -> None:
    board = tmp_path / "mine.toml"
    board.write_text(published("paris").content, encoding="utf-8")
    answer = arena("--board", board, "--matches", 2, "--json")
    assert answer.json()["results"][0]["board"].startswith("Paris ")


def test_mistakes_of_a_tournament_are_told_in_words(tmp_path: Path) -> None:
    for words, given in {
        "Which game?": (),
        "--players is a number": ("paris", "--players", "few"),
        "neither `clear` nor": ("paris", "--until", "soon"),
        "did you mean": ("paris", "--form", "rubin"),
        "holds no results": ("--show", tmp_path),
        "No such file": (tmp_path / "cup.toml",),
    }.items():
        mistake(arena(*given), words)


def test_win_rates_need_no_laboratory_and_folders_say_that_they_do(tmp_path: Path) -> None:
    """As if neither NumPy nor Polars were installed."""
    without = (
        "import sys\n"
        "sys.modules['numpy'] = sys.modules['polars'] = None\n"
        "from wagonik.cli import main\n"
        "main()"
    )
    call = [sys.executable, "-c", without, "arena", "paris", "--matches", "2", "--jobs", "1"]
    done = subprocess.run(call, capture_output=True, text=True, check=True)
    assert "planner" in done.stdout
    call += ["--out", str(tmp_path / "a")]
    refused = subprocess.run(call, capture_output=True, text=True, check=False)
    assert refused.returncode == 2
    assert "wagonik[lab]" in refused.stderr
