"""The Card Game: its parts and its setup (card_game page, "Parts" and "Setup")."""

import random
from collections import Counter

import pytest

from tests.support import card_rules, deck, hand, kept, market, started, ticket_deck, total_cards
from wagonik import Match, UnknownGame
from wagonik.engine.boardfile import published
from wagonik.engine.cards import KIND_NAMES
from wagonik.engine.entries import entry_ticket

COUNTS = [2, 3, 4]


def cards_dealt(match: Match) -> Counter[str]:
    """All cards of the deck, the market and the hands, by kind."""
    found = Counter(deck(match))
    found.update(card for card in market(match) if card)
    for seat in range(match.players):
        found.update(hand(match, seat))
    return found


def test_two_to_four_players() -> None:
    """card_game, title: 2–4 players; nobody else."""
    for players in COUNTS:
        assert Match("card_game", players, 1).players == players
    for players in (1, 5):
        with pytest.raises(UnknownGame, match="2 to 4 players"):
            Match("card_game", players, 1)


def test_no_board_and_no_pieces() -> None:
    """card_game: no board, no pieces, so no claims and no payments in the table."""
    match = Match("card_game", 2, 1)
    families = {family.name for family in match.rules.table.families}
    assert families == {
        "pass",
        "keep",
        "deck",
        "market",
        "tickets",
        "trio",
        "row",
        "locomotives",
    }
    with pytest.raises(UnknownGame, match="without a board"):
        Match("card_game", 2, 1, board=published("paris"))


@pytest.mark.parametrize("players", COUNTS)
def test_the_deck_has_96_cards(players: int) -> None:
    """card_game, parts: 10 of each of 8 colours and 16 locomotives."""
    expected = dict.fromkeys(KIND_NAMES[:8], 10) | {"locomotive": 16}
    match = Match("card_game", players, 5)
    assert cards_dealt(match) == expected
    assert total_cards(match) == 96


def test_the_46_tickets() -> None:
    """card_game, parts: 46 tickets with two cities, points and the cards that they need."""
    facts = card_rules(Match("card_game", 2, 1)).facts
    assert len(facts.points) == len(facts.ends) == len(facts.needs) == 46
    assert len(set(facts.ends)) == 46
    assert all(start != end for start, end in facts.ends)
    assert sum(facts.points) == 581
    by_colour = [sum(need[colour] for need in facts.needs) for colour in range(8)]
    assert dict(zip(KIND_NAMES, by_colour, strict=False)) == {
        "red": 16,
        "orange": 16,
        "yellow": 17,
        "green": 16,
        "blue": 18,
        "purple": 16,
        "black": 16,
        "white": 17,
    }


def test_the_six_big_cities() -> None:
    """card_game, parts: the Big City cards and their points."""
    facts = card_rules(Match("card_game", 2, 1)).facts
    assert dict(zip(facts.cities, facts.city_points, strict=True)) == {
        "Chicago": 12,
        "Dallas": 10,
        "Los Angeles": 12,
        "Miami": 8,
        "New York": 15,
        "Seattle": 8,
    }


@pytest.mark.parametrize("players", COUNTS)
def test_one_locomotive_and_seven_cards_each_and_five_face_up(players: int) -> None:
    """card_game, setup: 1 locomotive each, the rest is shuffled, 7 cards each, five face up."""
    for seed in range(10):
        match = Match("card_game", players, seed)
        for seat in range(players):
            cards = hand(match, seat)
            assert sum(cards.values()) == 8
            assert cards["locomotive"] >= 1
        assert None not in market(match)
        assert len(market(match)) == 5
        assert sum(deck(match).values()) == 96 - 8 * players - 5


def test_everybody_knows_the_locomotive_that_each_player_was_given() -> None:
    """card_game, setup: the locomotive is given in the open, the seven cards are not."""
    match = Match("card_game", 3, 4)
    for viewer in (-1, 0, 1, 2):
        players = match.view(viewer)["players"]
        assert isinstance(players, list)
        for data in players:
            assert data["known"] == {"locomotive": 1}
            assert data["cards"] == 8
            if data["seat"] != viewer:
                assert data["hand"] is None


