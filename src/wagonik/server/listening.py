"""Hearing what other workers wrote: LISTEN on PostgreSQL.

On SQLite there is one process, which tells itself by calling.
"""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

import asyncpg  # type: ignore[import-untyped]

from wagonik.server.notices import CHANNEL, Notice, decoded, sender

log = logging.getLogger(__name__)
Heard = Callable[[str, Notice], Awaitable[None]]


class Listening:
    """Listens for other workers on a connection of its own, and comes back when it breaks."""

    def __init__(
        self, url: str | None, worker: str, heard: Heard, missed: Callable[[], Awaitable[None]]
    ) -> None:
        self.url: Final = url  # None: there are no others
        self.heard: Final = heard
        self.missed: Final = missed
        self._mine: Final = sender(worker)
        self.listening: Final = asyncio.Event()
        self._incoming: Final[asyncio.Queue[str]] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []

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
                connection = await asyncpg.connect(self.url)
            except (OSError, asyncpg.PostgresError) as error:
                log.warning("can't listen to other workers: %s", type(error).__name__)
                await asyncio.sleep(1)
                continue
            lost = asyncio.Event()
            connection.add_termination_listener(lambda _, lost=lost: lost.set())
            try:
                await connection.add_listener(CHANNEL, self._came)
                self.listening.set()
                if not first:
                    await self.missed()
                first = False
                await lost.wait()
            except asyncpg.PostgresError as error:
                log.warning("can't listen to other workers: %s", type(error).__name__)
                await asyncio.sleep(1)
            finally:
                self.listening.clear()
                with contextlib.suppress(Exception):
                    await connection.close(timeout=2)

    def _came(self, *notice: Any) -> None:
        payload = str(notice[3])
        if not payload.startswith(self._mine):
            self._incoming.put_nowait(payload)

    async def _dispatch(self) -> None:
        while True:
            payload = await self._incoming.get()
            try:
                await self.heard(*decoded(payload))
            except Exception:
                log.exception("a notice of another worker could not be followed")
