"""Ways to pay, listed at once, against every way tried."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.support import board_rules, set_hand, started
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.cards import ANY_COLOUR, COLOURS, KIND_NAMES, LOCOMOTIVE
from wagonik.engine.payments import LocomotivePayment

GAMES = ("nordic_countries", "northern_lights", "pennsylvania", "united_kingdom", "paris")


@pytest.mark.parametrize("game", GAMES)
@settings(deadline=None, max_examples=25)
@given(cards=st.lists(st.integers(0, 5), min_size=9, max_size=9))
def test_the_list_of_payments_is_every_one_that_can_be_made(game: str, cards: list[int]) -> None:
    match = started(game, 2, 1)
    rules = board_rules(match)
    state = match.state
    set_hand(match, 0, **dict(zip(KIND_NAMES, cards, strict=True)))
    for track in range(rules.board.track_count):
        payment = rules.payments[rules.board.kind[track]]
        if not isinstance(payment, LocomotivePayment):
            continue
        state.track = track
        need = int(rules.need(state, 0, track))
        symbols = int(rules.board.symbols[track])
        colour = int(rules.board.colour[track])
        kinds = range(COLOURS) if colour == ANY_COLOUR else [colour]
        ways = [(kind, units) for kind in kinds for units in range(symbols, need)]
        ways.append((LOCOMOTIVE, need))
        out = ActionBuffer()
        payment.list_pays(state, 0, out)
        assert out.list() == [
            int(rules.pay_action + kind * rules.pay_width + units)
            for kind, units in ways
            if payment.can_pay(state, 0, kind, need - units, units)
        ]
