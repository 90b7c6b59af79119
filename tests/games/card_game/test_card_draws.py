"""The Card Game: drawing train cards and tickets, and the end of the deck (card_game, A, C and
"Deck empty")."""

import pytest

from tests.support import (
    deck,
    discards,
    hand,
    hold,
    kept,
    legal,
    market,
    set_deck,
    set_discards,
    set_hand,
    set_market,
    set_ticket_deck,
    set_yard,
    started,
    texts,
    ticket_deck,
)
from wagonik import IllegalAction, Match

FACE_UP = ["red", "red", "blue", "white", "green"]
TAKES = {"take:red", "take:blue", "take:white", "take:green"}


def position(players: int = 2, seed: int = 1) -> Match:
    """Seat 0 is to move, with an empty hand; no tickets are left."""
    match = started("card_game", players, seed)
    set_market(match, FACE_UP)
    for seat in range(players):
        set_hand(match, seat)
    set_ticket_deck(match)
    return match


# A: train cards


def test_two_cards_one_after_the_other_from_market_or_deck() -> None:
    """card_game, A: two cards, each from the market or blind, as in the board games."""
    match = position()
    set_deck(match, black=9)
    assert texts(match) == TAKES | {"deck"}
    match.play("take:blue")
    # The market card is replaced at once, before the next draw.
    assert market(match) == ["red", "red", "black", "white", "green"]
    assert match.seat == 0
    assert texts(match) == {"take:red", "take:black", "take:white", "take:green", "deck"}
    match.play("deck")
    assert hand(match, 0) == {"blue": 1, "black": 1}
    assert match.seat == 1


def test_the_second_card_is_not_a_choice() -> None:
    """card_game, A, with R25 of the board games: stopping after one card is not possible."""
    match = position()
    match.play("deck")
    assert "pass" not in texts(match)
    with pytest.raises(IllegalAction, match="R25"):
        match.play("pass")


def test_nothing_else_can_follow_a_drawn_card() -> None:
    """card_game, phase 2: exactly one of the three: no row after a card was drawn."""
    match = position()
    set_hand(match, 0, yellow=5)
    set_ticket_deck(match, 1, 2)
    assert {"row:2_yellow", "tickets"} <= texts(match)
    match.play("take:blue")
    assert {action.family for action in match.legal_actions()} == {"deck", "market"}


def test_a_face_up_locomotive_is_the_only_card() -> None:
    """card_game, A: a face-up locomotive is the only card of the turn."""
    match = position()
    set_market(match, ["locomotive", "red", "red", "red", "red"])
    match.play("take:locomotive")
    assert hand(match, 0) == {"locomotive": 1}
    assert match.seat == 1


def test_a_face_up_locomotive_cant_be_the_second_card() -> None:
    """card_game, A, as in the board games: a face-up locomotive can be the first card only."""
    match = position()
    set_market(match, ["locomotive", "red", "blue", "blue", "blue"])
    set_deck(match, black=9)
    match.play("take:red")
    assert texts(match) == {"take:black", "take:blue", "deck"}
    with pytest.raises(IllegalAction, match="first card only"):
        match.play("take:locomotive")


def test_a_blind_locomotive_is_an_ordinary_card() -> None:
    """card_game, A, as in the board games: drawn blind, a locomotive does not end the turn."""
    match = position()
    set_deck(match, locomotive=9)
    match.play("deck")
    assert match.seat == 0
    match.play("deck")
    assert hand(match, 0) == {"locomotive": 2}
    assert match.seat == 1


def test_no_refresh_rule() -> None:
    """card_game, A: no refresh rule: three, four or five locomotives stay face up."""
    match = position()
    set_market(match, ["locomotive", "locomotive", "red", "red", "red"])
    set_deck(match, locomotive=9)
    match.play("take:red")
    match.play("take:red")
    assert market(match) == ["locomotive", "locomotive", "locomotive", "locomotive", "red"]
    assert discards(match) == {}
    first_markets = [market(Match("card_game", 2, seed)) for seed in range(150)]
    assert any(cards.count("locomotive") >= 3 for cards in first_markets)


# C: tickets


