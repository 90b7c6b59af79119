"""Tournaments: who plays whom, from options and from files; when they stop."""

from dataclasses import replace
from pathlib import Path

import pytest

from wagonik.arena import run_tournament
from wagonik.arena.intervals import Until
from wagonik.arena.play import LineUp, Table
from wagonik.arena.run import Runner
from wagonik.arena.standings import runner_standings
from wagonik.arena.tournament import (
    Tournament,
    find_tables,
    ladder,
    load_tournament,
    mixed,
)
from wagonik.engine.boardfile import published
from wagonik.engine.errors import WagonikError
from wagonik.games import GAMES

PARIS = Table("paris", 2)
TWIN = Path(__file__).with_name("twin.py")


def nobody(line_up: LineUp) -> bool | None:
    return None


def ups(form: str, bots: str, players: int) -> list[str]:
    tournament = Tournament((Table("paris", players),), tuple(bots.split()), form)
    tournament.check()
    return [" ".join(line_up) for line_up in tournament.line_ups(tournament.tables[0], nobody)]


def test_forms() -> None:
    assert ups("robin", "planner path random", 2) == [
        "planner path",
        "planner random",
        "path random",
    ]
    assert ups("gauntlet", "planner path random", 3) == [
        "planner path path",
        "planner random random",
    ]
    assert ups("tables", "planner path hungry random", 3) == [
        "planner path hungry",
        "planner path random",
        "planner hungry random",
        "path hungry random",
    ]
    assert ups("mixed", "planner path random", 2) == [
        "planner path",
        "path random",
        "random planner",
    ]
    assert mixed(["a"], 2) == []


def test_a_ladder_is_climbed_from_its_foot() -> None:
    strength = {"a": 1, "b": 3, "c": 2, "d": 4}

    def better(line_up: LineUp) -> bool | None:
        return strength[line_up[0]] > strength[line_up[1]]

    played, order = ladder(["a", "b", "c", "d"], 3, better)
    assert order == ["d", "b", "c", "a"]
    assert played[0] == ("d", "c", "c")
    assert len(played) == len(set(played))


def test_a_ladder_waits_for_its_results() -> None:
    known: dict[LineUp, bool] = {}
    assert ladder(["a", "b", "c"], 2, known.get) == ([("c", "b")], ["a", "b", "c"])
    known["c", "b"] = True
    assert ladder(["a", "b", "c"], 2, known.get)[0] == [("c", "b"), ("c", "a")]


def test_a_ladder_in_a_circle_ends() -> None:
    """Each beats the one above, whoever that is."""
    played, order = ladder(["a", "b", "c"], 2, lambda line_up: True)
    assert sorted(order) == ["a", "b", "c"]
    assert len(played) <= 6


def test_a_played_ladder_puts_the_better_bot_first() -> None:
    tournament = Tournament((PARIS,), ("random", "longroute", "planner"), "ladder", matches=10)
    runner = run_tournament(tournament, 1)
    standings = runner_standings(runner)
    assert standings.complete
    assert standings.ladders == {PARIS: ["planner", "longroute", "random"]}
    assert "planner > longroute > random" in str(standings.show()[-1])


def test_all_games_and_counts() -> None:
    tables = find_tables(["all"], "all")
    assert {table.game for table in tables} == {game.key for game in GAMES}
    assert len(tables) == sum(game.most_players - game.least_players + 1 for game in GAMES)
    assert [table.players for table in find_tables(["paris"], "least")] == [2]
    # With several games, those that are not for so many players have no table.
    assert {t.game for t in find_tables(["all"], [5])} < {t.game for t in tables}
    with pytest.raises(WagonikError, match="2 to 4 players"):
        find_tables(["paris"], [5])


def test_bots_sit_out_games_that_they_do_not_play() -> None:
    tables = find_tables(["paris", "card_game"], [2])
    tournament = Tournament(tables, ("planner", "hungry", "random"))
    tournament.check()
    assert len(tournament.line_ups(tables[0], nobody)) == 3
    assert tournament.line_ups(tables[1], nobody) == [("planner", "random")]


def test_mixed_shares_its_matches_out() -> None:
    tables = find_tables(["paris"], [2, 4])
    tournament = Tournament(tables, ("planner", "path", "random"), "mixed", matches=48)
    assert [tournament.deals(table) for table in tables] == [4, 2]


