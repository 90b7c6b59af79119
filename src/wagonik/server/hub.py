"""All tables of this process: loading, following other workers, clocks, forgetting."""

import asyncio
import contextlib
import logging
import re
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from itertools import zip_longest
from typing import Any, Final, Protocol

from wagonik.engine.boardfile import BoardFile
from wagonik.engine.errors import WagonikError
from wagonik.server.boards import Shelf, read_again, remember, remembered
from wagonik.server.children import GaveUp
from wagonik.server.claims import claimed
from wagonik.server.clients import Client
from wagonik.server.coachstore import notes
from wagonik.server.errors import Refused
from wagonik.server.failures import note
from wagonik.server.limits import Buckets
from wagonik.server.listening import Listening
from wagonik.server.live import LiveMatch, Move
from wagonik.server.metrics import Metrics
from wagonik.server.notices import (
    FeelingShown,
    LineSaid,
    MovesMade,
    Notice,
    TableGone,
    TableTouched,
    ToldMove,
    WhoIsHere,
)
from wagonik.server.protocol import VERSION, answers
from wagonik.server.protocol.web import Taken
from wagonik.server.settings import Settings
from wagonik.server.store import TableRow, TableStore, plain_url
from wagonik.server.strangers import Strangers
from wagonik.server.tables import DAY, LiveTable
from wagonik.server.thinking import Thinking
from wagonik.server.upgrading import outdated

log = logging.getLogger(__name__)
_EXPIRE_SECONDS: Final = 3600.0
_IDLE_SECONDS: Final = 60.0  # after which a table is not followed that others play at
_TOLD_AT_ONCE: Final = 200  # tables of which other workers are told in one transaction
_ID: Final = re.compile(r"[A-Za-z0-9_-]{1,32}")


class Driver(Protocol):
    """Who plays where no person does."""

    async def drive(self, table: LiveTable) -> None:
        """Let bots decide until it is a person's turn."""

    def ponder(self, table: LiveTable) -> None:
        """Bots may look ahead while others are to move."""

    async def stand_in(self, table: LiveTable) -> None:
        """The clock ran out: bots play for those who did not."""


class _NoDriver:
    """A hub by itself: bots wait."""

    async def drive(self, table: LiveTable) -> None:
        pass

    def ponder(self, table: LiveTable) -> None:
        pass

    async def stand_in(self, table: LiveTable) -> None:
        pass


