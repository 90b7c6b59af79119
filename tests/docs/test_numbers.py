"""What the examples of the documentation compute, computed once more in another way."""

from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from tests.cli.calls import call
from tests.docs.pages import ROOT, blocks
from wagonik import Match, replay
from wagonik.records import parse


def mean(values: list[float]) -> float:
    return sum(values) / len(values)


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> tuple[dict[str, Any], list[Match]]:
    """What the blocks of data-sets.md leave behind, and the same matches from their records."""
    folder = tmp_path_factory.mktemp("data-sets")
    run = ("simulate", "paris", "--players", 3, "--bots", "planner", "--matches", 40, "--seed", 1)
    shown = f"$ wagonik {' '.join(map(str, run))} --out matches.parquet"
    assert shown in (ROOT / "docs" / "data-sets.md").read_text(encoding="utf-8")
    call(*run, "--out", folder / "matches.parquet", "--json")
    call(*run, "--out", folder / "matches.jsonl", "--json")
    space: dict[str, Any] = {}
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        for block in blocks(ROOT / "docs" / "data-sets.md"):
            if block.language == "python":
                exec(block.text, space)
    lines = Path(folder / "matches.jsonl").read_text(encoding="utf-8").splitlines()
    return space, [replay(parse(line)) for line in lines]


def shares(match: Match) -> list[float]:
    """Each seat's part of the win."""
    return [
        1 / len(match.winners) if seat in match.winners else 0.0 for seat in range(match.players)
    ]


def test_who_is_first(page: tuple[dict[str, Any], list[Match]]) -> None:
    space, matches = page
    assert len(matches) == 40
    for order, wins in space["order"].iter_rows():
        counted = [shares(m)[(m.state.first + order) % 3] for m in matches]
        assert wins == pytest.approx(mean(counted))


def test_which_tickets_are_worth_keeping(page: tuple[dict[str, Any], list[Match]]) -> None:
    space, matches = page
    kept: dict[str, list[tuple[float, float, float]]] = defaultdict(list)
    for match in matches:
        board: Any = getattr(match.rules, "board").file  # noqa: B009
        for seat, sheet in enumerate(match.scores):
            items = next(source.items for source in sheet.sources if source.name == "tickets")
            for item in items:
                ticket = board.tickets[item["ticket"]]
                kept[f"{ticket.start}–{ticket.end}"].append(
                    (float(bool(item["done"])), float(str(item["points"])), shares(match)[seat])
                )
    rows = {row["name"]: row for row in space["tickets"].iter_rows(named=True)}
    assert set(rows) == set(kept)
    for name, counted in kept.items():
        row = rows[name]
        assert row["kept"] == len(counted)
        for column, values in zip(
            ("completed", "points", "won"), zip(*counted, strict=True), strict=True
        ):
            assert row[column] == pytest.approx(mean(list(values))), (name, column)
    assert len({round(row["won"], 6) for row in rows.values()}) > 3  # not one number for all


def test_whether_it_pays_to_end_the_match(page: tuple[dict[str, Any], list[Match]]) -> None:
    space, matches = page
    won: list[float] = []
    for match in matches:
        for event in match.events(-1):
            if event["event"] == "last_turns":
                won.append(shares(match)[int(str(event["seat"]))])
    assert won
    row = space["ending"].row(0, named=True)
    assert row["won"] == pytest.approx(mean(won))
    assert row["fair"] == pytest.approx(1 / 3)
