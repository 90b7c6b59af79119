"""Two server processes share the tables of one PostgreSQL database."""

import asyncio
import random
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.server.inside import inside, received
from tests.server.table import PATIENCE, Postgres, Server, joined
from wagonik.games import GAMES
from wagonik.records import replay
from wagonik.server.live import Move
from wagonik.server.notices import Notice

QUICK: dict[str, Any] = {"presence_seconds": 0.5, "sweep_seconds": 0.2, "orphan_seconds": 1.0}


@pytest.fixture
def database(cluster: Postgres) -> str:
    """An empty one for the workers of a test."""
    return cluster.database()


@pytest.fixture(scope="module")
def pair(cluster: Postgres) -> Iterator[tuple[Server, Server]]:
    database = cluster.database()
    with Server(database, **QUICK) as one, Server(database, **QUICK) as two:
        yield one, two
        for server in (one, two):
            assert "Traceback" not in server.output(), server.output()


@pytest.mark.parametrize("game", [GAMES[0].key, GAMES[4].key])
def test_a_match_across_two_workers(pair: tuple[Server, Server], game: str) -> None:
    one, two = pair
    made = one.create(game, ["mine", "mine"])

    async def play() -> None:
        async with (
            joined(one, made, [0]) as first,
            joined(two, made, [1]) as second,
            joined(two, made, key=made.watch) as watcher,
        ):

            async def watch() -> None:
                while not watcher.over:
                    await watcher.receive()

            await asyncio.gather(
                first.play_on(random.Random(1)), second.play_on(random.Random(2)), watch()
            )
            assert first.updates[0]["result"] == second.updates[1]["result"]
            assert watcher.events[-1] == first.events[0] == second.events[1]

    asyncio.run(play())


def test_the_same_seat_at_two_workers(pair: tuple[Server, Server]) -> None:
    """Both play the same seats as fast as they can: each moment gets one move."""
    made = pair[0].create("paris", ["mine", "mine"])

    async def play() -> None:
        async with joined(pair[0], made, [0, 1]) as first, joined(pair[1], made, [0, 1]) as second:
            played = await asyncio.gather(
                first.play_on(random.Random(1)), second.play_on(random.Random(2))
            )
            assert first.events == second.events
            rows = sum(played)
            record = pair[0].get(made.path("/matches/1/record"), made.host).json()
            assert len(record["actions"]) == rows

    asyncio.run(play())


def test_presence_chat_and_seats_are_told_across(pair: tuple[Server, Server]) -> None:
    one, two = pair
    made = one.create("paris", ["mine", "open"], start=False)

    async def play() -> None:
        async with joined(one, made, [0], tokens=[made.host]) as host:
            body = {"key": made.join, "name": "Far away"}
            token = two.post(made.path("/seats"), body).json()["token"]
            while host.table["seats"][1]["name"] != "Far away":
                await host.receive()
            async with joined(two, made, tokens=[token]) as guest:
                while not host.table["seats"][1]["online"]:
                    await host.receive()
                while not guest.table["seats"][0]["online"]:
                    await guest.receive()
                await host.ask("chat", text="Hello")
                assert (await guest.until("chat"))["lines"][0]["text"] == "Hello"
                await host.ask("start")
                await guest.until("update")
                update = guest.updates[1]
                assert update["decision"] is not None
                await guest.play(1, random.Random(1))
                while host.updates[0]["deciding"] != [0]:
                    await host.receive()
                # Undo goes across, too: nobody has seen the choice yet.
                await guest.ask("undo", seat=1, at=guest.updates[1]["undo_at"])
                while host.updates[0]["deciding"] != [0, 1]:
                    await host.receive()
                invitation = await host.ask("invite", seat=1)
                two.post(made.path("/invitations"), {"key": invitation["key"]})
                while not guest.table["asking"] or not host.table["asking"]:
                    await asyncio.gather(*(c.ask("ping") for c in (guest, host)))
                for client in (host, guest):
                    assert (await client.ask("agree", seat=1, agree=True))["type"] == "done"
                while '{"type":"lost","seats":[1]}' not in guest.raw:
                    await guest.receive()
            assert two.delete(made.path(), made.host).status_code == 204
            await host.until("deleted")

    asyncio.run(play())


def test_another_worker_takes_up_the_bots(database: str) -> None:
    with Server(database, **QUICK) as one, Server(database, **QUICK, bot_delay=0.05) as two:
        made = one.create("paris", ["mine", "random", "random"])

        async def play() -> None:
            async with joined(one, made, [0]) as client:
                assert await client.play_on(random.Random(1), moves=5) == 5
                await client.quiet(0.2)
                seen = client.events[0]
            one.kill()
            async with joined(two, made, [0]) as client:
                await client.until("update")
                assert client.events[0][: len(seen)] == seen
                assert await client.play_on(random.Random(2)) > 0
                result = client.updates[0]["result"]
                assert len(result["scores"]) == 3
                assert not result["stopped"]
            record = two.get(made.path("/matches/1/record"), made.host).json()
            again = replay(record)
            assert [sheet.data() for sheet in again.scores] == result["scores"]

        asyncio.run(play())


