"""`wagonik train`: teach Master the value of positions, by self-play."""

import os
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from wagonik.cli.common import Json, console, escaped, friendly, messages, plural, print_json

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

EXAMPLES: Final = """\b
[bold]Examples[/]
wagonik train paris --players 2
wagonik train nordic_countries --matches 8000 --folder my-weights
WAGONIK_WEIGHTS=my-weights wagonik arena nordic_countries --bots master,planner
"""


@friendly
def command(
    game: Annotated[str, typer.Argument(help="The game, as `wagonik games` lists it.")],
    players: Annotated[
        int | None, typer.Option(help="Seats at the table; every possible number without it.")
    ] = None,
    matches: Annotated[int, typer.Option(min=10, help="Matches of self-play.")] = 2500,
    seed: Annotated[int, typer.Option(help="The same seed gives the same weights.")] = 0,
    processes: Annotated[
        int | None, typer.Option(min=1, help="Processes; all cores without it.")
    ] = None,
    folder: Annotated[
        Path, typer.Option(help="Where the weights go; name it in WAGONIK_WEIGHTS to use them.")
    ] = Path("weights"),
    json: Json = False,
) -> None:
    """Learn what positions are worth from self-play, and write the weights that Master plays by.

    A linear value and a small network learn from the same matches; the one is kept that foretells
    others better, by its log loss. One file for each game and number of players. The same seed
    gives the same file, however many processes play.
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from wagonik.bots.master.fit import fit_value
    from wagonik.games import find_game

    rules = find_game(game)
    if players is not None:
        rules.check_players(players)
    counts = (
        list(range(rules.least_players, rules.most_players + 1)) if players is None else [players]
    )
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    found: list[dict[str, object]] = []
    with Progress(*columns, console=messages(), transient=True) as bar:
        for count in counts:
            task = bar.add_task(f"{escaped(game)}, {plural(count, 'player')}", total=matches)
            fitted = fit_value(
                game,
                count,
                matches,
                seed,
                processes or os.cpu_count() or 1,
                partial(_advance, bar, task),
            )
            place = fitted.write(folder)
            bar.remove_task(task)
            found.append(
                {
                    "game": game,
                    "players": count,
                    "matches": matches,
                    "positions": fitted.positions,
                    "explained": [round(share, 4) for share in fitted.explained],
                    "log_loss": {
                        "linear": round(fitted.linear_loss, 4),
                        "network": round(fitted.network_loss, 4),
                    },
                    "kept": fitted.kept,
                    "file": str(place),
                }
            )
            if not json:
                shares = ", ".join(f"{share:.0%}" for share in fitted.explained)
                console().print(
                    f"{rules.name}, {plural(count, 'player')}: explains {shares} of the points "
                    f"from start to end; log loss {fitted.linear_loss:.4f} linear, "
                    f"{fitted.network_loss:.4f} network: the {fitted.kept} value is kept; "
                    f"{escaped(str(place))}"
                )
    if json:
        print_json(found)


def _advance(bar: "Progress", task: "TaskID", done: int, total: int) -> None:
    bar.update(task, completed=done, total=total)
