"""`wagonik serve`: run a table for others."""

import contextlib
import socket
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer

from wagonik.cli.common import console, fail, friendly

if TYPE_CHECKING:
    from wagonik.server.settings import Settings

EXAMPLES: Final = """\b
[bold]Examples[/]
wagonik serve
wagonik serve --host 0.0.0.0 --port 8000 --database sqlite:///club.db
wagonik serve --boards club-boards/ --bot-workers 2
wagonik serve --database postgresql://wagonik:secret@localhost/wagonik
"""

DATABASE: Final = "sqlite:///wagonik.db"
SYSTEM: Final = ("fcntl", "resource")  # what Python has on Linux and macOS alone
Database = Annotated[
    str, typer.Option(help="One SQLite file, or a PostgreSQL server.", envvar="WAGONIK_DATABASE")
]
Port = Annotated[int, typer.Option(min=1, max=65535, help="The port to listen on.")]
BotWorkers = Annotated[
    int,
    typer.Option(min=1, max=64, help="Processes that think for bots, and as many for Master."),
]
BotSeconds = Annotated[
    float,
    typer.Option(
        min=0.1, max=30, help="Seconds that Master thinks about a move; less when many tables wait."
    ),
]
BotCores = Annotated[
    int,
    typer.Option(
        min=0, max=64, help="Cores that Master thinks on, in each of its processes; 0 for all."
    ),
]
BotPonder = Annotated[
    float,
    typer.Option(
        min=0,
        max=60,
        help="Seconds that Master looks ahead while others are to move, at most before each of its "
        "turns; 0 for not at all.",
    ),
]
EndMatches = Annotated[
    bool,
    typer.Option(
        "--end-matches", help="Start even if running matches end, as their rules have changed."
    ),
]


@friendly
def command(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Port = 8000,
    database: Database = DATABASE,
    origin: Annotated[
        list[str] | None,
        typer.Option(help="An origin that browsers may come from; several times. Else any name."),
    ] = None,
    https: Annotated[bool, typer.Option("--https", help="Served behind TLS.")] = False,
    boards: Annotated[
        list[Path] | None,
        typer.Option(help="A board file, or a folder of them, for all tables; several times."),
    ] = None,
    custom_boards: Annotated[
        bool, typer.Option(help="Whether people may bring board files of their own.")
    ] = True,
    metrics: Annotated[
        bool, typer.Option("--metrics", help="Answer /metrics, for Prometheus; keep it inside.")
    ] = False,
    bot_workers: BotWorkers = 1,
    bot_seconds: BotSeconds = 1.0,
    bot_cores: BotCores = 1,
    bot_ponder: BotPonder = 0.0,
    end_matches: EndMatches = False,
) -> None:
    """Serve the table until interrupted: tables by link, no accounts. See docs/hosting.md.

    Exit code 0: it was stopped; 2: it could not start, and the message says why.
    """
    settings = needed()(
        database=database,
        origins=tuple(origin or ()),
        https=https,
        boards=tuple(boards or ()),
        custom_boards=custom_boards,
        metrics=metrics,
        bot_workers=bot_workers,
        bot_seconds=bot_seconds,
        bot_cores=bot_cores,
        bot_ponder=bot_ponder,
    )
    if not settings.static.is_dir():
        console().print("The web client is not built: only the API is served. See web/README.md.")
    if not free(host, port):
        fail(f"Port {port} of {host} can't be used: something else listens there. See --port.")
    open_table(settings, host, port, f"http://{host}:{port}/", end_matches)


def needed() -> "type[Settings]":
    """The settings of a server, if its packages are installed."""
    try:
        import wagonik.server.app  # noqa: F401
    except ModuleNotFoundError as error:
        if error.name in SYSTEM:
            fail("The server needs Linux or macOS. On Windows it runs in WSL.")
        fail(f"The server needs its extra packages ({error.name}): pip install 'wagonik[server]'.")
    from wagonik.server.settings import Settings

    return Settings


def open_table(
    settings: "Settings", host: str, port: int, address: str, end_matches: bool = False
) -> None:
    """Serve until interrupted, which is how a server ends."""
    import asyncio

    from wagonik.server.app import run
    from wagonik.server.boards import Shelf
    from wagonik.server.claims import claimed
    from wagonik.server.store import async_url, prepare

    Shelf(settings.boards)  # what is wrong with a board is said before anything is opened
    with claimed(async_url(settings.database)):
        if not end_matches:
            _look_for_old_matches(settings.database)
        asyncio.run(prepare(settings.database))
        console().print(f"The table is open at [bold]{address}[/]. Ctrl-C closes it.")
        with contextlib.suppress(KeyboardInterrupt):
            run(settings, host, port, log_level="warning")
    console().print("The table is closed; everything is kept.")


def _look_for_old_matches(database: str) -> None:
    """Stop before anything is changed, if running matches would end with these rules."""
    import asyncio

    from wagonik.server.failures import DATABASE_ERRORS
    from wagonik.server.upgrading import outdated

    try:
        found = asyncio.run(outdated(database))
    except DATABASE_ERRORS:
        return  # whatever is wrong with the database is said when it is opened
    if found:
        listed = "\n".join(f"  {match}" for match in found)
        fail(
            f"These running matches ({len(found)}) were begun under other rules, and would end:\n"
            f"{listed}\n"
            "Let them be finished by the version that they were begun with, or start with "
            "--end-matches."
        )


def free(host: str, port: int) -> bool:
    """Whether a server can listen there."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True
