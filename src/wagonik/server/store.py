"""Storage: tables, seats, matches and their moves, in SQLite or PostgreSQL.

A match is the row of its moves. A move is inserted with its number, which must be the next one;
whoever comes second with the same number is refused. Moves that wait at the same time share one
transaction.
"""

import asyncio
import contextlib
import logging
import secrets
import sqlite3
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from dataclasses import dataclass, field, fields
from typing import Any, Final, NamedTuple

import asyncpg  # type: ignore[import-untyped]
import msgspec
from sqlalchemy import delete, event, func, insert, select, text, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.engine import Row, make_url
from sqlalchemy.exc import ArgumentError, IntegrityError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine

from wagonik.engine.boardfile import BoardFile
from wagonik.engine.errors import WagonikError
from wagonik.server import schema
from wagonik.server.boards import stored
from wagonik.server.live import MatchSetup, Move
from wagonik.server.migrate import upgrade_engine
from wagonik.server.notices import (
    CHANNEL,
    LineSaid,
    Notice,
    TableGone,
    TableTouched,
    encoded,
    sender,
)
from wagonik.server.outbox import outbox
from wagonik.server.protocol.answers import ChatLine
from wagonik.server.protocol.web import TableOptions
from wagonik.server.writing import (
    BUSY_SECONDS,
    MoveWriter,
    NewMove,
    PostgresWriter,
    SqliteWriter,
    settle,
)

log = logging.getLogger(__name__)
_DRIVERS: Final = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
_TRY_SECONDS: Final = 10.0  # between tries to write, for the server's health
_MOST_AT_ONCE: Final = 200  # moves in one transaction
# Seconds from one transaction to the next, the least and the most. One costs as much as ten of its
# moves, so moves that come at nearly the same time share it; a move that comes alone need not wait.
_QUICK: Final = 0.01
_SLOW: Final = 0.025
_MANY: Final = 1000  # moves a second up to which it stays quick
_TOLD_TOGETHER: Final = 16  # moves of which clients are told in one go
_NOTIFY: Final = text(
    "SELECT pg_notify(:channel, :sender || CAST(n AS text))"
    " FROM json_array_elements(CAST(:notices AS json)) AS n"
)


Boards = Callable[[str | None], Awaitable[BoardFile | None]]
# What is told when a move was written, or was not.
Written = Callable[[bool | BaseException], None]


def pace(moves: int, seconds: float) -> float:
    """Seconds to the next transaction when so many moves came in the last ones. Where very many
    come, more of them share one: each waits a little, rather than all of them for a processor that
    has too much to do."""
    return min(max(_QUICK, moves / max(seconds, _QUICK) / _MANY * _QUICK), _SLOW)


async def _read_here(text: str | None) -> BoardFile | None:
    return None if text is None else stored(text)


@dataclass
class SeatRow:
    """A seat as it is stored."""

    seat: int
    name: str | None = None
    token_hash: bytes | None = None
    invite_hash: bytes | None = None
    open: bool = False
    level: str | None = None
    asked_hash: bytes | None = None
    asked_name: str | None = None
    agreed: str | None = None
    colour: int | None = None


_SEAT_FIELDS: Final = tuple(field.name for field in fields(SeatRow))


# What is noted beside the rules of a match: "hint" or "shown", the seat, and how many decisions had
# been made.
Note = tuple[str, int, int]


class Takeover(NamedTuple):
    """A seat changed hands in a running match, or somebody left it."""

    seat: int
    name: str | None
    decisions: int
    left_hash: bytes | None


@dataclass
class TableRow:
    """A table as it is stored."""

    id: str
    created_at: float
    creator: bytes
    host_hash: bytes
    join_hash: bytes
    watch_hash: bytes
    host_seat: int | None
    options: TableOptions
    board: str | None
    status: str = "lobby"
    match: int = 0
    due: float | None = None
    seats: list[SeatRow] = field(default_factory=list)


class DatabaseError(WagonikError):
    """The database can't be used as it was given."""


