"""The processes that share out work: none of them stops a run, and nothing is hidden."""

import os
import time
from pathlib import Path

import pytest

from wagonik.engine.errors import WagonikError
from wagonik.processes import Pool, WorkersDied


def double(job: int) -> int:
    return 2 * job


def die_once(place: str) -> str:
    """End the process, the first time that it is tried."""
    marker = Path(place)
    if not marker.exists():
        marker.touch()
        os._exit(3)
    return marker.name


def die(job: str) -> str:
    os._exit(3)


class Unsendable(Exception):
    """An error that can't be built again from its text."""

    def __init__(self, a: int, b: int) -> None:
        super().__init__(f"{a} and {b}")


def fail(kind: str) -> None:
    if kind == "ours":
        raise WagonikError("not like that")
    raise Unsendable(1, 2)


def forever(job: int) -> int:
    while job:
        time.sleep(0.01)
    return job


def test_every_job_comes_back_once() -> None:
    pool = Pool(double, 2)
    for job in range(20):
        pool.send(job)
    found = dict(pool.receive() for _ in range(20))
    pool.close()
    assert found == {job: 2 * job for job in range(20)}


def test_a_job_that_dies_with_its_process_is_done_again(tmp_path: Path) -> None:
    pool = Pool(die_once, 2)
    pool.send(str(tmp_path / "died"))
    assert pool.receive()[1] == "died"
    assert sum(pool.deaths.values()) == 1
    pool.close()


def test_a_job_that_always_ends_its_process_is_given_up_and_named() -> None:
    pool = Pool(die, 1, lambda job: f"the job {job}")
    pool.send("deadly")
    with pytest.raises(WorkersDied, match="the job deadly was ended 3 times"):
        pool.receive()
    pool.close()


def test_an_error_is_the_same_here_and_says_where_it_was() -> None:
    pool = Pool(fail, 1)
    pool.send("ours")
    with pytest.raises(WagonikError, match="not like that") as told:
        pool.receive()
    assert "in fail" in "".join(told.value.__notes__)
    pool.send("other")
    with pytest.raises(RuntimeError, match="Unsendable: 1 and 2"):
        pool.receive()
    pool.close()


def test_what_is_not_wanted_any_more_is_given_up() -> None:
    pool = Pool(forever, 2)
    pool.send(1)
    pool.send(0)
    assert pool.receive() == (0, 0)
    processes = [worker.process for worker in pool.found]
    pool.close()
    assert [process.is_alive() for process in processes] == [False, False]
