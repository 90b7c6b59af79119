"""Paris: its parts, its setup, drawing, routes and the end (paris page; common where silent)."""

from collections import Counter

import pytest

from tests.support import (
    board_rules,
    deck,
    discards,
    finish,
    hand,
    kept,
    legal,
    market,
    own,
    set_deck,
    set_discards,
    set_hand,
    set_market,
    set_pieces,
    set_ticket_deck,
    set_tickets,
    started,
    texts,
    ticket_deck,
    track,
)
from wagonik import IllegalAction, Match, UnknownGame
from wagonik.engine.boardfile import published
from wagonik.engine.state import PIECES, POINTS, TALLY

COUNTS = [2, 3, 4]
PLAIN = ["red", "yellow", "green", "blue", "purple"]


def position(players: int = 2, **cards: int) -> Match:
    """Seat 0 is to move, with these cards and a market without buses."""
    match = started("paris", players)
    set_market(match, PLAIN)
    set_hand(match, 0, **cards)
    return match


def with_buses(match: Match, count: int) -> list[str | None]:
    return [*["locomotive"] * count, *PLAIN[count:]]


# Parts and setup


def test_two_to_four_players() -> None:
    """paris, title: 2–4 players."""
    for players in COUNTS:
        assert Match("paris", players, 1).players == players
    for players in (1, 5):
        with pytest.raises(UnknownGame, match="2 to 4 players"):
            Match("paris", players, 1)


@pytest.mark.parametrize("players", COUNTS)
def test_fifteen_buses_46_cards_20_tickets(players: int) -> None:
    """paris, parts: 15 buses a player; 46 transport cards, 20 tickets."""
    match = Match("paris", players, 3)
    tally = match.state.tally
    assert [tally[seat * TALLY + PIECES] for seat in range(players)] == [15] * players
    found = Counter(deck(match)) + Counter(discards(match))
    found.update(card for card in market(match) if card)
    for seat in range(players):
        found.update(hand(match, seat))
    assert found == {
        "locomotive": 8,
        "white": 8,
        "blue": 6,
        "red": 6,
        "yellow": 6,
        "green": 6,
        "purple": 6,
    }
    assert len(match.state.holder) == 20


@pytest.mark.parametrize("players", COUNTS)
def test_two_cards_and_two_tickets_each(players: int) -> None:
    """paris, setup: 2 cards; 2 tickets, keep at least 1; five cards face up (common)."""
    match = Match("paris", players, 3)
    for seat in range(players):
        assert sum(hand(match, seat).values()) == 2
        assert [a.text for a in match.legal_actions(seat)] == ["keep:1", "keep:2", "keep:1,2"]
    assert len(market(match)) == 5
    assert None not in market(match)
    assert len(ticket_deck(match)) == 20 - 2 * players


def test_first_tickets_not_kept_go_to_the_bottom() -> None:
    """paris, setup: tickets not kept, now and later, go to the bottom."""
    match = Match("paris", 2, 4, first=0)
    offers = [match.view(seat)["players"][seat]["offer"] for seat in (0, 1)]  # type: ignore[index]
    match.play("keep:2")
    match.play("keep:1")
    assert ticket_deck(match)[-2:] == [offers[0][0], offers[1][1]]
    assert match.state.pool == 16  # the sixteen above them are the shuffled deck
    assert kept(match, 0) == [offers[0][1]]


def test_the_refresh_rule_holds_for_the_first_market() -> None:
    """paris, setup: the refresh rule holds, also for the first market: no match starts with
    three buses face up, and some swept theirs away."""
    swept = 0
    for seed in range(500):
        match = Match("paris", 2, seed)
        assert market(match).count("locomotive") < 3
        events = [event["event"] for event in match.events()]
        if "refreshed" in events:
            swept += 1
            assert sum(discards(match).values()) % 5 == 0
            assert discards(match)["locomotive"] >= 3
    assert swept > 3


# Drawing


def test_a_face_up_bus_is_the_turns_only_card() -> None:
    """paris, drawing: a face-up bus is the turn's only card."""
    match = position()
    set_market(match, with_buses(match, 2))
    match.play("take:locomotive")
    assert hand(match, 0) == {"locomotive": 1}
    assert match.seat == 1


