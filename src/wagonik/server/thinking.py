"""Bots think in processes of their own, so that nobody waits for them.

A process gets the moves of a match, rebuilds it (or goes on from what it has) and shows its bot
nothing but views.
"""

import importlib
import secrets
import time
from collections import OrderedDict
from dataclasses import dataclass
from typing import Any, Final

from wagonik.engine.boardfile import BoardFile
from wagonik.match import Match
from wagonik.server.boards import stored
from wagonik.server.children import Child, Died
from wagonik.server.players import TableBot
from wagonik.server.protocol.web import BotInfo

_MOST_MATCHES: Final = 64
_MOST_STEPS: Final = 64
_PATIENCE: Final = 30.0  # seconds beyond its time after which a bot is given up
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


class _Kept:
    """A match in the memory of a thinking process, and the bots that play it."""

    def __init__(self, job: BotTurn) -> None:
        board: BoardFile | None = None if job.board is None else stored(job.board)
        self.match: Final = Match(
            job.game, job.seats, job.seed, dict.fromkeys(job.options, True), board
        )
        self.bots: Final[dict[tuple[int, str], TableBot]] = {}


_kept: "OrderedDict[str, _Kept]" = OrderedDict()


def think(job: BotTurn, seconds: float) -> list[int]:
    """The actions of a bot up to the next moment that others see. A level that uses all the time
    it is given gets so many seconds for them."""
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
        bot = kept.bots[(job.seat, job.level)] = players.make(job.level, secrets.randbits(63))
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


class Thinking:
    """The processes. A match always goes to the same one, which remembers it. Patient levels, which
    use all the time they get, have processes of their own: quick ones do not wait for them. A table
    asks for one move at a time, so tables that wait for a process take turns; and the more of them
    wait, the shorter patient levels think."""

    def __init__(self, players: str, workers: int, seconds: float) -> None:
        self.players: Final = players
        self.workers: Final = workers
        self.seconds: Final = seconds
        self._children: Final[dict[tuple[bool, int], Child]] = {}
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
        child = self._children.get(key)
        if child is None:
            child = self._children[key] = Child()
        seconds = max(min(_SHORTEST, self.seconds), self.seconds / (1 + child.waiting))
        try:
            return await child.run(_PATIENCE + seconds, think, job, seconds)
        except Died:
            # Perhaps for lack of memory: the next process starts afresh.
            return await child.run(_PATIENCE + seconds, think, job, seconds)

    def processes(self) -> list[int]:
        return [number for child in self._children.values() for number in child.processes]

    def close(self) -> None:
        for child in self._children.values():
            child.close()
        self._children.clear()
