"""`wagonik simulate`."""

import json
import math
from pathlib import Path

import pytest

import wagonik
from tests.cli.calls import call, mistake
from wagonik.arena import matches as playing
from wagonik.arena.matches import Run, simulate
from wagonik.arena.seeds import MOST_MATCHES
from wagonik.arena.tally import deviation, empty_tally, wilson
from wagonik.engine.boardfile import text
from wagonik.games import GAMES


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_every_game_can_be_simulated(game: str) -> None:
    results = call("simulate", game, "-m", 5, "-s", 3, "--json").json()
    assert results["game"] == game
    assert results["matches"] == 5
    assert sum(seat["wins"]["rate"] for seat in results["seats"]) == pytest.approx(1, abs=0.01)
    for seat in results["seats"]:
        assert seat["min"] <= seat["mean"] <= seat["max"]
        assert sum(seat["sources"].values()) == pytest.approx(seat["mean"], abs=0.1)


def test_the_table_shows_what_the_data_say() -> None:
    arguments = ("simulate", "paris", "--players", 3, "--matches", 20, "--seed", 7)
    data = call(*arguments, "--json").json()
    table = call(*arguments).out
    assert "Paris, 3 random players: 20 matches, seed 7" in table
    for seat in data["seats"]:
        assert f"{seat['mean']:.1f}" in table
        assert f"{seat['wins']['rate']:.1%}" in table
    for source in data["seats"][0]["sources"]:
        assert source in table
    assert f"{data['turns']['mean']:.1f} turns" in table


def test_the_same_seed_plays_the_same_matches_however_they_are_played(tmp_path: Path) -> None:
    out = tmp_path / "matches.jsonl"
    arguments = ("simulate", "northern_lights", "-p", 3, "-m", 12, "-s", 5, "--json")
    plain = call(*arguments).json()
    assert call(*arguments, "-o", out).json() == plain
    one = out.read_text(encoding="utf-8")
    assert call(*arguments, "-o", out, "--workers", 2).json() == plain
    assert out.read_text(encoding="utf-8") == one
    other = ("simulate", "northern_lights", "-p", 3, "-m", 12, "-s", 6, "--json")
    assert call(*other).json()["seats"] != plain["seats"]


def test_processes_give_the_same_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "CHUNK_SECONDS", 0.002)
    run = Run("paris", 2, 9)
    tallies = []
    for workers in (1, 2):
        tally = empty_tally(run.rules())
        for chunk in simulate(run, 60, workers):
            tally.add(chunk.tally)
            assert chunk.lines == []
        tallies.append(tally)
    assert tallies[0].matches == 60
    assert tallies[0] == tallies[1]


def test_workers_without_work_are_not_started() -> None:
    run = Run("paris", 2, 9)
    chunks = list(simulate(run, 1, workers=2))
    assert [chunk.tally.matches for chunk in chunks] == [1]


def test_records_are_json_lines_that_replay(tmp_path: Path) -> None:
    out = tmp_path / "matches.jsonl"
    options = ("--option", "advanced_technologies")
    results = call("simulate", "united_kingdom", "-m", 3, "-s", 2, *options, "-o", out, "--json")
    lines = out.read_text(encoding="utf-8").splitlines()
    assert len(lines) == 3
    totals = [0, 0]
    for number, line in enumerate(lines):
        record = json.loads(line)
        assert record["seed"] == str(2 * MOST_MATCHES + number)
        assert record["options"] == ["advanced_technologies"]
        match = wagonik.replay(record)
        totals = [a + sheet.total for a, sheet in zip(totals, match.scores, strict=True)]
    means = [seat["mean"] for seat in results.json()["seats"]]
    assert means == [round(total / 3, 2) for total in totals]


def test_a_board_of_ones_own(tmp_path: Path) -> None:
    board = tmp_path / "mine.toml"
    board.write_text(text("paris").replace('name = "Paris"', 'name = "Mine"'), encoding="utf-8")
    out = tmp_path / "matches.jsonl"
    answer = call("simulate", "paris", "--board", board, "-m", 2, "-s", 1, "-o", out, "--json")
    assert answer.json()["matches"] == 2
    told = call("replay", out, "--number", 2)
    assert "on Mine" in told.out


def test_the_seed_is_told_when_it_was_not_chosen() -> None:
    first = call("simulate", "paris", "-m", 2, "--json").json()
    again = call("simulate", "paris", "-m", 2, "-s", first["seed"], "--json").json()
    assert again == first


def test_mistakes_are_told_in_words(tmp_path: Path) -> None:
    mistake(call("simulate", "pari"), "no game 'pari'", 'did you mean "paris"')
    mistake(call("simulate", "paris", "-p", 5), "2 to 4 players")
    mistake(call("simulate", "paris", "-p", 0), "2 to 4 players")
    mistake(call("simulate", "paris", "--option", "fast"), "no option 'fast'")
    mistake(call("simulate", "paris", "-m", 0), "matches")
    mistake(call("simulate", "paris", "--board", tmp_path / "no.toml"), "no.toml", "can't be read")
    mistake(call("simulate", "paris", "-m", 1, "-o", tmp_path / "no" / "x"), "No such file")
    mistake(call("simulate", "card_game", "--board", tmp_path / "no.toml"), "can't be read")
    board = tmp_path / "paris.toml"
    board.write_text(text("paris"), encoding="utf-8")
    mistake(call("simulate", "card_game", "--board", board), "without a board")
    mistake(call("simulate", "nordic_countries", "--board", board), "is for paris")


def test_intervals_are_wilsons() -> None:
    low, high = wilson(50, 100)
    assert (round(low, 4), round(high, 4)) == (0.4038, 0.5962)
    assert wilson(0, 10)[0] == 0.0
    assert round(wilson(0, 10)[1], 4) == 0.2775
    assert wilson(10, 10)[1] == 1.0
    assert wilson(0, 0) == (0.0, 1.0)


def test_a_shared_win_is_shared() -> None:
    tally = empty_tally(Run("paris", 3, 1).rules())
    tally.count([10, 10, 4], [0] * 9, [0, 1], 1, 30, 50)
    tally.count([3, 5, 9], [0] * 9, [2], 0, 20, 40)
    assert [seat.wins for seat in tally.seats] == [0.5, 0.5, 1.0]
    assert (tally.shared, tally.first_wins) == (1, 0.5)
    assert (tally.shortest, tally.longest, tally.turns) == (20, 30, 50)
    assert [(seat.lowest, seat.highest) for seat in tally.seats] == [(3, 10), (5, 10), (4, 9)]
    assert deviation(tally.seats[0], 2) == pytest.approx(math.sqrt(24.5))
