"""Measure bots: `python -m wagonik.arena --help`."""

import argparse
import sys
from functools import partial
from typing import Final

from rich.console import Console
from rich.progress import Progress, TaskID

from wagonik.arena.run import ArenaResult, line_ups, run_arena
from wagonik.arena.table import render
from wagonik.bots.registry import BOTS
from wagonik.games import GAMES

WIDTH: Final = 120  # columns that the table needs


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m wagonik.arena", description=__doc__)
    parser.add_argument("--game", action="append", choices=[game.key for game in GAMES])
    parser.add_argument("--players", type=int, action="append")
    parser.add_argument("--bots", default="planner,random", help="names, separated by commas")
    parser.add_argument("--matches", type=int, default=100)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--processes", type=int, default=None)
    parser.add_argument("--seconds", type=float, default=None, help="a bot's time for a decision")
    parser.add_argument(
        "--mixed", action="store_true", help="all bots mixed at every table; ends on a fault"
    )
    return parser.parse_args()


def tables(chosen: argparse.Namespace) -> list[tuple[str, int, list[tuple[str, ...]]]]:
    """The games, player counts and line-ups that were asked for."""
    found: list[tuple[str, int, list[tuple[str, ...]]]] = []
    for game in GAMES:
        if chosen.game and game.key not in chosen.game:
            continue
        for players in range(game.least_players, game.most_players + 1):
            if chosen.players and players not in chosen.players:
                continue
            if chosen.mixed:
                names = [entry.name for entry in BOTS if entry.plays(game.key)]
                ups = [
                    tuple(names[(start + seat) % len(names)] for seat in range(players))
                    for start in range(len(names))
                ]
            else:
                ups = line_ups(chosen.bots.split(","), players)
            found.append((game.key, players, ups))
    return found


def _advance(bar: Progress, task: TaskID, done: int, deals: int) -> None:
    bar.update(task, completed=done, total=deals)


def main() -> int:
    chosen = arguments()
    console = Console()
    if console.width < WIDTH:
        console = Console(width=WIDTH)
    results: list[ArenaResult] = []
    plan = tables(chosen)
    total = sum(len(ups) for _, _, ups in plan)
    with Progress(console=console, transient=True) as bar:
        for game, players, ups in plan:
            for line_up in ups:
                share = chosen.matches // total if chosen.mixed else chosen.matches
                deals = max(1, -(-share // players))
                task = bar.add_task(f"{game} {' · '.join(line_up)}", total=deals)
                results.append(
                    run_arena(
                        game,
                        line_up,
                        deals,
                        chosen.seed,
                        chosen.processes,
                        chosen.seconds,
                        progress=partial(_advance, bar, task),
                    )
                )
                bar.remove_task(task)
    console.print(render(results))
    faults = [fault for result in results for fault in result.faults]
    console.print(f"{sum(r.matches for r in results)} matches, {len(faults)} replaced moves")
    for fault in faults[:20]:
        console.print(fault)
    return 1 if chosen.mixed and faults else 0


if __name__ == "__main__":
    sys.exit(main())
