"""`make bench-lab`: decisions a second of the environments, beside PettingZoo's own in one run.

    python -m benchmarks.lab                      the promised figures, all games
    python -m benchmarks.lab --quick --json lab.json

Every figure is of CPU time on one core, with the observation and the mask of every decision
written, and actions chosen at random among the legal ones. What else runs on a machine can only
slow it down: a batch below its floor is measured again a few times, and the best figure counts.
Prints every floor that is missed, and ends with exit code 1 if there is one.
"""

import argparse
import json
import random
import sys
import time
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import gymnasium
import numpy as np
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

import wagonik
from wagonik.envs import Matches, gymnasium_id, make
from wagonik.envs.gymnasium_env import WagonikVectorEnv
from wagonik.games import GAMES

COUNTS: Final = (1, 64, 1024)
SECONDS: Final = 2.0
QUICK_SECONDS: Final = 0.3
BATCH_FLOOR: Final = 1_000_000  # 64 matches at once, in every game with the fewest players
SMALLEST: Final = {(game.key, game.least_players) for game in GAMES}
TIMES_FLOOR: Final = 5.0  # as many decisions as PettingZoo's connect four
REPEATS: Final = 20  # the best counts
AGAIN: Final = 8


def rate(run: Callable[[], int], seconds: float) -> float:
    """Decisions a second of CPU time, the best of a few tries."""
    best = 0.0
    run()
    for _ in range(REPEATS):
        done = 0
        began = time.process_time()
        while (spent := time.process_time() - began) < seconds / REPEATS:
            done += run()
        best = max(best, done / spent)
    return best


def batch(game: str, players: int, count: int) -> Callable[[], int]:
    """Many matches, sampled by compiled code, actions through NumPy."""
    matches = Matches(game, players, count, seed=1)
    rounds = max(1, 2048 // count)

    def run() -> int:
        for _ in range(rounds):
            matches.step(matches.sample())
        return rounds * count

    return run


def vector(game: str, players: int, count: int) -> Callable[[], int]:
    """Gymnasium's vector environment against Random: the learner's decisions."""
    env = WagonikVectorEnv(game, count, players, ["random"], copy=False)
    env.reset(seed=1)
    rounds = max(1, 2048 // count)

    def run() -> int:
        for _ in range(rounds):
            env.step(env.sample())
        return rounds * count

    return run


def single(game: str, players: int) -> Callable[[], int]:
    """Gymnasium's environment of one match against Random: the learner's decisions."""
    env: Any = gymnasium.make(gymnasium_id(game), players=players, opponents=["random"])
    info: dict[str, Any] = env.reset(seed=1)[1]
    rng = random.Random(1)

    def run() -> int:
        nonlocal info
        for _ in range(100):
            legal = np.flatnonzero(info["action_mask"])
            _, _, terminated, truncated, info = env.step(int(legal[rng.randrange(len(legal))]))
            if terminated or truncated:
                info = env.reset()[1]
        return 100

    return run


def zoo(env: Any) -> Callable[[], int]:
    """PettingZoo's loop, as in its own benchmark."""
    rng = random.Random(1)
    env.reset(seed=1)

    def run() -> int:
        for _ in range(100):
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            legal = np.flatnonzero(seen["action_mask"])
            env.step(int(legal[rng.randrange(len(legal))]))
        return 100

    return run


def connect_four() -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # there are two ways to name it, one of them deprecated
        from pettingzoo.classic import connect_four_v3  # type: ignore[import-untyped]

        return connect_four_v3.env()


def measure(seconds: float) -> dict[str, Any]:
    tables = [(game.key, game.least_players) for game in GAMES]
    tables += [(game.key, game.most_players) for game in GAMES]
    rows: list[dict[str, Any]] = []
    with Progress(console=Console(stderr=True)) as progress:
        task = progress.add_task("measuring", total=len(tables) * 8 + 1)

        def timed(run: Callable[[], int]) -> int:
            found = round(rate(run, seconds))
            progress.advance(task)
            return found

        four = timed(zoo(connect_four()))
        for game, players in sorted(tables):
            rows.append(
                {
                    "game": game,
                    "players": players,
                    "batch": {count: timed(batch(game, players, count)) for count in COUNTS},
                    "vector": {count: timed(vector(game, players, count)) for count in COUNTS},
                    "single": timed(single(game, players)),
                    "pettingzoo": timed(zoo(make(game, players))),
                }
            )
    return {"compiled": wagonik.compiled, "connect_four": four, "games": rows}


def measure_again(results: dict[str, Any], seconds: float) -> None:
    """Give the batches that have a floor further chances to reach it."""
    for row in results["games"]:
        table = (row["game"], row["players"])
        for _ in range(AGAIN if table in SMALLEST else 0):
            if row["batch"][64] >= BATCH_FLOOR:
                break
            found = round(rate(batch(*table, 64), seconds))
            row["batch"][64] = max(row["batch"][64], found)


def show(results: dict[str, Any]) -> None:
    table = Table(title="Decisions a second, one core, observation and mask written")
    for name in ("game", "players", "batch of 1", "64", "1,024"):
        table.add_column(name, justify="left" if name == "game" else "right")
    for name in ("vector of 1", "64", "1,024", "Gymnasium", "PettingZoo", "× connect four"):
        table.add_column(name, justify="right")
    for row in results["games"]:
        times = row["pettingzoo"] / results["connect_four"]
        figures = [*row["batch"].values(), *row["vector"].values()]
        figures += [row["single"], row["pettingzoo"]]
        cells = [row["game"], str(row["players"]), *(f"{figure:,}" for figure in figures)]
        table.add_row(*cells, f"{times:.1f}")
    console = Console(width=None if sys.stdout.isatty() else 150)
    console.print(table)
    print(f"PettingZoo's own connect four: {results['connect_four']:,} decisions a second.")
    print(
        "Batch: every seat's decisions. Vector and Gymnasium: the learner's decisions against "
        "Random, whose moves are played in between."
    )


def missed(results: dict[str, Any]) -> list[str]:
    """The floors that were not reached, in words."""
    found: list[str] = []
    if not results["compiled"]:
        found.append("the engine is not compiled")
    for row in results["games"]:
        where = f"{row['game']} with {row['players']} players"
        if (row["game"], row["players"]) in SMALLEST and row["batch"][64] < BATCH_FLOOR:
            found.append(
                f"{where}: {row['batch'][64]:,} decisions a second of 64 matches, "
                f"{BATCH_FLOOR:,} promised"
            )
        times = row["pettingzoo"] / results["connect_four"]
        if times < TIMES_FLOOR:
            found.append(f"{where}: {times:.1f} times connect four, {TIMES_FLOOR:g} promised")
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--quick", action="store_true", help="measure for a shorter time")
    parser.add_argument("--json", type=Path, help="keep the figures in this file")
    options = parser.parse_args()
    seconds = QUICK_SECONDS if options.quick else SECONDS
    results = measure(seconds)
    measure_again(results, seconds)
    show(results)
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    below = missed(results)
    for line in below:
        print(f"below its floor: {line}")
    if below:
        sys.exit(1)
    print("Every floor is reached.")


if __name__ == "__main__":
    main()
