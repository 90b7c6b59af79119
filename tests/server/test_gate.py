"""Who floods, stalls or never reads is cut off; who plays goes on."""

import asyncio
import contextlib
import json
import os
import random
import re
import socket
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.asyncio.client import connect
from websockets.client import ClientProtocol
from websockets.exceptions import ConnectionClosed
from websockets.frames import Frame, Opcode
from websockets.protocol import State
from websockets.uri import parse_uri

from tests.server.inside import inside, received
from tests.server.table import PATIENCE, ROOT, Made, Server, joined
from wagonik.server.app import PING_SECONDS, PONG_SECONDS
from wagonik.server.clients import Client
from wagonik.server.gate import Gate, GuardedSocket, frame, raise_descriptors
from wagonik.server.limits import group
from wagonik.server.locks import TableLock
from wagonik.server.safety import CSP
from wagonik.server.settings import Settings


def test_addresses_are_counted_by_household() -> None:
    assert group("192.0.2.7") == group("::ffff:192.0.2.7") == "192.0.2.7"
    assert group("2001:db8:1:2::1") == group("2001:db8:1:2:ffff::9") != group("2001:db8:1:3::1")
    assert group("nobody") == "nobody"


def test_the_gate_counts_connections() -> None:
    gate = Gate(Settings(address_sockets=2, connections=10, proxies="10.0.0.1"), 1000)
    assert gate.enter("2001:db8::1")
    assert gate.enter("2001:db8::2")
    assert not gate.enter("2001:db8::3")
    assert gate.enter("192.0.2.1")
    assert all(gate.enter("10.0.0.1") for _ in range(17))  # a proxy speaks for many
    assert not gate.enter("192.0.2.2")  # it is full
    gate.leave("2001:db8::1")
    assert gate.enter("2001:db8::3")
    few = Gate(Settings(), 100)
    assert few.most == 36  # descriptors are left for files and the database
    assert raise_descriptors() > 0


def test_frames_of_every_size() -> None:
    """Written by hand, read by the library."""
    for size in (0, 1, 125, 126, 65535, 65536, 200_000):
        protocol = ClientProtocol(parse_uri("ws://x/"), state=State.OPEN, max_size=None)
        protocol.receive_data(frame(b"x" * size))
        (found,) = protocol.events_received()
        assert isinstance(found, Frame)
        assert (found.opcode, found.fin, len(found.data)) == (Opcode.TEXT, True, size)


def hello_and_pings(made: Made, rng: random.Random) -> tuple[bytes, int]:
    """A conversation as bytes: a hello and pings of every size, between control frames."""
    hello = json.dumps({"type": "hello", "tokens": [made.tokens[0]]}).encode()
    messages = [hello]
    for number in range(40):
        space = " " * rng.choice([0, 80, 90, 300, 5000])  # JSON may have spaces
        messages.append(f'{{"type": "ping",{space} "id": {number}}}'.encode())
    found = b""
    for message in messages:
        found += Frame(Opcode.TEXT, message).serialize(mask=True)
        if rng.random() < 0.3:
            found += Frame(Opcode.PING, b"here").serialize(mask=True)
    return found, len(messages) - 1


