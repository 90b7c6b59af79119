"""The WebSocket of a table: one connection, its messages, its limits."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Callable
from typing import Final

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from wagonik.server.clients import Client, Seen
from wagonik.server.coach import Coach
from wagonik.server.errors import Refused, cause_of
from wagonik.server.failures import DATABASE_ERRORS, note, words
from wagonik.server.gate import ABORT, LISTEN, WRITE
from wagonik.server.hosting import Hosting
from wagonik.server.hub import Hub
from wagonik.server.keys import hashed, link_key
from wagonik.server.limits import group
from wagonik.server.playing import Playing
from wagonik.server.protocol import answers, requests
from wagonik.server.protocol.requests import Request
from wagonik.server.safety import allowed_origin
from wagonik.server.tables import LiveTable

log = logging.getLogger(__name__)
_decoder: Final[msgspec.json.Decoder[Request]] = msgspec.json.Decoder(Request)

_PLAY: Final = b'"play"'  # at the beginning of moves, of our client and of most others
# Handles a message at once; False if it has to wait.
Listener = Callable[[bytes], bool]

# Codes of closing, beside the standard ones.
BAD_ORIGIN: Final = 4403
NOT_FOUND: Final = 4404
TOO_MANY: Final = 4429
NO_HELLO: Final = 4408
GONE: Final = 4410


class _Id(msgspec.Struct):
    id: requests.Count | None = None


_ids: Final = msgspec.json.Decoder(_Id)


def _number(data: bytes) -> int | None:
    """The id of a message that may be wrong otherwise, so that its sender knows which it was."""
    try:
        return _ids.decode(data).id
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


class Socket:
    """One connection from its hello to its end."""

    def __init__(
        self, hub: Hub, hosting: Hosting, playing: Playing, coach: Coach, socket: WebSocket
    ) -> None:
        self.hub: Final = hub
        self.hosting: Final = hosting
        self.playing: Final = playing
        self.coach: Final = coach
        self.socket: Final = socket
        address = group(socket.client.host if socket.client else "")
        ways = socket.scope.get("extensions", {})
        self.client: Final = Client(hub.settings, address, ways.get(ABORT), ways.get(WRITE))
        self.table: LiveTable
        self._listen: Final[Callable[[Listener], None] | None] = ways.get(LISTEN)
        # Messages are handled one after the other: who waits for the end of the present one.
        self._busy = False
        self._rested: asyncio.Future[None] | None = None
        self._move = 0  # the number of the move that is being made
        self._began = 0.0  # and when it came

    async def run(self, table_id: str) -> None:
        settings, hub = self.hub.settings, self.hub
        await self.socket.accept()
        if not allowed_origin(self.socket.scope, settings):
            await self.socket.close(BAD_ORIGIN)
            return
        address = self.client.address
        if (
            hub.clients >= settings.connections
            or hub.addresses.get(address, 0) >= settings.address_connections
            or not hub.connects.take(address)
        ):
            await self.socket.close(TOO_MANY)
            return
        hub.clients += 1
        hub.addresses[address] = hub.addresses.get(address, 0) + 1
        hub.metrics.connections.inc()
        try:
            await self._serve(table_id)
        finally:
            hub.clients -= 1
            hub.metrics.connections.dec()
            hub.addresses[address] -= 1
            if not hub.addresses[address]:
                del hub.addresses[address]

    async def _serve(self, table_id: str) -> None:
        try:
            async with asyncio.timeout(self.hub.settings.hello_seconds):
                hello = await self._first()
                self.table = await self.hub.table(table_id)
        except Refused as refused:
            await self._goodbye(refused, NOT_FOUND)
            return
        except TimeoutError:
            await self._close(NO_HELLO)
            return
        except WebSocketDisconnect:
            return
        if len(self.table.clients) >= self.hub.settings.table_connections:
            await self._close(TOO_MANY)
            return
        writer = asyncio.create_task(self._write())
        try:
            await self._attach(hello)
            if self._listen is not None:
                self._listen(self._hear)
            await self._read()
        except WebSocketDisconnect:
            pass
        except Refused as refused:
            self.client.send(self._error(None, refused))
        finally:
            self.table.clients.discard(self.client)
            self.client.close()
            with contextlib.suppress(asyncio.CancelledError):
                await self._detached()
                await writer

    async def _first(self) -> requests.Hello:
        message = self._decode(await self._receive())
        if not isinstance(message, requests.Hello):
            raise Refused("hello_first", "The first message must be a hello.")
        return message

    async def _receive(self) -> bytes:
        """The next message; what is not text is read as if it were."""
        message = await self.socket.receive()
        if message["type"] == "websocket.disconnect":
            raise WebSocketDisconnect(message.get("code", 1005))
        text = message.get("text")
        return text.encode("utf-8", "replace") if text is not None else message.get("bytes") or b""

    def _decode(self, data: bytes) -> Request:
        if len(data) > self.hub.settings.message_bytes:
            raise Refused("bad_message", "The message is too large.")
        try:
            return _decoder.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Refused("bad_message", f"Not a message of the protocol: {error}") from error

    # Coming and going

    async def _attach(self, hello: requests.Hello) -> None:
        table, client = self.table, self.client
        async with self.hub.changing(table):
            row = table.row
            if row is None:
                raise Refused("not_found", "There is no such table.")
            client.hashes = frozenset(hashed(token) for token in hello.tokens)
            client.host = row.host_hash in client.hashes
            client.changes = hello.changes
            self.hub.recognise(table, client)
            key = hashed(hello.key) if hello.key is not None else None
            client.watching = key is not None and key in (row.join_hash, row.watch_hash)
            if not client.seats and not client.host and not client.asking:
                if not client.watching:
                    raise Refused("not_found", "These tokens and keys open nothing at this table.")
                if self.hub.crowded:
                    raise Refused.because(
                        "too_many",
                        "server_full",
                        "The server is full: only players can come in now.",
                    )
            if hello.match:
                for viewer in client.viewers():
                    # A finished match is sent whole, all its events laid open.
                    client.seen[viewer] = Seen(hello.match, hello.line, hello.seen, False, b"")
            table.clients.add(client)
            host = next((t for t in hello.tokens if hashed(t) == row.host_hash), None)
            if host is not None:
                client.keys = link_key(host, "join"), link_key(host, "watch")
            self.hub.welcome(table, client)
            if table.chat:
                client.send(answers.Chats(lines=table.chat))
            table.push_to(client)
            table.push_info()
            self.hub.wake(table)
            self.coach.warm(table, client)
        await self.hub.announce(table)

    async def _detached(self) -> None:
        if self.table.row is not None:
            self.table.here_at.update(dict.fromkeys(self.client.seats, time.monotonic()))
            self.table.push_info()
            await self.hub.announce(self.table)
            await self.hub.settle(self.table)

    async def _write(self) -> None:
        """Send what waits, in order. When the client is closed, so is the socket."""
        queue = self.client.queue
        try:
            while (data := await queue.get()) is not None:
                await self.socket.send_text(data.decode())
                self.client.sent(data)
                if self.client.behind and queue.empty():
                    self.table.catch_up(self.client)
            await self._close(GONE if self.table.row is None else 1000)
        except (WebSocketDisconnect, RuntimeError):
            self.client.closed = True

    async def _close(self, code: int) -> None:
        if self.socket.application_state is not WebSocketState.DISCONNECTED:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await self.socket.close(code)

    async def _goodbye(self, refused: Refused, code: int) -> None:
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await self.socket.send_bytes(msgspec.json.encode(self._error(None, refused)))
        await self._close(code)

    def _error(self, number: int | None, refused: Refused) -> answers.Error:
        self.hub.metrics.errors.labels(refused.code).inc()
        return answers.Error(id=number, code=refused.code, text=refused.text, why=refused.why)

    # Messages

    def _hear(self, data: bytes) -> bool:
        """Handle a move at once, where nothing has to wait: to wake this connection's task for it
        would cost more than the move. False: it waits its turn like everything else."""
        if self._busy or self.client.closed or _PLAY not in data[:24]:
            return False
        try:
            message = _decoder.decode(data)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return False
        table, client = self.table, self.client
        if not isinstance(message, requests.PlayActions) or message.seat not in client.seats:
            return False
        if len(data) > self.hub.settings.message_bytes or not table.lock.take():
            return False
        if not client.rate.take():
            table.lock.release()
            return False
        self.hub.metrics.messages.inc()
        self._busy = True
        self._begin(message)
        return True

    def _begin(self, move: requests.PlayActions) -> None:
        """Under the table's lock: make a move. Its answer is sent before anything else happens,
        as a move that could not be stored closes the connection."""
        self._move, self._began = move.id, time.perf_counter()
        self.playing.play_now(self.table, move.seat, move.at, move.actions, self)

    def hold(self) -> None:
        self.client.hold()

    def answer(self, refused: Refused | None) -> None:
        if refused is None:
            self.hub.metrics.move_seconds.observe(time.perf_counter() - self._began)
            self.client.send_bytes(b'{"type":"done","id":%d}' % self._move)
        else:
            self._refuse(self._move, refused)
        self.client.let_go()
        self._busy = False
        if self._rested is not None and not self._rested.done():
            self._rested.set_result(None)

    def _refuse(self, number: int | None, refused: Refused) -> None:
        self.client.send(self._error(number, refused))
        if refused.code == "stale":
            self.table.push_to(self.client)

    async def _read(self) -> None:
        while not self.client.closed:
            data = await self._receive()
            if self._busy:
                self._rested = asyncio.get_running_loop().create_future()
                await self._rested
            self._busy = True
            try:
                await self._read_one(data)
            finally:
                self._busy = False

    async def _read_one(self, data: bytes) -> None:
        number: int | None = None
        try:
            if not self.client.rate.take():
                raise Refused("too_fast", "Too many messages: wait a moment.")
            message = self._decode(data)
            if isinstance(message, requests.Hello):
                raise Refused("not_now", "Hello was said already.")
            number = message.id
            self.hub.metrics.messages.inc()
            if await self._handle(message):
                self.client.send(answers.Done(id=number))
        except Refused as refused:
            self._refuse(_number(data) if number is None else number, refused)
        except (WebSocketDisconnect, asyncio.CancelledError):
            raise
        except DATABASE_ERRORS as error:
            note(log, "a message could not be handled", error)
            self.client.send(self._error(number, Refused("failed", words(error))))
        except Exception:
            log.exception("a message could not be handled")
            failed = Refused("failed", "Something went wrong here; try again.")
            self.client.send(self._error(number, failed))

    async def _handle(self, message: Request) -> bool:
        """Do what a message asks for. True if a plain `done` answers it."""
        table, client = self.table, self.client
        if table.row is None or not self.hub.is_live(table):
            # This copy of the table was given up: the client comes again to a fresh one.
            client.close()
            raise Refused("failed", "The table was loaded anew: connect again.")
        match message:
            case requests.PlayActions():
                self._mine(message.seat)
                self._rested = asyncio.get_running_loop().create_future()
                await table.lock.acquire()
                self._begin(message)
                await self._rested
                return False
            case requests.Undo():
                self._mine(message.seat)
                await self.playing.undo(table, message.seat, message.at)
            case requests.GoOn():
                self._mine(message.seat)
                await self.playing.go_on(table, message.seat)
            case requests.Explore() | requests.Why() | requests.AskOpenings():
                self._mine(message.seat)
                await self._ask(message)
                return False
            case requests.AskHint() | requests.AskOffer() | requests.AskCost():
                self._mine(message.seat)
                await self.coach.ask(table, client, message)
                return False
            case requests.Chat():
                if not client.chat_rate.take():
                    raise Refused("too_fast", "Too many lines: wait a moment.")
                await self.hosting.say(table, client, message.text)
            case requests.Emote():
                self._mine(message.seat)
                if not client.emotes_rate.take():
                    raise Refused("too_fast", "Too many at once: wait a moment.")
                await self.hosting.emote(table, message.seat, message.emote)
            case requests.Resync():
                async with table.lock:
                    client.seen.clear()
                    client.send(answers.TableChanged(table=table.info()))
                    table.push_to(client)
            case requests.Ping():
                pass
            case _:
                return await self._manage(message)
        return True

    async def _manage(self, message: Request) -> bool:
        """Seats, and what the host does."""
        table = self.table
        match message:
            case requests.Rename():
                self._mine(message.seat)
                await self.hosting.rename(table, message.seat, message.name)
            case requests.SetColour():
                self._mine(message.seat)
                await self.hosting.paint(table, message.seat, message.colour)
            case requests.ShowAnalysis():
                self._mine(message.seat)
                await self.coach.show(table, message.seat, message.on)
            case requests.StandIn():
                self._mine(message.seat)
                await self.hosting.stand_in(table, message.seat)
            case requests.Return():
                self._mine(message.seat)
                await self.hosting.come_back(table, message.seat)
            case requests.Leave():
                self._mine(message.seat)
                await self.hosting.leave(table, message.seat)
            case requests.Agree():
                if not self.client.seats:
                    raise Refused("not_yours", "Only those who play can let somebody in.")
                await self.hosting.takeovers.agree(
                    table, self.client.seats, message.seat, message.agree
                )
            case requests.Start():
                self._hosting()
                await self.hosting.start(table)
            case requests.Configure():
                self._hosting()
                await self.hosting.configure(table, message.options)
            case requests.SetSeat():
                self._hosting()
                await self.hosting.set_seat(table, message)
            case requests.Invite():
                self._hosting()
                key = await self.hosting.invite(table, message.seat)
                self.client.send(answers.Invitation(id=message.id, seat=message.seat, key=key))
                return False
            case _:
                raise Refused("bad_message", "This message can't be sent now.")
        return True

    async def _ask(self, message: requests.Explore | requests.Why | requests.AskOpenings) -> None:
        if not self.client.explore_rate.take():
            raise Refused("too_fast", "Too many questions: wait a moment.")
        async with self.table.lock:
            if isinstance(message, requests.Why):
                found = self.playing.why(self.table, message.seat, message.action)
                self.client.send(
                    answers.Reason(
                        id=message.id,
                        seat=message.seat,
                        action=message.action,
                        possible=found is None,
                        text="" if found is None else found.text,
                        why=None if found is None else cause_of(found),
                    )
                )
            elif isinstance(message, requests.AskOpenings):
                tracks = self.playing.openings(self.table, message.seat)
                self.client.send(answers.Openings(id=message.id, seat=message.seat, tracks=tracks))
            else:
                choices, ways, complete = self.playing.explore(
                    self.table, message.seat, message.at, message.actions, message.after
                )
                self.client.send(
                    answers.Ways(
                        id=message.id,
                        seat=message.seat,
                        actions=message.actions,
                        choices=choices,
                        ways=ways,
                        complete=complete,
                    )
                )

    def _mine(self, seat: int) -> None:
        if seat not in self.client.seats:
            raise Refused("not_yours", f"You do not have seat {seat}.")

    def _hosting(self) -> None:
        if not self.client.host:
            raise Refused("not_yours", "Only the host can do that.")
