"""A team of processes that play samples for Master, on every core where that is asked for.

A view travels as plain numbers, and every process builds the same rules from what they were made
of. Each plays a part of the samples; the rows come back in the order of the samples.
"""

import atexit
import threading
from typing import Final

from wagonik.bots.master.parts import make_search
from wagonik.bots.master.search import Search, Team
from wagonik.bots.packing import StateNumbers, pack, unpack
from wagonik.engine.boardfile import BoardFile
from wagonik.engine.rules import Rules
from wagonik.engine.state import State
from wagonik.games import make_rules
from wagonik.processes import Pool

# What rules are made from: game, players, options, board, version.
Origin = tuple[str, int, dict[str, bool], BoardFile | None, int | None]
Part = tuple[Origin, StateNumbers, int, int, list[int], int, int, float]
SampleRows = list[list[float]]

APART: Final = 1000000  # between the samples of processes that play by the clock
MOST_SEARCHES: Final = 16

_pools: Final[dict[int, "Pool[Part | None, SampleRows]"]] = {}
_turn: Final = threading.Lock()  # a bot under a time limit thinks in a thread of its own
_searches: Final[list[tuple[Origin, Search]]] = []  # of a process, the latest first


def find_search(origin: Origin) -> Search:
    """The search of this process for some rules."""
    for kept, search in _searches:
        if kept == origin:
            return search
    search = make_search(make_rules(*origin))
    _searches.insert(0, (origin, search))
    del _searches[MOST_SEARCHES:]
    return search


def play_part(part: Part | None) -> SampleRows:
    """One process's part; None if it need only be there."""
    if part is None:
        return []
    origin, numbers, seat, seed, actions, first, samples, seconds = part
    search = find_search(origin)
    view = unpack(search.rules, numbers)
    return search.play_samples(view, seat, seed, actions, first, samples, seconds)


class CoreTeam(Team):
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
    ) -> SampleRows:
        numbers = pack(view)
        parts: list[Part] = []
        for i in range(self.count):
            if samples == 0:
                start = first + i * APART
                parts.append((self.origin, numbers, seat, seed, actions, start, 0, seconds))
                continue
            start = samples * i // self.count
            size = samples * (i + 1) // self.count - start
            if size > 0:
                start += first
                parts.append((self.origin, numbers, seat, seed, actions, start, size, 0.0))
        with _turn:
            return _play_parts(self.count, parts)


def _play_parts(count: int, parts: list[Part]) -> SampleRows:
    """What the parts give, in their order."""
    asked: list[Part | None] = [*parts]
    found = {part[5]: rows for part, rows in _ask(count, asked) if part is not None}
    return [row for part in parts for row in found[part[5]]]


def _ask(count: int, parts: list[Part | None]) -> list[tuple[Part | None, SampleRows]]:
    """What so many processes answer, in any order."""
    pool = _pools.get(count)
    if pool is None:
        pool = Pool(play_part, count, _told)
        _pools[count] = pool
    try:
        for part in parts:
            pool.send(part)
        return [pool.receive() for _ in parts]
    except BaseException:
        # What was sent would come back as the answer to something else.
        del _pools[count]
        pool.close()
        raise


def _told(part: Part | None) -> str:
    return "nothing yet" if part is None else f"samples of {part[0][0]} for Master"


def start_team(count: int) -> None:
    """Start so many processes and wait until they are there, so that no decision has to."""
    nothing: list[Part | None] = [None] * count
    with _turn:
        _ask(count, nothing)


def find_team(rules: Rules, count: int) -> Team | None:
    """A team for some rules, or None where one process is enough."""
    if count < 2:
        return None
    origin = rules.game, rules.seats, rules.options, rules.own_board, rules.version or None
    return CoreTeam(origin, count)


def close_teams() -> None:
    """End all processes; new ones are started when they are asked for."""
    for pool in _pools.values():
        pool.close()
    _pools.clear()


atexit.register(close_teams)  # processes that wait for work would be waited for
