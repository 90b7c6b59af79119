"""What strangers send (boards, records) is worked on in a process of its own, with limits of time
and memory: whatever it costs, nobody at a table waits for it."""

import asyncio
from collections.abc import Callable
from typing import Final, TypeVar

from wagonik.server.children import Child, GaveUp
from wagonik.server.errors import Refused

R = TypeVar("R")

SECONDS: Final = 10.0  # for one piece of work: far more than an honest one takes
_START: Final = 120.0  # seconds in which the process must have started
_MEMORY: Final = 1 << 30  # bytes of address space
_MOST_WAITING: Final = 24  # pieces of work, of all addresses together


def ready() -> None:
    """In a process that has just started."""


class Strangers:
    """One piece of work at a time, and one of each address at a time."""

    def __init__(self) -> None:
        self._child: Final = Child(_MEMORY)
        self._turn: Final = asyncio.Lock()
        self._addresses: Final[dict[str, asyncio.Lock]] = {}
        self._waiting = 0

    @property
    def processes(self) -> list[int]:
        return self._child.processes

    async def run(self, address: str, work: Callable[..., R], *arguments: object) -> R:
        """What `work` returns.

        Raises:
            GaveUp: It took too long, or too much memory.
            Refused: Too much is waiting already.
        """
        if self._waiting >= _MOST_WAITING:
            raise Refused("too_many", "Much is to be read here just now: try again in a moment.")
        self._waiting += 1
        mine = self._addresses.setdefault(address, asyncio.Lock())
        try:
            # Whoever sends many waits for its own; others come in between.
            async with mine, self._turn:
                if not self._child.processes:
                    await self._child.run(_START, ready)
                return await self._child.run(SECONDS, work, *arguments)
        except MemoryError as error:
            self._child.close()
            raise GaveUp(f"{work.__name__} took too much memory") from error
        finally:
            self._waiting -= 1
            if not mine.locked():
                self._addresses.pop(address, None)

    def close(self) -> None:
        self._child.close()
