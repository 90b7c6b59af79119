"""Where deals are played: in this process, on this machine's cores, or on a Ray cluster.

All of them play the same jobs with the same results; a job that dies with its process or its
machine is played again.
"""

import contextlib
from collections import deque
from collections.abc import Iterator
from typing import Final, Protocol

from wagonik.arena.play import Job, Row, play_job
from wagonik.processes import Pool, cores


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
        chosen = Pool(play_job, jobs if jobs is not None else cores(), _told)
    try:
        yield chosen
    finally:
        chosen.close()


def _told(job: Job) -> str:
    return ", ".join(job.line_up)
