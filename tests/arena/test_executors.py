"""Where matches are played: everywhere with the same results, and no process stops a run."""

import pytest

from wagonik.arena.executors import Executor, Here, executor
from wagonik.arena.play import Job, Row, Table, bin_seconds, play_job, time_bin
from wagonik.engine.errors import WagonikError
from wagonik.processes import Pool

TIMES = ("seconds", "time_bins", "time_counts")
JOBS = [Job(Table("paris", 2), ("planner", "random"), 1, (deal, deal + 1)) for deal in (0, 2, 4)]


def plain(rows: list[Row]) -> list[dict[str, object]]:
    """Rows without what a clock says."""
    return [{k: v for k, v in row._asdict().items() if k not in TIMES} for row in rows]


def all_of(where: Executor, jobs: list[Job]) -> dict[Job, list[dict[str, object]]]:
    for job in jobs:
        where.send(job)
    return {job: plain(rows) for job, rows in (where.receive() for _ in jobs)}


def test_all_of_them_give_the_same_results() -> None:
    wanted = {job: plain(play_job(job)) for job in JOBS}
    assert len(wanted[JOBS[0]]) == 8
    with executor(1) as here:
        assert isinstance(here, Here)
        assert all_of(here, JOBS) == wanted
    with executor(2) as two:
        assert isinstance(two, Pool)
        assert two.workers == 2
        assert all_of(two, JOBS) == wanted


def test_what_is_not_wanted_any_more_is_given_up() -> None:
    long = Job(Table("paris", 2), ("planner", "random"), 1, tuple(range(100_000)))
    with executor(2) as where:
        where.send(long)
        where.send(JOBS[0])
        job, _ = where.receive()
        assert job == JOBS[0]


def test_a_mistake_in_a_process_is_the_same_mistake_here() -> None:
    with executor(2) as where, pytest.raises(WagonikError, match="no bot"):
        all_of(where, [Job(Table("paris", 2), ("nobody", "random"), 1, (0,))])


def test_times_are_counted_to_some_percent() -> None:
    for seconds in (2e-6, 1.3e-5, 0.00047, 0.2, 31.0):
        assert bin_seconds(time_bin(seconds)) <= seconds <= bin_seconds(time_bin(seconds) + 1)
        assert bin_seconds(time_bin(seconds) + 1) < 1.13 * seconds
    assert time_bin(0.0) == 0
    assert time_bin(1e9) == time_bin(1e8)
