"""Reasons: codes that are listed with their values, and never more than the numbers carry."""

import pytest

from tests.analysis.playing import played
from tests.support import set_hand, started
from wagonik import GAMES, Match, replay
from wagonik.analysis import analyse
from wagonik.analysis.groups import FEATURES, SOURCES, lead_groups
from wagonik.analysis.judge import Judge
from wagonik.analysis.reasons import KINDS, explain_choice
from wagonik.bots.master.judge import FORWARD
from wagonik.engine.state import PIECES, TALLY

KEYS = [game.key for game in GAMES]


def test_kinds_of_a_whole_analysis_are_listed() -> None:
    found = analyse(played("paris", 2).record(), "quick")
    reasons = [reason for moment in found.moments for reason in moment.reasons]
    assert reasons
    for reason in reasons:
        assert set(reason.values) == set(KINDS[reason.kind])
    assert {reason.kind for reason in reasons} != {"sampled"}
    for moment in found.moments:
        assert 1 <= len(moment.reasons) <= 2
        assert len({reason.kind for reason in moment.reasons}) == len(moment.reasons)


@pytest.mark.parametrize("game", KEYS)
def test_reasons_of_any_two_moves_are_listed(game: str) -> None:
    match = played(game, 2)
    for decision in range(3, len(match.history), len(match.history) // 5):
        position = replay(match.record(), decision)
        view = position.observe(position.seat)
        found = explain_choice(Judge(view.rules), view, view.legal[0], view.legal[-1], 12, 1)
        for reason in found:
            assert set(reason.values) == set(KINDS[reason.kind])


def test_a_move_is_no_better_than_itself() -> None:
    view = started("paris").observe(0)
    assert explain_choice(Judge(view.rules), view, view.legal[0], view.legal[0], 8, 1) == ()


def test_in_the_last_turn_only_points_count() -> None:
    match = started("nordic_countries")
    set_hand(match, 0, red=9, blue=9, green=9, white=9)
    match.state.last_turns = 1
    view = match.observe(0)
    claims = [action for action in match.legal_actions() if action.family == "claim"]
    board = match.rules.board  # type: ignore[attr-defined]
    longest = max(claims, key=lambda action: board.length[action.argument])
    draw = match.rules.deck_action
    (reason,) = explain_choice(Judge(view.rules), view, longest.index, int(draw), 8, 1)
    assert reason.kind == "last_turn"
    points = reason.values["points"]
    assert isinstance(points, float)
    assert points >= board.length[longest.argument]


def test_there_is_time_for_more_tickets() -> None:
    """All tickets done and nobody near the end: another offer pays."""
    match = started("nordic_countries")
    state = match.state
    for ticket in range(match.rules.ticket_count):
        if state.holder[ticket] == 0:
            state.holder[ticket] = -1
    state.tally[TALLY + PIECES] = 40
    view = match.observe(0)
    tickets, draw = int(match.rules.tickets_action), int(match.rules.deck_action)
    found = explain_choice(Judge(view.rules), view, tickets, draw, 40, 1)
    assert [reason.kind for reason in found if reason.kind == "tickets_pay"]


@pytest.mark.parametrize("game", KEYS)
def test_groups_of_a_lead_add_up_to_the_lead(game: str) -> None:
    match = started(game)
    judge = Judge(match.rules)
    judge.open(match.state, 0, FORWARD, 1, 1)
    value = judge.search.value
    assert value is not None
    ended = [bool(judge.table.ended)]
    lead = float(value.points[0]) - float(value.points[1])
    assert sum(lead_groups(judge, judge.state, 0).values()) == pytest.approx(lead)
    judge.open(match.state, 0, FORWARD, 1, 1, to_end=True)
    assert [*ended, judge.table.ended] == [False, True]
    totals = match.rules.score(judge.state).totals
    groups = lead_groups(judge, judge.state, 0)
    assert sum(groups.values()) == pytest.approx(totals[0] - totals[1])
    assert "other" not in groups


@pytest.mark.parametrize("game", KEYS)
def test_every_source_of_points_has_a_group(game: str) -> None:
    match = Match(game, 2, 1)
    assert {scorer.name for scorer in match.rules.scorers} <= set(SOURCES)
    assert set(FEATURES.values()) >= set(SOURCES.values())