def test_a_face_up_bus_cant_be_the_second_card() -> None:
    """paris, drawing: … and can't be the second."""
    match = position()
    set_market(match, with_buses(match, 2))
    set_deck(match, white=9)
    match.play("deck")
    assert texts(match) == {"take:green", "take:blue", "take:purple", "deck"}
    with pytest.raises(IllegalAction, match="first card only"):
        match.play("take:locomotive")


def test_a_bus_drawn_blind_is_an_ordinary_card() -> None:
    """common, drawing: a locomotive drawn blind counts as an ordinary card."""
    match = position()
    set_deck(match, locomotive=4)
    match.play("deck")
    assert match.seat == 0
    match.play("deck")
    assert hand(match, 0) == {"locomotive": 2}


def test_the_refresh_rule_holds_when_a_third_bus_is_turned_up() -> None:
    """paris, drawing: the refresh rule: with three buses face up, all five are discarded."""
    match = position()
    set_market(match, ["locomotive", "locomotive", "red", "red", "red"])
    # The first card turned up is a bus; then only white cards come.
    set_deck(match, locomotive=1)
    set_discards(match, white=7)
    match.play("take:red")
    assert [event["event"] for event in match.events()].count("refreshed") >= 1
    assert market(match).count("locomotive") < 3


def test_two_buses_face_up_stay() -> None:
    """paris, drawing, common: three or more are swept away, two are not."""
    match = position()
    set_market(match, ["locomotive", "locomotive", "red", "red", "red"])
    set_deck(match, white=9)
    match.play("take:red")
    assert market(match) == ["locomotive", "locomotive", "white", "red", "red"]


def test_r1_two_markets_that_never_mix() -> None:
    """paris, drawing, common R1: with ten cards outside the hands, five swept away and five in
    the deck take turns for ever: the refresh stops if neither gives fewer than three buses."""
    match = position()
    set_market(match, ["yellow", "locomotive", "yellow", "locomotive", "white"])
    set_deck(match, locomotive=1)
    set_discards(match, white=1, locomotive=4)
    match.play("take:white")
    # The third bus was turned up, and the five cards of the new deck have four.
    assert market(match) == ["yellow", "locomotive", "yellow", "locomotive", "locomotive"]
    assert deck(match) == {"white": 1, "locomotive": 4}
    assert match.seat == 0


def test_r1_a_bus_drawn_from_a_short_deck_makes_the_refresh_possible() -> None:
    """paris, drawing, common R1: the refresh that had stopped is made up for as soon as it can be:
    with a bus less, the cards left over mix, and a market with two buses can be turned up."""
    match = position()
    set_market(match, ["yellow", "locomotive", "yellow", "locomotive", "white"])
    set_deck(match, locomotive=1)
    set_discards(match, white=1, locomotive=4)
    match.play("take:white")
    before = hand(match, 0).get("locomotive", 0)
    match.play("deck")
    assert hand(match, 0).get("locomotive", 0) == before + 1
    assert Counter(market(match)) == {"yellow": 2, "white": 1, "locomotive": 2}
    assert deck(match) == {"locomotive": 4}


def test_r1_the_other_five_give_a_market() -> None:
    """paris, drawing, common R1: … but it goes on if the deck's five have fewer than three."""
    match = position()
    set_market(match, ["yellow", "locomotive", "yellow", "locomotive", "white"])
    set_deck(match, locomotive=1)
    set_discards(match, white=3, locomotive=2)
    match.play("take:white")
    assert sorted(str(card) for card in market(match)) == [
        "locomotive",
        "locomotive",
        "white",
        "white",
        "white",
    ]
    assert deck(match) == {"yellow": 2, "locomotive": 3}


