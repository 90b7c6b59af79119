"""United Kingdom: parts, set-up, drawing, parallel tracks, and cards that stand for
locomotives."""

from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games.united_kingdom.kingdom import (
    ADVANCED,
    BASIC_CODES,
    COSTS,
    OPENERS,
    RICH,
    copies,
    grant,
    holds,
    strip,
)
from tests.games.united_kingdom.paying import (
    cards_of,
    handfuls,
    payments,
    pays_route,
    pays_units,
)
from tests.support import (
    board_rules,
    discards,
    hand,
    legal,
    market,
    own,
    set_deck,
    set_discards,
    set_hand,
    set_market,
    set_tickets,
    started,
    texts,
    ticket_deck,
    track,
)
from wagonik import Match
from wagonik.engine.cards import KIND_NAMES, LOCOMOTIVE, PILE, TOTAL
from wagonik.engine.errors import WagonikError
from wagonik.engine.state import DECK, OFFER, PIECES, POINTS, TALLY


@pytest.mark.parametrize("players", [2, 3, 4])
def test_setup_numbers(players: int) -> None:
    """United Kingdom, parts and setup: 35 trains, 1 locomotive and 4 cards, 5 tickets."""
    match = Match("united_kingdom", players, 3)
    state = match.state
    board = board_rules(match).board
    assert match.rules.setup.deck == [12] * 8 + [20]
    assert sum(match.rules.setup.deck) == 116
    assert (board.ticket_count, board.track_count) == (57, 125)
    for seat in range(players):
        assert state.tally[seat * TALLY + PIECES] == 35
        assert state.hand[seat * PILE + TOTAL] == 5
        assert state.hand[seat * PILE + LOCOMOTIVE] >= 1
        assert state.offer[seat * OFFER] == 5
        # The locomotive is given in the open, the four cards are not.
        assert [int(n) for n in state.known[seat * PILE : (seat + 1) * PILE]] == [0] * 8 + [1, 1]
    assert state.piles[DECK + TOTAL] == 116 - 5 * players - 5
    assert state.queued == 57 - 5 * players


def test_setup_gives_the_locomotive_beside_four_cards_from_the_deck() -> None:
    """United Kingdom, setup: the four cards come from the deck, whatever they are."""
    found = [Match("united_kingdom", 2, seed).state for seed in range(40)]
    spread = Counter(int(state.hand[LOCOMOTIVE]) for state in found)
    assert min(spread) == 1
    assert max(spread) > 1


@pytest.mark.parametrize("players", [1, 5])
def test_no_other_number_of_players_can_play(players: int) -> None:
    """United Kingdom: 2–4 players."""
    with pytest.raises(WagonikError, match="2"):
        Match("united_kingdom", players, 1)


def test_setup_keeps_at_least_three_of_five_tickets() -> None:
    """United Kingdom, setup: 5 tickets, keep at least 3."""
    match = Match("united_kingdom", 2, 1)
    kept = [action.text.removeprefix("keep:").split(",") for action in match.legal_actions(0)]
    assert Counter(len(choice) for choice in kept) == {3: 10, 4: 5, 5: 1}


def test_later_three_tickets_are_drawn_and_one_at_least_is_kept() -> None:
    """United Kingdom, setup: later draw 3, keep at least 1; the others go to the bottom."""
    match = started("united_kingdom")
    match.play("tickets")
    kept = [action.text.removeprefix("keep:").split(",") for action in match.legal_actions()]
    assert Counter(len(choice) for choice in kept) == {1: 3, 2: 3, 3: 1}
    offered = [int(match.state.offer[1 + i]) for i in range(3)]
    before = match.state.numbers()
    with pytest.raises(WagonikError, match="at least 1"):
        match.play("keep:none")
    assert match.state.numbers() == before
    match.play("keep:2")
    assert ticket_deck(match)[-2:] == [offered[0], offered[2]]
    while match.state.queued > 2:
        match.play("tickets")
        match.play("keep:1,2,3")
    match.play("tickets")
    at = match.seat * OFFER
    assert [int(match.state.offer[at + i]) for i in range(3)] == [2, offered[0], offered[2]]


