"""Pennsylvania: shares, their ranking, the dummy of two players, and the final score."""

import random
from collections.abc import Iterable
from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import (
    board_rules,
    finish,
    own,
    relist,
    set_hand,
    set_tickets,
    started,
    texts,
)
from wagonik import Match
from wagonik.engine.cards import zeros
from wagonik.engine.errors import WagonikError
from wagonik.engine.state import POINTS, TALLY
from wagonik.games.pennsylvania.rules import (
    DUMMY,
    FACE_DOWN,
    ON_THE_TABLE,
    PennsylvaniaRules,
    PennsylvaniaState,
)

CODES = ("PRR", "B&O", "EL", "RDG", "LV", "NYC", "WM", "JCL", "BRP")
SHARES = dict(zip(CODES, (15, 10, 8, 7, 6, 5, 4, 3, 2), strict=True))
AMOUNTS = {
    "PRR": (30, 21, 14, 9, 6),
    "B&O": (20, 14, 9, 5, 2),
    "EL": (16, 10, 5, 1),
    "RDG": (15, 9, 5),
    "LV": (12, 7, 3),
    "NYC": (10, 6, 3),
    "WM": (9, 5),
    "JCL": (8, 5),
    "BRP": (7, 4),
}
ALBANY = "Albany–New_York/blue"  # PRR, B&O and NYC run beside it
WITHOUT = "Scranton_/_Wilkes_Barre–Williamsport"  # no railroad does


def shares(match: Match) -> PennsylvaniaState:
    assert isinstance(match.state, PennsylvaniaState)
    return match.state


def start_of(code: str) -> int:
    return sum(SHARES[c] for c in CODES[: CODES.index(code)])


def deal_shares(match: Match, code: str, holders: Iterable[int]) -> None:
    """Hand out a railroad's shares from the top; the rest stays on the table."""
    state = shares(match)
    for i, holder in enumerate(holders):
        state.shares[start_of(code) + i] = holder
    relist(match)


def name_of(match: Match, code: str) -> str:
    return next(r.name for r in board_rules(match).board.file.railroads if r.code == code)


def holders(match: Match, code: str) -> list[int]:
    at = start_of(code)
    return [int(shares(match).shares[at + i]) for i in range(SHARES[code])]


def claim(match: Match, text: str) -> None:
    """Claim a track with locomotives, up to the choice of a share."""
    set_hand(match, match.seat, locomotive=7)
    match.play(f"claim:{text}")


def events(match: Match, *names: str) -> list[dict[str, object]]:
    return [e for e in match.events() if e["event"] in names]


def share_points(match: Match) -> list[int]:
    """At the end: the dummy's shares that are not face down are those turned up."""
    match.state.over = True
    points = [sheet.points("shares") for sheet in match.scores]
    match.state.over = False
    return points


# Taking shares


def test_the_share_is_of_a_railroad_named_beside_the_route() -> None:
    """Pennsylvania, shares: the top share of one railroad named beside the route."""
    match = started("pennsylvania", 3)
    claim(match, ALBANY)
    assert texts(match) == {"share:PRR", "share:B&O", "share:NYC", "share:none"}
    match.play("share:B&O")
    assert holders(match, "B&O") == [0] + [ON_THE_TABLE] * 9
    assert holders(match, "PRR") == [ON_THE_TABLE] * 15
    assert events(match, "share") == [{"event": "share", "seat": 0, "railroad": 1, "number": 1}]
    assert match.seat == 1


def test_every_route_offers_its_own_railroads_and_no_other() -> None:
    """Pennsylvania, shares: some routes name none; the choice can always be declined."""
    match = started("pennsylvania", 3)
    set_hand(match, 0, locomotive=7)
    routes = board_rules(match).board.routes
    for number, route in enumerate(routes):
        state = match.state.copy()
        rules = match.rules
        state.track = number
        board_rules(match).claim(state)
        if not route.railroads:
            assert state.seat == 1
            continue
        assert state.seat == 0
        match._out.count = 0
        rules.steps[state.step].legal(state, match._out)
        found = [rules.table.actions[index].text for index in match._out.list()]
        assert len(found) == len(set(found))
        assert set(found) == {f"share:{code}" for code in route.railroads} | {"share:none"}
    assert {f"{route.start}–{route.end}" for route in routes if not route.railroads} == {
        "Albany–Binghamton",
        "Altoona–Lewiston",
        "Chambersburg–Gettysburg",
        "Dubois–Oil City",
        "Dubois–Williamsport",
        "Gettysburg–York",
        "Morgantown–Pittsburgh",
        "Scranton / Wilkes Barre–Williamsport",
    }


