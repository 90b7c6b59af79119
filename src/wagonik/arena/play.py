"""One match of the arena, and one deal: the same match with the seats rotated."""

import hashlib
import math
import time
from collections import Counter
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple

from wagonik.arena.contestants import end_match, find_contestant
from wagonik.arena.rooms import Origin
from wagonik.arena.seeds import deal_seed, rotated_seed
from wagonik.bots.guard import SafeBot
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.boardfile import load
from wagonik.engine.rules import Rules
from wagonik.engine.state import State
from wagonik.engine.views import view_of
from wagonik.games import make_rules
from wagonik.match import View

# Times of decisions are counted in bins, twenty for a factor of ten, from one microsecond up:
# fine enough for a median, and a match needs some bytes instead of some thousand.
BINS_A_DECADE: Final = 20
BINS: Final = 180
SHORTEST: Final = 1e-6
FAULTS_KEPT: Final = 3  # texts of replaced moves that a row keeps; all of them are counted


@dataclass(frozen=True)
class Table:
    """What is played: a game, its number of seats, its options, the board if it is one's own."""

    game: str
    players: int
    options: tuple[str, ...] = ()
    board: str = ""  # the text of a board file

    @property
    def board_name(self) -> str:
        """How the board is told apart in results: its name and a part of its fingerprint."""
        if not self.board:
            return ""
        return f"{_board_title(self.board)} {hashlib.sha256(self.board.encode()).hexdigest()[:8]}"

    def rules(self) -> Rules:
        return _rules(self)


LineUp = tuple[str, ...]


@lru_cache(maxsize=64)
def _rules(table: Table) -> Rules:
    board = load(table.board) if table.board else None
    return make_rules(table.game, table.players, dict.fromkeys(table.options, True), board)


@lru_cache(maxsize=64)
def _board_title(text: str) -> str:
    return load(text).name


@dataclass(frozen=True)
class Job:
    """Some deals of a line-up: what is sent to a process or to another machine."""

    table: Table
    line_up: LineUp
    seed: int
    deals: tuple[int, ...]
    seconds: float | None = None


class Row(NamedTuple):
    """What one seat reached in one match: a row of the results (docs/arena.md)."""

    game: str
    board: str
    options: str
    players: int
    line_up: str
    seed: int
    deal: int
    rotation: int
    seat: int
    bot: str
    first: bool
    score: int
    won: float
    turns: int
    decisions: int
    replaced: int
    faults: tuple[str, ...]
    seconds: float
    time_bins: tuple[int, ...]
    time_counts: tuple[int, ...]


def play_guarded(
    rules: Rules,
    state: State,
    bots: list[SafeBot],
    out: ActionBuffer,
    played: list[int],
    times: list[list[float]] | None = None,
) -> None:
    """Play a new match between bots to its end. Each sees only the views of its own seat. The
    actions are added to `played`, the seconds of each seat's decisions to `times`."""
    rules.advance(state, out)
    for seat, bot in enumerate(bots):
        bot.start(View(rules, view_of(rules, state, seat), seat, []))
    clock = time.perf_counter
    while out.count > 0:
        seat = int(state.seat)
        view = View(rules, view_of(rules, state, seat), seat, out.list())
        before = clock()
        action = bots[seat].choose(view)
        if times is not None:
            times[seat].append(clock() - before)
        rules.play(state, action, out)
        played.append(action)
    end_match(bots, int(state.turn))


def play_deal(
    table: Table, line_up: LineUp, seed: int, deal: int, seconds: float | None
) -> list[Row]:
    """Play a deal once for every rotation of the line-up: a row for each seat of each match."""
    players = len(line_up)
    rules = table.rules()
    origin = Origin(table.game, players, table.options, rules.own_board)
    match_seed = deal_seed(seed, table.game, players, deal)
    out = ActionBuffer()
    rows: list[Row] = []
    for turned in range(players):
        names = [line_up[(seat + turned) % players] for seat in range(players)]
        bots = [
            find_contestant(name).make(rotated_seed(match_seed, seat), origin, seconds)
            for seat, name in enumerate(names)
        ]
        times: list[list[float]] = [[] for _ in names]
        state = rules.start(match_seed)
        play_guarded(rules, state, bots, out, [], times)
        final = rules.score(state)
        for seat, name in enumerate(names):
            counted = sorted(Counter(map(time_bin, times[seat])).items())
            rows.append(
                Row(
                    game=table.game,
                    board=table.board_name,
                    options=",".join(table.options),
                    players=players,
                    line_up=",".join(line_up),
                    seed=seed,
                    deal=deal,
                    rotation=turned,
                    seat=seat,
                    bot=name,
                    first=seat == state.first,
                    score=int(final.totals[seat]),
                    won=1.0 / len(final.winners) if seat in final.winners else 0.0,
                    turns=int(state.turn),
                    decisions=len(times[seat]),
                    replaced=len(bots[seat].faults),
                    faults=tuple(fault.text() for fault in bots[seat].faults[:FAULTS_KEPT]),
                    seconds=sum(times[seat]),
                    time_bins=tuple(at for at, _ in counted),
                    time_counts=tuple(count for _, count in counted),
                )
            )
    return rows


def play_job(job: Job) -> list[Row]:
    """Play all deals of a job, in this process."""
    return [
        row
        for deal in job.deals
        for row in play_deal(job.table, job.line_up, job.seed, deal, job.seconds)
    ]


def time_bin(seconds: float) -> int:
    if seconds <= SHORTEST:
        return 0
    return min(BINS - 1, int(BINS_A_DECADE * math.log10(seconds / SHORTEST)))


def bin_seconds(at: float) -> float:
    """The time at a place of the scale; a bin's middle is at its number and a half."""
    return float(SHORTEST * 10.0 ** (at / BINS_A_DECADE))
