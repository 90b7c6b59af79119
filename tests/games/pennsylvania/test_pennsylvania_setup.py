"""Pennsylvania: parts, set-up, drawing, parallel tracks, ferries and the two ports of Ontario."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.united_kingdom.paying import cards_of, handfuls, payments, pays_route
from tests.support import (
    board_rules,
    discards,
    hand,
    legal,
    market,
    own,
    relist,
    set_deck,
    set_discards,
    set_hand,
    set_market,
    set_pieces,
    set_tickets,
    started,
    texts,
    ticket_deck,
    track,
)
from wagonik import Match
from wagonik.engine.cards import COLOUR_NAMES, PILE, TOTAL
from wagonik.engine.errors import WagonikError
from wagonik.engine.state import DECK, OFFER, PIECES, POINTS, TALLY

BUFFALO_FERRY = "Buffalo–Ontario_(by_Buffalo)/grey/1"
ERIE_FERRY = "Erie–Ontario_(by_Erie)/grey/1"
RICH = dict.fromkeys((*COLOUR_NAMES[:8], "locomotive"), 9)


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_two_to_five_players_can_play(players: int) -> None:
    """Pennsylvania: 2–5 players."""
    assert Match("pennsylvania", players, 1).rules.seats == players


@pytest.mark.parametrize("players", [1, 6])
def test_no_other_number_of_players_can_play(players: int) -> None:
    """Pennsylvania: 2–5 players."""
    with pytest.raises(WagonikError, match="2"):
        Match("pennsylvania", players, 1)


def test_parts_are_complete() -> None:
    """Pennsylvania, parts: 45 trains, 110 cards, 50 tickets, 95 tracks, nine railroads."""
    match = Match("pennsylvania", 3, 1)
    board = board_rules(match).board
    assert match.rules.setup.deck == [12] * 8 + [14]
    assert sum(match.rules.setup.deck) == 110
    assert [match.state.tally[seat * TALLY + PIECES] for seat in range(3)] == [45, 45, 45]
    assert (board.ticket_count, board.track_count, len(board.places)) == (50, 95, 36)
    assert {r.code: (r.shares, tuple(r.points)) for r in board.file.railroads} == {
        "PRR": (15, (30, 21, 14, 9, 6)),
        "B&O": (10, (20, 14, 9, 5, 2)),
        "EL": (8, (16, 10, 5, 1)),
        "RDG": (7, (15, 9, 5)),
        "LV": (6, (12, 7, 3)),
        "NYC": (5, (10, 6, 3)),
        "WM": (4, (9, 5)),
        "JCL": (3, (8, 5)),
        "BRP": (2, (7, 4)),
    }


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_setup_deals_four_cards_and_five_tickets(players: int) -> None:
    """Pennsylvania, setup: 4 train cards; 5 tickets; five cards lie face up."""
    state = Match("pennsylvania", players, 3).state
    assert [state.hand[seat * PILE + TOTAL] for seat in range(players)] == [4] * players
    assert [state.offer[seat * OFFER] for seat in range(players)] == [5] * players
    assert state.piles[DECK + TOTAL] == 110 - 4 * players - 5
    assert state.queued == 50 - 5 * players


def test_setup_keeps_at_least_three_of_five_tickets() -> None:
    """Pennsylvania, setup: 5 tickets, keep at least 3."""
    match = Match("pennsylvania", 2, 1)
    kept = [action.text.removeprefix("keep:").split(",") for action in match.legal_actions(0)]
    assert Counter(len(choice) for choice in kept) == {3: 10, 4: 5, 5: 1}
    before = match.state.numbers()
    with pytest.raises(WagonikError, match="at least 3"):
        match.play("keep:1,2", 0)
    assert match.state.numbers() == before


def test_later_four_tickets_are_drawn_and_one_at_least_is_kept() -> None:
    """Pennsylvania, setup: later draw 4, keep at least 1."""
    match = started("pennsylvania")
    match.play("tickets")
    kept = [action.text.removeprefix("keep:").split(",") for action in match.legal_actions()]
    assert Counter(len(choice) for choice in kept) == {1: 4, 2: 6, 3: 4, 4: 1}
    assert "none" not in {choice[0] for choice in kept}
    before = match.state.numbers()
    with pytest.raises(WagonikError, match="at least 1"):
        match.play("keep:none")
    assert match.state.numbers() == before


def test_tickets_not_kept_go_to_the_bottom_of_the_ticket_deck() -> None:
    """Pennsylvania, setup: tickets not kept go to the bottom of the ticket deck."""
    match = started("pennsylvania")
    size = int(match.state.queued)
    match.play("tickets")
    offered = [int(match.state.offer[1 + i]) for i in range(4)]
    match.play("keep:2")
    assert match.seat == 1
    assert match.state.queued == size - 1
    assert ticket_deck(match)[-3:] == [offered[0], offered[2], offered[3]]
    # Everything above them is drawn first, then they come in that order.
    while match.state.queued > 3:
        match.play("tickets")
        match.play("keep:1,2,3,4")
    match.play("tickets")
    at = match.seat * OFFER
    assert [int(match.state.offer[at + i]) for i in range(4)] == [
        3,
        offered[0],
        offered[2],
        offered[3],
    ]


def test_a_face_up_locomotive_is_the_only_card_of_the_turn() -> None:
    """Pennsylvania, drawing: a face-up locomotive is the turn's only card."""
    match = started("pennsylvania")
    set_market(match, ["locomotive", "red", "blue", "green", "white"])
    set_hand(match, 0, red=1)
    match.play("take:locomotive")
    assert hand(match, 0) == {"red": 1, "locomotive": 1}
    assert match.seat == 1


