"""Bots think in processes of their own, so that nobody waits for them.

A process gets the moves of a match, rebuilds it (or goes on from what it has) and shows its bot
nothing but views.
"""

import asyncio
import importlib
import multiprocessing
import secrets
from collections import OrderedDict
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, Final

from wagonik.engine.boardfile import BoardFile, load
from wagonik.match import Match
from wagonik.server.players import Player
from wagonik.server.protocol.web import BotInfo

_MOST_MATCHES: Final = 64
_MOST_STEPS: Final = 64


@dataclass(frozen=True)
class Job:
    """A decision that a bot has to make."""

    players: str
    level: str
    seat: int
    match: str
    game: str
    seats: int
    seed: int
    options: tuple[str, ...]
    board: str | None
    history: tuple[tuple[int, int], ...]


class _Kept:
    """A match in the memory of a thinking process, and the bots that play it."""

    def __init__(self, job: Job) -> None:
        board: BoardFile | None = None if job.board is None else load(job.board)
        self.match: Final = Match(
            job.game, job.seats, job.seed, dict.fromkeys(job.options, True), board
        )
        self.bots: Final[dict[tuple[int, str], Player]] = {}


_kept: "OrderedDict[str, _Kept]" = OrderedDict()


def think(job: Job) -> list[int]:
    """The actions of a bot up to the next moment that others see."""
    kept = _kept.pop(job.match, None)
    done = () if kept is None else tuple(kept.match.history)
    if kept is None or done != job.history[: len(done)]:
        kept = _Kept(job)
        done = ()
    match = kept.match
    for seat, action in job.history[len(done) :]:
        match.play(action, seat)
    bot = kept.bots.get((job.seat, job.level))
    if bot is None:
        bot = importlib.import_module(job.players).make(job.level, secrets.randbits(63))
        kept.bots[(job.seat, job.level)] = bot
        bot.start(match.observe(job.seat))
    actions: list[int] = []
    seen = len(match.state.log)
    while len(actions) < _MOST_STEPS:
        action = int(bot.choose(match.observe(job.seat)))
        match.play(action, job.seat)
        actions.append(action)
        inside = not match.over and match.rules.steps[match.state.step].private
        if not inside or len(match.state.log) != seen or match.seat != job.seat:
            break
    _kept[job.match] = kept
    while len(_kept) > _MOST_MATCHES:
        _kept.popitem(last=False)
    return actions


class Thinking:
    """The pool of processes. A match always goes to the same one, which remembers it."""

    def __init__(self, players: str, workers: int) -> None:
        self.players: Final = players
        self.workers: Final = workers
        self._pools: Final[dict[int, Executor]] = {}
        self._levels: list[BotInfo] | None = None

    def levels(self) -> list[BotInfo]:
        if self._levels is None:
            module: Any = importlib.import_module(self.players)
            self._levels = list(module.levels())
        return self._levels

    async def choose(self, job: Job) -> list[int]:
        number = hash(job.match) % self.workers if self.workers else 0
        loop = asyncio.get_running_loop()
        try:
            return await loop.run_in_executor(self._pool(number), think, job)
        except (RuntimeError, OSError):
            # The process died, perhaps for lack of memory: the next one starts afresh.
            broken = self._pools.pop(number, None)
            if broken is not None:
                broken.shutdown(wait=False)
            return await loop.run_in_executor(self._pool(number), think, job)

    def _pool(self, number: int) -> Executor:
        pool = self._pools.get(number)
        if pool is None:
            if self.workers:
                context = multiprocessing.get_context("spawn")
                pool = ProcessPoolExecutor(1, mp_context=context)
            else:
                pool = ThreadPoolExecutor(1)
            self._pools[number] = pool
        return pool

    def close(self) -> None:
        for pool in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)
        self._pools.clear()
