"""The page of common rules: set-up, and what is hidden and what is public (R26)."""

from collections import Counter

import pytest

from tests.engine.common_positions import (
    FIVE_COLOURS,
    arrange,
    deck,
    events,
    pieces,
    refuses,
    ticket_count,
)
from tests.support import board_rules, hand, market, started, texts
from wagonik import Match
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.cards import PILE
from wagonik.engine.entries import entry_ticket
from wagonik.engine.state import OFFER, TALLY, TICKETS

# game, players, pieces, hand, cards of the deck, tickets, dealt, kept at least
SETUPS = [
    ("nordic_countries", 2, 40, 4, 110, 46, 5, 2),
    ("nordic_countries", 3, 40, 4, 110, 46, 5, 2),
    ("northern_lights", 2, 40, 4, 114, 55, 4, 2),
    ("northern_lights", 5, 40, 4, 114, 55, 4, 2),
    ("pennsylvania", 4, 45, 4, 110, 50, 5, 3),
    ("paris", 3, 15, 2, 46, 20, 2, 1),
]


@pytest.mark.parametrize(
    ("game", "players", "trains", "cards", "total", "tickets", "dealt", "least"), SETUPS
)
def test_every_player_takes_pieces_cards_and_tickets(
    game: str,
    players: int,
    trains: int,
    cards: int,
    total: int,
    tickets: int,
    dealt: int,
    least: int,
) -> None:
    """Common, set-up: pieces, a hand, and tickets of which a minimum must be kept."""
    match = Match(game, players, 3)
    on_table = 0
    for seat in range(players):
        assert pieces(match, seat) == trains
        assert sum(hand(match, seat).values()) == cards
        assert match.state.offer[seat * OFFER] == dealt
        masks = {a.argument for a in match.legal_actions(seat)}
        assert masks == {m for m in range(1 << dealt) if m.bit_count() >= least}
        on_table += cards
    assert all(card is not None for card in market(match))
    assert len(market(match)) == 5
    refreshed = sum(match.view()["discards"].values())  # type: ignore[attr-defined]
    assert sum(deck(match).values()) == total - on_table - 5 - refreshed
    assert match.state.queued == tickets - players * dealt


@pytest.mark.parametrize("players", [2, 3])
def test_tickets_are_dealt_in_secret(players: int) -> None:
    """Common, set-up: a seat sees the tickets dealt to it, and of the others only how many."""
    match = Match("nordic_countries", players, 5)
    dealt: list[int] = []
    for seat in range(players):
        shown = match.view(seat)["players"]
        assert isinstance(shown, list)
        for other in range(players):
            assert shown[other]["offered"] == 5
            assert (shown[other]["offer"] is None) == (other != seat)
        dealt += shown[seat]["offer"]
        for event in match.events(seat):
            if event["event"] == "offered_ticket":
                assert (event["ticket"] is None) == (event["seat"] != seat)
    assert len(set(dealt)) == 5 * players


@pytest.mark.parametrize("game", ["nordic_countries", "paris"])
def test_tickets_are_dealt_and_drawn_at_random(game: str) -> None:
    """Common, set-up: the tickets are shuffled. Each is dealt, and comes next, about as often as
    any other; the bounds are five standard deviations away."""
    rules = started(game).rules
    matches = 500
    dealt: Counter[int] = Counter()
    then: Counter[int] = Counter()
    for seed in range(matches):
        state = rules.start(seed)
        for seat in range(2):
            first = seat * OFFER + 1
            dealt.update(int(t) for t in state.offer[first : first + rules.setup.first_tickets])
        then[int(entry_ticket(rules.draw_ticket(state)))] += 1
    for found in (dealt, then):
        share = found.total() / rules.ticket_count
        for ticket in range(rules.ticket_count):
            assert abs(found[ticket] - share) < 5 * share**0.5


def test_all_players_choose_their_first_tickets_at_the_same_time() -> None:
    """Common, set-up: every seat has its decision now, and they may come in any order."""
    match = Match("nordic_countries", 3, 5, first=1)
    assert match.deciding == [0, 1, 2]
    match.play("keep:1,2", 2)
    assert match.deciding == [0, 1]
    refuses(match, "keep:1,2", "not the turn of seat 2", seat=2)
    match.play("keep:1,2,3", 0)
    assert match.deciding == [1]
    match.play("keep:1,2,3,4,5", 1)
    assert match.deciding == [1]
    assert [ticket_count(match, seat) for seat in range(3)] == [3, 5, 2]
    assert match.seat == 1


