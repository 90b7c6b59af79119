"""Planner in play-outs: when its plan is kept, and when it is made anew."""

import pytest

from tests.support import board_rules, own, relist, set_hand, set_pieces, set_tickets, started
from wagonik import Match
from wagonik.bots.base import fill
from wagonik.bots.games import find_means
from wagonik.bots.planner.quick import QuickPlanner
from wagonik.engine.actions import ActionBuffer

LASTS = 3  # own turns


def planned(match: Match) -> tuple[QuickPlanner, list[int]]:
    """A planner with a plan of several tracks, and these."""
    rules = board_rules(match)
    tickets = sorted(rules.board.file.tickets, key=lambda ticket: -ticket.points)
    set_tickets(match, 0, *[(ticket.start, ticket.end) for ticket in tickets[:2]])
    set_hand(match, 0, red=2, white=3)
    means = find_means(rules)
    planner = QuickPlanner(rules, means, means.settings(), LASTS)
    planner.prepare(match.state, 0)
    assert planner.made == match.state.turn
    tracks = plan(planner)
    assert len(tracks) > 3
    match.state.turn += 2
    return planner, tracks


def plan(planner: QuickPlanner) -> list[int]:
    tracks = [int(planner.plan[i]) for i in range(planner.plan_count)]
    assert [t for t in range(len(planner.in_plan)) if planner.in_plan[t]] == sorted(tracks)
    return tracks


def claim(match: Match, seat: int, track: int) -> None:
    board = board_rules(match).board
    own(match, seat, board.track_texts[track])
    pieces = board_rules(match).pieces - int(board.length[track])
    set_pieces(match, seat, pieces)


def test_a_plan_is_kept_while_its_seat_draws() -> None:
    match = started("nordic_countries")
    planner, tracks = planned(match)
    before = planner.lack
    wanted = next(kind for kind in range(8) if planner.purse.short[kind] > 0)
    match.state.hand[wanted] += 1
    match.state.hand[9] += 1
    planner.prepare(match.state, 0)
    assert planner.made < match.state.turn
    assert plan(planner) == tracks
    assert planner.lack < before


def test_a_track_of_the_plan_that_its_seat_has_claimed_leaves_it() -> None:
    match = started("nordic_countries")
    planner, tracks = planned(match)
    claim(match, 0, tracks[1])
    set_hand(match, 0)  # paid
    planner.prepare(match.state, 0)
    assert planner.made < match.state.turn
    assert plan(planner) == [tracks[0], *tracks[2:]]
    assert planner.pieces == match.state.tally[0]


def test_a_track_that_another_seat_has_claimed_makes_a_new_plan() -> None:
    match = started("nordic_countries")
    planner, tracks = planned(match)
    claim(match, 1, tracks[1])
    planner.prepare(match.state, 0)
    assert planner.made == match.state.turn
    assert tracks[1] not in plan(planner)


@pytest.mark.parametrize("what", ["track", "tickets", "purchase", "age", "end", "forgotten"])
def test_whatever_else_changes_makes_a_new_plan(what: str) -> None:
    match = started("nordic_countries")
    planner, tracks = planned(match)
    rules = board_rules(match)
    if what == "track":  # one that was not planned
        others = [t for t in range(rules.track_count) if t not in tracks]
        claim(match, 0, next(t for t in others if match.state.open[0] & rules.board.bit[t]))
    elif what == "tickets":
        tickets = rules.board.file.tickets[:3]
        set_tickets(match, 0, *[(ticket.start, ticket.end) for ticket in tickets])
    elif what == "purchase":  # cards are gone, no pieces
        set_hand(match, 0, red=2)
    elif what == "age":
        match.state.turn += 2 * LASTS
    elif what == "end":
        match.state.last_turns = 1
    else:
        planner.forget()
    planner.prepare(match.state, 0)
    assert planner.made == match.state.turn
    assert plan(planner)


def test_what_others_want_is_looked_at_as_often_as_a_plan_is_made() -> None:
    match = started("paris")
    rules = board_rules(match)
    means = find_means(rules)
    planner = QuickPlanner(rules, means, means.settings(), LASTS)
    set_tickets(match, 0, *[(t.start, t.end) for t in rules.board.file.tickets[:2]])
    set_hand(match, 0, red=4, white=4, blue=4, yellow=4)
    out = ActionBuffer()

    def wanted() -> list[float]:
        fill(out, match.legal())
        planner.prepare(match.state, 0)
        planner.best_block(match.state, 0, out)
        assert planner.rivals is not None
        return list(planner.rivals.loss)

    relist(match)
    before = wanted()
    tracks = plan(planner)
    claimed = next(t for t in range(rules.track_count) if t not in tracks and before[t] > 0.0)
    own(match, 1, rules.board.track_texts[claimed])
    assert wanted() == before  # the plan is still good
    planner.forget()
    assert wanted() != before
