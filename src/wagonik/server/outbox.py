"""What goes out while many moves are told goes together.

To send wakes whoever receives, and between two messages there is a while in which the next one is
made: a reader on the same machine, a proxy for one, would wake up for every single one. One after
the other in one go, each costs less.
"""

import asyncio
import logging
from typing import Final

log = logging.getLogger(__name__)


class Outbox:
    """Open while something is told by one callback of the loop; nothing else is sent meanwhile, so
    that everything stays in order."""

    def __init__(self) -> None:
        self.held: list[tuple[asyncio.Transport, bytes]] | None = None  # None: nothing is held

    def open(self) -> None:
        self.held = []

    def send(self) -> None:
        """Send all of it, and hold nothing from now on."""
        held, self.held = self.held, None
        for transport, data in held or ():
            if transport.is_closing():
                continue
            try:
                transport.write(data)
            except Exception:  # the others wait for theirs; this one comes again
                log.exception("a connection could not be written to")
                transport.abort()


outbox: Final = Outbox()  # of this process, which has one loop
