"""One match after the other: the same whatever plays and keeps them."""

from pathlib import Path

import polars as pl
import pytest

from wagonik.arena import matches as playing
from wagonik.arena.changes import changed_rules, read_change, written
from wagonik.arena.contestants import find_contestant
from wagonik.arena.dataset import ENDS, schema
from wagonik.arena.matches import RECORDS, TABLE, Player, Run, simulate
from wagonik.engine.boardfile import published, text
from wagonik.engine.errors import WagonikError
from wagonik.games import GAMES, make_rules
from wagonik.records import parse, replay

BOTS = """
from wagonik.bots.base import Bot


class First(Bot):
    name = "first"

    def choose(self, view):
        return view.legal[0]


class Broken(Bot):
    name = "broken"

    def choose(self, view):
        raise ValueError("no idea")
"""


def table(run: Run, matches: int, workers: int = 1, start: int = 0) -> pl.DataFrame:
    return pl.concat(chunk.frame() for chunk in simulate(run, matches, workers, start))


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_a_row_says_what_the_record_of_the_match_says(game: str) -> None:
    most = next(entry.most_players for entry in GAMES if entry.key == game)
    for players in (2, most):
        rows = table(Run(game, players, 5, keep=TABLE), 3)
        assert rows.schema == schema()
        lines = next(simulate(Run(game, players, 5, keep=RECORDS), 3)).lines
        for number, line in enumerate(lines):
            match = replay(parse(line))
            row = rows.row(number, named=True)
            assert row["seed"] == str(match.seed)
            assert (row["number"], row["players"]) == (number, players)
            assert row["decisions"] == match.decision
            assert row["turns"] == match.state.turn
            assert row["first"] == match.state.first
            assert row["winners"] == match.winners
            assert (row["decided_by"] or "") == match.decided_by
            assert row["end"] in ENDS
            for seat, sheet in enumerate(match.scores):
                facts = row["seats"][seat]
                assert facts["total"] == sheet.total
                assert facts["winner"] == (seat in match.winners)
                assert facts["order"] == (seat - row["first"]) % players
                points = {p["source"]: p["points"] for p in row["points"] if p["seat"] == seat}
                assert points == {source.name: source.points for source in sheet.sources}
                items = next(s.items for s in sheet.sources if s.name == "tickets")
                kept = [t for t in row["tickets"] if t["seat"] == seat and t["kept"]]
                assert sorted((t["ticket"], t["completed"], t["points"]) for t in kept) == sorted(
                    (item["ticket"], item["done"], item["points"]) for item in items
                )
                assert facts["tickets_kept"] == len(kept)
                assert facts["tickets_completed"] == sum(t["completed"] for t in kept)
            events = match.events(-1)
            claims = [
                (e["seat"], e["track"], e["points"]) for e in events if e["event"] == "claimed"
            ]
            assert [(t["seat"], t["track"], t["points"]) for t in row["tracks"]] == claims
            taken = sum(event["event"] == "took" for event in events)
            assert sum(seat["drawn_market"] for seat in row["seats"]) == taken


def test_cards_that_are_dealt_are_not_drawn() -> None:
    """The second deck of four players deals four cards to each (Card Game)."""
    for row in table(Run("card_game", 4, 5, keep=TABLE), 4).iter_rows(named=True):
        line = next(simulate(Run("card_game", 4, 5, keep=RECORDS), 1, start=row["number"])).lines[0]
        drew = sum(event["event"] == "drew" for event in replay(parse(line)).events(-1))
        dealt = 4 * (make_rules("card_game", 4).setup.hand + 4)
        assert sum(seat["drawn_blind"] for seat in row["seats"]) == drew - dealt


@pytest.mark.parametrize(("game", "players"), [("paris", 3), ("card_game", 2)])
def test_brains_without_views_play_as_bots_with_views(game: str, players: int) -> None:
    run = Run(game, players, 4, keep=TABLE, bots=("planner", "modest"))
    player = Player(run)
    rows = table(run, 4)
    for number in range(4):
        match = player.guarded(number)
        assert match.faults == []
        player.tables.add(match.state, number, len(match.played), 0)
    from wagonik.arena.dataset import frame

    assert frame(run, player.rules, player.tables.take(), player.names).equals(rows)


def test_processes_give_the_same_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(playing, "CHUNK_SECONDS", 0.004)
    run = Run("paris", 2, 9, keep=TABLE, bots=("planner", "random"))
    one = table(run, 60, 1)
    assert one["number"].to_list() == list(range(60))
    assert table(run, 60, 2).equals(one)
    assert table(run, 20, 1, start=40).equals(one.tail(20))


def test_bots_take_the_seats_in_turn() -> None:
    rows = table(Run("paris", 3, 1, keep=TABLE, bots=("planner", "random")), 2)
    names = [[seat["bot"] for seat in row] for row in rows["seats"].to_list()]
    assert names == [["planner", "random", "planner"], ["random", "planner", "random"]]
    tally = next(simulate(Run("paris", 2, 1, bots=("planner", "random")), 8)).tally
    assert sum(tally.bot_wins.values()) == pytest.approx(8)
    assert tally.bot_wins["planner"] > tally.bot_wins["random"]