def test_two_tickets_are_drawn_and_one_kept_at_least() -> None:
    """paris, drawing: draw 2 tickets, keep at least 1; the other goes to the bottom."""
    match = position()
    set_ticket_deck(match, 3, 7, 11, 12)
    match.play("tickets")
    assert texts(match) == {"keep:1", "keep:2", "keep:1,2"}
    with pytest.raises(IllegalAction, match="at least 1"):
        match.play("keep:none")
    match.play("keep:2")
    assert 7 in kept(match, 0)
    assert ticket_deck(match) == [11, 12, 3]
    assert match.seat == 1


def test_the_last_ticket_may_be_drawn_and_must_be_kept() -> None:
    """paris, drawing: with one left in the deck it may be drawn and must be kept: nothing is
    left to choose."""
    match = position()
    set_ticket_deck(match, 3)
    match.play("tickets")
    assert 3 in kept(match, 0)
    assert match.seat == 1
    assert legal(match, "tickets") == set()


# Routes


def test_every_route_has_a_colour() -> None:
    """paris, routes: every route has a colour; none is grey, a ferry or a tunnel."""
    routes = published("paris").routes
    assert {route.colour for route in routes} == {
        "red",
        "blue",
        "white",
        "yellow",
        "green",
        "purple",
    }
    assert all(route.locomotives == 0 and not route.tunnel for route in routes)


def test_a_route_takes_cards_of_its_colour_and_buses_stand_for_any() -> None:
    """paris, routes: buses stand for any colour; other colours do not pay."""
    match = position(green=2, yellow=3, locomotive=1)
    assert "claim:Batignolles–Opéra" in texts(match)  # green, three spaces
    assert "claim:Bastille–Place_d'Italie" not in texts(match)  # purple, three spaces
    match.play("claim:Batignolles–Opéra")
    assert hand(match, 0) == {"yellow": 3}
    assert discards(match) == {"green": 2, "locomotive": 1}


def test_buses_alone_pay_for_a_route() -> None:
    """paris, routes: buses stand for any colour, all of them too."""
    match = position(locomotive=3)
    match.play("claim:Bastille–Place_d'Italie")
    assert discards(match) == {"locomotive": 3}


def test_every_way_to_pay_can_be_chosen() -> None:
    """common, claiming: cards of the colour and buses in every mix that the hand allows."""
    match = position(green=3, locomotive=2)
    match.play("claim:Batignolles–Opéra")
    assert texts(match) == {"pay:green+0", "pay:green+1", "pay:green+2"}
    match.play("pay:green+2")
    assert hand(match, 0) == {"green": 2}


@pytest.mark.parametrize(
    ("text", "cards", "points"),
    [
        ("Bastille–Notre-Dame", {"blue": 1}, 1),
        ("Opéra–République", {"white": 2}, 2),
        ("Batignolles–Opéra", {"green": 3}, 4),
    ],
)
def test_points_and_buses_of_a_route(text: str, cards: dict[str, int], points: int) -> None:
    """common, claiming: as many cards and pieces as spaces, points at once: 1, 2 and 4."""
    match = position(**cards)
    match.play(f"claim:{text}")
    assert match.state.tally[POINTS] == points
    assert match.state.tally[PIECES] == 15 - sum(cards.values())


def test_parallel_tracks_two_players_use_one() -> None:
    """paris, routes: with 2 players the other track is closed once one is taken."""
    match = position(2, red=1, blue=1)
    assert {"claim:Louvre–Opéra/red", "claim:Louvre–Opéra/blue"} <= texts(match)
    own(match, 1, "Louvre–Opéra/red")
    assert "claim:Louvre–Opéra/blue" not in texts(match)
    with pytest.raises(IllegalAction, match="so few players"):
        match.play("claim:Louvre–Opéra/blue")


@pytest.mark.parametrize("players", [3, 4])
def test_parallel_tracks_three_and_four_players_use_both(players: int) -> None:
    """paris, routes: 3–4 players use both, but nobody owns both (common)."""
    match = position(players, red=1, blue=1)
    own(match, 1, "Louvre–Opéra/red")
    assert "claim:Louvre–Opéra/blue" in texts(match)
    match = position(players, red=1, blue=1)
    own(match, 0, "Louvre–Opéra/red")
    assert "claim:Louvre–Opéra/blue" not in texts(match)
    with pytest.raises(IllegalAction, match="two parallel tracks"):
        match.play("claim:Louvre–Opéra/blue")


