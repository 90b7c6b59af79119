"""Matches go on while everything around them fails: servers are killed, connections cut, disks are
full; strangers flood, and do not read. What was acknowledged must be stored in the end.

    python -m tests.server.chaos [--seconds 300] [--database sqlite|postgresql|both] [--seed 1]
"""

import argparse
import asyncio
import contextlib
import json
import os
import random
import resource
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, Final

import asyncpg  # type: ignore[import-untyped]
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tests.server.table import PATIENCE, Client, Made, Server, joined, postgres
from wagonik.server.store import TableStore

TABLES: Final = 8
_KINDS: Final = 4  # of disturbances
GAMES: Final = ("paris", "card_game", "nordic_countries", "united_kingdom")
LIMITS: Final[dict[str, Any]] = {
    "presence_seconds": 1.0,
    "sweep_seconds": 0.5,
    "orphan_seconds": 1.0,
    "frames_rate": 200.0,
    "frames_burst": 1000.0,
    "queue_bytes": 300_000,
}
GONE: Final = (
    ConnectionClosed,
    InvalidHandshake,
    InvalidMessage,
    OSError,
    TimeoutError,
    EOFError,
    AssertionError,  # a connection that ends in the middle of what it says
)


@dataclass
class Report:
    """What happened, and what it cost."""

    database: str
    seconds: float
    disturbances: dict[str, int] = field(default_factory=dict)
    matches: int = 0
    acknowledged: int = 0
    lost: int = 0
    refused: int = 0  # moves that failed in words
    frozen_longest: float = 0.0  # seconds in which no move of a table was acknowledged
    frozen_served: float = 0.0  # the same, without the time in which no server ran
    story: str = ""  # what happened in them
    starting_longest: float = 0.0  # seconds that a killed server took to answer again
    memory: int = 0  # bytes, the most that one server had

    def __str__(self) -> str:
        told = ", ".join(f"{count} × {name}" for name, count in sorted(self.disturbances.items()))
        return (
            f"{self.database}: {self.seconds:.0f} s, {self.matches} matches; {told}\n"
            f"  acknowledged {self.acknowledged}, lost {self.lost}, refused {self.refused}\n"
            f"  frozen longest {self.frozen_longest:.1f} s, of the time in which a server ran "
            f"{self.frozen_served:.1f} s ({self.story}); started again in "
            f"{self.starting_longest:.1f} s at most; memory {self.memory / 1e6:.0f} MB"
        )


def _framed(data: bytes) -> bytes:
    """A short text message of a client, masked by zeros."""
    return bytes((0x81, 0x80 | len(data), 0, 0, 0, 0)) + data


class Gaps:
    """When no server ran."""

    def __init__(self) -> None:
        self.found: Final[list[tuple[float, float]]] = []
        self.since: float | None = None

    def begin(self) -> None:
        self.since = time.monotonic()

    def end(self) -> None:
        if self.since is not None:
            self.found.append((self.since, time.monotonic()))
        self.since = None

    def within(self, start: float, end: float) -> float:
        """Seconds of a time in which no server ran."""
        found = [*self.found, (end if self.since is None else self.since, end)]
        return sum(max(0.0, min(end, b) - max(start, a)) for a, b in found)


