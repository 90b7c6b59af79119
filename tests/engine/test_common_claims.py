"""The page of common rules: claiming routes, parallel tracks (R3), ferries."""

from collections import Counter
from dataclasses import replace

import pytest

from tests.engine.common_positions import (
    FIVE_COLOURS,
    arrange,
    cards_of,
    claim,
    counts,
    events,
    pieces,
    points,
    reached,
    refuses,
)
from tests.support import board_rules, discards, hand, legal, own, started, texts
from wagonik import Match
from wagonik.engine.boardfile import published

PLENTY = dict.fromkeys(
    ("red", "orange", "yellow", "green", "blue", "purple", "black", "white", "locomotive"), 12
)


def position(game: str, players: int = 2, *hands: dict[str, int]) -> Match:
    match = started(game, players, 1)
    rest: list[dict[str, int]] = [{}] * (players - len(hands))
    arrange(match, hands=[*hands, *rest], market=FIVE_COLOURS, deck={"white": 40}, discards={})
    return match


@pytest.mark.parametrize("game", ["nordic_countries", "northern_lights", "pennsylvania", "paris"])
def test_any_unclaimed_route_can_be_claimed_connected_or_not(game: str) -> None:
    """Common: with enough cards of everything, all tracks of the board are on the list."""
    match = position(game, 2, PLENTY)
    everything = {f"claim:{text}" for text in board_rules(match).board.track_texts}
    assert legal(match, "claim") == everything
    assert len(match.legal()) == len(set(match.legal()))


def test_a_claimed_route_can_not_be_claimed_again() -> None:
    """Common: any unclaimed route."""
    match = position("nordic_countries", 2, PLENTY, PLENTY)
    everything = legal(match, "claim")
    claim(match, "Göteborg–Oslo")
    assert match.seat == 1
    assert legal(match, "claim") == everything - {"claim:Göteborg–Oslo"}
    refuses(match, "claim:Göteborg–Oslo", "another player owns this track", "common")
    match.play("deck")
    match.play("deck")
    refuses(match, "claim:Göteborg–Oslo", "you own this track already", "common")


def test_one_route_a_turn() -> None:
    """Common: after a claim the turn is over."""
    match = position("nordic_countries", 2, PLENTY)
    claim(match, "Göteborg–Oslo")
    assert match.seat == 1
    refuses(match, "claim:Göteborg–Örebro", "not the turn of seat 0", seat=0)


def test_a_claim_takes_cards_and_pieces_and_scores_at_once() -> None:
    """Common: as many cards as spaces go to the discards, one piece lies on each space, the
    points are scored at once."""
    match = position("northern_lights", 2, {"white": 4, "red": 2})
    since = len(match.events())
    claim(match, "Kuopio–Lahti/white")
    assert hand(match, 0) == {"white": 1, "red": 2}
    assert discards(match) == {"white": 3}
    assert pieces(match, 0) == 37
    assert points(match, 0) == 4
    assert match.view(1)["players"][0]["points"] == 4  # type: ignore[index]
    assert events(match, since)[:3] == ["claimed", "paid", "turn"]
    claimed, paid = match.events(1, since)[:2]
    assert claimed["points"] == 4
    assert (paid["card"], paid["count"]) == ("white", 3)


TABLE = {1: 1, 2: 2, 3: 4, 4: 7, 5: 10, 6: 15, 7: 18, 9: 27}


@pytest.mark.parametrize("game", ["nordic_countries", "northern_lights", "pennsylvania", "paris"])
def test_points_by_length(game: str) -> None:
    """Common: a route scores by its length, and takes as many pieces."""
    match = started(game, 2, 1)
    board = board_rules(match).board
    before = match.copy()
    for length in {route.length for route in board.routes}:
        match = before.copy()
        arrange(match, hands=(PLENTY, {}), deck={"white": 40})
        start = pieces(match, 0)
        route = next(t for t, r in enumerate(board.routes) if r.length == length)
        match.play(f"claim:{board.track_texts[route]}")
        while match.seat == 0:
            match.play(match.legal()[0])
        assert points(match, 0) == TABLE[length]
        assert pieces(match, 0) == start - length


@pytest.mark.parametrize(("left", "can"), [(3, True), (2, False), (1, False), (0, False)])
def test_no_claim_with_fewer_pieces_than_spaces(left: int, can: bool) -> None:
    """Common: it can't be claimed with fewer pieces left than spaces."""
    match = position("nordic_countries", 2, PLENTY)
    arrange(match, pieces=(left, 40))
    board = board_rules(match).board
    short = {
        f"claim:{text}"
        for text, route in zip(board.track_texts, board.routes, strict=True)
        if route.length <= left
    }
    assert legal(match, "claim") == short
    assert ("claim:Kuopio–Lahti" in short) == can
    if not can:
        refuses(match, "claim:Kuopio–Lahti", "takes 3 pieces", f"you have {left}", "common")


