"""Many matches on all cores: which are played, and what is kept of each.

Match number i of a run depends only on the run and on i, so the result is the same whatever the
number of processes, and whatever is kept of the matches.
"""

import time
import traceback
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Final, NamedTuple

from wagonik.arena.changes import changed_rules
from wagonik.arena.contestants import find_contestant
from wagonik.arena.core.playing import play_brains
from wagonik.arena.core.rows import MatchRows
from wagonik.arena.interrupts import interrupts_wait
from wagonik.arena.play import play_guarded
from wagonik.arena.rooms import Origin
from wagonik.arena.seeds import choices, match_seed, seat_seed
from wagonik.arena.tally import Tally, empty_tally
from wagonik.bots.base import Brain, BrainBot, Random, RandomBrain
from wagonik.bots.guard import Fault, SafeBot
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.boardfile import BoardFile, load, published
from wagonik.engine.errors import WagonikError
from wagonik.engine.rules import Rules
from wagonik.engine.state import State
from wagonik.games import find_game
from wagonik.match import Match
from wagonik.processes import Pool, cores
from wagonik.records import to_json

if TYPE_CHECKING:
    import polars as pl

CHUNK_SECONDS: Final = 0.25  # work between two steps of the progress bar
WORTHWHILE_SECONDS: Final = 3.0  # starting processes for less than this gains nothing
UNDER_WAY: Final = 3  # chunks for each process, so that memory does not grow with the matches

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
        return match_seed(self.seed, number)

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
            bot = find_contestant(name)
            if not bot.plays(self.game):
                raise WagonikError(f"The bot {name} needs a board; {self.game} has none.")
            assert bot.name  # which a bot of one's own says when its file has been read
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


class Finished(NamedTuple):
    """A match that was played to its end."""

    state: State
    played: list[int]  # its actions
    faults: list[Fault]  # moves that were replaced
    crash: str = ""  # where a brain of ours went wrong, if one did


class Player:
    """Plays matches of one run, one after the other."""

    def __init__(self, run: Run) -> None:
        self.run: Final = run
        self.rules: Final = run.rules()
        self.board: Final = run.board_file() if run.keep == RECORDS else None
        self.out: Final = ActionBuffer()
        self.tables: Final = MatchRows(self.rules)
        self.random: Final = RandomBrain(self.rules)
        self.names: Final = {name: find_contestant(name).name for name in run.bots}
        self.origin: Final = Origin(
            run.game, run.players, run.options, run.board_file(), run.changes
        )
        self.brains: Final = self._brains()

    def _brains(self) -> dict[str, Brain]:
        """The brain of each bot that is nothing else; brains remember nothing of a match."""
        found: dict[str, Brain] = {}
        for name in self.run.bots:
            contestant = find_contestant(name)
            entry = contestant.entry
            if entry is None or not contestant.thinks_alone():
                continue
            if entry.bot is Random:
                found[name] = self.random
            else:
                bot = entry.bot(0)
                assert isinstance(bot, BrainBot)
                found[name] = bot.make_brain(self.rules)
        return found

    def play(self, start: int, count: int) -> Chunk:
        """Matches start … start + count - 1."""
        chunk = Chunk(start, empty_tally(self.rules), [])
        for number in range(start, start + count):
            match = self.finished(number)
            chunk.tally.replaced(match.faults)
            if match.crash:
                chunk.tally.crashed(match.crash)
            self._count(chunk.tally, number, match.state, len(match.played))
            if self.run.keep == TABLE:
                self.tables.add(match.state, number, len(match.played), len(match.faults))
            elif self.run.keep == RECORDS:
                chunk.lines.append(self._record(number, match.played))
        if self.run.keep == TABLE:
            from wagonik.arena.dataset import encode

            chunk.table = encode(self)
        return chunk

    def finished(self, number: int) -> Finished:
        """A match played to its end. One in which a brain of ours goes wrong is played again by
        bots under guard, who replace the moves that fail."""
        names = self.run.line_up(number)
        crash = ""
        if all(name in self.brains for name in names):
            self.random.rng = choices(self.run.match_seed(number))
            state = self._start(number)
            played: list[int] = []
            try:
                play_brains(
                    self.rules, state, [self.brains[name] for name in names], self.out, played
                )
                return Finished(state, played, [])
            except Exception:
                crash = f"Match {number} of {', '.join(names)}:\n{traceback.format_exc()}"
        return self.guarded(number)._replace(crash=crash)

    def guarded(self, number: int) -> Finished:
        """A match played by bots under guard."""
        seed = self.run.match_seed(number)
        bots: list[SafeBot] = [
            find_contestant(name).make(seat_seed(seed, seat), self.origin)
            for seat, name in enumerate(self.run.line_up(number))
        ]
        state = self._start(number)
        played: list[int] = []
        play_guarded(self.rules, state, bots, self.out, played)
        return Finished(state, played, [fault for bot in bots for fault in bot.faults])

    def _start(self, number: int) -> State:
        return self.rules.start(self.run.match_seed(number), -1, self.run.keep == TABLE)

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

    def _record(self, number: int, played: list[int]) -> str:
        run = self.run
        match = Match(run.game, run.players, run.match_seed(number), run.switches(), self.board)
        for action in played:
            match.play(action)
        return to_json(match.record())


@dataclass(frozen=True)
class Span:
    """Some matches in a row: what is sent to another process."""

    run: Run
    start: int
    count: int


@lru_cache(maxsize=1)
def _player(run: Run) -> Player:
    """The player of a process."""
    return Player(run)


def play_span(span: Span) -> Chunk:
    """Play matches in a process of the pool."""
    return _player(span.run).play(span.start, span.count)


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
    spans = [Span(run, at, min(size, end - at)) for at in range(start, end, size)]
    if processes <= 1:
        for span in spans:
            yield player.play(span.start, span.count)
        return
    pool: Pool[Span, Chunk] = Pool(play_span, processes, _told)
    try:
        yield from _in_order(pool, spans)
    finally:
        pool.close()


def _in_order(pool: "Pool[Span, Chunk]", spans: list[Span]) -> Iterator[Chunk]:
    """The chunks in the order of their matches, whoever is ready first."""
    sent = 0
    ready: dict[int, Chunk] = {}
    for at, span in enumerate(spans):
        while sent < min(len(spans), at + UNDER_WAY * pool.workers):
            pool.send(spans[sent])
            sent += 1
        while span.start not in ready:
            found, chunk = pool.receive()
            ready[found.start] = chunk
        yield ready.pop(span.start)


def _told(span: Span) -> str:
    return ", ".join(span.run.bots)


def worthwhile(seconds: float) -> int:
    """How many processes to use for so much work."""
    return cores() if seconds > WORTHWHILE_SECONDS else 1
