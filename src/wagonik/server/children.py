"""Processes that work for the server and end with it, however it ends."""

import asyncio
import multiprocessing
import os
import resource
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Final, ParamSpec, TypeVar

from wagonik.processes import end_with_parent

P = ParamSpec("P")
R = TypeVar("R")


class GaveUp(Exception):
    """The process took longer than it may; the next piece of work starts another."""


class Died(GaveUp):
    """The process ended in the middle of its work."""


class Child:
    """A process that does one thing at a time, in the order in which it is asked. It is started
    when it is needed first, and replaced when it dies."""

    def __init__(self, memory: int | None = None) -> None:
        self.memory: Final = memory  # bytes that it may use, if there is a limit
        self.waiting = 0  # what it was asked for and has not answered yet
        self._turn: Final = asyncio.Lock()
        self._pool: ProcessPoolExecutor | None = None

    @property
    def processes(self) -> list[int]:
        """The process's number, while there is one."""
        return [] if self._pool is None else list(self._pool._processes)

    async def run(
        self, seconds: float, work: Callable[P, R], *arguments: P.args, **more: P.kwargs
    ) -> R:
        """What `work` returns; it may take so many seconds when its turn has come."""
        assert not more  # executors take positions only
        self.waiting += 1
        try:
            async with self._turn, asyncio.timeout(seconds):
                return await asyncio.get_running_loop().run_in_executor(
                    self._started(), work, *arguments
                )
        except TimeoutError as error:
            self.close()
            raise GaveUp(f"{work.__name__} took longer than {seconds:g} s") from error
        except BrokenProcessPool as error:
            self.close()
            raise Died(f"the process that worked on {work.__name__} died") from error
        finally:
            self.waiting -= 1

    def _started(self) -> ProcessPoolExecutor:
        if self._pool is None:
            # Not forked: the server has threads, and its sockets are its own.
            context = multiprocessing.get_context("spawn")
            self._pool = ProcessPoolExecutor(1, context, begin, (self.memory,))
        return self._pool

    def close(self) -> None:
        """End the process, whatever it does."""
        pool, self._pool = self._pool, None
        if pool is not None:
            for process in list(pool._processes.values()):
                process.kill()
            pool.shutdown(cancel_futures=True)  # which takes no time: nobody works any more


def begin(memory: int | None) -> None:
    """In a child, before anything else."""
    end_with_parent()  # a worker holds both ends of its queue, and would wait for ever
    if memory is not None:
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        os.nice(5)  # after those who play