def test_the_top_share_has_the_lowest_number_left() -> None:
    """Pennsylvania, parts: each stack in order with share 1 on top."""
    match = started("pennsylvania", 3)
    for seat, text in ((0, ALBANY), (1, "Albany–Syracuse/red"), (2, "Rochester–Syracuse/blue")):
        claim(match, text)
        assert match.seat == seat
        match.play("share:NYC")
    taken = events(match, "share")
    assert [(e["seat"], e["number"]) for e in taken] == [(0, 1), (1, 2), (2, 3)]
    assert holders(match, "NYC") == [0, 1, 2, ON_THE_TABLE, ON_THE_TABLE]


def test_if_a_railroads_shares_are_gone_another_must_be_chosen() -> None:
    """Pennsylvania, shares: another of the route's railroads must be chosen."""
    match = started("pennsylvania", 3)
    deal_shares(match, "PRR", [1] * 15)
    claim(match, ALBANY)
    assert texts(match) == {"share:B&O", "share:NYC", "share:none"}
    before = match.state.numbers()
    with pytest.raises(WagonikError, match="named beside the route that still has shares"):
        match.play("share:PRR")
    assert match.state.numbers() == before


def test_without_any_share_left_the_turn_ends_with_the_claim() -> None:
    """Pennsylvania, shares: nothing to take if all railroads of the route are sold out."""
    match = started("pennsylvania", 3)
    for code in ("PRR", "B&O", "NYC"):
        deal_shares(match, code, [1] * SHARES[code])
    claim(match, ALBANY)
    assert match.seat == 1
    assert events(match, "share") == []


def test_a_route_that_names_no_railroad_gives_no_share() -> None:
    """Pennsylvania, shares: some routes name none."""
    match = started("pennsylvania", 3)
    claim(match, WITHOUT)
    assert match.seat == 1
    assert all(holder == ON_THE_TABLE for holder in shares(match).shares)


def test_taking_a_share_is_optional() -> None:
    """Pennsylvania, shares: taking is optional."""
    match = started("pennsylvania", 2)
    claim(match, ALBANY)
    match.play("share:none")
    assert match.seat == 1
    assert all(holder == ON_THE_TABLE for holder in shares(match).shares)
    assert events(match, "share", "dummy_share") == []


def test_a_railroad_that_does_not_run_beside_the_route_is_refused() -> None:
    """Pennsylvania, shares: a railroad named beside the route."""
    match = started("pennsylvania", 3)
    claim(match, ALBANY)
    before = match.state.numbers()
    for wrong in ("share:JCL", "dummy:PRR", "deck", "tickets", "pass"):
        with pytest.raises(WagonikError, match="Pennsylvania, shares"):
            match.play(wrong)
    assert match.state.numbers() == before


def test_a_share_is_only_taken_with_a_claim() -> None:
    """Pennsylvania, shares: whoever claims a route."""
    match = started("pennsylvania", 3)
    before = match.state.numbers()
    with pytest.raises(WagonikError, match="not possible now"):
        match.play("share:PRR")
    assert match.state.numbers() == before


def test_r13_by_the_book_players_look_at_their_own_shares_only() -> None:
    """Pennsylvania, R13, memory = book: shares are kept face down; at the end all lie open."""
    match = started("pennsylvania", 2, options={"memory": "book"})
    claim(match, ALBANY)
    match.play("share:B&O")
    match.play("dummy:NYC")
    for viewer, own_share in ((0, [[1], None]), (1, [None, []]), (-1, [None, None])):
        table = {row["code"]: row for row in match.view(viewer)["mechanics"]["shares"]}  # type: ignore[index]
        assert (table["B&O"]["held"], table["B&O"]["left"]) == (own_share, 9)
        assert (table["NYC"]["dummy"], table["NYC"]["left"]) == (None, 4)
    match.rules.finish(match.state)
    table = {row["code"]: row for row in match.view(1)["mechanics"]["shares"]}  # type: ignore[index]
    assert (table["B&O"]["held"], table["NYC"]["dummy"]) == ([[1], []], [1])


