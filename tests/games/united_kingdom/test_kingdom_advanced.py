"""United Kingdom: the advanced technologies."""

from collections import Counter

import pytest

from tests.games.united_kingdom.kingdom import (
    ADVANCED,
    OPENERS,
    copies,
    grant,
    holds,
    kingdom,
    pay_with_locomotives,
)
from tests.games.united_kingdom.paying import payments
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
    set_pieces,
    set_tickets,
    started,
    texts,
    track,
)
from wagonik import Match
from wagonik.engine.cards import KIND_NAMES
from wagonik.engine.errors import WagonikError
from wagonik.engine.state import PIECES, POINTS, TALLY
from wagonik.games.united_kingdom.rules import KingdomRules
from wagonik.games.united_kingdom.technology import THERMOCOMPRESSOR


def advanced(players: int = 2) -> Match:
    return started("united_kingdom", players, options=ADVANCED)


def refused(match: Match, action: str, reason: str) -> None:
    before = match.state.numbers()
    with pytest.raises(WagonikError, match=reason):
        match.play(action)
    assert match.state.numbers() == before


# Thermocompressor


def test_r18_thermocompressor_claims_two_routes_one_after_the_other() -> None:
    """United Kingdom, R18: this turn claim two routes; then back on the table."""
    match = advanced()
    set_hand(match, 0, yellow=1, white=1, locomotive=1)
    match.play("buy:thermocompressor")
    assert (holds(match, 0), copies(match, "thermocompressor")) == (set(), 1)
    match.play("claim:Hull–Leeds")
    assert match.seat == 0
    assert match.state.tally[POINTS] == 1
    assert hand(match, 0) == {"white": 1}
    # The second: a claim or nothing; no draw, no tickets, no purchase.
    claims = legal(match, "claim")
    assert texts(match) == claims | {"stop"}
    assert "claim:Ipswich–London" in claims
    assert "claim:Hull–Leeds" not in claims
    for other in ("deck", "tickets", "buy:wales", "pass"):
        refused(match, other, "claim a second route or stop|only one technology")
    match.play("claim:Ipswich–London")
    assert match.seat == 1
    assert match.state.tally[POINTS] == 2
    assert match.state.tally[PIECES] == 33
    assert copies(match, "thermocompressor") == 1


def test_r18_the_second_route_may_be_declined() -> None:
    """United Kingdom, R18: the second may be declined."""
    match = advanced()
    set_hand(match, 0, yellow=1, white=1, locomotive=1)
    match.play("buy:thermocompressor")
    match.play("claim:Hull–Leeds")
    match.play("stop")
    assert match.seat == 1
    assert hand(match, 0) == {"white": 1}


def test_r18_the_turn_ends_if_no_second_route_can_be_claimed() -> None:
    """United Kingdom, R18: with nothing to claim the second is declined by itself."""
    match = advanced()
    set_hand(match, 0, yellow=1, locomotive=1)
    match.play("buy:thermocompressor")
    match.play("claim:Hull–Leeds")
    assert match.seat == 1


def test_r18_there_is_no_third_route_and_no_second_without_it() -> None:
    """United Kingdom, R18: two routes, and only with the Thermocompressor."""
    match = advanced()
    set_hand(match, 0, yellow=1, white=2)
    match.play("claim:Hull–Leeds")
    assert match.seat == 1
    refused(match, "stop", "not possible now")
    match = advanced()
    set_hand(match, 0, yellow=1, white=2, locomotive=1)
    pay_with_locomotives(match, "buy:thermocompressor")
    match.play("claim:Hull–Leeds")
    match.play("claim:Ipswich–London")
    assert (match.seat, hand(match, 0)) == (1, {"white": 1})
    assert len([e for e in match.events() if e["event"] == "claimed"]) == 2


