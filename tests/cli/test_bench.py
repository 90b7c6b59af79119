"""`wagonik bench`."""

import pytest

import wagonik
from tests.cli.calls import call, mistake
from wagonik.cli import bench, measure


@pytest.fixture
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "QUICK_SECONDS", 0.005)


@pytest.mark.usefixtures("quick")
def test_both_builds_are_measured_side_by_side() -> None:
    data = call("bench", "--quick", "--game", "paris", "--json").json()
    builds = ["compiled", "interpreted"] if wagonik.compiled else ["interpreted"]
    assert list(data["builds"]) == builds
    assert data["same_matches"]
    for build, rows in data["builds"].items():
        assert [(row["game"], row["players"]) for row in rows] == [("paris", n) for n in (2, 3, 4)]
        for row in rows:
            assert row["compiled"] == (build == "compiled")
            for key in ("decisions", "matches", "api_decisions", "copies", "views", "samples"):
                assert row[key] > 0
            assert 200 < row["copy_bytes"] < 100_000
    if wagonik.compiled:
        slow, fast = (data["builds"][build][0] for build in ("interpreted", "compiled"))
        assert slow["decisions"] < fast["decisions"]


@pytest.mark.usefixtures("quick")
def test_the_tables_name_game_and_players() -> None:
    answer = call("bench", "--quick", "--game", "paris")
    assert answer.code == 0
    assert answer.out.count("paris") == 6
    assert "decisions" in answer.out


def test_every_game_and_number_of_players_is_measured() -> None:
    cases = measure.cases()
    for game in wagonik.GAMES:
        numbers = [players for key, players in cases if key == game.key]
        assert numbers == list(range(game.least_players, game.most_players + 1))


def test_an_unknown_game_is_a_mistake() -> None:
    mistake(call("bench", "--game", "nope"), "no game 'nope'")
