"""United Kingdom: an error names the rule that forbids the action."""

import pytest

from tests.engine.common_positions import refuses
from tests.games.united_kingdom.kingdom import ADVANCED, pay_with_locomotives
from tests.support import own, set_hand, set_pieces, started
from wagonik import Match

ORANGE = "Liverpool–Manchester/orange"


def position(**cards: int) -> Match:
    """Another player owns two routes, one of them over the sea, and two in London's reach."""
    match = started("united_kingdom", options=ADVANCED)
    own(match, 1, ORANGE, "Dublin–Holyhead", "Hull–Leeds", "Dover–London")
    own(match, 0, "Ipswich–London")
    set_hand(match, 0, **cards)
    return match


def test_r18_a_second_claim_that_a_rule_forbids() -> None:
    """United Kingdom, R18: the second route of the Thermocompressor is claimed like any other."""
    match = position(locomotive=12, red=12)
    pay_with_locomotives(match, "buy:thermocompressor")
    pay_with_locomotives(match, "claim:Barrow–Carlisle")
    assert match.seat == 0
    refuses(match, f"claim:{ORANGE}", "another player owns this track (common)")
    refuses(match, "claim:Barrow–Carlisle", "you own this track already (common)")
    refuses(match, "claim:Carlisle–Edinburgh", "it needs Scotland Concession")
    refuses(match, "deck", "claim a second route or stop (United Kingdom, R18)")


def test_r17_a_claim_that_right_of_way_does_not_allow() -> None:
    """United Kingdom, R17: only another player's route, with its technology, pieces and cards."""
    match = position(locomotive=6, red=1)
    set_pieces(match, 0, 1)
    pay_with_locomotives(match, "buy:right-of-way")
    assert match.seat == 0
    refuses(match, "claim:Ipswich–London", "nobody may own the same track twice", "R17")
    refuses(match, "claim:Dublin–Holyhead", "it needs Wales Concession and Ireland/France")
    refuses(match, "claim:Dover–London", "it takes 2 pieces, and you have 1 left (common)")
    refuses(match, "claim:Barrow–Carlisle", "claim another player's route now", "R17")
    refuses(match, "deck", "claim another player's route now", "R17")


@pytest.mark.parametrize(
    ("locomotives", "words"),
    [(3, "you have too few locomotives"), (4, "you could not claim another player's route")],
)
def test_r17_right_of_way_that_cannot_be_bought(locomotives: int, words: str) -> None:
    """United Kingdom, R17: the price first, then whether it could be used."""
    refuses(position(locomotive=locomotives), "buy:right-of-way", words)


def test_a_purchase_is_paid_before_anything_else() -> None:
    """United Kingdom, R15: how a technology is paid for is chosen first."""
    match = position(locomotive=2, red=12)
    match.play("buy:wales")
    assert {action.family for action in match.legal_actions()} == {"exchange"}
    for action in ("deck", "give:red", "claim:Barrow–Carlisle"):
        refuses(match, action, "you are paying for Wales Concession: choose how first (common")
    refuses(match, "exchange:2", "so many exchanges", "(United Kingdom, R15)")