def test_cards_must_be_of_the_routes_colour() -> None:
    """Common: other colours do not help."""
    match = position("northern_lights", 2, {"white": 2, "red": 9})
    assert "claim:Kuopio–Lahti/white" not in texts(match)
    refuses(match, "claim:Kuopio–Lahti/white", "your cards can't pay for it")
    arrange(match, hands=({"white": 3, "red": 9}, {}))
    assert reached(match, "Kuopio–Lahti/white") == {counts({"white": 3})}


def test_a_grey_route_takes_any_one_colour() -> None:
    """Common: one colour, not a mixture."""
    match = position("nordic_countries", 2, {"white": 3, "red": 4, "green": 2})
    assert reached(match, "Kuopio–Oulu") == {counts({"white": 3}), counts({"red": 3})}
    match.play("claim:Kuopio–Oulu")
    assert texts(match) == {"pay:red+0", "pay:white+0"}
    arrange(match, hands=({"white": 2, "red": 2, "green": 2}, {}))
    match = position("nordic_countries", 2, {"white": 2, "red": 2, "green": 2})
    assert "claim:Kuopio–Oulu" not in texts(match)


@pytest.mark.parametrize("game", ["northern_lights", "pennsylvania", "paris"])
def test_locomotives_stand_for_any_colour(game: str) -> None:
    """Common: any number of them, in any mixture with the colour."""
    match = started(game, 2, 1)
    board = board_rules(match).board
    at = next(t for t, r in enumerate(board.routes) if r.length == 3 and not r.locomotives)
    text, colour = board.track_texts[at], board.routes[at].colour
    arrange(match, hands=({colour: 3, "locomotive": 3}, {}), deck={"white": 9})
    assert [cards_of(way) for way in sorted(reached(match, text))] == [
        {"locomotive": 3},
        {colour: 1, "locomotive": 2},
        {colour: 2, "locomotive": 1},
        {colour: 3},
    ]


# Parallel tracks


def test_no_player_may_own_two_tracks_between_the_same_cities() -> None:
    """Common, parallel tracks: with all tracks in use, the other one is for the others."""
    match = position("northern_lights", 4, PLENTY, PLENTY)
    own(match, 0, "Bergen–Oslo/red")
    assert "claim:Bergen–Oslo/purple" not in texts(match)
    refuses(match, "claim:Bergen–Oslo/purple", "two parallel tracks", "R3")
    match.play("deck")
    match.play("deck")
    assert "claim:Bergen–Oslo/purple" in texts(match)


R3_PAIRS = [
    ("Kristiansand–Stavanger/green", "Kristiansand–Stavanger/orange"),  # 2 tunnel, 3 ferry
    ("Mo_i_Rana–Trondheim/green", "Mo_i_Rana–Trondheim/red"),  # 5 tunnel, 6 ferry
    ("Helsinki–Stockholm/grey", "Helsinki–Stockholm/yellow"),  # two symbols, one symbol
]


@pytest.mark.parametrize(("one", "other"), [*R3_PAIRS, *[pair[::-1] for pair in R3_PAIRS]])
def test_r3_tracks_are_parallel_even_where_length_or_kind_differs(one: str, other: str) -> None:
    """Common, R3: the owner of one can't claim the other; with two players nobody can."""
    match = position("nordic_countries", 3, PLENTY, PLENTY)
    own(match, 0, one)
    refuses(match, f"claim:{other}", "two parallel tracks", "R3")
    match.play("deck")
    match.play("deck")
    assert f"claim:{other}" in texts(match)
    match = position("nordic_countries", 2, PLENTY, PLENTY)
    own(match, 0, one)
    match.play("deck")
    match.play("deck")
    refuses(match, f"claim:{other}", "so few players", "common")


# game, players, how many of two and of three parallel tracks are used
USED = [
    ("nordic_countries", 2, 1, 0),
    ("nordic_countries", 3, 2, 0),
    ("northern_lights", 2, 1, 1),
    ("northern_lights", 3, 1, 2),
    ("northern_lights", 4, 2, 3),
    ("northern_lights", 5, 2, 3),
    ("pennsylvania", 2, 1, 0),
    ("pennsylvania", 3, 1, 0),
    ("pennsylvania", 4, 2, 0),
    ("pennsylvania", 5, 2, 0),
    ("paris", 2, 1, 0),
    ("paris", 3, 2, 0),
    ("paris", 4, 2, 0),
]