def test_bots_of_ones_own_play_under_guard(tmp_path: Path) -> None:
    file = tmp_path / "own.py"
    file.write_text(BOTS, encoding="utf-8")
    assert not find_contestant(f"{file}:First").thinks_alone()
    assert find_contestant("planner").thinks_alone()
    assert not find_contestant("master@5").thinks_alone()
    rows = table(Run("paris", 2, 1, keep=TABLE, bots=(f"{file}:First", "planner")), 2)
    assert rows["faults"].sum() == 0
    assert {seat["bot"] for row in rows["seats"].to_list() for seat in row} == {"first", "planner"}
    broken = Run("paris", 2, 1, keep=TABLE, bots=(f"{file}:Broken", "planner"))
    chunk = next(simulate(broken, 1))
    assert chunk.tally.faults == chunk.frame()["faults"][0] > 0
    recorded = Run("paris", 2, 1, keep=RECORDS, bots=(f"{file}:Broken", "planner"))
    line = next(simulate(recorded, 1))
    assert line.tally.faults == chunk.tally.faults
    assert replay(parse(line.lines[0])).over


def test_a_brain_that_goes_wrong_is_put_under_guard(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*_: object) -> int:
        raise WagonikError("lost on this board")

    monkeypatch.setattr(playing, "play_brains", refuse)
    run = Run("paris", 2, 1, keep=TABLE, bots=("planner",))
    chunk = next(simulate(run, 1))
    monkeypatch.undo()
    assert chunk.frame().equals(table(run, 1))
    # It is a fault of ours, and never hidden.
    assert chunk.tally.crashes == 1
    assert "Match 0 of planner, planner" in chunk.tally.traces[0]
    assert "WagonikError: lost on this board" in chunk.tally.traces[0]


def test_what_can_not_be_played_is_told_at_once() -> None:
    with pytest.raises(WagonikError, match="too many for 2 players"):
        Run("paris", 2, 1, bots=("random",) * 3).check()
    with pytest.raises(WagonikError, match="no bot 'planer'"):
        Run("paris", 2, 1, bots=("planer",)).check()
    with pytest.raises(WagonikError, match="needs a board"):
        Run("card_game", 2, 1, bots=("hungry",)).check()
    with pytest.raises(WagonikError, match="At least one"):
        Run("paris", 2, 1, bots=()).check()
    with pytest.raises(WagonikError, match="could not be replayed"):
        Run("paris", 2, 1, keep=RECORDS, changes=("refresh=off",)).check()


def test_rules_can_be_changed_for_an_experiment() -> None:
    assert read_change("refresh=on") == ("refresh", 1)
    assert written(" refresh = TRUE") == "refresh=on"
    assert written("pieces=35") == "pieces=35"
    for wrong, words in (
        ("refesh=on", 'did you mean "refresh"'),
        ("refresh", "refresh=on or refresh=off"),
        ("pieces=many", "pieces=3"),
        ("pieces", "is a number"),
    ):
        with pytest.raises(WagonikError, match=words):
            read_change(wrong)
    plain = make_rules("nordic_countries", 2)
    rules = changed_rules("nordic_countries", 2, {}, None, ("refresh=on", "pieces=30"))
    assert (plain.refresh, rules.refresh) == (False, True)
    assert int(getattr(rules, "pieces")) == 30  # noqa: B009
    assert changed_rules("nordic_countries", 2, {}, None, ()) is plain
    with pytest.raises(WagonikError, match="can't be played like that"):
        changed_rules("paris", 2, {}, None, ("pieces=1",))
    with pytest.raises(WagonikError, match="no board whose numbers"):
        changed_rules("card_game", 2, {}, None, ("hand=3",))
    assert not changed_rules("card_game", 2, {}, None, ("refresh=off",)).refresh


def test_a_refresh_shows_in_the_rows() -> None:
    with_it = table(Run("nordic_countries", 2, 3, keep=TABLE, changes=("refresh=on",)), 20)
    without = table(Run("nordic_countries", 2, 3, keep=TABLE), 20)
    assert with_it["refreshes"].sum() > 0 == without["refreshes"].sum()
    assert with_it["changes"].to_list() == [["refresh=on"]] * 20


def test_a_board_of_ones_own() -> None:
    board = text("paris").replace('name = "Paris"', 'name = "Mine"')
    rows = table(Run("paris", 2, 1, board=board, keep=TABLE), 2)
    assert rows["board"].to_list() == ["Mine", "Mine"]
    names = [f"{ticket.start}–{ticket.end}" for ticket in published("paris").tickets]
    for row in rows["tickets"].to_list():
        for ticket in row:
            assert ticket["name"] == names[ticket["ticket"]]