@pytest.mark.parametrize("fragments", [False, True])
def test_messages_are_taken_from_the_stream_however_it_comes(
    server: Server, fragments: bool
) -> None:
    """Cut anywhere, many at once, between control frames, and in several frames."""
    made = server.create("paris", ["mine", "mine"])
    rng = random.Random(fragments)
    stream, count = hello_and_pings(made, rng)
    if fragments:
        stream += Frame(Opcode.TEXT, b'{"type":"ping",', fin=False).serialize(mask=True)
        stream += Frame(Opcode.PING, b"between").serialize(mask=True)
        stream += Frame(Opcode.CONT, f'"id":{count}}}'.encode()).serialize(mask=True)
        stream += Frame(Opcode.TEXT, f'{{"type":"ping","id":{count + 1}}}'.encode()).serialize(
            mask=True
        )
        count += 2
    with socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE) as sock:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        sock.sendall(
            f"GET {made.path('/socket')} HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n"
            "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n".encode()
        )
        answer = b""
        while b"\r\n\r\n" not in answer:
            answer += sock.recv(65536)
        while stream:
            size = rng.choice([1, 2, 3, 5, 7, 100, 4096, 20000])
            sock.sendall(stream[:size])
            stream = stream[size:]
            if rng.random() < 0.2:
                time.sleep(0.002)
        protocol = ClientProtocol(parse_uri("ws://x/"), state=State.OPEN, max_size=None)
        protocol.receive_data(answer.partition(b"\r\n\r\n")[2])
        done: list[int] = []
        pongs = 0
        while len(done) < count:
            for event in protocol.events_received():
                assert isinstance(event, Frame)
                if event.opcode is Opcode.PONG:
                    pongs += 1
                elif event.opcode is Opcode.TEXT:
                    message = json.loads(bytes(event.data))
                    if message["type"] == "done":
                        done.append(message["id"])
                    assert message["type"] != "error", message
                else:
                    pytest.fail(str(event))
            if len(done) < count:
                protocol.receive_data(sock.recv(65536))
        assert done == list(range(count))
        assert pongs > 5


def test_who_was_heard_is_not_asked_whether_it_is_there() -> None:
    """Thousands of players who move need no pings."""
    sent: list[str] = []

    class Pinged(WebSocketsSansIOProtocol):
        def __init__(self) -> None:
            pass

        def send_keepalive_ping(self) -> None:
            sent.append("ping")

        def schedule_ping(self) -> None:
            sent.append("later")

    guarded = type("Guarded", (GuardedSocket, Pinged), {})()
    guarded.send_keepalive_ping()
    guarded._heard = True
    guarded.send_keepalive_ping()
    guarded.send_keepalive_ping()
    assert sent == ["ping", "later", "ping"]


def test_a_lock_is_handed_from_one_to_the_next() -> None:
    async def look() -> None:
        lock = TableLock()
        order: list[int] = []

        async def waits(number: int) -> None:
            async with lock:
                order.append(number)
                await asyncio.sleep(0)

        assert lock.take()
        assert not lock.take()
        tasks = [asyncio.create_task(waits(number)) for number in range(4)]
        await asyncio.sleep(0)
        tasks[1].cancel()
        lock.release()
        assert not lock.take()  # it is another's already, who has not run yet
        tasks[0].cancel()  # in this very moment
        await asyncio.gather(*tasks, return_exceptions=True)
        assert order == [2, 3]
        assert not lock.locked()

    asyncio.run(look())


def test_a_slow_reader_gets_the_newest_state_only(tmp_path: Path) -> None:
    async def look() -> None:
        async with inside(tmp_path, queue_bytes=200_000) as found:
            table = await found.table("northern_lights", 2, 5)
            players, slow = found.client(table, 0, 1), found.client(table)
            received(slow)
            rng = random.Random(1)
            live = table.live
            assert live is not None
            for _ in range(120):
                seat = rng.choice(live.deciding)
                action = rng.choice(live.match.legal(seat))
                await found.playing.play(table, seat, live.counts[seat], [action])
                received(players)
                assert slow.waiting <= 100_000
            assert (slow.behind, slow.closed) == (True, False)
            waiting = received(slow)
            assert len(waiting) < 60
            table.catch_up(slow)
            last = received(slow)[-1]
            assert last["number"] == live.events
            assert last["start"] <= waiting[-1]["number"]  # nothing is missing in between
            # Whoever asks again and again does not fill the memory.
            for _ in range(400):
                slow.seen.clear()
                table.push_to(slow)
            assert slow.waiting < 100_000
            cut: list[bool] = []
            deaf = Client(found.hub.settings, "here", lambda: cut.append(True))
            for _ in range(400):
                deaf.send_bytes(b"x" * 1000)
            assert deaf.closed
            assert cut == [True]

    asyncio.run(look())


