"""The real levels of bots, thinking in processes of their own."""

import asyncio
import random
import time
from pathlib import Path
from typing import Any

import pytest

from tests.server.table import Made, Server, joined
from wagonik.bots.guard import SafeBot
from wagonik.bots.master.bot import Master
from wagonik.match import Match
from wagonik.server import players
from wagonik.server.children import Child, GaveUp
from wagonik.server.keys import bot_seed
from wagonik.server.thinking import BotTurn, Thinking, think


def test_levels_play_a_match(tmp_path: Path) -> None:
    settings: dict[str, Any] = {
        "bots": "wagonik.server.players",
        "bot_workers": 1,
        "bot_delay": 0.02,
        "bot_seconds": 0.1,
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


def test_a_seeded_server_deals_the_same_matches_again(tmp_path: Path) -> None:
    """The deals follow the setting that tests have, the bots follow the deals."""
    settings: dict[str, Any] = {
        "bots": "wagonik.server.players",
        "bot_workers": 1,
        "bot_delay": 0,
    }

    async def play(server: Server, made: Made) -> None:
        async with joined(server, made, [0]) as client:
            while not client.over:
                if client.decision(0) is None:
                    await client.receive()
                else:  # the same choice also when it comes too late the first time
                    await client.play(0, random.Random(1))

    def records(name: str, matches: int, **deals: Any) -> list[dict[str, Any]]:
        found = []
        with Server(f"sqlite:///{tmp_path}/{name}.db", **settings, **deals) as server:
            for _ in range(matches):
                made = server.create("paris", ["mine", "easy"])
                asyncio.run(play(server, made))
                found.append(server.get(made.path("/matches/1/record"), made.host).json())
        return found

    first, second = records("one", 2, deals=7)
    (again,), (free,) = records("two", 1, deals=7), records("three", 1)
    assert [int(record["seed"]) for record in (first, second, again)] == [7, 8, 7]
    # First tickets are chosen at the same time, in any order.
    assert first["actions"][2:] == again["actions"][2:] != second["actions"][2:]
    assert int(free["seed"]) > 2**64


def test_a_bots_seed_differs_by_match_seat_and_level() -> None:
    seeds = {
        bot_seed(seed, seat, level)
        for seed in (1, 2)
        for seat in range(5)
        for level in ("easy", "hard")
    }
    assert len(seeds) == 20
    assert bot_seed(1, 0, "easy") == bot_seed(1, 0, "easy")


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


def job(level: str, match: str, players: str = "tests.server.players") -> BotTurn:
    return BotTurn(players, level, 0, match, "paris", 2, 5, (), None, ())


def test_quick_bots_do_not_wait_for_patient_ones() -> None:
    async def think_at_once() -> None:
        thinking = Thinking("tests.server.players", workers=1, seconds=60.0)
        try:
            slow = asyncio.create_task(thinking.choose(job("patient", "a")))
            for number in range(5):
                assert await thinking.choose(job("random", f"b{number}"))
            assert not slow.done()
            assert len(thinking.processes()) == 2
            slow.cancel()
        finally:
            thinking.close()

    asyncio.run(think_at_once())


def test_the_more_tables_wait_the_shorter_patient_bots_think(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    given: list[float] = []

    async def run(self: Child, most: float, work: Any, *arguments: Any) -> list[int]:
        if work is think:
            given.append(arguments[1])
        return [0]

    monkeypatch.setattr(Child, "run", run)

    async def ask() -> None:
        thinking = Thinking("tests.server.players", workers=1, seconds=1.0)
        await asyncio.gather(*(thinking.choose(job("patient", str(n))) for n in range(30)))

    asyncio.run(ask())
    assert given[:4] == [1.0, 1 / 2, 1 / 3, 1 / 4]
    assert given[-1] == 0.1


def test_a_patient_bot_gets_its_time_for_the_whole_move() -> None:
    began = time.monotonic()
    assert think(job("patient", "time"), 0.3)
    assert time.monotonic() - began >= 0.3


def test_a_bot_that_never_answers_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wagonik.server.thinking._PATIENCE", 0.5)

    async def ask() -> None:
        thinking = Thinking("tests.server.players", workers=1, seconds=0.1)
        try:
            with pytest.raises(GaveUp, match="took longer"):
                await thinking.choose(job("stuck", "a"))
            assert thinking.processes() == []
        finally:
            thinking.close()

    asyncio.run(ask())


def test_a_bot_that_ends_the_program_ends_its_thought() -> None:
    match = Match("paris", 2, 5)
    turn = BotTurn(
        players="tests.server.players",
        level="leaving",
        seat=match.seat,
        match="leaving",
        game="paris",
        seats=2,
        seed=5,
        options=(),
        board=None,
        history=(),
        version=match.version,
    )

    async def ask() -> None:
        thinking = Thinking("tests.server.players", 1, 0.1)
        try:
            with pytest.raises(RuntimeError, match=r"level leaving called sys\.exit\(3\)"):
                await thinking.choose(turn)
        finally:
            thinking.close()

    asyncio.run(ask())


def test_a_stuck_bot_delays_its_own_table_only(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wagonik.server.thinking._PATIENCE", 3600.0)
    monkeypatch.setattr("wagonik.server.thinking._GRACE", 0.2)

    async def ask() -> None:
        thinking = Thinking("tests.server.players", workers=1, seconds=0.1)
        try:
            stuck = [
                asyncio.create_task(thinking.choose(job("stuck", f"a{number}")))
                for number in range(3)
            ]
            await asyncio.sleep(0)
            async with asyncio.timeout(120):
                for number in range(3):
                    assert await thinking.choose(job("random", f"b{number}"))
            assert not any(task.done() for task in stuck)
            assert len(thinking.processes()) == 4
            for task in stuck:
                task.cancel()
        finally:
            thinking.close()

    asyncio.run(ask())


def test_bots_that_are_stuck_do_not_fill_the_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wagonik.server.thinking._PATIENCE", 3600.0)
    monkeypatch.setattr("wagonik.server.thinking._GRACE", 0.1)
    monkeypatch.setattr("wagonik.server.thinking._MOST_STRAYS", 1)

    async def ask() -> None:
        thinking = Thinking("tests.server.players", workers=1, seconds=0.1)
        try:
            first, second = (
                asyncio.create_task(thinking.choose(job("stuck", name))) for name in "ab"
            )
            with pytest.raises(GaveUp):
                await first
            assert not second.done()
            second.cancel()
        finally:
            thinking.close()

    asyncio.run(ask())


@pytest.mark.parametrize(("game", "players"), [("paris", 2), ("card_game", 3)])
def test_master_chooses_first_tickets_before_a_lower_seat_has(game: str, players: int) -> None:
    """All choose at once: nobody waits for the seat beside it."""
    seat = players - 1
    module = "wagonik.server.players"

    async def ask() -> None:
        thinking = Thinking(module, workers=1, seconds=0.2)
        try:
            turn = BotTurn(module, "master", seat, "m", game, players, 5, (), None, ())
            (action,) = await thinking.choose(turn)
            match = Match(game, players, 5)
            assert action in match.legal(seat)
        finally:
            thinking.close()

    asyncio.run(ask())


def test_master_thinks_as_long_as_it_is_told() -> None:
    assert [level.level for level in players.levels() if players.patient(level.level)] == ["master"]
    bot = players.make("master", 1)
    players.allow(bot, 0.05)
    assert isinstance(bot, SafeBot)
    assert isinstance(bot.bot, Master)
    assert bot.bot.seconds == 0.05
    players.allow(players.make("easy", 1), 0.05)  # has no use for it
    assert think(job("master", "m", "wagonik.server.players"), 0.05)


def test_a_thinking_process_goes_on_from_what_it_has() -> None:
    asked = job("random", "id")
    first = think(asked, 1.0)
    assert len(first) == 1
    history = ((0, first[0]),)
    other = BotTurn("tests.server.players", "random", 1, "id", "paris", 2, 5, (), None, history)
    second = think(other, 1.0)
    # After an undo the history is another one: it starts afresh.
    again = think(asked, 1.0)
    assert len(again) == len(second) == 1


@pytest.mark.parametrize("level", [level.level for level in players.levels()])
def test_every_level_can_be_made(level: str) -> None:
    assert players.make(level, 7) is not None