def test_the_deal_is_random() -> None:
    """card_game, setup: the rest is shuffled: other seeds give other hands and markets."""
    matches = [Match("card_game", 2, seed) for seed in range(20)]
    assert len({str(hand(match, 0)) for match in matches}) > 15
    assert len({str(market(match)) for match in matches}) > 15


@pytest.mark.parametrize("players", COUNTS)
def test_six_tickets_each_of_which_at_least_one_is_kept(players: int) -> None:
    """card_game, setup: 6 tickets each, keep at least 1: every choice but none of them."""
    match = Match("card_game", players, 2)
    for seat in range(players):
        texts = [action.text for action in match.legal_actions(seat)]
        assert len(texts) == len(set(texts)) == 2**6 - 1
        assert "keep:none" not in texts
        assert "keep:1" in texts
        assert "keep:1,2,3,4,5,6" in texts
    assert len(ticket_deck(match)) == 46 - 6 * players


def test_kept_first_tickets_are_the_chosen_ones() -> None:
    """card_game, setup: exactly the chosen tickets are kept, the others are not."""
    match = Match("card_game", 2, 2, first=0)
    data = match.view(0)["players"]
    assert isinstance(data, list)
    offer = data[0]["offer"]
    match.play("keep:2,5")
    match.play("keep:1,2,3,4,5,6")
    assert kept(match, 0) == sorted([offer[1], offer[4]])
    assert len(kept(match, 1)) == 6
    assert sorted(ticket_deck(match)) == sorted(
        set(range(46)) - set(kept(match, 0)) - set(kept(match, 1))
    )


def test_first_tickets_not_kept_are_shuffled_back() -> None:
    """card_game, setup: tickets not kept are shuffled into the deck, so they come up among
    the next ones drawn; they do not lie below the 34 others."""
    again = 0
    places = set()
    for seed in range(60):
        match = Match("card_game", 2, seed, first=0)
        offers = [match.view(seat)["players"][seat]["offer"] for seat in (0, 1)]  # type: ignore[index]
        match.play("keep:1")
        match.play("keep:1")
        returned = {*offers[0][1:], *offers[1][1:]}
        match.play("tickets")
        drawn = match.view(0)["players"][0]["offer"]  # type: ignore[index]
        again += len(returned & set(drawn))
        places |= {place for place, ticket in enumerate(drawn) if ticket in returned}
    # 240 tickets drawn from 44 of which 10 were returned: 55 are expected.
    assert 30 <= again <= 85
    assert places == {0, 1, 2, 3}


def test_nobody_sees_where_shuffled_tickets_went() -> None:
    """card_game, setup: whoever gave first tickets back can't tell later whether another player
    drew them: such matches look the same to it, and to spectators."""
    for viewer in (0, -1):
        shapes = set()
        for seed in range(30):
            match = Match("card_game", 2, seed, first=1)
            match.play("keep:1")
            match.play("keep:1")
            match.play("tickets")
            match.play("keep:none")
            view = match.observe(viewer).state
            queue = [int(entry) for entry in view.queue][: int(view.queued)]
            # What seat 0 can say of the deck: nothing of the 40 in the unordered part, and of
            # the four below only who put them there.
            shapes.add(tuple(queue))
        assert shapes == {tuple([-1] * 40 + [-3] * 4)}


def test_a_sample_deals_the_unknown_tickets() -> None:
    """card_game, setup: after tickets were shuffled back and drawn, samples stay whole."""
    match = started("card_game", 3, 9)
    rng = random.Random(1)
    for _ in range(30):
        match.play(rng.choice(match.legal_actions()))
        for viewer in (0, 1, 2, -1):
            state = match.observe(viewer).sample(rng.randrange(1000))
            assert -2 not in [int(place) for place in state.holder]
            assert (
                len({int(entry_ticket(state.queue[i])) for i in range(state.queued)})
                == state.queued
            )
