"""Many matches at once over real WebSockets: moves a second, and how soon a move is acknowledged.

    python -m benchmarks.server [--matches 500,1000] [--seconds 20] [--think SECONDS] [--json]
                                [--database sqlite|postgresql|both] [--games KEY,KEY]
                                [--workers 1] [--whole]

Without `--matches` it measures 500, 1,000, 2,000 and 3,000 matches with one process on SQLite, and
2,000 and 3,600 with one and with two processes on PostgreSQL. Clients are told what changed, as
browsers are; with `--whole` they get whole views.

Every match has four seats, each with a connection of its own. A seat thinks for a random time
(`--think` seconds on average) before it moves; `--think 0` shows the most that the server can do.

Two times are told. Players: from sending a move to its acknowledgement, as the players' process
sees it, which shares this machine's cores with the server. Server: from a move's arrival to its
acknowledgement, as the server's own histogram has it. Beside them, how much of one core the server
used. Run from the repository's root, with the compiled package installed or on PYTHONPATH.
"""

import argparse
import asyncio
import json
import multiprocessing
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import httpx
import msgspec
from websockets.asyncio.client import connect

from tests.server.table import PATIENCE, Made, Server, postgres
from wagonik.games import GAMES

SEATS = 4
ROWS = [500, 1000, 2000, 3000]
POSTGRES_ROWS = [(2000, 1), (3600, 2)]  # matches, processes
SETTLE = 8.0  # seconds in which first tickets are chosen, and the rush is over


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


class Load:
    """Clients of some matches, in a process of their own."""

    def __init__(self, urls: list[str], tables: list[dict[str, Any]], arguments: Any) -> None:
        self.urls = urls
        self.tables = tables
        self.think: float = arguments.think
        self.whole: bool = arguments.whole
        self.seconds: float = arguments.seconds
        self.measuring = False
        self.stopping = False
        self.latencies: list[float] = []
        self.errors = 0
        self.messages = 0
        self.arrived = 0
        self.coming = asyncio.Semaphore(20)  # they do not all come at the same moment

    async def seat(self, number: int, table: dict[str, Any], seat: int) -> None:
        rng = random.Random(number * SEATS + seat)
        url = self.urls[(number * SEATS + seat) % len(self.urls)]
        async with self.coming:
            connection = await connect(
                f"{url}/api/tables/{table['table']}/socket",
                compression=None,
                max_size=None,
                open_timeout=PATIENCE,
                ping_interval=None,
            )
            hello = {"type": "hello", "tokens": [table["tokens"][seat]]}
            await connection.send(json.dumps({**hello, "changes": not self.whole}))
            await connection.recv()
            self.arrived += 1
        async with connection as socket:
            sent = 0.0
            identity = 0
            decision: Decision | None = None
            waiting = False
            while not self.stopping:
                if decision is not None and not waiting:
                    if self.think:
                        await asyncio.sleep(rng.uniform(0, 2 * self.think))
                    identity += 1
                    move = {
                        "type": "play",
                        "id": identity,
                        "seat": seat,
                        "at": decision.at,
                        "actions": [rng.choice(decision.choices).action],
                    }
                    sent = time.perf_counter()
                    await socket.send(json.dumps(move))
                    waiting, decision = True, None
                data = await socket.recv(decode=False)
                self.messages += 1
                if data.startswith(b'{"type":"done"'):
                    waiting = False
                    if self.measuring:
                        self.latencies.append(time.perf_counter() - sent)
                elif data.startswith((b'{"type":"update"', b'{"type":"change"')):
                    update = decode(data)
                    decision = update.decision
                    if bytes(update.result) != b"null":
                        return
                elif data.startswith(b'{"type":"error"'):
                    waiting = False
                    self.errors += 1

    async def run(self, said: Any) -> None:
        tasks = [
            asyncio.create_task(self.seat(number, table, seat))
            for number, table in enumerate(self.tables)
            for seat in range(SEATS)
        ]
        while self.arrived < len(tasks):
            await asyncio.sleep(0.1)
        await asyncio.sleep(SETTLE)
        said.send("begin")
        before = self.messages
        self.measuring = True
        await asyncio.sleep(self.seconds)
        self.measuring = False
        messages = self.messages - before
        self.stopping = True
        said.send((self.latencies, self.errors, messages))
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def load(urls: list[str], tables: list[dict[str, Any]], arguments: Any, said: Any) -> None:
    asyncio.run(Load(urls, tables, arguments).run(said))


