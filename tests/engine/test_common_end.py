"""The page of common rules: passing (R5), the last turns (R6), the final score (R7), ties."""

import pytest

from tests.engine.common_positions import (
    FIVE_COLOURS,
    arrange,
    claim,
    events,
    level,
    pieces,
    refuses,
    set_points,
)
from tests.support import finish, hand, own, set_tickets, started, texts
from wagonik import Match

# R5


@pytest.mark.parametrize("players", [2, 3, 4])
def test_r5_when_every_player_has_passed_in_a_row_the_game_ends(players: int) -> None:
    """Common, R5: no cards, no tickets, nobody can pay: scored at once."""
    match = started("northern_lights", players, 1)
    since = len(match.events())
    arrange(
        match,
        hands=[{"red": 0}] * players,
        market=FIVE_COLOURS,
        deck={},
        discards={},
        ticket_deck=0,
    )
    assert match.over
    assert match.legal() == []
    passed = [e["seat"] for e in match.events(-1, since) if e["event"] == "passed"]
    assert passed == list(range(players))
    assert events(match, since)[-1] == "over"
    assert match.winners
    with pytest.raises(Exception, match="over"):
        match.play("pass")


def test_r5_a_player_who_can_do_none_of_the_three_passes() -> None:
    """Common, R5: the others play on, and their cards let the first play again."""
    match = started("nordic_countries", 3, 1)
    since = len(match.events())
    arrange(
        match,
        hands=({}, {"locomotive": 4}, {"orange": 2, "black": 1, "white": 1}),
        market=FIVE_COLOURS,
        deck={},
        discards={},
        ticket_deck=0,
        pieces=(40, 0, 40),
    )
    assert not match.over
    assert match.seat == 2
    assert [e["seat"] for e in match.events(-1, since) if e["event"] == "passed"] == [0, 1]
    assert match.state.passes == 2
    claim(match, "Göteborg–Oslo")
    # Two cards are the new deck: seat 0 can draw again, and the passes are forgotten.
    assert match.seat == 0
    assert match.state.passes == 0
    assert "deck" in texts(match)


def test_r5_passes_that_are_not_in_a_row_do_not_end_the_game() -> None:
    """Common, R5: a claim between the passes starts the count again."""
    match = started("nordic_countries", 2, 1)
    arrange(
        match,
        hands=({}, {"orange": 1, "black": 1, "white": 1}),
        market=(None,) * 5,
        deck={},
        discards={},
        ticket_deck=0,
        pieces=(40, 40),
    )
    # Seat 0 passes; the only card paid goes to the market, so seat 0 passes again.
    assert match.seat == 1
    claim(match, "Helsinki–Lahti")
    assert not match.over
    assert match.seat == 1
    passed = [e["seat"] for e in match.events() if e["event"] == "passed"]
    assert passed == [0, 0]
    assert texts(match) == {
        "claim:Helsinki–Tampere", "claim:Norrköping–Stockholm/orange", "claim:Helsinki–Turku",
        "claim:Oulu–Tornio", "claim:Kiruna–Narvik/white",
    }  # fmt: skip


@pytest.mark.parametrize("game", ["nordic_countries", "northern_lights", "pennsylvania"])
def test_r5_a_pass_is_never_allowed_otherwise(game: str) -> None:
    """Common, R5: not while a card, a ticket or a claim is possible."""
    match = started(game, 2, 1)
    assert "pass" not in texts(match)
    refuses(match, "pass", "only when nothing else can be done", "R5")
    arrange(match, hands=({}, {}), deck={}, discards={}, market=FIVE_COLOURS)
    # Tickets are all that is left: that action is forced, a pass is not a choice.
    assert {a.family for a in match.legal_actions()} == {"keep"}
    assert "passed" not in events(match)


def test_r5_a_claim_that_is_the_only_action_must_be_made() -> None:
    """Common, R5: also a player who would rather not claim may not pass."""
    match = started("nordic_countries", 2, 1)
    arrange(
        match,
        hands=({"black": 1}, {}),
        market=(None,) * 5,
        deck={},
        discards={},
        ticket_deck=0,
    )
    # Seat 0 can pay two routes of one black space, seat 1 none.
    assert texts(match) == {"claim:Helsinki–Lahti", "claim:Kuopio–Lieksa"}


def test_r5_a_match_of_players_who_can_not_afford_anything_ends_after_the_last_turn() -> None:
    """Common, R5 and R6: passes count as last turns too."""
    match = started("nordic_countries", 2, 1)
    arrange(
        match,
        hands=({"orange": 2, "black": 4}, {}),
        market=(None,) * 5,
        deck={},
        discards={},
        ticket_deck=0,
        pieces=(4, 40),
    )
    claim(match, "Göteborg–Oslo")
    assert match.state.last_turns == 1  # that of seat 0 alone is left
    # Seat 1 passes, seat 0 still has black cards for its last turn.
    assert match.seat == 0
    claim(match, "Helsinki–Lahti")
    assert match.over


# R6


