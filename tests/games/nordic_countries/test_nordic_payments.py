"""Nordic Countries: what may be played for ordinary routes, ferries (R9) and Murmansk (R8).

Every set of cards that the rules allow is found by brute force, space after space, and compared
with every set that a sequence of the engine's decisions can pay.
"""

from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.common_positions import (
    FIVE_COLOURS,
    Cards,
    Counts,
    all_ways,
    any_cards,
    arrange,
    cards_of,
    claim,
    colours_of,
    counts,
    length_of,
    one_card,
    reached,
    refuses,
    symbols_of,
)
from tests.support import board_rules, discards, hand, legal, started, texts
from wagonik import Match
from wagonik.engine.cards import KIND_NAMES, LOCOMOTIVE

MURMANSK = "Lieksa–Murmansk"
BY_SEA = "Kristiansand–Stavanger/orange"  # 3 spaces, 1 symbol
MATCH = started("nordic_countries", 2, 1)


def position(**cards: int) -> Match:
    match = MATCH.copy()
    arrange(match, hands=(cards, {}), market=FIVE_COLOURS, deck={"white": 40}, discards={})
    return match


def allowed(match: Match, text: str, cards: Counts) -> set[Counts]:
    """Every set of cards that pays for a track, by the page of the rules alone."""
    board = board_rules(match).board
    route = board.routes[board.track_texts.index(text)]
    return all_ways(cards, colours_of(match, text), spaces_of(route.exchange, match, text, cards))


def spaces_of(
    exchange: int, match: Match, text: str, cards: Counts
) -> Callable[[int], list[set[Counts]]]:
    length, symbols = length_of(match, text), symbols_of(match, text)
    if exchange:
        four = any_cards(exchange, cards)
        return lambda colour: [{one_card(colour)} | four] * length
    if symbols:
        locomotive = {one_card(LOCOMOTIVE)} | any_cards(3, cards)
        return lambda colour: (
            [locomotive] * symbols + [{one_card(colour)} | locomotive] * (length - symbols)
        )
    return lambda colour: [{one_card(colour)}] * length


def agrees(cards: Cards, text: str) -> None:
    match = MATCH.copy()
    arrange(match, hands=(cards, {}), market=FIVE_COLOURS, deck={"white": 40}, discards={})
    ways = allowed(match, text, counts(cards))
    assert (f"claim:{text}" in texts(match)) == bool(ways)
    if ways:
        assert reached(match, text) == ways


def small_hands(kinds: int, most: int) -> st.SearchStrategy[dict[str, int]]:
    chosen = st.lists(st.sampled_from(KIND_NAMES), min_size=1, max_size=kinds, unique=True)
    return chosen.flatmap(
        lambda names: st.fixed_dictionaries({name: st.integers(0, most) for name in names})
    )


FERRIES = [
    "Århus–København",  # grey, 1 space, 1 symbol
    "Ålborg–Göteborg",  # grey, 2, 1
    "Bergen–Stavanger",  # purple, 2, 1
    BY_SEA,
    "Helsinki–Stockholm/grey",  # 4, 2
    "Helsinki–Stockholm/yellow",  # 4, 1
    "Mo_i_Rana–Narvik",  # orange, 4, 2
    "Åndalsnes–Bergen",  # black, 5, 2
]


@settings(max_examples=80, deadline=None, derandomize=True)
@given(small_hands(4, 4), st.sampled_from(FERRIES))
def test_r9_every_legal_payment_of_a_ferry_can_be_reached_and_no_other(
    cards: dict[str, int], text: str
) -> None:
    """Nordic Countries, ferries, R9."""
    agrees(cards, text)


@pytest.mark.parametrize(
    "cards",
    [
        {"orange": 2, "locomotive": 1},
        {"orange": 3, "red": 2, "blue": 1},
        {"orange": 5},
        {"orange": 6, "locomotive": 2},
        {"locomotive": 6},
        {"red": 4, "blue": 3, "green": 2},
        {"orange": 1, "red": 3, "locomotive": 1},
    ],
)
def test_r9_all_payments_of_stavanger_kristiansand_by_sea(cards: dict[str, int]) -> None:
    """Nordic Countries, ferries, R9: on hands near the edge."""
    agrees(cards, BY_SEA)


