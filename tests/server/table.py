"""A server in a process of its own, databases, and clients, for tests and benchmarks."""

import asyncio
import contextlib
import json
import os
import pwd
import random
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Final

import httpx
from websockets.asyncio.client import ClientConnection, connect

ROOT: Final = Path(__file__).parents[2]
PATIENCE: Final = 120.0  # seconds: what takes longer is not slow, but broken
# How a test asks a server: to read certificates would take longer than most answers do.
PLAIN: Final[dict[str, Any]] = {"timeout": PATIENCE, "verify": False}
# Tests are quicker than people: the limits have tests of their own.
ROOMY: Final[dict[str, Any]] = {
    "bots": "tests.server.players",
    "bot_workers": 0,
    "bot_delay": 0.0,
    "grace": 0.0,
    "messages_rate": 1e6,
    "messages_burst": 1e6,
    "explore_rate": 1e6,
    "explore_burst": 1e6,
    "requests_rate": 1e6,
    "requests_burst": 1e6,
    "tables_rate": 1e6,
    "tables_burst": 1e6,
    "replays_rate": 1e6,
    "replays_burst": 1e6,
    "tables_a_host": 100_000,
    "address_connections": 10_000,
    "frames_rate": 1e6,
    "frames_burst": 1e6,
    "connects_rate": 1e6,
    "connects_burst": 1e6,
    "metrics": True,
    "metrics_seconds": 0.0,
    "analyses_rate": 1e6,
    "analyses_burst": 1e6,
    "hints_rate": 1e6,
    "hints_burst": 1e6,
    "hint_playouts": 40,
    "chat_rate": 1e6,
    "chat_burst": 1e6,
}


def free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return int(listener.getsockname()[1])


class Server:
    """A real server on a port of its own."""

    def __init__(
        self,
        database: str,
        port: int | None = None,
        files: int | None = None,
        module: str = "tests.server.serve",
        **settings: Any,
    ) -> None:
        self.port: Final = port or free_port()
        self.url: Final = f"http://127.0.0.1:{self.port}"
        values = {**ROOMY, "database": database, **settings}
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join(_paths())}
        self.log: Final = tempfile.NamedTemporaryFile("w+", suffix=".log")  # noqa: SIM115
        self.process: Final = subprocess.Popen(
            [sys.executable, "-m", module, str(self.port), json.dumps(values)],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,  # nothing is written: it ends when we do
            preexec_fn=None if files is None else partial(_most_files, files),
            stdout=self.log,
            stderr=subprocess.STDOUT,
        )
        try:
            self._wait()
        except BaseException:
            self.stop()
            raise

    def _wait(self) -> None:
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            if self.process.poll() is not None:
                raise RuntimeError(f"the server did not start:\n{self.output()}")
            with contextlib.suppress(OSError, httpx.HTTPError):
                # To knock costs next to nothing: a server that starts needs the processor.
                socket.create_connection(("127.0.0.1", self.port), 5).close()
                if self.get("/health").status_code == 200:
                    return
            time.sleep(0.05)
        raise RuntimeError(f"the server does not answer:\n{self.output()}")

    def output(self) -> str:
        return Path(self.log.name).read_text()

    def kill(self) -> None:
        """As when the power goes: nothing is tidied up."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self) -> None:
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(PATIENCE)
            except subprocess.TimeoutExpired:
                self.kill()
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.log.close()

    def __enter__(self) -> "Server":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.stop()

    # HTTP

    def get(self, path: str, key: str | None = None) -> httpx.Response:
        return httpx.get(self.url + path, headers=bearer(key), **PLAIN)

    def post(self, path: str, body: Any, **headers: str) -> httpx.Response:
        return httpx.post(self.url + path, json=body, headers=headers, **PLAIN)

    def begin(self, path: str, body: Any) -> int:
        """The code of an answer whose rest nobody waits for."""
        with httpx.stream("POST", self.url + path, json=body, **PLAIN) as answer:
            return answer.status_code

    def delete(self, path: str, key: str | None = None) -> httpx.Response:
        return httpx.delete(self.url + path, headers=bearer(key), **PLAIN)

    def create(self, game: str, seats: list[str], start: bool = True, **options: Any) -> "Made":
        """A table; a seat is written `mine`, `open`, or as a bot's level."""
        body = {
            "options": {"game": game, "players": len(seats), **options},
            "seats": [_seat(seat, number) for number, seat in enumerate(seats)],
            "start": start,
        }
        answer = self.post("/api/tables", body)
        assert answer.status_code == 201, answer.text
        return Made(answer.json())


