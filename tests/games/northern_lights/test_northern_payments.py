"""Northern Lights: locomotives on every route, and ferries with pairs (R12).

Every set of cards that the rules allow is found by brute force, space after space, and compared
with every set that a sequence of the engine's decisions can pay.
"""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.common_positions import (
    FIVE_COLOURS,
    Cards,
    Counts,
    all_ways,
    arrange,
    claim,
    colours_of,
    counts,
    length_of,
    one_card,
    plus,
    reached,
    refuses,
    symbols_of,
)
from tests.support import board_rules, discards, hand, legal, started, texts
from wagonik import Match
from wagonik.engine.cards import COLOURS, KIND_NAMES, LOCOMOTIVE

RANA = "Mo_i_Rana–Narvik/grey/1"  # 4 spaces, 2 symbols, +2
ONE = "Stockholm–Turku/grey/1"  # 2 spaces, 1 symbol
MATCH = started("northern_lights", 2, 1)


def position(**cards: int) -> Match:
    match = MATCH.copy()
    arrange(match, hands=(cards, {}), market=FIVE_COLOURS, deck={"white": 40}, discards={})
    return match


PAIRS = {plus(one_card(colour), one_card(colour)) for colour in range(COLOURS)}


def allowed(match: Match, text: str, cards: Counts) -> set[Counts]:
    """Every set of cards that pays for a track, by the page of the rules alone."""
    length, symbols = length_of(match, text), symbols_of(match, text)
    locomotive = {one_card(LOCOMOTIVE)}

    def spaces(colour: int) -> list[set[Counts]]:
        usual = [{one_card(colour)} | locomotive] * (length - symbols)
        return [locomotive | PAIRS] * symbols + usual

    return all_ways(cards, colours_of(match, text), spaces)


def agrees(cards: Cards, text: str) -> None:
    match = position(**cards)
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
    "Umeå–Vaasa/grey/1",  # 1 space, 1 symbol
    ONE,
    "Riga–Visby",  # 3, 1
    "Stockholm–Tallinn",  # 4, 1
    RANA,
    "Mo_i_Rana–Trondheim/grey/1",  # 5, 2
    "Honningsvåg–Tromsø/grey/1",
]


@settings(max_examples=150, deadline=None, derandomize=True)
@given(small_hands(5, 5), st.sampled_from(FERRIES))
def test_r12_every_legal_payment_of_a_ferry_can_be_reached_and_no_other(
    cards: dict[str, int], text: str
) -> None:
    """Northern Lights, ferries, R12."""
    agrees(cards, text)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    small_hands(4, 5),
    st.sampled_from(["Kuopio–Lahti/white", "Kuopio–Vaasa", "Helsinki–Turku", "Apatity–Kemijärvi"]),
)
def test_every_legal_payment_of_a_coloured_route_can_be_reached_and_no_other(
    cards: dict[str, int], text: str
) -> None:
    """Northern Lights, locomotives: they stand for any colour on every route."""
    agrees(cards, text)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(small_hands(5, 5))
def test_a_track_is_listed_exactly_if_some_payment_exists(cards: dict[str, int]) -> None:
    """Common: the list of claims is complete and without doubles, for the whole board."""
    match = position(**cards)
    board = board_rules(match).board
    known: dict[tuple[str, int, int], bool] = {}
    expected = set()
    for text, route in zip(board.track_texts, board.routes, strict=True):
        cost = (route.colour, route.length, route.locomotives)
        if cost not in known:
            known[cost] = bool(allowed(match, text, counts(cards)))
        if known[cost]:
            expected.add(f"claim:{text}")
    assert legal(match, "claim") == expected
    assert len(match.legal()) == len(set(match.legal()))


def test_ferries_are_the_grey_routes() -> None:
    """Northern Lights, ferries: exactly the grey routes have symbols."""
    for route in board_rules(MATCH).board.routes:
        assert (route.colour == "grey") == (route.locomotives > 0)


@pytest.mark.parametrize("locomotives", range(4))
def test_locomotives_stand_for_any_colour_on_every_route(locomotives: int) -> None:
    """Northern Lights, locomotives: on a coloured route of three spaces."""
    cards = {"white": 3 - locomotives, "locomotive": locomotives}
    match = position(**cards)
    claim(match, "Kuopio–Lahti/white")
    assert discards(match) == {kind: n for kind, n in cards.items() if n}


def test_example_a_ferry_with_one_symbol_takes_a_locomotive_or_a_pair() -> None:
    """Northern Lights, ferries: at least one locomotive or one pair."""
    assert reached(position(red=1, locomotive=1), ONE) == {counts({"red": 1, "locomotive": 1})}
    assert reached(position(red=1, blue=2), ONE) == {counts({"red": 1, "blue": 2})}
    assert reached(position(locomotive=2), ONE) == {counts({"locomotive": 2})}
    assert reached(position(red=3), ONE) == {counts({"red": 3})}
    for cards in ({"red": 2}, {"red": 1, "blue": 1, "green": 1}, {"locomotive": 1}, {"red": 1}):
        assert f"claim:{ONE}" not in texts(position(**cards))
    refuses(position(red=2), f"claim:{ONE}", "your cards can't pay")


