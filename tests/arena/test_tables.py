"""The tables of docs/bots.md: played in pieces, written between their marks."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchmarks import bots
from wagonik.arena.run import run_tournament
from wagonik.arena.store import open_store
from wagonik.arena.tournament import Tournament, find_tables, load_tournament
from wagonik.code import fingerprint

FILES = sorted((bots.ROOT / "tournaments").glob("*.toml"))
CUP = Tournament(find_tables(["paris"], [2, 3]), ("planner", "path", "random"), "gauntlet", 4)
NORDIC = Tournament(find_tables(["nordic_countries"], [2]), ("planner", "random"), "gauntlet", 2, 3)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_tournaments_of_the_page_can_be_played(path: Path) -> None:
    load_tournament(path).check()


def test_the_page_has_a_place_for_every_table() -> None:
    page = bots.PAGE.read_text(encoding="utf-8")
    for path in FILES:
        changed = bots.filled(page, path.stem, "a table")
        assert bots.filled(changed, path.stem, "a table") == changed
    with pytest.raises(SystemExit, match="no place"):
        bots.filled(page, "nothing", "a table")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_each_game_of_a_tournament_can_be_played_by_itself(path: Path, tmp_path: Path) -> None:
    whole = load_tournament(path)
    games = bots.games_of(path.stem)
    parts = [load_tournament(bots.tournament(path.stem, key, None, tmp_path)) for key in games]
    assert [table for part in parts for table in part.tables] == list(whole.tables)
    assert {(part.bots, part.matches, part.seed) for part in parts} == {
        (whole.bots, whole.matches, whole.seed)
    }
    assert len(games) > 1


def test_a_tournament_can_be_played_with_fewer_matches(tmp_path: Path) -> None:
    shorter = load_tournament(bots.tournament("master-600", "paris", 20, tmp_path))
    whole = load_tournament(bots.tournament("master-600", "paris", None, tmp_path))
    assert (shorter.matches, whole.matches) == (20, 200)
    assert shorter.tables == whole.tables


def test_a_row_for_each_line_up_in_the_order_of_the_tournament(tmp_path: Path) -> None:
    folders = []
    for number, cup in enumerate((CUP, NORDIC)):
        folders.append(tmp_path / str(number))
        with open_store(folders[-1], cup) as store:
            run_tournament(cup, 1, store=store)
    lines = bots.stored_table(folders).splitlines()
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines[2:7]]
    assert [row[:4] for row in rows] == [
        ["Paris", "2", "planner", "path"],
        ["Paris", "2", "planner", "random"],
        ["Paris", "3", "planner", "path"],
        ["Paris", "3", "planner", "random"],
        ["Nordic Countries", "2", "planner", "random"],
    ]
    assert [row[4] for row in rows] == ["4", "4", "6", "6", "2"]
    assert lines[-2].startswith("Seed 0, at least 4 matches")
    assert lines[-2].endswith(f"code: Paris {fingerprint(games=['paris'])}.")
    assert lines[-1].startswith("Seed 3, at least 2 matches")
    assert lines[-1].endswith(f"code: Nordic Countries {fingerprint(games=['nordic_countries'])}.")


def test_the_command_plays_a_piece_and_writes_it(tmp_path: Path) -> None:
    page = tmp_path / "bots.md"
    start = bots.START.format(name="fast") + "python -m benchmarks.bots fast) -->"
    page.write_text(f"Before.\n{start}\n{bots.END.format(name='fast')}\n")
    call = [sys.executable, "-m", "benchmarks.bots", "fast", "--games", "paris"]
    call += ["--minutes", "0.02", "--jobs", "1"]
    done = subprocess.run(
        [*call, "--results", str(tmp_path / "results"), "--page", str(page)],
        cwd=bots.ROOT.parent,
        env={**os.environ, "COLUMNS": "120"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    text = page.read_text(encoding="utf-8")
    assert text.startswith(f"Before.\n{start}\n\n| game |")
    assert "| planner | hungry |" in text
    assert [folder.name for folder in (tmp_path / "results" / "fast").iterdir()] == ["paris"]


def test_a_game_that_is_not_there_is_told_with_those_that_are() -> None:
    call = [sys.executable, "-m", "benchmarks.bots", "fast", "--games", "pari"]
    done = subprocess.run(call, cwd=bots.ROOT.parent, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "no game 'pari'; there are nordic_countries, " in done.stderr
