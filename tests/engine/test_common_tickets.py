"""The page of common rules: drawing tickets (R4)."""

from dataclasses import replace

import pytest

from tests.engine.common_positions import arrange, refuses, ticket_count
from tests.support import started, texts
from wagonik import Match
from wagonik.engine.boardfile import published
from wagonik.engine.state import IN_DECK, REMOVED


def masks(match: Match) -> set[int]:
    assert {action.family for action in match.legal_actions()} == {"keep"}
    return {action.argument for action in match.legal_actions()}


def held(match: Match, seat: int) -> set[int]:
    return {t for t, holder in enumerate(match.state.holder) if holder == seat}


@pytest.mark.parametrize(
    ("game", "drawn"),
    [("nordic_countries", 3), ("northern_lights", 3), ("pennsylvania", 4), ("paris", 2)],
)
def test_draw_the_games_number_and_keep_at_least_the_minimum(game: str, drawn: int) -> None:
    """Common: draw so many, keep at least one; the turn ends."""
    match = started(game, 2, 1)
    before, left = ticket_count(match, 0), int(match.state.queued)
    match.play("tickets")
    assert match.state.queued == left - drawn
    assert masks(match) == set(range(1, 1 << drawn))
    refuses(match, "keep:none", "at least 1", "common")
    refuses(match, "deck", "which of the drawn tickets to keep")
    offer = match.view(0)["players"][0]["offer"]  # type: ignore[index]
    match.play("keep:2")
    assert ticket_count(match, 0) == before + 1
    assert offer[1] in held(match, 0)
    assert not {offer[0], *offer[2:]} & held(match, 0)
    assert match.seat == 1


def test_fewer_if_fewer_are_left() -> None:
    """Common: two left, two drawn."""
    match = started("northern_lights", 2, 1)
    arrange(match, ticket_deck=2)
    match.play("tickets")
    assert match.state.queued == 0
    assert masks(match) == {1, 2, 3}


def test_not_possible_from_an_empty_deck() -> None:
    """Common: no tickets left, no such action."""
    match = started("northern_lights", 2, 1)
    arrange(match, ticket_deck=0)
    assert "tickets" not in texts(match)
    refuses(match, "tickets", "no tickets are left", "common")


def test_r4_the_last_ticket_is_kept_without_a_choice() -> None:
    """Common, R4: one drawn, one kept."""
    match = started("nordic_countries", 2, 1)
    arrange(match, ticket_deck=1)
    match.play("tickets")
    assert ticket_count(match, 0) == 3
    assert match.seat == 1


@pytest.mark.parametrize(
    ("left", "keeps"), [(1, {1}), (2, {3}), (3, {7}), (4, {7, 11, 13, 14, 15}), (9, None)]
)
def test_r4_if_fewer_than_the_minimum_are_drawn_all_are_kept(
    left: int, keeps: set[int] | None
) -> None:
    """Common, R4: on a board where four are drawn and at least three must be kept."""
    file = published("northern_lights")
    board = replace(file, numbers=replace(file.numbers, draw_tickets=4, draw_keep=3))
    match = Match("northern_lights", 2, 1, board=board, first=0)
    match.play("keep:1,2", 0)
    match.play("keep:1,2", 1)
    arrange(match, ticket_deck=left)
    match.play("tickets")
    if keeps is not None and len(keeps) == 1:  # a decision with one answer is taken at once
        assert ticket_count(match, 0) == 2 + left
        assert match.seat == 1
        assert match.state.queued == 0
    else:
        assert masks(match) == {7, 11, 13, 14, 15}


def test_kept_tickets_can_not_be_discarded_later() -> None:
    """Common: what a seat keeps it has until the end."""
    match = Match("northern_lights", 3, 21)
    mine: list[set[int]] = [set(), set(), set()]
    turn = 0
    while not match.over:
        actions = match.legal()
        match.play(actions[turn * 7919 % len(actions)])
        turn += 1
        for seat in range(3):
            now = held(match, seat)
            assert mine[seat] <= now
            assert len(now) == ticket_count(match, seat)
            mine[seat] = now
    assert all(mine)


def test_tickets_left_form_a_face_down_deck() -> None:
    """Common, set-up: after the first choice the rest is the deck; nothing is lost."""
    for game, total, leave in (("nordic_countries", 46, True), ("northern_lights", 55, False)):
        match = started(game, 2, 1)
        removed = sum(1 for holder in match.state.holder if holder >= REMOVED)
        in_deck = sum(1 for holder in match.state.holder if holder == IN_DECK)
        assert removed == (6 if leave else 0)
        assert in_deck == match.state.queued == total - removed - 4


def test_everybody_sees_how_many_tickets_are_drawn_and_kept_and_nobody_which() -> None:
    """Common: tickets are hidden, their number is public."""
    match = started("nordic_countries", 2, 8)
    since = len(match.events())
    match.play("tickets")
    drawn = [int(ticket) for ticket in match.state.offer[1:4]]
    match.play("keep:1,3")
    for viewer in (-1, 0, 1):
        mine = viewer == 0
        told = [e for e in match.events(viewer, since) if e["event"] != "turn"]
        assert told == [
            {"event": "offered", "seat": 0, "count": 3},
            *(
                {"event": "offered_ticket", "seat": 0, "ticket": ticket if mine else None}
                for ticket in drawn
            ),
            {"event": "kept", "seat": 0, "count": 2},
            *(
                {"event": "kept_ticket", "seat": 0, "ticket": ticket if mine else None}
                for ticket in (drawn[0], drawn[2])
            ),
        ]
