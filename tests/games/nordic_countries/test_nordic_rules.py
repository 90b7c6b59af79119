"""Nordic Countries: parts, set-up, drawing, parallel tracks and score."""

from collections import Counter

import pytest

from tests.engine.common_positions import (
    FIVE_COLOURS,
    arrange,
    deck,
    level,
    pieces,
    refuses,
    ticket_count,
)
from tests.support import (
    board_rules,
    finish,
    hand,
    market,
    own,
    set_tickets,
    started,
    texts,
)
from wagonik import Match
from wagonik.engine.cards import KIND_NAMES
from wagonik.engine.errors import UnknownGame
from wagonik.engine.state import IN_DECK, OFFER, REMOVED


def test_two_or_three_players() -> None:
    """Nordic Countries: 2–3 players."""
    for players in (1, 4):
        with pytest.raises(UnknownGame):
            Match("nordic_countries", players, 1)


def test_parts() -> None:
    """Nordic Countries, parts: 40 trains; 12 of each of 8 colours, 14 locomotives; 46 tickets."""
    match = Match("nordic_countries", 3, 1)
    cards = Counter(deck(match)) + Counter(str(card) for card in market(match))
    for seat in range(3):
        assert pieces(match, seat) == 40
        cards += Counter(hand(match, seat))
    assert cards == dict.fromkeys(KIND_NAMES[:8], 12) | {"locomotive": 14}
    assert cards.total() == 110
    board = board_rules(match).board
    assert board.ticket_count == 46
    assert (board.track_count, len({frozenset((r.start, r.end)) for r in board.routes})) == (81, 67)
    assert sum(1 for r in board.routes if r.tunnel) == 10
    assert Counter(r.locomotives for r in board.routes) == {0: 57, 1: 18, 2: 6}
    assert [r.length for r in board.routes if r.exchange == 4] == [9]


def test_setup() -> None:
    """Nordic Countries, set-up: 4 train cards; 5 tickets, keep at least 2."""
    match = Match("nordic_countries", 2, 1)
    for seat in range(2):
        assert sum(hand(match, seat).values()) == 4
        assert match.state.offer[seat * OFFER] == 5
        masks = {action.argument for action in match.legal_actions(seat)}
        assert masks == {mask for mask in range(32) if mask.bit_count() >= 2}


def test_whoever_put_tickets_out_of_the_game_knows_that_nobody_has_them() -> None:
    """Nordic Countries, set-up: tickets not kept leave the game, and who returned them has seen
    them; the others can only guess."""
    match = Match("nordic_countries", 3, 4, first=0)
    for seat in range(3):
        match.play("keep:1,2", seat)
    match.play("tickets")
    match.play("keep:1")
    gone = [t for t, place in enumerate(match.state.holder) if place == REMOVED]
    assert len(gone) == 3 + 2
    guessed = 0
    for seed in range(40):
        mine = match.observe(0).sample(seed)
        assert [t for t, place in enumerate(mine.holder) if place == REMOVED] == gone
        theirs = match.observe(1).sample(seed)
        guessed += any(theirs.holder[t] in (2, IN_DECK) for t in gone)
    assert guessed > 30


def test_tickets_not_kept_leave_the_game_now_and_later() -> None:
    """Nordic Countries, set-up: those of the first choice and those of every later one."""
    match = Match("nordic_countries", 2, 1, first=0)
    offers = [match.view(seat)["players"][seat]["offer"] for seat in range(2)]  # type: ignore[index]
    match.play("keep:1,2", 0)
    match.play("keep:3,4,5", 1)
    gone = {*offers[0][2:], *offers[1][:2]}
    assert {t for t, h in enumerate(match.state.holder) if h >= REMOVED} == gone
    assert match.state.queued == 36
    match.play("tickets")
    offer = match.view(0)["players"][0]["offer"]  # type: ignore[index]
    match.play("keep:3")
    gone |= set(offer[:2])
    assert {t for t, h in enumerate(match.state.holder) if h >= REMOVED} == gone
    assert match.state.queued == 33
    # Whoever draws all that is left sees none of them again.
    seen: set[int] = set()
    while match.state.queued:
        seat = match.seat
        match.play("tickets")
        seen |= set(match.view(seat)["players"][seat]["offer"])  # type: ignore[index]
        match.play("keep:1")
    assert not seen & gone
    assert len(seen) == 33


def test_draw_three_tickets_keep_at_least_one() -> None:
    """Nordic Countries, drawing."""
    match = started("nordic_countries", 2, 1)
    match.play("tickets")
    assert {action.argument for action in match.legal_actions()} == set(range(1, 8))
    match.play("keep:1,2,3")
    assert ticket_count(match, 0) == 5


def position(cards: tuple[str | None, ...], **in_deck: int) -> Match:
    match = started("nordic_countries", 2, 1)
    arrange(match, hands=({}, {}), market=cards, deck=in_deck, discards={})
    return match


