"""Hearing what other workers wrote: LISTEN on PostgreSQL.

On SQLite there is one process, which tells itself by calling.
"""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable
from typing import Any, Final

import asyncpg  # type: ignore[import-untyped]

from wagonik.server.failures import note
from wagonik.server.notices import CHANNEL, Notice, decoded, sender

log = logging.getLogger(__name__)
Heard = Callable[[str, Notice], Awaitable[None]]
_PATIENCE: Final = 5.0  # seconds without a connection that are no reason to worry
_CHECK: Final = 15.0  # seconds after which a connection that says nothing is asked
_PAUSE: Final = 0.5  # seconds before the next try


class Listening:
    """Listens for other workers on a connection of its own. Whatever happens to the connection, it
    comes back, and looks at everything that it may have missed before it counts as back."""

    def __init__(
        self, url: str | None, worker: str, heard: Heard, missed: Callable[[], Awaitable[None]]
    ) -> None:
        self.url: Final = url  # None: there are no others
        self.heard: Final = heard
        self.missed: Final = missed
        self._mine: Final = sender(worker)
        self.listening: Final = asyncio.Event()
        self.breaks = 0  # times that the connection was lost
        self._deaf_since = time.monotonic()
        self._incoming: Final[asyncio.Queue[str]] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def deaf(self) -> bool:
        """Others have not been heard for so long that their moves are missing here."""
        if self.url is None or self.listening.is_set():
            return False
        return time.monotonic() - self._deaf_since > _PATIENCE

    async def start(self) -> None:
        if self.url is not None:
            self._tasks = [
                asyncio.create_task(self._listen()),
                asyncio.create_task(self._dispatch()),
            ]
            await asyncio.wait_for(self.listening.wait(), 30)

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task

    async def _listen(self) -> None:
        first = True
        while True:
            try:
                await self._listen_once(first)
            except asyncio.CancelledError:
                raise
            except Exception as error:
                # Of whatever kind: who stops listening misses every move of the others.
                note(log, "can't listen to other workers", error)
            first = first and not self.listening.is_set()
            if self.listening.is_set():
                self.listening.clear()
                self.breaks += 1
                self._deaf_since = time.monotonic()
            await asyncio.sleep(_PAUSE)

    async def _listen_once(self, first: bool) -> None:
        """Listen until the connection is lost."""
        connection = await asyncpg.connect(self.url, timeout=10)
        lost = asyncio.Event()
        try:
            connection.add_termination_listener(lambda _: lost.set())
            await connection.add_listener(CHANNEL, self._came)
            if not first:
                await self.missed()
            self.listening.set()
            while not lost.is_set():
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(lost.wait(), _CHECK)
                    return
                # A connection can be gone without a word.
                await connection.fetchval("SELECT 1", timeout=10)
        finally:
            with contextlib.suppress(Exception):
                await connection.close(timeout=2)
            connection.terminate()

    def _came(self, *notice: Any) -> None:
        payload = str(notice[3])
        if not payload.startswith(self._mine):
            self._incoming.put_nowait(payload)

    async def _dispatch(self) -> None:
        while True:
            payload = await self._incoming.get()
            try:
                await self.heard(*decoded(payload))
            except Exception as error:
                note(log, "a notice could not be followed", error)
