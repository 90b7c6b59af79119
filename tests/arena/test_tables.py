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

FILES = sorted((bots.ROOT / "tournaments").glob("*.toml"))
CUP = Tournament(find_tables(["paris"], [2, 3]), ("planner", "path", "random"), "gauntlet", 4)


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


def test_a_tournament_can_be_played_with_fewer_matches(tmp_path: Path) -> None:
    shorter = load_tournament(bots.tournament("master-600", 20, tmp_path))
    whole = load_tournament(bots.tournament("master-600", None, tmp_path))
    assert (shorter.matches, whole.matches) == (20, 200)
    assert shorter.tables == whole.tables


def test_a_row_for_each_line_up_in_the_order_of_the_tournament(tmp_path: Path) -> None:
    with open_store(tmp_path, CUP) as store:
        run_tournament(CUP, 1, store=store)
    lines = bots.stored_table(tmp_path).splitlines()
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in lines[2:6]]
    assert [row[:4] for row in rows] == [
        ["Paris", "2", "planner", "path"],
        ["Paris", "2", "planner", "random"],
        ["Paris", "3", "planner", "path"],
        ["Paris", "3", "planner", "random"],
    ]
    assert [row[4] for row in rows] == ["4", "4", "6", "6"]
    assert "Seed 0" in lines[-1]


def test_the_command_plays_a_piece_and_writes_it(tmp_path: Path) -> None:
    page = tmp_path / "bots.md"
    page.write_text(f"Before.\n{bots.START.format(name='fast')}\n{bots.END.format(name='fast')}\n")
    call = [sys.executable, "-m", "benchmarks.bots", "fast", "--minutes", "0.02", "--jobs", "1"]
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
    assert text.startswith("Before.\n")
    assert "| planner | hungry |" in text
    assert (tmp_path / "results" / ".gitignore").read_text() == "*\n"