def test_r13_by_the_book_shares_taken_are_told_for_one_round() -> None:
    """Pennsylvania, R13, memory = book: the log's older lines about them are not shown, but to
    the player who may look at the share."""
    match = started("pennsylvania", 2, options={"memory": "book"})
    at = len(match.events())
    claim(match, ALBANY)
    match.play("share:B&O")
    match.play("dummy:NYC")

    def told(viewer: int) -> list[list[object]]:
        return [
            list(event.values())[2:]
            for event in match.events(viewer, at)
            if event["event"] in ("share", "dummy_share")
        ]

    full = [[1, 1], [5, 1]]
    assert match.state.turn == 2
    assert told(0) == told(1) == told(-1) == full
    match.play("deck")
    match.play("deck")  # seat 0 begins its next turn: that was a round ago
    assert match.state.turn == 3
    assert told(1) == told(-1) == [[None, None], [None, None]]
    assert told(0) == [[1, 1], [None, None]]
    match.rules.finish(match.state)
    assert told(1) == full


def test_r13_everybody_sees_what_each_player_has_taken() -> None:
    """Pennsylvania, R13: the shares taken are public, the dummy's included."""
    match = started("pennsylvania", 2)
    claim(match, ALBANY)
    match.play("share:B&O")
    match.play("dummy:NYC")
    seen = [match.view(seat)["mechanics"] for seat in (0, 1, -1)]
    assert seen[0] == seen[1] == seen[2]
    mechanics = seen[2]
    assert isinstance(mechanics, dict)
    table = {row["code"]: row for row in mechanics["shares"]}
    assert (table["B&O"]["held"], table["B&O"]["left"]) == ([[1], []], 9)
    assert (table["NYC"]["held"], table["NYC"]["dummy"], table["NYC"]["left"]) == ([[], []], [1], 4)
    assert table["PRR"]["left"] == 15
    assert match.events(0)[-5:] == match.events(1)[-5:] == match.events()[-5:]


# The ranking


@pytest.mark.parametrize("code", CODES)
def test_amounts_go_by_rank(code: str) -> None:
    """Pennsylvania, share points: most shares the first amount, second most the second, …"""
    match = started("pennsylvania", 5)
    places = min(len(AMOUNTS[code]), 2 if SHARES[code] < 6 else 3 if SHARES[code] < 10 else 4)
    dealt: list[int] = []
    for seat in range(places):  # seat 0 has fewest, and the lowest numbers
        dealt += [seat] * (seat + 1)
    while len(dealt) > SHARES[code]:
        dealt.remove(places - 1)
    deal_shares(match, code, dealt)
    if code == "BRP":  # two shares: a tie, which share 1 decides
        deal_shares(match, code, [1, 0])
    points = share_points(match)
    expected = [0] * 5
    for rank in range(places):
        expected[places - 1 - rank] = AMOUNTS[code][rank]
    assert points == expected


def test_players_without_a_share_have_no_points() -> None:
    """Pennsylvania, share points: players without a share have none."""
    match = started("pennsylvania", 5)
    deal_shares(match, "PRR", [3])
    assert share_points(match) == [0, 0, 0, 30, 0]


@pytest.mark.parametrize(
    ("code", "dealt", "points"),
    [
        ("JCL", [2, 0, 1], [5, 0, 8, 0, 0]),
        ("NYC", [4, 3, 2, 1, 0], [0, 0, 3, 6, 10]),
        ("WM", [1, 1, 0, 2], [5, 9, 0, 0, 0]),
        ("EL", [4, 3, 2, 1, 0, 0], [16, 0, 1, 5, 10]),
    ],
)
def test_more_players_than_amounts_leave_the_last_without(
    code: str, dealt: list[int], points: list[int]
) -> None:
    """Pennsylvania, share points: more players than amounts: the last ones have none."""
    match = started("pennsylvania", 5)
    deal_shares(match, code, dealt)
    assert share_points(match) == points


