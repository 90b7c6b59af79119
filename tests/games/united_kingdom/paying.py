"""All ways to pay, found twice: by following every decision of the engine, and by trying every
handful of cards."""

from collections.abc import Iterator
from itertools import product

from tests.support import board_rules
from wagonik import Match
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.cards import KINDS, LOCOMOTIVE, PILE
from wagonik.engine.state import State

Cards = tuple[int, ...]  # how many of each of the nine kinds


def cards_of(state: State, seat: int) -> Cards:
    return tuple(int(state.hand[seat * PILE + kind]) for kind in range(KINDS))


def endings(match: Match, action: str) -> list[tuple[Cards, State]]:
    """Follow every decision that pays for a claim or a purchase: the cards paid, and the state
    right after it. No list on the way is empty or has doubles."""
    rules = board_rules(match)
    seat = match.seat
    before = cards_of(match.state, seat)
    paying = (rules.pay_step, rules.exchange_step, rules.give_step)
    found: list[tuple[Cards, State]] = []

    def follow(state: State, index: int) -> None:
        state = state.copy()
        rules.steps[state.step].apply(state, index)
        if state.step not in paying:
            after = cards_of(state, seat)
            found.append((tuple(b - a for a, b in zip(after, before, strict=True)), state))
            return
        out = ActionBuffer()
        rules.steps[state.step].legal(state, out)
        choices = out.list()
        assert choices, "a payment came to a dead end"
        assert len(set(choices)) == len(choices)
        for choice in choices:
            follow(state, choice)

    start = match.action(action).index
    assert start in match.legal()
    follow(match.state, start)
    return found


def payments(match: Match, action: str) -> set[Cards]:
    return {paid for paid, _ in endings(match, action)}


def handfuls(hand: Cards) -> Iterator[Cards]:
    """Every handful of cards that can be taken from a hand."""
    return product(*(range(count + 1) for count in hand))


def pays_units(paid: Cards, units: int, size: int) -> bool:
    """Whether cards are exactly so many locomotives, or groups that stand for them."""
    return any(
        real <= paid[LOCOMOTIVE] and sum(paid) == real + size * (units - real)
        for real in range(units + 1)
        if size or real == units
    )


def pays_route(paid: Cards, colour: int, need: int, symbols: int, size: int) -> bool:
    """Whether cards are exactly a payment for a route of a colour (8: any one colour)."""
    for kind in range(8) if colour == 8 else [colour]:
        for used in range(need - symbols + 1):
            if used <= paid[kind]:
                rest = list(paid)
                rest[kind] -= used
                if pays_units(tuple(rest), need - used, size):
                    return True
    return False
