"""Positions from the middle of matches, for the tests of bots."""

from collections.abc import Iterator

from wagonik import compiled
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.rng import FastRng
from wagonik.engine.rules import Rules
from wagonik.engine.state import State
from wagonik.games import GAMES, make_rules

TABLES = [
    (game.key, players)
    for game in GAMES
    for players in range(game.least_players, game.most_players + 1)
]
# Where bots that search are looked at: as plain Python a search takes forty times as long.
SEARCHED = TABLES if compiled else [(game.key, game.least_players) for game in GAMES]


def positions(game: str, players: int, seed: int, every: int) -> Iterator[tuple[Rules, State]]:
    """States of a match of random play, some decisions apart."""
    rules = make_rules(game, players)
    state = rules.start(seed)
    out = ActionBuffer()
    rng = FastRng(seed)
    rules.advance(state, out)
    decision = 0
    while out.count > 0:
        if decision % every == 0:
            yield rules, state
        rules.play(state, out.items[rng.below(out.count)], out)
        decision += 1


def legal_of(rules: Rules, state: State) -> list[int]:
    out = ActionBuffer()
    rules.steps[state.step].legal(state, out)
    return out.list()


def steady(name: str) -> str:
    """A bot by a name that does not depend on the clock: so many play-outs instead of seconds."""
    return "master@10" if name == "master" else name
