"""How good the coach is: `python -m benchmarks.coach` measures and writes the tables of
docs/coach.md. It goes on where it stopped, so that a few minutes now and then are enough.

First, matches between Planners tell whether chances are honest, and from them come the numbers
that make them so (`benchmarks/coach_calibration.py`). Then the cost of analyses is measured,
whether two of them find the same, how many deals `--luck-adjusted` saves, and whether the figures
put bots of all levels into their order.
"""

import argparse
import json
import math
import os
import time
from collections.abc import Callable
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, Final

from benchmarks.coach_calibration import RAW, Kept, fit, judged, look, ship
from benchmarks.coach_page import clear_gaps, mean_error, write_page
from wagonik.analysis.accuracy import SCALES
from wagonik.analysis.calibration import PLACE, calibrations
from wagonik.analysis.decisions import BUDGETS, Budget, judge_view, plain
from wagonik.analysis.judge import Judge, Trial, sample_seed
from wagonik.analysis.moments import is_key
from wagonik.analysis.report import DEEP
from wagonik.analysis.work import Analyst, analyse, own_code
from wagonik.arena.adjusted import run_adjusted
from wagonik.arena.play import Table
from wagonik.bots.registry import make_bot
from wagonik.engine.rng import FastRng
from wagonik.games import GAMES
from wagonik.match import Match

ROOT: Final = Path(__file__).parents[1]
RESULTS: Final = Path(__file__).parent / "coach_results"
MATCHES: Final = 2000
AT_ONCE: Final = 50  # matches of a table before it is the next one's turn
LEVELS: Final = ("novice", "modest", "planner", "master@300")
LEVEL_MATCHES: Final = 24
LEAST_LEVELS: Final = 12  # that are enough to decide
LEVEL_DECISIONS: Final = 12  # of a match whose loss is measured; what it gains, of all
# As a standard analysis judges, but without more samples where a loss is near a threshold.
LEVEL_BUDGET: Final = Budget("levels", 1, 36, 36, 96, 96, 1)
PLANNERS: Final = 60.0  # the accuracy that Planner's mean loss stands for
ADJUSTED_DEALS: Final = 40
AGREE: Final = 2
FIRST: Final = 50000  # the seed of the first match


def tables() -> list[tuple[str, int]]:
    """Two players of every game; three as well where that is the most that can play, for there
    the board has more room for two than for three."""
    found = [(game.key, 2) for game in GAMES]
    return found + [(game.key, 3) for game in GAMES if game.most_players == 3]


def largest() -> list[tuple[str, int]]:
    """The tables with the most players, of which only the cost is measured."""
    return [(game.key, game.most_players) for game in GAMES]


def play(game: str, names: list[str], seed: int) -> Match:
    match = Match(game, len(names), seed)
    bots = [make_bot(name, seed * 10 + seat) for seat, name in enumerate(names)]
    while not match.over:
        seat = match.deciding[0]
        match.play(bots[seat].choose(match.observe(seat)), seat)
    return match


class Results:
    """What has been measured of one table, kept in a file."""

    def __init__(self, game: str, players: int) -> None:
        self.game: Final = game
        self.players: Final = players
        self.table: Final = f"{game}-{players}"
        self.place: Final = RESULTS / f"{self.table}.json"
        self.data: dict[str, Any] = {"game": game, "players": players, "levels": {}, "cost": {}}
        if self.place.is_file():
            self.data.update(json.loads(self.place.read_text(encoding="utf-8")))

    def save(self) -> None:
        RESULTS.mkdir(exist_ok=True)
        part = self.place.with_suffix(".part")
        part.write_text(json.dumps(self.data, indent=1) + "\n", encoding="utf-8")
        os.replace(part, self.place)


