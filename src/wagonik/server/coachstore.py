"""What the coach keeps in the database: analyses, and notes beside the rules of a match."""

import time
import zlib
from typing import Final

from sqlalchemy import delete, func, insert, select, update

from wagonik.server import schema
from wagonik.server.notices import TableTouched
from wagonik.server.store import Note, TableStore

_TOUCH_SECONDS: Final = 3600.0  # how exactly it is known when an analysis was used


async def kept(store: TableStore, key: str) -> bytes | None:
    """An analysis that was made before."""
    c = schema.analyses.c
    async with store.engine.connect() as db:
        found = await db.execute(select(c.content, c.used_at).where(c.key == key))
        row = found.one_or_none()
    if row is None:
        return None
    now = time.time()
    if row.used_at < now - _TOUCH_SECONDS:
        async with store.writing() as db:
            await db.execute(update(schema.analyses).where(c.key == key).values(used_at=now))
    return zlib.decompress(bytes(row.content))


async def keep(store: TableStore, key: str, analysis: bytes, most: int) -> None:
    """Keep an analysis, and no more than so many bytes of all: the least used give way."""
    c = schema.analyses.c
    content = zlib.compress(analysis)
    if len(content) > most:
        return
    async with store.writing() as db:
        await db.execute(delete(schema.analyses).where(c.key == key))
        await db.execute(
            insert(schema.analyses).values(
                key=key, used_at=time.time(), size=len(content), content=content
            )
        )
        over = int(await db.scalar(select(func.coalesce(func.sum(c.size), 0))) or 0) - most
        if over <= 0:
            return
        gone: list[str] = []
        for row in await db.execute(select(c.key, c.size).order_by(c.used_at, c.key)):
            if over <= 0:
                break
            if row.key != key:
                gone.append(row.key)
                over -= row.size
        await db.execute(delete(schema.analyses).where(c.key.in_(gone)))


async def is_running(store: TableStore, seed: str) -> bool:
    """Whether a match with this seed is being played here; those that play on from a record have
    nothing to hide from it."""
    c = schema.matches.c
    async with store.engine.connect() as db:
        found = await db.scalar(
            select(func.count()).where(c.seed == seed, c.over.is_(False), c.what_if.is_(None))
        )
        return bool(found)


async def note(store: TableStore, table: str, match: str, new: Note) -> None:
    kind, seat, decisions = new
    async with store.writing() as db:
        await db.execute(
            store._insert(schema.notes)
            .values(match_id=match, kind=kind, seat=seat, decisions=decisions)
            .on_conflict_do_nothing()
        )
        await store.tell(db, [TableTouched(table)])


async def forget(store: TableStore, table: str, match: str, old: Note) -> None:
    c = schema.notes.c
    kind, seat, decisions = old
    async with store.writing() as db:
        await db.execute(
            delete(schema.notes).where(
                c.match_id == match, c.kind == kind, c.seat == seat, c.decisions == decisions
            )
        )
        await store.tell(db, [TableTouched(table)])


async def notes(store: TableStore, match: str) -> set[Note]:
    c = schema.notes.c
    async with store.engine.connect() as db:
        rows = await db.execute(select(c.kind, c.seat, c.decisions).where(c.match_id == match))
        return {(row.kind, row.seat, row.decisions) for row in rows}
