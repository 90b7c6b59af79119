"""A bot against itself of an earlier build, both builds side by side."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import bots, earlier


@pytest.fixture
def results(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(earlier, "RESULTS", tmp_path)
    return tmp_path


def test_the_same_bot_in_the_same_build_wins_one_match_of_every_deal() -> None:
    """Planner has no chance of its own, so both matches of a deal are the same one, seen twice."""
    for deal in (1, 2):
        first, second = (
            earlier.play((sys.executable, "paris", "planner", deal, seat)) for seat in (0, 1)
        )
        assert first[0] + second[0] == 1
        assert first[1:3] == second[2:0:-1]
        assert first[3] == second[3] == 0


def test_what_something_else_has_played_is_refused(results: Path) -> None:
    place = results / "paris.json"
    found = earlier.stored(place, "planner", "abc", "paris")
    assert found["matches"] == {}
    place.write_text(json.dumps(found))
    assert earlier.stored(place, "planner", "abc", "paris") == found
    for other in (("modest", "abc"), ("planner", "abd")):
        with pytest.raises(SystemExit, match="delete it"):
            earlier.stored(place, *other, "paris")
    place.write_text(json.dumps({**found, "code": "other"}))
    with pytest.raises(SystemExit, match="delete it"):
        earlier.stored(place, "planner", "abc", "paris")


def test_a_row_counts_deals_that_were_played_from_both_seats(results: Path) -> None:
    assert earlier.table().count("\n") == 1
    found = earlier.stored(results / "paris.json", "planner", "abc", "paris")
    rows = {"5 0": [1.0, 30, 20, 0], "5 1": [0.5, 24, 24, 1], "6 0": [1.0, 9, 8, 0]}
    (results / "paris.json").write_text(json.dumps({**found, "matches": rows}))
    last = earlier.table().splitlines()[-1]
    assert last.startswith("| Paris | planner | abc | 2 | 75.0% (")
    assert last.endswith(" | 1 |")


def test_the_page_has_a_place_for_the_table() -> None:
    page = bots.PAGE.read_text(encoding="utf-8")
    assert "a table" in bots.filled(page, earlier.NAME, "a table")


def test_a_game_that_is_not_there_is_told_with_those_that_are() -> None:
    call = [sys.executable, "-m", "benchmarks.earlier", "HEAD", "--games", "pari"]
    done = subprocess.run(
        call,
        cwd=bots.ROOT.parent,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert "no game 'pari'; there are nordic_countries, " in done.stderr
