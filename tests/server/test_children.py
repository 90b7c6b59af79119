"""Processes that work for the server: replaced when they die, gone when it is gone."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.server.table import Server, joined
from wagonik.server.children import Child, Died, GaveUp

PATIENCE = 120.0


def number(value: int) -> int:
    return value


def sleep(seconds: float) -> None:
    time.sleep(seconds)


def alive(process: int) -> bool:
    """Whether a process still does something: one that nobody waited for does not count."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def wait_until_gone(processes: list[int]) -> None:
    until = time.monotonic() + PATIENCE
    while any(alive(process) for process in processes):
        assert time.monotonic() < until, f"{processes} did not end"
        time.sleep(0.05)


def children_of(parent: int) -> list[int]:
    """All processes below one."""
    found: list[int] = []
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[1]) == parent:
            below = int(path.parent.name)
            found += [below, *children_of(below)]
    return found


def test_work_is_done_in_order_by_one_process() -> None:
    async def ask() -> None:
        child = Child()
        try:
            answers = [child.run(PATIENCE, number, value) for value in range(5)]
            assert await asyncio.gather(*answers) == list(range(5))
            assert len(child.processes) == 1
            assert child.waiting == 0
        finally:
            child.close()

    asyncio.run(ask())


def test_a_process_that_died_is_replaced() -> None:
    async def ask() -> None:
        child = Child()
        try:
            assert await child.run(PATIENCE, number, 1) == 1
            (process,) = child.processes
            work = asyncio.create_task(child.run(PATIENCE, sleep, 3600))
            while not child.waiting:
                await asyncio.sleep(0)
            os.kill(process, signal.SIGKILL)
            with pytest.raises(Died):
                await work
            assert await child.run(PATIENCE, number, 2) == 2
            assert child.processes != [process]
        finally:
            child.close()

    asyncio.run(ask())


def test_a_process_that_takes_too_long_is_ended() -> None:
    async def ask() -> None:
        child = Child()
        try:
            assert await child.run(PATIENCE, number, 1) == 1
            (process,) = child.processes
            with pytest.raises(GaveUp, match="took longer"):
                await child.run(0.2, sleep, 3600)
            wait_until_gone([process])
            assert await child.run(PATIENCE, number, 2) == 2
            last = child.processes
        finally:
            child.close()
        wait_until_gone(last)
        assert child.processes == []

    asyncio.run(ask())


@pytest.mark.parametrize("how", ["killed", "stopped"])
def test_nothing_outlives_the_server(tmp_path: Path, how: str) -> None:
    """Bots think, somebody looks at a replay, and the server is killed, or told to stop."""
    with Server(f"sqlite:///{tmp_path}/a.db", bot_workers=1) as server:
        made = server.create("paris", ["mine", "patient", "random"])
        record = {"format": "none"}
        assert server.post("/api/replays/open", {"record": record}).status_code == 422

        async def look() -> list[int]:
            async with joined(server, made, [0]) as client:
                await client.until("update")
                while client.updates[0]["deciding"] != [0]:
                    await client.receive()
            return children_of(server.process.pid)

        processes = asyncio.run(look())
        assert len(processes) >= 3  # quick bots, patient ones, replays
        if how == "killed":
            server.kill()
        else:
            server.process.terminate()
            assert server.process.wait(PATIENCE) in (0, -signal.SIGTERM)
        wait_until_gone(processes)


def test_a_server_of_a_test_ends_with_it(tmp_path: Path) -> None:
    """Whatever happens to a test, the server that it started does not stay."""
    script = (
        "import os\n"
        "from tests.server.table import Server\n"
        f"server = Server('sqlite:///{tmp_path}/a.db')\n"
        "print(server.process.pid, flush=True)\n"
        "os.kill(os.getpid(), 9)\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=False
    )
    assert done.returncode == -signal.SIGKILL, done.stderr
    wait_until_gone([int(done.stdout)])
