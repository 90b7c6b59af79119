"""What a search asks about a game."""

import pytest

from tests.support import started
from wagonik.bots.base import fill
from wagonik.bots.floats import floats
from wagonik.bots.games import make_outlook, make_planner
from wagonik.bots.master.board import COMMON, BoardOutlook
from wagonik.bots.planner.settings import OFF
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.boardrules import BoardRules


@pytest.mark.parametrize("game", ["northern_lights", "pennsylvania", "card_game"])
def test_candidates_are_legal_and_begin_with_the_planners_own(game: str) -> None:
    match = started(game)
    planner = make_planner(match.rules)
    outlook = make_outlook(match.rules)
    out = ActionBuffer()
    for _ in range(60):
        seat = match.seat
        fill(out, match.legal())
        own = planner.decide(match.state, seat, out)
        found = outlook.candidates(match.state, seat, out, 5).list()
        assert found[0] == own
        assert 1 <= len(found) <= 5
        assert len(set(found)) == len(found)
        assert set(found) <= set(match.legal())
        match.play(int(own))


def test_features_say_what_is_on_the_table() -> None:
    match = started("nordic_countries")
    assert isinstance(match.rules, BoardRules)
    outlook = make_outlook(match.rules)
    out = ActionBuffer()
    features = floats(2 * int(outlook.size))
    outlook.forget()
    for _ in range(120):
        fill(out, match.legal())
        match.play(int(outlook.decide(match.state, match.seat, out)))
    outlook.assess(match.state, features)
    assert 0 < outlook.progress(match.state) < 1
    for seat, sheet in enumerate(match.scores):
        at = seat * int(outlook.size)
        assert features[at + COMMON.index("points")] == sheet.points("routes")
        tickets = next(source for source in sheet.sources if source.name == "tickets")
        done = [item for item in tickets.items if item["done"]]
        points = [match.rules.board.ticket_points[int(str(item["ticket"]))] for item in done]
        assert features[at + COMMON.index("done")] == sum(points)
        assert features[at + COMMON.index("completed")] == len(done)
    leads = [features[seat * int(outlook.size) + COMMON.index("lead")] for seat in range(2)]
    assert 0.9 < sum(leads) < 1.2


def test_another_way_to_play_is_listed_and_played_where_it_differs() -> None:
    """In United Kingdom everything is saved for New York, or New York is left to others."""
    match = started("united_kingdom")
    outlook = make_outlook(match.rules)
    assert isinstance(outlook, BoardOutlook)
    assert outlook.other is not None
    out = ActionBuffer()
    differed = 0
    alike = 0
    while not match.over:
        seat = match.seat
        fill(out, match.legal())
        found = outlook.candidates(match.state, seat, out, 6).list()
        own = outlook.planner.decide(match.state, seat, out)
        other = outlook.other.decide(match.state, seat, out)
        focus = outlook.planner.focus
        listed = outlook.others(match.state, seat, out).list()
        assert set(listed) <= set(match.legal())
        if listed:
            assert focus >= 0
            assert outlook.other.focus < 0
            assert listed[0] == other
            differed += 1
        else:
            alike += 1
        outlook.forget()
        quick = outlook.quick[seat].decide(match.state, seat, out)
        quick_other = outlook.quick_others[seat].decide(match.state, seat, out)
        outlook.forget()
        assert outlook.decide(match.state, seat, out) == quick
        outlook.forget()
        outlook.adopt(seat)
        assert outlook.decide(match.state, seat, out) == quick_other
        assert found[0] == own
        match.play(int(own))
    assert differed > 10
    assert alike > 10


@pytest.mark.parametrize("game", ["united_kingdom", "northern_lights", "pennsylvania"])
def test_a_sharp_outlook_has_its_own_seat_play_better_than_planner(game: str) -> None:
    """Master's own seat: its choice comes first, and it plays on like that; all others play like
    Planner, with all that Planner looks at. Where the coach looks everybody plays plainly."""
    match = started(game)
    plain = make_outlook(match.rules)
    sharp = make_outlook(match.rules, sharp=True)
    assert isinstance(plain, BoardOutlook)
    assert isinstance(sharp, BoardOutlook)
    assert plain.first is plain.planner
    assert plain.own is plain.theirs is plain.quick
    for seat in range(2):
        for name in ("fit", "later", "block", "ahead"):
            of_planner = getattr(sharp.planner.settings, name)
            assert getattr(sharp.theirs[seat].settings, name) == of_planner
            assert getattr(sharp.own[seat].settings, name) == getattr(sharp.first.settings, name)
    out = ActionBuffer()
    first = further = 0
    while not match.over:
        seat = match.seat
        fill(out, match.legal())
        own = plain.planner.decide(match.state, seat, out)
        better = sharp.first.decide(match.state, seat, out)
        assert plain.candidates(match.state, seat, out, 6).list()[0] == own
        assert sharp.candidates(match.state, seat, out, 6).list()[0] == better
        first += own != better
        sharp.forget()
        usual = sharp.theirs[seat].decide(match.state, seat, out)
        for leading in range(2):
            sharp.forget()
            led = sharp.own[leading].decide(match.state, seat, out)
            sharp.forget()
            sharp.lead(leading)
            played = sharp.decide(match.state, seat, out)
            assert played == (led if leading == seat else usual)
            further += played != usual
        sharp.forget()
        assert sharp.decide(match.state, seat, out) == usual
        match.play(int(own))
    assert first > 3
    assert further > 3


def test_planner_plays_on_with_all_that_it_looks_at() -> None:
    """In Paris: hands as a whole, later tracks, what others want, no tickets in the lead."""
    outlook = make_outlook(started("paris").rules, sharp=True)
    assert isinstance(outlook, BoardOutlook)
    for planners in (outlook.own, outlook.theirs):
        for planner in planners:
            assert planner.settings.fit == 1.0
            assert planner.settings.later > 0.0
            assert planner.settings.block < OFF
            assert planner.settings.ahead < OFF


def test_positions_are_judged_plainly_whoever_plays_on() -> None:
    """The learnt value knows the numbers of a plain planner."""
    match = started("paris")
    plain = make_outlook(match.rules)
    sharp = make_outlook(match.rules, sharp=True)
    out = ActionBuffer()
    size = 2 * int(plain.size)
    while not match.over:
        fill(out, match.legal())
        plain.forget()
        sharp.forget()
        of_plain, of_sharp = floats(size), floats(size)
        plain.assess(match.state, of_plain)
        sharp.assess(match.state, of_sharp)
        assert list(of_plain) == list(of_sharp)
        match.play(int(sharp.decide(match.state, match.seat, out)))


@pytest.mark.parametrize("game", ["nordic_countries", "paris", "card_game"])
def test_most_games_have_one_way_to_play(game: str) -> None:
    match = started(game)
    outlook = make_outlook(match.rules)
    out = ActionBuffer()
    fill(out, match.legal())
    outlook.candidates(match.state, match.seat, out, 6)
    assert outlook.others(match.state, match.seat, out).list() == []
