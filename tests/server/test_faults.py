"""The world around the server fails: connections are cut, the disk is full, a second one starts."""

import asyncio
import contextlib
import random
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest

from tests.server.table import PATIENCE, Postgres, Server, free_port, joined
from tests.server.test_live import setup
from wagonik.engine.errors import UndoRefused
from wagonik.server.claims import DatabaseTaken, claimed
from wagonik.server.live import MOST_UNDOS, LiveMatch
from wagonik.server.transfer import main

SHORT: dict[str, Any] = {"presence_seconds": 0.5, "sweep_seconds": 0.2, "orphan_seconds": 1.0}


async def cut(database: str) -> int:
    """End all connections to a database but this one."""
    connection = await asyncpg.connect(database)
    try:
        return int(
            await connection.fetchval(
                "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        )
    finally:
        await connection.close()


def test_connections_that_are_cut_again_and_again(cluster: Postgres) -> None:
    """Workers hear each other again, and miss nothing."""
    database = cluster.database()
    with Server(database, **SHORT) as one, Server(database, **SHORT) as two:
        made = one.create("paris", ["mine", "mine"])

        async def play() -> None:
            rng = random.Random(1)
            async with joined(one, made, [0]) as first, joined(two, made, [1]) as second:
                await first.until("update")
                await second.until("update")
            for _ in range(4):
                async with asyncio.timeout(PATIENCE):  # as soon as there is something to cut
                    while not await cut(database):
                        await asyncio.sleep(0.25)
            until = time.monotonic() + PATIENCE
            while {server.get("/health").status_code for server in (one, two)} != {200}:
                assert time.monotonic() < until
                await asyncio.sleep(0.2)
            async with joined(one, made, [0]) as first, joined(two, made, [1]) as second:
                await asyncio.gather(first.play_on(rng), second.play_on(random.Random(2)))
                assert first.updates[0]["result"] == second.updates[1]["result"]

        asyncio.run(play())
        assert "wagonik_listening 1.0" in one.get("/metrics").text


def full(process: int) -> None:
    """From now on no file of the process can grow: as when the disk is full."""
    _, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (1, hard))


def room(process: int) -> None:
    _, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (hard, hard))