@pytest.mark.parametrize(("game", "players", "of_two", "of_three"), USED)
def test_with_few_players_only_some_of_the_tracks_may_be_used(
    game: str, players: int, of_two: int, of_three: int
) -> None:
    """Common, parallel tracks, and each game's page: once that number is taken, the others are
    closed for everybody; before that, for nobody who owns none of them."""
    match = position(game, players, *[PLENTY] * players)
    board = board_rules(match).board
    groups = {tuple(mates) for mates in board.parallel if len(mates) > 1}
    sizes = Counter(len(mates) for mates in groups)
    assert set(sizes) == ({2, 3} if of_three else {2})
    fresh = match.copy()
    for mates in groups:
        if len(mates) == 2 and mates != min(groups) and game != "nordic_countries":
            continue  # one pair and all triples; on the small board all pairs
        match = fresh.copy()
        used = of_two if len(mates) == 2 else of_three
        for seat in range(used):
            own(match, seat, board.track_texts[mates[seat]])
        for seat in range(players):
            match.state.seat = seat
            arrange(match)
            left = {f"claim:{board.track_texts[mate]}" for mate in mates[used:]}
            assert not left & texts(match)
        match = fresh.copy()
        for seat in range(used - 1):
            own(match, seat, board.track_texts[mates[seat]])
        for seat in range(players):
            match.state.seat = seat
            arrange(match)
            left = {f"claim:{board.track_texts[mate]}" for mate in mates[used - 1 :]}
            assert left & texts(match) == (set() if seat < used - 1 else left)


# Ferries


@pytest.mark.parametrize(
    ("cards", "ways"),
    [
        ({"locomotive": 2, "red": 1}, [{"locomotive": 2, "red": 1}]),
        ({"locomotive": 3}, [{"locomotive": 3}]),
        (
            {"locomotive": 3, "red": 2, "blue": 1},
            [
                {"locomotive": 3},
                {"locomotive": 2, "blue": 1},
                {"locomotive": 2, "red": 1},
            ],
        ),
        ({"locomotive": 1, "red": 9}, []),
        ({"locomotive": 2}, []),
        ({"red": 12}, []),
    ],
)
def test_a_ferry_needs_as_many_locomotives_as_symbols(
    cards: dict[str, int], ways: list[dict[str, int]]
) -> None:
    """Common, ferries: Erie–Ontario has three spaces and two symbols; the third is paid as
    usual."""
    match = position("pennsylvania", 2, cards)
    text = "Erie–Ontario_(by_Erie)/grey/1"
    if not ways:
        refuses(match, f"claim:{text}", "your cards can't pay for it")
    else:
        assert reached(match, text) == {counts(way) for way in ways}


@pytest.mark.parametrize("game", ["nordic_countries", "northern_lights", "pennsylvania"])
def test_what_is_not_on_the_list_is_refused(game: str) -> None:
    """Common: inside a payment, anything but its choices is an error, and changes nothing."""
    match = position(game, 2, {"red": 6, "blue": 6, "locomotive": 3})
    ferry = next(
        f"claim:{text}"
        for text, route in zip(
            board_rules(match).board.track_texts, board_rules(match).board.routes, strict=True
        )
        if route.locomotives and route.length > 1 and f"claim:{text}" in texts(match)
    )
    match.play(ferry)
    assert {action.family for action in match.legal_actions()} == {"pay"}
    for action in ("pay:green+1", "pay:red+0"):
        refuses(match, action, "your cards can't pay in this way: it takes", "(common, claiming)")
    route = ferry.removeprefix("claim:")
    for action in ("deck", "tickets", "pass", "give:red", "exchange:1", ferry):
        refuses(match, action, f"you are paying for {route}: choose how first (common, claiming)")


def test_a_hand_of_hundreds_of_cards_is_counted_right() -> None:
    """Common: hands have no limit; a board of one's own may have 200 cards of each kind."""
    file = published("northern_lights")
    board = replace(file, deck=dict.fromkeys(file.deck, 200))
    match = Match("northern_lights", 2, 1, board=board, first=0)
    match.play("keep:1,2", 0)
    match.play("keep:1,2", 1)
    arrange(match, hands=({"red": 200, "blue": 199, "green": 198}, {}), deck={"white": 9})
    claims = legal(match, "claim")
    assert "claim:Bergen–Oslo/red" in claims
    assert "claim:Kuopio–Lahti/white" not in claims
    for text in claims:
        assert reached(match, text.removeprefix("claim:"))