def test_r18_the_second_route_obeys_pieces_and_parallel_rules() -> None:
    """United Kingdom, R18: the routes are claimed one after the other, by the usual rules."""
    match = advanced(3)
    set_hand(match, 0, red=1, blue=1, green=2, white=1, locomotive=1)
    set_pieces(match, 0, 2)
    pay_with_locomotives(match, "buy:thermocompressor")
    match.play("claim:Leeds–Manchester/red")
    match.play("pay:red+0")
    assert match.state.last_turns == -1  # the turn is not over
    assert "claim:Leeds–Manchester/blue" not in texts(match)
    assert "claim:Barrow–Leeds" not in texts(match)  # 2 spaces, 1 train left
    assert "claim:Ipswich–London" in texts(match)
    match.play("claim:Ipswich–London")
    match.play("pay:white+0")
    assert match.state.last_turns == 3


def test_r18_thermocompressor_can_be_bought_again() -> None:
    """United Kingdom: then back on the table, for anyone."""
    match = advanced()
    set_hand(match, 0, locomotive=1)
    match.play("buy:thermocompressor")
    match.play("tickets")  # who buys it need not claim
    match.play("keep:1")
    set_hand(match, 1, yellow=2, locomotive=1)
    assert "buy:thermocompressor" in texts(match)
    match.play("buy:thermocompressor")
    assert match.seat == 1


# Water Tenders


def drawn(match: Match, *choices: str) -> int:
    """How many cards seat 0 has after these draws from an empty hand."""
    set_hand(match, 0)
    set_market(match, ["red", "red", "blue", "locomotive", "green"])
    set_deck(match, white=30)
    for choice in choices:
        assert match.seat == 0
        match.play(choice)
    assert match.seat == 1
    return sum(hand(match, 0).values())


def test_water_tenders_draw_three_cards_blind() -> None:
    """United Kingdom, Water Tenders: who draws blind only, draws 3 cards instead of 2."""
    match = advanced()
    assert drawn(match, "deck", "deck") == 2
    match = advanced()
    grant(match, 0, "water-tenders")
    assert drawn(match, "deck", "deck") == 3  # the third is not a choice (R25)
    assert hand(match, 0) == {"white": 3}


@pytest.mark.parametrize(
    ("choices", "count"),
    [
        (("deck", "take:red"), 2),
        (("take:red", "deck"), 2),
        (("take:red", "take:blue"), 2),
        (("take:locomotive",), 1),
    ],
)
def test_water_tenders_give_nothing_to_who_takes_a_face_up_card(
    choices: tuple[str, ...], count: int
) -> None:
    """United Kingdom, Water Tenders: mixing ends at 2 cards."""
    match = advanced()
    grant(match, 0, "water-tenders")
    assert drawn(match, *choices) == count


def test_water_tenders_third_card_cannot_be_a_face_up_one() -> None:
    """United Kingdom, Water Tenders: after two blind cards the deck is the only source."""
    match = advanced()
    grant(match, 0, "water-tenders")
    set_hand(match, 0)
    set_market(match, ["red", "red", "blue", "locomotive", "green"])
    set_discards(match)
    set_deck(match, white=2)
    match.play("deck")
    match.play("deck")
    assert (hand(match, 0), match.seat) == ({"white": 2}, 1)
    assert market(match) == ["red", "red", "blue", "locomotive", "green"]


def test_water_tenders_help_only_their_holder() -> None:
    """United Kingdom, Water Tenders: the others draw two."""
    match = advanced()
    grant(match, 1, "water-tenders")
    assert drawn(match, "deck", "deck") == 2


# Risky Contracts and Equalising Beam


@pytest.mark.parametrize("code", ["risky-contracts", "equalising-beam"])
def test_bought_only_before_the_deck_is_first_reshuffled(code: str) -> None:
    """United Kingdom: only before the train deck is first reshuffled."""
    match = advanced()
    set_hand(match, 0, locomotive=4)
    assert f"buy:{code}" in texts(match)
    set_deck(match, white=2)
    set_discards(match, red=9)
    match.play("deck")
    assert match.state.shuffles == 0
    match.play("deck")  # the last card: the discards become the deck
    assert match.state.shuffles == 1
    set_hand(match, 1, locomotive=4)
    assert "buy:lagging" in texts(match)
    assert f"buy:{code}" not in texts(match)
    refused(match, f"buy:{code}", "before the deck is first reshuffled")