def test_a_face_up_locomotive_is_the_only_card_of_the_turn() -> None:
    """United Kingdom, drawing: a face-up locomotive is the turn's only card."""
    match = started("united_kingdom")
    set_hand(match, 0, red=1)
    set_market(match, ["locomotive", "red", "blue", "green", "white"])
    set_deck(match, black=20)
    twin = match.copy()
    match.play("take:locomotive")
    assert (hand(match, 0), match.seat) == ({"red": 1, "locomotive": 1}, 1)
    twin.play("deck")
    assert legal(twin, "market") == {"take:red", "take:blue", "take:green", "take:white"}


@pytest.mark.parametrize("locomotives", [3, 4])
def test_there_is_no_refresh_rule(locomotives: int) -> None:
    """United Kingdom, drawing: no refresh rule."""
    match = started("united_kingdom")
    cards = ["locomotive"] * (locomotives - 1) + ["red"] * (6 - locomotives)
    set_market(match, cards)
    set_deck(match, locomotive=1)
    set_discards(match, white=12)
    match.play("take:red")
    assert Counter(market(match)) == {"locomotive": locomotives, "red": 5 - locomotives}
    assert discards(match) == {}


def test_two_players_use_one_track_of_a_pair() -> None:
    """United Kingdom, parallel tracks: 2 players use one track of a pair."""
    match = started("united_kingdom", 2, first=1)
    set_hand(match, 1, **RICH)
    own(match, 0, "Leeds–Manchester/red")
    assert not {t for t in texts(match) if t.startswith("claim:Leeds–Manchester")}
    before = match.state.numbers()
    with pytest.raises(WagonikError, match="so few players"):
        match.play("claim:Leeds–Manchester/blue")
    assert match.state.numbers() == before


@pytest.mark.parametrize("players", [3, 4])
def test_three_or_four_players_use_both_tracks_of_a_pair(players: int) -> None:
    """United Kingdom, parallel tracks: 3–4 players use both; nobody owns two of them."""
    match = started("united_kingdom", players, first=1)
    set_hand(match, 1, **RICH)
    own(match, 0, "Leeds–Manchester/red")
    assert {t for t in texts(match) if t.startswith("claim:Leeds–Manchester")} == {
        "claim:Leeds–Manchester/blue"
    }
    match.state.seat = 0
    set_hand(match, 0, **RICH)
    with pytest.raises(WagonikError, match="two parallel tracks"):
        match.play("claim:Leeds–Manchester/blue")


def test_r3_a_ferry_and_a_railway_between_the_same_cities_are_parallel() -> None:
    """Common, R3: Penzance–Plymouth has a track of 2 spaces and a ferry of 3."""
    match = started("united_kingdom", 3)
    set_hand(match, 0, **RICH)
    grant(match, 0, *OPENERS)
    pair = {"claim:Penzance–Plymouth/black", "claim:Penzance–Plymouth/grey"}
    assert pair <= texts(match)
    own(match, 0, "Penzance–Plymouth/black")
    assert not pair & texts(match)


@pytest.mark.parametrize(
    ("text", "points"),
    [
        ("Hull–Leeds", 1),
        ("Leeds–Liverpool", 2),
        ("Bristol–Plymouth", 4),
        ("Hull–Norwich", 7),
        ("Plymouth–Southampton", 10),
        ("Aberdeen–Newcastle", 15),
        ("New_York–Southampton", 40),
    ],
)
def test_route_points_by_length(text: str, points: int) -> None:
    """United Kingdom: points by length, Southampton–New York 40; a train on each space."""
    match = started("united_kingdom", 3)
    grant(match, 0, *OPENERS)
    set_hand(match, 0, locomotive=10)
    match.play(f"claim:{text}")
    while match.seat == 0:
        match.play(match.legal()[-1])
    assert match.state.tally[POINTS] == points
    assert match.state.tally[PIECES] == 35 - board_rules(match).board.length[track(match, text)]


@pytest.mark.parametrize(
    ("tracks", "done"),
    [
        (("Dover–France_(by_Dover)/grey", "Dover–London"), True),
        (("France_(by_Southampton)–Southampton/grey/1", "London–Southampton/red"), True),
        (("Dover–France_(by_Dover)/grey", "London–Southampton/red"), False),
        (("France_(by_Southampton)–Southampton/grey/1", "Dover–London"), False),
    ],
)
def test_a_ticket_to_france_is_completed_by_either_port(
    tracks: tuple[str, ...], done: bool
) -> None:
    """United Kingdom, score: a ticket to France is completed by reaching either port."""
    match = started("united_kingdom", 3)
    set_tickets(match, 0, ("London", "France"))
    own(match, 0, *(_known(match, text) for text in tracks))
    assert match.scores[0].points("tickets") == (7 if done else -7)