def test_a_full_disk(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/a.db") as server:
        process = server.process.pid
        is_told(server, lambda: full(process), lambda: room(process))


def test_a_full_disk_of_postgresql(cluster: Postgres) -> None:
    """The database says so by its own code, which triggers give it here."""
    database = cluster.database()

    def say(text: str) -> None:
        async def run() -> None:
            connection = await asyncpg.connect(database)
            await connection.execute(text)
            await connection.close()

        thread = threading.Thread(target=lambda: asyncio.run(run()))  # another loop runs here
        thread.start()
        thread.join()

    tables = ("moves", "tables", "installation")
    with Server(database) as server:
        say(
            "CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN"
            " RAISE 'could not extend file' USING ERRCODE = '53100'; END $$"
        )
        is_told(
            server,
            lambda: say(
                ";".join(
                    f"CREATE TRIGGER full_disk BEFORE INSERT ON {table}"
                    " FOR EACH ROW EXECUTE FUNCTION full_disk()"
                    for table in tables
                )
            ),
            lambda: say(";".join(f"DROP TRIGGER full_disk ON {table}" for table in tables)),
        )


def is_told(server: Server, fill: Callable[[], None], clear: Callable[[], None]) -> None:
    """A full disk is said, nothing is lost, and all goes on when there is room again."""
    made = server.create("paris", ["mine", "mine"])
    body = {
        "options": {"game": "paris", "players": 2},
        "seats": [{"kind": "mine", "name": "Wanda"}, {"kind": "mine"}],
    }

    async def look() -> None:
        async with joined(server, made, [0, 1]) as client:
            await client.play_on(random.Random(1), moves=4)
            events = list(client.events[0])
            fill()
            seat = next(seat for seat in (0, 1) if client.decision(seat) is not None)
            answer = await client.play(seat, random.Random(2))
            assert answer["code"] == "failed"
            assert "disk is full" in answer["text"]
        health = server.get("/health")
        assert health.status_code == 503
        assert "disk is full" in health.json()["text"]
        created = server.post("/api/tables", body)
        assert created.status_code == 507
        assert "disk is full" in created.json()["text"]
        clear()
        assert server.get("/health").status_code == 200
        assert server.post("/api/tables", body).status_code == 201
        async with joined(server, made, [0, 1]) as client:
            await client.until("update", seat=1)
            assert client.events[0] == events
            await client.play_on(random.Random(3))
            assert client.over

    asyncio.run(look())
    assert "Traceback" not in server.output(), server.output()
    assert "Wanda" not in server.output()  # what could not be stored is not written elsewhere


@contextlib.contextmanager
def serving(folder: Path) -> Iterator[Server]:
    with Server(f"sqlite:///{folder}/one.db") as server:
        yield server


def test_one_process_a_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    database = f"sqlite:///{tmp_path}/one.db"
    with serving(tmp_path) as server:
        made = server.create("paris", ["mine", "mine"])
        with pytest.raises(DatabaseTaken, match="serves"), claimed(database):
            pass
        assert main([database, f"sqlite:///{tmp_path}/two.db"]) == 1
        assert "serves" in capsys.readouterr().err
        done = subprocess.run(
            [
                *(sys.executable, "-m", "wagonik.cli", "serve", "--database", database),
                *("--port", str(free_port())),
            ],
            capture_output=True,
            text=True,
            check=False,
            timeout=PATIENCE,
        )
        assert done.returncode == 2
        assert "would not see each other's moves" in " ".join((done.stdout + done.stderr).split())
        server.kill()
    with claimed(database), claimed(database):  # a process may have it twice
        pass
    with serving(tmp_path) as server:
        assert server.get(made.path(), made.host).status_code == 200


def test_a_program_without_its_guard_starts_one_server(tmp_path: Path) -> None:
    """Processes for bots read the program, too: they must not serve."""
    port = free_port()
    program = tmp_path / "mine.py"
    program.write_text(
        "from wagonik.server import Settings, run\n"
        f"run(Settings(database='sqlite:///{tmp_path}/a.db', bot_delay=0.01), port={port},"
        " log_level='warning')\n"
    )
    with subprocess.Popen(
        [sys.executable, str(program)], stderr=subprocess.PIPE, text=True
    ) as process:
        try:
            server = object.__new__(Server)
            server.port, server.url = port, f"http://127.0.0.1:{port}"  # type: ignore[misc]
            until = time.monotonic() + PATIENCE
            while True:
                with contextlib.suppress(Exception):
                    if server.get("/health").status_code == 200:
                        break
                assert time.monotonic() < until
                time.sleep(0.1)
            made = server.create("paris", ["mine", "easy"])

            async def play() -> None:
                async with joined(server, made, [0]) as client:
                    await client.play_on(random.Random(1), moves=3)

            asyncio.run(play())
        finally:
            process.send_signal(signal.SIGTERM)
            said = process.communicate(timeout=PATIENCE)[1]
    assert "Traceback" not in said, said


def test_undos_of_one_decision_are_limited_and_count_apart() -> None:
    live = LiveMatch(setup("paris"), [], most=60)
    rows = []
    for number in range(MOST_UNDOS):
        assert live.undo_at(0) is None
        rows.append(live.play(0, [live.match.legal(0)[0]], float(number)))
        assert live.undo_at(0) is not None
        rows.append(live.undo(0, float(number)))
    rows.append(live.play(0, [live.match.legal(0)[0]], 99.0))
    assert live.undo_at(0) is None
    with pytest.raises(UndoRefused, match="times"):
        live.undo(0, 99.0)
    # What was taken back does not bring the end nearer.
    assert not live.stopped
    again = LiveMatch(setup("paris"), rows, most=60)
    assert again.undo_at(0) is None
    assert not again.stopped
    assert LiveMatch(setup("paris"), rows, most=1).stopped
    # Other seats have their own.
    live.play(1, [live.match.legal(1)[0]], 100.0)
