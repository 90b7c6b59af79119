"""A team of processes that play samples for Master, on every core where that is asked for.

A view travels as plain numbers, and every process builds the same rules from what they were made
of. Each plays a part of the samples; the rows come back in the order of the samples.
"""

import multiprocessing
from concurrent.futures import ProcessPoolExecutor
from typing import Any, Final

from wagonik.bots.master.parts import make_search
from wagonik.bots.master.search import Search, Team
from wagonik.engine.boardfile import BoardFile
from wagonik.engine.cards import packed
from wagonik.engine.rules import Rules
from wagonik.engine.state import State
from wagonik.games import make_rules

Numbers = dict[str, Any]
Origin = tuple[str, int, dict[str, bool], BoardFile | None]  # what rules are made from
Job = tuple[Origin, Numbers, int, int, list[int], int, int, float]

APART: Final = 1000000  # between the samples of processes that play by the clock
MOST_SEARCHES: Final = 4

_pools: Final[dict[int, ProcessPoolExecutor]] = {}
_searches: Final[list[tuple[Origin, Search]]] = []  # of a process, the latest first


def pack(state: State) -> Numbers:
    """The numbers of a state by name; its randomness stays behind, as a view has none."""
    found: Numbers = {}
    for name in dir(state):
        value: Any = getattr(state, name)
        if name.startswith("_") or callable(value):
            continue
        if isinstance(value, bool):  # compiled code takes no number for a flag
            found[name] = bool(value)
        elif isinstance(value, int):
            found[name] = value
        elif hasattr(value, "__len__"):
            found[name] = [int(number) for number in value]
    return found


def unpack(rules: Rules, numbers: Numbers) -> State:
    state = rules.new_state()
    for name, value in numbers.items():
        setattr(state, name, packed(value) if isinstance(value, list) else value)
    return state


def find_search(origin: Origin) -> Search:
    """The search of this process for some rules."""
    for kept, search in _searches:
        if kept == origin:
            return search
    search = make_search(make_rules(*origin))
    _searches.insert(0, (origin, search))
    del _searches[MOST_SEARCHES:]
    return search


def play_part(job: Job) -> list[list[float]]:
    """One process's part."""
    origin, numbers, seat, seed, actions, first, samples, seconds = job
    search = find_search(origin)
    view = unpack(search.rules, numbers)
    return search.play_samples(view, seat, seed, actions, first, samples, seconds)


class Processes(Team):
    """So many processes. They are shared by all bots and end with the program."""

    def __init__(self, origin: Origin, count: int) -> None:
        self.origin: Final = origin
        self.count: Final = count

    def play(
        self,
        view: State,
        seat: int,
        seed: int,
        actions: list[int],
        first: int,
        samples: int,
        seconds: float,
    ) -> list[list[float]]:
        pool = _pools.get(self.count)
        if pool is None:
            pool = ProcessPoolExecutor(self.count, multiprocessing.get_context("spawn"))
            _pools[self.count] = pool
        numbers = pack(view)
        jobs: list[Job] = []
        for i in range(self.count):
            if samples == 0:
                start = first + i * APART
                jobs.append((self.origin, numbers, seat, seed, actions, start, 0, seconds))
                continue
            start = samples * i // self.count
            size = samples * (i + 1) // self.count - start
            if size > 0:
                start += first
                jobs.append((self.origin, numbers, seat, seed, actions, start, size, 0.0))
        return [row for rows in pool.map(play_part, jobs) for row in rows]


def find_team(rules: Rules, count: int) -> Team | None:
    """A team for some rules, or None where one process is enough."""
    if count < 2:
        return None
    return Processes((rules.game, rules.seats, rules.options, rules.own_board), count)


def close_teams() -> None:
    """End all processes; new ones are started when they are asked for."""
    for pool in _pools.values():
        pool.shutdown(cancel_futures=True)
    _pools.clear()
