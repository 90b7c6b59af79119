"""Tickets that a seat returned and another has drawn: the returner knows who has seen them."""

from collections import Counter

import pytest

from tests.properties.hiding import same
from tests.properties.invariants import check
from tests.properties.playing import Setting, settings_of, walk
from wagonik import Match
from wagonik.engine.entries import TAGS, entry_tag, entry_ticket, seat_tag, tag_seat
from wagonik.engine.rules import Rules
from wagonik.engine.state import IN_DECK, OFFER, OFFERED, SPECTATOR, UNKNOWN, State
from wagonik.engine.trails import EITHER, KEPT, RETURNED, STEP
from wagonik.engine.views import sample, view_of

EVERY = 11
RETURNING = [s for game in ("paris", "pennsylvania", "card_game") for s in settings_of(game)]


def offered(state: State, seat: int) -> list[int]:
    at = seat * OFFER
    return [int(state.offer[at + 1 + i]) for i in range(int(state.offer[at]))]


def drawn_again() -> tuple[Match, int, int]:
    """Paris with four players: a seat is offered the ticket that seat 0 returned at the start."""
    match = Match("paris", 4, 5, first=0)
    for seat in range(4):
        match.play("keep:1", seat)
    state = match.state
    ring = [int(state.queue[(state.head + i) % len(state.queue)]) for i in range(int(state.queued))]
    ticket = next(entry_ticket(entry) for entry in ring if entry_tag(entry) == seat_tag(0))
    while True:
        match.play("tickets")
        seat = int(state.seat)
        if ticket in offered(match.state, seat):
            assert seat != 0
            return match, ticket, seat
        match.play("keep:1,2")


def places(match: Match, viewer: int, ticket: int) -> Counter[int]:
    """Where samples of a view have a ticket."""
    view = view_of(match.rules, match.state, viewer)
    found = Counter[int]()
    for seed in range(100):
        dealt = sample(match.rules, view, seed)
        check(match.rules, dealt, sampled=True)
        same(match.rules, match.state, dealt, viewer)
        place = int(dealt.holder[ticket])
        found[place] += 1
        if place == IN_DECK:
            found[_tag(dealt, ticket) * 100] += 1
    return found


def _tag(state: State, ticket: int) -> int:
    """Who put a ticket of the deck there, + 1."""
    size = len(state.queue)
    ring = [int(state.queue[(state.head + i) % size]) for i in range(int(state.queued))]
    return next(entry_tag(entry) for entry in ring if entry_ticket(entry) == ticket)


def test_the_returner_knows_who_is_offered_its_ticket() -> None:
    match, ticket, seat = drawn_again()
    assert places(match, 0, ticket) == {OFFERED + seat: 100}
    view = view_of(match.rules, match.state, 0)
    assert ticket in offered(view, seat)
    for viewer in (SPECTATOR, *(s for s in range(1, 4) if s != seat)):
        blind = view_of(match.rules, match.state, viewer)
        assert ticket not in offered(blind, seat)
        assert blind.holder[ticket] == UNKNOWN
        assert blind.trail[ticket] == 0
    spectator = view_of(match.rules, match.state, SPECTATOR)
    assert offered(spectator, seat) == [-1, -1]
    assert not any(spectator.trail)


def test_who_keeps_the_whole_offer_has_the_ticket() -> None:
    match, ticket, seat = drawn_again()
    match.play("keep:1,2")
    assert places(match, 0, ticket) == {seat: 100}


@pytest.mark.parametrize("mine", [True, False], ids=["kept", "returned"])
def test_who_keeps_some_has_the_ticket_or_has_returned_it(mine: bool) -> None:
    """Kept by the seat that drew it, or in an entry of the deck that this seat put there: which,
    the first returner can't know, so both worlds look the same to it."""
    match, ticket, seat = drawn_again()
    first = offered(match.state, seat)[0] == ticket
    match.play("keep:1" if first == mine else "keep:2")
    assert int(match.state.holder[ticket]) == (seat if mine else IN_DECK)
    found = places(match, 0, ticket)
    assert set(found) == {seat, IN_DECK, (seat + 1) * 100}
    assert found[seat] > 20
    assert found[IN_DECK] == found[(seat + 1) * 100] > 5
    assert found[seat] + found[IN_DECK] == 100


def _agree(rules: Rules, state: State, dealt: State, viewer: int) -> int:
    """A sample has every ticket of the viewer's trails where it can be; how many there are."""
    found = 0
    for ticket, trail in enumerate(map(int, state.trail)):
        if tag_seat(trail % STEP // TAGS) != viewer or not trail:
            continue
        found += 1
        seat = int(tag_seat(entry_tag(trail)))
        for world in (state, dealt):
            place = int(world.holder[ticket])
            fate = trail - trail % STEP
            if fate == 0:
                assert place == OFFERED + seat
            elif place == IN_DECK:
                assert fate in (RETURNED, EITHER)
                assert _tag(world, ticket) == seat + 1
            else:
                # In the Card Game, completed tickets lie open.
                assert place == seat or place == state.holder[ticket] >= 48
                assert fate in (KEPT, EITHER)
    return found


@pytest.mark.parametrize("setting", RETURNING, ids=str)
def test_samples_follow_returned_tickets(setting: Setting) -> None:
    found = number = 0
    for seed in range(2):
        for stepper, legal in walk(setting, 600 + seed, "returner"):
            rules, state = stepper.rules, stepper.state
            number += 1
            if not legal or not any(state.trail) or number % EVERY:
                continue
            for viewer in range(rules.seats):
                dealt = sample(rules, view_of(rules, state, viewer), number)
                check(rules, dealt, sampled=True)
                same(rules, state, dealt, viewer)
                found += _agree(rules, state, dealt, viewer)
            if found > 100:
                return
    assert found > 0


def test_copies_share_trails_and_do_not_write_into_them() -> None:
    match, ticket, _ = drawn_again()
    before = [int(number) for number in match.state.trail]
    twin = match.state.copy()
    match.play("keep:1")
    assert [int(number) for number in twin.trail] == before
    assert match.state.trail[ticket] != before[ticket]
