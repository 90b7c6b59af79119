"""The study of the games: played in pieces, gone on with, and told on a page."""

import re
from pathlib import Path

import pytest
from rich.console import Console
from rich.progress import Progress

from benchmarks import study
from benchmarks.study import Plan, gather, pieces, plans, play, played
from benchmarks.study_page import write_page
from wagonik.arena.matches import TABLE, Run
from wagonik.code import fingerprint
from wagonik.games import GAMES


def test_the_plan_holds_every_game_and_number_of_players() -> None:
    found = plans("planner", 1, [])
    plain = {(p.run.game, p.run.players) for p in found if not p.run.options and not p.run.changes}
    assert plain == {
        (game.key, players)
        for game in GAMES
        for players in range(game.least_players, game.most_players + 1)
    }
    names = [plan.name for plan in found]
    assert len(set(names)) == len(names)
    assert "nordic_countries-3-refresh_on" in names
    assert "paris-3-refresh_off" in names
    for plan in found:
        plan.run.check()


def test_matches_are_played_in_pieces_and_gone_on_with(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(study, "PIECE", 5)
    plan = Plan(Run("paris", 2, 4, keep=TABLE))
    with Progress(console=Console(quiet=True)) as bar:
        play(tmp_path, plan, 8, 1, bar)
        assert played(tmp_path, plan) == 8
        play(tmp_path, plan, 12, 1, bar)
        play(tmp_path, plan, 12, 1, bar)  # nothing is left to do
    assert played(tmp_path, plan) == 12
    assert len(pieces(tmp_path, plan)) == 3
    whole = Plan(Run("paris", 2, 4, keep=TABLE))
    monkeypatch.setattr(study, "PIECE", 100)
    with Progress(console=Console(quiet=True)) as bar:
        play(tmp_path / "whole", whole, 12, 1, bar)
    a, b = gather(tmp_path, plan), gather(tmp_path / "whole", whole)
    assert a is not None
    assert b is not None
    assert a.figures.data() == b.figures.data()
    pieces(tmp_path, plan)[1].unlink()
    assert played(tmp_path, plan) == 5  # what lies behind a gap is played again


def test_the_page(tmp_path: Path) -> None:
    todo = [plan for plan in plans("random", 1, ["paris"]) if plan.run.players == 3]
    assert len(todo) == 4
    with Progress(console=Console(quiet=True)) as bar:
        for plan in todo:
            play(tmp_path / "pieces", plan, 40, 1, bar)
    found = [one for plan in todo if (one := gather(tmp_path / "pieces", plan)) is not None]
    out = tmp_path / "study.md"
    write_page(found, out, "random")
    text = out.read_text(encoding="utf-8")
    assert "What 160 matches" in text
    assert f"Seed 1, code `{fingerprint()}`." in text
    digest = re.search(r"<!-- first matches: paris-3 (\w+) -->", text)
    assert digest is not None
    assert study.check(out, todo) == 0  # the same code plays the same matches
    other = text.replace(digest[1], "0" * 16)
    (tmp_path / "other.md").write_text(other, encoding="utf-8")
    assert study.check(tmp_path / "other.md", todo) == 1
    assert "### Paris" in text
    assert "| Paris | `refresh=off` |" in text
    for picture in re.findall(r"\]\((images/study/[^)]+)\)", text):
        drawn = (tmp_path / picture).read_text(encoding="utf-8")
        assert drawn.startswith('<svg xmlns="http://www.w3.org/2000/svg"')
    write_page(found, out, "random")
    assert out.read_text(encoding="utf-8") == text


def test_the_published_page_names_its_seed_and_code() -> None:
    text = (study.ROOT / "docs" / "study.md").read_text(encoding="utf-8")
    assert re.search(r"Seed \d+, code `[0-9a-f]{16}`", text)
    told = set(re.findall(r"<!-- first matches: (\S+) [0-9a-f]{16} -->", text))
    plain = {p.name for p in plans("planner", 1, []) if not p.run.options and not p.run.changes}
    assert told == plain
