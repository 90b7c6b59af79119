"""Whole matches over WebSockets, on both databases."""

import asyncio
import random

import pytest

from tests.server.conftest import one_database
from tests.server.table import Client, Made, Server, joined
from wagonik.games import GAMES
from wagonik.records import replay

KEYS = [game.key for game in GAMES]


async def play_match(server: Server, made: Made, seed: int) -> list[Client]:
    """Every seat from a connection of its own, and a spectator."""
    clients: list[Client] = []

    async def one(seat: int) -> None:
        async with joined(server, made, [seat]) as client:
            clients.append(client)
            await client.play_on(random.Random(seed * 10 + seat))

    async def watch() -> None:
        async with joined(server, made, key=made.watch) as client:
            clients.append(client)
            while not client.over:
                await client.receive()

    await asyncio.gather(watch(), *(one(seat) for seat in made.tokens))
    return clients


# What is stored of a move is the same in every game: two of them are played on both databases.
ON_BOTH = ("nordic_countries", "card_game")


@one_database
@pytest.mark.parametrize("game", [key for key in KEYS if key not in ON_BOTH])
def test_a_whole_match(server: Server, game: str) -> None:
    play_and_compare(server, game)


@pytest.mark.parametrize("game", ON_BOTH)
def test_a_whole_match_on_both_databases(server: Server, game: str) -> None:
    play_and_compare(server, game)


def play_and_compare(server: Server, game: str) -> None:
    made = server.create(game, ["mine"] * 3)
    clients = asyncio.run(play_match(server, made, 1))
    results = {repr(update["result"]) for client in clients for update in client.updates.values()}
    assert len(results) == 1
    # At the end everything lies open: everybody has the same events.
    events = {repr(client.events[viewer]) for client in clients for viewer in client.events}
    assert len(events) == 1
    answer = server.get(made.path("/matches/1/record"), made.watch)
    assert answer.status_code == 200
    match = replay(answer.json())
    assert [sheet.total for sheet in match.scores] == [
        sheet["total"] for sheet in clients[0].updates.popitem()[1]["result"]["scores"]
    ]
    notation = server.get(made.path("/matches/1/record?form=text"), made.watch)
    assert replay(notation.text).history == match.history
    assert server.get(made.path(), made.watch).json()["status"] == "over"


def test_one_device_plays_all_seats(server: Server) -> None:
    made = server.create("paris", ["mine", "mine"])

    async def play() -> None:
        async with joined(server, made, [0, 1]) as client:
            assert client.welcome["you"]["seats"] == [0, 1]
            await client.play_on(random.Random(4))
            assert client.updates[0]["result"] == client.updates[1]["result"]

    asyncio.run(play())


def test_bots_play_the_other_seats(server: Server) -> None:
    made = server.create("paris", ["mine", "random", "random"])

    async def play() -> None:
        async with joined(server, made, [0]) as client:
            await client.play_on(random.Random(5))
            assert client.updates[0]["result"] is not None

    asyncio.run(play())


def test_rematch(server: Server) -> None:
    made = server.create("paris", ["mine", "mine"])

    async def play() -> None:
        async with joined(server, made, [0, 1], tokens=[made.host]) as client:
            assert (await client.ask("start"))["code"] == "not_now"
            await client.play_on(random.Random(6))
            first = client.updates[0]["result"]
            while client.table["status"] != "over":
                await client.receive()
            client.updates.clear()
            assert (await client.ask("start"))["type"] == "done"
            assert client.table["match"] == 2
            assert client.updates[0]["match"] == 2
            await client.play_on(random.Random(7))
            assert client.updates[0]["result"] != first

    asyncio.run(play())
    records = [
        server.get(made.path(f"/matches/{number}/record"), made.host).json() for number in (1, 2)
    ]
    assert records[0]["seed"] != records[1]["seed"]
    assert all(int(record["seed"]).bit_length() > 128 for record in records)
