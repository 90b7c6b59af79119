"""Nordic Countries: tunnels (R10, R11)."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.engine.common_positions import (
    FIVE_COLOURS,
    Cards,
    all_ways,
    arrange,
    claim,
    counts,
    deck,
    events,
    one_card,
    pieces,
    points,
    reached,
    refuses,
)
from tests.support import discards, hand, market, own, started, texts
from wagonik import Match
from wagonik.engine.cards import GREEN, LOCOMOTIVE

TUNNEL = "Kristiansand–Stavanger/green"  # two spaces
MATCH = started("nordic_countries", 2, 1)


def position(cards: Cards, up: Cards, discarded: Cards | None = None) -> Match:
    """Seat 0 has the cards, and exactly these cards lie in the deck."""
    match = MATCH.copy()
    arrange(match, hands=(cards, {}), market=FIVE_COLOURS, deck=up, discards=discarded or {})
    return match


def laid(cards: Cards, up: Cards, *payment: str) -> Match:
    match = position(cards, up)
    claim(match, TUNNEL, *payment)
    return match


def claimed(match: Match) -> bool:
    return points(match, 0) == 2


def test_example_two_green_laid_one_green_turned_up_takes_one_more_green() -> None:
    """Nordic Countries, tunnels: the page's first example."""
    match = laid({"green": 3}, {"green": 1, "red": 1, "blue": 1})
    assert match.seat == 0
    assert texts(match) == {"add:0", "withdraw"}
    match.play("add:0")
    assert claimed(match)
    assert hand(match, 0) == {}
    assert pieces(match, 0) == 38
    # The deck ran out: everything discarded is the new deck.
    assert deck(match) == {"green": 4, "red": 1, "blue": 1}
    assert match.seat == 1


def test_example_two_green_laid_one_green_turned_up_takes_a_locomotive_as_well() -> None:
    """Nordic Countries, tunnels: "one more green (or locomotive)"."""
    match = laid({"green": 2, "locomotive": 1}, {"green": 1, "red": 1, "blue": 1}, "pay:green+0")
    assert texts(match) == {"add:1", "withdraw"}
    match.play("add:1")
    assert claimed(match)
    assert deck(match) == {"green": 3, "locomotive": 1, "red": 1, "blue": 1}


def test_example_two_green_laid_a_locomotive_turned_up() -> None:
    """Nordic Countries, tunnels: the page's second example: one more green or locomotive."""
    match = laid(
        {"green": 3, "locomotive": 1}, {"locomotive": 1, "red": 1, "blue": 1}, "pay:green+0"
    )
    assert texts(match) == {"add:0", "add:1", "withdraw"}


def test_example_two_locomotives_laid_one_locomotive_turned_up() -> None:
    """Nordic Countries, tunnels: the page's third example: one more locomotive, not a green."""
    match = laid(
        {"green": 3, "locomotive": 3},
        {"locomotive": 1, "red": 1, "blue": 1},
        "pay:locomotive+2",
    )
    assert texts(match) == {"add:1", "withdraw"}
    match.play("add:1")
    assert claimed(match)
    assert hand(match, 0) == {"green": 3}


def test_only_locomotives_laid_only_locomotives_count() -> None:
    """Nordic Countries, tunnels: green cards turned up cost nothing then."""
    match = laid({"locomotive": 2}, {"green": 3})
    assert claimed(match)
    assert deck(match) == {"green": 3, "locomotive": 2}
    match = laid({"locomotive": 2, "green": 5}, {"green": 2, "locomotive": 1}, "pay:locomotive+2")
    # A turned-up locomotive needs a locomotive: there is none, so the turn is over.
    assert not claimed(match)
    assert match.seat == 1
    assert hand(match, 0) == {"locomotive": 2, "green": 5}


def test_a_locomotive_with_a_colour_card_counts_the_colour() -> None:
    """Nordic Countries, tunnels: one green and one locomotive laid are green."""
    match = laid(
        {"green": 2, "locomotive": 2},
        {"green": 1, "red": 1, "blue": 1},
        "pay:green+1",
    )
    assert texts(match) == {"add:0", "add:1", "withdraw"}


