"""The lock of a table: who waits for it comes in turn, and where it is free it is had at once."""

import asyncio
from collections import deque
from types import TracebackType
from typing import Final


class TableLock:
    """Like a lock of asyncio, but `take` needs no task to wait in. It is handed from one to the
    next, so nobody who takes it at once comes before those who wait."""

    def __init__(self) -> None:
        self._held = False
        self._waiting: Final[deque[asyncio.Future[None]]] = deque()

    def locked(self) -> bool:
        return self._held

    def take(self) -> bool:
        """Have it, if nobody does."""
        if self._held:
            return False
        self._held = True
        return True

    async def acquire(self) -> None:
        if self.take():
            return
        turn = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():
                self.release()  # it was handed over in the same moment
            elif turn in self._waiting:
                self._waiting.remove(turn)
            raise

    def release(self) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._held = False

    async def __aenter__(self) -> None:
        await self.acquire()

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.release()