def async_url(url: str) -> str:
    """People write sqlite:///file and postgresql://…; the drivers are ours."""
    try:
        found = make_url(
            "postgresql" + url[len("postgres") :] if url.startswith("postgres:") else url
        )
    except ArgumentError as error:
        raise DatabaseError(
            "This is not a database: write sqlite:///wagonik.db, or "
            "postgresql://user:password@host/name."
        ) from error
    base = found.get_backend_name()
    if base not in _DRIVERS:
        raise DatabaseError(f"The database must be SQLite or PostgreSQL, not {base!r}.")
    if base == "sqlite" and found.database in (None, "", ":memory:"):
        raise DatabaseError("SQLite needs a file: sqlite:///wagonik.db, for example.")
    return found.set(drivername=_DRIVERS[base]).render_as_string(hide_password=False)


async def prepare(url: str) -> None:
    """Bring a database up to date; if it can't be used, say so in words."""
    found = async_url(url)
    if found.startswith("sqlite"):
        try:
            sqlite3.connect(make_url(found).database or "").close()
        except sqlite3.Error as error:
            raise DatabaseError(f"The database can't be used: {error}.") from error
    engine = _engine(found)
    try:
        await upgrade_engine(engine)
    except (OSError, SQLAlchemyError, asyncpg.PostgresError) as error:
        reason = str(getattr(error, "orig", None) or error).partition("\n")[0]
        raise DatabaseError(f"The database can't be used: {reason}.") from error
    finally:
        await engine.dispose()


def plain_url(url: str) -> str:
    """The URL for asyncpg itself."""
    return make_url(url).set(drivername="postgresql").render_as_string(hide_password=False)


def engine_of(url: str) -> AsyncEngine:
    """An engine for a database as people write it."""
    return _engine(async_url(url))


def _engine(url: str) -> AsyncEngine:
    if not url.startswith("sqlite"):
        # Errors are logged without what was to be written: names, chat, hashes.
        return create_async_engine(
            url, pool_size=8, max_overflow=8, pool_pre_ping=True, hide_parameters=True
        )
    engine = create_async_engine(url, connect_args={"timeout": BUSY_SECONDS}, hide_parameters=True)

    @event.listens_for(engine.sync_engine, "connect")
    def connected(connection: Any, _: Any) -> None:
        cursor = connection.cursor()
        settle(cursor)
        cursor.close()

    return engine