@pytest.mark.parametrize("players", [2, 3, 5])
def test_r6_everybody_has_one_more_turn_the_one_who_caused_it_included(players: int) -> None:
    """Common, end, R6: the seat that triggers it plays the last turn of the game."""
    match = started("northern_lights", players, 1, first=1)
    full = [{"white": 12, "green": 12}] * players
    arrange(match, hands=full, market=FIVE_COLOURS, deck={"blue": 60}, pieces=[5] * players)
    since = len(match.events())
    claim(match, "Kuopio–Lahti/white")
    assert events(match, since).count("last_turns") == 1
    turns = []
    while not match.over:
        turns.append(match.seat)
        assert match.view()["last_turns"] == players - len(turns) + 1
        match.play("deck")
        match.play("deck")
    assert turns == [(2 + i) % players for i in range(players)]
    assert turns[-1] == 1


@pytest.mark.parametrize(("left", "ends"), [(6, False), (5, True), (4, True), (3, True)])
def test_two_or_fewer_pieces_announce_the_last_turns(left: int, ends: bool) -> None:
    """Common, end: two or fewer at the end of a turn; three are not enough."""
    match = started("northern_lights", 2, 1)
    arrange(
        match, hands=({"white": 3}, {}), market=FIVE_COLOURS, deck={"blue": 60}, pieces=(left, 40)
    )
    claim(match, "Kuopio–Lahti/white")
    assert pieces(match, 0) == left - 3
    assert (match.view()["last_turns"] == 2) == ends
    assert (match.view()["last_turns"] is None) != ends


def test_r6_a_second_player_with_few_pieces_does_not_add_turns() -> None:
    """Common, end, R6: one more turn each, and then the game ends."""
    match = started("northern_lights", 2, 1)
    arrange(
        match,
        hands=({"white": 9}, {"green": 9}),
        market=FIVE_COLOURS,
        deck={"blue": 60},
        pieces=(5, 5),
    )
    claim(match, "Kuopio–Lahti/white")
    claim(match, "Helsinki–Imatra")
    assert pieces(match, 1) == 2
    assert match.view()["last_turns"] == 1
    assert match.seat == 0
    match.play("deck")
    match.play("deck")
    assert match.over


def test_the_last_turn_with_fewer_trains_than_routes_need() -> None:
    """Common, end: with one train left only routes of one space can be claimed; cards and
    tickets can still be drawn."""
    match = started("nordic_countries", 2, 1)
    arrange(
        match,
        hands=({"orange": 4}, {}),
        market=FIVE_COLOURS,
        deck={"blue": 60},
        pieces=(3, 40),
    )
    claim(match, "Göteborg–Oslo")
    match.play("deck")
    match.play("deck")
    assert match.seat == 0
    assert {t for t in texts(match) if t.startswith("claim")} == {
        "claim:Helsinki–Tampere",
        "claim:Norrköping–Stockholm/orange",
    }
    assert {"deck", "tickets"} < texts(match)
    refuses(match, "claim:Oulu–Rovaniemi", "takes 2 pieces", "you have 1")
    claim(match, "Helsinki–Tampere")
    assert match.over
    assert pieces(match, 0) == 0
    assert hand(match, 0) == {"orange": 1}


# The final score


def scored(match: Match, seat: int, source: str) -> int:
    return match.scores[seat].points(source)


def test_connected_tickets_score_and_the_others_lose() -> None:
    """Common, final score: København–Oslo is completed, Bergen–Narvik is not."""
    match = started("nordic_countries", 2, 1)
    own(match, 0, "Göteborg–Oslo", "Göteborg–København")
    set_tickets(match, 0, ("Oslo", "København"), ("Bergen", "Narvik"))
    set_tickets(match, 1)
    assert scored(match, 0, "tickets") == 4 - 16
    assert scored(match, 1, "tickets") == 0
    items = {i["ticket"]: i["points"] for i in match.scores[0].data()["sources"][1]["items"]}  # type: ignore[index]
    assert sorted(items.values()) == [-16, 4]


def test_connected_means_an_unbroken_chain_of_own_routes() -> None:
    """Common, final score: a chain over another player's route does not count."""
    match = started("nordic_countries", 2, 1)
    own(match, 0, "Göteborg–Oslo")
    own(match, 1, "Göteborg–København")
    for seat in range(2):
        set_tickets(match, seat)
    set_tickets(match, 0, ("Oslo", "København"))
    assert scored(match, 0, "tickets") == -4
    set_tickets(match, 0)
    set_tickets(match, 1, ("Oslo", "København"))
    assert scored(match, 1, "tickets") == -4