def test_r26_nobody_learns_how_many_another_kept_before_all_have_chosen() -> None:
    """Common, R26: whatever a seat chose, the others see the same until the last choice."""
    few = Match("northern_lights", 3, 9, first=0)
    many = Match("northern_lights", 3, 9, first=0)
    few.play("keep:1,2", 0)
    many.play("keep:1,2,3,4", 0)
    for viewer in (-1, 1, 2):
        assert few.view(viewer) == many.view(viewer)
        assert few.events(viewer) == many.events(viewer)
    assert "kept" not in events(few)
    few.play("keep:1,2,3", 1)
    many.play("keep:1,2,3", 1)
    assert few.view(2) == many.view(2)
    assert few.view() == many.view()
    few.play("keep:1,3", 2)
    many.play("keep:1,3", 2)
    kept = [e["count"] for e in few.events() if e["event"] == "kept"]
    assert kept == [2, 3, 2]
    assert [p["tickets"] for p in few.view()["players"]] == [2, 3, 2]  # type: ignore[attr-defined]
    assert [p["tickets"] for p in many.view()["players"]] == [4, 3, 2]  # type: ignore[attr-defined]


def test_r26_the_choice_that_reveals_the_others_stays() -> None:
    """Common, R26: the last choice can't be taken back, the others are known by then."""
    match = Match("nordic_countries", 2, 5)
    match.play("keep:1,2", 0)
    assert match.can_undo
    match.play("keep:1,2", 1)
    assert not match.can_undo


def test_a_sample_supposes_some_choice_of_those_who_have_chosen() -> None:
    """Common, R26: a seat that is still choosing can think on: the others have kept the minimum
    or more of what they were offered, any of it."""
    match = Match("northern_lights", 3, 9, first=0)
    match.play("keep:1,2", 0)
    match.play("keep:1,2", 1)
    view = match.observe(2)
    choice = match.action("keep:1,4").index
    kept: list[set[int]] = [set(), set()]
    for seed in range(60):
        state = view.sample(seed)
        match.rules.play(state, choice, ActionBuffer())
        assert state.tally[2 * TALLY + TICKETS] == 2
        for seat in range(2):
            kept[seat].add(int(state.tally[seat * TALLY + TICKETS]))
    assert kept == [{2, 3, 4}, {2, 3, 4}]


def test_first_tickets_must_be_at_least_the_minimum() -> None:
    """Common, set-up: the minimum must be kept."""
    match = Match("nordic_countries", 2, 5)
    refuses(match, "keep:3", "at least 2", "common")
    refuses(match, "keep:none", "at least 2")
    refuses(match, "deck", "first choose your tickets")
    refuses(match, "keep:6", "you were dealt 5 tickets (common, setup)", seat=1)


def test_a_first_player_is_chosen_at_random_or_as_seated() -> None:
    """Common, set-up: at random from the seed, or as the host seats the table."""
    assert {int(Match("nordic_countries", 3, seed).state.first) for seed in range(30)} == {0, 1, 2}
    for first in range(3):
        assert started("nordic_countries", 3, 4, first=first).seat == first


def test_play_goes_clockwise() -> None:
    """Common, set-up: from each seat to the next one, and from the last to the first."""
    match = started("northern_lights", 4, 4, first=2)
    seats = []
    for _ in range(6):
        seats.append(match.seat)
        arrange(match, market=FIVE_COLOURS)
        match.play("deck")
        match.play("deck")
    assert seats == [2, 3, 0, 1, 2, 3]


def test_hands_are_hidden_and_their_number_public() -> None:
    """Common: cards in hand are hidden, how many is public; the same for tickets."""
    match = started("northern_lights", 2, 8)
    arrange(match, hands=({"red": 7}, {"blue": 3, "locomotive": 2}), deck={"white": 20})
    for viewer in (-1, 0, 1):
        shown = match.view(viewer)["players"]
        assert isinstance(shown, list)
        assert [p["cards"] for p in shown] == [7, 5]
        assert [p["tickets"] for p in shown] == [2, 2]
        assert [p["hand"] is None for p in shown] == [viewer != 0, viewer != 1]
        assert [p["kept"] is None for p in shown] == [viewer != 0, viewer != 1]
    since = len(match.events())
    match.play("deck")
    drew = {"event": "drew", "seat": 0, "card": None}
    assert match.events(0, since)[0] == drew | {"card": "white"}
    assert match.events(1, since)[0] == drew
    assert match.events(-1, since)[0] == drew


