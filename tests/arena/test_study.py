"""A board under study: each kind of imbalance is found, and a good board is left in peace."""

import re
from dataclasses import replace

import pytest

from tests.arena.test_report import whole
from wagonik.arena.metrics import (
    Estimate,
    Figures,
    Mean,
    SourceFigures,
    TicketFigures,
    TrackFigures,
)
from wagonik.arena.report import boardmap
from wagonik.arena.starter import starter, worth_of_a_space
from wagonik.arena.study import FINE, LOOK, PROBLEM, Finding, judge, study, study_page
from wagonik.engine.boardcheck import check
from wagonik.engine.boardfile import BoardFile, load, published
from wagonik.engine.errors import WagonikError
from wagonik.games import GAMES, find_game

BOARD_GAMES = [game.key for game in GAMES if game.has_board]


def board() -> BoardFile:
    return load(starter("nordic_countries"))


def figures(board: BoardFile, matches: int = 400) -> Figures:
    """Figures in which nothing is wrong."""
    from wagonik.arena.dataset import track_names
    from wagonik.games import make_rules

    names = track_names(make_rules(board.game, 2, None, board))
    return Figures(
        game=board.game,
        board=board.name,
        players=2,
        options=(),
        changes=(),
        matches=matches,
        total=Mean(80.0, 20.0, 2 * matches),
        winning=Mean(90.0, 20.0, matches),
        lead=Mean(20.0, 10.0, matches),
        turns=Mean(60.0, 5.0, matches),
        decisions=Mean(100.0, 5.0, matches),
        orders=[Estimate(0.51, 0.46, 0.56), Estimate(0.49, 0.44, 0.54)],
        scores=[(70, matches, 0), (90, matches, matches)],
        lengths=[(60, matches)],
        sources=[
            SourceFigures("routes", 50.0, 55.0, 45.0),
            SourceFigures("tickets", 30.0, 35.0, 25.0),
        ],
        bots=[],
        tickets=[
            TicketFigures(f"{t.start}–{t.end}", 200, 100, 90, 5.0, 51.0, Mean(1.0, 20.0, 100))
            for t in board.tickets
        ],
        tracks=[
            TrackFigures(number, name, 200, 0.5, 101.0, Mean(0.0, 20.0, 200))
            for number, name in enumerate(names)
        ],
        ends={"last turns": matches},
        shared=0,
        passed=0,
        faults=0,
        announcer=Estimate(0.5, 0.45, 0.55),
        per_seat={"pieces_left": 2.0},
    )


def found(own: BoardFile, given: Figures, reference: Figures | None) -> list[Finding]:
    return [f for f in judge(own, given, reference) if f.level != FINE]


def test_a_good_board_is_left_in_peace() -> None:
    own = board()
    good = figures(own)
    assert found(own, good, good) == []
    assert found(own, good, None) == []
    assert {f.about for f in judge(own, good, good)} == {
        "seats", "stalls", "length", "scores", "tickets", "tracks"
    }  # fmt: skip


def test_every_imbalance_is_found() -> None:
    own = board()
    good = figures(own)
    name = good.tickets[0].name

    def one(given: Figures, level: str, title: str, *words: str) -> None:
        (finding,) = found(own, given, good)
        assert (finding.level, finding.title) == (level, title)
        for word in words:
            assert word in finding.figure
        assert finding.advice

    def ticket(**changes: float) -> Figures:
        changed = replace(good.tickets[0], **changes)  # type: ignore[arg-type]
        return replace(good, tickets=[changed, *good.tickets[1:]])

    def track(**changes: float) -> Figures:
        changed = replace(good.tracks[0], **changes)  # type: ignore[arg-type]
        return replace(good, tracks=[changed, *good.tracks[1:]])

    unfair = [Estimate(0.65, 0.60, 0.70), Estimate(0.35, 0.30, 0.40)]
    one(replace(good, orders=unfair), PROBLEM, "The first player wins more than a fair share.",
        "65.0 %")  # fmt: skip
    slight = [Estimate(0.46, 0.43, 0.49), Estimate(0.54, 0.51, 0.57)]
    one(replace(good, orders=slight), LOOK, "The first player wins less than a fair share.")
    stuck = {"last turns": 360, "passes": 40}
    one(replace(good, ends=stuck, passed=40), PROBLEM, "Matches get stuck.", "10.0 %")
    one(replace(good, passed=40), LOOK, "Matches get stuck.")
    brief = Mean(30.0, 5.0, 400)
    one(replace(good, turns=brief), LOOK, "Matches are short beside the published board.", "15.0")
    lengthy = Mean(120.0, 5.0, 400)
    one(replace(good, turns=lengthy), LOOK, "Matches are long beside the published board.")
    left = {"pieces_left": own.numbers.pieces / 2}
    one(replace(good, per_seat=left), LOOK, "Many pieces are never used.")
    one(replace(good, lead=Mean(60.0, 10.0, 400)), LOOK, "Matches end one-sidedly.", "60 more")
    one(ticket(completed=0, points=-5.0), PROBLEM, "Tickets that nobody completes.", name)
    one(ticket(completed=20, points=-3.0), PROBLEM, "Tickets that cost more than they bring.", name)
    one(ticket(completed=45, points=-0.5), LOOK, "Tickets that are rarely completed.", "45%")
    one(ticket(kept=2, completed=2), LOOK, "Tickets that are hardly ever kept.", "2 of 200")
    one(ticket(wins=80.0), LOOK, "Tickets that go with winning.", "won 80%")
    one(track(claimed=0, wins=0.0), LOOK, "Tracks that are hardly ever claimed.", "0 times")
    one(track(claimed=380, wins=280.0), LOOK, "Tracks that dominate: often taken, and won with.")
    many = [replace(t, claimed=380, wins=280.0) for t in good.tracks]
    one(replace(good, tracks=many), PROBLEM, "Tracks that dominate: often taken, and won with.",
        "published board has 0", "more")  # fmt: skip
    one(replace(good, faults=3), LOOK, "Some moves of the bots had to be replaced.", "3 moves")