def calibrate(chosen: list[tuple[str, int]], matches: int, until: float) -> None:
    """Play matches of all tables in turn, so that all have about as many, and fit."""
    kept = {table: Kept(f"{table[0]}-{table[1]}") for table in chosen}
    usual = {table: usual_length(*table) for table in chosen}
    more = True
    while more and time.monotonic() < until:
        more = False
        for (game, players), seen in kept.items():
            rows: list[dict[str, Any]] = []
            while len(rows) < min(AT_ONCE, matches - len(seen.rows)) and time.monotonic() < until:
                seed = FIRST + len(seen.rows) + len(rows)
                match = play(game, ["planner"] * players, seed)
                rows.append(look(match, usual[game, players]))
            if rows:
                seen.add(rows)
                more = True
    for (game, players), seen in kept.items():
        if len(seen.rows) < AT_ONCE:
            continue  # what was measured before stays, and so do its numbers
        results = Results(game, players)
        results.data["calibration"] = judged(seen.rows)
        results.save()
        ship(PLACE, results.table, asdict(fit(seen.rows)))
    calibrations.cache_clear()


def usual_length(game: str, players: int) -> int:
    """How many decisions a match has, by a few that are not looked at."""
    found = [len(play(game, ["planner"] * players, seed).history) for seed in range(1, 4)]
    return sum(found) // len(found)


def judge_level(results: Results, name: str) -> None:
    """One match more of a bot among Planners: its loss, and its moves beside Planner's. All bots
    play the same deals against the same opponents."""
    rows = results.data["levels"].setdefault(name, [])
    number = len(rows)
    players = results.players
    mine = number % players
    names = ["planner"] * players
    names[mine] = name
    seed = FIRST - 1000 + number
    match = play(results.game, names, seed)
    judge = Judge(match.rules)
    twin = match.again()
    own = [at for at, (seat, _) in enumerate(match.history) if seat == mine]
    rng = FastRng(seed)
    while len(own) > LEVEL_DECISIONS:
        own.pop(int(rng.below(len(own))))
    loss, lead, count = 0.0, 0.0, 0
    for at, (seat, action) in enumerate(match.history):
        if at in own:
            verdict = judge_view(judge, twin, seat, action, LEVEL_BUDGET, 1)
            lead += verdict.lead.mean
            if verdict.searched:
                loss += verdict.regret
                count += 1
        elif seat == mine:
            lead += beside_planner(judge, twin, seat, action)
        twin.play(action, seat)
    rows.append([loss / max(1, count), lead, int(mine in match.winners)])


def beside_planner(judge: Judge, match: Match, seat: int, action: int) -> float:
    """What a move gains beside Planner's; most are the same."""
    view = match.observe(seat).state
    planner = plain(judge.candidates(view, seat, match.legal(seat))[0])
    if planner == action:
        return 0.0
    trial = Trial(
        judge, view, seat, (action, planner), sample_seed(1, len(match.history), "beside")
    )
    trial.play(LEVEL_BUDGET.judge)
    return trial.gain(action, planner).mean


def scale(results: Results) -> None:
    """The scale of a table's accuracy, if the figure puts the levels into their order."""
    found = None
    levels = results.data["levels"]
    if all(len(levels.get(name, [])) >= LEAST_LEVELS for name in LEVELS) and clear_gaps(
        [levels[name] for name in LEVELS]
    ):
        loss, _ = mean_error([row[0] for row in levels["planner"]])
        found = round(loss / -math.log(PLANNERS / 100.0), 5)
    ship(SCALES, results.table, found)


def short_match(results: Results, number: int) -> Match:
    """A match that is analysed: Modest among Planners, who makes enough mistakes to be found."""
    names = ["planner"] * results.players
    names[number % results.players] = "modest"
    return play(results.game, names, FIRST - 1 - number)


def cost(results: Results, budget: str) -> None:
    """The cost of one analysis, on one core."""
    match = short_match(results, 0)
    began = time.process_time()
    analyse(match.record(), budget)
    results.data["cost"][budget] = [len(match.history), time.process_time() - began]


def agreement(results: Results, number: int) -> None:
    """Whether two deep analyses with other seeds find the same key moments. The first match is
    analysed as a whole, with its cost, and kept beside the raw rows, for who wants to read it."""
    match = short_match(results, number)
    record = match.record()
    whole = Analyst(record, DEEP, 1)
    if number == 0:
        began = time.process_time()
        found = whole.run()
        results.data["cost"][DEEP] = [len(match.history), time.process_time() - began]
        place = RAW / own_code() / f"{results.table}-{number}.json"
        place.parent.mkdir(parents=True, exist_ok=True)
        kept = {"record": record, "analysis": asdict(found)}
        place.write_text(json.dumps(kept), encoding="utf-8")
    else:
        whole.judge_moves()
    again = Analyst(record, DEEP, 2)
    again.judge_moves()
    results.data.setdefault("agreement", []).append(agreed(whole, again))