def _most_files(count: int) -> None:
    resource.setrlimit(resource.RLIMIT_NOFILE, (count, count))


def _seat(kind: str, number: int) -> dict[str, Any]:
    if kind == "mine":
        return {"kind": "mine", "name": f"Player {number}"}
    return {"kind": "open"} if kind == "open" else {"kind": "bot", "level": kind}


def _paths() -> list[str]:
    """The package under test may be a compiled copy elsewhere."""
    import wagonik

    return [str(Path(wagonik.__file__).parents[1]), str(ROOT)]


def bearer(key: str | None) -> dict[str, str]:
    return {} if key is None else {"authorization": f"Bearer {key}"}


class Made:
    """The secrets of a table."""

    def __init__(self, data: dict[str, Any]) -> None:
        self.table: Final[str] = data["table"]
        self.host: Final[str] = data["host_token"]
        self.join: Final[str] = data["join_key"]
        self.watch: Final[str] = data["watch_key"]
        self.tokens: Final[dict[int, str]] = {s["seat"]: s["token"] for s in data["seats"]}

    def path(self, rest: str = "") -> str:
        return f"/api/tables/{self.table}{rest}"


class Client:
    """A connection that remembers what it was sent."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket: Final = socket
        self.raw: Final[list[str]] = []
        self.updates: Final[dict[int, dict[str, Any]]] = {}
        self.events: Final[dict[int, list[dict[str, Any]]]] = {}
        self.table: dict[str, Any] = {}
        self.welcome: dict[str, Any] = {}
        self.chat: Final[list[dict[str, Any]]] = []
        self.number = 0

    async def receive(self, seconds: float = PATIENCE) -> dict[str, Any]:
        async with asyncio.timeout(seconds):
            text = await self.socket.recv(decode=True)
        assert isinstance(text, str)
        self.raw.append(text)
        message: dict[str, Any] = json.loads(text)
        match message["type"]:
            case "welcome":
                self.welcome = message
                self.table = message["table"]
            case "table":
                self.table = message["table"]
            case "update":
                seat = message["seat"]
                known = self.events.get(seat, [])
                assert message["start"] <= len(known)
                self.events[seat] = known[: message["start"]] + message["events"]
                assert len(self.events[seat]) == message["number"]
                self.updates[seat] = message
            case "chat":
                self.chat.extend(message["lines"])
            case _:
                pass
        return message

    async def until(self, kind: str, **values: Any) -> dict[str, Any]:
        """Read on to a message of a type."""
        while True:
            message = await self.receive()
            if message["type"] == kind and values.items() <= message.items():
                return message

    async def send(self, kind: str, **fields: Any) -> int:
        self.number += 1
        await self.socket.send(json.dumps({"type": kind, "id": self.number, **fields}))
        return self.number

    async def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Send a message and read on to what answers it."""
        number = await self.send(kind, **fields)
        while True:
            message = await self.receive()
            if message.get("id") == number:
                return message

    async def quiet(self, seconds: float = 0.3) -> list[dict[str, Any]]:
        """Everything that comes until nothing comes any more."""
        found: list[dict[str, Any]] = []
        with contextlib.suppress(TimeoutError):
            while True:
                found.append(await self.receive(seconds))
        return found

    def decision(self, seat: int) -> dict[str, Any] | None:
        update = self.updates.get(seat)
        found: dict[str, Any] | None = update["decision"] if update else None
        return found

    @property
    def over(self) -> bool:
        return any(update["result"] is not None for update in self.updates.values())

    async def play(self, seat: int, rng: random.Random) -> dict[str, Any]:
        """Any choice of a seat that decides."""
        decision = self.decision(seat)
        assert decision is not None
        action = rng.choice(decision["choices"])["action"]
        return await self.ask("play", seat=seat, at=decision["at"], actions=[action])

    async def play_on(self, rng: random.Random, moves: int = 10**9) -> int:
        """Play all my seats until the match is over, or for some moves."""
        played = 0
        while not self.over and played < moves:
            seats = [seat for seat in self.updates if self.decision(seat) is not None]
            if not seats:
                await self.receive()
                continue
            answer = await self.play(rng.choice(seats), rng)
            if answer["type"] == "done":
                played += 1
            else:
                assert answer["code"] == "stale", answer
        return played


