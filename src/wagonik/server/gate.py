"""The gate: how many connections there may be, how fast they may talk, and how long a request may
take to come. What uvicorn leaves open is closed here, before any of our code sees it."""

import asyncio
import contextlib
import resource
from collections.abc import Callable
from typing import Any, Final, cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets import frames

from wagonik.server.garbage import collector
from wagonik.server.limits import Bucket, group
from wagonik.server.outbox import outbox
from wagonik.server.safety import headers
from wagonik.server.settings import Settings

# What a scope calls our shorter ways to a connection: to cut it, to write to it at once,
# and to hear messages before they are queued.
ABORT: Final = "wagonik.abort"
WRITE: Final = "wagonik.write"
LISTEN: Final = "wagonik.listen"
HEADER_BYTES: Final = 32_768  # of a request's headers
_SLICE: Final = 4096  # bytes that are taken apart at once
_MOST_UNREAD: Final = 8  # messages of a client that wait before no more are read
_TEXT: Final = 0x81  # how a text message of one frame begins
_CONTROL: Final = (0x88, 0x89, 0x8A)  # closing, ping, pong
_SPARE: Final = 64  # descriptors for files, the database, processes


# The quick one of the library, where it has been compiled.
_unmasked: Final[Callable[[bytes, bytes], bytes]] = frames.apply_mask  # type: ignore[attr-defined]


