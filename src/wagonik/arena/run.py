"""Many deals on all cores: win rates with intervals, scores, times, replaced moves."""

import math
import multiprocessing
import os
from collections.abc import Callable, Iterator
from typing import Final

from wagonik.arena.play import Deal, play_deal
from wagonik.bots.registry import find_bot

CERTAINTY: Final = 1.96  # standard errors of a 95 % interval
CHUNK: Final = 4  # deals that a process plays before it reports

Progress = Callable[[int, int], None]
Job = tuple[str, tuple[str, ...], int, int, float | None, dict[str, bool]]


class BotResult:
    """What one bot of a line-up reached."""

    def __init__(self, name: str) -> None:
        self.name: Final = name
        self.seats: int = 0  # seats a match
        self.rate: float = 0.0  # matches won, a shared win in parts
        self.margin: float = 0.0  # of the 95 % interval, over deals
        self.score: float = 0.0
        self.median: float = 0.0  # seconds a decision
        self.slow: float = 0.0  # 99th percentile
        self.decisions: int = 0


class ArenaResult:
    """The result of a line-up."""

    def __init__(self, game: str, line_up: tuple[str, ...], deals: int, matches: int) -> None:
        self.game: Final = game
        self.line_up: Final = line_up
        self.deals: Final = deals
        self.matches: Final = matches
        self.bots: list[BotResult] = []
        self.faults: list[str] = []
        self.turns: float = 0.0  # turns a match

    def bot(self, name: str) -> BotResult:
        for result in self.bots:
            if result.name == name:
                return result
        raise KeyError(name)


def line_ups(bots: list[str], players: int) -> list[tuple[str, ...]]:
    """Who plays whom: the bots as they are if they fill the table, else each against each, one
    of the first against a table of the second."""
    if len(bots) == players:
        return [tuple(bots)]
    return [
        (bots[i], *([bots[j]] * (players - 1)))
        for i in range(len(bots))
        for j in range(len(bots))
        if i < j or (players > 2 and i != j)
    ]


def run_arena(
    game: str,
    line_up: tuple[str, ...],
    deals: int,
    seed: int = 0,
    processes: int | None = None,
    seconds: float | None = None,
    options: dict[str, bool] | None = None,
    progress: Progress | None = None,
) -> ArenaResult:
    """Play deals of a line-up, each once for every rotation of the seats.

    The same seed gives the same matches, however many processes play them; bots with a time
    budget excepted. `seconds` is a bot's time for a decision, after which its move is replaced.
    """
    names = [find_bot(name).name for name in line_up]  # an unknown name is told at once
    jobs: list[Job] = [(game, line_up, seed, deal, seconds, options or {}) for deal in range(deals)]
    found: list[Deal] = []
    for deal in _played(jobs, os.cpu_count() or 1 if processes is None else processes):
        found.append(deal)
        if progress is not None:
            progress(len(found), deals)
    found.sort(key=_number)
    result = ArenaResult(game, line_up, deals, sum(deal.matches for deal in found))
    result.turns = sum(deal.turns for deal in found) / max(1, result.matches)
    for place, name in enumerate(line_up):
        if name not in line_up[:place]:
            result.bots.append(_summary(name, names[place], found, len(line_up)))
    for deal in found:
        result.faults.extend(deal.faults)
    return result


def _number(deal: Deal) -> int:
    return deal.deal


def _job(job: Job) -> Deal:
    return play_deal(*job)


def _played(jobs: list[Job], processes: int) -> Iterator[Deal]:
    if processes <= 1:
        yield from map(_job, jobs)
        return
    with multiprocessing.get_context("spawn").Pool(processes) as pool:
        yield from pool.imap_unordered(_job, jobs, chunksize=CHUNK)


def _summary(key: str, name: str, deals: list[Deal], players: int) -> BotResult:
    result = BotResult(name)
    result.seats = deals[0].seats[key] // players if deals else 0
    shares = [deal.wins[key] / deal.matches for deal in deals]
    result.rate = sum(shares) / max(1, len(shares))
    if len(shares) > 1:
        spread = sum((share - result.rate) ** 2 for share in shares) / (len(shares) - 1)
        result.margin = CERTAINTY * math.sqrt(spread / len(shares))
    seats = sum(deal.seats[key] for deal in deals)
    result.score = sum(deal.points[key] for deal in deals) / max(1, seats)
    times = sorted(taken for deal in deals for taken in deal.times[key])
    result.decisions = len(times)
    if times:
        result.median = times[len(times) // 2]
        result.slow = times[min(len(times) - 1, len(times) * 99 // 100)]
    return result