@contextlib.asynccontextmanager
async def joined(
    server: Server,
    made: Made,
    seats: list[int] | None = None,
    tokens: list[str] | None = None,
    **hello: Any,
) -> AsyncIterator[Client]:
    """A client that has said hello."""
    url = f"ws://127.0.0.1:{server.port}/api/tables/{made.table}/socket"
    async with connect(url, max_size=None, open_timeout=PATIENCE, compression=None) as socket:
        client = Client(socket)
        known = [made.tokens[seat] for seat in seats or []] + (tokens or [])
        await socket.send(json.dumps({"type": "hello", "tokens": known, **hello}))
        await client.until("welcome")
        yield client


# PostgreSQL

# Ends PostgreSQL when its own standard input does: when the tests are over, or killed.
GUARD: Final = """
import signal, subprocess, sys
user = sys.argv[1] or None
server = subprocess.Popen(sys.argv[2:], stdin=subprocess.DEVNULL, user=user)
sys.stdin.buffer.read()
server.send_signal(signal.SIGQUIT)
server.wait()
"""


class Postgres:
    """A private PostgreSQL in a temporary folder."""

    def __init__(self) -> None:
        tools = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
        if not tools:
            raise RuntimeError("PostgreSQL is not installed: apt-get install postgresql")
        self.bin: Final = tools[-1]
        self.folder: Final = Path(tempfile.mkdtemp(prefix="wagonik-pg-"))
        self.port: Final = free_port()
        self.user: Final = "postgres" if os.geteuid() == 0 else pwd.getpwuid(os.geteuid()).pw_name
        if os.geteuid() == 0:
            shutil.chown(self.folder, "postgres", "postgres")
        data = self.folder / "data"
        self._run("initdb", "-D", str(data), "-A", "trust", "-U", "postgres", "-N")
        server = [str(self.bin / "postgres"), "-D", str(data), "-p", str(self.port)]
        server += ["-k", str(self.folder), "-c", "listen_addresses=127.0.0.1"]
        with (self.folder / "log").open("w") as log:
            self.process: Final = subprocess.Popen(
                [sys.executable, "-c", GUARD, self.user if os.geteuid() == 0 else "", *server],
                cwd=self.folder,
                stdin=subprocess.PIPE,
                stdout=log,
                stderr=subprocess.STDOUT,
            )
        try:
            self._wait()
        except BaseException:
            self.stop()
            raise

    def _wait(self) -> None:
        until = time.monotonic() + PATIENCE
        ready = [str(self.bin / "pg_isready"), "-h", "127.0.0.1", "-p", str(self.port), "-q"]
        while subprocess.run(ready, check=False).returncode != 0:
            if self.process.poll() is not None or time.monotonic() > until:
                raise RuntimeError((self.folder / "log").read_text())
            time.sleep(0.05)

    def _run(self, tool: str, *arguments: str) -> None:
        subprocess.run(
            [str(self.bin / tool), *arguments],
            check=True,
            cwd=self.folder,
            user=self.user if os.geteuid() == 0 else None,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def database(self) -> str:
        """A new, empty database."""
        name = f"t{uuid.uuid4().hex[:12]}"
        self._run("createdb", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres", name)
        return f"postgresql://postgres@127.0.0.1:{self.port}/{name}"

    def stop(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()  # its guard ends it
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


@contextlib.contextmanager
def postgres() -> Iterator[Postgres]:
    cluster = Postgres()
    try:
        yield cluster
    finally:
        cluster.stop()
