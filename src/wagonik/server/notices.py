"""Workers tell each other what changed: LISTEN/NOTIFY on PostgreSQL.

On SQLite there is one process, which tells itself by calling. A notice begins with its sender, so
that its own comes back unheard.
"""

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

import asyncpg  # type: ignore[import-untyped]

from wagonik.server.store import Store, plain_url
from wagonik.server.writing import CHANNEL, sender

log = logging.getLogger(__name__)
Heard = Callable[[str, dict[str, Any]], Awaitable[None]]


class Notices:
    """Listens for other workers on a connection of its own, and comes back when it breaks."""

    def __init__(self, store: Store, heard: Heard, missed: Callable[[], Awaitable[None]]) -> None:
        self.store: Final = store
        self.heard: Final = heard
        self.missed: Final = missed
        self._mine: Final = sender(store.worker)
        self.listening: Final = asyncio.Event()
        self._incoming: Final[asyncio.Queue[str]] = asyncio.Queue()
        self._tasks: list[asyncio.Task[None]] = []

    async def start(self) -> None:
        if self.store.postgres:
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
        url = plain_url(self.store.url)
        first = True
        while True:
            try:
                connection = await asyncpg.connect(url)
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
                worker, _, text = payload.partition(" ")
                await self.heard(worker, json.loads(text))
            except Exception:
                log.exception("a notice of another worker could not be followed")
