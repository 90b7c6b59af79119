"""`wagonik serve`: run a table for others."""

from typing import Annotated, Final

import typer

from wagonik.cli.common import console, fail, friendly

EXAMPLES: Final = """\b
[bold]Examples[/]
wagonik serve
wagonik serve --host 0.0.0.0 --port 8000 --database sqlite:///club.db
wagonik serve --database postgresql://wagonik:secret@localhost/wagonik
"""

DATABASE: Final = "sqlite:///wagonik.db"
Database = Annotated[
    str, typer.Option(help="One SQLite file, or a PostgreSQL server.", envvar="WAGONIK_DATABASE")
]
Port = Annotated[int, typer.Option(min=1, max=65535, help="The port to listen on.")]


@friendly
def command(
    host: Annotated[str, typer.Option(help="The address to listen on.")] = "127.0.0.1",
    port: Port = 8000,
    database: Database = DATABASE,
    origin: Annotated[
        list[str] | None,
        typer.Option(help="A further origin that browsers may come from; several times."),
    ] = None,
    https: Annotated[bool, typer.Option("--https", help="Served behind TLS.")] = False,
) -> None:
    """Serve the table until interrupted: tables by link, no accounts. See docs/hosting.md."""
    try:
        from wagonik.server import Settings, run
    except ModuleNotFoundError as error:
        fail(f"The server needs its extra packages ({error.name}): pip install 'wagonik[server]'.")
    settings = Settings(database=database, origins=tuple(origin or ()), https=https)
    if not settings.static.is_dir():
        console().print("The web client is not built: only the API is served. See web/README.md.")
    console().print(f"The table is open at [bold]http://{host}:{port}/[/]. Ctrl-C closes it.")
    run(settings, host, port, log_level="warning")
