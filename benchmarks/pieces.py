"""Work in short pieces, as it is told: what `benchmarks.against` starts for each build.

It is run by its path with another Python, so it uses nothing but that Python's own Wagonik. Each
line on standard input, `work game players count`, is answered by a JSON line; work that a build
does not know yet by one that says so.
"""

import json
import sys
import time
from collections.abc import Callable
from typing import Any

from wagonik.engine.playout import random_matches
from wagonik.games import make_rules

# Does so much, and returns how much that was and what came of it: the same in every build.
Work = Callable[[int], tuple[int, int]]


def decisions(game: str, players: int) -> Work:
    """Random play to the final score."""
    rules = make_rules(game, players)
    return lambda count: random_matches(rules, count, 1)


def middle(game: str, players: int) -> Any:
    """A match of Planner, half-way through."""
    from wagonik import Match
    from wagonik.bots.roster import Planner

    bot = Planner(1)
    match = Match(game, players, 1)
    while not match.over:
        match.play(bot.choose(match.observe(match.seat)))
    half = len(match.history) // 2
    again = Match(game, players, 1)
    for _, action in match.history[:half]:
        again.play(action)
    while again.seat != 0 or len(again.legal()) < 2:  # a choice of the seat that is asked
        again.play(bot.choose(again.observe(again.seat)))
    return again


def views(game: str, players: int) -> Work:
    """What each seat may know of a position."""
    from wagonik.engine.views import view_of

    match = middle(game, players)
    rules, state = match.rules, match.state

    def work(count: int) -> tuple[int, int]:
        for i in range(count):
            view = view_of(rules, state, i % players)
        return count, int(view.hand[0])

    return work


def samples(game: str, players: int) -> Work:
    """Whole positions that a view could be of."""
    from wagonik.engine.views import sample, view_of

    match = middle(game, players)
    rules, view = match.rules, view_of(match.rules, match.state, 0)

    def work(count: int) -> tuple[int, int]:
        found = 0
        for i in range(count):
            found += int(sample(rules, view, i).piles[0])
        return count, found

    return work


def copies(game: str, players: int) -> Work:
    """Copies of a position."""
    state = middle(game, players).state

    def work(count: int) -> tuple[int, int]:
        for _ in range(count):
            state.copy()
        return count, 0

    return work


def planner(game: str, players: int) -> Work:
    """Decisions of Planner, from the start of matches to their ends."""
    from wagonik.arena.core.playing import play_brains
    from wagonik.bots.roster import Planner
    from wagonik.engine.actions import ActionBuffer

    rules = make_rules(game, players)
    brains = [Planner(1).make_brain(rules) for _ in range(players)]
    out = ActionBuffer()

    def work(count: int) -> tuple[int, int]:
        played: list[int] = []
        for seed in range(count):
            play_brains(rules, rules.start(seed), brains, out, played)
        return len(played), sum(played)

    return work


def playouts(game: str, players: int) -> Work:
    """Play-outs of Master, at one decision."""
    from wagonik.bots.master.bot import Master

    view = middle(game, players).observe(0)

    def work(count: int) -> tuple[int, int]:
        return count, Master(1, iterations=count).choose(view)

    return work


def batches(game: str, players: int) -> Work:
    """Steps of 64 environments at once, with observations and masks."""
    from wagonik.envs import Matches

    matches = Matches(game, players, 64, seed=1)

    def work(count: int) -> tuple[int, int]:
        for _ in range(count):
            matches.step(matches.sample())
        return count * 64, int(matches.observations.sum())

    return work


WORK: dict[str, Callable[[str, int], Work]] = {
    work.__name__: work for work in (decisions, views, samples, copies, planner, playouts, batches)
}


def main() -> None:
    made: dict[tuple[str, str, int], Work] = {}
    for line in sys.stdin:
        name, game, players, count = line.split()
        case = name, game, int(players)
        try:
            if case not in made:
                made[case] = WORK[name](game, int(players))
        except (AttributeError, ImportError, TypeError) as error:  # of an older build
            print(json.dumps({"unknown": f"{type(error).__name__}: {error}"}), flush=True)
            continue
        began = time.process_time()
        done, checksum = made[case](int(count))
        took = time.process_time() - began
        print(json.dumps({"seconds": took, "done": done, "checksum": checksum}), flush=True)


if __name__ == "__main__":
    main()
