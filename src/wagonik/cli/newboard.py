"""`wagonik new-board`: a board to start from."""

from pathlib import Path
from typing import Annotated, Final

import typer

from wagonik.cli.common import Json, console, escaped, friendly, plural, print_json

NAME: Final = "new-board"
EXAMPLES: Final = """\b
[bold]Examples[/]
wagonik new-board my-board.toml
wagonik new-board my-board.toml --game pennsylvania --name "Lesser Poland"
"""


@friendly
def command(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The file to write.")],
    game: Annotated[
        str | None,
        typer.Option(
            "--game", "-g", help="The rule set, as `wagonik games` lists it.  [default: the first]"
        ),
    ] = None,
    name: Annotated[str, typer.Option("--name", help="The name of the board.")] = "My board",
    json: Json = False,
) -> None:
    """Write a small board that can be checked, laid out, played, studied and changed.

    It is a corner of the published board of the rule set, with everything that the rules ask
    for. A file that is there already is never overwritten.
    """
    from wagonik.arena.starter import starter
    from wagonik.engine.boardfile import load
    from wagonik.engine.errors import WagonikError
    from wagonik.games import GAMES

    if game is None:
        game = next(entry.key for entry in GAMES if entry.has_board)
    text = starter(game, name)
    board = load(text)
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(text)
    except FileExistsError:
        raise WagonikError(
            f"{file} is there already and stays as it is. Choose another name."
        ) from None
    facts = {
        "file": str(file),
        "game": game,
        "name": name,
        "players": list(board.players),
        "places": len(board.places),
        "tracks": len(board.routes),
        "tickets": len(board.tickets),
    }
    if json:
        print_json(facts)
        return
    screen = console()
    screen.print(
        f"[bold]{escaped(str(file))}[/]: {plural(len(board.places), 'place')}, "
        f"{plural(len(board.routes), 'track')}, {plural(len(board.tickets), 'ticket')}, "
        f"for {board.players[0]} to {board.players[1]} players.",
        soft_wrap=True,
    )
    quoted = escaped(str(file))
    screen.print(f"Next: wagonik check {quoted}, then wagonik study {quoted}", soft_wrap=True)
