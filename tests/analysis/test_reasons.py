"""Reasons: codes that are listed with their values, and never more than the numbers carry."""

import pytest

from tests.analysis.playing import played
from tests.support import set_hand, set_yard, started
from wagonik import GAMES, Match, replay
from wagonik.analysis import analyse, puzzles
from wagonik.analysis.groups import Groups, group_of, lead_groups
from wagonik.analysis.judge import Judge
from wagonik.analysis.reasons import cause_of, explain_choice
from wagonik.analysis.why.argument import Argument
from wagonik.analysis.why.kinds import KINDS
from wagonik.analysis.why.pair import Pair
from wagonik.analysis.why.plans import about_ready, about_route
from wagonik.analysis.why.points import LITTLE, about_length, about_others, about_points
from wagonik.analysis.why.tickets import about_kept, about_tickets
from wagonik.bots.master.judge import FORWARD
from wagonik.engine.cards import WHITE
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


def test_a_ticket_that_makes_the_plan_longer_is_told_with_how_often_it_is_done() -> None:
    """The same choice seen from both sides: what a ticket adds, or that it is not done."""
    match = Match("nordic_countries", 2, 7)
    view = match.observe(0)
    keep = int(match.rules.keep_action)
    few, many = keep + 0b00011, keep + 0b00111
    for better, other, kind in ((many, few, "fits_in"), (few, many, "fails")):
        pair = Pair(Judge(view.rules), view, better, other, -1, ())
        pair.watch(20, 1)
        (added,) = pair.kept(many) - pair.kept(few)
        done = pair.after[many].done[added]
        assert len(done) == 20
        assert added not in pair.after[few].done
        for share, told in ((1.0, {"fits_in"}), (0.0, {"fails"})):
            done[:] = [share] * 20
            found = {each.kind: each for each in about_kept(pair, 3.0, 1.0)}
            assert set(found) == told & {kind}
            for each in found.values():
                assert each.values["ticket"] == added
                assert each.values["share"] == share


def test_of_two_tickets_the_likelier_one_is_told() -> None:
    match = Match("nordic_countries", 2, 7)
    view = match.observe(0)
    keep = int(match.rules.keep_action)
    pair = Pair(Judge(view.rules), view, keep + 0b00011, keep + 0b00101, -1, ())
    pair.watch(12, 1)
    first, second = pair.offer()[1:3]
    pair.after[pair.better].done[first] = [1.0] * 12
    pair.after[pair.other].done[second] = [0.0, 1.0] * 6
    (found,) = about_kept(pair, 0.0, 1.0)
    assert found.kind == "likelier"
    assert found.values == {"ticket": first, "instead": second, "better": 1.0, "other": 0.5}


def test_a_cause_stands_for_a_sum_of_points_if_it_is_most_of_it() -> None:
    whole = Argument("tickets", {"points": 6.0}, 6.0, vague=True)
    small = Argument("ticket_done", {"ticket": 1, "better": 0.9, "other": 0.8}, 1.0)
    large = Argument("ticket_done", {"ticket": 2, "better": 0.9, "other": 0.4}, 4.0)
    elsewhere = Argument("scores", {"points": 7.0, "other": 0.0}, 5.0)
    assert cause_of(whole, [whole, small, elsewhere]) is whole
    assert cause_of(whole, [whole, elsewhere, large]).values == large.values
    assert cause_of(large, [whole, large]) is large


def test_a_route_that_scores_much_is_told_with_its_points() -> None:
    match = started("nordic_countries")
    set_hand(match, 0, red=9, blue=9, green=9, white=9)
    view = match.observe(0)
    rules = match.rules
    claims = [action for action in match.legal_actions() if action.family == "claim"]
    points = {each.index: rules.points_for(match.state, 0, each.argument) for each in claims}  # type: ignore[attr-defined]
    best, least = max(points, key=lambda i: points[i]), min(points, key=lambda i: points[i])
    pair = Pair(Judge(view.rules), view, best, least, -1, ())
    pair.watch(40, 1)
    assert pair.planner is not None
    told = [each for each in about_route(pair, pair.planner) if each.kind == "scores"]
    assert [each.values for each in told] == [{"points": points[best], "other": points[least]}]


def test_a_robbery_is_told_with_whose_row_it_is() -> None:
    """A white row of four against one of three: whose it was, its kind and its size."""
    match = started("card_game")
    set_hand(match, 0, white=4, red=1, blue=1)
    set_yard(match, 1, white=(3, 0))
    view = match.observe(0)
    rows = {action.text: int(action.index) for action in match.legal_actions()}
    pair = Pair(Judge(view.rules), view, rows["row:4_white"], rows["deck"], -1, ())
    pair.watch(20, 1)
    assert pair.after[rows["row:4_white"]].robbed == (1, WHITE, 3)
    assert pair.after[rows["deck"]].robbed is None


