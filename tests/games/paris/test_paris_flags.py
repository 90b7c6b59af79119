"""Paris: flags (paris page, "Flags", and R24)."""

import pytest

from tests.support import (
    deck,
    discards,
    finish,
    hand,
    market,
    own,
    relist,
    set_deck,
    set_discards,
    set_hand,
    set_market,
    started,
    texts,
)
from wagonik import Match
from wagonik.engine.cards import BLUE, RED, WHITE
from wagonik.games.paris.rules import FLAG_BIT, ParisState

ROUTES = {
    "blue": "Bastille–Notre-Dame",
    "white": "Opéra–République",
    "red": "Louvre–Opéra/red",
}
LENGTH = {"blue": 1, "white": 2, "red": 1}
KINDS = {"red": RED, "blue": BLUE, "white": WHITE}


def position(players: int = 2, **cards: int) -> Match:
    match = started("paris", players)
    set_market(match, ["yellow", "green", "purple", "yellow", "green"])
    set_hand(match, 0, **cards)
    return match


def flags(match: Match, viewer: int = -1) -> list[dict[str, object]]:
    mechanics = match.view(viewer)["mechanics"]
    assert isinstance(mechanics, dict)
    found = mechanics["flags"]
    assert isinstance(found, list)
    return found


def lay_flags(match: Match, seat: int, *colours: str) -> None:
    """Let cards of these colours lie face up before a seat."""
    assert isinstance(match.state, ParisState)
    match.state.flags[seat] = sum(int(FLAG_BIT[KINDS[colour]]) for colour in colours)
    relist(match)


@pytest.mark.parametrize("colour", ["blue", "white", "red"])
def test_whoever_claims_a_flag_route_keeps_one_card(colour: str) -> None:
    """paris, flags: one of the cards of that colour just played is kept, face up; the other
    cards are discarded as usual."""
    length = LENGTH[colour]
    match = position(**{colour: length})
    match.play(f"claim:{ROUTES[colour]}")
    for viewer in (-1, 0, 1):
        assert flags(match, viewer) == [
            {"cards": [colour], "points": 0},
            {"cards": [], "points": 0},
        ]
    assert discards(match) == ({colour: length - 1} if length > 1 else {})
    assert hand(match, 0) == {}


@pytest.mark.parametrize(
    ("text", "colour"),
    [
        ("Louvre–Opéra/red", "red"),
        ("Bastille–Nation/yellow", "yellow"),
        ("Batignolles–Opéra", "green"),
        ("Bastille–Place_d'Italie", "purple"),
    ],
)
def test_other_colours_keep_nothing(text: str, colour: str) -> None:
    """paris, flags: blue, white and red routes only."""
    length = {"red": 1, "yellow": 2}.get(colour, 3)
    match = position(**{colour: length})
    match.play(f"claim:{text}")
    assert flags(match)[0]["cards"] == ([colour] if colour == "red" else [])
    assert discards(match) == ({} if colour == "red" else {colour: length})


@pytest.mark.parametrize("colour", ["blue", "white", "red"])
def test_one_card_of_each_colour_at_most(colour: str) -> None:
    """paris, flags: nothing is kept if one of that colour lies there already."""
    length = LENGTH[colour]
    match = position(**{colour: length})
    lay_flags(match, 0, colour)
    match.play(f"claim:{ROUTES[colour]}")
    assert flags(match)[0] == {"cards": [colour], "points": 0}
    assert discards(match) == {colour: length}


@pytest.mark.parametrize("colour", ["blue", "white", "red"])
def test_a_route_paid_with_buses_only_keeps_nothing(colour: str) -> None:
    """paris, flags: … or the route was paid with buses only."""
    match = position(locomotive=LENGTH[colour])
    match.play(f"claim:{ROUTES[colour]}")
    assert flags(match)[0]["cards"] == []
    assert discards(match) == {"locomotive": LENGTH[colour]}


def test_a_route_paid_with_a_bus_and_a_card_keeps_the_card() -> None:
    """paris, flags: buses beside a card of the colour do not prevent keeping it."""
    match = position(white=1, locomotive=1)
    match.play("claim:Opéra–République")
    assert flags(match)[0]["cards"] == ["white"]
    assert discards(match) == {"locomotive": 1}


def test_buses_may_be_played_to_keep_nothing() -> None:
    """paris, flags: which cards pay is the player's choice, and what is kept follows from it."""
    for pay, found in (("pay:white+0", ["white"]), ("pay:white+1", ["white"]), (None, [])):
        match = position(white=2, locomotive=2)
        match.play("claim:Opéra–République")
        assert texts(match) == {"pay:white+0", "pay:white+1", "pay:locomotive+2"}
        match.play(pay or "pay:locomotive+2")
        assert flags(match)[0]["cards"] == found


def test_r24_keeping_is_not_a_choice() -> None:
    """paris, R24: after the payment the turn is over: nobody is asked."""
    match = position(white=2)
    decisions = match.decision
    match.play("claim:Opéra–République")
    assert match.decision == decisions + 1
    assert match.seat == 1
    families = {family.name for family in match.rules.table.families}
    assert families == {
        "pass",
        "keep",
        "deck",
        "market",
        "tickets",
        "claim",
        "pay",
        "exchange",
        "give",
    }