def test_cards_taken_in_the_open_are_known_until_they_are_paid() -> None:
    """Common: everybody sees which cards are taken from the market and which are paid. Who was
    seen taking three reds and pays two of five still has one for certain."""
    match = started("northern_lights", 2, 8)
    arrange(match, hands=({"red": 1}, {}), market=("red",) * 5, deck={"red": 40})

    def known() -> list[dict[str, int]]:
        shown = [match.view(viewer)["players"] for viewer in (-1, 0, 1)]
        return [players[0]["known"] for players in shown if isinstance(players, list)]

    assert known() == [{}] * 3
    for action in ("take:red", "take:red", "deck", "deck", "take:red", "deck", "deck", "deck"):
        match.play(action)
    assert match.seat == 0
    assert hand(match, 0) == {"red": 5}
    assert known() == [{"red": 3}] * 3
    match.play("claim:Imatra–Lahti")
    assert hand(match, 0) == {"red": 3}
    assert known() == [{"red": 1}] * 3
    # A view for programs has what is known and the true number; the rest is dealt in samples.
    view = match.observe(1)
    assert [int(n) for n in view.state.hand[:PILE]] == [1, 0, 0, 0, 0, 0, 0, 0, 0, 3]
    assert [int(n) for n in view.state.known[:PILE]] == [1, 0, 0, 0, 0, 0, 0, 0, 0, 1]


def test_the_order_of_the_decks_is_hidden() -> None:
    """Common: a view has the number of cards and tickets in the decks, and no order; and the
    cards that it can't place are the same wherever they are."""
    one = started("northern_lights", 2, 8)
    other = started("northern_lights", 2, 8)
    arrange(one, hands=({}, {"red": 2}), deck={"blue": 9, "green": 4})
    arrange(other, hands=({}, {"blue": 2}), deck={"blue": 7, "green": 4, "red": 2})
    assert one.view(0) == other.view(0)
    assert one.observe(0).state.numbers() == other.observe(0).state.numbers()
    assert one.view(0)["deck"] == 13
    assert one.view(0)["ticket_deck"] == 55 - 4


def test_market_discards_routes_scores_and_pieces_are_public() -> None:
    """Common: what lies on the table is seen by everybody."""
    match = started("nordic_countries", 2, 8)
    arrange(
        match,
        hands=({"orange": 2}, {}),
        market=("red", "locomotive", "blue", "blue", "white"),
        deck={"green": 30},
        discards={"white": 3},
    )
    match.play("claim:Göteborg–Oslo")
    for viewer in (-1, 0, 1):
        view = match.view(viewer)
        assert view["market"] == ["red", "locomotive", "blue", "blue", "white"]
        assert view["discards"] == {"white": 3, "orange": 2}
        assert view["deck"] == 30
        player = view["players"][0]  # type: ignore[index]
        assert (player["points"], player["pieces"], player["cards"]) == (2, 38, 0)
        assert player["tracks"] == [
            board_rules(match).board.track_texts.index("Göteborg–Oslo"),
        ]


def test_hands_have_no_limit() -> None:
    """Common: with eighty cards in hand one may still draw two more."""
    match = started("northern_lights", 2, 8)
    arrange(match, hands=({"red": 80}, {}), market=FIVE_COLOURS, deck={"blue": 5})
    match.play("deck")
    match.play("deck")
    assert hand(match, 0) == {"red": 80, "blue": 2}


def test_the_number_of_tickets_has_no_limit() -> None:
    """Common: a seat may draw tickets as long as there are any, and keep them all."""
    match = started("nordic_countries", 2, 8)
    while "tickets" in texts(match):
        match.play("tickets")
        if match.legal_actions()[0].family == "keep":
            match.play(max(match.legal()))
        match.state.seat = 0
        arrange(match)
    assert ticket_count(match, 0) == 2 + 46 - 10