def test_a_route_in_the_way_costs_the_other_turns() -> None:
    """What others' plans need is looked at after a claim, and after a claim only."""
    match = started("nordic_countries")
    set_hand(match, 0, red=9, blue=9, green=9, white=9)
    view = match.observe(0)
    claim = next(int(each.index) for each in match.legal_actions() if each.family == "claim")
    draw = int(match.rules.deck_action)
    for better, other, seats in ((claim, draw, [1]), (draw, claim, [])):
        pair = Pair(Judge(view.rules), view, better, other, -1, ())
        pair.watch(4, 1)
        for branch in pair.after.values():
            assert list(branch.hindered) == seats
            assert all(len(turns) == 4 for turns in branch.hindered.values())


def test_plans_with_unknown_tickets_are_not_compared() -> None:
    match = started("nordic_countries")
    view = match.observe(0)
    tickets, draw = int(match.rules.tickets_action), int(match.rules.deck_action)
    for better, other in ((tickets, draw), (draw, tickets)):
        found = explain_choice(Judge(view.rules), view, better, other, 40, 1)
        assert "saves_turns" not in {reason.kind for reason in found}


def with_groups(game: str, better: str, other: str, groups: Groups) -> Pair:
    """Two moves of which one is ahead by so many points in each group, in every sample."""
    match = started(game)
    set_hand(match, 0, red=9, blue=9)
    view = match.observe(0)
    actions = match.legal_actions()
    found = [next(each for each in actions if each.family == name) for name in (better, other)]
    pair = Pair(Judge(view.rules), view, found[0].index, found[1].index, -1, ())
    for name in ("groups", "sheets"):
        setattr(pair.after[pair.better], name, [groups] * 12)
        setattr(pair.after[pair.other], name, [{}] * 12)
    return pair


def kinds(arguments: list[Argument]) -> list[str]:
    return [each.kind for each in arguments]


def test_only_what_the_game_gives_points_for_is_told() -> None:
    """Most tickets go with winning everywhere, but not every game has points for them."""
    for game, told in (("nordic_countries", ["most_tickets"]), ("northern_lights", [])):
        assert (
            kinds(about_points(with_groups(game, "deck", "market", {"most_tickets": 5.0}))) == told
        )


def test_points_must_be_there_at_the_very_end() -> None:
    """What the learnt value expects and play-outs to the end do not show is not told."""
    pair = with_groups("paris", "deck", "market", {"tickets": 6.0})
    assert pair.group("tickets") == 6.0
    pair.after[pair.better].sheets = [{"tickets": 4.0}] * 12
    assert pair.group("tickets") == 4.0
    pair.after[pair.better].sheets = [{"tickets": 20.0}, {"tickets": -12.0}] * 6
    assert pair.group("tickets") == 0.0


def test_score_sheets_that_leave_no_doubt_stand_for_themselves() -> None:
    """The learnt value shares out points among features that go together; its parts may be silent
    where score sheets are not."""
    pair = with_groups("paris", "deck", "market", {})
    better = pair.after[pair.better]
    better.sheets = [{"tickets": 7.0}, {"tickets": 1.0}] * 6  # 4 ± 0.9
    assert pair.group("tickets") == 4.0
    better.sheets = [{"tickets": 8.0}, {"tickets": 0.0}] * 6  # 4 ± 1.2
    assert pair.group("tickets") == 0.0
    better.groups = [{"tickets": 1.0}] * 12
    assert pair.group("tickets") == 4.0


def test_a_small_part_of_what_a_move_is_ahead_by_is_no_reason() -> None:
    for tempo, told in ((2.0, ["flags"]), (8.0, [])):
        pair = with_groups("paris", "deck", "market", {"flags": 2.0, "tempo": tempo})
        assert kinds(about_points(pair)) == told
        # Where there is nothing else to tell, less is enough.
        assert kinds(about_points(pair, LITTLE)) == ["flags"]


def test_what_is_no_point_when_it_is_told_is_no_reason() -> None:
    for points, told in ((0.4, []), (0.6, ["routes"])):
        assert (
            kinds(about_points(with_groups("paris", "deck", "market", {"routes": points}))) == told
        )


