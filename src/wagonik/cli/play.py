"""`wagonik play`: the table on this machine, in the browser."""

import socket
import threading
import time
import webbrowser
from typing import Annotated, Final

import typer

from wagonik.cli.common import console, fail, friendly
from wagonik.cli.serve import DATABASE, Database, Port

EXAMPLES: Final = """\b
[bold]Examples[/]
wagonik play
wagonik play --port 8080 --no-browser
"""


@friendly
def command(
    port: Port = 8000,
    database: Database = DATABASE,
    browser: Annotated[bool, typer.Option(help="Open the browser when the table is ready.")] = True,
) -> None:
    """Play in the browser, against bots or with friends on this machine."""
    try:
        from wagonik.server import Settings, run
    except ModuleNotFoundError as error:
        fail(f"The server needs its extra packages ({error.name}): pip install 'wagonik[server]'.")
    settings = Settings(database=database)
    if not settings.static.is_dir():
        fail("The web client is not built. `make play` builds it; see web/README.md.")
    free = _free_port(port)
    address = f"http://127.0.0.1:{free}/"
    console().print(f"The table is open at [bold]{address}[/]. Ctrl-C closes it.")
    if browser:
        threading.Thread(target=_open, args=(address, free), daemon=True).start()
    run(settings, "127.0.0.1", free, log_level="warning")


def _free_port(wanted: int) -> int:
    """The wanted port, or the next one that is free."""
    for port in range(wanted, min(wanted + 20, 65536)):
        with socket.socket() as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", port))
            except OSError:
                continue
            return port
    return fail(f"No port from {wanted} to {wanted + 19} is free; choose one with --port.")


def _open(address: str, port: int) -> None:
    """Open the browser as soon as the server answers."""
    for _ in range(100):
        with socket.socket() as probe:
            if probe.connect_ex(("127.0.0.1", port)) == 0:
                webbrowser.open(address)
                return
        time.sleep(0.1)
