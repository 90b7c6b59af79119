"""How fast the engine is, in this process: what `wagonik bench` starts, once a build.

One thread, random players, complete rules. Prints one JSON line for each game and number of
players. The best of three runs counts: whatever else the machine did only slows it down.
"""

import argparse
import gc
import json
import random
import time
import tracemalloc
from collections.abc import Callable
from typing import Any, Final

import wagonik
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.playout import random_matches
from wagonik.engine.rng import FastRng
from wagonik.engine.rules import Rules
from wagonik.engine.state import State
from wagonik.engine.views import sample, view_of
from wagonik.games import GAMES, make_rules

RUNS: Final = 3
SAME: Final = 5  # matches that both builds play alike, to prove it
COPIES: Final = 200


def best_rate(work: Callable[[int], int], seconds: float) -> float:
    """How many things a second `work(n)` does; it returns how many it did."""
    best = 0.0
    count = 1
    for _ in range(RUNS):
        while True:
            began = time.process_time()
            done = work(count)
            took = time.process_time() - began
            if took >= seconds / RUNS:
                break
            count = max(count + 1, int(count * min(8.0, 1.2 * seconds / RUNS / max(took, 1e-6))))
        best = max(best, done / took)
    return best


def middle_state(rules: Rules, seed: int = 1) -> State:
    """A state about half-way through a random match."""
    out = ActionBuffer()
    rng = FastRng(seed)
    state = rules.start(seed)
    turns = _random_turns(rules, seed) // 2
    rules.advance(state, out)
    while state.turn < turns and out.count > 0:
        rules.play(state, out.items[int(rng.below(out.count))], out)
    return state


def _random_turns(rules: Rules, seed: int) -> int:
    out = ActionBuffer()
    rng = FastRng(seed)
    state = rules.start(seed)
    rules.advance(state, out)
    while out.count > 0:
        rules.play(state, out.items[int(rng.below(out.count))], out)
    return int(state.turn)


def copy_bytes(state: State) -> int:
    """Memory that one more copy of a state takes."""
    gc.collect()
    tracemalloc.start()
    before = tracemalloc.get_traced_memory()[0]
    copies = [state.copy() for _ in range(COPIES)]
    after = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    return (after - before) // len(copies)


def measure(game: str, players: int, seconds: float) -> dict[str, Any]:
    """Everything that is measured of one game with one number of players."""
    rules = make_rules(game, players)
    state = middle_state(rules)
    view = view_of(rules, state, 0)
    matches = 0

    def play(count: int) -> int:
        nonlocal matches
        decisions, _ = random_matches(rules, count, 1)
        matches = count
        return decisions

    def copies(count: int) -> int:
        for _ in range(count):
            state.copy()
        return count

    def views(count: int) -> int:
        for _ in range(count):
            view_of(rules, state, 0)
        return count

    def samples(count: int) -> int:
        for i in range(count):
            sample(rules, view, i)
        return count

    def through_api(count: int) -> int:
        """The loop that a user writes: ask for the legal list, choose, play."""
        choose = random.Random(1).random
        decisions = 0
        for i in range(count):
            match = wagonik.Match(game, players, i)
            play = match.play
            legal = match.legal
            while not match.over:
                actions = legal()
                play(actions[int(choose() * len(actions))])
                decisions += 1
        return decisions

    decisions_a_second = best_rate(play, seconds)
    a_match = play(max(matches, 20)) / max(matches, 20)
    return {
        "game": game,
        "players": players,
        "compiled": wagonik.compiled,
        "decisions": round(decisions_a_second),
        "matches": round(decisions_a_second / a_match, 1),
        "decisions_a_match": round(a_match, 1),
        "api_decisions": round(best_rate(through_api, seconds)),
        "copies": round(best_rate(copies, seconds / 4)),
        "views": round(best_rate(views, seconds / 4)),
        "samples": round(best_rate(samples, seconds / 4)),
        "copy_bytes": copy_bytes(state),
        "checksum": random_matches(rules, SAME, 7)[1],
    }


def cases() -> list[tuple[str, int]]:
    """Every game with every number of players."""
    return [
        (game.key, players)
        for game in GAMES
        for players in range(game.least_players, game.most_players + 1)
    ]


def main() -> None:
    parser = argparse.ArgumentParser(prog="wagonik.cli.measure")
    parser.add_argument("--seconds", type=float, default=1.0)
    parser.add_argument("--game", action="append", default=[])
    options = parser.parse_args()
    for game, players in cases():
        if not options.game or game in options.game:
            print(json.dumps(measure(game, players, options.seconds)), flush=True)


if __name__ == "__main__":
    main()