def test_a_face_up_locomotive_cannot_be_the_second_card() -> None:
    """Pennsylvania, drawing: a face-up locomotive is the turn's only card."""
    match = started("pennsylvania")
    set_market(match, ["locomotive", "red", "blue", "green", "white"])
    set_deck(match, black=20)
    match.play("take:red")
    assert texts(match) == {"take:blue", "take:green", "take:white", "take:black", "deck"}
    before = match.state.numbers()
    with pytest.raises(WagonikError, match="first card only"):
        match.play("take:locomotive")
    assert match.state.numbers() == before


def test_refresh_rule_sweeps_three_locomotives_away() -> None:
    """Pennsylvania, drawing: the refresh rule holds."""
    match = started("pennsylvania")
    set_market(match, ["locomotive", "red", "locomotive", "blue", "green"])
    set_discards(match, white=10)
    set_deck(match, locomotive=1)
    match.play("take:red")
    # The locomotive is turned up as the third one; five cards go, five white ones come.
    assert market(match) == ["white"] * 5
    assert discards(match) == {"locomotive": 3, "blue": 1, "green": 1}
    assert [e["event"] for e in match.events()][-7:].count("refreshed") == 1


def test_refresh_rule_leaves_two_locomotives_alone() -> None:
    """Pennsylvania, drawing: the refresh rule needs three locomotives."""
    match = started("pennsylvania")
    set_market(match, ["locomotive", "red", "locomotive", "blue", "green"])
    set_discards(match)
    set_deck(match, white=10)
    match.play("take:red")
    assert market(match) == ["locomotive", "white", "locomotive", "blue", "green"]
    assert discards(match) == {}


hands = st.lists(st.sampled_from([0, 3, 4, 8]), min_size=1, max_size=9)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(hands, st.sampled_from([BUFFALO_FERRY, ERIE_FERRY, "Buffalo–Warren", "Altoona–Dubois"]))
def test_every_payment_and_no_other_can_be_reached(cards: list[int], text: str) -> None:
    """Pennsylvania, drawing: locomotives stand for any colour on every route; a grey route
    takes any one colour; a ferry needs its locomotives."""
    match = started("pennsylvania", 3)
    set_hand(
        match, 0, **{(*COLOUR_NAMES[:8], "locomotive")[k]: n for k, n in Counter(cards).items()}
    )
    board = board_rules(match).board
    t = track(match, text)
    expected = {
        paid
        for paid in handfuls(cards_of(match.state, 0))
        if pays_route(paid, board.colour[t], board.length[t], board.symbols[t], 0)
    }
    claim = f"claim:{text}"
    assert (claim in texts(match)) == bool(expected)
    if expected:
        assert payments(match, claim) == expected


