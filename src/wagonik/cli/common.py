"""What all commands share: output for people and for programs, errors, exit codes."""

import functools
import json
import os
import sys
from collections.abc import Callable
from typing import Annotated, Final, NoReturn, ParamSpec, TypeVar

import typer
from rich.console import Console

from wagonik.engine.errors import WagonikError

# Exit codes, the same for all commands (docs/cli.md).
DONE: Final = 0
FOUND: Final = 1  # the command worked, and found something wrong
MISTAKE: Final = 2  # something in the call or in a file has to be put right
INTERRUPTED: Final = 130

TOLD: Final = 20  # replaced moves that are told one by one
TRACES: Final = 3  # different places where bots raised, that are shown

P = ParamSpec("P")
R = TypeVar("R")

# What several commands take.
Json = Annotated[bool, typer.Option("--json", help="Print JSON for programs instead of text.")]
RecordFile = Annotated[
    str, typer.Argument(help="A record: JSON, JSON lines or notation; - for standard input.")
]
RecordNumber = Annotated[
    int | None,
    typer.Option("--number", "-n", min=1, help="Which record of a file of JSON lines."),
]
Workers = Annotated[
    int, typer.Option("--workers", min=0, help="Processes; 0: as many as are worth it.")
]


def console() -> Console:
    """Where results go. Made anew for each command, so that it follows the terminal."""
    return Console(highlight=False)


def messages() -> Console:
    """Where progress and errors go: not into a pipe that reads results."""
    return Console(stderr=True, highlight=False)


def print_json(data: object) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=2))


def interrupted(message: str) -> NoReturn:
    """Somebody pressed Ctrl-C: say what has become of it, and end as programs do then."""
    messages().print(escaped(message), soft_wrap=True)
    # Python ends by the signal itself, whatever was caught, if it came while a text was executed,
    # as when a module with dataclasses is imported; the next text makes it forget that.
    exec("")
    raise typer.Exit(INTERRUPTED) from None


def fail(message: str) -> NoReturn:
    """Say what has to be put right, and stop."""
    messages().print(f"[bold red]Error:[/] {escaped(message)}", soft_wrap=True)
    raise typer.Exit(MISTAKE)


def escaped(text: str) -> str:
    """Text that may hold square brackets, for Rich."""
    return text.replace("[", r"\[")


def friendly(command: Callable[P, R]) -> Callable[P, R]:
    """A command whose user's mistakes end in one clear message instead of a traceback."""

    @functools.wraps(command)
    def wrapped(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return command(*args, **kwargs)
        except WagonikError as error:
            fail(str(error))
        except BrokenPipeError:
            # Whoever read our output has seen enough; there is nobody left to tell.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            raise typer.Exit(DONE) from None
        except OSError as error:
            where = f"{error.filename}: " if error.filename else ""
            fail(f"{where}{error.strerror or error}")
        except KeyboardInterrupt:
            interrupted("Interrupted.")

    return wrapped


def tell_faults(screen: Console, count: int, texts: list[str]) -> None:
    """Say how many moves of bots were replaced and why, and once where each bot raised."""
    screen.print(f"Replaced moves: {count:,}")
    traces: dict[str, None] = {}
    for text in texts[:TOLD]:
        fault, _, trace = text.partition("\n")
        screen.print(f"  {escaped(fault)}", soft_wrap=True)
        if trace:
            traces[trace] = None
    if count > len(texts[:TOLD]):
        screen.print(f"  … and {count - len(texts[:TOLD]):,} more")
    for trace in list(traces)[:TRACES]:
        screen.print(f"[dim]{escaped(trace)}[/]", soft_wrap=True)


def plural(count: int, one: str, many: str = "") -> str:
    """A number with its noun."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"
