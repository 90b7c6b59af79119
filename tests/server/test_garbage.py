"""Circles go soon while they are new, and old ones when it is time; nobody waits for more."""

import asyncio
import gc
import sys
import time
import weakref
from collections.abc import Iterator

import pytest

from wagonik.server import garbage
from wagonik.server.garbage import Collector


class Circle:
    def __init__(self) -> None:
        self.own = self


class Looks:
    """What is looked at, and a clock that only stands still while it is not told otherwise."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        self.took = 0.0
        self.held = 1000
        self.seen: list[str] = []
        monkeypatch.setattr(time, "perf_counter", lambda: self.now)
        monkeypatch.setattr(sys, "getallocatedblocks", lambda: self.held)
        monkeypatch.setattr(gc, "collect", self._collect)
        monkeypatch.setattr(gc, "freeze", lambda: None)

    def _collect(self, generation: int = 2) -> None:
        self.seen.append("new" if generation < 2 else "all")
        if generation == 2:
            self.now += self.took

    def second(self, collector: Collector) -> str:
        self.now += 1.0
        collector.look()
        return self.seen.pop()


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    before = gc.get_threshold()
    yield
    gc.set_threshold(*before)
    gc.unfreeze()


def test_where_it_is_short_everything_is_looked_at_every_ten_seconds(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks, collector = Looks(monkeypatch), Collector()
    looks.took = 0.01
    found = [looks.second(collector) for _ in range(30)]
    assert [second for second, seen in enumerate(found) if seen == "all"] == [0, 10, 20]


def test_where_it_is_long_only_after_many_broken_connections(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks, collector = Looks(monkeypatch), Collector()
    looks.took = 1.2
    assert looks.second(collector) == "all"
    collector.broken = garbage.MANY - 1
    assert {looks.second(collector) for _ in range(1000)} == {"new"}
    collector.broken += 1
    assert looks.second(collector) == "all"
    assert collector.broken == 0


def test_where_it_was_short_but_much_has_come_since_it_is_not_looked_at(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks, collector = Looks(monkeypatch), Collector()
    looks.took = 0.02
    assert looks.second(collector) == "all"
    looks.held, looks.took = 20_000, 2.0
    assert {looks.second(collector) for _ in range(1000)} == {"new"}
    looks.held = 2_000  # most of it has gone by itself
    assert looks.second(collector) == "all"


def test_after_some_hours_it_is_looked_at_in_any_case(monkeypatch: pytest.MonkeyPatch) -> None:
    looks, collector = Looks(monkeypatch), Collector()
    looks.took = 1.2
    assert looks.second(collector) == "all"
    looks.now += garbage.LONGEST - 10.0
    assert looks.second(collector) == "new"
    looks.now += 10.0
    assert looks.second(collector) == "all"
    assert looks.second(collector) == "new"


def test_however_many_are_broken_it_takes_a_small_share_of_the_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    looks, collector = Looks(monkeypatch), Collector()
    looks.took = 1.2
    found = []
    for _ in range(4000):
        collector.broken += garbage.MANY
        found.append(looks.second(collector))
    assert 8 <= found.count("all") <= 11


def test_by_itself_it_looks_at_the_youngest_only() -> None:
    Collector().begin()
    before = [generation["collections"] for generation in gc.get_stats()]
    kept = [[number] for number in range(20 * garbage.YOUNGEST)]
    after = [generation["collections"] for generation in gc.get_stats()]
    assert after[0] > before[0]
    assert after[1:] == before[1:]
    assert kept


def test_new_circles_go_and_old_ones_when_it_is_time(monkeypatch: pytest.MonkeyPatch) -> None:
    collector = Collector()
    collector.begin()
    collector.look()
    monkeypatch.setattr(collector, "_took", 1.0)  # as if there were very much
    old = Circle()
    collector.look()
    new = Circle()
    old_one, new_one = weakref.ref(old), weakref.ref(new)
    del old, new
    collector.look()
    assert old_one() is not None
    assert new_one() is None
    collector.broken = garbage.MANY
    monkeypatch.setattr(collector, "_due", 0.0)
    collector.look()
    assert old_one() is None


def test_it_goes_on_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(garbage, "SECONDS", 0.001)
    looks, collector = Looks(monkeypatch), Collector()

    async def until_looked_often() -> None:
        running = asyncio.create_task(collector.run())
        while len(looks.seen) < 20:
            await asyncio.sleep(0)
        running.cancel()

    asyncio.run(until_looked_often())