@pytest.mark.parametrize(
    ("up", "extra"),
    [
        ({"red": 1, "blue": 1, "white": 1}, 0),
        ({"green": 1, "blue": 1, "white": 1}, 1),
        ({"green": 1, "locomotive": 1, "white": 1}, 2),
        ({"green": 3}, 3),
        ({"locomotive": 3}, 3),
    ],
)
def test_each_card_that_matches_takes_one_more(up: Cards, extra: int) -> None:
    """Nordic Countries, tunnels: the top three cards, each counted."""
    match = laid({"green": 8, "locomotive": 3}, up, "pay:green+0")
    if extra == 0:
        assert claimed(match)
        assert match.seat == 1
        return
    assert match.view()["mechanics"] == {"tunnel": {"turned": up, "extra": extra}}
    assert texts(match) == {f"add:{n}" for n in range(extra + 1)} | {"withdraw"}
    for locomotives in range(extra + 1):
        twin = match.copy()
        twin.play(f"add:{locomotives}")
        assert claimed(twin)
        left = {"green": 6 - extra + locomotives, "locomotive": 3 - locomotives}
        assert hand(twin, 0) == {kind: n for kind, n in left.items() if n}
        assert pieces(twin, 0) == 38  # more cards, not more trains


def test_exactly_three_cards_are_turned_up() -> None:
    """Nordic Countries, tunnels: no more than three."""
    match = laid({"green": 2}, {"red": 10})
    assert deck(match) == {"red": 7}
    assert discards(match) == {"red": 3, "green": 2}
    assert claimed(match)


def test_a_player_who_can_not_add_gets_the_cards_back_and_the_turn_ends() -> None:
    """Nordic Countries, tunnels: no route; the turned-up cards are discarded."""
    match = position({"green": 2, "red": 5}, {"green": 3}, {"white": 2})
    since = len(match.events())
    claim(match, TUNNEL)
    assert not claimed(match)
    assert match.seat == 1
    assert hand(match, 0) == {"green": 2, "red": 5}
    assert pieces(match, 0) == 40
    assert deck(match) == {"white": 2}
    assert discards(match) == {"green": 3}
    assert [e for e in events(match, since) if e != "shuffled"] == [
        "laid", "tunnel", "tunnel", "tunnel", "withdrew", "turn"
    ]  # fmt: skip


def test_a_player_who_does_not_want_to_add_may_take_the_cards_back() -> None:
    """Nordic Countries, tunnels: the same for one who could pay; the route stays open."""
    match = laid({"green": 8}, {"green": 3})
    match.play("withdraw")
    assert not claimed(match)
    assert hand(match, 0) == {"green": 8}
    assert match.seat == 1
    assert deck(match) == {"green": 3}
    match.play("deck")
    match.play("deck")
    assert f"claim:{TUNNEL}" in texts(match)


def test_the_turned_up_cards_are_discarded_either_way() -> None:
    """Nordic Countries, tunnels: when the route is claimed, and when it is not."""
    match = position({"green": 5}, {"green": 3}, {"white": 7})
    claim(match, TUNNEL)
    match.play("add:0")
    assert discards(match) == {"green": 8}
    match = position({"green": 5}, {"green": 3}, {"white": 7})
    claim(match, TUNNEL)
    match.play("withdraw")
    assert discards(match) == {"green": 3}


def test_laid_cards_are_not_among_the_discards_of_a_shuffle() -> None:
    """Nordic Countries, tunnels: the deck runs out while cards are turned up."""
    match = position({"green": 2}, {"red": 1}, {"white": 2})
    since = len(match.events())
    claim(match, TUNNEL)
    turned = [e["card"] for e in match.events(-1, since) if e["event"] == "tunnel"]
    assert sorted(map(str, turned)) == ["red", "white", "white"]
    assert claimed(match)
    assert deck(match) == {"green": 2, "red": 1, "white": 2}


def test_turned_up_cards_are_not_among_the_discards_of_a_shuffle() -> None:
    """Nordic Countries, tunnels, R10: a card is turned up once."""
    match = position({"green": 2}, {"red": 1}, {"white": 1})
    since = len(match.events())
    claim(match, TUNNEL)
    turned = [e["card"] for e in match.events(-1, since) if e["event"] == "tunnel"]
    assert turned == ["red", "white"]


