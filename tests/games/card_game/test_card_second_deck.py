"""The Card Game with four players: the second deck (card_game, "2–3 players", "4 players")."""

from collections import Counter

import pytest

from tests.support import (
    card_state,
    card_ticket,
    deck,
    discards,
    hand,
    hold,
    kept,
    market,
    relist,
    set_deck,
    set_discards,
    set_hand,
    set_market,
    set_stack,
    set_ticket_deck,
    set_yard,
    stack,
    started,
    ticket_deck,
    total_cards,
    yard,
)
from wagonik import Match
from wagonik.engine.state import COMPLETED

SEATS = range(4)


def scored_first(last: int = 3) -> Match:
    """Four players whose first deck is about to be scored; seat `last` had the last turn.

    24 cards are in play: two in each hand (black), the others red (a yard), blue (a stack),
    green (the market) and white (the discards)."""
    match = started("card_game", 4)
    state = match.state
    for seat in SEATS:
        hold(match, seat)
    set_hand(match, 0, black=2)
    set_hand(match, 1, black=2)
    set_hand(match, 2, black=2)
    set_hand(match, 3, black=2, locomotive=1)
    set_deck(match)
    set_market(match, ["green", "green", "green", None, None])
    set_discards(match, white=4, locomotive=2)
    set_yard(match, 1, red=(3, 1))
    set_stack(match, 2, blue=20)
    state.seat = last
    state.last_turns = 0
    return match


def score_first(match: Match) -> None:
    match.rules.out_of_turns(match.state)
    relist(match)


def test_four_players_play_a_second_deck() -> None:
    """card_game, "4 players": the first scoring is not the end; the second is."""
    match = scored_first()
    assert match.view()["mechanics"]["decks_left"] == 2  # type: ignore[index]
    score_first(match)
    assert not match.over
    assert card_state(match).decks == 1
    assert match.view()["mechanics"]["decks_left"] == 1  # type: ignore[index]
    score_first(match)
    assert match.over


def test_two_and_three_players_play_one_deck() -> None:
    """card_game, "2–3 players": one deck, then the final score."""
    for players in (2, 3):
        match = started("card_game", players)
        match.rules.out_of_turns(match.state)
        assert match.over


def test_the_whole_match_of_four_has_two_decks() -> None:
    """card_game, "4 players": seen from outside: one new deck, two rounds of last turns of four
    turns each, in every match."""
    for seed in range(4):
        match = Match("card_game", 4, seed)
        while not match.over:
            match.play(match.legal()[seed % len(match.legal())])
        names = [str(event["event"]) for event in match.events()]
        assert names.count("new_deck") == 1
        assert names.count("last_turns") == 2
        first = names.index("last_turns")
        assert names[first : names.index("new_deck")].count("turn") == 4
        second = names.index("last_turns", first + 1)
        assert names[second:].count("turn") == 4


def test_uncompleted_tickets_and_hands_are_kept() -> None:
    """card_game, "4 players": uncompleted tickets and hands are kept; completed ones count."""
    match = scored_first()
    hold(match, 0, ("Chicago", "New York"))
    hold(match, 2, ("New York", "Chicago"), ("Seattle", "Miami"))
    blue = card_ticket(match, "New York", "Chicago")
    score_first(match)
    assert kept(match, 0) == [card_ticket(match, "Chicago", "New York")]
    assert kept(match, 2) == [card_ticket(match, "Seattle", "Miami")]
    assert match.state.holder[blue] == COMPLETED + 2
    players = match.view(1)["players"]
    assert isinstance(players, list)
    assert [data["tickets"] for data in players] == [1, 0, 1, 0]
    for seat in SEATS:
        assert hand(match, seat)["black"] == 2