def test_workers_start_together(database: str) -> None:
    """The first one brings the database up to date, the other waits; then they share it."""

    async def start() -> list[Server]:
        return list(await asyncio.gather(*(asyncio.to_thread(Server, database) for _ in range(2))))

    servers = asyncio.run(start())
    try:
        made = servers[0].create("paris", ["mine", "mine"])
        infos = [server.get(made.path(), made.host).json() for server in servers]
        assert infos[0] == infos[1]
        assert infos[0]["status"] == "running"
        for server in servers:
            assert "Traceback" not in server.output(), server.output()
    finally:
        for server in servers:
            server.stop()


async def test_a_move_is_told_with_its_notice(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody asks the database for a move that follows on the last one; who missed one does."""
    async with (
        inside(tmp_path, database=database) as one,
        inside(tmp_path, database=database) as two,
    ):
        first = await one.table("paris", 2, 3)
        second = await two.hub.table(first.id)
        assert first.live is not None
        assert second.live is not None
        asked: list[int] = []
        moves = two.hub.store.moves

        async def counted(match: str, after: int = 0) -> list[Move]:
            asked.append(after)
            return await moves(match, after)

        monkeypatch.setattr(two.hub.store, "moves", counted)
        rng = random.Random(1)

        async def play(times: int) -> None:
            assert first.live is not None
            for _ in range(times):
                seat = first.live.deciding[0]
                action = rng.choice(first.live.match.legal(seat))
                await one.playing.play(first, seat, first.live.counts[seat], [action])

        async def same() -> None:
            assert first.live is not None
            assert second.live is not None
            async with asyncio.timeout(PATIENCE):
                while second.live.length < first.live.length:
                    await asyncio.sleep(0.01)
            assert second.live.match.view() == first.live.match.view()
            assert second.live.last_at == first.live.last_at

        await play(20)
        await same()
        assert asked == []
        heard, missed = two.hub.heard, list[Notice]()

        async def deaf(worker: str, notice: Notice) -> None:
            missed.append(notice)

        monkeypatch.setattr(two.hub.listening, "heard", deaf)
        await play(3)
        async with asyncio.timeout(PATIENCE):
            while len(missed) < 3:
                await asyncio.sleep(0.01)
        monkeypatch.setattr(two.hub.listening, "heard", heard)
        await play(3)
        await same()
        assert asked == [20]


async def test_many_tables_are_told_of_at_once(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who is at which table is said again and again: not in a transaction for each of them."""
    async with (
        inside(tmp_path, database=database) as one,
        inside(tmp_path, database=database, presence_seconds=0.2) as two,
    ):
        tables = [await two.table("paris", 2, number) for number in range(5)]
        followed = [await one.hub.table(table.id) for table in tables]
        told: list[int] = []
        announce = two.hub.store.announce

        async def counted(*notices: Notice) -> None:
            told.append(len(notices))
            await announce(*notices)

        monkeypatch.setattr(two.hub.store, "announce", counted)
        for table in tables:
            two.client(table, 1)
        async with asyncio.timeout(PATIENCE):
            while any(table.online()[0] != {1} for table in followed):
                await asyncio.sleep(0.01)
        assert set(told) == {5}


async def test_tables_of_others_are_followed_only_for_a_while(
    database: str, tmp_path: Path
) -> None:
    """Where a table was made nobody may ever play: its moves are not played there for ever."""
    async with inside(tmp_path, database=database) as here:
        left, fresh, watched, busy = [await here.table("paris", 2, n) for n in range(4)]
        here.client(watched)
        for table in (left, watched, busy):
            table.used_at = time.monotonic() - 100
        async with busy.lock:
            here.hub._evict()
        assert set(here.hub.tables) == {fresh.id, watched.id, busy.id}
        again = await here.hub.table(left.id)  # whoever comes after all finds it
        assert again is not left
        assert again.live is not None


async def test_nothing_is_made_for_nobody(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A move at a table that nobody looks at here is played, and told to nobody."""
    async with inside(tmp_path, database=database) as here:
        table = await here.table("paris", 2, 1)
        monkeypatch.setattr(table, "_telling", None)
        assert table.live is not None
        for seat in (0, 1):
            action = table.live.match.legal(seat)[0]
            await here.playing.play(table, seat, 0, [action])
        monkeypatch.undo()
        here.client(table, 0)
        assert received(next(iter(table.clients)))[-1]["number"] == table.live.events
