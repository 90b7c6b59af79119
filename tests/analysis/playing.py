"""Matches for the tests of analyses, played by quick bots with a few slips."""

from functools import cache

from wagonik import Match
from wagonik.bots.registry import make_bot
from wagonik.engine.rng import FastRng

SLIP = 10  # every so many decisions of seat 0 is any legal one


def play(game: str, names: list[str], seed: int, slips: bool = True) -> Match:
    """A whole match; seat 0 slips now and then."""
    match = Match(game, len(names), seed)
    bots = [make_bot(name, seed + number) for number, name in enumerate(names)]
    rng = FastRng(seed)
    while not match.over:
        seat = match.deciding[0]
        view = match.observe(seat)
        action = bots[seat].choose(view)
        if slips and seat == 0 and rng.below(SLIP) == 0:
            action = view.legal[rng.below(len(view.legal))]
        match.play(action, seat)
    return match


@cache
def played(game: str, players: int, seed: int = 1) -> Match:
    """A match of Planners, one of whom slips; not to be changed."""
    return play(game, ["planner"] * players, seed)