@pytest.mark.parametrize(
    ("mine", "other", "points"),
    [(2, 1, 20), (1, 1, 20), (1, 2, -20), (0, 1, -20), (0, 0, -20)],
)
def test_r16_risky_contracts(mine: int, other: int, points: int) -> None:
    """United Kingdom, R16: +20 with the most completed tickets, else −20; a tie counts as most;
    nobody has most with none (R7)."""
    match = advanced(3)
    first = (("Leeds", "Manchester"), ("Norwich", "Ipswich"))
    second = (("Southampton", "London"), ("London", "Brighton"))
    set_tickets(match, 0, *first)
    set_tickets(match, 1, *second)
    set_tickets(match, 2)
    own(match, 0, *("Leeds–Manchester/red", "Ipswich–Norwich")[:mine])
    own(match, 1, *("London–Southampton/red", "Brighton–London")[:other])
    assert [s.points("risky contracts") for s in match.scores] == [0, 0, 0]
    grant(match, 0, "risky-contracts")
    assert [s.points("risky contracts") for s in match.scores] == [points, 0, 0]


@pytest.mark.parametrize(
    ("mine", "other", "points"),
    [
        (("Hull–Leeds", "Leeds–Newcastle/white"), ("Ipswich–Norwich",), 15),
        (("Hull–Leeds",), ("Ipswich–Norwich",), 15),
        (("Hull–Leeds", "Ipswich–London"), ("London–Southampton/red",), -15),
        ((), ("Ipswich–Norwich",), -15),
        ((), (), -15),
    ],
)
def test_r16_equalising_beam(mine: tuple[str, ...], other: tuple[str, ...], points: int) -> None:
    """United Kingdom, R16: +15 with the longest route, else −15; a tie counts as longest;
    nobody has the longest without a route (R7)."""
    match = advanced(3)
    own(match, 0, *mine)
    own(match, 1, *other)
    assert [s.points("equalising beam") for s in match.scores] == [0, 0, 0]
    grant(match, 0, "equalising-beam")
    assert [s.points("equalising beam") for s in match.scores] == [points, 0, 0]


# Diesel Power


def test_r19_diesel_costs_for_every_length_and_symbol() -> None:
    """United Kingdom, R19: one card less; at least one is played; a ferry's locomotives can't
    be left out."""
    match = advanced(3)
    grant(match, 0, *OPENERS, "diesel")
    rules = board_rules(match)
    found = {
        (r.length, r.locomotives): int(rules.need(match.state, 0, t))
        for t, r in enumerate(rules.board.routes)
    }
    assert found == {
        (1, 0): 1,
        (2, 0): 1,
        (3, 0): 2,
        (4, 0): 3,
        (1, 1): 1,
        (2, 1): 1,
        (3, 1): 2,
        (4, 1): 3,
        (5, 1): 4,
        (6, 1): 5,
        (5, 2): 4,
        (6, 2): 5,
        (10, 3): 9,
    }
    for t, route in enumerate(rules.board.routes):
        assert rules.need(match.state, 1, t) == route.length  # seat 1 has no Diesel


def test_r19_diesel_costs_on_any_board() -> None:
    """United Kingdom, R19: also where a ferry has as many symbols as spaces."""
    match = advanced(3)
    grant(match, 0, "diesel")
    rules = match.rules
    assert isinstance(rules, KingdomRules)
    for length in range(1, 11):
        for symbols in range(length + 1):
            cost = rules.cards_for(match.state, 0, length, symbols)
            assert cost == max(length - 1, symbols, 1)
            assert rules.cards_for(match.state, 1, length, symbols) == length


