"""Many matches on all cores: which are played, and what is kept of each.

Match number i of a run depends only on the run and on i, so the result is the same whatever the
number of processes, and whatever is kept of the matches.
"""

import hashlib
import multiprocessing
import os
import signal
import time
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Final

from wagonik.arena.changes import changed_rules
from wagonik.arena.core.playing import play_brains
from wagonik.arena.core.rows import MatchRows
from wagonik.arena.interrupts import interrupts_wait
from wagonik.arena.tally import Tally, empty_tally
from wagonik.bots.base import Brain, BrainBot, Random, RandomBrain
from wagonik.bots.guard import SafeBot
from wagonik.bots.registry import Entry, find_bot, make_bot
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.boardfile import BoardFile, load, published
from wagonik.engine.errors import WagonikError
from wagonik.engine.rng import FastRng
from wagonik.engine.rules import Rules
from wagonik.engine.state import State
from wagonik.engine.views import view_of
from wagonik.games import find_game
from wagonik.match import Match, View
from wagonik.records import to_json

if TYPE_CHECKING:
    from multiprocessing.pool import AsyncResult

    import polars as pl

MOST_MATCHES: Final = 1_000_000_000  # so that the seeds of two runs never meet
CHUNK_SECONDS: Final = 0.25  # work between two steps of the progress bar
WORTHWHILE_SECONDS: Final = 3.0  # starting processes for less than this gains nothing

# What is kept of the matches besides their tally.
NOTHING: Final = ""
RECORDS: Final = "records"
TABLE: Final = "table"


@dataclass(frozen=True)
class Run:
    """What is played; small enough to be sent to another process."""

    game: str
    players: int
    seed: int
    options: tuple[str, ...] = ()
    board: str | None = None  # the text of a board file
    keep: str = NOTHING
    bots: tuple[str, ...] = ("random",)
    changes: tuple[str, ...] = ()  # see wagonik.arena.changes

    def match_seed(self, number: int) -> int:
        return self.seed * MOST_MATCHES + number

    def board_file(self) -> BoardFile | None:
        return None if self.board is None else load(self.board)

    def board_name(self) -> str | None:
        return _board_name(self.game, self.board)

    def switches(self) -> dict[str, bool]:
        return dict.fromkeys(self.options, True)

    def rules(self) -> Rules:
        return changed_rules(
            self.game, self.players, self.switches(), self.board_file(), self.changes
        )

    def line_up(self, number: int) -> list[str]:
        """The bot of each seat: they take the seats in turn, from match to match."""
        return [self.bots[(seat + number) % len(self.bots)] for seat in range(self.players)]

    def check(self) -> None:
        """Tell at once what can't be played."""
        self.rules()
        if not self.bots:
            raise WagonikError("At least one bot must play.")
        if len(self.bots) > self.players:
            raise WagonikError(
                f"{len(self.bots)} bots are too many for {self.players} players: name as many "
                "as there are seats, or fewer, who then take several."
            )
        for name in self.bots:
            entry = find_bot(name)
            if not entry.plays(self.game):
                raise WagonikError(f"The bot {name} needs a board; {self.game} has none.")
        if self.changes and self.keep == RECORDS:
            raise WagonikError(
                "Matches with changed rules have no records: they could not be replayed. "
                "Write a table instead, like --out matches.parquet."
            )


@cache
def _board_name(game: str, board: str | None) -> str | None:
    if board is not None:
        return load(board).name
    return published(game).name if find_game(game).has_board else None