@settings(max_examples=25, deadline=None, derandomize=True)
@given(small_hands(3, 9))
def test_r8_every_legal_payment_of_murmansk_lieksa_can_be_reached_and_no_other(
    cards: dict[str, int],
) -> None:
    """Nordic Countries, Murmansk–Lieksa, R8."""
    agrees(cards, MURMANSK)


@pytest.mark.parametrize(
    "cards",
    [
        {"green": 7, "red": 8},
        {"green": 7, "red": 7},
        {"green": 8, "red": 3},
        {"green": 12},
        {"green": 11, "locomotive": 1},
        {"green": 5, "red": 6, "locomotive": 9},
        {"red": 12, "green": 10, "blue": 2},
        {"locomotive": 14, "white": 12},
    ],
)
def test_r8_payments_of_murmansk_lieksa_at_the_edges(cards: dict[str, int]) -> None:
    """Nordic Countries, Murmansk–Lieksa, R8: what can be paid, on hands near the edge."""
    agrees(cards, MURMANSK)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(small_hands(5, 6), st.sampled_from(["Kuopio–Oulu", "Kuopio–Lahti", "Kuopio–Vaasa"]))
def test_every_legal_payment_of_an_ordinary_route_can_be_reached_and_no_other(
    cards: dict[str, int], text: str
) -> None:
    """Nordic Countries: cards of one colour, no locomotives."""
    agrees(cards, text)


@settings(max_examples=40, deadline=None, derandomize=True)
@given(small_hands(3, 4))
def test_a_track_is_listed_exactly_if_some_payment_exists(cards: dict[str, int]) -> None:
    """Common: the list of claims is complete and without doubles, for the whole board."""
    match = MATCH.copy()
    arrange(match, hands=(cards, {}), market=FIVE_COLOURS, deck={"white": 40}, discards={})
    board = board_rules(match).board
    have = counts(cards)
    known: dict[tuple[str, int, int, bool, int], bool] = {}
    expected = set()
    for text, route in zip(board.track_texts, board.routes, strict=True):
        cost = (route.colour, route.length, route.locomotives, route.tunnel, route.exchange)
        if cost not in known:
            if route.tunnel:
                colour = KIND_NAMES.index(route.colour)
                known[cost] = have[colour] + have[LOCOMOTIVE] >= route.length
            else:
                known[cost] = bool(allowed(match, text, have))
        if known[cost]:
            expected.add(f"claim:{text}")
    assert legal(match, "claim") == expected
    assert len(match.legal()) == len(set(match.legal()))


# Locomotives


def test_locomotives_are_never_a_wild_card_on_an_ordinary_route() -> None:
    """Nordic Countries: only on ferries and tunnels."""
    match = position(orange=1, locomotive=14)
    board = board_rules(match).board
    for text in texts(match):
        if text.startswith("claim:"):
            route = board.routes[board.track_texts.index(text.removeprefix("claim:"))]
            ordinary = not route.tunnel and not route.locomotives
            assert (
                not ordinary
                or (route.colour == "orange" and route.length == 1)
                or (route.length == 1 and route.colour == "grey")
            )
    refuses(match, "claim:Göteborg–Oslo", "your cards can't pay")
    match = position(orange=2, locomotive=14)
    assert reached(match, "Göteborg–Oslo") == {counts({"orange": 2})}


def test_locomotives_alone_pay_no_grey_route() -> None:
    """Nordic Countries: grey ordinary routes take one of the eight colours."""
    match = position(locomotive=14)
    for text in ("Kuopio–Oulu", "Norrköping–Örebro", "Stockholm–Sundsvall/grey/1"):
        refuses(match, f"claim:{text}", "your cards can't pay")


# Murmansk–Lieksa


def test_murmansk_lieksa_example_seven_green_and_eight_of_any_other_kind() -> None:
    """Nordic Countries, Murmansk–Lieksa: the page's example, for 27 points and 9 trains."""
    match = position(green=7, red=3, blue=3, locomotive=2)
    claim(match, MURMANSK)  # the only way to pay, so no further decision
    assert match.seat == 1
    assert hand(match, 0) == {}
    assert discards(match) == {"green": 7, "red": 3, "blue": 3, "locomotive": 2}
    sheet = match.view()["players"][0]  # type: ignore[index]
    assert (sheet["points"], sheet["pieces"]) == (27, 31)


