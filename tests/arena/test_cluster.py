"""The arena on a Ray cluster: the same results, even if a machine is lost on the way."""

import importlib
import os
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import wagonik
from tests.cli.calls import call
from wagonik.arena import cluster
from wagonik.arena.cluster import ClusterError, RayCluster, play_there
from wagonik.arena.play import Job, Table
from wagonik.arena.run import Runner, run_tournament
from wagonik.arena.store import KEY, open_store, results
from wagonik.arena.tournament import Tournament, find_tables
from wagonik.code import fingerprint

CUP = Tournament(find_tables(["paris"], [2, 3]), ("longroute", "random"), matches=60, seed=8)
TIMES = ("seconds", "time_bins", "time_counts")
# Ray leaves sockets and files to the end of the process, and warns of its own future.
pytestmark = pytest.mark.filterwarnings("default")


@pytest.fixture
def machines(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """A cluster of three machines on this one: one that only leads, and two that play."""
    for name, value in {
        "RAY_USAGE_STATS_ENABLED": "0",
        "RAY_health_check_period_ms": "500",
        "RAY_health_check_timeout_ms": "5000",
        "PYTHONPATH": str(Path(wagonik.__file__).parents[1]),
    }.items():
        monkeypatch.setenv(name, value)
    ray: Any = importlib.import_module("ray")
    from ray.cluster_utils import Cluster

    small = {"include_dashboard": False, "object_store_memory": 100_000_000}
    found: Any = Cluster(initialize_head=True, head_node_args={"num_cpus": 0, **small})
    try:
        yield found
    finally:
        ray.shutdown()
        found.shutdown()


def test_a_lost_machine_changes_nothing(machines: Any, tmp_path: Path) -> None:
    small = {"num_cpus": 1, "object_store_memory": 100_000_000}
    nodes = [machines.add_node(**small) for _ in range(2)]
    machines.wait_for_nodes()
    lost: list[int] = []

    def told(done: int, total: int) -> None:
        if not lost and done >= total // 4:
            lost.append(done)
            machines.remove_node(nodes[0], allow_graceful=False)

    with open_store(tmp_path / "ray", CUP) as store:
        runner = Runner(CUP, store)
        where = RayCluster(machines.address)
        try:
            assert where.workers == 2
            assert runner.play(where, told)
            end = time.monotonic() + 120  # a cluster may learn of a loss only after some time
            while where.workers == 2 and time.monotonic() < end:
                time.sleep(0.5)
            assert where.workers == 1
        finally:
            where.close()
    assert 0 < lost[0] < runner.progress()[1]
    with open_store(tmp_path / "here", CUP) as store:
        run_tournament(CUP, 1, store=store)
    rows = [results(tmp_path / name).drop(TIMES).sort(KEY).collect() for name in ("ray", "here")]
    assert len(rows[0]) == 60 * 2 + 2 * 60 * 3  # a pair, and each against two of the other
    assert rows[0].equals(rows[1])


def test_another_version_on_a_machine_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    job = Job(Table("paris", 2), ("planner", "random"), 1, (0,))
    assert len(play_there(job, fingerprint(), {})) == 4
    with pytest.raises(ClusterError, match="another version"):
        play_there(job, "other", {})
    with pytest.raises(ClusterError, match="no file"):
        play_there(job, fingerprint(), {"there.py:Mine": "abc"})


def test_a_cluster_that_is_not_there_is_told_in_words(monkeypatch: pytest.MonkeyPatch) -> None:
    answer = call("arena", "paris", "--ray", "nowhere")
    assert answer.code == 2
    assert "no Ray cluster" in answer.err


def test_without_ray_its_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(ClusterError, match=r"wagonik\[ray\]"):
        RayCluster(cluster.LOCAL)
    assert os.environ["RAY_USAGE_STATS_ENABLED"] == "0"
