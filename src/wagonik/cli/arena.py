"""`wagonik arena`: bots against each other."""

from functools import partial
from typing import TYPE_CHECKING, Annotated, Final

import typer

from wagonik.cli.common import FOUND, Json, console, escaped, friendly, messages, plural, print_json
from wagonik.engine.errors import WagonikError

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from wagonik.arena.run import ArenaResult

EXAMPLES: Final = """\b
[bold]Examples[/]
wagonik arena nordic_countries --bots planner,hungry --matches 1000
wagonik arena paris --players 3 --bots easy,normal,hard
wagonik arena united_kingdom --bots my_bots.py:Mine,planner --json
"""


@friendly
def command(
    game: Annotated[str, typer.Argument(help="The game, as `wagonik games` lists it.")],
    bots: Annotated[
        str,
        typer.Option(
            help="Bots by name or level, separated by commas; one of your own is path.py:Class."
        ),
    ] = "planner,random",
    players: Annotated[
        int | None, typer.Option(help="Seats at the table; without it, one for each bot.")
    ] = None,
    matches: Annotated[int, typer.Option(min=1, help="Matches for each line-up.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed gives the same deals.")] = 0,
    processes: Annotated[
        int | None, typer.Option(min=1, help="Processes; all cores without it.")
    ] = None,
    seconds: Annotated[
        float | None,
        typer.Option(min=0.001, help="A bot's time for a decision; its move is replaced after it."),
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the game; may be given several times.")
    ] = None,
    json: Json = False,
) -> None:
    """Let bots play each other: the same deals from every seat, win rates with intervals.

    As many bots as seats play one table; otherwise each plays a table of each other one.
    Exit code 1: a bot failed and a move had to be replaced.
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from wagonik.arena.run import line_ups, run_arena
    from wagonik.arena.table import render
    from wagonik.bots.registry import find_bot
    from wagonik.games import find_game

    names = [name.strip() for name in bots.split(",") if name.strip()]
    rules = find_game(game)
    seats = players if players is not None else max(rules.least_players, len(names))
    rules.check_players(seats)
    options = dict.fromkeys(option or [], True)
    rules.check_options(options)
    for name in names:
        if not find_bot(name).plays(game):
            raise WagonikError(f"The bot {name!r} plays board games only, not {rules.name}.")
    plan = line_ups(names, seats)
    if not plan:
        raise WagonikError("Name at least two bots, separated by commas.")
    deals = -(-matches // seats)
    results: list[ArenaResult] = []
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=messages(), transient=True) as bar:
        for line_up in plan:
            task = bar.add_task(escaped(" · ".join(line_up)), total=deals)
            advance = partial(_advance, bar, task)
            results.append(
                run_arena(game, line_up, deals, seed, processes, seconds, options, advance)
            )
            bar.remove_task(task)
    faults = [fault for result in results for fault in result.faults]
    if json:
        print_json([_data(result) for result in results])
    else:
        screen = console()
        screen.print(render(results))
        screen.print(f"Replaced moves: {len(faults)}")
        for fault in faults[:20]:
            screen.print(escaped(fault))
        if len(faults) > 20:
            screen.print(f"… and {plural(len(faults) - 20, 'more')}")
    if faults:
        raise typer.Exit(FOUND)


def _advance(bar: "Progress", task: "TaskID", done: int, deals: int) -> None:
    bar.update(task, completed=done, total=deals)


def _data(result: "ArenaResult") -> dict[str, object]:
    return {
        "game": result.game,
        "line_up": list(result.line_up),
        "matches": result.matches,
        "turns": result.turns,
        "bots": [
            {
                "name": bot.name,
                "wins": bot.rate,
                "margin": bot.margin,
                "score": bot.score,
                "median_seconds": bot.median,
                "p99_seconds": bot.slow,
                "decisions": bot.decisions,
            }
            for bot in result.bots
        ],
        "faults": result.faults,
    }
