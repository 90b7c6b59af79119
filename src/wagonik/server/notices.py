"""Workers tell each other what changed: LISTEN/NOTIFY on PostgreSQL.

On SQLite there is one process, which tells itself by calling. A notice names the sender, so that
its own comes back unheard.
"""

import asyncio
import contextlib
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any, Final

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy.engine import make_url

from wagonik.server.store import CHANNEL, Store

log = logging.getLogger(__name__)
Heard = Callable[[dict[str, Any]], Awaitable[None]]


class Notices:
    """Listens for other workers on a connection of its own, and comes back when it breaks."""

    def __init__(self, store: Store, heard: Heard, missed: Callable[[], Awaitable[None]]) -> None:
        self.store: Final = store
        self.heard: Final = heard
        self.missed: Final = missed
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
        url = make_url(self.store.url).set(drivername="postgresql")
        first = True
        while True:
            try:
                connection = await asyncpg.connect(url.render_as_string(hide_password=False))
            except (OSError, asyncpg.PostgresError) as error:
                log.warning("can't listen to other workers: %s", type(error).__name__)
                await asyncio.sleep(1)
                continue
            lost = asyncio.Event()
            connection.add_termination_listener(lambda _, lost=lost: lost.set())
            try:
                await connection.add_listener(
                    CHANNEL, lambda *args: self._incoming.put_nowait(args[3])
                )
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

    async def _dispatch(self) -> None:
        while True:
            payload = await self._incoming.get()
            try:
                await self.heard(json.loads(payload))
            except Exception:
                log.exception("a notice of another worker could not be followed")
