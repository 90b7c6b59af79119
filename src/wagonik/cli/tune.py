"""`wagonik tune`: look for better numbers for Planner, many of them together."""

import math
from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Annotated, Final

import typer

from wagonik.cli.common import Json, console, escaped, friendly, messages, plural, print_json
from wagonik.engine.errors import WagonikError

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

EXAMPLES: Final = """\b
[bold]Examples[/]
wagonik tune paris --players 2 --generations 50
wagonik tune northern_lights --players 2 --set fit=1 --set later=0.12
"""


class NoNumber(WagonikError):
    """A value of --set can't be read."""


@friendly
def command(
    game: Annotated[str, typer.Argument(help="The game, as `wagonik games` lists it.")],
    players: Annotated[int, typer.Option(help="Seats at the table.")],
    generations: Annotated[int, typer.Option(min=1, help="How long to look.")] = 40,
    tries: Annotated[int, typer.Option(min=4, help="Different numbers in a generation.")] = 24,
    deals: Annotated[
        int, typer.Option(min=1, help="Deals that each of them plays, from every seat.")
    ] = 60,
    check: Annotated[
        int, typer.Option(min=1, help="Fresh deals that the result is judged by, from every seat.")
    ] = 1500,
    start: Annotated[
        list[str] | None,
        typer.Option(
            "--set",
            metavar="NAME=NUMBER",
            help="Begin with this number in place of Planner's; it may be given many times.",
        ),
    ] = None,
    seed: Annotated[int, typer.Option(min=0, help="The same seed gives the same numbers.")] = 0,
    processes: Annotated[
        int | None, typer.Option(min=1, help="Processes; all cores without it.")
    ] = None,
    json: Json = False,
) -> None:
    """Look for numbers by which Planner would win more at a table of Planners.

    An evolution strategy changes all of them together, and judges what it has found on fresh deals.
    So were the numbers found that Master's own seat plays by.
    """
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from wagonik.arena.tuning import tune
    from wagonik.games import find_game
    from wagonik.processes import cores

    rules = find_game(game)
    rules.check_players(players)
    numbers = dict(_read(text) for text in start or [])
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.percentage:>3.0f} %"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=messages(), transient=True) as bar:
        task = bar.add_task(f"{escaped(game)}, {plural(players, 'player')}")
        found = tune(
            game,
            players,
            generations,
            start=numbers,
            tries=tries,
            deals=deals,
            check=check,
            seed=seed,
            processes=processes or cores(),
            progress=partial(_advance, bar, task),
        )
    if json:
        print_json(asdict(found))
        return
    out = console()
    for name, number in found.numbers.items():
        out.print(f"{name} = {number:g}")
    out.print(
        f"{rules.name}, {plural(players, 'player')}: with these numbers a seat wins "
        f"{found.rate:.1%} ({found.low:.1%} to {found.high:.1%}) of {found.matches:,} fresh "
        f"matches at a table of Planners; {1 / players:.1%} would be its fair share."
    )


def _read(text: str) -> tuple[str, float]:
    """What is given as NAME=NUMBER."""
    name, _, number = text.partition("=")
    try:
        value = float(number)
    except ValueError:
        value = math.nan
    if not name or math.isnan(value):
        raise NoNumber(f"--set {text}: a name and a number are needed, like --set later=0.12.")
    return name, value


def _advance(bar: "Progress", task: "TaskID", done: int, total: int) -> None:
    bar.update(task, completed=done, total=total)
