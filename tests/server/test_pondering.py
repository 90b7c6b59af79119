"""Patient bots look ahead while others are to move, where the host allows it, and harm nobody."""

import asyncio
import random
import signal
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from tests.server.table import PATIENCE, Server, joined
from tests.server.test_children import children_of, wait_until_gone
from wagonik.bots.guard import SafeBot
from wagonik.bots.master.bot import Master
from wagonik.match import Match
from wagonik.server import players, thinking
from wagonik.server.children import Child
from wagonik.server.pondering import MOST, Ponderers
from wagonik.server.settings import Settings
from wagonik.server.thinking import BotTurn, Thinking, look_ahead, think

TESTS = "tests.server.players"


def job(
    level: str = "patient",
    match: str = "a",
    seat: int = 0,
    history: tuple[tuple[int, int], ...] = (),
    module: str = TESTS,
) -> BotTurn:
    return BotTurn(module, level, seat, match, "paris", 2, 5, (), None, history)


def always() -> bool:
    return True


@pytest.fixture
def pondered(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], list[str]]:
    """What the bots of tests have written down so far."""
    path = tmp_path / "pondered"
    path.touch()
    monkeypatch.setenv("PONDERED", str(path))
    return lambda: path.read_text(encoding="utf-8").splitlines()


async def until(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not holds():
            await asyncio.sleep(0.01)


# Who comes next


def test_the_newest_comes_first_and_then_they_take_turns() -> None:
    bots = Ponderers(10.0)
    for match in "abc":
        bots.add(job(match=match), always)
    order = []
    for _ in range(7):
        bot = bots.next()
        assert bot is not None
        order.append(bot.job.match)
        bots.had(bot, 0.1, True)
    assert order == list("cbacbac")
    bots.add(job(match="d"), always)
    bot = bots.next()
    assert bot is not None
    assert bot.job.match == "d"


def test_nobody_has_more_than_its_time_before_a_turn() -> None:
    bots = Ponderers(1.0)
    bots.add(job(), always)
    for _ in range(2):
        bot = bots.next()
        assert bot is not None
        bots.had(bot, 0.4, True)
    bots.add(job(history=((1, 3),)), always)  # somebody else has moved, and it is not its turn yet
    bot = bots.next()
    assert bot is not None
    assert bot.job.history == ((1, 3),)
    bots.had(bot, 0.4, True)
    assert bots.next() is None
    bots.add(job(history=((1, 3), (1, 4))), always)
    assert bots.next() is None
    bots.take_turn(job())
    bots.add(job(), always)
    assert bots.next() is not None


def test_it_stops_when_the_match_goes_on_or_there_is_nothing_to_find() -> None:
    moved: list[int] = []
    bots = Ponderers(1.0)
    bots.add(job(match="a"), lambda: not moved)
    bots.add(job(match="b"), always)
    for match, more in (("b", False), ("a", True), ("a", True)):
        bot = bots.next()
        assert bot is not None
        assert bot.job.match == match
        bots.had(bot, 0.1, more)
    moved.append(1)
    assert bots.next() is None
    moved.clear()
    assert bots.next() is None  # until it is said again that others are to move
    bots.add(job(match="a"), always)
    bot = bots.next()
    assert bot is not None
    bots.spoil(bot)
    bots.add(job(match="a"), always)
    assert bots.next() is None


def test_few_are_remembered() -> None:
    bots = Ponderers(1.0)
    for number in range(2 * MOST):
        bots.add(job(match=str(number)), always)
    seen = set()
    for _ in range(2 * MOST):
        bot = bots.next()
        assert bot is not None
        seen.add(bot.job.match)
        bots.had(bot, 0.0, True)
    assert seen == {str(number) for number in range(MOST, 2 * MOST)}


# In turns with those who decide


class Worker:
    """Stands for the processes: what they are asked for, and when they answer."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.asked: list[str] = []
        self.open = asyncio.Event()
        worker = self

        async def run(self: Child, most: float, work: Any, *arguments: Any) -> object:
            worker.asked.append(work.__name__)
            await asyncio.sleep(0)
            if work is look_ahead:
                await worker.open.wait()
                return True
            return [0]

        monkeypatch.setattr(Child, "run", run)
        monkeypatch.setattr(Child, "processes", [1])


def test_who_decides_waits_for_one_slice(monkeypatch: pytest.MonkeyPatch) -> None:
    async def ask() -> None:
        worker = Worker(monkeypatch)
        bots = Thinking(TESTS, 1, 1.0, ponder=60.0)
        await bots.choose(job(match="a"))
        bots.ponder(job(match="a"), always)
        await until(lambda: worker.asked[-1] == "look_ahead")
        asking = [asyncio.create_task(bots.choose(job(match=match))) for match in "bcd"]
        await asyncio.sleep(0)
        worker.asked.clear()
        worker.open.set()
        await asyncio.gather(*asking)
        assert worker.asked[:3] == ["think"] * 3
        await until(lambda: worker.asked.count("look_ahead") > 3)  # then it goes on
        bots.close()

    asyncio.run(ask())


def test_it_is_off_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    assert Settings().bot_ponder == 0

    async def ask() -> None:
        worker = Worker(monkeypatch)
        bots = Thinking(TESTS, 1, 1.0)
        await bots.choose(job())
        bots.ponder(job(), always)
        for _ in range(20):
            await asyncio.sleep(0)
        assert "look_ahead" not in worker.asked

    asyncio.run(ask())


def test_only_patient_bots_that_have_decided_before_look_ahead(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def ask() -> None:
        worker = Worker(monkeypatch)
        bots = Thinking(TESTS, 1, 1.0, ponder=60.0)
        bots.ponder(job(), always)
        await bots.choose(job())
        bots.ponder(job("random"), always)
        for _ in range(20):
            await asyncio.sleep(0)
        assert "look_ahead" not in worker.asked

    asyncio.run(ask())


# In a process


@pytest.mark.parametrize("level", ["dying", "raising"])
def test_a_crash_harms_no_match(level: str, pondered: Callable[[], list[str]]) -> None:
    async def ask() -> None:
        bots = Thinking(TESTS, 1, 0.0, ponder=60.0)
        try:
            first = await bots.choose(job(level))
            history = ((0, first[0]),)
            for _ in range(2):
                bots.ponder(job(level, history=history), always)
                task = next(iter(bots._lanes.values())).pondering
                assert task is not None
                await task
                assert len(pondered()) == 1  # and it is not tried again
                assert await bots.choose(job(level, match="b"))
                assert await bots.choose(job(level, seat=1, history=history))
        finally:
            bots.close()

    asyncio.run(ask())


def test_a_table_ponders_while_a_person_is_to_move(
    tmp_path: Path, pondered: Callable[[], list[str]]
) -> None:
    settings: dict[str, Any] = {"bot_workers": 1, "bot_seconds": 0.0, "bot_ponder": 3600.0}
    with Server(f"sqlite:///{tmp_path}/a.db", **settings) as server:
        made = server.create("paris", ["mine", "patient"])

        def twice(line: str) -> bool:
            return pondered()[-2:] == [line, line]

        async def play() -> None:
            rng = random.Random(1)
            async with joined(server, made, [0]) as client:
                seen = -1
                while not client.over:
                    if client.decision(0) is None:
                        await client.receive()
                        continue
                    turn = client.updates[0]["view"]["turn"]
                    if 0 < turn < 12 and turn > seen:
                        seen = turn
                        await until(partial(twice, f"{seen} 1 1 0"))
                    await client.play(0, rng)

        asyncio.run(play())
        found = [[int(number) for number in line.split()] for line in pondered()]
        turns = [turn for turn, *_ in found]
        assert turns == sorted(turns)  # when the match goes on, so does it
        assert all(line[1:] == [1, 1, 0] for line in found)  # its own view; another one decides
        assert "Traceback" not in server.output(), server.output()


def test_a_table_does_not_where_the_host_has_not_said_so(
    tmp_path: Path, pondered: Callable[[], list[str]]
) -> None:
    settings: dict[str, Any] = {"bot_workers": 1, "bot_seconds": 0.0}
    with Server(f"sqlite:///{tmp_path}/a.db", **settings) as server:
        made = server.create("paris", ["mine", "patient"])

        async def play() -> None:
            async with joined(server, made, [0]) as client:
                await client.play_on(random.Random(1))

        asyncio.run(play())
        assert not pondered()


def test_master_looks_ahead_in_what_is_kept_of_its_match(monkeypatch: pytest.MonkeyPatch) -> None:
    """It sees what the others have done since, which may be taken back."""
    match = Match("paris", 2, 5)
    module = "wagonik.server.players"
    made: list[SafeBot] = []

    def make(level: str, seed: int) -> SafeBot:
        made.append(keep(level, seed))
        return made[-1]

    keep: Any = players.make
    monkeypatch.setattr(players, "make", make)

    def turn() -> BotTurn:
        return job("master", "ahead", 1, tuple(match.history), module)

    assert not look_ahead(turn(), 0.0)  # nothing is kept yet
    (kept,) = think(turn(), 0.01)
    match.play(kept, 1)
    assert not look_ahead(turn(), 0.0)  # first tickets are chosen
    match.play(match.legal(0)[0], 0)
    while match.seat == 1:
        (action,) = think(turn(), 0.01)
        match.play(action)
    before = match.history[:]
    match.play(match.legal()[0])
    while match.seat == 0:
        assert look_ahead(turn(), 0.0)
        match.play(match.legal()[0])
    (bot,) = made
    assert isinstance(bot.bot, Master)
    assert bot.bot.foresight is not None
    assert bot.bot.foresight.futures > 0
    kept_match = thinking._kept["ahead"].match
    assert kept_match.history == before[: len(kept_match.history)]
    assert not look_ahead(turn(), 0.0)  # its own turn
    undone = job("master", "ahead", 1, tuple(before[:1]), module)
    assert not look_ahead(undone, 0.0)
    assert think(turn(), 0.01)
    assert len(made) == 1


# All cores


def test_masters_of_a_process_share_its_cores() -> None:
    module = "wagonik.server.players"

    async def ask() -> list[int]:
        bots = Thinking(module, workers=1, seconds=0.05, cores=2)
        try:
            for match in "ab":
                assert await bots.choose(job("master", match, module=module))
            assert await bots.choose(job("easy", "c", module=module))
            patient, quick = bots.processes()
            team = children_of(patient)
            assert len(team) == 2
            assert not children_of(quick)
            return [patient, quick, *team]
        finally:
            bots.close()

    wait_until_gone(asyncio.run(ask()))


@pytest.mark.parametrize("how", ["killed", "stopped"])
def test_the_cores_of_master_end_with_the_server(tmp_path: Path, how: str) -> None:
    settings: dict[str, Any] = {
        "bots": "wagonik.server.players",
        "bot_workers": 1,
        "bot_seconds": 0.05,
        "bot_cores": 2,
        "bot_ponder": 3600.0,
    }
    with Server(f"sqlite:///{tmp_path}/a.db", **settings) as server:
        made = server.create("paris", ["mine", "master"])

        async def look() -> list[int]:
            """Beside what Python itself needs, one that decides, and two that play samples."""
            async with joined(server, made, [0]) as client:
                rng = random.Random(1)
                while len(found := children_of(server.process.pid)) < 4:
                    if client.decision(0) is None:
                        await client.receive()
                    else:
                        await client.play(0, rng)
            return found

        processes = asyncio.run(look())
        if how == "killed":
            server.kill()
        else:
            server.process.terminate()
            assert server.process.wait(PATIENCE) in (0, -signal.SIGTERM)
        wait_until_gone(processes)
        assert "Traceback" not in server.output(), server.output()


def test_zero_cores_are_all_of_them() -> None:
    bots = Thinking(TESTS, 1, 1.0, cores=0)
    assert bots.cores >= 1
