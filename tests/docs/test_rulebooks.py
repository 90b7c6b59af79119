"""Every sentence of the rulebooks: the test that holds it, and the page that tells it."""

import ast
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from wagonik import GAMES

ROOT: Final = Path(__file__).parents[2]
FOLDER: Final = ROOT / "docs" / "rulebooks"
# How many rules each box has, counted in its rulebook.
LEAST: Final = {
    "nordic_countries": 81,
    "northern_lights": 88,
    "pennsylvania": 36,
    "united_kingdom": 57,
    "card_game": 59,
    "paris": 39,
}
NOT_PLAYED: Final = "not played:"  # followed by the reason, in place of tests


@dataclass(frozen=True)
class Row:
    number: str
    rule: str
    tests: list[str]
    why_none: str
    page: str


def rows(game: str) -> list[Row]:
    found = []
    for line in (FOLDER / f"{game}.md").read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if re.fullmatch(r"\d+", cells[0]):
            number, rule, tests, page = cells
            why = tests.removeprefix(NOT_PLAYED).strip() if tests.startswith(NOT_PLAYED) else ""
            found.append(Row(number, rule, re.findall(r"`(\S+?)`", tests), why, page))
    return found


@cache
def names_in(path: str) -> frozenset[str]:
    tree = ast.parse((ROOT / "tests" / path).read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))


@cache
def anchors(page: Path) -> frozenset[str]:
    headings = re.findall(r"^#+ (.+)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return frozenset(re.sub(r"[^\w\- ]", "", each.lower()).replace(" ", "-") for each in headings)


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_every_rule_of_a_box_is_numbered(game: str) -> None:
    found = rows(game)
    assert [row.number for row in found] == [str(i + 1) for i in range(len(found))]
    assert len(found) >= LEAST[game], f"docs/rulebooks/{game}.md leaves rules out"
    assert len({row.rule for row in found}) == len(found), "a rule stands there twice"


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_every_rule_has_tests_or_says_why_it_has_none(game: str) -> None:
    for row in rows(game):
        assert bool(row.tests) != bool(row.why_none), f"{game} {row.number}: {row.rule}"
        for name in row.tests:
            path, _, test = name.partition("::")
            if path.startswith("web/"):  # what only the client shows
                assert (ROOT / path).is_file(), f"{game} {row.number}: there is no {name}"
            else:
                assert test in names_in(path), f"{game} {row.number}: there is no {name}"


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_every_rule_is_told_on_a_page(game: str) -> None:
    for row in rows(game):
        link = re.fullmatch(r"\[.+\]\((\S+?)(?:#(\S+))?\)", row.page)
        if row.why_none and row.page == "–":
            continue
        assert link, f"{game} {row.number}: {row.page!r} names no page"
        page = (FOLDER / link[1]).resolve()
        assert page.is_file(), f"{game} {row.number}: there is no {link[1]}"
        if link[2]:
            assert link[2] in anchors(page), f"{game} {row.number}: {link[1]} has no #{link[2]}"
