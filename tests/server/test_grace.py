"""A move against bots is held for a while, so that it can be taken back."""

import asyncio
import random
import time
from collections.abc import Iterator
from typing import Any

import pytest

from tests.server.conftest import one_database
from tests.server.table import Client, Server, joined


@pytest.fixture(scope="module")
def holding(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with Server(f"sqlite:///{tmp_path_factory.mktemp('grace')}/a.db", grace=30.0) as server:
        yield server


async def claim(client: Client, seat: int, rng: random.Random) -> dict[str, Any]:
    """Play until this seat has claimed something that it can take back, and a bot is next."""
    while True:
        update = client.updates.get(seat)
        if update is not None and update["held_until"] is not None:
            return update
        if client.decision(seat) is None:
            await client.receive()
        else:
            await client.play(seat, rng)


def test_bots_wait_for_an_undo(holding: Server) -> None:
    made = holding.create("paris", ["mine", "random", "random"])

    async def play() -> None:
        async with joined(holding, made, [0]) as client:
            update = await claim(client, 0, random.Random(3))
            assert update["undo_at"] is not None
            assert update["decision"] is None
            assert 0 < update["held_until"] - time.time() <= 30.0
            # Nothing happens meanwhile, and the move can be taken back.
            answer = await client.ask("undo", seat=0, at=update["undo_at"])
            assert answer["type"] == "done"
            while client.decision(0) is None:
                await client.receive()
            assert client.updates[0]["line"] == update["line"] + 1
            assert client.updates[0]["held_until"] is None

    asyncio.run(play())


@one_database
def test_whoever_goes_on_is_not_waited_for(server: Server) -> None:
    made = server.create("paris", ["mine", "random", "random"], grace=-1)

    async def play() -> None:
        async with joined(server, made, [0]) as client:
            update = await claim(client, 0, random.Random(3))
            assert update["held_until"] == 0, "until I go on"
            assert (await client.ask("go_on", seat=0))["type"] == "done"
            number = update["number"]
            while client.updates[0]["number"] == number:
                await client.receive()
            assert client.updates[0]["line"] == update["line"]

    asyncio.run(play())


def test_between_people_nobody_is_held(holding: Server) -> None:
    made = holding.create("paris", ["mine", "mine", "random"])

    async def play() -> None:
        async with joined(holding, made, [0, 1]) as client:
            await client.play_on(random.Random(3))
            assert client.updates[0]["result"] is not None

    asyncio.run(play())
