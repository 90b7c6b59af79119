"""One connection: what it was told, and what waits for it."""

import asyncio
from collections.abc import Callable
from typing import Final, final

import msgspec
from mypy_extensions import mypyc_attr

from wagonik.engine.state import SPECTATOR
from wagonik.server.limits import Bucket
from wagonik.server.protocol.answers import Answer
from wagonik.server.settings import Settings

encode: Final = msgspec.json.Encoder().encode


@final
@mypyc_attr(acyclic=True)
class Seen:
    """What a client was last sent as one viewer."""

    def __init__(
        self, match: int, line: int, number: int, laid_open: bool, rest: bytes, stamp: int = -1
    ) -> None:
        self.match: Final = match
        self.line: Final = line
        self.number: Final = number  # of events
        self.laid_open: Final = laid_open  # everything was shown: the match was over
        self.rest: Final = rest  # all but events and view
        self.stamp: Final = stamp  # of the view that it has


@final
class Client:
    """One connection. Messages wait in a queue; whoever lets it fill up is cut off. Whoever reads
    slowly gets the newest state when it has read what waits, not all of them."""

    def __init__(
        self,
        settings: Settings,
        address: str,
        abort: Callable[[], None] | None = None,
        write: Callable[..., bool] | None = None,
    ) -> None:
        self.address: Final = address
        self.write: Final = write  # sends messages at once, if nothing has to wait
        self.held: list[bytes] | None = None  # what is going to be sent together
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
        if self.held is not None:
            self.held.append(data)
            return
        if self.waiting == 0 and self.write is not None and self.write(data):
            return
        self._queue(data)

    def hold(self) -> None:
        """What is sent from now on goes together, when it is let go: to send costs more than to
        make what is sent. Only for a moment in which nothing waits."""
        self.held = []

    def let_go(self) -> None:
        held, self.held = self.held, None
        if not held or self.closed:
            return
        if self.waiting == 0 and self.write is not None and self.write(*held):
            return
        for data in held:
            self._queue(data)

    def _queue(self, data: bytes) -> None:
        if self.closed:  # by what was queued before
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