def test_murmansk_lieksa_with_nine_of_a_colour() -> None:
    """Nordic Countries, Murmansk–Lieksa: grey, ordinary: nine of one colour."""
    assert reached(position(green=9), MURMANSK) == {counts({"green": 9})}
    assert f"claim:{MURMANSK}" not in texts(position(green=8, red=3))
    assert f"claim:{MURMANSK}" not in texts(position(green=8, locomotive=3))
    assert reached(position(green=8, locomotive=4), MURMANSK) == {
        counts({"green": 8, "locomotive": 4})
    }


def test_r8_all_nine_may_be_replaced() -> None:
    """Nordic Countries, R8: thirty-six cards of any kinds, no colour at all."""
    cards = dict.fromkeys(KIND_NAMES, 4)
    match = position(**cards)
    claim(match, MURMANSK, "pay:locomotive+9")  # all cards must be given: no more decisions
    assert discards(match) == cards
    assert hand(match, 0) == {}
    match = position(**(cards | {"red": 3}))
    match.play(f"claim:{MURMANSK}")
    assert "pay:locomotive+9" not in texts(match)
    assert "pay:red+8" in texts(match)


def test_r8_the_cards_of_one_group_of_four_may_be_mixed() -> None:
    """Nordic Countries, R8: four kinds stand for one green card."""
    mixed = counts({"green": 8, "red": 1, "blue": 1, "white": 1, "locomotive": 1})
    assert reached(position(**cards_of(mixed)), MURMANSK) == {mixed}


def test_r8_cards_of_the_chosen_colour_may_be_among_them() -> None:
    """Nordic Countries, R8: twelve green pay for nine spaces, eight and a group of four."""
    assert reached(position(green=12), MURMANSK) == {
        counts({"green": 9}),
        counts({"green": 12}),
    }


def test_r8_four_cards_stand_for_a_card_on_this_route_only() -> None:
    """Nordic Countries: other grey ordinary routes have no exchange."""
    match = position(green=2, red=2, blue=2, white=2, black=2, purple=2)
    assert "claim:Kuopio–Oulu" not in texts(match)
    assert "claim:Göteborg–Norrköping" not in texts(match)


# Ferries


def test_ferry_example_stavanger_kristiansand_by_sea() -> None:
    """Nordic Countries, ferries: one locomotive and orange cards."""
    match = position(orange=2, locomotive=1)
    claim(match, BY_SEA)
    assert discards(match) == {"orange": 2, "locomotive": 1}
    assert match.view()["players"][0]["points"] == 4  # type: ignore[index]
    assert reached(position(orange=3, locomotive=1), BY_SEA) == {
        counts({"orange": 2, "locomotive": 1})
    }
    assert f"claim:{BY_SEA}" not in texts(position(orange=4))
    assert f"claim:{BY_SEA}" not in texts(position(red=2, locomotive=1))


def test_more_locomotives_may_be_played_in_place_of_colour_cards() -> None:
    """Nordic Countries, ferries: up to locomotives only."""
    assert reached(position(orange=1, locomotive=2), BY_SEA) == {
        counts({"orange": 1, "locomotive": 2})
    }
    assert reached(position(locomotive=3), BY_SEA) == {counts({"locomotive": 3})}


def test_any_three_cards_may_stand_for_a_locomotive() -> None:
    """Nordic Countries, ferries: two orange and three others."""
    match = position(orange=2, red=3)
    claim(match, BY_SEA)
    assert discards(match) == {"orange": 2, "red": 3}


def test_r9_three_cards_stand_for_a_locomotive_that_replaces_a_colour_card() -> None:
    """Nordic Countries, R9: one orange and six others, or nine others, pay three spaces."""
    six = counts({"orange": 1, "red": 3, "blue": 3})
    assert reached(position(orange=1, red=3, blue=3), BY_SEA) == {six}
    nine = counts({"red": 4, "blue": 5})
    assert reached(position(red=4, blue=5), BY_SEA) == {nine}
    assert f"claim:{BY_SEA}" not in texts(position(red=4, blue=4))