def used(servers: list[Server]) -> float:
    """Seconds of processor time that the servers have used."""
    ticks = 0
    for server in servers:
        stat = Path(f"/proc/{server.process.pid}/stat").read_text()
        ticks += sum(map(int, stat.rpartition(")")[2].split()[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


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


def create(server: Server, keys: list[str], matches: int) -> list[Made]:
    made: list[Made] = []
    with httpx.Client(base_url=server.url, timeout=PATIENCE) as client:
        for number in range(matches):
            options = {"game": keys[number % len(keys)], "players": SEATS}
            body = {"options": options, "seats": [{"kind": "mine"}] * SEATS, "start": True}
            made.append(Made(client.post("/api/tables", json=body).raise_for_status().json()))
    return made


def measure(database: str, arguments: Any) -> dict[str, Any]:
    keys = arguments.games.split(",") if arguments.games else [game.key for game in GAMES]
    keys = [game.key for game in GAMES if game.key in keys and game.most_players >= SEATS]
    context = multiprocessing.get_context("spawn")
    servers: list[Server] = []
    process = None
    try:
        servers = [Server(database) for _ in range(arguments.workers)]
        made = create(servers[0], keys, arguments.matches)
        tables = [{"table": table.table, "tokens": table.tokens} for table in made]
        urls = [server.url.replace("http", "ws") for server in servers]
        heard, said = context.Pipe(duplex=False)
        process = context.Process(target=load, args=(urls, tables, arguments, said), daemon=True)
        process.start()
        said.close()  # so that a load that dies is noticed
        assert heard.recv() == "begin"
        counted, used_before, began = histogram(servers), used(servers), time.perf_counter()
        latencies, errors, messages = heard.recv()
        seconds = time.perf_counter() - began
        share, counts = (used(servers) - used_before) / seconds, histogram(servers)
    finally:
        if process is not None:
            process.kill()
            process.join()
        for server in servers:
            server.stop()
    latencies.sort()
    count = len(latencies)
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
        "server_cores": round(share, 2),
        "server_ms_a_move": round(share * seconds / max(1, count) * 1000, 2),
        "errors": errors,
        "load_average": round(os.getloadavg()[0], 1),
        "cores": os.cpu_count(),
    }


def told(found: dict[str, Any]) -> str:
    players, server = found["players_ms"], found["server_ms"]
    return (
        f"{found['database']}: {found['matches']} matches of {SEATS} seats, "
        f"{found['processes']} process(es), {found['moves_a_second']} moves/s, "
        f"{found['messages_a_second']} messages/s, {found['errors']} errors\n"
        f"  acknowledged, players: median {players['median']} ms, 99% {players['99%']} ms, "
        f"slowest {players['slowest']} ms\n"
        f"  acknowledged, server:  median {server['median']} ms, 99% {server['99%']} ms\n"
        f"  the server used {found['server_cores']} cores, {found['server_ms_a_move']} ms a move; "
        f"load average {found['load_average']} on {found['cores']} cores"
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--matches", default="")
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--think", type=float, default=1.5)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--games", default="")
    parser.add_argument("--database", choices=["sqlite", "postgresql", "both"], default="both")
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()

    def show(database: str, matches: int, workers: int) -> None:
        arguments.matches, arguments.workers = matches, workers
        found = measure(database, arguments)
        print(json.dumps(found) if arguments.json else told(found), flush=True)

    chosen = [int(part) for part in arguments.matches.split(",") if part]
    workers = arguments.workers
    if arguments.database != "postgresql" and workers == 1:
        for matches in chosen or ROWS:
            with tempfile.TemporaryDirectory() as folder:
                show(f"sqlite:///{folder}/bench.db", matches, 1)
    if arguments.database != "sqlite":
        for matches, count in [(n, workers) for n in chosen] or POSTGRES_ROWS:
            with postgres() as cluster:
                show(cluster.database(), matches, count)


if __name__ == "__main__":
    main()