def test_two_face_up_locomotives_may_be_taken_in_one_turn() -> None:
    """Nordic Countries, drawing: locomotives are ordinary cards to draw."""
    match = position(("locomotive", "locomotive", "red", "green", "blue"), white=9)
    match.play("take:locomotive")
    assert match.seat == 0
    assert "take:locomotive" in texts(match)
    match.play("take:locomotive")
    assert hand(match, 0) == {"locomotive": 2}
    assert match.seat == 1


@pytest.mark.parametrize(
    ("first", "second"),
    [("take:locomotive", "deck"), ("take:locomotive", "take:red"), ("deck", "take:locomotive")],
)
def test_a_face_up_locomotive_goes_with_any_other_card(first: str, second: str) -> None:
    """Nordic Countries, drawing: as the first or as the second card."""
    match = position(("locomotive", "red", "red", "green", "blue"), white=9)
    match.play(first)
    match.play(second)
    assert sum(hand(match, 0).values()) == 2
    assert hand(match, 0)["locomotive"] == 1
    assert match.seat == 1


def test_r2_a_face_up_locomotive_can_be_the_second_card_when_the_deck_has_run_out() -> None:
    """Nordic Countries, drawing, and common, R2: it is the only card left, so it is taken."""
    match = position(("locomotive", None, None, None, None), white=1)
    match.play("deck")
    assert hand(match, 0) == {"white": 1, "locomotive": 1}
    assert market(match) == [None] * 5


def test_no_refresh_rule() -> None:
    """Nordic Countries, drawing: five locomotives may lie there."""
    match = position(("locomotive", "locomotive", "locomotive", "locomotive", "red"), locomotive=2)
    match.play("take:red")
    assert market(match) == ["locomotive"] * 5


def test_with_two_players_only_one_track_of_a_pair_can_be_used() -> None:
    """Nordic Countries, parallel tracks: with three both, by different players."""
    full = {"blue": 9, "red": 9}
    for players, open_to_others in ((2, False), (3, True)):
        match = started("nordic_countries", players, 1, first=1)
        own(match, 0, "Bergen–Oslo/red")
        arrange(match, hands=[full] * players, market=FIVE_COLOURS)
        assert ("claim:Bergen–Oslo/blue" in texts(match)) == open_to_others
        if not open_to_others:
            refuses(match, "claim:Bergen–Oslo/blue", "so few players")


# Score


def score_of(match: Match, seat: int) -> dict[str, int]:
    return {source.name: source.points for source in match.scores[seat].sources}


def bare() -> Match:
    match = started("nordic_countries", 3, 1)
    for seat in range(3):
        set_tickets(match, seat)
    own(match, 0, "Göteborg–Oslo", "Göteborg–København")
    own(match, 1, "Helsinki–Tampere", "Helsinki–Tallinn")
    return match


def test_globetrotter_is_ten_points() -> None:
    """Nordic Countries, score: for the most completed tickets."""
    match = bare()
    set_tickets(match, 0, ("Oslo", "København"))
    set_tickets(match, 1, ("Oslo", "Stockholm"), ("Oslo", "Stavanger"))  # none completed
    assert [score_of(match, s)["globetrotter"] for s in range(3)] == [10, 0, 0]


def test_globetrotter_goes_to_all_who_tie_whatever_their_points() -> None:
    """Nordic Countries, score: 10 points, all who tie."""
    match = bare()
    set_tickets(match, 0, ("Oslo", "København"))
    set_tickets(match, 1, ("Tampere", "Tallinn"), ("Bergen", "Narvik"))
    assert [score_of(match, s)["globetrotter"] for s in range(3)] == [10, 10, 0]


def test_r7_globetrotter_needs_a_completed_ticket() -> None:
    """Nordic Countries, score, and common, R7."""
    match = bare()
    set_tickets(match, 2, ("Bergen", "Narvik"))
    assert [score_of(match, s)["globetrotter"] for s in range(3)] == [0, 0, 0]


def test_no_longest_route_bonus() -> None:
    """Nordic Countries, score: routes, tickets and the globetrotter are all."""
    match = bare()
    assert set(score_of(match, 0)) == {"routes", "tickets", "globetrotter"}
    assert [sheet.total for sheet in match.scores] == [0, 0, 0]


def test_tie_most_completed_tickets_then_the_longest_route_then_shared() -> None:
    """Nordic Countries, score: the three tie-breakers in their order."""
    match = bare()
    set_tickets(match, 1, ("Tampere", "Tallinn"))
    own(match, 0, "Göteborg–Örebro")  # the longest route, without a ticket
    level(match)
    finish(match)
    assert (match.winners, match.decided_by) == ([1], "completed tickets")

    match = bare()
    set_tickets(match, 0, ("Oslo", "København"))
    set_tickets(match, 1, ("Tampere", "Tallinn"))
    level(match)
    finish(match)
    assert (match.winners, match.decided_by) == ([0], "longest route")  # 4 to 3

    match = bare()
    set_tickets(match, 0, ("Oslo", "København"))
    set_tickets(match, 1, ("Tampere", "Tallinn"))
    own(match, 1, "Tampere–Turku")
    level(match)
    finish(match)
    assert match.winners == [0, 1]