def agreed(whole: Analyst, again: Analyst) -> list[int]:
    """What two analyses share: key decisions of both, of the one, of the other; key moments of the
    one that the other tells, and the other way round; key moments of each."""
    keys, moments = [], []
    for each in (whole, again):
        keys.append({at for at, verdict in each.verdicts.items() if is_key(verdict)})
        told = [moment for moment in each.moments() if moment.loss > 0.0]
        moments.append([{moment.decision, *moment.again} for moment in told])
    first, second = keys
    both = [
        sum(any(mine & theirs for theirs in moments[1 - which]) for mine in moments[which])
        for which in (0, 1)
    ]
    return [len(first & second), len(first), len(second), *both, *map(len, moments)]


def adjusted(results: Results) -> None:
    """How many deals are saved by taking luck out of win rates."""
    began = time.process_time()
    table = Table(results.game, results.players)
    found = run_adjusted(table, ("planner", "modest"), ADJUSTED_DEALS, seed=FIRST)
    seconds = (time.process_time() - began) / (2 * ADJUSTED_DEALS)
    results.data["adjusted"] = [ADJUSTED_DEALS, found[0].factor, seconds]


def steps_of(
    results: Results, parts: list[str], levels: int, agree: int
) -> list[Callable[[], None]]:
    """What has not been measured of a table yet."""
    data = results.data
    found: list[Callable[[], None]] = []
    if "cost" in parts:
        # Agreement measures the deep ones on the way, of two players.
        names = [name for name in BUDGETS if name != DEEP]
        found += [partial(cost, results, name) for name in names if name not in data["cost"]]
    if results.players > 2:
        return found
    if "adjusted" in parts and "adjusted" not in data:
        found.append(partial(adjusted, results))
    if "agreement" in parts:
        seen = len(data.get("agreement", []))
        found += [partial(agreement, results, number) for number in range(seen, agree)]
    if "levels" in parts:
        found += [
            partial(judge_level, results, name)
            for number in range(levels)
            for name in LEVELS
            if number >= len(data["levels"].get(name, []))
        ]
    return found


PARTS: Final = ("calibration", "cost", "adjusted", "agreement", "levels")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--minutes", type=float, default=math.inf, help="stop after so many")
    parser.add_argument("--games", default=",".join(game.key for game in GAMES))
    parser.add_argument("--players", type=int, help="only tables of so many")
    parser.add_argument("--parts", default=",".join(PARTS), help="what is measured")
    parser.add_argument("--matches", type=int, default=MATCHES, help="of each table")
    parser.add_argument("--levels", type=int, default=LEVEL_MATCHES, help="matches of each level")
    parser.add_argument("--agree", type=int, default=AGREE, help="matches analysed twice in depth")
    parser.add_argument("--page", action="store_true", help="only write the page")
    options = parser.parse_args()
    games, parts = options.games.split(","), options.parts.split(",")
    wanted = {
        (game, players)
        for game, players in (*tables(), *largest())
        if game in games and options.players in (None, players)
    }
    chosen = [table for table in tables() if table in wanted]
    until = time.monotonic() + 60 * options.minutes
    if not options.page:
        if "calibration" in parts:
            calibrate(chosen, options.matches, until)
        for part in parts:
            more = [table for table in largest() if part == "cost" and table in wanted]
            for game, players in dict.fromkeys([*chosen, *more]):
                results = Results(game, players)
                for step in steps_of(results, [part], options.levels, options.agree):
                    if time.monotonic() > until:
                        break
                    step()
                    results.save()
                if part == "levels" and players == 2:
                    scale(results)
    write_page(RESULTS, ROOT / "docs")


if __name__ == "__main__":
    main()
