"""Bots think in processes of their own, so that nobody waits for them.

A process gets the moves of a match, rebuilds it (or goes on from what it has) and shows its bot
nothing but views.
"""

import asyncio
import importlib
import logging
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from wagonik.engine.actions import ActionBuffer
from wagonik.engine.boardfile import BoardFile
from wagonik.engine.views import view_of
from wagonik.games import shown_rules
from wagonik.match import Match, View
from wagonik.processes import cores as all_cores
from wagonik.server.boards import stored
from wagonik.server.children import Child, Died, GaveUp
from wagonik.server.keys import bot_seed
from wagonik.server.players import TableBot
from wagonik.server.pondering import SLICE, Ponderers
from wagonik.server.protocol.web import BotInfo

log = logging.getLogger(__name__)

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


def look_ahead(job: BotTurn, seconds: float) -> bool:
    """Let a bot look ahead while others are to move; whether more of it is of use. What this
    process has of its match stays as it is: the others may take back what they have done since."""
    try:
        return _look_ahead(job, seconds)
    except SystemExit as error:
        raise RuntimeError(f"a bot of level {job.level} called sys.exit({error})") from error


def _look_ahead(job: BotTurn, seconds: float) -> bool:
    kept = _kept.get(job.match)
    bot = None if kept is None else kept.bots.get((job.seat, job.level))
    if kept is None or bot is None:
        return False
    rules = kept.match.rules
    done = tuple(kept.match.history)
    if done != job.history[: len(done)]:
        return False
    state = kept.match.state.copy()
    out = ActionBuffer()
    for seat, action in job.history[len(done) :]:
        state.seat = seat  # first tickets are chosen in any order
        rules.play(state, action, out)
    view = View(shown_rules(rules), view_of(rules, state, job.seat), job.seat, [])
    players: Any = importlib.import_module(job.players)
    return bool(players.ponder(bot, view, seconds))


def ready(players: str, cores: int = 1) -> None:
    """In a process that has just started: what it needs first."""
    module: Any = importlib.import_module(players)
    if cores > 1:
        module.spread(cores)


class _Lane:
    """Tables that take turns in one process. Whoever is over its time is left to its process, and
    the others go on in a new one. While nobody is waiting, bots look ahead there."""

    def __init__(self, cores: int, ponder: float) -> None:
        self.cores: Final = cores
        self.child = Child()
        self.waiting = 0
        self.turn: Final = asyncio.Lock()
        self.ponderers: Final = Ponderers(ponder)
        self.pondering: asyncio.Task[None] | None = None


class Thinking:
    """The processes. A match always goes to the same one, which remembers it. Patient levels, which
    use all the time they get, have processes of their own: quick ones do not wait for them. A table
    asks for one move at a time, so tables that wait for a process take turns; and the more of them
    wait, the shorter patient levels think. A bot that gets stuck delays its own table only."""

    def __init__(
        self, players: str, workers: int, seconds: float, cores: int = 1, ponder: float = 0.0
    ) -> None:
        self.players: Final = players
        self.workers: Final = workers
        self.seconds: Final = seconds
        self.cores: Final = cores or all_cores()  # for each process of patient levels
        self.ponder_seconds: Final = ponder  # before each turn of a patient bot
        self._lanes: Final[dict[tuple[bool, int], _Lane]] = {}
        self._strays: Final[list[Child]] = []
        self._levels: list[BotInfo] | None = None

    def levels(self) -> list[BotInfo]:
        if self._levels is None:
            self._levels = list(self._module().levels())
        return self._levels

    def _module(self) -> Any:
        return importlib.import_module(self.players)

    def patient(self, level: str) -> bool:
        return bool(self._module().patient(level))

    async def choose(self, job: BotTurn) -> list[int]:
        patient = self.patient(job.level)
        if not self.workers:
            # Here and now: matches share the work space of their rules, so no thread may think
            # while another one plays. For tests, whose bots are quick.
            return think(job, self.seconds)
        key = patient, hash(job.match) % self.workers
        lane = self._lanes.get(key)
        if lane is None:
            lane = self._lanes[key] = _Lane(self.cores if patient else 1, self.ponder_seconds)
        lane.ponderers.take_turn(job)
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
                    await child.run(_START, ready, job.players, lane.cores)
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

    def ponder(self, job: BotTurn, holds: Callable[[], bool]) -> None:
        """Others are to move: let a patient bot look ahead, as long as the match holds still and
        nobody waits for its process."""
        if not self.workers or self.ponder_seconds <= 0:
            return
        lane = self._lanes.get((True, hash(job.match) % self.workers))
        if lane is None or not self.patient(job.level):
            return  # it has not decided anything yet, so nothing is kept of its match
        lane.ponderers.add(job, holds)
        if lane.pondering is None or lane.pondering.done():
            lane.pondering = asyncio.create_task(self._ponder(lane))

    async def _ponder(self, lane: _Lane) -> None:
        while lane.ponderers.next() is not None:
            async with lane.turn:
                bot = lane.ponderers.next()
                if lane.waiting or bot is None:
                    continue
                if not lane.child.processes:
                    lane.ponderers.rest()
                    return
                began = time.monotonic()
                try:
                    more = await lane.child.run(SLICE + _GRACE, look_ahead, bot.job, SLICE)
                except Exception:  # the match does not depend on it
                    log.exception("a bot of level %s failed to look ahead", bot.job.level)
                    lane.ponderers.spoil(bot)
                else:
                    lane.ponderers.had(bot, time.monotonic() - began, more)

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
        for lane in self._lanes.values():
            if lane.pondering is not None:
                lane.pondering.cancel()
        for child in self._all():
            child.close()
        self._lanes.clear()
        self._strays.clear()
