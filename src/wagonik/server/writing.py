"""Writing moves: many at once in one transaction, by the shortest way that a database has.

SQLite: a thread with a connection of its own, so that a batch is one step away. PostgreSQL: one
statement, so that a batch is one question and one answer.
"""

import asyncio
import contextlib
import json
import sqlite3
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Final, Protocol

import asyncpg  # type: ignore[import-untyped]
from msgspec import Struct

from wagonik.server.live import Move
from wagonik.server.notices import CHANNEL, sender

BUSY_SECONDS: Final = 30  # that SQLite waits for another writer


class NewMove(Struct, frozen=True):
    """A move to be written, with what else changes along with it."""

    table: str
    match: str
    move: Move
    due: float | None
    due_changed: bool
    over: bool

    @property
    def actions(self) -> str:
        return " ".join(map(str, self.move.actions))


class MoveWriter(Protocol):
    """Writes moves. A number that is taken already, or is not the next one, makes a move false, and
    nothing else."""

    async def write(self, batch: list[NewMove]) -> list[bool]: ...

    async def close(self) -> None: ...


def settle(cursor: Any) -> None:
    """What every connection to SQLite is told."""
    # FULL: an acknowledged move also survives a power cut. Moves share their flushes. The journal
    # is put away every 32 MB: all wait for that, so it should be rare.
    for pragma in (
        "journal_mode=WAL",
        "synchronous=FULL",
        "foreign_keys=ON",
        "wal_autocheckpoint=8000",
    ):
        cursor.execute(f"PRAGMA {pragma}")


_WRITE_ALL: Final = "INSERT INTO moves (match_id, number, seat, actions, made_at) VALUES "


class SqliteWriter:
    """Writes moves into SQLite."""

    def __init__(self, file: str) -> None:
        self.file: Final = file
        self._thread: Final = ThreadPoolExecutor(1, "moves")
        self._db: sqlite3.Connection | None = None

    async def _in_thread(self, work: Callable[..., Any], *arguments: object) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, *arguments)

    async def write(self, batch: list[NewMove]) -> list[bool]:
        found: list[bool] = await self._in_thread(self._write, batch)
        return found

    def _write(self, batch: list[NewMove]) -> list[bool]:
        if self._db is None:
            self._db = sqlite3.connect(
                self.file, timeout=BUSY_SECONDS, isolation_level=None, cached_statements=256
            )
            settle(self._db.cursor())
        db = self._db
        if self._write_all(db, batch):
            return [True] * len(batch)
        db.execute("BEGIN IMMEDIATE")
        try:
            written = [self._write_one(db, new) for new in batch]
            db.execute("COMMIT")
        except BaseException:
            if db.in_transaction:  # a full disk has ended it already
                db.execute("ROLLBACK")
            raise
        return written

    @staticmethod
    def _write_all(db: sqlite3.Connection, batch: list[NewMove]) -> bool:
        """All of a batch by one statement, which is a transaction by itself: the thread has to wait
        for its turn in Python after each. False, and nothing is written, if the database refuses
        one of them, as its number is not the next one: each is looked at by itself then."""
        values: list[object] = []
        for new in batch:
            if new.over or new.due_changed:
                return False
            move = new.move
            values += (new.match, move.number, move.seat, new.actions, move.made_at)
        try:
            db.execute(_WRITE_ALL + ", ".join(["(?, ?, ?, ?, ?)"] * len(batch)), values)
        except sqlite3.IntegrityError:
            return False
        return True

    @staticmethod
    def _write_one(db: sqlite3.Connection, new: NewMove) -> bool:
        move = new.move
        done = db.execute(
            "INSERT INTO moves (match_id, number, seat, actions, made_at) SELECT ?1, ?2, ?3, ?4, ?5"
            " WHERE ?2 = 1 OR EXISTS (SELECT 1 FROM moves WHERE match_id = ?1 AND number = ?2 - 1)"
            " ON CONFLICT DO NOTHING",
            (new.match, move.number, move.seat, new.actions, move.made_at),
        )
        if done.rowcount != 1:
            return False
        if new.over:
            db.execute("UPDATE matches SET over = true WHERE id = ?", (new.match,))
            db.execute("UPDATE tables SET status = 'over' WHERE id = ?", (new.table,))
        if new.due_changed or new.over:
            db.execute(
                "UPDATE tables SET due = ?, touched_at = ? WHERE id = ?",
                (new.due, move.made_at, new.table),
            )
        return True

    async def close(self) -> None:
        await self._in_thread(self._close)
        self._thread.shutdown()

    def _close(self) -> None:
        if self._db is not None:
            self._db.close()


