"""Better numbers for a planner: an evolution strategy over many of them together.

Every try sits at a table of Planners, once in every seat, on the same deals as all tries of its
generation; what wins most (a point of the margin counts a little) draws the next generation
towards it. At the end the middle of the last one plays on deals that were not used before, since
the best of many always looks better than it is. The same seed gives the same numbers, however many
processes play.
"""

import math
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from wagonik.arena.core.playing import play_brains
from wagonik.arena.intervals import interval
from wagonik.bots.base import Brain
from wagonik.bots.games import find_knowledge
from wagonik.bots.master.value import final_worth
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.errors import WagonikError
from wagonik.engine.rules import Rules
from wagonik.games import make_rules
from wagonik.processes import Pool

STEP: Final = 0.12  # of the logarithms of the numbers, in the first generation
SWITCHED_OFF: Final = 500.0  # what is so large is switched off
COUNTS: Final = frozenset({"passes", "fit"})  # how often something is done: whole numbers
PART: Final = 25  # deals of a check that are one job
SEEDS_APART: Final = 1000000000  # so that runs share no deal
CHECKED_FROM: Final = 500000000  # the first deal of a check, in a run
DIGITS: Final = 3

Numbers = dict[str, float]
Job = tuple[int, str, int, Numbers, int, int]  # number, game, players, numbers, first deal, deals
Played = tuple[float, list[float]]  # what the try was worth, and its share of the wins of each deal
Progress = Callable[[int, int], None]


class NoSuchNumber(WagonikError):
    """The game's planner has no number of that name, or none can be tuned."""


class NothingToSearchWith(WagonikError):
    """The laboratory is not installed."""


@dataclass(frozen=True)
class Tuned:
    """Numbers that were found, and how they do on fresh deals at a table of Planners."""

    game: str
    players: int
    seed: int
    generations: int
    numbers: Numbers
    matches: int
    rate: float
    low: float
    high: float


def tune(
    game: str,
    players: int,
    generations: int,
    *,
    start: Numbers | None = None,
    tries: int = 24,
    deals: int = 60,
    check: int = 1500,
    seed: int = 0,
    processes: int = 1,
    progress: Progress | None = None,
) -> Tuned:
    """Look for numbers by which a seat wins more at a table of Planners.

    Args:
        start: Numbers to begin with in place of Planner's own. What is switched off there is tuned
            only if it is named here.
        tries: Different numbers that play in a generation.
        deals: What each of them plays, from every seat.
        check: Deals that the result plays.
    """
    first = {**planner_numbers(game, players), **checked(game, players, start or {})}
    names = [name for name, x in first.items() if name not in COUNTS and 0.0 < x < SWITCHED_OFF]
    search = _strategy(len(names), tries, seed)
    base = seed * SEEDS_APART
    total = generations * tries + math.ceil(check / PART)
    done = 0

    def numbers_of(point: Any) -> Numbers:
        found = dict(start or {})
        for name, x in zip(names, point, strict=True):
            found[name] = float(f"{first[name] * math.exp(float(x)):.{DIGITS}g}")
        return found

    def played(jobs: list[Job]) -> list[Played]:
        nonlocal done
        found: list[Played] = [(0.0, [])] * len(jobs)
        for job in jobs:
            pool.send(job)
        for _ in jobs:
            job, answer = pool.receive()
            found[job[0]] = answer
            done += 1
            if progress is not None:
                progress(done, total)
        return found

    pool: Pool[Job, Played] = Pool(play_tries, processes, lambda job: f"{job[1]}, {job[4]}")
    try:
        for generation in range(generations):
            points = search.ask()
            at = base + generation * deals
            jobs = [(i, game, players, numbers_of(p), at, deals) for i, p in enumerate(points)]
            search.tell(points, [-worth for worth, _ in played(jobs)])
        best = numbers_of(search.mean)
        firsts = range(0, check, PART)
        at = base + CHECKED_FROM
        shares = [
            share
            for _, part in played(
                [
                    (i, game, players, best, at + deal, min(PART, check - deal))
                    for i, deal in enumerate(firsts)
                ]
            )
            for share in part
        ]
    finally:
        pool.close()
    low, high = interval(shares)
    rate = sum(shares) / len(shares)
    return Tuned(game, players, seed, generations, best, check * players, rate, low, high)


def _strategy(size: int, tries: int, seed: int) -> Any:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it misses what it could draw pictures with
        try:
            import cma  # type: ignore[import-untyped]
        except ModuleNotFoundError as error:
            raise NothingToSearchWith(
                f"Tuning needs {error.name}: pip install 'wagonik[lab]'."
            ) from error
    if size == 0:
        raise NoSuchNumber("No number is switched on that could be tuned.")
    options = {"popsize": tries, "CMA_diagonal": True, "verbose": -9, "seed": seed + 1}
    return cma.CMAEvolutionStrategy([0.0] * size, STEP, options)


def planner_numbers(game: str, players: int) -> Numbers:
    """What Planner plays by."""
    rules = make_rules(game, players)
    return find_knowledge(rules).numbers(rules)


def checked(game: str, players: int, numbers: Numbers) -> Numbers:
    """The same numbers, if there are such."""
    known = planner_numbers(game, players)
    for name, x in numbers.items():
        if name not in known:
            raise NoSuchNumber(
                f"Planner has no number {name!r} in {game}; it has {', '.join(sorted(known))}."
            )
        if not (math.isfinite(x) and x >= 0.0):
            raise NoSuchNumber(f"{name} = {x} is no number to begin with: 0 or more is needed.")
    return numbers


@cache
def _table(game: str, players: int) -> tuple[Rules, tuple[Brain, ...]]:
    """The rules, and the Planners of all seats."""
    rules = make_rules(game, players)
    return rules, tuple(find_knowledge(rules).planner(rules) for _ in range(players))


def play_tries(job: Job) -> Played:
    """What some numbers are worth on some deals, for a process of its own."""
    _, game, players, numbers, first, deals = job
    rules, planners = _table(game, players)
    own = find_knowledge(rules).tuned(rules, numbers)
    out = ActionBuffer()
    worth = 0.0
    shares: list[float] = []
    for deal in range(first, first + deals):
        won = 0.0
        for seat in range(players):
            brains = list(planners)
            brains[seat] = own
            state = rules.start(deal)
            play_brains(rules, state, brains, out, [])
            final = rules.score(state)
            winners = list(final.winners)
            won += 1.0 / len(winners) if seat in winners else 0.0
            worth += final_worth(final.totals, winners, players, seat)
        shares.append(won / players)
    return worth / (deals * players), shares