def parse_bots(text: str) -> tuple[str, ...]:
    """The names in a list with commas."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


@dataclass
class Chunk:
    """Some matches in a row, played."""

    start: int
    tally: Tally
    lines: list[str]  # their records, if asked for
    table: bytes = b""  # their rows as an Arrow table, if asked for

    def frame(self) -> "pl.DataFrame":
        import io

        import polars as pl

        with interrupts_wait():
            return pl.read_ipc(io.BytesIO(self.table))


def thinks_alone(entry: Entry) -> bool:
    """Whether a bot is nothing but its brain, which then can be asked without views."""
    if entry.bot is Random:
        return True
    if not issubclass(entry.bot, BrainBot):
        return False
    own = entry.bot.__mro__[: entry.bot.__mro__.index(BrainBot)]
    return not any(name in vars(kind) for kind in own for name in ("choose", "start"))


class Player:
    """Plays matches of one run, one after the other."""

    def __init__(self, run: Run) -> None:
        self.run: Final = run
        self.rules: Final = run.rules()
        self.board: Final = run.board_file() if run.keep == RECORDS else None
        self.out: Final = ActionBuffer()
        self.tables: Final = MatchRows(self.rules)
        self.random: Final = RandomBrain(self.rules)
        self.names: Final = {name: find_bot(name).name for name in run.bots}
        self.brains: Final = self._brains()

    def _brains(self) -> dict[str, Brain]:
        """The brain of each bot that is nothing else; brains remember nothing of a match."""
        found: dict[str, Brain] = {}
        for name in self.run.bots:
            entry = find_bot(name)
            if entry.bot is Random:
                found[name] = self.random
            elif thinks_alone(entry):
                bot = entry.bot(0)
                assert isinstance(bot, BrainBot)
                found[name] = bot.make_brain(self.rules)
        return found

    def play(self, start: int, count: int) -> Chunk:
        """Matches start … start + count - 1."""
        chunk = Chunk(start, empty_tally(self.rules), [])
        for number in range(start, start + count):
            if self.run.keep == RECORDS:
                chunk.lines.append(self._recorded(number, chunk.tally))
            else:
                state, decisions, faults = self.finished(number)
                chunk.tally.faults += faults
                self._count(chunk.tally, number, state, decisions)
                if self.run.keep == TABLE:
                    self.tables.add(state, number, decisions, faults)
        if self.run.keep == TABLE:
            from wagonik.arena.dataset import encode

            chunk.table = encode(self)
        return chunk

    def finished(self, number: int) -> tuple[State, int, int]:
        """A match played to its end: its state, its decisions, and how many were replaced."""
        seed = self.run.match_seed(number)
        logging = self.run.keep == TABLE
        names = self.run.line_up(number)
        if all(name in self.brains for name in names):
            self.random.rng = self._choices(number)
            state = self.rules.start(seed, -1, logging)
            try:
                brains = [self.brains[name] for name in names]
                played: list[int] = []
                play_brains(self.rules, state, brains, self.out, played)
                return state, len(played), 0
            except Exception:
                pass  # the match is played again by bots under guard, who report their faults
        state = self.rules.start(seed, -1, logging)
        return state, *self._guarded(state, self._guards(number))

    def _guards(self, number: int) -> list[SafeBot]:
        seed = self.run.match_seed(number)
        return [
            make_bot(name, _seat_seed(seed, seat))
            for seat, name in enumerate(self.run.line_up(number))
        ]

    def _guarded(self, state: State, bots: list[SafeBot]) -> tuple[int, int]:
        rules, out = self.rules, self.out
        rules.advance(state, out)
        for seat, bot in enumerate(bots):
            bot.start(View(rules, view_of(rules, state, seat), seat, []))
        decisions = 0
        while out.count > 0:
            seat = int(state.seat)
            view = View(rules, view_of(rules, state, seat), seat, out.list())
            rules.play(state, bots[seat].choose(view), out)
            decisions += 1
        return decisions, sum(len(bot.faults) for bot in bots)

    def _choices(self, number: int) -> FastRng:
        name = b"wagonik choices %d" % self.run.match_seed(number)
        return FastRng(int.from_bytes(hashlib.sha256(name).digest()[:7], "little"))

    def _count(self, tally: Tally, number: int, state: State, decisions: int) -> None:
        final = self.rules.score(state)
        winners = final.winners
        tally.count(
            [int(total) for total in final.totals],
            [int(points) for points in final.points],
            winners,
            int(state.first),
            int(state.turn),
            decisions,
        )
        if len(self.run.bots) > 1:
            for seat, name in enumerate(self.run.line_up(number)):
                won = 1 / len(winners) if seat in winners else 0.0
                tally.bot_wins[name] = tally.bot_wins.get(name, 0.0) + won

    def _recorded(self, number: int, tally: Tally) -> str:
        run = self.run
        names = run.line_up(number)
        self.random.rng = self._choices(number)
        brains = [self.brains.get(name) for name in names]
        guards = self._guards(number) if None in brains else []
        match = Match(run.game, run.players, run.match_seed(number), run.switches(), self.board)
        for seat, bot in enumerate(guards):
            bot.start(match.observe(seat))
        while not match.over:
            seat = match.seat
            brain = brains[seat]
            if brain is not None and not guards:
                out = self.out
                out.count = 0
                for action in match.legal():
                    out.add(action)
                match.play(int(brain.decide(match.state, seat, out)))
            else:
                match.play(guards[seat].choose(match.observe(seat)))
        tally.faults += sum(len(bot.faults) for bot in guards)
        self._count(tally, number, match.state, match.decision)
        return to_json(match.record())


def _seat_seed(seed: int, seat: int) -> int:
    name = b"wagonik seat %d of %d" % (seat, seed)
    return int.from_bytes(hashlib.sha256(name).digest()[:7], "little")


# One player in each worker process.
_player: Player | None = None


def _begin(run: Run) -> None:
    global _player
    # The parent hears Ctrl-C and ends its workers; they say nothing of their own.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # A worker is one core's share of the work, its tables included.
    os.environ["POLARS_MAX_THREADS"] = "1"
    _player = Player(run)


def _work(span: tuple[int, int]) -> Chunk:
    assert _player is not None
    return _player.play(*span)


def simulate(run: Run, matches: int, workers: int = 0, start: int = 0) -> Iterator[Chunk]:
    """Play matches in chunks, in order. 0 workers: as many processes as are worth it."""
    player = Player(run)
    end = start + matches
    count, seconds = 4, 0.0
    # Growing chunks, until one takes long enough to tell how long the others will take (on a core
    # of one's own: a busy machine must not make the chunks, and so the tables, small).
    while start < end and seconds < CHUNK_SECONDS / 4:
        count = min(count * 2, end - start)
        began = time.process_time()
        chunk = player.play(start, count)
        seconds = time.process_time() - began
        yield chunk
        start += count
    size = max(1, int(count * CHUNK_SECONDS / max(seconds, 1e-9)))
    chunks = -(-(end - start) // size)
    processes = min(chunks, workers or worthwhile(chunks * CHUNK_SECONDS))
    spans = ((at, min(size, end - at)) for at in range(start, end, size))
    if processes <= 1:
        for at, many in spans:
            yield player.play(at, many)
        return
    # Fresh processes on every platform: a fork of a process with threads is not safe.
    context = multiprocessing.get_context("spawn")
    with context.Pool(processes, _begin, (run,)) as pool:
        # Only so many chunks are under way, so that memory does not grow with the matches.
        waiting: deque[AsyncResult[Chunk]] = deque()
        for span in spans:
            waiting.append(pool.apply_async(_work, (span,)))
            if len(waiting) >= 3 * processes:
                yield waiting.popleft().get()
        while waiting:
            yield waiting.popleft().get()


def worthwhile(seconds: float) -> int:
    """How many processes to use for so much work."""
    if hasattr(os, "sched_getaffinity"):
        cores = len(os.sched_getaffinity(0))
    else:
        cores = os.cpu_count() or 1
    return cores if seconds > WORTHWHILE_SECONDS else 1
