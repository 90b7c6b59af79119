"""A hub without sockets: tables whose matches have a known seed, for tests that look inside."""

import contextlib
import json
import time
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

from tests.server.table import ROOMY
from wagonik.games import find_game
from wagonik.server.clients import Client
from wagonik.server.hosting import Hosting
from wagonik.server.hub import Hub
from wagonik.server.keys import new_id
from wagonik.server.live import MatchSetup
from wagonik.server.playing import Playing
from wagonik.server.protocol.web import NewSeat, NewTable, TableOptions
from wagonik.server.settings import Settings
from wagonik.server.tables import LiveTable


class Inside:
    def __init__(self, hub: Hub) -> None:
        self.hub = hub
        self.hosting = Hosting(hub)
        self.playing = Playing(hub)

    async def table(
        self, game: str, players: int, seed: int, ago: float = 0.0, **options: Any
    ) -> LiveTable:
        """A running table of people, all of them away; it began some seconds ago."""
        made = await self.hosting.create(
            NewTable(
                options=TableOptions(game=game, players=players, **options),
                seats=[NewSeat(kind="mine") for _ in range(players)],
            ),
            "here",
        )
        table = await self.hub.table(made.table)
        assert table.row is not None
        setup = MatchSetup(
            id=new_id(),
            number=1,
            game=game,
            players=players,
            seed=seed,
            options=tuple(table.row.options.options),
            board=None,
            started_at=time.time() - ago,
            version=find_game(game).version,
        )
        await self.hub.store.start_match(table.id, setup, None)
        async with table.lock:
            await self.hub.reload(table)
        return table

    def client(self, table: LiveTable, *seats: int, changes: bool = False) -> Client:
        assert table.row is not None
        client = Client(self.hub.settings, "here")
        client.changes = changes
        client.hashes = frozenset(table.row.seats[seat].token_hash or b"" for seat in seats)
        client.seats = frozenset(seats)
        client.watching = not seats
        table.clients.add(client)
        table.push_to(client)
        return client


def received(client: Client) -> list[dict[str, Any]]:
    """What waits for a client."""
    found: list[dict[str, Any]] = []
    while not client.queue.empty():
        data = client.queue.get_nowait()
        if data is not None:
            client.sent(data)
            found.append(json.loads(data))
    return found


@contextlib.asynccontextmanager
async def inside(folder: Path, **settings: Any) -> AsyncIterator[Inside]:
    values = {**ROOMY, "database": f"sqlite:///{folder}/inside.db", **settings}
    hub = Hub(Settings(**values))
    found = Inside(hub)
    await hub.open()
    try:
        yield found
    finally:
        await hub.close()
