"""Bots think in processes of their own, so that nobody waits for them.

A process gets the moves of a match, rebuilds it (or goes on from what it has) and shows its bot
nothing but views.
"""

import asyncio
import importlib
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Final

from wagonik.engine.boardfile import BoardFile
from wagonik.match import Match
from wagonik.server.boards import stored
from wagonik.server.children import Child, Died, GaveUp
from wagonik.server.keys import bot_seed
from wagonik.server.players import TableBot
from wagonik.server.protocol.web import BotInfo

_MOST_MATCHES: Final = 64
_MOST_STEPS: Final = 64
_PATIENCE: Final = 30.0  # seconds beyond its time after which a bot is given up
_GRACE: Final = 2.0  # seconds beyond its time after which other tables do not wait for it any more
_START: Final = 120.0  # seconds in which a process must have started
_MOST_STRAYS: Final = 4  # processes of bots that are over their time and have not been given up yet
_SHORTEST: Final = 0.1  # seconds that a patient bot gets, however many tables wait


@dataclass(frozen=True)
class BotTurn:
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
    version: int | None = None  # of the rules; without it, the newest


class _Kept:
    """A match in the memory of a thinking process, and the bots that play it."""

    def __init__(self, job: BotTurn) -> None:
        board: BoardFile | None = None if job.board is None else stored(job.board)
        self.match: Final = Match(
            job.game,
            job.seats,
            job.seed,
            dict.fromkeys(job.options, True),
            board,
            version=job.version,
        )
        self.bots: Final[dict[tuple[int, str], TableBot]] = {}


_kept: "OrderedDict[str, _Kept]" = OrderedDict()


def think(job: BotTurn, seconds: float) -> list[int]:
    """The actions of a bot up to the next moment that others see. A level that uses all the time
    it is given gets so many seconds for them."""
    try:
        return _think(job, seconds)
    except SystemExit as error:  # which would end the server that hears of it
        raise RuntimeError(f"a bot of level {job.level} called sys.exit({error})") from error


def _think(job: BotTurn, seconds: float) -> list[int]:
    players: Any = importlib.import_module(job.players)
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
        bot = kept.bots[(job.seat, job.level)] = players.make(
            job.level, bot_seed(job.seed, job.seat, job.level)
        )
        bot.start(match.observe(job.seat))
    until = time.monotonic() + seconds
    actions: list[int] = []
    seen = len(match.state.log)
    while len(actions) < _MOST_STEPS:
        players.allow(bot, max(until - time.monotonic(), seconds / 10))
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


def ready(players: str) -> None:
    """In a process that has just started: what it needs first."""
    importlib.import_module(players)


class _Lane:
    """Tables that take turns in one process. Whoever is over its time is left to its process, and
    the others go on in a new one."""

    def __init__(self) -> None:
        self.child = Child()
        self.waiting = 0
        self.turn: Final = asyncio.Lock()


class Thinking:
    """The processes. A match always goes to the same one, which remembers it. Patient levels, which
    use all the time they get, have processes of their own: quick ones do not wait for them. A table
    asks for one move at a time, so tables that wait for a process take turns; and the more of them
    wait, the shorter patient levels think. A bot that gets stuck delays its own table only."""

    def __init__(self, players: str, workers: int, seconds: float) -> None:
        self.players: Final = players
        self.workers: Final = workers
        self.seconds: Final = seconds
        self._lanes: Final[dict[tuple[bool, int], _Lane]] = {}
        self._strays: Final[list[Child]] = []
        self._levels: list[BotInfo] | None = None

    def levels(self) -> list[BotInfo]:
        if self._levels is None:
            self._levels = list(self._module().levels())
        return self._levels

    def _module(self) -> Any:
        return importlib.import_module(self.players)

    async def choose(self, job: BotTurn) -> list[int]:
        patient = bool(self._module().patient(job.level))
        if not self.workers:
            # Here and now: matches share the work space of their rules, so no thread may think
            # while another one plays. For tests, whose bots are quick.
            return think(job, self.seconds)
        key = patient, hash(job.match) % self.workers
        lane = self._lanes.get(key)
        if lane is None:
            lane = self._lanes[key] = _Lane()
        seconds = max(min(_SHORTEST, self.seconds), self.seconds / (1 + lane.waiting))
        try:
            return await self._think(lane, job, seconds)
        except Died:
            # Perhaps for lack of memory: the next process starts afresh.
            return await self._think(lane, job, seconds)

    async def _think(self, lane: _Lane, job: BotTurn, seconds: float) -> list[int]:
        lane.waiting += 1
        try:
            async with lane.turn:
                child = lane.child
                if not child.processes:
                    await child.run(_START, ready, job.players)
                work = asyncio.create_task(child.run(_PATIENCE + seconds, think, job, seconds))
                try:
                    await asyncio.wait({work}, timeout=seconds + _GRACE)
                except asyncio.CancelledError:
                    work.cancel()
                    raise
                if not work.done():
                    lane.child = Child()
                    self._stray(child)
        finally:
            lane.waiting -= 1
        if child is lane.child:
            return await work
        try:
            return await work
        except Died as error:  # not to be tried again
            raise GaveUp(str(error)) from error
        finally:
            self._end(child)

    def _stray(self, child: Child) -> None:
        self._strays.append(child)
        if len(self._strays) > _MOST_STRAYS:
            self._end(self._strays[0])  # what it thinks about fails

    def _end(self, child: Child) -> None:
        child.close()
        if child in self._strays:
            self._strays.remove(child)

    def _all(self) -> list[Child]:
        return [lane.child for lane in self._lanes.values()] + self._strays

    def processes(self) -> list[int]:
        return [number for child in self._all() for number in child.processes]

    def close(self) -> None:
        for child in self._all():
            child.close()
        self._lanes.clear()
        self._strays.clear()