def test_a_shorter_match_is_told_where_the_others_lose_by_it_and_a_longer_one_where_one_gains() -> (
    None
):
    for groups, better, other, told in (
        ({"their_routes": 4.0}, 60.0, 62.0, ["sooner"]),
        ({"their_routes": 4.0}, 62.0, 62.2, []),
        ({"routes": 4.0}, 60.0, 62.0, []),
        ({"routes": 4.0}, 62.0, 60.0, ["longer"]),
        ({"their_routes": 4.0}, 62.0, 60.0, []),
        ({"their_routes": 0.3}, 60.0, 62.0, []),
    ):
        pair = with_groups("paris", "deck", "market", groups)
        pair.after[pair.better].length = [better] * 12
        pair.after[pair.other].length = [other] * 12
        found = about_length(pair)
        assert kinds(found) == told
        for each in found:
            assert each.values == {"turns": 2.0, "points": 4.0}
    # New tickets make a match longer, but bring their points themselves.
    pair = with_groups("paris", "tickets", "deck", {"tickets": 4.0})
    pair.after[pair.better].length, pair.after[pair.other].length = [62.0] * 12, [60.0] * 12
    assert about_length(pair) == []


def test_a_route_that_the_hand_pays_for_after_a_draw() -> None:
    """With one card more of one colour a route of the plan can be paid; with another it can't."""
    puzzle = next(each for each in puzzles.shipped("paris") if each.id == "paris-2-16-47")
    position = replay(puzzle.record())
    view = position.observe(puzzle.seat)
    rival = next(each for each in puzzle.candidates if each.action not in puzzle.better)
    pair = Pair(Judge(view.rules), view, puzzle.better[0], rival.action, -1, ())
    pair.watch(40, 1)
    (track,) = pair.waiting
    (found,) = about_ready(pair)
    assert found.kind == "ready"
    assert found.values["track"] == track
    assert found.values["better"] == 1.0
    assert 0.0 < float(found.values["other"]) < 0.75
    # The other way round there is nothing to say, nor where it is about a claim.
    back = Pair(Judge(view.rules), view, rival.action, puzzle.better[0], -1, ())
    back.watch(40, 1)
    assert about_ready(back) == []
    assert not with_groups("paris", "claim", "deck", {}).tracks_waiting()


def test_new_tickets_late_in_a_match_are_told_by_how_often_one_is_done() -> None:
    """Points on average say nothing where one of many new tickets wins the match."""
    for share, told in ((0.5, ["new_done"]), (0.0, [])):
        pair = with_groups("paris", "tickets", "deck", {})
        pair.after[pair.better].fresh = [float(number % 2 < 2 * share) for number in range(40)]
        pair.after[pair.other].fresh = [0.0] * 40
        assert kinds(about_tickets(pair)) == told


def test_new_tickets_that_are_done_are_noted() -> None:
    match = started("paris")
    view = match.observe(0)
    tickets, deck = int(match.rules.tickets_action), int(match.rules.deck_action)
    pair = Pair(Judge(view.rules), view, tickets, deck, -1, ())
    pair.watch(30, 1)
    held = set(pair.held())
    for branch in pair.after.values():
        assert len(branch.fresh) == len(branch.length) == 30
        done = [
            any(branch.done[ticket][number] for ticket in branch.done if ticket not in held)
            for number in range(30)
        ]
        assert branch.fresh == [float(each) for each in done]


def test_a_route_in_the_way_is_told_though_the_others_gain_elsewhere() -> None:
    """They build more, since their way is barred: their tickets tell that it is."""
    groups = {"their_tickets": 3.0, "their_routes": -3.0}
    pair = with_groups("paris", "claim", "deck", groups)
    assert about_others(pair) == []
    pair.after[pair.better].hindered[1] = [5.0] * 12
    pair.after[pair.other].hindered[1] = [2.0] * 12
    (found,) = about_others(pair)
    assert found.kind == "in_the_way"
    assert found.values == {"seat": 1, "turns": 3.0}


def test_what_others_lose_is_told_of_moves_that_they_feel() -> None:
    lost = {"their_tickets": 4.0, "their_routes": 1.0}
    assert kinds(about_others(with_groups("paris", "claim", "deck", lost))) == ["their_tickets"]
    assert about_others(with_groups("paris", "deck", "claim", lost)) == []
    # In several ways at once: that says nothing.
    lost = {"their_tickets": 2.0, "their_routes": 2.0}
    assert about_others(with_groups("paris", "claim", "deck", lost)) == []


@pytest.mark.parametrize("game", KEYS)
def test_the_last_move_of_a_match_has_no_plan_after_it(game: str) -> None:
    """Whatever is compared with it: after the end there is nothing to plan."""
    match = played(game, 2)
    last = max(
        number
        for number in range(len(match.history))
        if len(replay(match.record(), number).legal()) > 1
    )
    position = replay(match.record(), last)
    view = position.observe(position.seat)
    for better, other in ((view.legal[0], view.legal[-1]), (view.legal[-1], view.legal[0])):
        pair = Pair(Judge(view.rules), view, better, other, -1, ())
        pair.watch(4, 1)
        assert all(len(branch.chances) == 4 for branch in pair.after.values())
        assert [branch.turns for branch in pair.after.values()] == [[], []]


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
    for scorer in match.rules.scorers:
        assert group_of(match.rules, scorer.name) in KINDS
