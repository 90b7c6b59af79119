"""Whatever way a connection ends, nothing of it waits for the garbage collector, which would have
to look at every match on the server to find it."""

import asyncio
import contextlib
import json
import random
import re
import signal
import socket
import struct
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.server.table import PATIENCE, Made, Server, joined

MANY = 12  # connections that end in the same way
FEW = MANY // 2  # objects that something else may leave behind meanwhile
ENDS = 10.0  # seconds until the server has seen the end of a connection, at most


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    folder = tmp_path_factory.mktemp("remains")
    with Server(f"sqlite:///{folder}/t.db", module="tests.server.remains") as server:
        yield server


@pytest.fixture(scope="module")
def made(server: Server) -> Made:
    return server.create("paris", ["mine", "mine"])


class Remains(NamedTuple):
    """What only the collector found, and how many connections had ended in an error."""

    objects: int
    broken: int
    kinds: str


def remains(server: Server) -> Remains:
    """Of what was made since it was asked last."""
    before = server.output().count("remains:")
    server.process.send_signal(signal.SIGUSR1)
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        said = re.findall(r"remains: (\d+) broken: (\d+) (.*)\n", server.output())
        if len(said) > before:
            return Remains(int(said[-1][0]), int(said[-1][1]), said[-1][2])
        time.sleep(0.01)
    raise AssertionError(f"the server said nothing:\n{server.output()}")


def connections(server: Server) -> int:
    """Descriptors that are sockets: a listener, those of the event loop, and connections."""
    found = 0
    for link in Path(f"/proc/{server.process.pid}/fd").iterdir():
        with contextlib.suppress(OSError):
            found += str(link.readlink()).startswith("socket:")
    return found


def upgrade(server: Server, path: str, origin: str = "") -> socket.socket:
    """A connection by hand, whose handshake is on its way."""
    found = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
    lines = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{server.port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
        *([f"Origin: {origin}"] if origin else []),
    ]
    found.sendall("\r\n".join([*lines, "", ""]).encode())
    return found


def greeted(server: Server, path: str) -> socket.socket:
    """The same, and the handshake is over."""
    found = upgrade(server, path)
    assert found.recv(65536).startswith(b"HTTP/1.1 101")
    return found


def text(data: bytes) -> bytes:
    return struct.pack("!BB4x", 0x81, 0x80 | len(data)) + data


def leave(one: socket.socket, last: bytes) -> None:
    """Read on until so an answer ends, or the connection, and leave."""
    heard = b""
    with contextlib.suppress(ConnectionError):
        while data := one.recv(65536):
            heard += data
            if last in heard:
                break
    assert last in heard
    one.close()


async def plays(server: Server, made: Made) -> None:
    """Players and a spectator, who say goodbye."""
    async with (
        joined(server, made, [0, 1], changes=True) as client,
        joined(server, made, key=made.watch),
    ):
        await client.play_on(random.Random(1), 1)


def goes_without_a_word(server: Server, made: Made) -> None:
    one = greeted(server, made.path("/socket"))
    one.sendall(text(json.dumps({"type": "hello", "tokens": [made.tokens[0]]}).encode()))
    assert b"welcome" in one.recv(65536)
    one.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    one.close()  # by a reset


def says_nothing(server: Server, made: Made) -> None:
    one = greeted(server, made.path("/socket"))
    one.close()


def comes_from_elsewhere(server: Server, made: Made) -> None:
    leave(upgrade(server, made.path("/socket"), "https://elsewhere.example"), b"\x88")


def asks_for_a_table_that_is_not_there(server: Server, made: Made) -> None:
    one = greeted(server, "/api/tables/nothing/socket")
    one.sendall(text(b'{"type":"hello","tokens":[]}'))
    leave(one, b"\x88")


def has_no_such_path(server: Server, made: Made) -> None:
    leave(upgrade(server, "/api/nothing"), b" 403 ")


def speaks_wrongly(server: Server, made: Made) -> None:
    one = greeted(server, made.path("/socket"))
    one.sendall(b"\xff\xff\xff\xff\xff\xff")
    leave(one, b"\x88")


def says_something_strange(server: Server, made: Made) -> None:
    one = greeted(server, made.path("/socket"))
    one.sendall(text(b'{"type":"strange"}'))
    one.close()


def shakes_no_hands(server: Server, made: Made) -> None:
    one = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
    one.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n")
    leave(one, b" 400 ")


def asks_by_http(server: Server, made: Made) -> None:
    assert server.get("/health").status_code == 200
    assert server.get("/api/tables/nothing").status_code == 404
    assert server.post("/api/tables", {"options": 1}).status_code >= 400


def is_no_http(server: Server, made: Made) -> None:
    one = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
    one.sendall(b"what is this?\r\n\r\n")
    leave(one, b" 400 ")


def ends_in_the_middle_of_a_request(server: Server, made: Made) -> None:
    one = socket.create_connection(("127.0.0.1", server.port), PATIENCE)
    one.sendall(b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\n{")
    one.close()


def all_of(way: Callable[[Server, Made], object], server: Server, made: Made) -> None:
    """Connections that end in one way, until the server has seen the end of all of them."""
    quiet = connections(server)
    for _ in range(MANY):
        found = way(server, made)
        if asyncio.iscoroutine(found):
            asyncio.run(found)
    until = time.monotonic() + ENDS
    while connections(server) > quiet:
        assert time.monotonic() < until
        time.sleep(0.01)


def found_after(
    way: Callable[[Server, Made], object], server: Server, made: Made
) -> tuple[Remains, int]:
    """What is left, and how many ended in an error."""
    all_of(way, server, made)  # what is made only once may stay
    before = remains(server)
    all_of(way, server, made)
    after = remains(server)
    return after, after.broken - before.broken


@pytest.mark.parametrize(
    "way",
    [
        plays,
        goes_without_a_word,
        says_nothing,
        comes_from_elsewhere,
        asks_for_a_table_that_is_not_there,
        has_no_such_path,
        says_something_strange,
        asks_by_http,
        ends_in_the_middle_of_a_request,
    ],
    ids=lambda way: way.__name__,
)
def test_a_connection_that_ends_leaves_nothing_to_the_collector(
    server: Server, made: Made, way: Callable[[Server, Made], object]
) -> None:
    found, broken = found_after(way, server, made)
    assert found.objects < FEW, found.kinds
    assert broken == 0


@pytest.mark.parametrize(
    "way", [speaks_wrongly, shakes_no_hands, is_no_http], ids=lambda way: way.__name__
)
def test_what_an_error_leaves_is_counted(
    server: Server, made: Made, way: Callable[[Server, Made], object]
) -> None:
    found, broken = found_after(way, server, made)
    assert found.objects >= MANY
    assert broken == MANY