def test_locomotives_alone_pay_for_a_coloured_route() -> None:
    """Pennsylvania, drawing: locomotives stand for any colour on every route."""
    match = started("pennsylvania", 3)
    set_hand(match, 0, locomotive=7)
    lengths = {t: int(n) for t, n in enumerate(board_rules(match).board.length)}
    assert len(legal(match, "claim")) == len(lengths) == 95
    match.play("claim:Baltimore–Cumberland")
    match.play("share:none")
    assert hand(match, 0) == {}
    assert discards(match) == {"locomotive": 7}


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("Chambersburg–Gettysburg", 1),
        ("Altoona–Lewiston", 2),
        ("Dubois–Oil_City", 4),
        ("Scranton_/_Wilkes_Barre–Williamsport", 7),
        ("Cumberland–Morgantown", 10),
        ("Dubois–Williamsport", 15),
        ("Baltimore–Cumberland", 18),
    ],
)
def test_route_points_by_length(text: str, points: int) -> None:
    """Pennsylvania: points of a route by its length; a train on each space."""
    match = started("pennsylvania", 3)
    set_hand(match, 0, locomotive=7)
    match.play(f"claim:{text}")
    if "share:none" in texts(match):
        match.play("share:none")
    assert match.seat == 1
    assert match.state.tally[POINTS] == points
    assert match.state.tally[PIECES] == 45 - board_rules(match).board.length[track(match, text)]


@pytest.mark.parametrize("players", [2, 3])
def test_two_or_three_players_use_one_track_of_a_pair(players: int) -> None:
    """Pennsylvania, parallel tracks: 2–3 players use one track of a pair."""
    match = started("pennsylvania", players, first=1)
    set_hand(match, 1, **RICH)
    pair = {"claim:Albany–New_York/blue", "claim:Albany–New_York/green"}
    assert pair <= texts(match)
    own(match, 0, "Albany–New_York/blue")
    assert not pair & texts(match)
    before = match.state.numbers()
    with pytest.raises(WagonikError, match="so few players"):
        match.play("claim:Albany–New_York/green")
    assert match.state.numbers() == before


@pytest.mark.parametrize("players", [4, 5])
def test_four_or_five_players_use_both_tracks_of_a_pair(players: int) -> None:
    """Pennsylvania, parallel tracks: 4–5 players use both; nobody owns two of them."""
    match = started("pennsylvania", players, first=1)
    set_hand(match, 1, **RICH)
    own(match, 0, "Albany–New_York/blue")
    assert "claim:Albany–New_York/green" in texts(match)
    assert "claim:Albany–New_York/blue" not in texts(match)
    match.state.seat = 0
    set_hand(match, 0, **RICH)
    assert "claim:Albany–New_York/green" not in texts(match)
    with pytest.raises(WagonikError, match="two parallel tracks"):
        match.play("claim:Albany–New_York/green")
    own(match, 1, "Albany–New_York/green")
    match.state.seat = 2
    set_hand(match, 2, **RICH)
    assert not {t for t in texts(match) if t.startswith("claim:Albany–New_York")}
    with pytest.raises(WagonikError, match="another player owns"):
        match.play("claim:Albany–New_York/green")


def test_only_the_tracks_to_ontario_are_ferries() -> None:
    """Pennsylvania, ferries: from Buffalo (1 space, 1 symbol), from Erie (3 spaces, 2 symbols)."""
    board = board_rules(started("pennsylvania")).board
    found = Counter(
        (r.start, r.end, r.length, r.locomotives) for r in board.routes if r.locomotives > 0
    )
    assert found == {
        ("Buffalo", "Ontario (by Buffalo)", 1, 1): 2,
        ("Erie", "Ontario (by Erie)", 3, 2): 2,
    }
    to_ontario = [r for r in board.routes if "Ontario" in r.start + r.end]
    assert len(to_ontario) == 4