def test_r9_the_three_may_be_mixed() -> None:
    """Nordic Countries, R9: three kinds for one locomotive; orange may be among them."""
    assert reached(position(orange=2, red=1, blue=1, white=1), BY_SEA) == {
        counts({"orange": 2, "red": 1, "blue": 1, "white": 1})
    }
    assert reached(position(orange=5), BY_SEA) == {counts({"orange": 5})}


def test_r9_the_three_may_include_locomotives() -> None:
    """Nordic Countries, R9: however unwise, three locomotives may stand for one."""
    assert reached(position(orange=2, locomotive=3), BY_SEA) == {
        counts({"orange": 2, "locomotive": 1}),
        counts({"orange": 1, "locomotive": 2}),
        counts({"locomotive": 3}),
        counts({"orange": 2, "locomotive": 3}),  # three for the symbol
    }


def test_r9_an_exchange_takes_no_more_pieces() -> None:
    """Nordic Countries, R9: nine cards, three spaces, three trains."""
    match = position(red=4, blue=5)
    arrange(match, pieces=(3, 40))
    claim(match, BY_SEA)
    assert match.view()["players"][0]["pieces"] == 0  # type: ignore[index]


def test_the_cards_of_an_exchange_are_given_one_by_one() -> None:
    """Nordic Countries, R9: the steps of a payment, with all choices at each of them."""
    match = position(orange=2, red=2, blue=2, locomotive=1)
    match.play(f"claim:{BY_SEA}")
    assert texts(match) == {"pay:orange+1", "pay:orange+2", "pay:locomotive+3"}
    match.play("pay:orange+1")
    assert texts(match) == {"exchange:0", "exchange:1"}
    refuses(match, "exchange:2", "exchanges")
    match.play("exchange:1")
    assert texts(match) == {"give:red", "give:blue"}
    refuses(match, "give:orange", "give cards that you hold")
    refuses(match, "give:white", "give cards that you hold")
    match.play("give:red")
    assert texts(match) == {"give:red", "give:blue"}
    match.play("give:blue")
    assert texts(match) == {"give:blue", "give:locomotive"}
    refuses(match, "give:red", "ascending order")
    match.play("give:locomotive")
    assert discards(match) == {"orange": 2, "red": 1, "blue": 1, "locomotive": 1}
    assert hand(match, 0) == {"red": 1, "blue": 1}
    assert match.seat == 1


def test_a_payment_that_is_being_put_together_is_not_seen_by_others() -> None:
    """Common: cards in hand are hidden until they are paid."""
    match = position(orange=2, red=2, blue=2, locomotive=1)
    before = [match.view(viewer) for viewer in (-1, 1)]
    match.play(f"claim:{BY_SEA}")
    match.play("pay:orange+1")
    match.play("exchange:1")
    match.play("give:red")
    assert [match.view(viewer) for viewer in (-1, 1)] == before


@pytest.mark.parametrize(
    ("kind", "cards", "words"),
    [
        ("ordinary", {"red": 1, "locomotive": 9}, "red cards; locomotives are for ferries and"),
        ("tunnel", {"red": 1, "blue": 9}, "or locomotives; no exchange in tunnels (Nordic"),
        ("ferry", {"red": 1}, "1 of them a locomotive, or what may stand for them (common"),
    ],
)
def test_an_error_says_what_may_be_played(kind: str, cards: dict[str, int], words: str) -> None:
    """Nordic Countries: locomotives only on ferries and tunnels; no exchange in tunnels (R11)."""
    match = position(**cards)
    board = board_rules(match).board
    text = next(
        text
        for text, route in zip(board.track_texts, board.routes, strict=True)
        if (route.tunnel, route.locomotives > 0) == (kind == "tunnel", kind == "ferry")
        and route.length > 2
        and (kind == "ferry" or route.colour == "red")
    )
    refuses(match, f"claim:{text}", words, "Nordic Countries" if kind != "ferry" else "claiming")
