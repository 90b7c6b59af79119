"""A write that fails loses nothing but itself: no gap, no frozen match."""

import asyncio
import time
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

from tests.server.conftest import NewDatabase
from tests.server.inside import Inside, inside
from tests.server.test_storage import filled, new, opened
from wagonik.server import migrate
from wagonik.server.errors import Refused
from wagonik.server.live import Move
from wagonik.server.tables import LiveTable
from wagonik.server.writing import NewMove


async def play(found: Inside, table: LiveTable, seat: int) -> None:
    live = table.live
    assert live is not None
    legal = live.match.legal(seat)
    await found.playing.play(table, seat, live.counts[seat], [legal[0]])


async def test_a_move_that_waits_does_not_go_on_a_copy_that_was_given_up(
    new_database: NewDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with inside(tmp_path, database=new_database()) as found:
        table = await found.table("paris", 2, 5)
        client = found.client(table, 0, 1)
        write = found.hub.store._write_batch
        failing = asyncio.Event()

        async def fails(batch: list[NewMove]) -> list[bool]:
            failing.set()
            await asyncio.sleep(0.05)
            monkeypatch.setattr(found.hub.store, "_write_batch", write)
            raise OSError("the disk is full")

        monkeypatch.setattr(found.hub.store, "_write_batch", fails)
        first = asyncio.create_task(play(found, table, 0))
        await failing.wait()
        second = asyncio.create_task(play(found, table, 1))
        for task in (first, second):
            with pytest.raises(Refused) as refused:
                await task
            assert refused.value.code == "failed"
        assert client.closed
        again = await found.hub.table(table.id)
        assert again is not table
        for seat in (0, 1):
            await play(found, again, seat)
        assert again.live is not None
        moves = await found.hub.store.moves(again.live.setup.id)
        assert [(move.number, move.seat) for move in moves] == [(1, 0), (2, 1)]


async def test_bots_go_on_after_a_failed_write(
    new_database: NewDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with inside(tmp_path, database=new_database(), sweep_seconds=0.05) as found:
        table = await found.table("paris", 2, 5)
        write = found.hub.store._write_batch
        failed = 0

        async def fails(batch: list[NewMove]) -> list[bool]:
            nonlocal failed
            failed += 1
            if failed < 3:
                raise OSError("the disk is full")
            return await write(batch)

        monkeypatch.setattr(found.hub.store, "_write_batch", fails)
        monkeypatch.setattr(found.hub, "_patience", lambda: 0.0)
        for seat in (0, 1):
            await found.hosting.stand_in(await found.hub.table(table.id), seat)
        until = time.monotonic() + 60
        while True:
            moves = await found.hub.store.moves(_match(await found.hub.table(table.id)))
            if len(moves) > 5:
                break
            assert time.monotonic() < until
            await asyncio.sleep(0.05)
        assert [move.number for move in moves] == list(range(1, len(moves) + 1))


@pytest.mark.parametrize("error", [OSError("no answer"), TypeError("a fault of ours")])
async def test_a_fault_of_ours_is_written_down_with_its_traceback(
    error: Exception, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """A table that can't be followed is loaded anew either way, but a fault must not hide in it."""
    async with inside(tmp_path) as found:
        table = await found.table("paris", 2, 5)

        async def fails() -> None:
            raise error

        await found.hub._follow_or_give_up(table, fails())
        assert await found.hub.table(table.id) is not table
    (told,) = [record for record in caplog.records if "could not be followed" in record.message]
    traced = told.exc_info is not None and told.exc_info[0] is TypeError
    assert traced == isinstance(error, TypeError)
    assert traced or told.message.endswith(": OSError")


def _match(table: LiveTable) -> str:
    assert table.live is not None
    return table.live.setup.id


async def test_whoever_asks_while_a_table_loads_gets_its_match(
    new_database: NewDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    database = new_database()
    async with inside(tmp_path, database=database) as found:
        table = await found.table("paris", 2, 5)
    async with inside(tmp_path, database=database) as found:
        chat = found.hub.store.chat

        async def slow(table: str) -> Any:
            await asyncio.sleep(0.1)
            return await chat(table)

        monkeypatch.setattr(found.hub.store, "chat", slow)
        first = asyncio.create_task(found.hub.table(table.id))
        while found.hub.tables.get(table.id) is None or found.hub.tables[table.id].row is None:
            await asyncio.sleep(0)
        again = await found.hub.table(table.id)
        assert again.live is not None
        assert await first is again


async def test_only_the_next_number_is_written(new_database: NewDatabase) -> None:
    async with opened(new_database()) as store:
        table, setup = await filled(store)
        assert not await store.append(new(table, setup, 2, 0))
        assert await store.append(new(table, setup, 1, 0))
        assert not await store.append(new(table, setup, 3, 0))
        assert await store.append(new(table, setup, 2, 0))
        # The database itself refuses a gap, whoever writes.
        row = {"match": setup.id}
        with pytest.raises(Exception, match="must follow"):
            async with store.writing() as db:
                await db.execute(
                    text("INSERT INTO moves VALUES (:match, 7, 0, '1', 1.0)"),
                    row,
                )
        assert [move.number for move in await store.moves(setup.id)] == [1, 2]


async def test_a_match_with_a_gap_is_mended(new_database: NewDatabase, tmp_path: Path) -> None:
    """An older version could store a move behind one that had failed: it goes."""
    database = new_database()
    async with inside(tmp_path, database=database) as found:
        table = await found.table("paris", 2, 5)
        match = _match(table)
        await play(found, table, 0)
        length = _length(table)

        def older(connection: Connection) -> None:
            from alembic import command

            command.downgrade(migrate.config(connection), "0001")
            connection.execute(
                text(f"INSERT INTO moves VALUES ('{match}', {length + 2}, 1, '1', 1.0)")
            )

        async with found.hub.store.writing() as db:
            await db.run_sync(older)
    async with inside(tmp_path, database=database) as found:
        again = await found.hub.table(table.id)
        assert _length(again) == length
        await play(found, again, 1)
        numbers = [move.number for move in await found.hub.store.moves(match)]
        assert numbers == [1, 2]


def _number(table: LiveTable) -> int:
    assert table.live is not None
    return table.live.setup.number


def _length(table: LiveTable) -> int:
    assert table.live is not None
    return table.live.length


async def test_a_match_that_lacks_a_move_ends_and_its_table_goes_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with inside(tmp_path) as found:
        table = await found.table("paris", 2, 5)
        for seat in (0, 1):
            await play(found, table, seat)
        moves = found.hub.store.moves

        async def lacking(*arguments: Any) -> list[Move]:
            return (await moves(*arguments))[1:]

        monkeypatch.setattr(found.hub.store, "moves", lacking)
        found.hub.drop(table)
        again = await found.hub.table(table.id)
        assert again.live is None
        assert again.row is not None
        assert again.row.status == "over"
        monkeypatch.setattr(found.hub.store, "moves", moves)
        await found.hosting.start(again)
        assert _number(again) == 2