@pytest.mark.parametrize(
    ("text", "cards", "expected"),
    [
        ("Hull–Leeds", {"yellow": 2}, [{"yellow": 1}]),
        ("Barrow–Leeds", {"green": 1}, [{"green": 1}]),
        ("Barrow–Leeds", {"locomotive": 1}, [{"locomotive": 1}]),
        ("Barrow–Liverpool", {"red": 2, "locomotive": 1}, [{"locomotive": 1}]),
        ("Holyhead–Liverpool", {"locomotive": 1}, [{"locomotive": 1}]),
        ("Aberdeen–Wick", {"red": 1, "locomotive": 1}, [{"red": 1, "locomotive": 1}]),
        ("Aberdeen–Wick", {"locomotive": 2}, [{"locomotive": 2}]),
        ("Stornoway–Wick", {"red": 2, "locomotive": 2}, [{"red": 2, "locomotive": 2}]),
    ],
)
def test_r19_diesel_saves_a_card_that_no_symbol_requires(
    text: str, cards: dict[str, int], expected: list[dict[str, int]]
) -> None:
    """United Kingdom, R19: a colour card or a locomotive that is not required by a symbol."""
    match = advanced(3)
    grant(match, 0, *OPENERS, "diesel")
    set_hand(match, 0, **cards)
    assert payments(match, f"claim:{text}") == {
        tuple(paid.get(kind, 0) for kind in KIND_NAMES) for paid in expected
    }


@pytest.mark.parametrize(
    ("text", "cards", "saved", "full"),
    [
        ("Barrow–Leeds", {"green": 2}, {"green": 1}, {"green": 2}),
        (
            "Holyhead–Liverpool",
            {"red": 1, "locomotive": 1},
            {"locomotive": 1},
            {"red": 1, "locomotive": 1},
        ),
        (
            "Aberdeen–Wick",
            {"red": 2, "locomotive": 1},
            {"red": 1, "locomotive": 1},
            {"red": 2, "locomotive": 1},
        ),
    ],
)
def test_r19_paying_in_full_is_allowed_as_well(
    text: str, cards: dict[str, int], saved: dict[str, int], full: dict[str, int]
) -> None:
    """United Kingdom, Diesel Power, R19: "may" be paid with one card less."""
    match = advanced(3)
    grant(match, 0, *OPENERS, "diesel")
    set_hand(match, 0, **cards)
    assert payments(match, f"claim:{text}") == {
        tuple(paid.get(kind, 0) for kind in KIND_NAMES) for paid in (saved, full)
    }
    match.play(f"claim:{text}")
    assert "full" in texts(match)
    twin = match.copy()
    match.play("full")
    assert hand(match, 0) == {kind: n for kind, n in cards.items() if n > full.get(kind, 0)}
    assert match.seat == 1
    twin.play(next(a for a in twin.legal_actions() if a.family == "pay"))
    assert sum(hand(twin, 0).values()) == 1
    for either in (match, twin):
        assert either.state.full == 0  # type: ignore[attr-defined]
        own_tracks = either.view(0)["players"][0]["tracks"]  # type: ignore[index]
        assert own_tracks == [track(either, text)]


def test_r19_there_is_nothing_to_pay_in_full_where_nothing_is_saved() -> None:
    """United Kingdom, R19: a route of one space, symbols on all spaces, no Diesel."""
    match = advanced(3)
    grant(match, 0, *OPENERS, "diesel")
    grant(match, 1, *OPENERS)
    set_hand(match, 0, red=3, yellow=3, locomotive=3)
    match.play("claim:Barrow–Liverpool")
    assert "full" not in texts(match)
    match = advanced(3)
    grant(match, 0, *OPENERS)
    set_hand(match, 0, green=2, locomotive=1)
    match.play("claim:Barrow–Leeds")
    refused(match, "full", "no card to save")


def test_r19_nobody_sees_that_a_payment_in_full_is_being_put_together() -> None:
    match = advanced(3)
    grant(match, 0, *OPENERS, "diesel")
    set_hand(match, 0, green=2, locomotive=2)
    before = match.observe(1).state.numbers()
    match.play("claim:Barrow–Leeds")
    match.play("full")
    assert match.state.full == 1  # type: ignore[attr-defined]
    assert match.observe(1).state.numbers() == before