@pytest.fixture(scope="module")
def guarded(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("guarded")
    static = folder / "static"
    static.mkdir()
    (static / "index.html").write_text("<p>Here</p>")
    limits: dict[str, Any] = {
        "frames_rate": 20,
        "frames_burst": 100,
        "request_seconds": 1.0,
        "queue_bytes": 300_000,
        "static": str(static),
        "origins": ["https://play.example.org"],
        "metrics": False,
    }
    with Server(f"sqlite:///{folder}/a.db", **limits) as server:
        yield server
        assert "Traceback" not in server.output(), server.output()


def resident(process: int) -> int:
    """Bytes in memory."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGESIZE")


def test_a_flood_is_cut_off(guarded: Server) -> None:
    made = guarded.create("paris", ["mine", "mine"])

    async def look() -> None:
        async with joined(guarded, made, [0]) as player:
            async with joined(guarded, made, [1]) as flooding:
                with contextlib.suppress(ConnectionClosed):
                    for _ in range(400):
                        await flooding.socket.send("x")
                        await flooding.socket.ping()
                async with asyncio.timeout(PATIENCE):
                    await flooding.socket.wait_closed()
                assert flooding.socket.close_code == 1006  # cut, without a word
            assert (await player.ask("ping"))["type"] == "done"

    asyncio.run(look())


def test_readers_that_never_read_are_cut_off(guarded: Server) -> None:
    made = guarded.create("northern_lights", ["mine", "mine"])
    url = f"ws://127.0.0.1:{guarded.port}/api/tables/{made.table}/socket"
    before = resident(guarded.process.pid)

    async def deaf(number: int) -> None:
        """Asks for everything, again and again, and reads nothing."""
        async with connect(url, max_queue=1, max_size=None, compression=None) as sock:
            await sock.send(json.dumps({"type": "hello", "key": made.watch}))
            sock.transport.pause_reading()
            for count in range(90):
                await sock.send(json.dumps({"type": "resync", "id": count}))
                await asyncio.sleep(0.02)
            sock.transport.abort()

    async def look() -> None:
        async with joined(guarded, made, [0, 1]) as player:
            deafs = asyncio.gather(*(deaf(n) for n in range(12)), return_exceptions=True)
            while not deafs.done():
                assert (await player.ask("ping"))["type"] == "done"
                await asyncio.sleep(0.1)

    asyncio.run(look())
    assert resident(guarded.process.pid) - before < 60_000_000


def raw(server: Server, data: bytes, seconds: float = PATIENCE) -> bytes:
    """What comes back for bytes, until the server closes."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=seconds) as sock:
        found = b""
        try:
            sock.sendall(data)
            while part := sock.recv(65536):
                found += part
        except ConnectionError:
            pass
        return found


def test_requests_that_do_not_come_whole_are_closed(guarded: Server) -> None:
    began = time.monotonic()
    assert raw(guarded, b"GET / HTTP/1.1\r\nHost: x\r\n") == b""
    assert raw(guarded, b"") == b""
    half = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{"
    raw(guarded, half)
    assert time.monotonic() - began < PATIENCE / 2
    endless = raw(guarded, b"GET / HTTP/1.1\r\nHost: x\r\n" + b"X: y\r\n" * 200_000)
    assert endless == b"" or endless.startswith(b"HTTP/1.1 400")
    wrong = raw(guarded, b"nonsense\r\n\r\n").lower()
    assert wrong.startswith(b"http/1.1 400")
    assert b"content-security-policy" in wrong
    assert guarded.get("/health").status_code == 200


def test_headers_without_end_are_not_kept(guarded: Server) -> None:
    """A hundred megabytes of headers: cut off long before, and nothing of it stays in memory."""
    before = resident(guarded.process.pid)
    line = b"X-Long: " + b"y" * 8000 + b"\r\n"
    sent = 0
    with socket.create_connection(("127.0.0.1", guarded.port), timeout=PATIENCE) as sock:
        sock.sendall(b"GET / HTTP/1.1\r\nHost: x\r\n")
        with contextlib.suppress(ConnectionError):
            while sent < 100_000_000:
                sock.sendall(line)
                sent += len(line)
    assert sent < 50_000_000
    assert resident(guarded.process.pid) - before < 20_000_000
    assert guarded.get("/health").status_code == 200


def test_more_connections_than_descriptors(tmp_path: Path) -> None:
    """1,200 sockets that say nothing at 1,024 descriptors: who plays goes on, and strangers come
    in again when they are gone."""
    raise_descriptors()
    with Server(f"sqlite:///{tmp_path}/a.db", files=1024) as server:
        made = server.create("paris", ["mine", "mine"])

        async def look() -> None:
            async with joined(server, made, [0, 1]) as player:
                idle = []
                for _ in range(1200):
                    sock = socket.socket()
                    sock.setblocking(False)
                    with contextlib.suppress(BlockingIOError):
                        sock.connect(("127.0.0.1", server.port))
                    idle.append(sock)
                    if len(idle) % 100 == 0:
                        assert (await player.ask("ping"))["type"] == "done"
                used = len(list(Path(f"/proc/{server.process.pid}/fd").iterdir()))
                assert used < 1024
                await player.play_on(random.Random(1), moves=10)
                for sock in idle:
                    sock.close()
                until = time.monotonic() + PATIENCE
                while True:
                    with contextlib.suppress(httpx.TransportError):
                        if server.get("/health").status_code == 200:
                            break
                    assert time.monotonic() < until
                    await asyncio.sleep(0.1)
                await player.play_on(random.Random(2), moves=2)

        asyncio.run(look())
        assert "Traceback" not in server.output(), server.output()


def test_the_examples_for_hosts_have_our_limits() -> None:
    """What the documentation tells proxies and systemd is what the server itself allows."""
    page = (ROOT / "docs/hosting.md").read_text(encoding="utf-8")
    settings = Settings()
    gate = Gate(settings, 1_000_000)

    def found(pattern: str) -> list[int]:
        numbers = [int(number) for number in re.findall(pattern, page)]
        assert numbers, pattern
        return numbers

    seconds = [int(settings.request_seconds)]
    assert found(r"client_header_timeout (\d+)s;") == seconds
    assert found(r"client_body_timeout (\d+)s;") == seconds
    assert found(r"read_header (\d+)s") == found(r"read_body (\d+)s") == seconds
    size = [settings.body_bytes // 1024]
    assert found(r"client_max_body_size (\d+)k;") == found(r"max_size (\d+)KiB") == size
    assert found(r"limit_conn wagonik (\d+);") == [settings.address_sockets]
    assert min(found(r"LimitNOFILE=(\d+)")) >= gate.most + 64
    # Who is silent for two rounds of pings is still there for the proxy.
    assert min(found(r"proxy_read_timeout (\d+)s;")) > 2 * PING_SECONDS + PONG_SECONDS


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/%00", 200),  # the client's page
        ("/" + "x" * 300, 200),
        ("/../../etc/passwd", 200),
        ("/api/tables/%00", 404),
        ("/api/tables/" + "x" * 5000, 404),
        ("/assets/%00", 404),
        ("/metrics", 200),
    ],
)
def test_strange_paths(guarded: Server, path: str, status: int) -> None:
    answer = guarded.get(path)
    assert answer.status_code == status
    assert answer.headers["content-security-policy"] == CSP
    if status == 200:
        assert answer.text == "<p>Here</p>"


def test_names_of_the_server(guarded: Server) -> None:
    """With names of its own, a stranger's name that points here is refused."""
    body: dict[str, Any] = {"record": {}}
    for origin, host, status in (
        ("http://[", "x", 403),
        ("https://evil.example", "evil.example", 403),
        ("https://play.example.org", "play.example.org", 422),
        (f"http://127.0.0.1:{guarded.port}", f"127.0.0.1:{guarded.port}", 422),
    ):
        answer = guarded.post("/api/replays/open", body, origin=origin, host=host)
        assert answer.status_code == status, origin
        assert answer.headers["x-content-type-options"] == "nosniff"


def test_tables_with_strange_names_on_both(server: Server) -> None:
    assert server.get("/api/tables/%00").status_code == 404
    assert server.post("/api/tables/%00/seats", {"key": "x" * 20, "name": "A"}).status_code == 404


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "\u115f", "\u0301", " \u17b4 "])
def test_names_that_nobody_sees(server: Server, name: str) -> None:
    body = {
        "options": {"game": "paris", "players": 2},
        "seats": [{"kind": "mine", "name": name}, {"kind": "open"}],
    }
    answer = server.post("/api/tables", body)
    assert answer.status_code == 422
    assert "name" in answer.json()["text"]
