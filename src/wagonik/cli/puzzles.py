"""`wagonik puzzles`: positions with one good move, made and checked."""

import dataclasses
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from wagonik.cli.common import FOUND, Json, console, fail, friendly, messages, plural, print_json

if TYPE_CHECKING:
    from wagonik.analysis import Puzzle

EXAMPLES: Final = """\b
[bold]Examples[/]
wagonik puzzles list paris
wagonik puzzles make paris --count 20 --out mine.json
wagonik puzzles check paris --seed 5
wagonik puzzles check mine.json
"""

TASKS: Final = ("list", "make", "check")


@friendly
def command(
    task: Annotated[str, typer.Argument(help="What to do: list, make or check.")],
    game: Annotated[str, typer.Argument(help="A game; for list and check also a file of puzzles.")],
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="The file that is made, or gone on with."),
    ] = None,
    count: Annotated[int, typer.Option(min=1, help="How many puzzles to make.")] = 60,
    players: Annotated[int, typer.Option(min=2, help="Seats at the table.")] = 2,
    seed: Annotated[
        int, typer.Option(help="The first match to look at; for check, other samples.")
    ] = 1,
    json: Json = False,
) -> None:
    """List, make or check puzzles: positions in which one move is clearly the best.

    Made from matches of Planner and Modest, with their proof; see docs/coach.md.
    Exit code 1: a puzzle that was checked does not hold.
    """
    if task not in TASKS:
        fail(f"There is no task {task!r}: it is one of {', '.join(TASKS)}.")
    if task == "make":
        _make(game, out, count, players, seed, json)
    elif task == "list":
        _list(game, json)
    else:
        _check(game, seed, json)


def _make(game: str, out: Path | None, count: int, players: int, seed: int, json: bool) -> None:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress

    from wagonik.analysis import puzzles

    if out is None:
        fail("Where to? Name the file with --out.")
    with Progress(
        BarColumn(), MofNCompleteColumn(), "{task.description}", console=messages(), transient=True
    ) as bar:
        shown = bar.add_task("puzzles", total=count)

        def told(done: int, matches: int) -> None:
            bar.update(shown, completed=done, description=f"puzzles, match {matches}")

        found = puzzles.make(game, out, count, players, seed, told)
    _tell(out.name, found, json)


def _found(game: str) -> "tuple[Puzzle, ...]":
    from wagonik.analysis import puzzles
    from wagonik.games import find_game

    if game.endswith(".json"):
        return puzzles.load(Path(game))
    return puzzles.shipped(find_game(game).key)


def _list(game: str, json: bool) -> None:
    _tell(game, _found(game), json)


def _tell(name: str, found: "tuple[Puzzle, ...]", json: bool) -> None:
    if json:
        print_json([dataclasses.asdict(puzzle) for puzzle in found])
        return
    screen = console()
    screen.print(f"{name}: {plural(len(found), 'puzzle')}")
    for theme, count in Counter(puzzle.theme for puzzle in found).most_common():
        screen.print(f"  {theme.replace('_', ' ')}: {count}")


def _check(game: str, seed: int, json: bool) -> None:
    from rich.progress import track

    from wagonik.analysis import puzzles

    found = _found(game)
    proofs = {
        puzzle.id: puzzles.prove(puzzle, seed)
        for puzzle in track(found, "Checking", console=messages(), transient=True)
    }
    failed = [name for name, proof in proofs.items() if not proof.holds]
    if json:
        print_json(
            {name: {**dataclasses.asdict(p), "holds": p.holds} for name, p in proofs.items()}
        )
    else:
        screen = console()
        screen.print(f"{len(proofs) - len(failed)} of {plural(len(proofs), 'puzzle')} hold.")
        for name in failed:
            proof = proofs[name]
            screen.print(
                f"  {name}: ahead by {100 * proof.margin.mean:.1f} ± "
                f"{100 * proof.margin.error:.1f} %, at the end {100 * proof.end.mean:.1f} ± "
                f"{100 * proof.end.error:.1f} %"
            )
    if failed:
        raise typer.Exit(FOUND)
