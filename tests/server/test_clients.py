"""A connection: what is sent at once, together, or waits its turn."""

import asyncio

from wagonik.server.clients import Client
from wagonik.server.settings import Settings


class Wire:
    """What a socket was given to write, as long as it takes any."""

    def __init__(self) -> None:
        self.open = True
        self.written: list[tuple[bytes, ...]] = []

    def write(self, *messages: bytes) -> bool:
        if self.open:
            self.written.append(messages)
        return self.open


def waiting(client: Client) -> list[bytes | None]:
    found = []
    while not client.queue.empty():
        found.append(client.queue.get_nowait())
    return found


def test_what_is_held_goes_together() -> None:
    """An update and the answer to the move that made it are one write."""

    async def look() -> None:
        wire = Wire()
        client = Client(Settings(), "here", write=wire.write)
        client.send_bytes(b"before")
        client.hold()
        client.send_bytes(b"update")
        client.send_bytes(b"done")
        assert wire.written == [(b"before",)]
        client.let_go()
        client.send_bytes(b"after")
        assert wire.written == [(b"before",), (b"update", b"done"), (b"after",)]
        client.hold()
        client.let_go()  # nothing was sent
        client.let_go()  # nothing was held
        assert len(wire.written) == 3

    asyncio.run(look())


def test_what_is_held_waits_behind_what_waits() -> None:
    async def look() -> None:
        wire = Wire()
        client = Client(Settings(), "here", write=wire.write)
        wire.open = False
        client.send_bytes(b"first")
        wire.open = True
        client.hold()
        client.send_bytes(b"second")
        client.send_bytes(b"third")
        client.let_go()
        assert wire.written == []
        assert waiting(client) == [b"first", b"second", b"third"]
        assert client.waiting == len(b"firstsecondthird")

    asyncio.run(look())


def test_what_is_held_is_bounded_too() -> None:
    async def look() -> None:
        wire = Wire()
        cut: list[bool] = []
        client = Client(
            Settings(queue_bytes=10), "here", abort=lambda: cut.append(True), write=wire.write
        )
        wire.open = False
        client.hold()
        for _ in range(4):
            client.send_bytes(b"12345")
        client.let_go()
        assert cut == [True]
        assert client.closed
        assert waiting(client) == [b"12345", b"12345", None]
        client.hold()
        client.send_bytes(b"too late")
        client.let_go()
        assert waiting(client) == []

    asyncio.run(look())