@pytest.mark.parametrize("last", ["blue", "white", "red"])
def test_blue_white_and_red_together_are_four_points(last: str) -> None:
    """paris, flags: at the end of a turn in which the three lie together: 4 points, and the
    three cards are discarded."""
    length = LENGTH[last]
    match = position(**{last: length})
    lay_flags(match, 0, *({"blue", "white", "red"} - {last}))
    route = length  # one or two spaces: as many points
    match.play(f"claim:{ROUTES[last]}")
    assert flags(match)[0] == {"cards": [], "points": 4}
    expected = {"blue": 1, "white": 1, "red": 1}
    expected[last] = length
    assert discards(match) == expected
    players = match.view()["players"]
    assert players[0]["points"] == route + 4  # type: ignore[index]
    assert match.scores[0].points("flags") == 4
    assert match.scores[0].points("routes") == route


def test_two_colours_are_no_flag() -> None:
    """paris, flags: blue, white and red together; two of them wait."""
    match = position(white=2)
    lay_flags(match, 0, "blue")
    match.play("claim:Opéra–République")
    assert flags(match)[0] == {"cards": ["blue", "white"], "points": 0}


def test_flags_can_be_made_again_and_again() -> None:
    """paris, flags: after the cards are discarded a new flag begins."""
    match = position(white=2)
    lay_flags(match, 0, "blue", "red")
    match.play("claim:Opéra–République")
    match.rules.end_turn(match.state)
    lay_flags(match, 0, "blue", "red")
    set_hand(match, 0, white=2)
    match.play("claim:Bastille–Nation/white")
    assert flags(match)[0] == {"cards": [], "points": 8}


def test_flags_of_different_players_do_not_mix() -> None:
    """paris, flags: what lies before one player is nobody else's."""
    match = position(white=2)
    lay_flags(match, 1, "blue", "red")
    match.play("claim:Opéra–République")
    assert flags(match) == [
        {"cards": ["white"], "points": 0},
        {"cards": ["blue", "red"], "points": 0},
    ]


def test_kept_cards_are_neither_in_the_hand_nor_in_the_discards() -> None:
    """paris, flags: a kept card pays for nothing and is not reshuffled."""
    match = position(white=3)
    set_deck(match)
    set_discards(match)
    set_market(match, [None] * 5)
    # With no card anywhere else, exactly the discarded one becomes deck and then market.
    match.play("claim:Opéra–République")
    assert flags(match)[0]["cards"] == ["white"]
    assert hand(match, 0) == {"white": 1}
    assert [card for card in market(match) if card] == ["white"]
    assert (deck(match), discards(match)) == ({}, {})


def test_discarded_flags_fill_an_empty_market() -> None:
    """paris, flags, and common R2: the three cards are discarded, so they can be drawn again."""
    match = position(red=1, yellow=2)
    lay_flags(match, 0, "blue", "white")
    set_deck(match)
    set_discards(match)
    set_market(match, [None] * 5)
    match.play("claim:Louvre–Opéra/red")
    assert sorted(card for card in market(match) if card) == ["blue", "red", "white"]


def test_cards_still_on_display_score_nothing() -> None:
    """paris, end: only whole flags are worth points."""
    match = position()
    lay_flags(match, 0, "blue", "white")
    finish(match)
    assert match.scores[0].points("flags") == 0


def test_the_last_turn_can_make_a_flag() -> None:
    """paris, flags: at the end of a turn, also of the last one."""
    match = position(white=2)
    lay_flags(match, 0, "blue", "red")
    own(match, 1, "Montmartre–Opéra/white")
    match.state.last_turns = 1
    match.play("claim:Opéra–République")
    assert match.over
    assert match.scores[0].points("flags") == 4


def test_everybody_sees_kept_cards_and_flags() -> None:
    """paris, flags: face up."""
    match = position(white=2)
    lay_flags(match, 0, "blue", "red")
    seen = len(match.events())
    match.play("claim:Opéra–République")
    for viewer in (-1, 0, 1):
        events = match.events(viewer, seen)
        assert {"event": "flag_card", "seat": 0, "card": "white"} in events
        assert {"event": "flag", "seat": 0, "points": 4} in events


def test_cards_are_conserved() -> None:
    """paris, flags: 46 cards at every step, flags included."""
    for seed in range(5):
        match = Match("paris", 3, seed)
        while not match.over:
            match.play(match.legal()[(seed * 7 + match.decision) % len(match.legal())])
            state = match.state
            assert isinstance(state, ParisState)
            shown = sum(int(mask).bit_count() for mask in state.flags)
            cards = sum(sum(hand(match, seat).values()) for seat in range(3))
            cards += sum(deck(match).values()) + sum(discards(match).values())
            cards += sum(card is not None for card in market(match))
            assert cards + shown == 46
