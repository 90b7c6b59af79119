"""How good the coach is: `python -m benchmarks.coach` measures and writes the tables of
docs/coach.md. It goes on where it stopped, so that a few minutes now and then are enough.

For every game, matches between Planners are played. At a few positions of each, chances of the
open table are noted beside the result (calibration), and what chance did after a few decisions (its
mean must be zero). Then bots of all levels are judged, and the cost of analyses is measured.
"""

import argparse
import json
import math
import os
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, Final

from benchmarks.coach_page import write_page
from wagonik.analysis.decisions import (
    BUDGETS,
    Budget,
    judge_luck,
    judge_open,
    judge_view,
)
from wagonik.analysis.judge import Judge
from wagonik.analysis.moments import is_key
from wagonik.analysis.work import Analyst, analyse
from wagonik.arena.adjusted import run_adjusted
from wagonik.arena.play import Table
from wagonik.bots.registry import make_bot
from wagonik.engine.rng import FastRng
from wagonik.games import GAMES
from wagonik.match import Match

ROOT: Final = Path(__file__).parents[1]
RESULTS: Final = Path(__file__).parent / "coach_results"
PLAYERS: Final[dict[str, int]] = {"nordic_countries": 3}  # two at all other tables
MATCHES: Final = 2000
POSITIONS: Final = 6  # of each match
FUTURES: Final = 24
LUCKS: Final = 4  # decisions of each match after which luck is measured
LUCK_SAMPLES: Final = 4
LEVELS: Final = ("novice", "modest", "planner", "master@300")
LEVEL_MATCHES: Final = 16
LEVEL_BUDGET: Final = Budget("levels", 1, 24, 48, 96, 1)
ADJUSTED_DEALS: Final = 40
BINS: Final = 10
FIRST: Final = 50000  # the seed of the first match


def play(game: str, names: list[str], seed: int) -> Match:
    match = Match(game, len(names), seed)
    bots = [make_bot(name, seed * 10 + seat) for seat, name in enumerate(names)]
    while not match.over:
        seat = match.deciding[0]
        match.play(bots[seat].choose(match.observe(seat)), seat)
    return match


class Results:
    """What has been measured of one game, kept in a file."""

    def __init__(self, game: str) -> None:
        self.place: Final = RESULTS / f"{game}.json"
        self.data: dict[str, Any] = {
            "players": PLAYERS.get(game, 2),
            "matches": 0,
            # For each tenth of the chances: sum of chances, sum of results, positions.
            "bins": [[0.0, 0.0, 0] for _ in range(BINS)],
            # For each quarter of the match: sum of squares of the error, the same of 1/players,
            # positions.
            "quarters": [[0.0, 0.0, 0] for _ in range(4)],
            # What chance did to whoever drew, by kind: matches, decisions, sum, sum of squares of
            # the sums of matches.
            "luck": {"cards": [0, 0, 0.0, 0.0], "tickets": [0, 0, 0.0, 0.0]},
            "levels": {},
            "cost": {},
        }
        if self.place.is_file():
            self.data.update(json.loads(self.place.read_text(encoding="utf-8")))

    def save(self) -> None:
        RESULTS.mkdir(exist_ok=True)
        part = self.place.with_suffix(".part")
        part.write_text(json.dumps(self.data, indent=1) + "\n", encoding="utf-8")
        os.replace(part, self.place)