def test_the_board_is_marked_as_a_reconstruction() -> None:
    """paris, routes: the board is a reconstruction, and says so, in both languages."""
    board = published("paris")
    assert board.reconstruction
    assert "reconstruction" in board.about
    assert "rekonstrukcją" in board.about_pl
    others = ["nordic_countries", "northern_lights", "pennsylvania", "united_kingdom"]
    assert not any(published(game).reconstruction for game in others)


def test_what_the_reconstruction_keeps_of_the_published_board() -> None:
    """paris, routes: 12, 12 and 8 pairs of places of 1, 2 and 3 spaces, of which 11, 10 and 4
    are double; red or blue, white or yellow, green or purple by length."""
    board = published("paris")
    pairs: dict[int, list[int]] = {1: [], 2: [], 3: []}
    for tracks in board.pairs().values():
        assert len({route.length for route in tracks}) == 1
        pairs[tracks[0].length].append(len(tracks))
    assert {n: (len(sizes), sizes.count(2)) for n, sizes in pairs.items()} == {
        1: (12, 11),
        2: (12, 10),
        3: (8, 4),
    }
    colours = {1: {"red", "blue"}, 2: {"white", "yellow"}, 3: {"green", "purple"}}
    assert all(route.colour in colours[route.length] for route in board.routes)


# End and score


def test_two_buses_or_fewer_start_the_last_turns() -> None:
    """paris, end, common R6: two or fewer pieces at the end of a turn: one more turn for all,
    that player included."""
    match = position(3, white=2)
    set_pieces(match, 0, 4)
    match.play("claim:Opéra–République")
    assert match.view()["last_turns"] == 3
    turns: list[int] = []
    while not match.over:
        if not turns or turns[-1] != match.seat:
            turns.append(match.seat)
        match.play("deck")
    assert turns == [1, 2, 0]


def test_three_buses_do_not_start_the_last_turns() -> None:
    """paris, end, common: three pieces are more than two."""
    match = position(white=2)
    set_pieces(match, 0, 5)
    match.play("claim:Opéra–République")
    assert match.view()["last_turns"] is None


def test_tickets_score_or_are_subtracted() -> None:
    """paris, end, common: a connected ticket scores its points, another loses them."""
    match = position()
    set_tickets(match, 0, ("Louvre", "Panthéon"), ("Montmartre", "République"))
    set_tickets(match, 1)
    own(match, 0, "Louvre–Notre-Dame/red", "Notre-Dame–Panthéon/blue")
    finish(match)
    assert match.scores[0].points("tickets") == 2 - 2
    assert [item["points"] for item in match.scores[0].sources[2].items] == [2, -2]


def test_no_bonuses_beyond_the_flags() -> None:
    """paris, end: no longest route, no globetrotter: routes, flags and tickets only."""
    match = position()
    finish(match)
    assert [line.name for line in match.scores[0].sources] == ["routes", "flags", "tickets"]


def test_tie_most_completed_tickets_then_shared() -> None:
    """paris, end: tie for the win: most completed tickets, then shared."""
    match = position()
    for seat in (0, 1):
        set_tickets(match, seat)
    finish(match)
    assert match.winners == [0, 1]
    match = position()
    set_tickets(match, 0)
    set_tickets(match, 1, ("Louvre", "Panthéon"))
    own(match, 1, "Louvre–Notre-Dame/red", "Notre-Dame–Panthéon/blue")
    match.state.tally[POINTS] = 2
    finish(match)
    assert [sheet.total for sheet in match.scores] == [2, 2]
    assert match.winners == [1]
    assert match.decided_by == "completed tickets"


def test_routes_longer_than_the_buses_left() -> None:
    """common, claiming: not with fewer pieces left than spaces."""
    match = position(green=3)
    set_pieces(match, 0, 2)
    assert legal(match, "claim") == set()
    with pytest.raises(IllegalAction, match="pieces"):
        match.play("claim:Batignolles–Opéra")
    assert board_rules(match).board.length[track(match, "Batignolles–Opéra")] == 3