def test_the_longest_route_uses_no_piece_twice_and_may_pass_a_city_again_and_loop() -> None:
    """Common, final score: a ring of three routes with two tails at one of its cities."""
    match = started("northern_lights", 2, 1)
    longest = match.rules.board_standing.longest_of  # type: ignore[attr-defined]

    def length() -> int:
        match.rules.score(match.state)
        return int(longest(match.state, 0))

    ring = ["Göteborg–Oslo/blue", "Göteborg–Karlstad", "Karlstad–Oslo/white"]  # 2 + 2 + 1
    own(match, 0, *ring)
    assert length() == 5
    own(match, 0, "Bergen–Oslo/red")  # 3: enters the ring at Oslo
    assert length() == 8
    own(match, 0, "Lillehammer–Oslo/white")  # 1: leaves it there
    assert length() == 9
    own(match, 0, "Ålborg–Kristiansand/grey/1")  # elsewhere
    assert length() == 9


@pytest.mark.parametrize("game", ["nordic_countries", "pennsylvania"])
def test_globetrotter_goes_to_all_who_tie(game: str) -> None:
    """Common, final score: most completed tickets; in a tie all who tie have the bonus."""
    match, bonus = with_tickets(game)
    assert [scored(match, seat, "globetrotter") for seat in range(3)] == [bonus, bonus, 0]


def test_r7_nobody_wins_a_most_bonus_with_zero() -> None:
    """Common, R7: nobody has completed a ticket, nobody is the globetrotter."""
    for game in ("nordic_countries", "pennsylvania"):
        match = started(game, 3, 1)
        assert [scored(match, seat, "globetrotter") for seat in range(3)] == [0, 0, 0]


def with_tickets(game: str) -> tuple[Match, int]:
    """A match of three in which seats 0 and 1 have completed one ticket each."""
    match = started(game, 3, 1)
    for seat in range(3):
        set_tickets(match, seat)
    if game == "nordic_countries":
        own(match, 0, "Göteborg–Oslo", "Göteborg–København")
        set_tickets(match, 0, ("Oslo", "København"))
        own(match, 1, "Helsinki–Tampere", "Helsinki–Tallinn")
        set_tickets(match, 1, ("Tampere", "Tallinn"), ("Bergen", "Narvik"))
        return match, 10
    tickets = match.rules.board.file.tickets  # type: ignore[attr-defined]
    pairs = {frozenset((t.start, t.end)): (t.start, t.end) for t in tickets}
    board = match.rules.board  # type: ignore[attr-defined]
    given: list[tuple[str, str]] = []
    for text, route in zip(board.track_texts, board.routes, strict=True):
        pair = pairs.get(frozenset((route.start, route.end)))
        if pair and pair not in given:
            own(match, len(given), text)
            set_tickets(match, len(given), pair)
            given.append(pair)
        if len(given) == 2:
            break
    assert len(given) == 2
    return match, 15


def test_the_winner_has_most_points() -> None:
    """Common, final score."""
    match = started("nordic_countries", 3, 1)
    level(match)
    set_points(match, 2, 200)
    finish(match)
    assert match.winners == [2]
    assert match.decided_by == ""


TIE_GAMES = ["nordic_countries", "pennsylvania", "united_kingdom"]


def bare(game: str) -> Match:
    match = started(game, 3, 1)
    for seat in range(3):
        set_tickets(match, seat)
    return match


@pytest.mark.parametrize("game", TIE_GAMES)
def test_a_tie_goes_to_most_completed_tickets(game: str) -> None:
    """Common, final score; Nordic Countries says the same: tickets before the longest route."""
    match = bare(game)
    board = match.rules.board  # type: ignore[attr-defined]
    ends = [(t, {r.start, r.end}) for t, r in zip(board.track_texts, board.routes, strict=True)]
    by_length = sorted(ends, key=lambda e: board.routes[board.track_texts.index(e[0])].length)
    # Seat 1 completes a ticket by the shortest chain; seat 0 has a longer route without one.
    long_track = by_length[-1][0]
    own(match, 0, long_track)
    if game == "nordic_countries":
        own(match, 1, "Helsinki–Tampere", "Helsinki–Tallinn")
        set_tickets(match, 1, ("Tampere", "Tallinn"))
    else:
        ticket, text = next(
            ((t.start, t.end), text)
            for text, pair in by_length
            for t in board.file.tickets
            if {t.start, t.end} == pair
        )
        own(match, 1, text)
        set_tickets(match, 1, ticket)
    level(match)
    finish(match)
    assert match.winners == [1]
    assert match.decided_by == "completed tickets"


@pytest.mark.parametrize("game", TIE_GAMES)
def test_a_tie_in_tickets_goes_to_the_longest_route(game: str) -> None:
    """Common, final score: then the longest route."""
    match = bare(game)
    board = match.rules.board  # type: ignore[attr-defined]
    by_length = sorted(
        board.track_texts, key=lambda t: board.routes[board.track_texts.index(t)].length
    )
    own(match, 0, by_length[0])
    own(match, 2, by_length[-1])
    level(match)
    finish(match)
    assert match.winners == [2]
    assert match.decided_by == "longest route"


@pytest.mark.parametrize("game", TIE_GAMES)
def test_a_tie_in_everything_is_shared(game: str) -> None:
    """Common, final score: then the victory is shared."""
    match = bare(game)
    level(match)
    set_points(match, 1, -50)
    finish(match)
    assert match.winners == [0, 2]
    assert match.decided_by == ""
