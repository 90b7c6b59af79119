"""The database: migrations, atomic moves, moving from SQLite to PostgreSQL."""

import asyncio
import contextlib
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncIterator
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]
import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import Connection, text
from sqlalchemy.exc import SQLAlchemyError

from tests.server.conftest import NewDatabase
from tests.server.table import PATIENCE, Postgres, Server, joined
from wagonik.server import migrate, schema, writing
from wagonik.server.keys import hashed, new_id
from wagonik.server.live import MatchSetup, Move
from wagonik.server.protocol.answers import ChatLine
from wagonik.server.protocol.web import TableOptions
from wagonik.server.store import (
    DatabaseError,
    SeatRow,
    TableRow,
    TableStore,
    async_url,
    pace,
    plain_url,
)
from wagonik.server.transfer import TargetNotEmpty, main, transfer
from wagonik.server.upgrading import outdated
from wagonik.server.writing import NewMove


@contextlib.asynccontextmanager
async def opened(database: str, worker: str = "") -> AsyncIterator[TableStore]:
    """A store whose database is up to date."""
    store = TableStore(database, worker)
    await store.open()
    try:
        yield store
    finally:
        await store.close()


async def filled(store: TableStore) -> tuple[str, MatchSetup]:
    """A table with a running match."""
    table = TableRow(
        id=new_id(),
        created_at=time.time(),
        creator=b"c",
        host_hash=hashed("h"),
        join_hash=hashed("j"),
        watch_hash=hashed("w"),
        host_seat=0,
        options=TableOptions(game="paris", players=2),
        board=None,
        seats=[SeatRow(0, "Ala", hashed("a")), SeatRow(1, level="random")],
    )
    await store.create_table(table)
    setup = MatchSetup(new_id(), 1, "paris", 2, 2**190 + 7, (), None, time.time(), 1)
    assert await store.start_match(table.id, setup, None)
    return table.id, setup


def new(table: str, setup: MatchSetup, number: int, action: int, over: bool = False) -> NewMove:
    row = Move(number, 0, (action,), 5.0)
    return NewMove(table, setup.id, row, due=9.0, due_changed=True, over=over)


async def test_migrations_lead_to_the_schema(new_database: NewDatabase) -> None:
    store = TableStore(new_database())

    def differences(connection: Connection) -> list[object]:
        migrate.upgrade(connection)
        migrate.upgrade(connection)  # a second time changes nothing
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        found = list(compare_metadata(context, schema.metadata))
        command.downgrade(migrate.config(connection), "base")
        migrate.upgrade(connection)
        return found

    async with store.engine.begin() as connection:
        assert await connection.run_sync(differences) == []
    await store.dispose()


async def test_hidden_shares_and_open_stacks_become_memory(new_database: NewDatabase) -> None:
    """A database of before: its tables and running matches go on with the option that took their
    place."""
    async with opened(new_database()) as store:
        table, setup = await filled(store)

        def older(connection: Connection) -> None:
            command.downgrade(migrate.config(connection), "0002")
            connection.execute(text("UPDATE matches SET share_holders = :no"), {"no": False})
            options = '{"game":"paris","players":2,"options":["open_stacks"],"shares":"hidden"}'
            connection.execute(text("UPDATE tables SET options = :it"), {"it": options})
            migrate.upgrade(connection)

        async with store.engine.begin() as connection:
            await connection.run_sync(older)
        row = await store.table(table)
        assert row is not None
        assert row.options.options == ["memory=book"]
        found = await store.match(table, setup.number)
        assert found is not None
        assert found[0].options == ("memory=book",)
        assert found[0].match().rules.by_the_book


async def test_a_number_is_written_once(new_database: NewDatabase) -> None:
    database = new_database()
    async with opened(database, "one") as one, opened(database, "two") as two:
        table, setup = await filled(one)
        for number in range(1, 30):
            written = await asyncio.gather(
                *((one, two)[i % 2].append(new(table, setup, number, action=i)) for i in range(6))
            )
            assert sum(written) == 1
            rows = await one.moves(setup.id)
            assert [row.number for row in rows] == list(range(1, number + 1))
            assert written[rows[-1].actions[0]]
        assert [row.number for row in await two.moves(setup.id, after=27)] == [28, 29]
        assert await one.due(10.0) == [(table, 9.0)]
        assert await one.append(new(table, setup, 30, 1, over=True))
        row = await two.table(table)
        assert row is not None
        assert row.status == "over"
        found = await two.match(table, 1)
        assert found is not None
        assert found == (setup, True)
        assert not await two.start_match(table, setup, None)


async def test_one_bad_move_does_not_spoil_the_others(new_database: NewDatabase) -> None:
    """A move of a match that is gone fails by itself; later ones are written."""
    async with opened(new_database()) as store:
        table, setup = await filled(store)
        gone = MatchSetup("gone", 1, "paris", 2, 1, (), None, 0.0, 1)
        with pytest.raises(Exception, match=r"(?i)foreign key"):
            await store.append(new(table, gone, 1, 0))
        assert await store.append(new(table, setup, 1, 0))