@pytest.mark.parametrize(
    ("dealt", "points"),
    [
        ([0, 1, 1, 0], [20, 14, 0]),
        ([1, 0, 0, 1], [14, 20, 0]),
        ([2, 0, 0, 1, 1], [20, 14, 9]),
        ([2, 1, 0], [9, 14, 20]),
        ([1, 0, 1, 0, 0], [20, 14, 0]),
    ],
)
def test_a_tie_goes_to_the_lowest_numbered_share(dealt: list[int], points: list[int]) -> None:
    """Pennsylvania, share points: a tie goes to whoever holds the lowest-numbered share."""
    match = started("pennsylvania", 3)
    deal_shares(match, "B&O", dealt)
    assert share_points(match) == points


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(st.integers(-1, 4), max_size=60))
def test_share_points_agree_with_sorting_by_count_and_lowest_share(dealt: list[int]) -> None:
    """Pennsylvania, share points, for any distribution of all nine railroads."""
    match = _five()
    expected = [0] * 5
    at = 0
    for code in CODES:
        mine = (dealt[at : at + SHARES[code]] + [-1] * 15)[: SHARES[code]]
        at += SHARES[code]
        deal_shares(match, code, mine)
        ranked = sorted(set(mine) - {-1}, key=lambda seat: (-mine.count(seat), mine.index(seat)))
        for seat, amount in zip(ranked, AMOUNTS[code], strict=False):
            expected[seat] += amount
    assert share_points(match) == expected


def _five() -> Match:
    if not _matches:
        _matches.append(started("pennsylvania", 5))
    return _matches[0]


_matches: list[Match] = []


def test_the_score_sheet_says_where_share_points_come_from() -> None:
    """Pennsylvania, share points: railroad, number of shares, rank and points."""
    match = started("pennsylvania", 3)
    deal_shares(match, "B&O", [0, 1, 0])
    deal_shares(match, "JCL", [1, 2, 0])
    line = next(s for s in match.scores[0].sources if s.name == "shares")
    assert line.items == [
        {"railroad": "Baltimore & Ohio", "shares": 2, "rank": 1, "points": 20},
        {"railroad": "Jersey Central Lines", "shares": 1, "rank": 3, "points": 0},
    ]


# Two players: the dummy


def test_r14_with_each_share_one_is_chosen_for_the_dummy() -> None:
    """Pennsylvania, R14: the top share of a railroad of the same route that has shares."""
    match = started("pennsylvania", 2)
    claim(match, ALBANY)
    match.play("share:B&O")
    assert match.seat == 0
    assert texts(match) == {"dummy:PRR", "dummy:B&O", "dummy:NYC"}
    before = match.state.numbers()
    for wrong in ("dummy:EL", "share:none", "share:PRR", "deck"):
        with pytest.raises(WagonikError, match="Pennsylvania, R14"):
            match.play(wrong)
    assert match.state.numbers() == before
    match.play("dummy:B&O")
    assert holders(match, "B&O")[:3] == [0, DUMMY, ON_THE_TABLE]
    assert events(match, "dummy_share") == [
        {"event": "dummy_share", "seat": 0, "railroad": 1, "number": 2}
    ]
    assert match.seat == 1


def test_r14_a_single_railroad_gives_the_dummy_its_next_share() -> None:
    """Pennsylvania, R14: with one railroad left there is nothing to choose."""
    match = started("pennsylvania", 2)
    claim(match, "Albany–Syracuse/red")
    match.play("share:NYC")
    assert holders(match, "NYC") == [0, DUMMY, ON_THE_TABLE, ON_THE_TABLE, ON_THE_TABLE]
    assert match.seat == 1


def test_r14_the_dummy_has_none_if_none_is_left() -> None:
    """Pennsylvania, R14: none if there is none left."""
    match = started("pennsylvania", 2)
    deal_shares(match, "NYC", [1, 1, 1, 1])
    claim(match, "Albany–Syracuse/red")
    match.play("share:NYC")
    assert holders(match, "NYC") == [1, 1, 1, 1, 0]
    assert events(match, "dummy_share") == []
    assert match.seat == 1


def test_r14_sold_out_railroads_are_no_choice_for_the_dummy() -> None:
    """Pennsylvania, R14: a railroad that still has shares."""
    match = started("pennsylvania", 2)
    deal_shares(match, "B&O", [1] * 9)
    claim(match, ALBANY)
    match.play("share:B&O")
    assert texts(match) == {"dummy:PRR", "dummy:NYC"}