def _known(match: Match, text: str) -> str:
    known = board_rules(match).board.track_texts
    return text if text in known else text.removesuffix("/grey")


def test_the_two_french_ports_are_not_connected() -> None:
    """United Kingdom, score: the ports are not connected."""
    match = started("united_kingdom", 3)
    set_tickets(match, 0, ("Southampton", "London"))
    own(
        match,
        0,
        "France_(by_Southampton)–Southampton/grey/1",
        _known(match, "Dover–France_(by_Dover)/grey"),
        "Dover–London",
    )
    assert match.scores[0].points("tickets") == -4


# Cards that stand for locomotives


def test_any_four_cards_stand_for_a_locomotive_on_a_route() -> None:
    """United Kingdom, locomotives: any 4 cards, on any route."""
    match = started("united_kingdom")
    set_hand(match, 0, blue=1, green=1, white=1)
    assert "claim:Hull–Leeds" not in texts(match)  # yellow, and three cards are too few
    set_hand(match, 0, blue=1, green=2, white=1)
    match.play("claim:Hull–Leeds")
    assert match.seat == 1  # there was one way to pay
    assert hand(match, 0) == {}
    assert discards(match) == {"blue": 1, "green": 2, "white": 1}


def test_any_three_cards_stand_for_a_locomotive_with_booster() -> None:
    """United Kingdom, Booster: 3 cards instead of 4 stand for a locomotive."""
    match = started("united_kingdom")
    grant(match, 0, "booster")
    set_hand(match, 0, blue=1, green=1)
    assert "claim:Hull–Leeds" not in texts(match)
    set_hand(match, 0, blue=1, green=1, white=1)
    match.play("claim:Hull–Leeds")
    assert discards(match) == {"blue": 1, "green": 1, "white": 1}


def test_locomotives_stand_for_any_colour() -> None:
    """United Kingdom, locomotives: they stand for any colour."""
    match = started("united_kingdom")
    set_hand(match, 0, yellow=1, locomotive=1)
    assert payments(match, "claim:Hull–Leeds") == {_cards(yellow=1), _cards(locomotive=1)}


def _cards(**cards: int) -> tuple[int, ...]:
    return tuple(cards.get(kind, 0) for kind in KIND_NAMES)


def test_r15_a_group_may_be_mixed_and_may_include_locomotives() -> None:
    """United Kingdom, R15: the group may be mixed and may include locomotives."""
    match = started("united_kingdom")
    set_hand(match, 0, red=2, blue=1, locomotive=2)
    assert payments(match, "buy:wales") == {
        _cards(locomotive=1),
        _cards(red=2, blue=1, locomotive=1),
        _cards(red=2, locomotive=2),
        _cards(red=1, blue=1, locomotive=2),
    }
    assert payments(match, "claim:Hull–Leeds") == payments(match, "buy:wales")


def test_r15_a_group_may_stand_for_the_symbol_of_a_ferry() -> None:
    """United Kingdom, locomotives: the exchange works on any route, ferries included."""
    match = started("united_kingdom")
    grant(match, 0, *OPENERS)
    set_hand(match, 0, red=3)
    assert "claim:Barrow–Liverpool" not in texts(match)
    set_hand(match, 0, red=4)
    assert payments(match, "claim:Barrow–Liverpool") == {_cards(red=4)}


@pytest.mark.parametrize("code", [code for code in COSTS if code != "right-of-way"])
def test_technology_is_paid_with_locomotives_or_the_exchange(code: str) -> None:
    """United Kingdom, technology: its cost in locomotives, exactly; or four cards for each."""
    cost = COSTS[code]
    match = started("united_kingdom", 2, options=ADVANCED)
    set_hand(match, 0, locomotive=cost - 1)
    assert f"buy:{code}" not in texts(match)
    with pytest.raises(WagonikError, match="too few locomotives"):
        match.play(f"buy:{code}")
    set_hand(match, 0, locomotive=cost)
    assert payments(match, f"buy:{code}") == {_cards(locomotive=cost)}
    set_hand(match, 0, red=4 * cost - 1)
    assert f"buy:{code}" not in texts(match)
    set_hand(match, 0, red=4 * cost)
    assert payments(match, f"buy:{code}") == {_cards(red=4 * cost)}


