"""The process is killed in the middle of matches: every acknowledged move has survived."""

import asyncio
import random
from typing import Any

from websockets.exceptions import ConnectionClosed

from tests.server.conftest import NewDatabase
from tests.server.table import Client, Made, Server, joined
from wagonik.server.store import TableStore

GAMES = ["paris", "card_game", "nordic_countries"]


class Player:
    """One device that plays both seats of a table, across crashes."""

    def __init__(self, made: Made, seed: int) -> None:
        self.made = made
        self.rng = random.Random(seed)
        self.acknowledged: list[tuple[int, list[int]]] = []
        self.pending: tuple[int, list[int]] | None = None
        self.hello: dict[str, Any] = {}
        self.known: dict[int, list[dict[str, Any]]] = {}
        self.over = False

    async def play(self, server: Server) -> None:
        if self.over:
            return
        try:
            async with joined(server, self.made, [0, 1], **self.hello) as client:
                client.events.update(self.known)
                while 0 not in client.updates or 1 not in client.updates:
                    await client.receive()
                if self.hello and not client.over:
                    # Only what was missed is sent again: at most the move without an answer.
                    assert client.updates[0]["start"] == self.hello["seen"]
                await self._moves(client)
        except (ConnectionClosed, OSError, TimeoutError, EOFError):
            pass

    async def _moves(self, client: Client) -> None:
        while not client.over:
            for seat, update in client.updates.items():
                self.hello = {key: update[key] for key in ("match", "line")}
                self.hello["seen"] = len(client.events[seat])
            self.known = dict(client.events)
            seats = [seat for seat in (0, 1) if client.decision(seat) is not None]
            if not seats:
                await client.receive()
                continue
            seat = self.rng.choice(seats)
            decision = client.decision(seat)
            assert decision is not None
            actions = [self.rng.choice(decision["choices"])["action"]]
            self.pending = (seat, actions)
            answer = await client.ask("play", seat=seat, at=decision["at"], actions=actions)
            assert answer["type"] == "done", answer
            self.acknowledged.append((seat, actions))
            self.pending = None
        self.over = True


async def stored(database: str, made: Made) -> list[tuple[int, list[int]]]:
    store = TableStore(database)
    try:
        found = await store.match(made.table, 1)
        assert found is not None
        return [(move.seat, list(move.actions)) for move in await store.moves(found[0].id)]
    finally:
        await store.dispose()


def test_kill_at_any_moment(new_database: NewDatabase) -> None:
    database = new_database()
    rng = random.Random(7)
    players: list[Player] = []
    port = None
    for crash in range(4):
        with Server(database, port) as server:
            port = server.port
            if not players:
                for number in range(6):
                    made = server.create(GAMES[number % 3], ["mine", "mine"])
                    players.append(Player(made, number))

            async def run(last: bool = crash == 3, server: Server = server) -> None:
                tasks = [asyncio.create_task(player.play(server)) for player in players]
                if last:
                    await asyncio.gather(*tasks)
                else:
                    await asyncio.sleep(1.0 + rng.random())
                    server.kill()
                    await asyncio.gather(*tasks)

            asyncio.run(run())
        for player in players:
            rows = asyncio.run(stored(database, player.made))
            known = player.acknowledged
            # A move may have been stored without an answer; then it was the last one sent.
            if rows != known:
                assert player.pending is not None
                assert rows == [*known, player.pending]
                player.acknowledged = rows
            player.pending = None
    assert all(player.over for player in players)
    assert sum(len(player.acknowledged) for player in players) > 600
