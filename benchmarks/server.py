"""Many matches at once over real WebSockets: moves a second, and how soon a move is acknowledged.

    python -m benchmarks.server [--matches 500,1000] [--seconds 20] [--think SECONDS] [--json]
                                [--database sqlite|postgresql|both] [--games KEY,KEY]
                                [--workers 1] [--spread] [--whole]

Without `--matches` it measures 500, 1,000, 2,000 and 3,000 matches with one process on SQLite, and
on PostgreSQL 1,000 and 2,000 with one process, 1,800 and 3,600 with two. Clients are told what
changed, as browsers are, and one in a hundred puts its views together and compares their checksums;
with `--whole` they get whole views. All seats of a match come to the same process, as behind the
proxy of docs/hosting.md; with `--spread` to all of them in turn.

Every match has four seats, each with a connection of its own. A seat thinks for a random time
(`--think` seconds on average) before it moves; `--think 0` shows the most that the server can do.

Two times are told. Players: from sending a move to its acknowledgement, as the players' process
sees it, which shares this machine's cores with the server. Server: from a move's arrival to its
acknowledgement, as the server's own histogram has it. Beside them, the processor time that a move
took in the servers, in PostgreSQL and in the players' process, which a busy machine changes least,
and the memory of the largest server. Run from the repository's root, with the compiled package
installed or on PYTHONPATH.

What two processes can do is not seen where they share two cores with the players and PostgreSQL.
So it is reckoned from processor time: if each has a core, both together make as many moves more
than one alone as a move takes no longer in them. A line of its own says it.
"""

import argparse
import asyncio
import contextlib
import gc
import json
import multiprocessing
import os
import random
import re
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, cast

sys.path.insert(0, str(Path(__file__).parents[1]))

import httpx
import msgspec
import uvloop

from tests.server.table import PATIENCE, Made, Postgres, Server, postgres
from wagonik.games import GAMES
from wagonik.server.changes import checksum, patched
from wagonik.server.gate import raise_descriptors

SEATS = 4
ROWS = [500, 1000, 2000, 3000]
POSTGRES_ROWS = [(2000, 1), (3600, 2), (3000, 1), (5400, 2)]  # matches, processes; in pairs
# Beyond what one address, or one server, has room for otherwise.
ROOM = {"connections": 20_000, "address_connections": 20_000, "live_tables": 10_000}
VERIFIED = 100  # one connection of so many puts views together
MOST_MATCHES = 4_000  # of one process of players, which may have 20,000 descriptors
SETTLE = 12.0  # seconds in which first tickets are chosen, and the rush is over


class Choice(msgspec.Struct):
    action: int


class Decision(msgspec.Struct):
    at: int
    choices: list[Choice]


class Update(msgspec.Struct):
    """What a seat needs of an update; the rest is skipped, to leave the cores to the server."""

    decision: Decision | None
    result: msgspec.Raw


decode = msgspec.json.Decoder(Update).decode
NOTHING = re.compile(rb'.{,200}"decision":null.{,120}"result":null')