@pytest.mark.parametrize("players", [3, 4, 5])
def test_r14_there_is_no_dummy_with_more_than_two_players(players: int) -> None:
    """Pennsylvania: the dummy is for two players."""
    match = started("pennsylvania", players)
    claim(match, ALBANY)
    match.play("share:B&O")
    assert match.seat == 1
    assert DUMMY not in list(shares(match).shares)


@pytest.mark.parametrize(
    ("count", "shown"), [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2), (5, 3), (10, 5), (15, 8)]
)
def test_r14_half_of_the_dummys_shares_rounded_up_are_turned_up(count: int, shown: int) -> None:
    """Pennsylvania, the dummy: half of them, rounded up, are turned up."""
    match = started("pennsylvania", 2)
    deal_shares(match, "PRR", [DUMMY] * count)
    finish(match)
    found = holders(match, "PRR")
    assert found.count(DUMMY) == shown
    assert found.count(FACE_DOWN) == count - shown
    assert found.count(ON_THE_TABLE) == 15 - count
    told = [(e["railroad"], e["number"]) for e in events(match, "dummy_shown")]
    assert told == [(0, i + 1) for i, holder in enumerate(found) if holder == DUMMY]
    for viewer in (-1, 0, 1):
        shares = match.view(viewer)["mechanics"]["shares"][0]  # type: ignore[index]
        assert shares["dummy"] == [i + 1 for i, holder in enumerate(found) if holder == DUMMY]
        down = [i + 1 for i, holder in enumerate(found) if holder == FACE_DOWN]
        assert shares["face_down"] == down


def test_r14_any_half_of_the_dummys_shares_can_be_turned_up() -> None:
    """Pennsylvania, the dummy: its shares are shuffled, those of all railroads together."""
    match = started("pennsylvania", 2)
    deal_shares(match, "JCL", [0, DUMMY, DUMMY])
    deal_shares(match, "BRP", [DUMMY, DUMMY])
    places = [start_of("JCL") + 1, start_of("JCL") + 2, start_of("BRP"), start_of("BRP") + 1]
    seen: dict[tuple[int, ...], int] = {}
    state = match.state.copy()
    for _ in range(600):
        twin = state.copy()
        match.rules.finishing(twin)
        state.cards = twin.cards  # the next one goes on where this one stopped
        assert isinstance(twin, PennsylvaniaState)
        up = tuple(i for i, at in enumerate(places) if twin.shares[at] == DUMMY)
        seen[up] = seen.get(up, 0) + 1
    assert set(seen) == {(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)}
    assert min(seen.values()) > 60  # about a hundred each


def test_a_copy_that_ends_takes_nothing_from_the_stream_of_its_twin() -> None:
    """Copies share the stream of cards until one draws: here the dummy's shares are drawn."""
    match = started("pennsylvania", 2)
    deal_shares(match, "JCL", [0, DUMMY, DUMMY])
    state = match.state.copy()
    before = state.numbers()
    twin = state.copy()
    match.rules.finishing(twin)
    assert twin.cards.at > state.cards.at
    assert state.numbers() == before


def test_example_three_shares_the_dummy_two_another_one() -> None:
    """Pennsylvania, the dummy, example: B&O 3 shares, dummy 2, another 1: 20 and 9 points."""
    match = started("pennsylvania", 2)
    deal_shares(match, "B&O", [0, DUMMY, 1, DUMMY, 0, 0])
    assert share_points(match) == [20, 9]


def test_r14_only_the_shares_turned_up_count_in_the_ranking() -> None:
    """Pennsylvania, the dummy: these count in the ranking; the face-down ones do not."""
    match = started("pennsylvania", 2)
    deal_shares(match, "B&O", [FACE_DOWN, 0, DUMMY, FACE_DOWN, 1, 1])
    # The dummy has one share that counts: it is behind seat 0, whose share is lower.
    assert share_points(match) == [14, 20]
    deal_shares(match, "B&O", [DUMMY, 0, FACE_DOWN, FACE_DOWN, 1, 1])
    assert share_points(match) == [9, 20]