@pytest.mark.parametrize("cards", [0, 1, 2])
def test_r10_if_fewer_than_three_can_be_turned_up_as_many_as_there_are(cards: int) -> None:
    """Nordic Countries, R10: each of them counts, and missing ones cost nothing."""
    match = MATCH.copy()
    arrange(
        match,
        hands=({"green": 6}, {}),
        market=FIVE_COLOURS,
        deck={"green": cards},
        discards={},
        ticket_deck=20,
    )
    since = len(match.events())
    claim(match, TUNNEL)
    assert events(match, since).count("tunnel") == cards
    if cards:
        assert texts(match) == {"add:0", "withdraw"}
        match.play("add:0")
    assert claimed(match)
    assert hand(match, 0) == {"green": 4 - cards}


def test_r10_after_a_failed_tunnel_with_an_empty_deck_the_cards_are_there_again() -> None:
    """Nordic Countries, R10, and common, R2: the turned-up cards fill deck and market."""
    match = MATCH.copy()
    arrange(
        match,
        hands=({"green": 2}, {}),
        market=("red", None, "blue", "blue", "blue"),
        deck={"locomotive": 2},
        discards={},
    )
    claim(match, TUNNEL)
    assert hand(match, 0) == {"green": 2}
    assert match.seat == 1
    assert market(match) == ["red", "locomotive", "blue", "blue", "blue"]
    assert deck(match) == {"locomotive": 1}


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.integers(0, 6), st.integers(0, 4), st.integers(0, 6))
def test_every_way_to_lay_cards_for_a_tunnel_can_be_reached_and_no_other(
    green: int, locomotives: int, red: int
) -> None:
    """Nordic Countries, tunnels: the colour and/or locomotives."""
    cards = {"green": green, "locomotive": locomotives, "red": red}
    match = position(cards, {"white": 9})
    for text, spaces in ((TUNNEL, 2), ("Mo_i_Rana–Trondheim/green", 5)):
        space = {one_card(GREEN), one_card(LOCOMOTIVE)}
        ways = all_ways(counts(cards), [GREEN], lambda _, s=space, n=spaces: [s] * n)  # type: ignore[misc]
        assert (f"claim:{text}" in texts(match)) == bool(ways)
        if ways:
            code = match.rules.laid_event  # type: ignore[attr-defined]
            assert reached(match, text, code) == ways


def test_r11_no_exchange_for_the_cards_laid_in_a_tunnel() -> None:
    """Nordic Countries, R11: three cards are no locomotive, four no green card."""
    match = position({"green": 1, "red": 9, "blue": 9}, {"white": 9})
    assert f"claim:{TUNNEL}" not in texts(match)
    refuses(match, f"claim:{TUNNEL}", "your cards can't pay")


def test_r11_no_exchange_for_the_cards_added_in_a_tunnel() -> None:
    """Nordic Countries, R11: other cards do not pay for what was turned up."""
    match = position({"green": 2, "red": 9, "blue": 9}, {"green": 3})
    claim(match, TUNNEL)
    assert not claimed(match)
    assert match.seat == 1
    assert hand(match, 0) == {"green": 2, "red": 9, "blue": 9}


def test_in_a_tunnel_nothing_else_can_be_done() -> None:
    """Nordic Countries, tunnels: an error names the rule, and changes nothing."""
    match = laid({"green": 3}, {"green": 2, "locomotive": 1})
    # Three more are needed and one is there: no decision was left.
    assert match.seat == 1
    match = laid({"green": 4}, {"green": 1, "red": 1, "blue": 1})
    for action in ("add:1", "deck", "pass", "tickets", "pay:green+0", f"claim:{TUNNEL}"):
        refuses(match, action, "needs 1 more", "Nordic Countries, tunnels")


def test_cards_taken_back_are_known_to_all() -> None:
    """Nordic Countries, tunnels: the laid cards were seen when they lay there."""
    match = laid({"green": 2, "red": 1}, {"green": 3})
    shown = match.view(1)["players"][0]  # type: ignore[index]
    assert shown["known"] == {"green": 2}
    assert shown["hand"] is None


def test_a_failed_attempt_is_not_a_pass() -> None:
    """Nordic Countries, tunnels, and common, R5: it is the action of the turn."""
    match = laid({"green": 2}, {"green": 3})
    assert "passed" not in events(match)
    assert match.state.passes == 0
    own(match, 1, TUNNEL)
    assert f"claim:{TUNNEL}" not in texts(match)
