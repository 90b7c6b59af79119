"""`wagonik layout`: place a board's drawing."""

from pathlib import Path
from typing import Annotated, Final

import typer

from wagonik.cli.common import FOUND, Json, console, escaped, friendly, messages, plural, print_json

EXAMPLES: Final = """\b
[bold]Examples[/]
wagonik layout my-board.toml
wagonik layout my-board.toml --scale 0.8 --seed 3
wagonik layout my-board.toml --check
"""


@friendly
def command(
    file: Annotated[Path, typer.Argument(metavar="BOARD.toml", help="A board file.")],
    scale: Annotated[
        float | None, typer.Option(min=0.001, help="Units a kilometre; without it, a good guess.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Another seed gives another layout.")] = 1,
    check: Annotated[
        bool, typer.Option("--check", help="Only say what covers what; change nothing.")
    ] = False,
    json: Json = False,
) -> None:
    """Find places for cities, labels and routes on the drawn board, and write them into its file.

    Comments and everything else in the file stay as they are. Exit code 1: something still
    covers something else; try another seed, or a larger scale.
    """
    from rich.progress import (
        BarColumn,
        Progress,
        ProgressColumn,
        TaskProgressColumn,
        TimeRemainingColumn,
    )

    from wagonik.drawing import layout, overlaps, with_layout
    from wagonik.engine.boardfile import load

    board = load(file)
    if not check:
        columns: tuple[str | ProgressColumn, ...] = (
            "Placing {task.description}",
            BarColumn(),
            TaskProgressColumn(),
        )
        with Progress(*columns, TimeRemainingColumn(), console=messages(), transient=True) as bar:
            task = bar.add_task(escaped(board.name), total=1.0)

            def advance(done: float, cost: float) -> None:
                bar.update(task, completed=done)

            placed = layout(board, scale, seed, progress=advance)
        text = with_layout(board.content, placed)
        board = load(text)
        file.write_text(text, encoding="utf-8")
    found = overlaps(board)
    if json:
        print_json({"file": str(file), "overlaps": [str(overlap) for overlap in found]})
    else:
        screen = console()
        for overlap in found:
            screen.print(escaped(str(overlap)))
        verdict = plural(len(found), "overlap") if found else "[green]nothing covers anything[/]"
        screen.print(f"{escaped(str(file))}: {verdict}")
    if found:
        raise typer.Exit(FOUND)
