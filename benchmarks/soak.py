"""The soak: many random matches of every game, over all player counts and options.

    python -m benchmarks.soak [--matches 100000] [--workers 2] [--seed 1] [GAME ...]

Every match is played to its end and checked there: no card, ticket, piece, share or technology is
lost, and it ends as the rules say. One in a hundred is scored again by the independent scorer, and
one in five hundred is checked at every single step. Run it from the root of the repository.
"""

import argparse
import random
import sys
import time
from collections.abc import Iterator
from multiprocessing import get_context
from typing import NamedTuple

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from tests.oracle import TooDense, judge, story_of
from tests.properties.invariants import check, check_legal, check_over
from tests.properties.playing import STYLES, Setting, settings_of, walk
from wagonik.engine import state as state_module
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.playout import play_out
from wagonik.engine.rng import FastRng
from wagonik.engine.rules import Rules
from wagonik.engine.state import State
from wagonik.games import GAMES

BATCH = 500
SCORED = 100  # one match in so many is scored again
STEPPED = 500  # one match in so many is checked at every step


class Batch(NamedTuple):
    """Some matches of one setting."""

    setting: Setting
    seed: int
    matches: int


class Result(NamedTuple):
    setting: Setting
    matches: int
    decisions: int
    scored: int
    stepped: int
    dense: int  # matches whose longest route was too dense for the slow scorer
    faults: list[str]


def soak(batch: Batch) -> Result:
    """Play and check one batch."""
    setting = batch.setting
    rules = setting.rules()
    out = ActionBuffer()
    rng = FastRng(batch.seed)
    decisions = scored = stepped = dense = 0
    faults: list[str] = []
    for seed in range(batch.seed, batch.seed + batch.matches):
        scoring = seed % SCORED == 0
        state = rules.start(seed, -1, scoring)
        try:
            decisions += play_out(rules, state, rng, out)
            check_over(rules, state)
            if scoring:
                dense += not score_again(rules, state)
                scored += 1
            if seed % STEPPED == 0:
                step_through(setting, seed)
                stepped += 1
        except AssertionError as fault:
            faults.append(f"{setting}, seed {seed}: {str(fault)[:300]}")
    return Result(setting, batch.matches, int(decisions), scored, stepped, dense, faults)


def score_again(rules: Rules, state: State) -> bool:
    """Compare with the independent scorer; False where a network is too dense for it."""
    try:
        verdict = judge(story_of(rules, state))
    except TooDense:
        return False
    final = rules.score(state)
    totals = [int(total) for total in final.totals]
    assert totals == verdict.totals, f"{totals} is not {verdict.totals}"
    assert final.winners == verdict.winners, f"{final.winners} is not {verdict.winners}"
    return True


def step_through(setting: Setting, seed: int) -> None:
    """All invariants at every step, by players of some habit."""
    style = random.Random(seed).choice(STYLES)
    for stepper, legal in walk(setting, seed, style, logging=False):
        check(stepper.rules, stepper.state)
        if legal:
            check_legal(stepper.rules, stepper.state, legal)


def batches(game: str, matches: int, seed: int) -> Iterator[Batch]:
    """The matches of a game, spread evenly over its settings."""
    settings = settings_of(game)
    for number, setting in enumerate(settings):
        left = matches // len(settings) + (number < matches % len(settings))
        at = seed * 10_000_000 + number * 1_000_000
        while left > 0:
            yield Batch(setting, at, min(BATCH, left))
            at += BATCH
            left -= BATCH


def is_compiled() -> bool:
    return not str(state_module.__file__).endswith(".py")


def report(results: list[Result], seconds: float) -> Table:
    build = "compiled" if is_compiled() else "interpreted"
    table = Table(title=f"Soak, {build}: {seconds:,.0f} seconds")
    table.add_column("setting", no_wrap=True)
    for name in ("matches", "decisions", "scored again", "every step", "too dense", "faults"):
        table.add_column(name, justify="right")
    sums: dict[Setting, list[int]] = {}
    for result in results:
        row = sums.setdefault(result.setting, [0] * 6)
        for i, value in enumerate((*result[1:6], len(result.faults))):
            row[i] += value
    for setting, row in sorted(sums.items()):
        table.add_row(str(setting), *(f"{value:,}" for value in row))
    total = [sum(column) for column in zip(*sums.values(), strict=True)]
    table.add_section()
    table.add_row("all", *(f"{value:,}" for value in total))
    return table


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m benchmarks.soak")
    parser.add_argument("games", nargs="*", metavar="GAME", help="only these games")
    parser.add_argument("--matches", type=int, default=100_000, help="matches of each game")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    known = [entry.key for entry in GAMES]
    unknown = set(options.games) - set(known)
    if unknown:
        parser.error(f"no such game: {', '.join(sorted(unknown))}; the games: {', '.join(known)}")
    work = [
        batch
        for game in options.games or known
        for batch in batches(game, options.matches, options.seed)
    ]
    console = Console(width=None if sys.stdout.isatty() else 110)
    started = time.monotonic()
    results: list[Result] = []
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as progress:
        task = progress.add_task("matches", total=sum(batch.matches for batch in work))
        with get_context("spawn").Pool(options.workers) as pool:
            for result in pool.imap_unordered(soak, work):
                results.append(result)
                progress.update(
                    task, advance=result.matches, description=f"{result.setting.game:16}"
                )
    console.print(report(results, time.monotonic() - started))
    faults = [fault for result in results for fault in result.faults]
    for fault in faults[:20]:
        console.print(f"[red]{fault}[/]", highlight=False)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