def raise_descriptors() -> int:
    """As many descriptors as the system lets us have; returns how many."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < hard:
        with contextlib.suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
            soft = hard
    return soft


class Gate:
    """Counts connections, all of them and by address. A proxy speaks for many addresses."""

    def __init__(self, settings: Settings, descriptors: int) -> None:
        self.settings: Final = settings
        self.most: Final = max(16, min(settings.connections * 2, descriptors - _SPARE))
        self.proxies: Final = {part.strip() for part in settings.proxies.split(",")}
        self.open = 0
        self.by: Final[dict[str, int]] = {}

    def enter(self, address: str) -> bool:
        if self.open >= self.most:
            return False
        if address not in self.proxies and "*" not in self.proxies:
            if self.by.get(group(address), 0) >= self.settings.address_sockets:
                return False
        self.open += 1
        self.by[group(address)] = self.by.get(group(address), 0) + 1
        return True

    def leave(self, address: str) -> None:
        self.open -= 1
        key = group(address)
        self.by[key] -= 1
        if not self.by[key]:
            del self.by[key]


class GuardedHttp(H11Protocol):
    """Requests must come whole within some seconds, and connections must be few."""

    gate: Gate
    entered = False
    clock: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.entered = self.gate.enter(self._address())
        if self.entered:
            self._watch()
        else:
            transport.abort()

    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def connection_lost(self, exc: Exception | None) -> None:
        self._rest()
        if self.entered:
            self.entered = False
            self.gate.leave(self._address())
        super().connection_lost(exc)

    def _watch(self) -> None:
        if self.clock is None:
            seconds = self.gate.settings.request_seconds
            self.clock = self.loop.call_later(seconds, self.transport.abort)

    def _rest(self) -> None:
        if self.clock is not None:
            self.clock.cancel()
            self.clock = None

    def data_received(self, data: bytes) -> None:
        if not self.entered:
            return
        super().data_received(data)
        if self.transport.is_closing():
            return
        # Headers and body alike: while they come, the clock runs.
        if self.conn.their_state in (h11.IDLE, h11.SEND_BODY) and self.entered:
            self._watch()
        else:
            self._rest()

    def on_response_complete(self) -> None:
        self._rest()  # uvicorn has a clock of its own for a connection that is kept
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        self._rest()
        entered, self.entered = self.entered, False  # the WebSocket counts itself
        if entered:
            self.gate.leave(self._address())
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """With the headers that all answers have."""
        collector.broken += 1
        fields = [(b"content-type", b"text/plain; charset=utf-8"), (b"connection", b"close")]
        for sent in (
            h11.Response(status_code=400, headers=fields + headers(self.gate.settings)),
            h11.Data(data=msg.encode("ascii")),
            h11.EndOfMessage(),
        ):
            self.transport.write(self.conn.send(sent) or b"")
        self.transport.close()


class GuardedSocket(WebSocketsSansIOProtocol):
    """Frames of any kind have a rate; whoever is far beyond it is cut off at once."""

    gate: Gate
    entered = False
    frames_left: Bucket
    listener: Callable[[bytes], bool] | None = None
    _begun = False  # the handshake has come
    _running = False  # our code is at work for it
    _splitting = False  # we take messages from the stream, as long as all frames are simple ones
    _part = b""  # of a frame that has not come whole
    _heard = False  # whether anything came since the last look

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        settings = self.gate.settings
        self.frames_left = Bucket(settings.frames_rate, settings.frames_burst)
        self.entered = self.gate.enter(self._address())
        if not self.entered:
            self.transport.abort()

    def _address(self) -> str:
        return self.client[0] if self.client else ""

    def connection_lost(self, exc: Exception | None) -> None:
        if self.entered:
            self.entered = False
            self.gate.leave(self._address())
        super().connection_lost(exc)
        if self.conn.handshake_exc is not None or self.conn.parser_exc is not None:
            collector.broken += 1  # errors hold what they came through
        self._let_go()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        super().on_task_complete(task)
        self._running = False
        self._let_go()

    def _let_go(self) -> None:
        """Once it is closed and nobody works for it, let go of all that leads back to it: what
        holds itself in a circle would wait for the garbage collector, and everybody with it."""
        if self.disconnected and not self._running:
            self.listener = None
            cast(dict[str, Any], getattr(self, "scope", {})).clear()
            if hasattr(self.conn, "parser"):
                del self.conn.parser

    def data_received(self, data: bytes) -> None:
        self._heard = True
        if self._splitting:
            data = self._split(self._part + data if self._part else data)
        # In slices: a hundred thousand frames in one packet must not be taken apart at once.
        for at in range(0, len(data), _SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[at : at + _SLICE])
        if not self._begun:
            self._begun = True
            self._splitting = data.endswith(b"\r\n\r\n")  # nothing came with the handshake

    def _split(self, data: bytes) -> bytes:
        """Take text messages of one short frame from the front, which is what nearly all are: the
        library, which can do everything, takes its time. It gets control frames whole, and
        whatever begins with any other frame, which is returned."""
        self._part = b""
        at = 0
        while at < len(data) and not self.transport.is_closing():
            kind = data[at]
            if kind != _TEXT and kind not in _CONTROL:
                self._splitting = False
                return data[at:]
            size = data[at + 1] & 0x7F if at + 1 < len(data) else 0
            start = at + 6
            if size == 126:
                start += 2
                size = int.from_bytes(data[at + 2 : at + 4], "big")
            if size > _SLICE or (at + 1 < len(data) and not 0x80 <= data[at + 1] < 0xFF):
                self._splitting = False
                return data[at:]
            end = start + size
            if at + 4 > len(data) or end > len(data):
                self._part = data[at:]
                break
            if kind == _TEXT:
                self._text(_unmasked(data[start:end], data[start - 4 : start]))
            else:
                super().data_received(data[at:end])
            at = end
        return b""

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        scope: Any = getattr(self, "scope", None)
        if scope is not None:
            self._running = True
            scope["extensions"][ABORT] = self.transport.abort
            scope["extensions"][WRITE] = self.write_now
            scope["extensions"][LISTEN] = self.listen

    def listen(self, listener: Callable[[bytes], bool]) -> None:
        self.listener = listener

    def send_keepalive_ping(self) -> None:
        """Who has just been heard need not be asked whether it is there."""
        if self._heard:
            self._heard = False
            self.schedule_ping()
        else:
            super().send_keepalive_ping()

    def write_now(self, *messages: bytes) -> bool:
        """Write text messages without waiting, or with what is sent together; False if they have to
        wait. (By the usual way a task wakes up for every message, which costs more than all the
        rest.)"""
        if (
            not self.writable.is_set()
            or not self.handshake_complete
            or self.close_sent
            or self.disconnected
            or self.transport.is_closing()
        ):
            return False
        data = b"".join([frame(data) for data in messages])
        if outbox.held is None:
            self.transport.write(data)
        else:
            outbox.held.append((self.transport, data))
        return True

    def _take(self) -> bool:
        if self.transport.is_closing():
            return False
        if not self.frames_left.take():
            self.transport.abort()
            return False
        return True

    def handle_text(self, event: Any) -> None:
        if not event.fin or self.close_sent:
            if self._take():
                super().handle_text(event)
        else:
            self._text(bytes(event.data))

    def _text(self, data: bytes) -> None:
        """A whole message. Whether it is UTF-8 is seen when it is decoded."""
        if not self._take() or self.close_sent:
            return
        if self.listener is not None and self.queue.empty() and self.listener(data):
            return
        # Reading goes on for a while.
        self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        if self.queue.qsize() >= _MOST_UNREAD and not self.read_paused:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_bytes(self, event: Any) -> None:
        if self._take():
            super().handle_bytes(event)

    def handle_cont(self, event: Any) -> None:
        if self._take():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self._take():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        if self._take():
            super().handle_pong(event)


def frame(data: bytes) -> bytes:
    """A text message of a server, in one frame."""
    size = len(data)
    if size < 126:
        return bytes((0x81, size)) + data
    if size < 65536:
        return b"\x81\x7e" + size.to_bytes(2, "big") + data
    return b"\x81\x7f" + size.to_bytes(8, "big") + data


def protocols(settings: Settings) -> tuple[type[GuardedHttp], type[GuardedSocket]]:
    """Both kinds of connections of one server, which share a gate."""
    gate = Gate(settings, raise_descriptors())
    http = type("Http", (GuardedHttp,), {"gate": gate})
    sockets = type("Sockets", (GuardedSocket,), {"gate": gate})
    return http, sockets
