"""Whole matches between brains, as fast as they go: for tuning and for training.

Brains read only what their seats may know, so they can share one state without views.
"""

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.bots.base import Brain
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.cards import zeros
from wagonik.engine.rules import Rules
from wagonik.engine.state import State


def play_match(rules: Rules, brains: list[Brain], seed: int, first: int) -> tuple[vec[i64], int]:
    """Play one match; the totals of the seats, and the winners as a bit mask."""
    out = ActionBuffer()
    state: State = rules.start(seed, first)
    rules.advance(state, out)
    while out.count > 0:
        action = brains[state.seat].decide(state, state.seat, out)
        rules.play(state, action, out)
    final = rules.score(state)
    winners = 0
    for seat in final.winners:
        winners += 2**seat
    totals = zeros(rules.seats)
    for seat in range(rules.seats):
        totals[seat] = final.totals[seat]
    return totals, winners
