"""One connection: what it was told, and what waits for it."""

import asyncio
from collections.abc import Callable
from typing import Final, NamedTuple

import msgspec

from wagonik.engine.state import SPECTATOR
from wagonik.server.limits import Bucket
from wagonik.server.protocol.answers import Answer
from wagonik.server.settings import Settings

encode: Final = msgspec.json.Encoder().encode


class Seen(NamedTuple):
    """What a client was last sent as one viewer."""

    match: int
    line: int
    number: int
    open: bool  # everything was laid open: the match was over
    rest: bytes  # all but events and view
    stamp: int = -1  # of the view that it has


class Client:
    """One connection. Messages wait in a queue; whoever lets it fill up is cut off. Whoever reads
    slowly gets the newest state when it has read what waits, not all of them."""

    def __init__(
        self,
        settings: Settings,
        address: str,
        abort: Callable[[], None] | None = None,
        write: Callable[[bytes], bool] | None = None,
    ) -> None:
        self.address: Final = address
        self.write: Final = write  # sends at once, if nothing has to wait
        self.abort: Final = abort  # cuts the connection, whatever waits
        self.hashes: frozenset[bytes] = frozenset()
        self.seats: frozenset[int] = frozenset()
        self.asking: frozenset[int] = frozenset()  # seats that it has asked for
        self.keys: tuple[str, str] | None = None  # of the links, for the host
        self.host = False
        self.changes = False  # whether it can put a view together from what changed
        self.watching = False
        self.seen: dict[int, Seen] = {}
        self.queue: Final[asyncio.Queue[bytes | None]] = asyncio.Queue()
        self.waiting = 0  # bytes in the queue
        self.most_messages: Final = settings.queue_messages
        self.most_bytes: Final = settings.queue_bytes
        self.behind = False  # something newer is to be sent when the queue is empty
        self.closed = False
        self.rate: Final = Bucket(settings.messages_rate, settings.messages_burst)
        self.explore_rate: Final = Bucket(settings.explore_rate, settings.explore_burst)
        self.chat_rate: Final = Bucket(settings.chat_rate, settings.chat_burst)
        self.emotes_rate: Final = Bucket(settings.emotes_rate, settings.emotes_burst)

    def viewers(self) -> list[int]:
        return sorted(self.seats) or [SPECTATOR]

    def send(self, message: Answer) -> None:
        self.send_bytes(encode(message))

    def send_bytes(self, data: bytes) -> None:
        if self.closed:
            return
        if self.waiting == 0 and self.write is not None and self.write(data):
            return
        full = self.waiting > 0 and self.waiting + len(data) > self.most_bytes
        if full or self.queue.qsize() >= self.most_messages:
            self.cut()
        else:
            self.waiting += len(data)
            self.queue.put_nowait(data)

    def sent(self, data: bytes) -> None:
        self.waiting -= len(data)

    @property
    def slow(self) -> bool:
        """Too much waits for another state to be added to it."""
        return self.waiting > self.most_bytes // 4

    def cut(self) -> None:
        """Say no more, and drop what waits."""
        self.close()
        if self.abort is not None:
            self.abort()

    def close(self) -> None:
        """Say no more; what waits is still sent."""
        if not self.closed:
            self.closed = True
            self.queue.put_nowait(None)