def test_tickets_whose_points_do_not_fit_are_named() -> None:
    own = board()
    first = own.tickets[0]
    odd = replace(own, tickets=(replace(first, points=first.points + 20), *own.tickets[1:]))
    (finding,) = found(odd, figures(odd), figures(odd))
    assert finding.title == "Tickets whose points do not fit their distance."
    assert f"{first.start}–{first.end} ({first.points + 20} points" in finding.figure
    assert worth_of_a_space(published("paris")) == pytest.approx(1.0, abs=0.5)


def test_parallel_tracks_that_are_alike_are_one_to_choose_from() -> None:
    """Bots take the first of them; that nobody takes the second says nothing about it."""
    own = board()
    first = next(r for r in own.routes if sum(other.pair == r.pair for other in own.routes) == 1)
    twin = replace(first, start=first.end, end=first.start, bend=(1.0, 1.0))
    own = replace(own, routes=(*own.routes, twin))
    good = figures(own)
    mates = [t for t in good.tracks if t.name.startswith(f"{first.start}–{first.end}/")]
    mates += [t for t in good.tracks if t.name.startswith(f"{first.end}–{first.start}/")]
    assert len(mates) == 2
    for unused in mates:
        left = [track for track in good.tracks if track is not unused]
        assert found(own, replace(good, tracks=left), None) == []
    neither = [track for track in good.tracks if track not in mates]
    (finding,) = found(own, replace(good, tracks=neither), None)
    assert finding.title == "Tracks that are hardly ever claimed."
    assert all(track.name in finding.figure for track in mates)


@pytest.mark.parametrize("game", BOARD_GAMES)
def test_starters_are_whole_boards(game: str) -> None:
    own = load(starter(game, 'Say "hi"'))
    assert own.name == 'Say "hi"'
    assert [p for p in check(own, find_game(game).needs()) if p.severity == "error"] == []
    assert own.drawing is None
    assert all(place.x is None for place in own.places)
    assert len(own.tickets) == 20
    studied = study(own, 12, ("random",), 1, (own.players[0],), 1)
    assert studied[0].figures.matches == 12
    assert studied[0].figures.faults == 0


def test_a_study_and_its_page(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(boardmap, "QUICK_STEPS", 60)
    own = load(starter("paris", "Small Paris"))
    steps: list[tuple[int, int]] = []
    studies = study(own, 30, ("planner",), 3, (), 1, lambda done, all_: steps.append((done, all_)))
    assert [one.figures.players for one in studies] == [2, 3]
    assert all(one.reference is not None for one in studies)
    assert steps[-1] == (120, 120)
    again = study(own, 30, ("planner",), 3, (), 1)
    assert [one.data() for one in again] == [one.data() for one in studies]
    words = whole(study_page(studies)).text
    assert "Small Paris: a study" in words
    assert "the published board" in words
    for one in studies:
        for finding in one.findings:
            assert finding.title in words


def test_what_can_not_be_played_can_not_be_studied() -> None:
    text = starter("paris")
    ticket = re.search(r"tickets = \[\n(.*)\n", text)
    assert ticket is not None
    lost = text.replace(ticket[1], '  { from = "Nowhere", to = "Louvre", points = 4 },')
    with pytest.raises(WagonikError):
        study(load(lost), 10)
    few = text.replace("numbers.pieces ", "numbers.pieces = 4 #")
    with pytest.raises(WagonikError, match=r"can't be played.*wagonik check"):
        study(load(few), 10)
    with pytest.raises(WagonikError, match="without a board"):
        starter("card_game")