def test_r14_the_dummys_points_are_given_to_nobody() -> None:
    """Pennsylvania, the dummy: its points are not given to anyone."""
    match = started("pennsylvania", 2)
    deal_shares(match, "PRR", [DUMMY, DUMMY, 1])
    deal_shares(match, "BRP", [DUMMY, 0])
    assert share_points(match) == [4, 21]
    deal_shares(match, "PRR", [DUMMY, DUMMY, DUMMY])
    assert share_points(match) == [4, 0]


def test_r14_before_the_end_the_dummys_shares_count_by_what_can_be_expected() -> None:
    """Pennsylvania, R14: which half counts is open, so neither all of them nor none do."""
    match = started("pennsylvania", 2)
    deal_shares(match, "BRP", [DUMMY, 0])
    # One of one is turned up, and has the lower number.
    assert [sheet.points("shares") for sheet in match.scores] == [4, 0]
    deal_shares(match, "JCL", [DUMMY])
    # One of two: in half of the cases the dummy stands before seat 0, (7 + 4) / 2.
    assert [sheet.points("shares") for sheet in match.scores] == [6, 0]
    items = match.scores[0].sources[2].items
    assert [(item["railroad"], item["points"]) for item in items] == [(name_of(match, "BRP"), 6)]
    match.rules.finish(match.state)
    assert match.scores[0].points("shares") in (4, 7)