async def test_a_batch_in_which_some_do_not_fit(new_database: NewDatabase) -> None:
    """Moves that share a transaction are each written, or not, by themselves."""
    async with opened(new_database()) as store:
        table, setup = await filled(store)
        at = 1_700_000_000.1234567

        def plain(number: int, action: int) -> NewMove:
            move = Move(number, 1, (action, 2), at + number)
            return NewMove(table, setup.id, move, due=None, due_changed=False, over=False)

        write = store._moves.write
        assert await write([plain(2, 9)]) == [False]  # there is no first one
        assert await write([plain(1, 1), plain(1, 9), plain(3, 9)]) == [True, False, False]
        assert await write([plain(2, 2)]) == [True]
        assert await write([plain(2, 9)]) == [False]
        assert await write([plain(3, 3)]) == [True]
        rows = [Move(number, 1, (number, 2), at + number) for number in (1, 2, 3)]
        assert await store.moves(setup.id) == rows


async def test_moves_that_come_together_share_a_transaction(
    new_database: NewDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that comes alone is written at once, those that follow soon after it together."""
    monkeypatch.setattr("wagonik.server.store.pace", lambda moves, seconds: 0.0)
    async with opened(new_database()) as store:
        write, sizes = store._write_batch, []

        async def counted(batch: list[NewMove]) -> list[bool]:
            sizes.append(len(batch))
            return await write(batch)

        tables = [await filled(store) for _ in range(10)]

        async def first(table: str, setup: MatchSetup) -> None:
            move = Move(1, 1, (1,), 1.0)
            new = NewMove(table, setup.id, move, due=None, due_changed=False, over=False)
            assert await store.append(new)

        await first(*tables[0])
        monkeypatch.setattr("wagonik.server.store.pace", lambda moves, seconds: 3600.0)
        monkeypatch.setattr(store, "_write_batch", counted)
        await first(*tables[1])
        # The pause until the next transaction is over when all others have come.
        pause, over = asyncio.sleep, asyncio.Event()

        async def held(seconds: float) -> None:
            await over.wait()

        monkeypatch.setattr(asyncio, "sleep", held)
        waiting = [asyncio.create_task(first(*table)) for table in tables[2:]]
        while store._queue.qsize() < len(waiting) - 1:  # one is held already
            await pause(0)
        over.set()
        await asyncio.gather(*waiting)
        assert sizes == [1, 8]
        for _, setup in tables:
            assert len(await store.moves(setup.id)) == 1


def test_the_more_moves_come_the_more_share_a_transaction() -> None:
    assert pace(1, 0.0) == pace(1, 3600.0) == pace(9, 0.01) == pace(20, 0.02) == 0.01
    assert pace(13, 0.01) == pytest.approx(0.013)
    assert pace(40, 0.02) == pytest.approx(0.02)
    assert pace(200, 0.0) == pace(100, 0.01) == 0.025  # nobody waits longer than that


async def test_the_pace_follows_what_comes(
    new_database: NewDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is reckoned from the moves of a transaction, and the time since the one before."""
    asked: list[tuple[int, float]] = []

    def noted(moves: int, seconds: float) -> float:
        asked.append((moves, seconds))
        return 0.2

    monkeypatch.setattr("wagonik.server.store.pace", noted)
    async with opened(new_database()) as store:
        tables = [await filled(store) for _ in range(4)]
        moves = [new(*table, 1, 1) for table in tables]
        assert await store.append(moves[0])
        assert all(await asyncio.gather(*(store.append(move) for move in moves[1:])))
        assert [count for count, _ in asked] == [1, 3]
        assert asked[1][1] >= 0.19  # the clock of the loop has steps


async def test_moves_are_written_while_others_are_told(
    new_database: NewDatabase, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To tell of a move takes longer than to store it: nobody's move waits for that."""
    monkeypatch.setattr("wagonik.server.store.pace", lambda moves, seconds: 0.0)
    async with opened(new_database()) as store:
        tables = [await filled(store) for _ in range(2)]
        write, happened = store._write_batch, []
        over = asyncio.Event()

        def new(number: int) -> NewMove:
            table, setup = tables[number]
            move = Move(1, 1, (1,), 1.0)
            return NewMove(table, setup.id, move, due=None, due_changed=False, over=False)

        async def noted(batch: list[NewMove]) -> list[bool]:
            number = [setup.id for _, setup in tables].index(batch[0].match)
            happened.append(f"write {number}")
            if number == 0:
                store.write(new(1), lambda written: over.set())
            return await write(batch)

        monkeypatch.setattr(store, "_write_batch", noted)
        store.write(new(0), lambda written: happened.append(f"told 0: {written}"))
        await over.wait()
        assert happened == ["write 0", "write 1", "told 0: True"]


async def test_errors_of_the_database_tell_no_values(new_database: NewDatabase) -> None:
    """They are logged, and what was to be written is nobody's business."""
    store = TableStore(new_database())
    with pytest.raises(SQLAlchemyError) as raised:
        async with store.writing() as db:
            await db.execute(text("INSERT INTO nowhere (name) VALUES (:name)"), {"name": "Ala"})
    assert "nowhere" in str(raised.value)
    assert "Ala" not in str(raised.value)
    await store.dispose()


async def test_chat_keeps_the_last_lines(new_database: NewDatabase) -> None:
    async with opened(new_database()) as store:
        table, _ = await filled(store)
        for number in range(1, 9):
            line = ChatLine(number=number, at=1.0, seat=0, name="Ala", text="x")
            assert await store.say(table, line, keep=3)
            assert not await store.say(table, line, keep=3)
        assert [line.number for line in await store.chat(table)] == [6, 7, 8]
        assert await store.delete_table(table)
        assert not await store.delete_table(table)
        assert await store.chat(table) == []


def test_tables_that_nobody_touched_expire(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/old.db"
    with Server(database) as server:
        old, kept = (server.create("paris", ["mine", "mine"]) for _ in range(2))

    async def age() -> None:
        store = TableStore(database)
        async with store.engine.begin() as connection:
            await connection.execute(
                text("UPDATE tables SET touched_at = touched_at - 86400 * 200 WHERE id = :id"),
                {"id": old.table},
            )
        await store.dispose()

    asyncio.run(age())
    with Server(database) as server:
        until = time.monotonic() + PATIENCE
        while server.get(old.path(), old.host).status_code == 200 and time.monotonic() < until:
            time.sleep(0.1)
        assert server.get(old.path(), old.host).status_code == 404
        assert server.get(kept.path(), kept.host).status_code == 200


def test_a_match_of_other_rules_ends_but_the_table_goes_on(tmp_path: Path) -> None:
    database = f"sqlite:///{tmp_path}/rules.db"
    with Server(database) as server:
        made = server.create("paris", ["mine", "mine"])
    with sqlite3.connect(tmp_path / "rules.db") as file:
        file.execute("UPDATE matches SET rules = 99")
    file.close()
    # Whoever upgrades is told before anything happens.
    (old,) = asyncio.run(outdated(database))
    assert (old.table, old.game, old.rules) == (made.table, "paris", 99)
    done = subprocess.run(
        [sys.executable, "-m", "wagonik.cli", "serve", "--database", database],
        capture_output=True,
        text=True,
        check=False,
        timeout=PATIENCE,
    )
    assert done.returncode == 2
    assert made.table in done.stdout + done.stderr
    assert "--end-matches" in done.stdout + done.stderr
    with Server(database) as server:
        assert made.table in server.output()
        assert server.get(made.path(), made.host).json()["status"] == "over"
        answer = server.get(made.path("/matches/1/record"), made.host)
        assert answer.status_code == 409

        async def again() -> None:
            async with joined(server, made, [0, 1], tokens=[made.host]) as client:
                assert (await client.ask("start"))["type"] == "done"
                assert client.updates[0]["match"] == 2

        asyncio.run(again())


def test_no_batch_reads_all_moves(cluster: Postgres) -> None:
    """On a new database PostgreSQL takes every table for small, and keeps the plan that it makes
    then. By EXISTS it read all moves for each batch."""

    async def plan() -> str:
        database = cluster.database()
        async with opened(database):
            pass
        db = await asyncpg.connect(plain_url(database))
        try:
            await db.execute("SET plan_cache_mode = force_generic_plan")
            await db.execute(f"PREPARE write AS {writing._WRITE}")
            nothing = ", ".join(["''"] * 2 + ["'{}'"] * 9)
            lines = await db.fetch(f"EXPLAIN EXECUTE write ({nothing})")
        finally:
            await db.close()
        return "\n".join(line[0] for line in lines)

    found = asyncio.run(plan())
    assert "Index Only Scan using pk_moves" in found, found
    assert "Seq Scan" not in found, found


def test_moving_to_postgresql(tmp_path: Path, cluster: Postgres) -> None:
    source, target = f"sqlite:///{tmp_path}/a.db", cluster.database()
    with Server(source) as server:
        made = server.create("paris", ["mine", "mine"])
        before = server.get(made.path(), made.host).json()
    assert asyncio.run(transfer(source, target)) == 1 + 1 + 2 + 1
    with pytest.raises(TargetNotEmpty):
        asyncio.run(transfer(source, target))
    assert main([source, target]) == 1
    assert main([source]) == 2
    with Server(target) as server:
        assert server.get(made.path(), made.host).json() == before


def test_urls() -> None:
    assert async_url("sqlite:///a.db") == "sqlite+aiosqlite:///a.db"
    assert async_url("postgres://u:p@h/d") == "postgresql+asyncpg://u:p@h/d"
    assert async_url("postgresql://u:p@h/d").startswith("postgresql+asyncpg://u:p@h")
    for wrong, words in (
        ("mysql://h/d", "SQLite or PostgreSQL"),
        ("wagonik.db", "is not a database"),
        ("sqlite://", "needs a file"),
    ):
        with pytest.raises(DatabaseError, match=words):
            async_url(wrong)
