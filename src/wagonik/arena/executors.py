"""Where matches are played: in this process, on this machine's cores, or on a Ray cluster.

All of them play the same jobs with the same results; a job that dies with its process or its
machine is played again.
"""

import contextlib
import multiprocessing
import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Iterator
from multiprocessing.connection import Connection, wait
from typing import Final, Protocol

from wagonik.arena.play import Job, Row, play_job
from wagonik.engine.errors import WagonikError

MOST_DEATHS: Final = 3  # of processes over one job: then a bot is to blame


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


@contextlib.contextmanager
def _undisturbed() -> Iterator[None]:
    """Ctrl-C reaches all processes of a terminal. One that starts now inherits that it does not
    listen; otherwise it would tell at length where it was interrupted."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


class Worker:
    """A process that plays one job after the other, and our end of the pipe to it."""

    def __init__(self) -> None:
        # Fresh processes on every platform: a fork of a process with threads is not safe.
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process: Final = context.Process(target=_work, args=(theirs,))
        with _undisturbed():
            self.process.start()
        theirs.close()  # so that the pipe ends with the process
        self.job: Job | None = None

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


class Processes:
    """Plays in processes of this machine. One that is killed is replaced, and its job is played
    again."""

    def __init__(self, workers: int) -> None:
        self.workers: int = workers
        self.queue: Final[deque[Job]] = deque()
        self.found: list[Worker] = []
        self.deaths: Final[Counter[Job]] = Counter()

    def send(self, job: Job) -> None:
        self.queue.append(job)
        self._assign()

    def receive(self) -> tuple[Job, list[Row]]:
        while True:
            busy = {worker.pipe: worker for worker in self.found if worker.job is not None}
            pipe = wait(list(busy))[0]
            assert isinstance(pipe, Connection)
            worker = busy[pipe]
            job = worker.job
            assert job is not None
            try:
                answer: list[Row] | Exception = pipe.recv()
            except (EOFError, OSError):
                self._bury(worker, job)
                continue
            worker.job = None
            self._assign()
            if isinstance(answer, Exception):
                raise answer
            return job, answer

    def _assign(self) -> None:
        while self.queue:
            free = next((worker for worker in self.found if worker.job is None), None)
            if free is None:
                if len(self.found) >= self.workers:
                    return
                free = Worker()
                self.found.append(free)
            free.job = self.queue.popleft()
            # A process that has died takes nothing; that is noticed when its answer is awaited.
            with contextlib.suppress(OSError):
                free.pipe.send(free.job)

    def _bury(self, worker: Worker, job: Job) -> None:
        self.found.remove(worker)
        worker.end()
        self.deaths[job] += 1
        if self.deaths[job] >= MOST_DEATHS:
            raise WorkersDied(
                f"The process that plays {', '.join(job.line_up)} was ended {MOST_DEATHS} times. "
                "Is there enough memory? If so, one of these bots ends its process."
            )
        self.queue.appendleft(job)
        self._assign()

    def close(self) -> None:
        self.queue.clear()
        for worker in self.found:
            worker.end()
        self.found = []


def _work(pipe: "Connection[list[Row] | Exception, Job]") -> None:
    """What a process does until the pipe to its parent is closed."""
    # The parent hears Ctrl-C and ends its workers; they say nothing of their own.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    while True:
        try:
            job = pipe.recv()
        except EOFError:
            return
        try:
            answer: list[Row] | Exception = play_job(job)
        except Exception as error:
            answer = error
        pipe.send(answer)


def _end_with_parent() -> None:
    """A parent that is killed can't end its workers: they end themselves, in mid-match too."""
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