def test_ferry_from_buffalo_takes_one_locomotive() -> None:
    """Pennsylvania, ferries: 1 space, 1 symbol."""
    match = started("pennsylvania", 3)
    set_hand(match, 0, red=9, blue=9)
    assert f"claim:{BUFFALO_FERRY}" not in texts(match)
    set_hand(match, 0, red=9, locomotive=2)
    assert payments(match, f"claim:{BUFFALO_FERRY}") == {(0,) * 8 + (1,)}


def test_ferry_from_erie_takes_two_locomotives_and_a_card() -> None:
    """Pennsylvania, ferries: 3 spaces, 2 symbols."""
    match = started("pennsylvania", 3)
    set_hand(match, 0, red=9, blue=9, locomotive=1)
    assert f"claim:{ERIE_FERRY}" not in texts(match)
    set_hand(match, 0, red=9, blue=9, locomotive=3)
    match.play(f"claim:{ERIE_FERRY}")
    assert texts(match) == {"pay:red+2", "pay:blue+2", "pay:locomotive+3"}
    match.play("pay:blue+2")
    match.play("share:none")
    assert hand(match, 0) == {"red": 9, "blue": 8, "locomotive": 1}


def test_a_route_needs_as_many_trains_as_spaces() -> None:
    """Pennsylvania and common: no route with fewer pieces left than spaces."""
    match = started("pennsylvania", 3)
    set_hand(match, 0, **RICH)
    set_pieces(match, 0, 2)
    claims = legal(match, "claim")
    lengths = board_rules(match).board.length
    assert claims
    assert {int(lengths[track(match, c.removeprefix("claim:"))]) for c in claims} == {1, 2}
    with pytest.raises(WagonikError, match="3 pieces, and you have 2"):
        match.play(f"claim:{ERIE_FERRY}")


@pytest.mark.parametrize(
    ("tracks", "done"),
    [
        ((BUFFALO_FERRY, "Buffalo–Warren"), True),
        ((ERIE_FERRY, "Erie–Warren"), True),
        ((BUFFALO_FERRY, "Erie–Warren"), False),
        ((ERIE_FERRY, "Buffalo–Warren"), False),
        (("Buffalo–Warren", "Erie–Warren"), False),
    ],
)
def test_a_ticket_to_ontario_is_completed_by_either_port(
    tracks: tuple[str, ...], done: bool
) -> None:
    """Pennsylvania, ferries: a ticket to Ontario is completed by reaching either port."""
    match = started("pennsylvania", 3)
    set_tickets(match, 0, ("Ontario", "Warren"))
    own(match, 0, *tracks)
    assert match.scores[0].points("tickets") == (5 if done else -5)


def test_the_two_ontario_ports_are_not_connected() -> None:
    """Pennsylvania, ferries: the two Ontario ports are not connected."""
    match = started("pennsylvania", 3)
    set_tickets(match, 0, ("Pittsburgh", "Buffalo"))
    own(match, 0, BUFFALO_FERRY, ERIE_FERRY, "Erie–Oil_City", "Oil_City–Pittsburgh")
    assert match.scores[0].points("tickets") == -10
    own(match, 0, "Buffalo–Erie/white")
    assert match.scores[0].points("tickets") == 10


def test_two_or_fewer_trains_start_the_last_turns_after_the_share() -> None:
    """Common, R6, with Pennsylvania's shares: the turn ends when the share is settled."""
    match = started("pennsylvania", 3)
    set_hand(match, 0, locomotive=1)
    set_pieces(match, 0, 3)
    match.play(f"claim:{BUFFALO_FERRY}")
    assert match.state.last_turns == -1
    match.play("share:NYC")
    assert match.state.last_turns == 3
    assert match.seat == 1
    for seat in (1, 2, 0):
        assert match.seat == seat
        set_market(match, ["locomotive", "red", "blue", "green", "white"])
        set_deck(match, black=20)
        relist(match)
        match.play("take:locomotive")
    assert match.over
