"""Before an upgrade: which running matches would end, because their rules are no longer kept. (A
game keeps its older versions from `oldest` on.)"""

import time
from collections.abc import Iterable
from typing import NamedTuple

from sqlalchemy import Connection, inspect, text
from sqlalchemy.ext.asyncio import AsyncConnection

from wagonik.engine.errors import WagonikError
from wagonik.games import find_game
from wagonik.server.store import engine_of

# As the first version of the schema has it: the database may be older than this program.
_RUNNING = text(
    "SELECT tables.id, matches.game, matches.rules, matches.started_at FROM tables"
    " JOIN matches ON matches.table_id = tables.id AND matches.number = tables.match"
    " WHERE tables.status = 'running' ORDER BY matches.started_at"
)


class Outdated(NamedTuple):
    """A running match that this program can't go on with."""

    table: str
    game: str
    rules: int  # the version that it was begun under
    started_at: float

    def __str__(self) -> str:
        day = time.strftime("%Y-%m-%d", time.localtime(self.started_at))
        return f"table {self.table}: {self.game}, rules {self.rules}, begun {day}"


async def outdated(url: str) -> list[Outdated]:
    """The running matches of a database that would end; nothing is changed by asking."""
    engine = engine_of(url)
    try:
        async with engine.connect() as db:
            if not await db.run_sync(_has_tables):
                return []
            return [match for match in await _running(db) if not _known(match)]
    finally:
        await engine.dispose()


def _has_tables(connection: Connection) -> bool:
    return {"tables", "matches"} <= set(inspect(connection).get_table_names())


async def _running(db: AsyncConnection) -> Iterable[Outdated]:
    return [Outdated(*row) for row in await db.execute(_RUNNING)]


def _known(match: Outdated) -> bool:
    try:
        game = find_game(match.game)
        return game.oldest <= match.rules <= game.version
    except WagonikError:
        return False