@settings(max_examples=40, deadline=None)
@given(st.lists(st.sampled_from([0, 1, DUMMY, DUMMY]), min_size=1, max_size=9), st.integers(0, 9))
def test_r14_the_expected_points_are_the_mean_over_all_halves(dealt: list[int], more: int) -> None:
    """Pennsylvania, R14: tried with every half of the dummy's shares."""
    match = started("pennsylvania", 2)
    deal_shares(match, "B&O", dealt)
    deal_shares(match, "PRR", [DUMMY] * more)
    state = shares(match)
    dummy = [i for i in range(len(state.shares)) if state.shares[i] == DUMMY]
    totals = [0, 0]
    halves = list(combinations(dummy, (len(dummy) + 1) // 2))
    for shown in halves:
        for i in dummy:
            state.shares[i] = DUMMY if i in shown else FACE_DOWN
        for seat, points in enumerate(share_points(match)):
            totals[seat] += points
    for i in dummy:
        state.shares[i] = DUMMY
    # Half a point is rounded up; whole numbers only, so that both builds agree.
    expected = [(2 * total + len(halves)) // (2 * len(halves)) for total in totals]
    assert [sheet.points("shares") for sheet in match.scores] == expected


def test_r14_the_half_is_turned_up_once_at_the_end_of_a_match() -> None:
    """Pennsylvania, R14, in a whole match of random choices."""
    match = started("pennsylvania", 2, seed=11)
    for decision in range(5000):
        if match.over:
            break
        claims = [a for a in match.legal_actions() if a.family in ("claim", "share", "dummy")]
        choices = claims or match.legal_actions()
        match.play(choices[decision * 7 % len(choices)])
    assert match.over
    state = shares(match)
    up = sum(holder == DUMMY for holder in state.shares)
    down = sum(holder == FACE_DOWN for holder in state.shares)
    assert up + down == len(events(match, "dummy_share")) > 3
    assert up == (up + down + 1) // 2 == len(events(match, "dummy_shown"))


# The final score


def test_the_score_has_routes_tickets_shares_and_globetrotter() -> None:
    """Pennsylvania, score: no longest-route bonus."""
    match = started("pennsylvania", 3)
    assert [line.name for line in match.scores[0].sources] == [
        "routes",
        "tickets",
        "shares",
        "globetrotter",
    ]


def test_globetrotter_gives_fifteen_points_for_most_tickets() -> None:
    """Pennsylvania, score: Globetrotter 15 points."""
    match = started("pennsylvania", 3)
    set_tickets(match, 0, ("Baltimore", "Philadelphia"), ("Philadelphia", "Atlantic City"))
    set_tickets(match, 1, ("Philadelphia", "New York"), ("Gettysburg", "Reading"))
    set_tickets(match, 2)
    own(match, 0, "Baltimore–Philadelphia/yellow", "Atlantic_City–Philadelphia/grey/1")
    own(match, 1, "New_York–Philadelphia/grey/1")
    assert [sheet.points("globetrotter") for sheet in match.scores] == [15, 0, 0]
    assert [sheet.points("tickets") for sheet in match.scores] == [4 + 2, 6 - 3, 0]


def test_globetrotter_goes_to_all_who_tie() -> None:
    """Pennsylvania, score: Globetrotter, all who tie."""
    match = started("pennsylvania", 3)
    set_tickets(match, 0, ("Baltimore", "Philadelphia"), ("Gettysburg", "Reading"))
    set_tickets(match, 1, ("Philadelphia", "New York"))
    set_tickets(match, 2, ("Philadelphia", "Atlantic City"))
    own(match, 0, "Baltimore–Philadelphia/yellow")
    own(match, 1, "New_York–Philadelphia/grey/1")
    assert [sheet.points("globetrotter") for sheet in match.scores] == [15, 15, 0]


def test_r7_nobody_is_globetrotter_without_a_completed_ticket() -> None:
    """Common, R7: a "most" bonus needs at least one."""
    match = started("pennsylvania", 3)
    assert [sheet.points("globetrotter") for sheet in match.scores] == [0, 0, 0]


def level(match: Match) -> None:
    """Give all seats the same total by their points for routes, and end the match."""
    for seat in range(match.players):
        match.state.tally[seat * TALLY + POINTS] += 200 - match.scores[seat].total
    finish(match)
    assert len({sheet.total for sheet in match.scores}) == 1


def test_a_tie_for_the_win_goes_to_the_most_completed_tickets() -> None:
    """Common, final score: in Pennsylvania most completed tickets decide a tie first."""
    match = started("pennsylvania", 3)
    set_tickets(match, 1, ("Philadelphia", "New York"))
    own(match, 1, "New_York–Philadelphia/grey/1")
    own(match, 0, "Baltimore–Cumberland", "Baltimore–Philadelphia/yellow")
    level(match)
    assert (match.winners, match.decided_by) == ([1], "completed tickets")


def test_a_tie_in_tickets_goes_to_the_longest_route() -> None:
    """Common, final score: then the longest route decides."""
    match = started("pennsylvania", 3)
    own(match, 0, "Baltimore–York", "Gettysburg–York")  # 3 in a chain
    own(match, 1, "Harrisburg–Lancaster/grey/1", "Lancaster–Reading")  # 3
    own(match, 2, "Dubois–Oil_City", "Harrisburg–York", "Lancaster–York")  # 3 and 2
    own(match, 2, "Oil_City–Warren")  # 5
    level(match)
    assert (match.winners, match.decided_by) == ([2], "longest route")


def test_a_tie_in_everything_is_shared() -> None:
    """Common, final score: then the win is shared."""
    match = started("pennsylvania", 3)
    own(match, 0, "Baltimore–York", "Gettysburg–York")
    own(match, 1, "Harrisburg–Lancaster/grey/1", "Lancaster–Reading")
    level(match)
    assert match.winners == [0, 1]


def test_points_decide_before_any_tie_breaker() -> None:
    """Common, final score: most points win."""
    match = started("pennsylvania", 3)
    own(match, 0, "Baltimore–York")
    for seat in range(3):
        match.state.tally[seat * TALLY + POINTS] += 200 - match.scores[seat].total
    match.state.tally[2 * TALLY + POINTS] += 1
    finish(match)
    assert (match.winners, match.decided_by) == ([2], "")


@settings(deadline=None, max_examples=60)
@given(st.integers(2, 5), st.randoms(use_true_random=False))
def test_all_railroads_together_score_as_one_by_one(players: int, rng: random.Random) -> None:
    match = started("pennsylvania", players, 1)
    state = match.state
    assert isinstance(state, PennsylvaniaState)
    holders = [ON_THE_TABLE, DUMMY, FACE_DOWN, *range(players)]
    for share in range(len(state.shares)):
        state.shares[share] = rng.choice(holders)
    state.over = True
    rules = match.rules
    assert isinstance(rules, PennsylvaniaRules)
    scorer = rules.share_points
    out = zeros(players)
    scorer.score(state, rules.standing, out)
    wanted = [0] * players
    for railroad in range(len(CODES)):
        ranking = scorer.ranking(state, railroad)
        for seat in range(players):
            wanted[seat] += scorer.points_in(state, railroad, ranking, seat)
    assert [int(points) for points in out] == wanted
