"""The figures of a data set, counted again by hand."""

import math
from pathlib import Path

import polars as pl
import pytest

from wagonik.arena.dataset import Writer, read
from wagonik.arena.matches import TABLE, Run, simulate
from wagonik.arena.metrics import Estimate, Mean, bootstrap, figures, figures_of
from wagonik.arena.tally import wilson


def write(path: Path, run: Run, matches: int) -> Path:
    with Writer(path, run) as writer:
        for chunk in simulate(run, matches, 1):
            writer.write(chunk.frame())
    return path


@pytest.fixture(scope="module")
def paris(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("metrics")
    run = Run("paris", 3, 2, keep=TABLE, bots=("planner", "random"))
    return write(folder / "paris.parquet", run, 60)


def test_figures_are_what_one_counts_by_hand(paris: Path) -> None:
    rows = pl.read_parquet(paris).to_dicts()
    (found,) = figures_of(paris)
    assert (found.game, found.board, found.players, found.matches) == ("paris", "Paris", 3, 60)
    seats = [seat for row in rows for seat in row["seats"]]
    totals = [seat["total"] for seat in seats]
    assert found.total.value == pytest.approx(sum(totals) / 180)
    assert found.total.count == 180
    winning = [seat["total"] for seat in seats if seat["winner"]]
    assert found.winning.value == pytest.approx(sum(winning) / len(winning))
    leads = [sorted(s["total"] for s in row["seats"]) for row in rows]
    assert found.lead.value == pytest.approx(sum(x[-1] - x[-2] for x in leads) / 60)
    assert found.turns.value == pytest.approx(sum(row["turns"] for row in rows) / 60)
    for order in range(3):
        share = sum(s["share"] for s in seats if s["order"] == order) / 60
        assert found.orders[order].value == pytest.approx(share)
        assert found.orders[order].low <= share <= found.orders[order].high
    assert sum(count for _, count in found.lengths) == 60
    assert sum(count for _, count, _ in found.scores) == 180
    for source in found.sources:
        points = [p["points"] for row in rows for p in row["points"] if p["source"] == source.name]
        assert source.mean == pytest.approx(sum(points) / 180)
    assert sum(source.mean for source in found.sources) == pytest.approx(found.total.value)
    assert {bot.name: bot.seats for bot in found.bots} == {"planner": 90, "random": 90}
    assert sum(bot.wins for bot in found.bots) == pytest.approx(60)
    announced = [row["seats"][row["announced_by"]]["share"] for row in rows]
    assert found.announcer.value == pytest.approx(sum(announced) / 60)


def test_tickets_and_tracks_are_what_one_counts_by_hand(paris: Path) -> None:
    rows = pl.read_parquet(paris).to_dicts()
    (found,) = figures_of(paris)
    for ticket in found.tickets:
        here = [(row, t) for row in rows for t in row["tickets"] if t["name"] == ticket.name]
        kept = [(row, t) for row, t in here if t["kept"]]
        assert (ticket.offered, ticket.kept) == (len(here), len(kept))
        assert ticket.completed == sum(t["completed"] for _, t in kept)
        if kept:
            assert ticket.points == pytest.approx(sum(t["points"] for _, t in kept) / len(kept))
            margins = []
            for row, t in kept:
                totals = [seat["total"] for seat in row["seats"]]
                own = totals[t["seat"]]
                margins.append(own - (sum(totals) - own) / 2)
            assert ticket.margin.value == pytest.approx(sum(margins) / len(margins))
            won = sum(row["seats"][t["seat"]]["share"] for row, t in kept)
            assert ticket.wins == pytest.approx(won)
            assert ticket.won().low == pytest.approx(wilson(won, len(kept))[0])
    claims = [t for row in rows for t in row["tracks"]]
    assert sum(track.claimed for track in found.tracks) == len(claims)
    for track in found.tracks:
        assert track.claimed == sum(t["track"] == track.track for t in claims)
        assert 0 < track.turn <= 1


def test_one_file_may_hold_several_sets(tmp_path: Path, paris: Path) -> None:
    cards = write(tmp_path / "cards.parquet", Run("card_game", 2, 1, keep=TABLE), 5)
    changed = Run("paris", 3, 1, keep=TABLE, changes=("refresh=off",))
    other = write(tmp_path / "other.parquet", changed, 5)
    both = tmp_path / "both.parquet"
    pl.concat([pl.read_parquet(path) for path in (paris, cards, other)]).write_parquet(both)
    found = figures(read(both))
    keys = sorted((part.game, part.changes, part.matches) for part in found)
    assert keys == [("card_game", (), 5), ("paris", (), 60), ("paris", ("refresh=off",), 5)]
    card = next(part for part in found if part.game == "card_game")
    assert (card.board, card.tracks) == (None, [])
    assert sum(ticket.kept for ticket in card.tickets) > 0
    assert card.data()["per_seat"]["tickets_kept"] > 0


def test_the_bootstrap_agrees_with_the_binomial() -> None:
    first, second = bootstrap([(1.0, 0.0), (0.0, 1.0)], [520, 480])
    assert (first.value, second.value) == (0.52, 0.48)
    low, high = wilson(520, 1000)
    assert first.low == pytest.approx(low, abs=0.004)
    assert first.high == pytest.approx(high, abs=0.004)
    assert first.low == pytest.approx(1 - second.high)
    assert bootstrap([(1.0, 0.0), (0.0, 1.0)], [520, 480])[0] == first  # it is seeded


def test_means_have_normal_intervals() -> None:
    mean = Mean(10.0, 4.0, 100)
    assert mean.estimate().high == pytest.approx(10 + 1.959964 * 0.4)
    gap = mean.minus(Mean(9.0, 3.0, 100))
    assert gap.value == 1
    assert gap.high - 1 == pytest.approx(1.959964 * 0.5)
    assert Mean(3.0, 0.0, 1).estimate().high == math.inf
    assert Estimate(1, 0.5, 1.5).excludes(0)
    assert not Estimate(1, -0.5, 1.5).excludes(0)
