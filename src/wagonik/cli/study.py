"""`wagonik study`: what is out of balance on a board of one's own."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from wagonik.cli.common import (
    FOUND,
    TRACES,
    Json,
    Workers,
    console,
    escaped,
    friendly,
    messages,
    print_json,
)

if TYPE_CHECKING:
    from wagonik.arena.study import Study

EXAMPLES: Final = """\b
[bold]Examples[/]
wagonik study my-board.toml
wagonik study my-board.toml --matches 2000 --out study.html
wagonik study my-board.toml --players 3 --bots planner,modest
wagonik study my-board.toml --json
"""
STYLES: Final = {"problem": "bold red", "look": "bold yellow", "fine": "green"}
WORDS: Final = {"problem": "problem", "look": "worth a look", "fine": "fine"}


@friendly
def command(
    file: Annotated[Path, typer.Argument(metavar="BOARD.toml", help="A board file.")],
    matches: Annotated[
        int,
        typer.Option(
            "--matches", "-m", min=10, max=1_000_000, help="Matches for each number of players."
        ),
    ] = 500,
    bots: Annotated[
        str, typer.Option("--bots", "-b", help="Who plays, separated by commas.")
    ] = "planner",
    players: Annotated[
        int | None,
        typer.Option("--players", "-p", help="Only so many players.  [default: all of the board]"),
    ] = None,
    seed: Annotated[
        int, typer.Option("--seed", "-s", help="The same seed plays the same matches.")
    ] = 0,
    out: Annotated[
        Path | None, typer.Option("--out", "-o", help="Write the study as a page with plots.")
    ] = None,
    workers: Workers = 0,
    json: Json = False,
) -> None:
    """Play a board with bots and say in plain words what is out of balance.

    The published board of the rule set is played by the same bots, and each figure is compared
    with it. Exit code 0: nothing serious; 1: there is at least one problem.
    """
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from wagonik.arena.matches import parse_bots
    from wagonik.arena.study import study, study_page
    from wagonik.engine.boardfile import load
    from wagonik.engine.errors import WagonikError

    board = load(file)
    if players is not None and not board.players[0] <= players <= board.players[1]:
        raise WagonikError(
            f"The board {board.name} is for {board.players[0]} to {board.players[1]} players, "
            f"not for {players}."
        )
    columns = (BarColumn(), MofNCompleteColumn(), "matches", TimeRemainingColumn())
    with Progress(*columns, console=messages(), transient=True) as bar:
        task = bar.add_task("", total=None)

        def advance(done: int, total: int) -> None:
            bar.update(task, completed=done, total=total)

        studies = study(
            board,
            matches,
            parse_bots(bots),
            seed,
            () if players is None else (players,),
            workers,
            advance,
        )
    if out is not None:
        with messages().status("Drawing the page …"):
            out.write_text(study_page(studies), encoding="utf-8")
    if json:
        print_json(
            {
                "board": board.name,
                "game": board.game,
                "seed": seed,
                "studies": [s.data() for s in studies],
            }
        )
    else:
        for one in studies:
            _show(one)
        if out is not None:
            console().print(f"Page: {escaped(str(out))}", soft_wrap=True)
    for crash in studies[0].crashes[:TRACES]:
        messages().print(f"[bold red]One of our own bots crashed:[/] {escaped(crash)}")
    if any(one.problems or one.crashes for one in studies):
        raise typer.Exit(FOUND)


def _show(one: "Study") -> None:
    screen = console()
    figures = one.figures
    screen.print(
        f"\n[bold]{escaped(one.board.name)}[/], {figures.players} players, "
        f"{figures.matches:,} matches"
    )
    for finding in one.findings:
        style = STYLES[finding.level]
        screen.print(
            f"[{style}]{WORDS[finding.level]}:[/] [bold]{escaped(finding.title)}[/]",
            soft_wrap=True,
        )
        screen.print(f"  {escaped(finding.figure)}", soft_wrap=True)
        if finding.advice:
            screen.print(f"  [dim]{escaped(finding.advice)}[/]", soft_wrap=True)