class TableStore:
    """All access to the database."""

    def __init__(self, url: str, worker: str = "", board: Boards | None = None) -> None:
        self.worker: Final = worker
        self.board: Final = board or _read_here
        self.url: Final = async_url(url)
        self.postgres: Final = self.url.startswith("postgresql")
        self.engine: Final = _engine(self.url)
        self.salt = b""
        self._written_at = float("-inf")  # when something was last written for a try
        # SQLite has one writer at a time: waiting here is cheaper than its busy loop.
        self._writing: Final = asyncio.Lock()
        self._moves: Final[MoveWriter] = (
            PostgresWriter(plain_url(self.url), worker)
            if self.postgres
            else SqliteWriter(make_url(self.url).database or "")
        )
        self._queue: Final[asyncio.Queue[tuple[NewMove, Written]]] = asyncio.Queue()
        self._writer: asyncio.Task[None] | None = None

    async def open(self) -> None:
        await upgrade_engine(self.engine)
        async with self.writing() as db:
            await db.execute(
                self._insert(schema.installation)
                .values(id=1, salt=secrets.token_bytes(16))
                .on_conflict_do_nothing()
            )
        async with self.engine.connect() as db:
            found = await db.execute(select(schema.installation.c.salt))
            self.salt = bytes(found.scalar_one())
        self._writer = asyncio.create_task(self._write_moves())

    async def close(self) -> None:
        if self._writer is not None:
            self._writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._writer
            while not self._queue.empty():
                self._tell(self._queue.get_nowait()[1], asyncio.CancelledError())
        await self.dispose()

    async def dispose(self) -> None:
        await self._moves.close()
        await self.engine.dispose()

    async def check(self) -> None:
        """Whether the database answers, and takes what is written: that is tried, but not at every
        question."""
        now = time.monotonic()
        if now < self._written_at + _TRY_SECONDS:
            async with self.engine.connect() as db:
                await db.execute(text("SELECT 1"))
            return
        number = 2 + secrets.randbelow(2**30)  # a row that nobody else writes, and nobody sees
        async with self.writing() as db:
            await db.execute(insert(schema.installation).values(id=number, salt=b""))
            await db.execute(delete(schema.installation).where(schema.installation.c.id == number))
        self._written_at = now

    def _insert(self, table: Any) -> Any:
        return (postgresql if self.postgres else sqlite).insert(table)

    @contextlib.asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        if self.postgres:
            async with self.engine.begin() as db:
                yield db
        else:
            async with self._writing, self.engine.begin() as db:
                yield db

    async def tell(self, db: AsyncConnection, notices: Sequence[Notice]) -> None:
        """Tell the other workers, when the transaction is committed."""
        if self.postgres and notices:
            await db.execute(
                _NOTIFY,
                {
                    "channel": CHANNEL,
                    "sender": sender(self.worker),
                    "notices": encoded(notices),
                },
            )

    async def announce(self, *notices: Notice) -> None:
        """Tell the other workers something that is not stored."""
        if self.postgres and notices:
            async with self.engine.begin() as db:
                await self.tell(db, notices)

    # Moves

    def write(self, move: NewMove, done: Written) -> None:
        """Have a move written; `done` is told whether it was. It is not if there is one with its
        number already, or none before it."""
        self._queue.put_nowait((move, done))

    async def append(self, move: NewMove) -> bool:
        """Write a move, and wait for it."""
        found: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

        def done(written: bool | BaseException) -> None:
            if found.done():
                return
            if isinstance(written, BaseException):
                found.set_exception(written)
            else:
                found.set_result(written)

        self.write(move, done)
        return await found

    async def _write_moves(self) -> None:
        loop = asyncio.get_running_loop()
        began = ready = loop.time()
        while True:
            batch = [await self._queue.get()]
            try:
                if ready > loop.time():
                    await asyncio.sleep(ready - loop.time())
                while not self._queue.empty() and len(batch) < _MOST_AT_ONCE:
                    batch.append(self._queue.get_nowait())
                last, began = began, loop.time()
                ready = began + pace(len(batch), began - last)
                # In one order, so that two workers never wait for each other.
                batch.sort(key=lambda item: item[0].match)
                if not await self._try_to_write(batch):
                    while batch:  # one of them is bad: it must not take the others along
                        await self._try_to_write(batch[:1])
                        del batch[0]
            except asyncio.CancelledError as error:
                for _, done in batch:
                    self._tell(done, error)
                raise

    async def _try_to_write(self, batch: list[tuple[NewMove, Written]]) -> bool:
        try:
            written = await self._write_batch([item[0] for item in batch])
        except Exception as error:
            self._written_at = float("-inf")
            if len(batch) == 1:
                self._tell(batch[0][1], error)
            return len(batch) == 1
        # In the next round of the loop: meanwhile the moves that came since are being written.
        asyncio.get_running_loop().call_soon(self._tell_all, batch, written)
        return True

    def _tell_all(self, batch: list[tuple[NewMove, Written]], written: list[bool]) -> None:
        """Some at a time, so that nobody waits for all the others."""
        for at in range(0, len(batch), _TOLD_TOGETHER):
            end = at + _TOLD_TOGETHER
            outbox.open()
            try:
                for (_, done), found in zip(batch[at:end], written[at:end], strict=True):
                    self._tell(done, found)
            finally:
                outbox.send()

    @staticmethod
    def _tell(done: Written, written: bool | BaseException) -> None:
        try:
            done(written)
        except Exception:  # others wait for their moves
            log.exception("what follows a stored move went wrong")

    async def _write_batch(self, batch: list[NewMove]) -> list[bool]:
        if self.postgres:
            return await self._moves.write(batch)
        async with self._writing:
            return await self._moves.write(batch)

    async def moves(self, match: str, after: int = 0) -> list[Move]:
        c = schema.moves.c
        async with self.engine.connect() as db:
            rows = await db.execute(
                select(c.number, c.seat, c.actions, c.made_at)
                .where(c.match_id == match, c.number > after)
                .order_by(c.number)
            )
            return [
                Move(row.number, row.seat, tuple(map(int, row.actions.split())), row.made_at)
                for row in rows
            ]

    # Tables

    async def create_table(self, row: TableRow) -> None:
        async with self.writing() as db:
            await db.execute(
                insert(schema.tables).values(
                    id=row.id,
                    created_at=row.created_at,
                    touched_at=row.created_at,
                    creator=row.creator,
                    host_hash=row.host_hash,
                    join_hash=row.join_hash,
                    watch_hash=row.watch_hash,
                    host_seat=row.host_seat,
                    options=msgspec.json.encode(row.options).decode(),
                    board=row.board,
                    status=row.status,
                    match=row.match,
                    due=row.due,
                )
            )
            await db.execute(insert(schema.seats), [self._seat(row.id, s) for s in row.seats])

    @staticmethod
    def _seat(table: str, seat: SeatRow) -> dict[str, Any]:
        return {"table_id": table, **vars(seat)}

    async def table(self, table: str) -> TableRow | None:
        async with self.engine.connect() as db:
            found = await db.execute(select(schema.tables).where(schema.tables.c.id == table))
            row = found.one_or_none()
            if row is None:
                return None
            seats = await db.execute(
                select(schema.seats)
                .where(schema.seats.c.table_id == table)
                .order_by(schema.seats.c.seat)
            )
            return TableRow(
                id=row.id,
                created_at=row.created_at,
                creator=row.creator,
                host_hash=row.host_hash,
                join_hash=row.join_hash,
                watch_hash=row.watch_hash,
                host_seat=row.host_seat,
                options=msgspec.json.decode(row.options, type=TableOptions),
                board=row.board,
                status=row.status,
                match=row.match,
                due=row.due,
                seats=[SeatRow(**{name: s._mapping[name] for name in _SEAT_FIELDS}) for s in seats],
            )

    async def open_tables(self, creator: bytes) -> int:
        c = schema.tables.c
        async with self.engine.connect() as db:
            found = await db.execute(
                select(func.count()).where(c.creator == creator, c.status != "over")
            )
            return int(found.scalar_one())

    async def change_seat(
        self, table: str, seat: int, now: float, *, only_if: Any = None, **values: Any
    ) -> bool:
        """Change a seat, if a condition on its row still holds."""
        c = schema.seats.c
        statement = update(schema.seats).where(c.table_id == table, c.seat == seat)
        if only_if is not None:
            statement = statement.where(only_if)
        async with self.writing() as db:
            changed = await db.execute(statement.values(**values))
            if changed.rowcount != 1:
                return False
            await self._touch(db, table, now)
        return True

    async def paint_seat(self, table: str, seat: int, colour: int, now: float) -> bool:
        """Give a seat a colour, also from a seat where nobody sits; False if a person has it."""
        c = schema.seats.c
        try:
            async with self.writing() as db:
                await db.execute(
                    update(schema.seats)
                    .where(c.table_id == table, c.colour == colour, c.token_hash.is_(None))
                    .values(colour=None)
                )
                await db.execute(
                    update(schema.seats)
                    .where(c.table_id == table, c.seat == seat)
                    .values(colour=colour)
                )
                await self._touch(db, table, now)
        except IntegrityError:
            return False
        return True

    async def _touch(self, db: AsyncConnection, table: str, now: float, **values: Any) -> None:
        await db.execute(
            update(schema.tables)
            .where(schema.tables.c.id == table)
            .values(touched_at=now, **values)
        )
        await self.tell(db, [TableTouched(table)])

    async def change_table(self, table: str, now: float, **values: Any) -> None:
        async with self.writing() as db:
            await self._touch(db, table, now, **values)

    async def configure(self, row: TableRow, now: float) -> None:
        """New options, and seats that fit them."""
        async with self.writing() as db:
            await db.execute(delete(schema.seats).where(schema.seats.c.table_id == row.id))
            await db.execute(insert(schema.seats), [self._seat(row.id, s) for s in row.seats])
            options = msgspec.json.encode(row.options).decode()
            await self._touch(db, row.id, now, options=options, host_seat=row.host_seat)

    async def delete_table(self, table: str) -> bool:
        async with self.writing() as db:
            gone = await db.execute(delete(schema.tables).where(schema.tables.c.id == table))
            await self.tell(db, [TableGone(table)])
        return gone.rowcount == 1

    async def expired(self, before: float) -> list[str]:
        c = schema.tables.c
        moves, matches = schema.moves.c, schema.matches.c
        played = (
            select(moves.number)
            .join(schema.matches, matches.id == moves.match_id)
            .where(matches.table_id == c.id, moves.made_at >= before)
        )
        async with self.engine.connect() as db:
            return list(
                await db.scalars(
                    select(c.id).where(c.touched_at < before, ~played.exists()).limit(100)
                )
            )

    async def due(self, before: float) -> list[tuple[str, float]]:
        """Running tables where a bot or a clock should have done something."""
        c = schema.tables.c
        async with self.engine.connect() as db:
            rows = await db.execute(
                select(c.id, c.due).where(c.due < before, c.status == "running").limit(500)
            )
            return [(row.id, row.due) for row in rows]

    # Matches

    async def start_match(
        self, table: str, setup: MatchSetup, due: float | None, moves: Sequence[Move] = ()
    ) -> bool:
        """Begin a match, perhaps with moves of another one; False if somebody else has just begun
        it."""
        board = setup.board.content if setup.board else None
        try:
            async with self.writing() as db:
                await db.execute(
                    insert(schema.matches).values(
                        id=setup.id,
                        table_id=table,
                        number=setup.number,
                        game=setup.game,
                        rules=setup.version,
                        players=setup.players,
                        seed=str(setup.seed),
                        options=" ".join(setup.options),
                        board=board,
                        started_at=setup.started_at,
                        over=False,
                        what_if=setup.what_if,
                    )
                )
                for move in moves:
                    await db.execute(
                        insert(schema.moves).values(
                            match_id=setup.id,
                            number=move.number,
                            seat=move.seat,
                            actions=" ".join(map(str, move.actions)),
                            made_at=move.made_at,
                        )
                    )
                await self._touch(
                    db,
                    table,
                    setup.started_at,
                    status="running",
                    match=setup.number,
                    due=due,
                )
        except IntegrityError:
            return False
        return True

    async def match(self, table: str, number: int) -> tuple[MatchSetup, bool] | None:
        """What a match was started from, and whether it is over."""
        c = schema.matches.c
        async with self.engine.connect() as db:
            found = await db.execute(
                select(schema.matches).where(c.table_id == table, c.number == number)
            )
            row: Row[Any] | None = found.one_or_none()
        if row is None:
            return None
        setup = MatchSetup(
            id=row.id,
            number=row.number,
            game=row.game,
            players=row.players,
            seed=int(row.seed),
            options=tuple(row.options.split()),
            board=await self.board(row.board),
            started_at=row.started_at,
            version=row.rules,
            what_if=row.what_if,
        )
        return setup, row.over

    async def take_over(self, match: str, takeover: Takeover) -> None:
        """Note that a seat changed hands."""
        c = schema.takeovers.c
        async with self.writing() as db:
            last = await db.scalar(select(func.max(c.number)).where(c.match_id == match))
            await db.execute(
                insert(schema.takeovers).values(
                    match_id=match, number=(last or 0) + 1, **takeover._asdict()
                )
            )

    async def takeovers(self, match: str) -> list[Takeover]:
        c = schema.takeovers.c
        async with self.engine.connect() as db:
            rows = await db.execute(
                select(c.seat, c.name, c.decisions, c.left_hash)
                .where(c.match_id == match)
                .order_by(c.number)
            )
            return [Takeover(*row) for row in rows]

    # Chat

    async def say(self, table: str, line: ChatLine, keep: int) -> bool:
        """Write a line; False if its number is taken already."""
        c = schema.chat.c
        async with self.writing() as db:
            found = await db.execute(
                self._insert(schema.chat)
                .values(
                    table_id=table,
                    number=line.number,
                    at=line.at,
                    seat=line.seat,
                    name=line.name,
                    text=line.text,
                )
                .on_conflict_do_nothing()
                .returning(c.number)
            )
            if found.scalar_one_or_none() is None:
                return False
            await db.execute(
                delete(schema.chat).where(c.table_id == table, c.number <= line.number - keep)
            )
            await self.tell(db, [LineSaid(table)])
        return True

    async def chat(self, table: str, after: int = 0) -> list[ChatLine]:
        c = schema.chat.c
        async with self.engine.connect() as db:
            rows = await db.execute(
                select(c.number, c.at, c.seat, c.name, c.text)
                .where(c.table_id == table, c.number > after)
                .order_by(c.number)
            )
            return [
                ChatLine(number=r.number, at=r.at, seat=r.seat, name=r.name, text=r.text)
                for r in rows
            ]