def write(folder: Path, text: str) -> Path:
    path = folder / "cup.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_tournament_from_a_file(tmp_path: Path) -> None:
    (tmp_path / "bots.py").write_text(TWIN.read_text().replace("Twin", "Mine"))
    board = published("paris")
    (tmp_path / "board.toml").write_text(board.content, encoding="utf-8")
    path = write(
        tmp_path,
        """
        board = "board.toml"
        players = [2, 3]
        bots = ["planner", "bots.py:Mine"]
        form = "gauntlet"
        matches = 10
        seed = 5
        until = "clear"
        seconds = 2
        """,
    )
    tournament = load_tournament(path)
    tournament.check()
    assert [table.players for table in tournament.tables] == [2, 3]
    assert tournament.tables[0].board_name.startswith(board.name)
    assert tournament.bots == ("planner", f"{tmp_path}/bots.py:Mine")
    assert (tournament.form, tournament.matches, tournament.seed) == ("gauntlet", 10, 5)
    assert tournament.until == Until()
    assert tournament.seconds == 2
    runner = run_tournament(replace(tournament, tables=tournament.tables[:1], seconds=None), 1)
    assert runner.results()[0].bot("planner").rate > 0.5


def test_without_a_number_of_matches_a_file_has_the_usual_one(tmp_path: Path) -> None:
    text = 'games = "all"\nplayers = "all"\nbots = ["planner", "random"]\n'
    assert load_tournament(write(tmp_path, text)).matches == 100
    assert load_tournament(write(tmp_path, text + "until = 0.02")).matches == 20_000


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('game = "paris"', "did you mean"),
        ('bots = ["planner"]', "games is missing"),
        ('games = "paris"', "bots is missing"),
        ('games = "paris"\nbots = "planner"', "bots can't be"),
        ('games = "paris"\nbots = ["planner", "random"]\nmatches = true', "matches can't be"),
        ('games = "paris"\nbots = ["planner", "random"]\nplayers = "two"', "players is a number"),
        ('games = "pariss"\nbots = ["planner", "random"]', "did you mean"),
        ("games = ", "cup.toml"),
    ],
)
def test_mistakes_in_a_file_are_told(tmp_path: Path, text: str, words: str) -> None:
    with pytest.raises(WagonikError, match=words):
        load_tournament(write(tmp_path, text))


@pytest.mark.parametrize(
    ("tournament", "words"),
    [
        (Tournament((PARIS,), ("planner", "random"), "rubin"), "did you mean"),
        (Tournament((), ("planner", "random")), "No game"),
        (Tournament((PARIS,), ("planner", "planner")), "twice"),
        (Tournament((PARIS,), ("planner",)), "at least two"),
        (Tournament((Table("paris", 3),), ("planner", "path"), "tables"), "at least 3 bots"),
        (Tournament((Table("card_game", 2),), ("planner", "path")), "board games only"),
        (Tournament((PARIS,), ("planner", "nobody")), "no bot"),
    ],
)
def test_mistakes_are_told_before_the_first_match(tournament: Tournament, words: str) -> None:
    with pytest.raises(WagonikError, match=words):
        Runner(tournament)


# Stopping


def test_a_clear_answer_stops_early_and_at_the_same_deal_on_any_number_of_processes() -> None:
    tournament = Tournament((PARIS,), ("longroute", "random"), matches=1000, until=Until())
    one = run_tournament(tournament, 1).results()[0]
    two = run_tournament(tournament, 2).results()[0]
    assert one.matches == two.matches < 200
    assert one.bot("longroute").low > 0.5
    assert one.bot("longroute").rate == two.bot("longroute").rate


def test_a_narrow_interval_stops() -> None:
    tournament = Tournament((PARIS,), ("longroute", "random"), matches=2000, until=Until(0.1))
    result = run_tournament(tournament, 1).results()[0]
    assert result.matches < 200
    assert result.bot("random").margin <= 0.1


def test_the_most_matches_stop_a_line_up_that_is_never_clear() -> None:
    tournament = Tournament((PARIS,), ("random", f"{TWIN}:Twin"), matches=44)
    runner = run_tournament(replace(tournament, until=Until(0.01)), 1)
    assert runner.complete
    assert runner.results()[0].matches == 44
    assert runner.results()[0].replaced == 0