class Player:
    """One device with both seats of a table, which comes back whatever happens."""

    def __init__(self, made: Made, seed: int, gaps: Gaps) -> None:
        self.made: Final = made
        self.gaps: Final = gaps
        self.rng: Final = random.Random(seed)
        self.acknowledged: list[tuple[int, list[int]]] = []
        self.refused = 0
        self.last_at = time.monotonic()
        self.frozen = 0.0
        self.frozen_served = 0.0
        self.trail: list[str] = []
        self.story = ""
        self.over = False

    def waited(self, now: float) -> None:
        """How long, since the last move that was acknowledged."""
        self.frozen = max(self.frozen, now - self.last_at)
        served = now - self.last_at - self.gaps.within(self.last_at, now)
        if served > self.frozen_served:
            self.frozen_served, self.story = served, ", ".join(self.trail)
        self.last_at = now
        self.trail = []

    def note(self, what: str) -> None:
        self.trail.append(f"{time.monotonic() - self.last_at:.1f} s {what}")
        del self.trail[12:]  # a server that is away is knocked at again and again

    async def play(self, servers: list[Server], stopping: asyncio.Event) -> None:
        while not stopping.is_set() and not self.over:
            try:
                async with joined(self.rng.choice(servers), self.made, [0, 1]) as client:
                    self.note("welcome")
                    while 0 not in client.updates or 1 not in client.updates:
                        await client.receive(10)
                    await self._moves(client, stopping)
            except GONE as error:
                self.note(type(error).__name__)
            await asyncio.sleep(0.1)

    async def _moves(self, client: Client, stopping: asyncio.Event) -> None:
        while not client.over and not stopping.is_set():
            seats = [seat for seat in (0, 1) if client.decision(seat) is not None]
            if not seats:
                await client.receive(10)
                continue
            seat = self.rng.choice(seats)
            decision = client.decision(seat)
            assert decision is not None
            actions = [self.rng.choice(decision["choices"])["action"]]
            async with asyncio.timeout(10):
                answer = await client.ask("play", seat=seat, at=decision["at"], actions=actions)
            if answer["type"] == "done":
                self.acknowledged.append((seat, actions))
                self.waited(time.monotonic())
            elif answer["code"] == "failed":
                self.refused += 1
                self.note("failed")
                return  # what is stored is sent afresh
        self.over = client.over

    async def lost(self, store: TableStore) -> int:
        """How many acknowledged moves are not stored, in their order."""
        found = await store.match(self.made.table, 1)
        assert found is not None
        rows = [(move.seat, list(move.actions)) for move in await store.moves(found[0].id)]
        at = 0
        missing = 0
        for move in self.acknowledged:
            while at < len(rows) and rows[at] != move:
                at += 1
            missing += at == len(rows)
            at = min(at + 1, len(rows))
        return missing