def test_four_tickets_are_drawn_and_any_number_kept() -> None:
    """card_game, C: 4 tickets, keep any number, even none."""
    match = position()
    set_ticket_deck(match, 10, 20, 30, 40, 5, 6)
    match.play("tickets")
    assert len(texts(match)) == 16
    assert {"keep:none", "keep:1", "keep:4", "keep:1,2,3,4"} <= texts(match)
    assert match.view(0)["players"][0]["offer"] == [10, 20, 30, 40]  # type: ignore[index]
    assert match.view(1)["players"][0]["offer"] is None  # type: ignore[index]
    before = set(kept(match, 0))
    match.play("keep:2,4")
    assert set(kept(match, 0)) - before == {20, 40}
    assert match.seat == 1


def test_tickets_not_kept_go_to_the_bottom() -> None:
    """card_game, C: the others go to the bottom of the ticket deck, below all that are there."""
    match = position()
    set_ticket_deck(match, 10, 20, 30, 40, 5, 6)
    match.play("tickets")
    match.play("keep:2")
    assert ticket_deck(match) == [5, 6, 10, 30, 40]
    # The next player draws the two that were there, then those put below them.
    match.play("tickets")
    assert match.view(1)["players"][1]["offer"] == [5, 6, 10, 30]  # type: ignore[index]


def test_tickets_go_below_those_shuffled_back() -> None:
    """card_game, C and setup: returned in a turn means below, whatever was shuffled before."""
    for seed in range(10):
        match = started("card_game", 2, seed)
        size = len(ticket_deck(match))
        match.play("tickets")
        offer = match.view(0)["players"][0]["offer"]  # type: ignore[index]
        match.play("keep:none")
        assert ticket_deck(match)[-4:] == offer
        assert len(ticket_deck(match)) == size
        assert match.state.pool == size - 4


def test_keeping_none_is_allowed() -> None:
    """card_game, C: even none; all four go to the bottom and the turn ends."""
    match = position()
    set_ticket_deck(match, 10, 20, 30, 40, 5)
    before = kept(match, 0)
    match.play("tickets")
    match.play("keep:none")
    assert kept(match, 0) == before
    assert ticket_deck(match) == [5, 10, 20, 30, 40]
    assert match.seat == 1


@pytest.mark.parametrize("left", [1, 2, 3])
def test_fewer_tickets_are_drawn_if_fewer_are_left(left: int) -> None:
    """card_game, C: fewer if fewer are left; none of them need be kept."""
    match = position()
    set_ticket_deck(match, *range(10, 10 + left))
    match.play("tickets")
    assert len(match.legal_actions()) == 2**left
    assert "keep:none" in texts(match)


def test_no_tickets_can_be_drawn_from_an_empty_deck() -> None:
    """card_game, C: 4 or fewer; from none, nothing can be drawn."""
    match = position()
    assert legal(match, "tickets") == set()
    with pytest.raises(IllegalAction, match="no tickets are left"):
        match.play("tickets")


# The end of the deck


def last_card(players: int = 2) -> Match:
    """Seat 0 is to draw its second card; one card is left in the deck, tickets too."""
    match = position(players)
    set_ticket_deck(match, *range(10, 40))
    match.play("deck")
    set_deck(match, black=1)
    return match


@pytest.mark.parametrize("players", [2, 3])
def test_the_last_card_gives_everybody_one_more_turn(players: int) -> None:
    """card_game, "Deck empty": every player has one more turn, the one who drew it included."""
    match = last_card(players)
    assert match.view()["last_turns"] is None
    match.play("deck")
    assert match.view()["last_turns"] == players
    turns = []
    while not match.over:
        turns.append(match.seat)
        match.play("tickets")
        match.play("keep:none")
    assert turns == [*range(1, players), 0]


def test_the_last_card_turned_up_counts_as_drawn() -> None:
    """card_game, "Deck empty": the deck also ends when its last card fills the market."""
    match = position()
    set_ticket_deck(match, *range(10, 40))
    match.play("deck")
    set_deck(match, black=1)
    match.play("take:red")
    assert market(match) == ["black", "red", "blue", "white", "green"]
    assert match.view()["last_turns"] == 2


def test_a_deck_that_is_not_empty_announces_nothing() -> None:
    """card_game, "Deck empty": only the last card does."""
    match = last_card()
    set_deck(match, black=2)
    match.play("deck")
    assert match.view()["last_turns"] is None
    assert sum(deck(match).values()) == 1


def test_the_last_card_as_the_first_of_two() -> None:
    """card_game, "Deck empty" and A: with the deck empty the second card comes from the market,
    and the turn in which it ended is not yet one of the last turns."""
    match = position()
    set_ticket_deck(match, *range(10, 40))
    set_deck(match, black=1)
    match.play("deck")
    assert match.seat == 0
    assert texts(match) == TAKES
    match.play("take:blue")
    assert market(match) == ["red", "red", None, "white", "green"]
    assert match.view()["last_turns"] == 2
    assert match.seat == 1


