"""`wagonik play`: the table on this machine, in the browser."""

import socket
import threading
import time
import webbrowser
from pathlib import Path
from typing import Annotated, Final

import typer

from wagonik.cli.common import console, fail, friendly
from wagonik.cli.qr import show_code
from wagonik.cli.serve import (
    DATABASE,
    BotCores,
    BotPonder,
    BotSeconds,
    Database,
    EndMatches,
    Port,
    free,
    needed,
    open_table,
)

EXAMPLES: Final = """\b
[bold]Examples[/]
wagonik play
wagonik play --lan
wagonik play --board my-board.toml
wagonik play --port 8080 --no-browser
"""

HERE: Final = "127.0.0.1"
EVERYWHERE: Final = "0.0.0.0"
_PORTS: Final = 20  # that are tried


@friendly
def command(
    port: Port = 8000,
    lan: Annotated[
        bool, typer.Option("--lan", help="Let friends in this network play, by link or QR code.")
    ] = False,
    board: Annotated[
        list[Path] | None,
        typer.Option(help="A board of your own to play on; several times. See `wagonik layout`."),
    ] = None,
    database: Database = DATABASE,
    bot_seconds: BotSeconds = 1.0,
    bot_cores: BotCores = 0,
    bot_ponder: BotPonder = 5.0,
    browser: Annotated[bool, typer.Option(help="Open the browser when the table is ready.")] = True,
    end_matches: EndMatches = False,
) -> None:
    """Play in the browser: against bots, with friends on this device, or (--lan) by link.

    Exit code 0: it was closed; 2: it could not start, and the message says why.
    """
    settings = needed()
    host = EVERYWHERE if lan else HERE
    found = free_port(host, port)
    # Browsers allow the clipboard and notifications on this machine's own address only, so it is
    # opened there; links to friends get the address that they can reach.
    friends = f"http://{lan_address()}:{found}" if lan else None
    chosen = settings(
        database=database,
        boards=tuple(board or ()),
        bot_seconds=bot_seconds,
        bot_cores=bot_cores,
        bot_ponder=bot_ponder,
        origin=friends,
    )
    if not chosen.static.is_dir():
        fail("The web client is not built. `make play` builds it; see web/README.md.")
    if friends is not None:
        out = console()
        out.print(f"Friends in this network: [bold]{friends}/[/]")
        show_code(out, f"{friends}/")
    address = f"http://{HERE}:{found}/"
    if browser:
        threading.Thread(target=_open, args=(address, found), daemon=True).start()
    open_table(chosen, host, found, address, end_matches)


def lan_address() -> str:
    """The address of this machine in its network, as another machine would need it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address for examples: nothing is sent
        except OSError:
            return socket.gethostname()
        return str(probe.getsockname()[0])


def free_port(host: str, wanted: int) -> int:
    """The wanted port, or the next one that is free."""
    last = min(wanted + _PORTS, 65536) - 1
    for port in range(wanted, last + 1):
        if free(host, port):
            return port
    return fail(f"No port from {wanted} to {last} is free; choose one with --port.")


def _open(address: str, port: int) -> None:
    """Open the browser as soon as the server answers."""
    for _ in range(600):
        with socket.socket() as probe:
            if probe.connect_ex((HERE, port)) == 0:
                webbrowser.open(address)
                return
        time.sleep(0.1)