class Hub:
    """The tables in memory are a cache: any of them can be dropped and loaded again."""

    def __init__(self, settings: Settings) -> None:
        self.settings: Final = settings
        self.worker: Final = settings.worker or secrets.token_hex(6)
        self.store: Final = TableStore(settings.database, self.worker, self.board)
        self.metrics: Final = Metrics(settings.metrics_seconds)
        self.thinking: Final = Thinking(
            settings.bots,
            settings.bot_workers,
            settings.bot_seconds,
            settings.bot_cores,
            settings.bot_ponder,
        )
        self.shelf: Final = Shelf(settings.boards)
        self.strangers: Final = Strangers()
        url = plain_url(self.store.url) if self.store.postgres else None
        self.listening: Final = Listening(url, self.worker, self.heard, self.reload_all)
        self.tables: Final[dict[str, LiveTable]] = {}
        self.clients = 0
        self.addresses: Final[dict[str, int]] = {}
        self.connects: Final = Buckets(settings.connects_rate, settings.connects_burst)
        self._tasks: list[asyncio.Task[None]] = []
        self._drivers: Final[set[asyncio.Task[None]]] = set()
        self._driver: Driver = _NoDriver()
        self._claim: Final = contextlib.ExitStack()
        self.settle_takeovers: Callable[[LiveTable], Awaitable[None]] | None = None

    async def open(self) -> None:
        self._claim.enter_context(claimed(self.store.url))
        for match in await outdated(self.settings.database):
            log.warning("a running match ends, as its rules have changed: %s", match)
        await self.store.open()
        await self.listening.start()
        self._tasks = [asyncio.create_task(self._sweep()), asyncio.create_task(self._keep_house())]

    async def close(self) -> None:
        for task in [*self._tasks, *self._drivers]:
            task.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await task
        for table in list(self.tables.values()):
            for client in list(table.clients):
                client.close()
        await self.listening.stop()
        self.thinking.close()
        self.strangers.close()
        await self.store.close()
        self._claim.close()

    @property
    def crowded(self) -> bool:
        """The last tenth of the connections is for those who play."""
        return self.clients > self.settings.connections * 0.9

    # Boards that people brought

    async def board(self, text: str | None) -> BoardFile | None:
        """The board of a table that has one of its own."""
        if text is None:
            return None
        found = remembered(text)
        if found is None:
            try:
                found = remember(await self.strangers.run("", read_again, text))
            except GaveUp as error:
                raise Refused("failed", "The board of this table can't be read now.") from error
        return found

    # Tables

    async def table(self, table_id: str) -> LiveTable:
        """A table by its id, loaded if need be."""
        if not _ID.fullmatch(table_id):
            raise Refused("not_found", "There is no such table.")
        table = self.tables.get(table_id)
        if table is None:
            # It stands here while it loads, so that no notice about it is missed.
            table = self.tables[table_id] = LiveTable(table_id, self.settings.grace)
            async with table.lock:
                await self._load(table)
        elif table.loading:
            async with table.lock:
                pass
        table.used_at = time.monotonic()
        if table.row is None:
            if self.tables.get(table_id) is table:
                del self.tables[table_id]
            raise Refused("not_found", "There is no such table.")
        return table

    async def _load(self, table: LiveTable) -> None:
        try:
            table.row = await self.store.table(table.id)
            if table.row is not None:
                table.chat = await self.store.chat(table.id)
                await self._load_match(table)
        except BaseException:
            self.tables.pop(table.id, None)
            table.row = None
            raise
        finally:
            table.loading = False

    async def _load_match(self, table: LiveTable) -> None:
        row = table.row
        if row is None or row.match == 0:
            table.live = None
            return
        found = await self.store.match(row.id, row.match)
        if found is None:
            table.live = None
            return
        setup, over = found
        try:
            moves = await self.store.moves(setup.id)
            table.live = LiveMatch(setup, moves, self.settings.moves_a_match, over)
            await self._load_taken(table)
            table.notes = await notes(self.store, setup.id)
        except WagonikError as error:
            # Its rules have changed since: it can't go on, but the table can.
            log.warning("a match of %s can't be loaded: %s", setup.game, error)
            table.live = None
            row.status = "over"

    async def _load_taken(self, table: LiveTable) -> None:
        if table.live is not None:
            rows = await self.store.takeovers(table.live.setup.id)
            table.taken = [Taken(seat=r.seat, name=r.name) for r in rows if r.name is not None]

    async def reload(self, table: LiveTable) -> None:
        """Under the lock: read the table again after a change, and tell everybody."""
        before = table.row
        table.row = await self.store.table(table.id)
        if table.row is None:
            self.forget(table)
            return
        if before is None or before.match != table.row.match or table.live is None:
            await self._load_match(table)
        elif _hands(before) != _hands(table.row):
            await self._load_taken(table)
        if self.store.postgres and table.live is not None:
            table.notes = await notes(self.store, table.live.setup.id)
        for client in table.clients:
            self.recognise(table, client)
        table.push_info()
        table.push()
        self.wake(table)

    async def rebuild(self, table: LiveTable) -> None:
        """Under the lock: the match in memory is not the stored one; replay it."""
        await self._load_match(table)
        if table.live is not None and table.row is not None and table.live.over:
            table.row.status = "over"

    def recognise(self, table: LiveTable, client: Client) -> None:
        """Which seats the client's tokens open now."""
        row = table.row
        if row is None:
            return
        seats = frozenset(
            seat.seat for seat in row.seats if seat.token_hash and seat.token_hash in client.hashes
        )
        asking = frozenset(
            seat.seat for seat in row.seats if seat.asked_hash and seat.asked_hash in client.hashes
        )
        lost = (client.seats | client.asking) - seats - asking
        gained = seats - client.seats
        client.seats = seats
        client.asking = asking
        if lost:
            for seat in lost:
                client.seen.pop(seat, None)
            client.send(answers.Lost(seats=sorted(lost)))
        if gained and client in table.clients:
            self.welcome(table, client)

    def welcome(self, table: LiveTable, client: Client) -> None:
        """Say who the client is here."""
        join_key, watch_key = client.keys or (None, None)
        client.send(
            answers.Welcome(
                protocol=VERSION,
                now=time.time(),
                you=answers.You(
                    seats=sorted(client.seats),
                    asking=sorted(client.asking),
                    host=client.host,
                    watching=client.watching,
                    join_key=join_key,
                    watch_key=watch_key,
                ),
                table=table.info(),
            )
        )

    def forget(self, table: LiveTable) -> None:
        """The table was deleted."""
        table.row = None
        table.live = None
        table.tell(answers.Deleted())
        for client in list(table.clients):
            client.close()
        self.drop(table)

    def drop(self, table: LiveTable) -> None:
        if self.tables.get(table.id) is table:
            del self.tables[table.id]

    def is_live(self, table: LiveTable) -> bool:
        """Whether this copy is the one that counts: it may have been given up in the meantime."""
        return self.tables.get(table.id) is table

    def check_live(self, table: LiveTable) -> None:
        if not self.is_live(table):
            raise Refused("failed", "The table was loaded anew: connect again.")

    @contextlib.asynccontextmanager
    async def changing(self, table: LiveTable) -> AsyncIterator[None]:
        """The table's lock, for whoever is going to change it. What waited for the lock of a copy
        that was given up must not go on with it: it holds moves that were never stored."""
        async with table.lock:
            self.check_live(table)
            try:
                yield
            except Refused:
                raise
            except BaseException:
                self.give_up(table)
                raise

    def give_up(self, table: LiveTable) -> None:
        """What this copy holds may not be what is stored: everybody comes again to a fresh one."""
        self.drop(table)
        # In the next round of the loop: whoever asked is told first that it failed.
        asyncio.get_running_loop().call_soon(self._send_away, table)

    @staticmethod
    def _send_away(table: LiveTable) -> None:
        for client in list(table.clients):
            client.close()

    # Other workers

    async def heard(self, worker: str, notice: Notice) -> None:
        if not isinstance(notice, MovesMade):
            table = self.tables.get(notice.table)
            if table is not None:
                async with table.lock:
                    if table.row is not None and self.is_live(table):
                        await self._follow_or_give_up(table, self._heard_of(table, worker, notice))
            return
        for name, told in zip_longest(notice.tables, notice.moves):
            table = self.tables.get(name)
            if table is not None:
                async with table.lock:
                    if table.row is not None and self.is_live(table):
                        await self._follow_or_give_up(table, self.follow(table, told))

    async def _follow_or_give_up(self, table: LiveTable, work: Coroutine[Any, Any, None]) -> None:
        """What could not be followed would be missing for ever: the table is loaded anew."""
        try:
            await work
        except Exception as error:
            note(log, "a table could not be followed", error)
            self.give_up(table)

    async def _heard_of(self, table: LiveTable, worker: str, notice: Notice) -> None:
        match notice:
            case TableTouched():
                await self.reload(table)
            case LineSaid():
                await self.follow_chat(table)
            case FeelingShown():
                table.tell(answers.Emoted(seat=notice.seat, emote=notice.emote))
            case TableGone():
                self.forget(table)
            case WhoIsHere():
                until = time.monotonic() + 3 * self.settings.presence_seconds
                table.here_at.update(dict.fromkeys(notice.seats, time.monotonic()))
                table.elsewhere[worker] = (frozenset(notice.seats), notice.watchers, until)
                table.push_info()

    async def follow(self, table: LiveTable, told: ToldMove | None = None) -> None:
        """Under the lock: play the moves that other workers stored. If it is the next one that
        we were told of, nobody has to be asked."""
        live = table.live
        if live is None or table.row is None:
            return
        match, number, seat, made_at, actions = told or ("", 0, 0, 0.0, None)
        if match == live.setup.id and number <= live.length:
            return
        if match == live.setup.id and number == live.length + 1 and actions is not None:
            moves = [Move(number, seat, tuple(map(int, actions.split())), made_at)]
        else:
            moves = await self.store.moves(live.setup.id, live.length)
        for move in moves:
            before = live.events, live.line
            live.apply(move)
            if live.private and (live.events, live.line) == before:
                table.push(only=move.seat)
            else:
                table.visible_at = time.time()
                table.push()
        if moves and live.over:
            table.row.status = "over"
            table.push_info()

    async def follow_chat(self, table: LiveTable) -> None:
        last = table.chat[-1].number if table.chat else 0
        lines = await self.store.chat(table.id, last)
        if lines:
            table.chat = [*table.chat, *lines][-self.settings.chat_lines :]
            table.tell(answers.Chats(lines=lines))

    async def reload_all(self) -> None:
        """The connection to the other workers was lost for a while: look at everything again."""
        for table in list(self.tables.values()):
            async with table.lock:
                if table.row is not None and self.is_live(table):
                    await self._follow_or_give_up(table, self._look_again(table))

    async def _look_again(self, table: LiveTable) -> None:
        await self.reload(table)
        await self.follow(table)
        await self.follow_chat(table)

    async def announce(self, table: LiveTable) -> None:
        """Tell other workers who is here."""
        if self.store.postgres:
            await self.store.announce(_here(table))

    async def _announce_all(self) -> None:
        """Tell them of all tables, many at once: a transaction for each would cost as much as the
        moves do."""
        if self.store.postgres:
            here = [_here(table) for table in self.tables.values() if table.clients]
            for at in range(0, len(here), _TOLD_AT_ONCE):
                await self.store.announce(*here[at : at + _TOLD_AT_ONCE])

    # Bots and clocks

    def set_driver(self, driver: Driver) -> None:
        """Who makes the moves of bots: it needs the hub, so it comes after it."""
        self._driver = driver

    def wake(self, table: LiveTable) -> None:
        """If a bot has to decide, see that it does; the others may look ahead meanwhile."""
        if table.bot_seat() is None:
            self._driver.ponder(table)
            return
        if table.driver is not None and not table.driver.done():
            return
        table.driver = asyncio.create_task(self._driver.drive(table))
        self._drivers.add(table.driver)
        table.driver.add_done_callback(self._drivers.discard)

    async def _sweep(self) -> None:
        """Clocks that ran out, and bots that nobody drives: after a restart, or because the
        worker that did is gone."""
        started = True
        while True:
            try:
                now = time.time()
                for table_id, due in await self.store.due(now):
                    if table_id in self.tables or started or due < now - self._patience():
                        await self._overdue(table_id)
                started = False
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("clocks and bots could not be looked after")
            await asyncio.sleep(self.settings.sweep_seconds)

    def _patience(self) -> float:
        # Workers do not all come at the same moment.
        return self.settings.orphan_seconds * (1 + secrets.randbelow(100) / 100)

    async def _overdue(self, table_id: str) -> None:
        try:
            table = await self.table(table_id)
            deadline = table.deadline()
            if deadline is not None and deadline < time.time():
                await self._driver.stand_in(table)
        except (Refused, WagonikError):
            return
        # With several workers, the one that made the last move has the first right.
        live = table.live
        if live is not None and (
            not self.store.postgres or live.last_at < time.time() - self._patience()
        ):
            self.wake(table)

    # Housekeeping

    async def _keep_house(self) -> None:
        expire_at = 0.0
        while True:
            try:
                await self._announce_all()
                for table in list(self.tables.values()):
                    await self.settle(table)
                self._evict()
                if self.settings.keep_days and time.monotonic() > expire_at:
                    expire_at = time.monotonic() + _EXPIRE_SECONDS
                    before = time.time() - self.settings.keep_days * DAY
                    for table_id in await self.store.expired(before):
                        await self.store.delete_table(table_id)
                        gone = self.tables.get(table_id)
                        if gone is not None:
                            self.forget(gone)
            except asyncio.CancelledError:
                raise
            except Exception:
                log.exception("housekeeping failed")
            self.metrics.live_tables.set(len(self.tables))
            self.metrics.listening.set(not self.listening.deaf)
            self.metrics.breaks.set(self.listening.breaks)
            await asyncio.sleep(self.settings.presence_seconds)

    async def settle(self, table: LiveTable) -> None:
        """If somebody asks for a seat, see whether all have spoken."""
        row = table.row
        if row is not None and self.settle_takeovers is not None:
            if any(seat.asked_hash is not None for seat in row.seats):
                with contextlib.suppress(Refused):
                    async with self.changing(table):
                        await self.settle_takeovers(table)

    def _evict(self) -> None:
        """Forget the tables that nobody looks at, the least used first; those that other workers
        may have soon, as each of their moves would be played here, too."""
        over = len(self.tables) - self.settings.live_tables
        if over <= 0 and not self.store.postgres:
            return
        idle = [
            table
            for table in self.tables.values()
            if not table.clients
            and not table.lock.locked()
            and (table.driver is None or table.driver.done())
        ]
        idle.sort(key=lambda table: table.used_at)
        used = time.monotonic() - _IDLE_SECONDS
        for number, table in enumerate(idle):
            if number < over or (self.store.postgres and table.used_at < used):
                self.drop(table)


def _here(table: LiveTable) -> WhoIsHere:
    """Who looks at a table at this worker."""
    seats: set[int] = set()
    for client in table.clients:
        seats |= client.seats
    watchers = sum(not client.seats for client in table.clients)
    return WhoIsHere(table.id, sorted(seats), watchers)


def _hands(row: TableRow) -> list[bytes | None]:
    """Who has the seats."""
    return [seat.token_hash for seat in row.seats]