@pytest.mark.parametrize("code", BASIC_CODES)
def test_basic_technology_has_its_copies(code: str) -> None:
    """United Kingdom, technology: 4 copies each; Right of Way has 1."""
    assert copies(started("united_kingdom"), code) == (1 if code == "right-of-way" else 4)


def test_advanced_technology_has_its_copies_where_it_is_played() -> None:
    """United Kingdom, technology: the advanced set is optional."""
    match = started("united_kingdom", 2, options=ADVANCED)
    assert [copies(match, code) for code in tuple(COSTS)[11:]] == [1, 2, 1, 1, 1]
    set_hand(match, 0, **RICH)
    assert legal(match, "buy") == {f"buy:{code}" for code in COSTS if code != "right-of-way"}
    plain = started("united_kingdom", 2)
    set_hand(plain, 0, **RICH)
    assert legal(plain, "buy") == {f"buy:{c}" for c in BASIC_CODES if c != "right-of-way"}
    before = plain.state.numbers()
    with pytest.raises(WagonikError, match="without the advanced technologies"):
        plain.play("buy:diesel")
    assert plain.state.numbers() == before


FOUR = st.lists(st.integers(0, 4), min_size=4, max_size=4)
KINDS_USED = ("red", "green", "white", "locomotive")
PAID = (
    "Barrow–Carlisle",  # red, 1 space
    "Barrow–Leeds",  # green, 2
    "Dundee–Fort_William",  # green, 3
    "Birmingham–Reading",  # grey, 2
    "Barrow–Liverpool",  # ferry, 1 space, 1 symbol
    "Aberdeen–Wick",  # ferry, 3 spaces, 1 symbol
    "Stornoway–Wick",  # ferry, 5 spaces, 2 symbols
    "Norwich–Nottingham",  # white, 4
)
_match: list[Match] = []


@settings(max_examples=60, deadline=None, derandomize=True)
@given(FOUR, st.sampled_from(PAID), st.booleans(), st.booleans())
def test_every_payment_and_no_other_can_be_reached(
    counts: list[int], text: str, booster: bool, diesel: bool
) -> None:
    """United Kingdom, locomotives, R15, R19: the engine's decisions reach exactly the handfuls
    of cards that pay for a route."""
    if not _match:
        _match.append(started("united_kingdom", 3, options=ADVANCED))
    match = _match[0]
    strip(match, 0)
    grant(match, 0, *OPENERS, *(["booster"] if booster else []), *(["diesel"] if diesel else []))
    set_hand(match, 0, **dict(zip(KINDS_USED, counts, strict=True)))
    board = board_rules(match).board
    t = track(match, text)
    length, symbols = int(board.length[t]), int(board.symbols[t])
    need = max(length - 1, symbols, 1) if diesel else length
    size = 3 if booster else 4
    expected = {
        paid
        for paid in handfuls(cards_of(match.state, 0))
        if pays_route(paid, board.colour[t], need, symbols, size)
        or pays_route(paid, board.colour[t], length, symbols, size)
    }
    claim = f"claim:{text}"
    assert (claim in texts(match)) == bool(expected)
    if expected:
        assert payments(match, claim) == expected


@settings(max_examples=30, deadline=None, derandomize=True)
@given(FOUR, st.sampled_from(["wales", "lagging", "diesel", "double-heading"]), st.booleans())
def test_every_payment_for_technology_can_be_reached(
    counts: list[int], code: str, booster: bool
) -> None:
    """United Kingdom, technology, R15: exactly the handfuls that stand for its locomotives."""
    if not _match:
        _match.append(started("united_kingdom", 3, options=ADVANCED))
    match = _match[0]
    strip(match, 0)
    grant(match, 0, *(["booster"] if booster else []))
    set_hand(match, 0, **dict(zip(KINDS_USED, counts, strict=True)))
    expected = {
        paid
        for paid in handfuls(cards_of(match.state, 0))
        if pays_units(paid, COSTS[code], 3 if booster else 4)
    }
    assert (f"buy:{code}" in texts(match)) == bool(expected)
    if expected:
        assert payments(match, f"buy:{code}") == expected
    assert holds(match, 0) == ({"booster"} if booster else set())
