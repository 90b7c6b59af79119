"""Processes that share out work on this machine. Everything here that needs several uses them:
simulations, tournaments, and Master with more than one core.

One that is killed is replaced, and its job is done again; a job that ends its process again and
again is given up. Nobody outlives the process that started it.
"""

import contextlib
import multiprocessing
import os
import pickle
import signal
import threading
import traceback
from collections import Counter, deque
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection, wait
from typing import Any, Final, Generic, TypeVar

from wagonik.engine.errors import WagonikError

J = TypeVar("J")
R = TypeVar("R")

MOST_DEATHS: Final = 3  # of processes over one job: then the job is to blame


class WorkersDied(WagonikError):
    """Processes were ended again and again over the same job."""


def cores() -> int:
    """The cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


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


class Worker(Generic[J, R]):
    """A process that does one job after the other, and our end of the pipe to it."""

    def __init__(self, work: Callable[[J], R]) -> None:
        # Fresh processes on every platform: a fork of a process with threads is not safe.
        context = multiprocessing.get_context("spawn")
        self.pipe, theirs = context.Pipe()
        self.process: Final = context.Process(target=_work, args=(theirs, work))
        with _undisturbed():
            self.process.start()
        theirs.close()  # so that the pipe ends with the process
        self.job: tuple[int, J] | None = None

    def end(self) -> None:
        self.process.kill()
        self.process.join()
        self.pipe.close()


class Pool(Generic[J, R]):
    """Some processes that do jobs by one function; results come back in any order."""

    def __init__(
        self, work: Callable[[J], R], workers: int, told: Callable[[J], str] = str
    ) -> None:
        self.work: Final = work
        self.told: Final = told  # what a job is called
        self.workers: int = workers
        self.queue: Final[deque[tuple[int, J]]] = deque()
        self.found: list[Worker[J, R]] = []
        self.deaths: Final[Counter[int]] = Counter()
        self.sent: int = 0

    def send(self, job: J) -> None:
        """Give a job to whoever is free first."""
        self.queue.append((self.sent, job))
        self.sent += 1
        self._assign()

    def receive(self) -> tuple[J, R]:
        """The next result. Waits for it; every job that was sent is received once."""
        while True:
            busy = {worker.pipe: worker for worker in self.found if worker.job is not None}
            pipe = wait(list(busy))[0]
            assert isinstance(pipe, Connection)
            worker = busy[pipe]
            assert worker.job is not None
            number, job = worker.job
            try:
                done, answer, trace = pipe.recv()
            except (EOFError, OSError):
                self._bury(worker, number, job)
                continue
            worker.job = None
            self._assign()
            if not done:
                answer.add_note(f"In another process:\n{trace}")
                raise answer
            return job, answer

    def _assign(self) -> None:
        while self.queue:
            free = next((worker for worker in self.found if worker.job is None), None)
            if free is None:
                if len(self.found) >= self.workers:
                    return
                free = Worker(self.work)
                self.found.append(free)
            free.job = self.queue.popleft()
            # A process that has died takes nothing; that is noticed when its answer is awaited.
            with contextlib.suppress(OSError):
                free.pipe.send(free.job[1])

    def _bury(self, worker: Worker[J, R], number: int, job: J) -> None:
        self.found.remove(worker)
        worker.end()
        self.deaths[number] += 1
        if self.deaths[number] >= MOST_DEATHS:
            raise WorkersDied(
                f"The process that plays {self.told(job)} was ended {MOST_DEATHS} times. "
                "Is there enough memory?"
            )
        self.queue.appendleft((number, job))
        self._assign()

    def close(self) -> None:
        """Give up what is still being done."""
        self.queue.clear()
        for worker in self.found:
            worker.end()
        self.found = []


def _work(pipe: "Connection[Any, Any]", work: Callable[[J], R]) -> None:
    """What a process does until the pipe to its parent is closed."""
    # The parent hears Ctrl-C and ends its workers; they say nothing of their own.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A worker is one core's share of the work, its tables included.
    os.environ.setdefault("POLARS_MAX_THREADS", "1")
    end_with_parent()
    while True:
        try:
            job = pipe.recv()
        except EOFError:
            return
        try:
            answer: tuple[bool, Any, str] = True, work(job), ""
        except Exception as error:
            answer = False, _sendable(error), traceback.format_exc()
        pipe.send(answer)


def _sendable(error: Exception) -> Exception:
    """An error that survives the way to another process."""
    try:
        pickle.loads(pickle.dumps(error))
    except Exception:
        return RuntimeError(f"{type(error).__name__}: {error}")
    return error


def end_with_parent() -> None:
    """In a child: a parent that is killed can't end its children, so they end themselves, whatever
    they are at."""
    parent = multiprocessing.parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
            os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