class Seat(asyncio.Protocol):
    """One seat of a match, with a connection of its own. It reads frames by hand, and of most
    messages only whether it has to decide: players share the cores with the server."""

    def __init__(self, load: "Load", table: dict[str, Any], seat: int, number: int) -> None:
        self.load = load
        self.table = table
        self.seat = seat
        self.rng = random.Random(number)
        self.verifies = not number % VERIFIED and not load.whole
        self.view: Any = None
        self.buffer = b""
        self.upgraded = False
        self.sent = 0.0
        self.number = 0
        self.waiting = False
        self.over = False
        self.decision: Decision | None = None
        self.arrived: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.transport: asyncio.Transport

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        self.transport.write(
            f"GET /api/tables/{self.table['table']}/socket HTTP/1.1\r\nHost: 127.0.0.1\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )

    def connection_lost(self, exc: Exception | None) -> None:
        if not self.over and not self.load.stopping:
            self.load.errors += 1
        if not self.arrived.done():
            self.arrived.set_exception(ConnectionError("the server closed a connection"))

    def send(self, message: dict[str, Any]) -> None:
        data = msgspec.json.encode(message)
        size = len(data)
        head = bytes((0x81, 0x80 | size)) if size < 126 else b"\x81\xfe" + size.to_bytes(2, "big")
        self.transport.write(head + bytes(4) + data)  # masked by zeros

    def data_received(self, data: bytes) -> None:
        data = self.buffer + data
        at = 0
        if not self.upgraded:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self.buffer = data
                return
            assert data.startswith(b"HTTP/1.1 101"), data[:100]
            self.upgraded = True
            at = end + 4
            token = self.table["tokens"][self.seat]
            self.send({"type": "hello", "tokens": [token], "changes": not self.load.whole})
        while len(data) - at >= 2:
            size, start = data[at + 1], at + 2
            if size == 126:
                size, start = int.from_bytes(data[at + 2 : at + 4], "big"), at + 4
            elif size == 127:
                size, start = int.from_bytes(data[at + 2 : at + 10], "big"), at + 10
            if len(data) < start + size:
                break
            if data[at] == 0x81:
                self.message(data[start : start + size])
            elif data[at] == 0x89:  # ping
                self.transport.write(bytes((0x8A, 0x80 | size)) + bytes(4) + data[start:][:size])
            at = start + size
        self.buffer = data[at:]

    def message(self, data: bytes) -> None:
        load = self.load
        load.messages += 1
        if data.startswith((b'{"type":"update"', b'{"type":"change"')):
            if self.verifies:
                self.verify(msgspec.json.decode(data))
            if NOTHING.match(data):
                self.decision = None
                return
            update = decode(data)
            self.decision = update.decision
            if bytes(update.result) != b"null":
                self.over = True
            elif self.decision is not None and not self.waiting:
                self.think()
        elif data.startswith(b'{"type":"done"'):
            self.waiting = False
            if load.measuring:
                load.latencies.append(time.perf_counter() - self.sent)
            if self.decision is not None:
                self.think()
        elif data.startswith(b'{"type":"error"'):
            self.waiting = False
            load.errors += 1
        elif data.startswith(b'{"type":"welcome"'):
            self.arrived.set_result(None)

    def verify(self, message: dict[str, Any]) -> None:
        """Put the view together, and compare it with its checksum."""
        if message["type"] == "update":
            self.view = message["view"]
            return
        self.view = patched(self.view, message["patches"])
        self.load.verified += 1
        self.load.errors += checksum(self.view) != message["checksum"]

    def think(self) -> None:
        self.waiting = True
        seconds = self.rng.uniform(0, 2 * self.load.think)
        asyncio.get_running_loop().call_later(seconds, self.move)

    def move(self) -> None:
        decision = self.decision
        if decision is None or self.transport.is_closing():
            self.waiting = False
            return
        self.decision = None
        self.number += 1
        action = self.rng.choice(decision.choices).action
        self.sent = time.perf_counter()
        self.send(
            {
                "type": "play",
                "id": self.number,
                "seat": self.seat,
                "at": decision.at,
                "actions": [action],
            }
        )


class Load:
    """Clients of some matches, in a process of their own."""

    def __init__(self, ports: list[int], tables: list[dict[str, Any]], arguments: Any) -> None:
        self.ports = ports
        self.tables = tables
        self.think: float = arguments.think
        self.whole: bool = arguments.whole
        self.spread: bool = arguments.spread
        self.seconds: float = arguments.seconds
        self.measuring = False
        self.stopping = False
        self.latencies: list[float] = []
        self.errors = 0
        self.messages = 0
        self.verified = 0
        self.coming = asyncio.Semaphore(20)  # they do not all come at the same moment

    async def come(self, number: int, table: dict[str, Any], seat: int) -> Seat:
        worker = number * SEATS + seat if self.spread else number
        port = self.ports[worker % len(self.ports)]
        async with self.coming:
            _, found = await asyncio.get_running_loop().create_connection(
                lambda: Seat(self, table, seat, number * SEATS + seat), "127.0.0.1", port
            )
            await asyncio.wait_for(found.arrived, PATIENCE)
            return found

    async def run(self, said: Any) -> None:
        seats = await asyncio.gather(
            *(
                self.come(number, table, seat)
                for number, table in enumerate(self.tables)
                for seat in range(SEATS)
            )
        )
        await asyncio.sleep(SETTLE)
        said.send("begin")
        before, verified, own = self.messages, self.verified, time.process_time()
        self.measuring = True
        await asyncio.sleep(self.seconds)
        self.measuring = False
        own = time.process_time() - own
        messages, verified = self.messages - before, self.verified - verified
        self.stopping = True
        said.send((self.latencies, self.errors, messages, verified, own))
        for seat in seats:
            seat.transport.abort()


def load(ports: list[int], tables: list[dict[str, Any]], arguments: Any, said: Any) -> None:
    raise_descriptors()
    gc.freeze()
    gc.set_threshold(100_000, 20, 100)
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(Load(ports, tables, arguments).run(said))


class LoadProcess:
    """The clients of some matches, and what they say."""

    def __init__(self, ports: list[int], tables: list[dict[str, Any]], arguments: Any) -> None:
        context = multiprocessing.get_context("spawn")
        self.heard, said = context.Pipe(duplex=False)
        self.process = context.Process(
            target=load, args=(ports, tables, arguments, said), daemon=True
        )
        self.process.start()
        said.close()  # so that a load that dies is noticed

    def stop(self) -> None:
        self.process.kill()
        self.process.join()


def used(servers: list[Server]) -> float:
    """Seconds of processor time that the servers have used."""
    return sum(time_of(server.process.pid) for server in servers)


def time_of(process: int, ended: bool = False) -> float:
    """Seconds of processor time of a process, or of its children that have ended."""
    stat = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    ticks = sum(map(int, stat[13:15] if ended else stat[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


def used_by_database(cluster: Postgres | None) -> float:
    """Seconds of processor time of all processes of PostgreSQL."""
    found = 0.0
    waiting = [] if cluster is None else [cluster.process.pid]
    while waiting:
        process = waiting.pop()
        with contextlib.suppress(OSError):  # one that has just ended counts with its parent
            found += time_of(process) + time_of(process, ended=True)
            children = Path(f"/proc/{process}/task/{process}/children").read_text()
            waiting += map(int, children.split())
    return found


def memory(servers: list[Server]) -> float:
    """Megabytes that the largest of the servers holds."""
    found = [Path(f"/proc/{server.process.pid}/status").read_text() for server in servers]
    return max(int(text.split("VmRSS:")[1].split()[0]) for text in found) / 1000


def histogram(servers: list[Server]) -> dict[float, float]:
    """How many moves took at most so many seconds, as the servers count them."""
    found: dict[float, float] = {}
    for server in servers:
        for line in server.get("/metrics").text.splitlines():
            if line.startswith("wagonik_move_seconds_bucket"):
                edge, count = line.split('le="')[1].split('"} ')
                found[float(edge)] = found.get(float(edge), 0.0) + float(count)
    return found


def quantile(before: dict[float, float], after: dict[float, float], share: float) -> float:
    """The quantile of a histogram, as Prometheus reckons it."""
    total = after[float("inf")] - before[float("inf")]
    edge_below, count_below = 0.0, 0.0
    for edge in sorted(after):
        count = after[edge] - before[edge]
        if count >= share * total and count > count_below:
            if edge == float("inf"):
                return edge_below
            part = (share * total - count_below) / (count - count_below)
            return edge_below + (edge - edge_below) * part
        edge_below, count_below = edge, count
    return edge_below


def create(servers: list[Server], keys: list[str], matches: int) -> list[Made]:
    """Tables, made at any of the servers: which one their players come to is found out later."""
    made: list[Made] = []
    with httpx.Client(timeout=PATIENCE) as client:
        for number in range(matches):
            options = {"game": keys[number % len(keys)], "players": SEATS}
            body = {"options": options, "seats": [{"kind": "mine"}] * SEATS, "start": True}
            server = servers[number // len(servers) % len(servers)]
            answer = client.post(f"{server.url}/api/tables", json=body)
            made.append(Made(answer.raise_for_status().json()))
    return made


def measure(database: str, arguments: Any, cluster: Postgres | None = None) -> dict[str, Any]:
    keys = arguments.games.split(",") if arguments.games else [game.key for game in GAMES]
    keys = [game.key for game in GAMES if game.key in keys and game.most_players >= SEATS]
    servers: list[Server] = []
    loads: list[LoadProcess] = []
    try:
        servers = [Server(database, **ROOM) for _ in range(arguments.workers)]
        made = create(servers, keys, arguments.matches)
        tables = [{"table": table.table, "tokens": table.tokens} for table in made]
        ports = [server.port for server in servers]
        loads = [
            LoadProcess(ports, tables[first : first + MOST_MATCHES], arguments)
            for first in range(0, len(tables), MOST_MATCHES)
        ]
        for one in loads:
            assert one.heard.recv() == "begin"
        counted = histogram(servers)
        before, stored, began = used(servers), used_by_database(cluster), time.perf_counter()
        results = [one.heard.recv() for one in loads]
        seconds = time.perf_counter() - began
        spent, stored = used(servers) - before, used_by_database(cluster) - stored
        counts, held = histogram(servers), memory(servers)
    finally:
        for one in loads:
            one.stop()
        for server in servers:
            server.stop()
    latencies = [latency for result in results for latency in result[0]]
    errors, messages, verified, own = (sum(found) for found in list(zip(*results, strict=True))[1:])
    latencies.sort()
    count = max(1, len(latencies))

    def a_move(processor: float) -> float:
        return round(processor / count * 1000, 3)

    return {
        "database": "PostgreSQL" if database.startswith("postgres") else "SQLite",
        "matches": arguments.matches,
        "processes": arguments.workers,
        "moves_a_second": round(count / arguments.seconds),
        "messages_a_second": round(messages / arguments.seconds),
        "players_ms": {
            "median": round(latencies[count // 2] * 1000, 1),
            "99%": round(latencies[int(count * 0.99)] * 1000, 1),
            "slowest": round(latencies[-1] * 1000, 1),
        },
        "server_ms": {
            "median": round(quantile(counted, counts, 0.5) * 1000, 1),
            "99%": round(quantile(counted, counts, 0.99) * 1000, 1),
        },
        "server_cores": round(spent / seconds, 2),
        "server_ms_a_move": a_move(spent),
        "database_ms_a_move": a_move(stored),
        "players_cores": round(own / seconds, 2),
        "players_ms_a_move": a_move(own),
        "server_mb": round(held),
        "verified": verified,
        "errors": errors,
        "load_average": round(os.getloadavg()[0], 1),
        "cores": os.cpu_count(),
    }


def told(found: dict[str, Any]) -> str:
    players, server = found["players_ms"], found["server_ms"]
    return (
        f"{found['database']}: {found['matches']} matches of {SEATS} seats, "
        f"{found['processes']} process(es), {found['moves_a_second']} moves/s, "
        f"{found['messages_a_second']} messages/s ({found['verified']} views put together and "
        f"verified), {found['errors']} errors\n"
        f"  acknowledged, players: median {players['median']} ms, 99% {players['99%']} ms, "
        f"slowest {players['slowest']} ms\n"
        f"  acknowledged, server:  median {server['median']} ms, 99% {server['99%']} ms\n"
        f"  processor time a move: server {found['server_ms_a_move']} ms, "
        f"PostgreSQL {found['database_ms_a_move']} ms, players {found['players_ms_a_move']} ms\n"
        f"  the server used {found['server_cores']} cores and {found['server_mb']} MB, the players "
        f"{found['players_cores']} cores; "
        f"load average {found['load_average']} on {found['cores']} cores"
    )


def told_together(one: dict[str, Any], several: dict[str, Any]) -> str:
    """What several processes can do, each with a core of its own, by the time that a move takes."""
    times = one["server_ms_a_move"], several["server_ms_a_move"]
    more = several["processes"] * times[0] / times[1]
    return (
        f"PostgreSQL: a move takes {times[0]} ms with one process, {times[1]} ms with "
        f"{several['processes']}: with a core each, {more:.2f} times as many moves"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--matches", default="")
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--spread", action="store_true")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--think", type=float, default=1.5)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--games", default="")
    parser.add_argument("--database", choices=["sqlite", "postgresql", "both"], default="both")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()

    def show(
        database: str, matches: int, workers: int, cluster: Postgres | None = None
    ) -> dict[str, Any]:
        arguments.matches, arguments.workers = matches, workers
        found = measure(database, arguments, cluster)
        print(json.dumps(found) if arguments.json else told(found), flush=True)
        return found

    chosen = [int(part) for part in arguments.matches.split(",") if part]
    workers = arguments.workers
    if arguments.database != "postgresql" and workers == 1:
        for matches in chosen or ROWS:
            with tempfile.TemporaryDirectory() as folder:
                show(f"sqlite:///{folder}/bench.db", matches, 1)
    if arguments.database != "sqlite":
        rows = []
        for matches, count in [(n, workers) for n in chosen] or POSTGRES_ROWS:
            with postgres() as cluster:
                rows.append(show(cluster.database(), matches, count, cluster))
            if not chosen and not arguments.json and len(rows) % 2 == 0:
                print(told_together(*rows[-2:]), flush=True)


if __name__ == "__main__":
    main()