def calibrate(game: str, results: Results) -> None:
    """One match more: chances beside the result, and luck."""
    data = results.data
    seed = FIRST + data["matches"]
    match = play(game, ["planner"] * data["players"], seed)
    won = [1.0 / len(match.winners) if s in match.winners else 0.0 for s in range(match.players)]
    rng = FastRng(seed)
    count = len(match.history)
    looked = {int(rng.below(count)) for _ in range(POSITIONS)}
    drawn = {int(rng.below(count)) for _ in range(LUCKS)}
    twin = match.again()
    judge = Judge(match.rules)
    sums = {kind: [0, 0.0] for kind in data["luck"]}
    for number, (seat, action) in enumerate(match.history):
        if number in looked:
            quarter = data["quarters"][4 * number // count]
            for each, chance in enumerate(judge_open(judge, twin, FUTURES, seed)):
                row = data["bins"][min(BINS - 1, int(chance.mean * BINS))]
                row[0] += chance.mean
                row[1] += won[each]
                row[2] += 1
                quarter[0] += (chance.mean - won[each]) ** 2
                quarter[1] += (1.0 / match.players - won[each]) ** 2
                quarter[2] += 1
        kind = "tickets" if action == match.rules.tickets_action else "cards"
        if number in drawn or kind == "tickets":
            before = twin.state.reveals
            luck = judge_luck(judge, twin, seat, action, LUCK_SAMPLES, seed)
            if twin.state.reveals != before:
                sums[kind][0] += 1
                sums[kind][1] += luck[seat].mean
        else:
            twin.play(action, seat)
    for kind, (decisions, total) in sums.items():
        if decisions:
            row = data["luck"][kind]
            row[0] += 1
            row[1] += decisions
            row[2] += total
            row[3] += total * total
    data["matches"] += 1


def judge_level(game: str, results: Results, name: str) -> None:
    """One match more of a bot among Planners: its loss, and its moves beside Planner's."""
    data = results.data
    rows = data["levels"].setdefault(name, [])
    number = len(rows)
    players = data["players"]
    mine = number % players
    names = ["planner"] * players
    names[mine] = name
    match = play(game, names, FIRST - 1000 + number)
    judge = Judge(match.rules)
    twin = match.again()
    loss, lead, count = 0.0, 0.0, 0
    for seat, action in match.history:
        if seat == mine:
            verdict = judge_view(judge, twin, seat, action, LEVEL_BUDGET, 1)
            if verdict.searched:
                loss += verdict.loss.mean
                lead += verdict.lead.mean
                count += 1
        twin.play(action, seat)
    rows.append([loss / max(1, count), lead, int(mine in match.winners)])


def cost(game: str, results: Results, budget: str) -> None:
    """The cost of one analysis, on one core."""
    match = play(game, ["planner"] * results.data["players"], FIRST - 1)
    began = time.process_time()
    analyse(match.record(), budget)
    seconds = time.process_time() - began
    results.data["cost"][budget] = [len(match.history), seconds]


def agreement(game: str, results: Results, number: int) -> None:
    """Whether two deep analyses with other seeds find the same key moments."""
    names = ["planner"] * results.data["players"]
    names[0] = "modest"
    record = play(game, names, FIRST - 100 - number).record()
    rows = []
    for seed in (1, 2):
        analyst = Analyst(record, "deep", seed)
        analyst.run()
        rows.append({number for number, verdict in analyst.verdicts.items() if is_key(verdict)})
    first, second = rows
    found = results.data.setdefault("agreement", [])
    found.append([len(first & second), len(first), len(second)])


def adjusted(game: str, results: Results) -> None:
    """How many deals are saved by taking luck out of win rates."""
    began = time.process_time()
    table = Table(game, 2)
    found = run_adjusted(table, ("planner", "modest"), ADJUSTED_DEALS, seed=FIRST)
    seconds = (time.process_time() - began) / (2 * ADJUSTED_DEALS)
    results.data["adjusted"] = [ADJUSTED_DEALS, found[0].factor, seconds]


def measure(game: str, levels: int, agree: int, until: float) -> None:
    """All but the matches: cost, levels and agreement, as far as there is time."""
    results = Results(game)
    steps: list[Callable[[], None]] = [
        partial(cost, game, results, budget)
        for budget in BUDGETS
        if budget not in results.data["cost"]
    ]
    for name in LEVELS:
        missing = levels - len(results.data["levels"].get(name, []))
        steps += [partial(judge_level, game, results, name)] * missing
    if "adjusted" not in results.data:
        steps.append(partial(adjusted, game, results))
    seen = len(results.data.get("agreement", []))
    steps += [partial(agreement, game, results, number) for number in range(seen, agree)]
    for step in steps:
        if time.monotonic() > until:
            return
        step()
        results.save()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after so many")
    parser.add_argument("--games", default=",".join(game.key for game in GAMES))
    parser.add_argument("--matches", type=int, default=MATCHES, help="of each game")
    parser.add_argument("--levels", type=int, default=LEVEL_MATCHES, help="matches of each level")
    parser.add_argument("--agree", type=int, default=2, help="matches analysed twice in depth")
    parser.add_argument("--page", action="store_true", help="only write the page")
    options = parser.parse_args()
    games = options.games.split(",")
    until = time.monotonic() + 60 * options.minutes
    if not options.page:
        # A part of the matches of each game in turn, so that all have about as many.
        done = False
        while not done and time.monotonic() < until:
            done = True
            for game in games:
                results = Results(game)
                for _ in range(50):
                    if results.data["matches"] >= options.matches or time.monotonic() > until:
                        break
                    calibrate(game, results)
                    done = False
                results.save()
        for game in games:
            measure(game, options.levels, options.agree, until)
    write_page(RESULTS, ROOT / "docs")


if __name__ == "__main__":
    main()
