"""Win rates with the luck of the draw taken out: the same mean, less spread.

After every decision that turns up cards or tickets, what chance did to a seat is measured (see
`wagonik.analysis.decisions.judge_luck`). Its mean is zero whatever the bots do, so a multiple of
it may be taken from the wins of a deal without changing what they estimate: a control variate.
The multiple for each deal is found on all the others, which keeps it unbiased.
It costs some thousand play-outs a match, and pays for bots that think longer than that.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from wagonik.analysis.decisions import judge_luck
from wagonik.analysis.judge import Judge
from wagonik.arena.contestants import find_contestant
from wagonik.arena.intervals import STANDARD
from wagonik.arena.play import Job, LineUp, Table, play_guarded
from wagonik.arena.rooms import Origin
from wagonik.arena.seeds import deal_seed, rotated_seed
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.boardfile import load
from wagonik.match import Match
from wagonik.processes import Pool

SAMPLES: Final = 24  # futures on each side of a draw; more make no interval narrower
LEAST_DEALS: Final = 8

# For each bot of a line-up: its part of the wins of a deal, and what chance gave it.
DealRow = tuple[int, list[float], list[float]]


@dataclass(frozen=True)
class AdjustedBot:
    """A bot's win rate as it was played, and with luck taken out.

    Attributes:
        rate: Matches won, a shared win in parts.
        half: Half of the 95 % interval of the rate.
        adjusted: The same with luck taken out.
        adjusted_half: Half of its interval.
        factor: How many times as many deals would be needed for that without it.
        luck: What chance gave it, on average over matches; 0 but for its error.
        luck_error: The standard error of that.
    """

    name: str
    rate: float
    half: float
    adjusted: float
    adjusted_half: float
    factor: float
    luck: float
    luck_error: float


@dataclass(frozen=True)
class AdjustedJob:
    """Some deals, and how many futures are looked at."""

    job: Job
    samples: int


def luck_of_match(table: Table, seed: int, actions: Sequence[int], samples: int) -> list[float]:
    """What chance did to each seat in a whole match."""
    board = load(table.board) if table.board else None
    options = dict.fromkeys(table.options, True)
    whole = Match(table.game, table.players, seed, options, board)
    reveals = []
    for action in actions:
        before = whole.state.reveals
        whole.play(action)
        reveals.append(whole.state.reveals != before)
    match = whole.again()
    judge = Judge(match.rules)
    found = [0.0] * table.players
    for action, revealed in zip(actions, reveals, strict=True):
        seat = match.seat
        if not revealed:
            match.play(action)
            continue
        for each, gain in enumerate(judge_luck(judge, match, seat, action, samples, seed)):
            found[each] += gain.mean
    return found


def play_adjusted(what: AdjustedJob) -> list[DealRow]:
    """Play the deals of a job, each once for every rotation, and measure their luck."""
    job = what.job
    return [_deal(job, deal, what.samples) for deal in job.deals]


def _deal(job: Job, deal: int, samples: int) -> DealRow:
    table, line_up = job.table, job.line_up
    bots = list(dict.fromkeys(line_up))
    players = table.players
    rules = table.rules()
    origin = Origin(table.game, players, table.options, rules.own_board)
    seed = deal_seed(job.seed, table.game, players, deal)
    won, luck = [0.0] * len(bots), [0.0] * len(bots)
    for turned in range(players):
        names = [line_up[(seat + turned) % players] for seat in range(players)]
        playing = [
            find_contestant(name).make(rotated_seed(seed, seat), origin, job.seconds)
            for seat, name in enumerate(names)
        ]
        state = rules.start(seed)
        actions: list[int] = []
        play_guarded(rules, state, playing, ActionBuffer(), actions)
        winners = rules.score(state).winners
        gains = luck_of_match(table, seed, actions, samples)
        for seat, name in enumerate(names):
            at = bots.index(name)
            won[at] += (1.0 / len(winners) if seat in winners else 0.0) / players
            luck[at] += gains[seat] / players
    return deal, won, luck


def adjust(name: str, won: Sequence[float], luck: Sequence[float]) -> AdjustedBot:
    """Take luck out of the wins of deals."""
    values = [
        mine - slope * by for mine, slope, by in zip(won, _slopes(won, luck), luck, strict=True)
    ]
    rate, error = _mean(won)
    adjusted, less = _mean(values)
    given, luck_error = _mean(luck)
    factor = (error / less) ** 2 if less > 0 else 1.0
    return AdjustedBot(
        name, rate, STANDARD * error, adjusted, STANDARD * less, factor, given, luck_error
    )


def _slopes(won: Sequence[float], luck: Sequence[float]) -> list[float]:
    """For each deal, how much of the wins goes with luck in all the others. What may as well be
    chance is made smaller, down to nothing: it would only add to the spread."""
    count = len(won) - 1
    total, given = sum(won), sum(luck)
    squares = sum(a * a for a in won)
    both = sum(a * b for a, b in zip(won, luck, strict=True))
    spread = sum(b * b for b in luck)
    found = []
    for a, b in zip(won, luck, strict=True):
        rest = spread - b * b
        if rest <= 0.0:
            found.append(0.0)
            continue
        mean = (total - a) / count
        slope = (both - a * b - mean * (given - b)) / rest
        explained = slope * slope * rest / count
        left = (squares - a * a) / count - mean * mean - explained
        found.append(slope * max(0.0, 1.0 - left / (count * explained)) if explained > 0 else 0.0)
    return found


def _mean(values: Sequence[float]) -> tuple[float, float]:
    mean = sum(values) / len(values)
    spread = sum((value - mean) ** 2 for value in values)
    return mean, math.sqrt(spread / (len(values) * (len(values) - 1)))


def run_adjusted(
    table: Table,
    line_up: LineUp,
    deals: int,
    seed: int = 0,
    seconds: float | None = None,
    samples: int = SAMPLES,
    jobs: int = 1,
    progress: Callable[[int, int], None] | None = None,
) -> list[AdjustedBot]:
    """Play deals of a line-up and tell its bots' win rates with luck taken out.

    The same seed gives the same result, however many processes play; bots with a time budget
    excepted. At least eight deals are played.
    """
    deals = max(LEAST_DEALS, deals)
    work = [
        AdjustedJob(Job(table, line_up, seed, (deal,), seconds), samples) for deal in range(deals)
    ]
    rows: list[DealRow] = []
    if jobs <= 1:
        for what in work:
            rows += play_adjusted(what)
            if progress is not None:
                progress(len(rows), deals)
    else:
        pool: Pool[AdjustedJob, list[DealRow]] = Pool(play_adjusted, jobs, _told)
        try:
            for what in work:
                pool.send(what)
            for _ in work:
                rows += pool.receive()[1]
                if progress is not None:
                    progress(len(rows), deals)
        finally:
            pool.close()
    rows.sort()
    bots = list(dict.fromkeys(line_up))
    return [
        adjust(name, [row[1][at] for row in rows], [row[2][at] for row in rows])
        for at, name in enumerate(bots)
    ]


def _told(what: AdjustedJob) -> str:
    return ", ".join(what.job.line_up)