def test_example_mo_i_rana_narvik_with_a_locomotive_a_pair_and_two_of_a_colour() -> None:
    """Northern Lights, ferries: 4 spaces and 2 symbols, the page's example."""
    match = position(locomotive=1, red=2, blue=2)
    match.play(f"claim:{RANA}")
    assert texts(match) == {"pay:red+2", "pay:blue+2"}
    match.play("pay:blue+2")  # the blue cards pay the spaces, so the red ones are the pair
    assert discards(match) == {"locomotive": 1, "red": 2, "blue": 2}
    assert hand(match, 0) == {"white": 2}  # two bonus cards
    view = match.view()["players"][0]  # type: ignore[index]
    assert (view["points"], view["pieces"]) == (7, 36)


def test_the_chosen_colour_may_be_the_pairs_colour_or_differ() -> None:
    """Northern Lights, ferries: one chosen colour for the other spaces."""
    assert reached(position(red=4, blue=2), ONE) == {
        counts({"red": 3}),
        counts({"red": 1, "blue": 2}),
        counts({"red": 2, "blue": 1}),
    }


def test_the_other_spaces_take_one_colour_only() -> None:
    """Northern Lights, ferries: two different cards do not pay two spaces."""
    assert f"claim:{RANA}" not in texts(position(locomotive=2, red=1, blue=1))
    assert reached(position(locomotive=2, red=2), RANA) == {counts({"locomotive": 2, "red": 2})}


def test_locomotives_may_pay_the_other_spaces_too() -> None:
    """Northern Lights, ferries: cards of one chosen colour, or locomotives."""
    assert reached(position(locomotive=4), RANA) == {counts({"locomotive": 4})}
    assert reached(position(locomotive=3, red=1), RANA) == {counts({"locomotive": 3, "red": 1})}
    assert reached(position(locomotive=2, red=4), RANA) == {
        counts({"locomotive": 2, "red": 2}),
        counts({"locomotive": 1, "red": 4}),
        counts({"locomotive": 2, "red": 3}),
        counts({"locomotive": 2, "red": 4}),
    }


def test_a_pair_pays_a_symbol_only() -> None:
    """Northern Lights, ferries: on the other spaces two cards do not stand for one."""
    four = "Stockholm–Tallinn"  # 4 spaces, 1 symbol
    assert f"claim:{four}" not in texts(position(red=2, blue=2, green=2, white=2, black=2))
    assert reached(position(red=2, blue=3), four) == {counts({"red": 2, "blue": 3})}


def test_r12_two_pairs_may_be_of_the_same_colour_or_not() -> None:
    """Northern Lights, R12: four red are two pairs; so are two red and two blue."""
    assert reached(position(red=4, white=2), RANA) == {counts({"red": 4, "white": 2})}
    assert reached(position(red=2, blue=2, white=2), RANA) == {
        counts({"red": 2, "blue": 2, "white": 2})
    }
    assert reached(position(red=6), RANA) == {counts({"red": 6})}


def test_r12_a_pair_is_two_cards_of_a_colour_not_one_with_a_locomotive() -> None:
    """Northern Lights, R12: a red card and a locomotive are no pair for the second symbol."""
    # One locomotive for one symbol, two white for the spaces; the second symbol is not paid.
    assert f"claim:{RANA}" not in texts(position(locomotive=1, red=1, white=2))
    # Were red and locomotive a pair, this hand could pay three cards for two spaces.
    assert reached(position(locomotive=2, red=1), ONE) == {
        counts({"locomotive": 1, "red": 1}),
        counts({"locomotive": 2}),
    }


def test_r12_two_locomotives_are_not_a_pair() -> None:
    """Northern Lights, R12: a pair is of a colour; three locomotives never pay two spaces."""
    assert reached(position(locomotive=3), ONE) == {counts({"locomotive": 2})}


def test_the_pairs_are_chosen_one_by_one() -> None:
    """Northern Lights, R12: the steps of a payment, with all choices at each of them."""
    match = position(red=4, blue=3, white=2, locomotive=1)
    match.play(f"claim:{RANA}")
    assert texts(match) == {
        "pay:red+2", "pay:red+3", "pay:blue+2", "pay:blue+3", "pay:white+2", "pay:white+3"
    }  # fmt: skip
    match.play("pay:white+2")
    assert texts(match) == {"exchange:1", "exchange:2"}
    refuses(match, "exchange:0", "exchanges")
    match.play("exchange:2")
    # The first pair can only be red, so it is given already.
    assert texts(match) == {"give:red", "give:blue"}
    refuses(match, "give:white", "give cards that you hold")
    refuses(match, "give:locomotive", "give cards that you hold")
    match.play("give:blue")
    assert discards(match) == {"white": 2, "red": 2, "blue": 2}
    assert hand(match, 0) == {"red": 2, "blue": 1, "locomotive": 1, "white": 2}
