"""Many matches at once over real WebSockets: moves a second, and how soon a move is acknowledged.

    python benchmarks/server.py [--matches 500] [--seconds 20] [--database sqlite|postgresql]
                                [--think SECONDS] [--games KEY,KEY] [--workers 1]

Every match has four seats, each with a connection of its own. A seat thinks for a random time
(`--think` seconds on average) before it moves; `--think 0` shows the most that the server can do.
Run from the repository's root, with the compiled package on PYTHONPATH.
"""

import argparse
import asyncio
import json
import multiprocessing
import random
import statistics
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from websockets.asyncio.client import connect

from tests.server.table import Made, Server, postgres
from wagonik.games import GAMES

SEATS = 4


class Load:
    """Clients of some matches, in a process of their own."""

    def __init__(self, urls: list[str], tables: list[dict[str, Any]], arguments: Any) -> None:
        self.urls = urls
        self.tables = tables
        self.think: float = arguments.think
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
                open_timeout=60,
                ping_interval=None,
            )
            hello = {"type": "hello", "tokens": [table["tokens"][seat]]}
            await connection.send(json.dumps(hello))
            await connection.recv()
            self.arrived += 1
        async with connection as socket:
            sent = 0.0
            identity = 0
            decision: dict[str, Any] | None = None
            waiting = False
            while not self.stopping:
                if decision is not None and not waiting:
                    if self.think:
                        await asyncio.sleep(rng.uniform(0, 2 * self.think))
                    identity += 1
                    action = rng.choice(decision["choices"])["action"]
                    sent = time.perf_counter()
                    await socket.send(
                        json.dumps(
                            {
                                "type": "play",
                                "id": identity,
                                "seat": seat,
                                "at": decision["at"],
                                "actions": [action],
                            }
                        )
                    )
                    waiting, decision = True, None
                try:
                    text = await asyncio.wait_for(socket.recv(decode=False), 5)
                except TimeoutError:
                    continue
                self.messages += 1
                if text.startswith(b'{"type":"done"'):
                    waiting = False
                    if self.measuring:
                        self.latencies.append(time.perf_counter() - sent)
                elif text.startswith(b'{"type":"update"'):
                    message = json.loads(text)
                    decision = message["decision"]
                    if message["result"] is not None:
                        return
                elif text.startswith(b'{"type":"error"'):
                    waiting = False
                    self.errors += 1

    async def run(self) -> tuple[list[float], int, int]:
        tasks = [
            asyncio.create_task(self.seat(number, table, seat))
            for number, table in enumerate(self.tables)
            for seat in range(SEATS)
        ]
        while self.arrived < len(tasks):
            await asyncio.sleep(0.1)
        await asyncio.sleep(8)  # first tickets are chosen, and the rush is over
        self.measuring = True
        before = self.messages
        await asyncio.sleep(self.seconds)
        self.measuring = False
        messages = self.messages - before
        self.stopping = True
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return self.latencies, self.errors, messages


def load(urls: list[str], tables: list[dict[str, Any]], arguments: Any, out: Any) -> None:
    out.put(asyncio.run(Load(urls, tables, arguments).run()))


def measure(database: str, arguments: Any) -> None:
    keys = arguments.games.split(",") if arguments.games else [game.key for game in GAMES]
    keys = [game.key for game in GAMES if game.key in keys and game.most_players >= SEATS]
    servers = [Server(database) for _ in range(arguments.workers)]
    try:
        made: list[Made] = [
            servers[0].create(keys[number % len(keys)], ["mine"] * SEATS)
            for number in range(arguments.matches)
        ]
        tables = [{"table": table.table, "tokens": table.tokens} for table in made]
        urls = [server.url.replace("http", "ws") for server in servers]
        context = multiprocessing.get_context("spawn")
        out: Any = context.Queue()
        process = context.Process(target=load, args=(urls, tables, arguments, out))
        process.start()
        latencies, errors, messages = out.get()
        process.join()
    finally:
        for server in servers:
            server.stop()
    latencies.sort()
    count = len(latencies)
    print(
        f"{'PostgreSQL' if database.startswith('postgres') else 'SQLite':10}  "
        f"{arguments.matches} matches x {SEATS} seats, {arguments.workers} process(es): "
        f"{count / arguments.seconds:.0f} moves/s, "
        f"{messages / arguments.seconds:.0f} messages/s to clients; acknowledged after "
        f"median {statistics.median(latencies) * 1000:.1f} ms, "
        f"99% {latencies[int(count * 0.99)] * 1000:.1f} ms, "
        f"slowest {latencies[-1] * 1000:.0f} ms; {errors} errors",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--matches", type=int, default=500)
    parser.add_argument("--seconds", type=float, default=20)
    parser.add_argument("--think", type=float, default=2.0)
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--games", default="")
    parser.add_argument("--database", choices=["sqlite", "postgresql", "both"], default="both")
    arguments = parser.parse_args()
    if arguments.database != "postgresql":
        with tempfile.TemporaryDirectory() as folder:
            measure(f"sqlite:///{folder}/bench.db", arguments)
    if arguments.database != "sqlite":
        with postgres() as cluster:
            measure(cluster.database(), arguments)


if __name__ == "__main__":
    main()
