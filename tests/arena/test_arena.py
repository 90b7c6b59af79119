"""The arena: balanced seats, the same results for the same seed, honest numbers."""

import io
from pathlib import Path

from rich.console import Console

from wagonik.arena import line_ups, render, run_arena
from wagonik.arena.play import Table, play_deal
from wagonik.arena.seeds import deal_seed


def test_each_deal_is_played_from_every_seat() -> None:
    rows = play_deal(Table("paris", 3), ("planner", "random", "random"), 1, 0, None)
    assert [(row.rotation, row.seat) for row in rows if row.bot == "planner"] == [
        (0, 0),
        (1, 2),
        (2, 1),
    ]
    assert len(rows) == 9
    assert abs(sum(row.won for row in rows) - 3) < 1e-9


def test_deals_depend_on_the_seed_and_not_on_the_bots() -> None:
    assert deal_seed(1, "paris", 2, 0) != deal_seed(2, "paris", 2, 0)
    assert deal_seed(1, "paris", 2, 0) != deal_seed(1, "paris", 2, 1)
    assert deal_seed(1, "paris", 2, 0) != deal_seed(1, "paris", 3, 0)


def test_the_same_seed_gives_the_same_result_on_any_number_of_processes() -> None:
    seen: list[int] = []
    one = run_arena(
        "paris", ("planner", "random"), 4, 9, 1, progress=lambda done, _: seen.append(done)
    )
    two = run_arena("paris", ("planner", "random"), 4, 9, 2)
    assert seen == [1, 2, 3, 4]
    assert one.matches == two.matches == 8
    assert not one.faults
    for first, second in zip(one.bots, two.bots, strict=True):
        assert (first.rate, first.margin, first.score) == (second.rate, second.margin, second.score)
    assert abs(one.bot("planner").rate + one.bot("random").rate - 1) < 1e-9
    assert one.bot("planner").decisions > 0
    assert one.bot("planner").slow >= one.bot("planner").median > 0


def test_a_bot_against_itself_wins_everything() -> None:
    result = run_arena("paris", ("random", "random"), 3, 2, 1)
    assert len(result.bots) == 1
    assert result.bots[0].rate == 1.0  # both seats are its own
    assert result.bots[0].seats == 2


def test_line_ups() -> None:
    assert line_ups(["a", "b"], 2) == [("a", "b")]
    assert line_ups(["a", "b", "c"], 2) == [("a", "b"), ("a", "c"), ("b", "c")]
    assert line_ups(["a", "b"], 3) == [("a", "b", "b"), ("b", "a", "a")]
    assert line_ups(["a", "b", "c"], 3) == [("a", "b", "c")]


def test_the_table_shows_every_bot() -> None:
    result = run_arena("paris", ("planner", "random"), 1, 2, 1)
    out = io.StringIO()
    Console(width=140, file=out).print(render([result]))
    text = out.getvalue()
    for word in ("Paris", "planner", "random", "µs", "%"):
        assert word in text


def test_a_bots_file_is_carried_out_once_until_it_changes(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    text = """
from pathlib import Path
from wagonik.bots.base import Bot

with Path(__file__).with_name("loaded").open("a") as log:
    log.write("x")

class Own(Bot):
    name = "own"

    def choose(self, view):
        return view.legal[0]
"""
    file.write_text(text)
    for deal in range(3):
        play_deal(Table("paris", 2), (f"{file}:Own", "random"), 1, deal, None)
    assert (tmp_path / "loaded").read_text() == "x"
    file.write_text(text.replace("legal[0]", "legal[-1]"))
    play_deal(Table("paris", 2), (f"{file}:Own", "random"), 1, 0, None)
    assert (tmp_path / "loaded").read_text() == "xx"
