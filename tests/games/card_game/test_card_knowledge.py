"""The Card Game: what a seat remembers of the first tickets that it gave back, in its samples.

They are shuffled back into the ticket deck (card_game, setup), so others can have them only by
drawing tickets later."""

from tests.support import kept
from wagonik import Match
from wagonik.engine.entries import entry_ticket
from wagonik.engine.state import COMPLETED, IN_DECK, TALLY, TICKETS, State

SAMPLES = 150


def dealt(match: Match, viewer: int) -> list[State]:
    view = match.observe(viewer)
    return [view.sample(seed) for seed in range(SAMPLES)]


def chosen(players: int = 2, seed: int = 3) -> tuple[Match, set[int]]:
    """Seat 0 gave five of its first tickets back, the others none; seat 1 is to move."""
    match = Match("card_game", players, seed, first=1)
    offer = {int(ticket) for ticket in match.state.offer[1:7]}
    match.play("keep:1", 0)
    for seat in range(1, players):
        match.play("keep:1,2,3,4,5,6", seat)
    returned = offer - set(kept(match, 0))
    assert len(returned) == 5
    assert match.seat == 1
    return match, returned


def held(state: State, seat: int, tickets: set[int]) -> int:
    return sum(1 for ticket in tickets if state.holder[ticket] == seat)


def test_nobody_has_kept_first_tickets_that_the_viewer_gave_back() -> None:
    """card_game, setup: all first tickets are dealt before any is shuffled back."""
    match, returned = chosen()
    for state in dealt(match, 0):
        assert {int(state.holder[ticket]) for ticket in returned} == {IN_DECK}
        assert sum(1 for place in state.holder if place == 1) == 6


def test_others_may_think_otherwise() -> None:
    """card_game, setup: only the seat that gave them back knows which they are."""
    match, returned = chosen(3)
    given = [held(state, 2, returned) for state in dealt(match, 1)]
    assert max(given) > 0


def test_who_kept_tickets_later_may_have_as_many_of_them() -> None:
    """card_game, C: a ticket kept later may be one of those shuffled back, no other can."""
    match, returned = chosen()
    match.play("tickets")
    match.play("keep:1,2")
    given = [held(state, 1, returned) for state in dealt(match, 0)]
    assert set(given) == {0, 1, 2}


def test_tickets_that_were_drawn_and_not_kept_are_no_reason() -> None:
    """card_game, C: keep any number, even none."""
    match, returned = chosen()
    match.play("tickets")
    match.play("keep:none")
    for state in dealt(match, 0):
        assert held(state, 1, returned) == 0


def test_what_was_completed_and_shown_is_no_longer_in_question() -> None:
    """card_game, four players: of two tickets kept later one was shown after the first deck; so
    at most one of the others is a ticket that the viewer gave back."""
    match, returned = chosen(4, seed=0)
    match.play("tickets")
    match.play("keep:1,2")
    state = match.state
    (shown,) = set(kept(match, 1)) & returned
    state.holder[shown] = COMPLETED + 1
    state.tally[TALLY + TICKETS] -= 1
    given = [held(state, 1, returned) for state in dealt(match, 0)]
    assert set(given) == {0, 1}


def test_what_is_left_of_them_is_dealt_to_nobody_twice() -> None:
    """Every ticket is in one place, also where some were refused to a seat and put back."""
    match, _ = chosen(3)
    match.play("tickets")
    match.play("keep:1")
    for state in dealt(match, 0):
        queue = [int(entry_ticket(entry)) for entry in state.queue[: state.queued]]
        deck = [ticket for ticket in range(len(state.holder)) if state.holder[ticket] == IN_DECK]
        assert sorted(queue) == deck
        counts = [sum(1 for place in state.holder if place == seat) for seat in range(3)]
        assert counts == [int(state.tally[seat * TALLY + TICKETS]) for seat in range(3)]
        assert len(deck) + sum(counts) == len(state.holder)