class Chaos:
    def __init__(self, database: str, seconds: float, seed: int) -> None:
        self.database: Final = database
        self.postgres: Final = database.startswith("postgresql")
        self.seconds: Final = seconds
        self.seed: Final = seed
        self.rng: Final = random.Random(seed)
        self.report: Final = Report("PostgreSQL" if self.postgres else "SQLite", seconds)
        self.servers: list[Server] = []
        self.players: Final[list[Player]] = []
        self.gaps: Final = Gaps()
        self.stopping: Final = asyncio.Event()
        self.stopped_at = 0.0

    async def run(self) -> Report:
        count = 2 if self.postgres else 1
        self.servers = [await asyncio.to_thread(self._start, None) for _ in range(count)]
        try:
            playing = [asyncio.create_task(self._keep_playing(n)) for n in range(TABLES)]
            watching = asyncio.create_task(self._watch())
            async with asyncio.timeout(PATIENCE):
                while not self.players:
                    await asyncio.sleep(0.05)
            until = time.monotonic() + self.seconds
            # However slow the machine is, each of them comes.
            while time.monotonic() < until or len(self.report.disturbances) < _KINDS:
                await self._disturb()
                await asyncio.sleep(self.rng.uniform(0.5, 2.0))
            await asyncio.sleep(2)  # all of them play once more
            self.stopped_at = time.monotonic()
            self.stopping.set()
            await asyncio.gather(*playing)
            watching.cancel()
            await self._count()
        finally:
            for server in self.servers:
                server.stop()
        return self.report

    def _start(self, port: int | None) -> Server:
        return Server(self.database, port, **LIMITS)

    async def _keep_playing(self, number: int) -> None:
        while not self.stopping.is_set():
            try:
                server = self.rng.choice(self.servers)
                game = GAMES[number % len(GAMES)]
                made = await asyncio.to_thread(server.create, game, ["mine", "mine"])
            except Exception:
                await asyncio.sleep(0.2)  # none can be created just now
                continue
            player = Player(made, self.seed * 1000 + len(self.players), self.gaps)
            self.players.append(player)
            await player.play(self.servers, self.stopping)

    async def _watch(self) -> None:
        while True:
            for server in self.servers:
                with contextlib.suppress(OSError, IndexError, ValueError):
                    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
                    size = pages * os.sysconf("SC_PAGESIZE")
                    self.report.memory = max(self.report.memory, size)
            await asyncio.sleep(0.2)

    async def _disturb(self) -> None:
        kinds: list[tuple[str, Callable[[], Awaitable[None]]]] = [
            ("kills", self._kill),
            ("floods", self._flood),
            ("deaf readers", self._deaf),
            ("cuts", self._cut) if self.postgres else ("full disks", self._full),
        ]
        name, work = kinds[sum(self.report.disturbances.values()) % len(kinds)]
        self.report.disturbances[name] = self.report.disturbances.get(name, 0) + 1
        for player in self.players:
            player.note(f"({name})")
        with contextlib.suppress(*GONE):
            await work()

    async def _kill(self) -> None:
        at = self.rng.randrange(len(self.servers))
        old = self.servers[at]
        began = time.monotonic()
        if len(self.servers) == 1:
            self.gaps.begin()
        old.kill()
        old.stop()
        self.servers[at] = await asyncio.to_thread(self._start, old.port)
        self.gaps.end()
        took = time.monotonic() - began
        self.report.starting_longest = max(self.report.starting_longest, took)

    async def _cut(self) -> None:
        for _ in range(3):
            connection = await asyncpg.connect(self.database)
            await connection.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
            await connection.close()
            await asyncio.sleep(0.25)

    async def _full(self) -> None:
        process = self.servers[0].process.pid
        _, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
        resource.prlimit(process, resource.RLIMIT_FSIZE, (1, hard))
        await asyncio.sleep(1.0)
        resource.prlimit(process, resource.RLIMIT_FSIZE, (hard, hard))

    async def _stranger(self) -> Any:
        player = self.rng.choice(self.players)
        server = self.rng.choice(self.servers)
        url = f"ws://127.0.0.1:{server.port}/api/tables/{player.made.table}/socket"
        socket = await connect(url, max_queue=1, max_size=None, compression=None, open_timeout=5)
        await socket.send(json.dumps({"type": "hello", "key": player.made.watch}))
        return socket

    async def _flood(self) -> None:
        socket = await self._stranger()
        try:
            # All by one write: whoever plays has this loop, too, and must not wait for us.
            socket.transport.write(_framed(b"x") * 20_000)
            async with asyncio.timeout(10):
                await socket.wait_closed()
        finally:
            socket.transport.abort()

    async def _deaf(self) -> None:
        """Spectators that ask for everything again and again, and read nothing."""
        sockets = [await self._stranger() for _ in range(10)]
        asked = b"".join(_framed(b'{"type":"resync","id":%d}' % number) for number in range(200))
        try:
            for socket in sockets:
                socket.transport.pause_reading()
                socket.transport.write(asked)
            await asyncio.sleep(2)
        finally:
            for socket in sockets:
                socket.transport.abort()

    async def _count(self) -> None:
        report = self.report
        report.matches = len(self.players)
        store = TableStore(self.database)
        try:
            for player in self.players:
                report.acknowledged += len(player.acknowledged)
                report.refused += player.refused
                if not player.over:  # also what stands still in the end
                    player.waited(self.stopped_at)
                report.frozen_longest = max(report.frozen_longest, player.frozen)
                if player.frozen_served > report.frozen_served:
                    report.frozen_served, report.story = player.frozen_served, player.story
                report.lost += await player.lost(store)
        finally:
            await store.dispose()


def run(database: str, seconds: float, seed: int) -> Report:
    return asyncio.run(Chaos(database, seconds, seed).run())


def main(arguments: list[str]) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--seconds", type=float, default=300)
    parser.add_argument("--database", choices=["sqlite", "postgresql", "both"], default="both")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", action="store_true")
    chosen = parser.parse_args(arguments)
    share = chosen.seconds / (2 if chosen.database == "both" else 1)
    reports: list[Report] = []
    if chosen.database != "postgresql":
        with tempfile.TemporaryDirectory() as folder:
            reports.append(run(f"sqlite:///{folder}/chaos.db", share, chosen.seed))
    if chosen.database != "sqlite":
        with postgres() as cluster:
            reports.append(run(cluster.database(), share, chosen.seed))
    for report in reports:
        print(json.dumps(asdict(report)) if chosen.json else report)
    return 1 if any(report.lost for report in reports) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
