"""Where matches are played: in this process, on this machine's cores, or on a Ray cluster.

All of them play the same jobs with the same results; a job that dies with its process or its
machine is played again.
"""

import contextlib
import multiprocessing
import os
import signal
import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Final, Protocol

from wagonik.arena.play import Job, Row, play_job
from wagonik.engine.errors import WagonikError

MOST_DEATHS: Final = 3  # of workers in a row with nothing played: then a bot is to blame


class WorkersDied(WagonikError):
    """Processes that play matches were ended again and again."""


class Executor(Protocol):
    """Plays jobs: some are sent, results come back in any order."""

    @property
    def workers(self) -> int:
        """How many jobs are played at the same time."""
        ...

    def send(self, job: Job) -> None: ...

    def receive(self) -> tuple[Job, list[Row]]:
        """The next result. Waits for it; every job that was sent is received once."""
        ...

    def close(self) -> None:
        """Give up what is still being played."""
        ...


class Here:
    """Plays in this process, one job after the other."""

    def __init__(self) -> None:
        self.workers: int = 1
        self.jobs: Final[deque[Job]] = deque()

    def send(self, job: Job) -> None:
        self.jobs.append(job)

    def receive(self) -> tuple[Job, list[Row]]:
        job = self.jobs.popleft()
        return job, play_job(job)

    def close(self) -> None:
        self.jobs.clear()


class Processes:
    """Plays in processes of this machine. If one is killed, all start anew and go on."""

    def __init__(self, workers: int) -> None:
        self.workers: int = workers
        self.deaths: int = 0
        self.pending: dict[Future[list[Row]], Job] = {}
        self.pool: ProcessPoolExecutor = self._pool()

    def _pool(self) -> ProcessPoolExecutor:
        # Fresh processes on every platform: a fork of a process with threads is not safe.
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(self.workers, context, _begin)

    def send(self, job: Job) -> None:
        try:
            self.pending[self.pool.submit(play_job, job)] = job
        except BrokenProcessPool:
            self._restart()
            self.send(job)

    def receive(self) -> tuple[Job, list[Row]]:
        while True:
            done, _ = wait(self.pending, return_when=FIRST_COMPLETED)
            for future in done:
                if not isinstance(future.exception(), BrokenProcessPool):
                    self.deaths = 0
                    job = self.pending.pop(future)
                    return job, future.result()
            self._restart()

    def _restart(self) -> None:
        """The pool gives up when one of its processes is killed; its jobs are sent again."""
        self.deaths += 1
        lost = list(self.pending.values())
        if self.deaths > MOST_DEATHS:
            bots = sorted({bot for job in lost for bot in job.line_up})
            raise WorkersDied(
                f"The processes that play were ended {self.deaths} times in a row. Is there enough "
                f"memory? If so, one of these bots ends its process: {', '.join(bots)}."
            )
        self.pool.shutdown(wait=False, cancel_futures=True)
        self.pool = self._pool()
        self.pending = {}
        for job in lost:
            self.send(job)

    def close(self) -> None:
        # The pool has no public way to end a process that is in the middle of a job.
        running = list(getattr(self.pool, "_processes", None) or {}) if self.pending else []
        self.pool.shutdown(wait=False, cancel_futures=True)
        for process in running:
            with contextlib.suppress(ProcessLookupError):
                os.kill(process, signal.SIGTERM)
        self.pool.shutdown(wait=True)
        self.pending = {}


def _begin() -> None:
    # The parent hears Ctrl-C and ends its workers; they say nothing of their own.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    """A parent that is killed can't end its workers: they end themselves."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def cores() -> int:
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


@contextlib.contextmanager
def executor(jobs: int | None = None, ray: str | None = None) -> Iterator[Executor]:
    """An executor for some processes (all cores without a number), or for a Ray cluster; it is
    closed at the end, whatever happens."""
    chosen: Executor
    if ray is not None:
        from wagonik.arena.cluster import RayCluster

        chosen = RayCluster(ray, jobs)
    elif (jobs if jobs is not None else cores()) <= 1:
        chosen = Here()
    else:
        chosen = Processes(jobs if jobs is not None else cores())
    try:
        yield chosen
    finally:
        chosen.close()