def test_completed_tickets_are_seen_by_all() -> None:
    """card_game, "4 players": what the first scoring completed lies open."""
    match = scored_first()
    hold(match, 2, ("New York", "Chicago"))
    done = card_ticket(match, "New York", "Chicago")
    score_first(match)
    for viewer in (-1, 0, 2):
        told = [e for e in match.events(viewer) if e["event"] == "completed"]
        assert told == [{"event": "completed", "seat": 2, "ticket": done}]
        yards = match.view(viewer)["mechanics"]["yards"]  # type: ignore[index]
        assert [row["completed"] for row in yards] == [
            [],
            [],
            [done],
            [],
        ]


def test_everything_else_is_shuffled_into_a_new_deck() -> None:
    """card_game, "4 players": yards, stacks, market and discards become the new deck."""
    match = scored_first()
    cards = total_cards(match)
    score_first(match)
    assert [yard(match, seat) for seat in SEATS] == [{}] * 4
    assert [stack(match, seat) for seat in SEATS] == [{}] * 4
    assert discards(match) == {}
    assert total_cards(match) == cards
    found = Counter(deck(match))
    found.update(card for card in market(match) if card)
    for seat in SEATS:
        found.update(hand(match, seat))
    assert found == {
        "black": 8,
        "locomotive": 1 + 2 + 1,
        "red": 3,
        "blue": 20,
        "green": 3,
        "white": 4,
    }


def test_four_cards_each_and_a_new_market() -> None:
    """card_game, "4 players": every player draws 4 cards, and a new market is turned up."""
    match = scored_first()
    before = [sum(hand(match, seat).values()) for seat in SEATS]
    score_first(match)
    assert [sum(hand(match, seat).values()) for seat in SEATS] == [n + 4 for n in before]
    assert None not in market(match)
    # 33 cards were shuffled; 16 are drawn and five lie face up.
    assert sum(deck(match).values()) == 33 - 16 - 5


def test_the_four_cards_are_secret_and_drawn_from_all() -> None:
    """card_game, "4 players": drawn from the shuffled cards: nobody else sees them."""
    match = scored_first()
    seen = len(match.events())
    score_first(match)
    drawn = [event for event in match.events(0, seen) if event["event"] == "drew"]
    assert sorted(int(event["seat"]) for event in drawn) == [s for s in SEATS for _ in range(4)]  # type: ignore[call-overload]
    assert all((event["card"] is None) == (event["seat"] != 0) for event in drawn)
    for data in match.view(0)["players"]:  # type: ignore[attr-defined]
        if data["seat"] != 0:
            assert data["hand"] is None


@pytest.mark.parametrize("last", SEATS)
def test_the_second_deck_is_dealt_card_by_card_around_the_table(last: int) -> None:
    """card_game, "4 players": beginning with the player who goes on."""
    match = scored_first(last)
    seen = len(match.events())
    score_first(match)
    drawn = [event["seat"] for event in match.events(0, seen) if event["event"] == "drew"]
    assert drawn == [(last + 1 + i) % 4 for i in range(16)]


def test_a_second_deck_that_is_too_short_leaves_nobody_far_behind() -> None:
    """card_game, "4 players": card by card, so that nobody has four while another has none."""
    match = scored_first()
    set_stack(match, 2)
    set_yard(match, 1)
    set_market(match, [None] * 5)
    set_discards(match, white=6)
    before = [sum(hand(match, seat).values()) for seat in SEATS]
    score_first(match)
    after = [sum(hand(match, seat).values()) for seat in SEATS]
    assert [b - a for a, b in zip(before, after, strict=True)] == [2, 2, 1, 1]


def test_no_locomotive_is_given_for_the_second_deck() -> None:
    """card_game, "4 players": four cards from the deck, nothing else."""
    match = scored_first()
    set_discards(match)
    set_yard(match, 1)
    score_first(match)
    assert [hand(match, seat).get("locomotive", 0) for seat in SEATS] == [0, 0, 0, 1]


@pytest.mark.parametrize("last", SEATS)
def test_the_player_to_the_left_of_the_last_one_goes_on(last: int) -> None:
    """card_game, "4 players": play goes on with the player to the left of the one who had the
    last turn, whoever began."""
    match = scored_first(last)
    score_first(match)
    assert match.seat == (last + 1) % 4
    assert match.view()["last_turns"] is None


