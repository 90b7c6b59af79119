"""The real levels of bots, thinking in processes of their own."""

import asyncio
import random
import time
from pathlib import Path
from typing import Any

import pytest

from tests.server.table import Server, joined
from wagonik.server import players
from wagonik.server.thinking import Job, think


def test_levels_play_a_match(tmp_path: Path) -> None:
    settings: dict[str, Any] = {
        "bots": "wagonik.server.players",
        "bot_workers": 1,
        "bot_delay": 0.02,
    }
    with Server(f"sqlite:///{tmp_path}/bots.db", **settings) as server:
        levels = [bot["level"] for bot in server.get("/api/home").json()["bots"]]
        assert levels == [level.level for level in players.levels()]
        assert len(levels) >= 3
        made = server.create("paris", ["mine", levels[0], levels[-1]])

        async def play() -> None:
            async with joined(server, made, [0]) as client:
                await client.play_on(random.Random(1))
                assert client.updates[0]["result"] is not None

        asyncio.run(play())
        assert "Traceback" not in server.output(), server.output()


def test_bots_take_their_time(tmp_path: Path) -> None:
    """Visible moves of bots are at least the delay apart; first tickets are not waited for."""
    with Server(f"sqlite:///{tmp_path}/slow.db", bot_delay=0.5) as server:
        made = server.create("paris", ["mine", "random", "random"])

        async def play() -> None:
            async with joined(server, made, [0]) as client:
                rng = random.Random(1)
                while client.decision(0) is None:
                    await client.receive()
                await client.play(0, rng)
                began = time.monotonic()
                seen = 0
                while seen < 6:
                    if client.decision(0) is not None:
                        await client.play(0, rng)
                        continue
                    message = await client.receive()
                    turn = message["type"] == "update" and message["view"]["turn"] > 0
                    seen += turn and bool(message["events"])
                assert time.monotonic() - began > 4 * 0.5

        asyncio.run(play())


def test_a_thinking_process_goes_on_from_what_it_has() -> None:
    job = Job("tests.server.players", "random", 0, "id", "paris", 2, 5, (), None, ())
    first = think(job, 1.0)
    assert len(first) == 1
    history = ((0, first[0]),)
    other = Job("tests.server.players", "random", 1, "id", "paris", 2, 5, (), None, history)
    second = think(other, 1.0)
    # After an undo the history is another one: it starts afresh.
    again = think(job, 1.0)
    assert len(again) == len(second) == 1


@pytest.mark.parametrize("level", [level.level for level in players.levels()])
def test_every_level_can_be_made(level: str) -> None:
    assert players.make(level, 7) is not None