@pytest.mark.parametrize("code", ["risky-contracts", "equalising-beam"])
def test_after_the_first_reshuffle_they_have_left_the_game(code: str) -> None:
    """United Kingdom: the shelf has no copy of them, and no price; who bought one keeps it."""
    match = advanced()

    def shelf() -> dict[str, tuple[object, object]]:
        found = match.view(1)["mechanics"]["technology"]["shelf"]  # type: ignore[index]
        return {entry["code"]: (entry["cost"], entry["copies"]) for entry in found}

    assert shelf()[code] == (2, 1)
    grant(match, 0, code)
    held = match.view(1)["mechanics"]["technology"]["held"]  # type: ignore[index]
    set_deck(match, white=1)
    set_discards(match, red=9)
    match.play("deck")
    assert match.state.shuffles == 1
    assert shelf()[code] == (None, 0)
    assert shelf()["diesel"] == (3, 1)
    assert match.view(1)["mechanics"]["technology"]["held"] == held  # type: ignore[index]


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("Holyhead–Liverpool", {"red": 3}),  # the symbol stays
        ("Stornoway–Wick", {"red": 3, "locomotive": 1}),
        ("Dundee–Fort_William", {"green": 1}),
        ("Barrow–Liverpool", {}),
        ("Hull–Leeds", {}),
    ],
)
def test_r19_diesel_saves_one_card_only(text: str, cards: dict[str, int]) -> None:
    """United Kingdom, R19: one card less, at least one, all symbols."""
    match = advanced(3)
    grant(match, 0, *OPENERS, "diesel")
    set_hand(match, 0, **cards)
    assert f"claim:{text}" not in texts(match)


def test_diesel_saves_cards_but_no_trains_and_no_points() -> None:
    """United Kingdom, Diesel: the route costs a card less; it keeps its spaces and points."""
    match = advanced(3)
    grant(match, 0, "diesel", "stoker")
    set_hand(match, 0, yellow=2)
    set_pieces(match, 0, 2)
    refused(match, "claim:Bristol–Plymouth", "3 pieces, and you have 2")
    set_pieces(match, 0, 9)
    match.play("claim:Bristol–Plymouth")
    assert match.state.tally[POINTS] == 4
    assert match.state.tally[PIECES] == 6
    assert discards(match) == {"yellow": 2}


# Everything lies open


def test_technology_is_public() -> None:
    """United Kingdom: what each player holds and what lies on the table is seen by all."""
    match = advanced(3)
    grant(match, 1, "booster", "diesel")
    seen = [match.view(seat)["mechanics"] for seat in (0, 1, 2, -1)]
    assert seen[0] == seen[1] == seen[2] == seen[3]
    mechanics = seen[0]
    assert isinstance(mechanics, dict)
    technology = mechanics["technology"]
    assert technology["held"] == [[], [6, 15], []]
    assert Counter(row["copies"] for row in technology["shelf"]) == {4: 9, 3: 1, 2: 1, 1: 4, 0: 1}


def test_what_was_bought_this_turn_is_public_until_the_turn_ends() -> None:
    """United Kingdom: a purchase is made in the open, also one that goes back on the table."""
    match = advanced(3)

    def bought() -> list[object]:
        mechanics = [match.view(seat)["mechanics"] for seat in (0, 1, 2, -1)]
        assert all(isinstance(data, dict) for data in mechanics)
        return [data["technology"]["bought"] for data in mechanics if isinstance(data, dict)]

    assert bought() == [None] * 4
    set_hand(match, 0, red=2, locomotive=1)
    match.play("buy:thermocompressor")
    assert bought() == [THERMOCOMPRESSOR] * 4
    match.play("tickets")
    match.play("keep:1")
    assert match.seat == 1
    assert bought() == [None] * 4


def test_a_purchase_that_is_being_paid_is_not_seen_by_others() -> None:
    """Common, hidden: nothing of a payment is seen before it is made."""
    match = advanced(3)
    set_hand(match, 0, red=4, locomotive=1)
    before = match.view(1)
    match.play("buy:wales")
    assert kingdom(match).buying == 0
    assert match.view(1) == before
    match.play("exchange:0")
    assert match.view(1) != before
    assert match.state.tally[TALLY + PIECES] == 35