def test_the_market_is_no_longer_refilled() -> None:
    """card_game, "Deck empty": the market is not refilled and discards are not reshuffled."""
    match = position()
    set_ticket_deck(match, *range(10, 40))
    set_discards(match, yellow=20)
    set_deck(match)
    match.play("take:blue")
    match.play("take:red")
    assert market(match) == [None, "red", None, "white", "green"]
    assert discards(match) == {"yellow": 20}
    assert deck(match) == {}


@pytest.mark.parametrize("action", ["deck", "take:red"])
def test_discards_are_not_reshuffled(action: str) -> None:
    """card_game, "Deck empty": when the last card is drawn or turned up, the discards stay."""
    match = position()
    set_discards(match, yellow=20)
    set_deck(match, black=1)
    match.play(action)
    assert deck(match) == {}
    assert discards(match) == {"yellow": 20}
    assert match.state.shuffles == 0


def test_discards_of_a_robbery_do_not_come_back() -> None:
    """card_game, "Deck empty": discards are not reshuffled, also those of the last turns."""
    match = position()
    set_hand(match, 0, yellow=3)
    set_yard(match, 1, yellow=(2, 0))
    set_market(match, [None, "red", None, "white", "green"])
    set_deck(match)
    match.play("row:3_yellow")
    assert discards(match) == {"yellow": 2}
    assert market(match) == [None, "red", None, "white", "green"]
    assert deck(match) == {}


def test_a_last_single_card_may_be_taken_as_the_whole_action() -> None:
    """card_game, "Deck empty": one card left face up is a whole action."""
    match = position()
    set_ticket_deck(match, 10, 11)
    set_market(match, [None, None, "white", None, None])
    set_deck(match)
    assert texts(match) == {"take:white", "tickets"}
    match.play("take:white")
    assert hand(match, 0) == {"white": 1}
    assert match.seat == 1


def test_only_locomotives_left_beside_one_card() -> None:
    """card_game, A and "Deck empty": the second card can't be a face-up locomotive, so the one
    card is the whole action."""
    match = position()
    set_ticket_deck(match, 10, 11)
    set_market(match, ["locomotive", None, "white", None, "locomotive"])
    set_deck(match)
    match.play("take:white")
    assert hand(match, 0) == {"white": 1}
    assert match.seat == 1
    assert market(match) == ["locomotive", None, None, None, "locomotive"]


def test_with_no_card_left_only_b_and_c_remain() -> None:
    """card_game, "Deck empty": with no card left, only B and C remain, whatever the discards."""
    match = position()
    set_hand(match, 0, blue=2)
    set_ticket_deck(match, 10, 11)
    set_discards(match, yellow=9)
    set_market(match, [None] * 5)
    set_deck(match)
    assert texts(match) == {"row:2_blue", "tickets"}
    with pytest.raises(IllegalAction, match="deck is empty"):
        match.play("deck")


def test_phase_1_still_happens_in_the_last_turns() -> None:
    """card_game, "Deck empty": one more turn, with both phases; then the deck is scored."""
    match = last_card()
    tickets = hold(match, 0, ("Chicago", "New York"))
    hold(match, 1)
    set_yard(match, 0, yellow=(2, 0))
    match.play("deck")
    match.play("tickets")
    match.play("keep:none")
    assert match.seat == 0
    match.play("tickets")
    match.play("keep:none")
    assert match.over
    sheet = match.scores[0]
    assert sheet.sources[0].items == [{"ticket": tickets[0], "done": True, "points": 5}]


def test_a_match_of_two_or_three_has_one_deck() -> None:
    """card_game, "2–3 players": one deck, then the final score."""
    for players in (2, 3):
        match = Match("card_game", players, 3)
        while not match.over:
            match.play(match.legal()[0])
        assert [event["event"] for event in match.events()].count("new_deck") == 0


def test_the_stall_of_a_player_without_anything() -> None:
    """card_game, R22 and "Deck empty": nobody able to move: all turns end by themselves."""
    match = position(3)
    match.state.last_turns = 3
    set_deck(match)
    set_market(match, [None] * 5)  # listing takes the only answers: three turns end
    assert match.over
    assert [event["event"] for event in match.events()].count("passed") == 3
