"""Random play, as fast as the engine goes."""

from mypy_extensions import i64

from wagonik.engine.actions import ActionBuffer
from wagonik.engine.rng import FastRng
from wagonik.engine.rules import Rules
from wagonik.engine.state import State


def play_out(rules: Rules, state: State, rng: FastRng, out: ActionBuffer) -> i64:
    """Play a state to its end by random choices; returns the number of decisions."""
    decisions: i64 = 0
    rules.advance(state, out)
    while out.count > 0:
        rules.play(state, out.items[rng.below(out.count)], out)
        decisions += 1
    return decisions


def random_matches(rules: Rules, matches: int, seed: int) -> tuple[int, int]:
    """Play and score matches; returns their decisions and a checksum of their results."""
    out = ActionBuffer()
    rng = FastRng(seed)
    decisions: i64 = 0
    checksum: i64 = 0
    for i in range(matches):
        state = rules.start(seed + i)
        decisions += play_out(rules, state, rng, out)
        totals = rules.score(state).totals
        seat: i64
        for seat in range(state.seats):
            checksum = (checksum * 31 + totals[seat] + 1000) & 0xFFFFFFFFFFF
    return int(decisions), int(checksum)