def test_who_goes_on_after_a_played_first_deck() -> None:
    """card_game, "4 players": the same, in matches played to that point."""
    for seed in range(3):
        match = Match("card_game", 4, seed)
        while not match.over:
            match.play(match.legal()[0])
        events = match.events()
        at = next(i for i, event in enumerate(events) if event["event"] == "new_deck")
        last = [event["seat"] for event in events[:at] if event["event"] == "turn"][-1]
        following = next(event["seat"] for event in events[at:] if event["event"] == "turn")
        assert isinstance(last, int)
        assert following == (last + 1) % 4


def test_the_ticket_deck_stays_as_it_is() -> None:
    """card_game, "4 players": the shuffle is of train cards; the ticket deck stays."""
    match = scored_first()
    set_ticket_deck(match, 3, 1, 2)
    score_first(match)
    assert ticket_deck(match) == [3, 1, 2]


def test_the_same_last_turns_and_scoring_follow() -> None:
    """card_game, "4 players": when this deck ends, the same last turns, then scoring, then the
    final score with the tickets of both decks."""
    match = scored_first()
    hold(match, 0, ("Chicago", "New York"))
    hold(match, 2, ("New York", "Chicago"), ("Seattle", "Miami"))
    score_first(match)
    set_ticket_deck(match, 30, 31, 32, 33, 34)
    set_stack(match, 0, yellow=1)
    set_deck(match, red=1)
    set_market(match, ["green", "green", "green", "white", "white"])
    match.play("deck")
    match.play("take:green")
    assert match.view()["last_turns"] == 4
    turns = []
    while not match.over:
        turns.append(match.seat)
        match.play("tickets")
        match.play("keep:none")
    assert turns == [1, 2, 3, 0]
    # Completed: 5 by seat 0 in the second deck and 5 by seat 2 in the first; 22 not.
    assert [sheet.points("tickets") for sheet in match.scores] == [5, 0, 5 - 22, 0]
    # Both have one ticket between Chicago and New York: both have both bonuses.
    assert [sheet.points("big cities") for sheet in match.scores] == [27, 0, 27, 0]


def test_a_stack_of_the_first_deck_completes_nothing_in_the_second() -> None:
    """card_game, "4 players": stacks are shuffled in, so their cards serve no second time."""
    match = scored_first()
    score_first(match)
    hold(match, 2, ("New York", "Chicago"))
    score_first(match)
    assert match.scores[2].points("tickets") == -5


def test_a_second_deck_that_is_empty_after_dealing() -> None:
    """card_game, "4 players" and "Deck empty": if hands are so large that the last card goes in
    the deal or into the market, everybody has one more turn."""
    match = scored_first()
    set_stack(match, 2, blue=8)  # 21 cards: 16 drawn, five face up, none left
    score_first(match)
    assert deck(match) == {}
    assert None not in market(match)
    assert match.view()["last_turns"] == 4
    assert match.seat == 0
    set_ticket_deck(match, *range(20, 40))
    turns = []
    while not match.over:
        turns.append(match.seat)
        match.play("tickets")
        match.play("keep:none")
    assert turns == [0, 1, 2, 3]


def test_a_second_deck_that_does_not_suffice_for_the_deal() -> None:
    """card_game, "4 players": with fewer than 16 cards to deal nothing breaks: what is there is
    dealt, no market is turned up, and the last turns begin."""
    match = scored_first()
    set_stack(match, 2)  # 13 cards
    set_ticket_deck(match, *range(20, 40))
    cards = total_cards(match)
    score_first(match)
    assert total_cards(match) == cards
    assert sum(sum(hand(match, seat).values()) for seat in SEATS) == cards
    assert market(match) == [None] * 5
    assert match.view()["last_turns"] == 4
    assert not match.over