# What was written is told to the other workers in the same transaction, with the moves themselves,
# so that nobody has to ask for them; a notice has 8,000 bytes, which is enough for forty. The move
# before is asked for as a value: with EXISTS, PostgreSQL reads all moves for every batch as long as
# it takes the table for small, which is up to a minute after it was.
_WRITE: Final = """
WITH made AS (
  SELECT * FROM unnest($3::text[], $4::text[], $5::int[], $6::int[], $7::text[], $8::float8[],
                       $9::float8[], $10::bool[], $11::bool[])
    AS m (table_id, match_id, number, seat, actions, made_at, due, due_changed, over)
), new AS (
  INSERT INTO moves (match_id, number, seat, actions, made_at)
  SELECT match_id, number, seat, actions, made_at FROM made
  WHERE number = 1 OR number - 1 = (SELECT one.number FROM moves AS one
                                    WHERE one.match_id = made.match_id
                                      AND one.number = made.number - 1)
  ON CONFLICT DO NOTHING RETURNING match_id, number
), done AS (
  SELECT made.* FROM made JOIN new USING (match_id, number)
), changed AS (
  UPDATE tables SET due = done.due, touched_at = done.made_at,
    status = CASE WHEN done.over THEN 'over' ELSE tables.status END
  FROM done WHERE tables.id = done.table_id AND (done.due_changed OR done.over)
), ended AS (
  UPDATE matches SET over = true FROM done WHERE matches.id = done.match_id AND done.over
)
SELECT (SELECT json_agg(json_build_array(match_id, number)) FROM new) AS written,
       (SELECT count(pg_notify($1, $2 || notice)) FROM (
          SELECT json_build_object(
                   'k', 'moves', 't', json_agg(table_id),
                   'm', json_agg(json_build_array(match_id, number, seat, made_at,
                          CASE WHEN length(actions) < 60 THEN actions END))
                 ) AS notice
          FROM (SELECT *, (row_number() OVER () - 1) / 40 AS part FROM done) AS parts GROUP BY part
        ) AS notices) AS told
"""


class PostgresWriter:
    """Writes moves into PostgreSQL."""

    def __init__(self, url: str, worker: str) -> None:
        self.url: Final = url
        self.sender: Final = sender(worker)
        self._db: Any = None

    async def write(self, batch: list[NewMove]) -> list[bool]:
        moves = [new.move for new in batch]
        try:
            if self._db is None or self._db.is_closed():
                self._db = await asyncpg.connect(self.url)
            found = await self._db.fetchval(
                _WRITE,
                CHANNEL,
                self.sender,
                [new.table for new in batch],
                [new.match for new in batch],
                [move.number for move in moves],
                [move.seat for move in moves],
                [new.actions for new in batch],
                [move.made_at for move in moves],
                [new.due for new in batch],
                [new.due_changed for new in batch],
                [new.over for new in batch],
            )
        except asyncio.CancelledError:
            await self.close()  # it may be in the middle of an answer
            raise
        return _first_of_each(batch, found)

    async def close(self) -> None:
        db, self._db = self._db, None
        if db is not None:
            with contextlib.suppress(Exception):
                await db.close(timeout=2)
            db.terminate()


def _first_of_each(batch: list[NewMove], found: str | None) -> list[bool]:
    """Of two with the same number in one batch, the first one is the one that was written."""
    fresh = {(match, number) for match, number in json.loads(found)} if found else set()
    written: list[bool] = []
    for new in batch:
        key = (new.match, new.move.number)
        written.append(key in fresh)
        fresh.discard(key)
    return written
