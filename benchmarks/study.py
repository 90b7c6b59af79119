"""The study of the six games: `python -m benchmarks.study --help`.

Matches are played in pieces, each a file of its own, so that a run can be stopped at any time and
goes on where it was. `docs/study.md` and its pictures are made from whatever has been played.
"""

import argparse
import hashlib
import json
import os
import re
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Final

import polars as pl
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from benchmarks.study_page import DIGEST, Played, write_page
from wagonik.arena.changes import SWITCHES
from wagonik.arena.dataset import DataSet, Writer, read
from wagonik.arena.matches import RECORDS, TABLE, Run, simulate, worthwhile
from wagonik.arena.metrics import figures
from wagonik.code import fingerprint
from wagonik.games import GAMES, make_rules

ROOT: Final = Path(__file__).parents[1]
PIECE: Final = 1000  # matches in a file
CHECKED: Final = 3  # matches by which the code that played is known again
USUAL: Final = 3  # players of the experiments; all games allow so many
FLIPPED: Final = ("refresh", "locomotive_alone", "tickets_leave")


@dataclass(frozen=True)
class Plan:
    """One set of matches: a game and a number of players, as published or changed."""

    run: Run

    @property
    def name(self) -> str:
        parts = [self.run.game, str(self.run.players), *self.run.options, *self.run.changes]
        return "-".join(parts).replace("=", "_")


def plans(bot: str, seed: int, games: Sequence[str]) -> list[Plan]:
    """All games and numbers of players, then what the rules change."""
    found: list[Plan] = []
    for game in GAMES:
        if games and game.key not in games:
            continue
        for players in range(game.least_players, game.most_players + 1):
            found.append(Plan(Run(game.key, players, seed, keep=TABLE, bots=(bot,))))
    for game in GAMES:
        if games and game.key not in games:
            continue
        usual = Run(game.key, USUAL, seed, keep=TABLE, bots=(bot,))
        found += [Plan(replace(usual, options=(option.name,))) for option in game.options()]
        if game.has_board:
            rules = make_rules(game.key, USUAL)
            for name in FLIPPED:
                assert name in SWITCHES
                value = "off" if getattr(rules, name) else "on"
                found.append(Plan(replace(usual, changes=(f"{name}={value}",))))
    return found


def pieces(folder: Path, plan: Plan) -> list[Path]:
    return sorted((folder / plan.name).glob("[0-9]*.parquet"))


def played(folder: Path, plan: Plan) -> int:
    """How many matches are there, from the first on without a gap."""
    count = 0
    for path in pieces(folder, plan):
        numbers = pl.scan_parquet(path).select("number").collect()["number"]
        if numbers[0] != count:
            break
        count += len(numbers)
    return count


def play(folder: Path, plan: Plan, matches: int, workers: int, bar: Progress) -> None:
    """Play what is missing of a set."""
    done = played(folder, plan)
    task = bar.add_task(plan.name, total=matches, completed=min(done, matches))
    where = folder / plan.name
    where.mkdir(parents=True, exist_ok=True)
    while done < matches:
        count = min(PIECE, matches - done)
        began, used = time.perf_counter(), time.process_time()
        with Writer(where / f"{done:09d}.parquet", plan.run) as writer:
            for chunk in simulate(plan.run, count, workers, done):
                writer.write(chunk.frame())
                bar.advance(task, chunk.tally.matches)
        cost = {
            "matches": count,
            "seconds": time.perf_counter() - began,
            "cpu": time.process_time() - used,
            "workers": workers,
            "code": fingerprint(),
        }
        with (where / "costs.jsonl").open("a", encoding="utf-8") as file:
            file.write(json.dumps(cost) + "\n")
        done += count
    bar.remove_task(task)


def _costs(folder: Path, plan: Plan) -> list[dict[str, Any]]:
    """What was noted for each piece."""
    path = folder / plan.name / "costs.jsonl"
    if not path.is_file():
        return []
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def speed(folder: Path, plan: Plan) -> float | None:
    """Matches a second of one core, from pieces that one process played."""
    alone = [row for row in _costs(folder, plan) if row["workers"] == 1]
    cpu = sum(row["cpu"] for row in alone)
    return sum(row["matches"] for row in alone) / cpu if cpu else None


def gather(folder: Path, plan: Plan) -> Played | None:
    """The figures of all that was played of a set."""
    files = pieces(folder, plan)
    if not files:
        return None
    for path in files:
        read(path)  # a damaged piece is told by name
    (found,) = figures(DataSet(files[0], pl.scan_parquet(files), (plan.run,)))
    codes = tuple(dict.fromkeys(row["code"] for row in _costs(folder, plan) if "code" in row))
    plain = not plan.run.options and not plan.run.changes
    return Played(plan.run, found, speed(folder, plan), codes, digest(plan.run) if plain else "")


def digest(run: Run, matches: int = CHECKED) -> str:
    """What the first matches of a set are: their actions and scores."""
    told: list[list[object]] = []
    for chunk in simulate(replace(run, keep=RECORDS), matches, 1):
        for line in chunk.lines:
            record = json.loads(line)
            told.append([record["actions"], record["scores"]])
    return hashlib.sha256(json.dumps(told).encode()).hexdigest()[:16]


def check(page: Path, todo: Sequence[Plan]) -> int:
    """Whether the matches of a page would be played in the same way today."""
    found = dict(re.findall(rf"<!-- {DIGEST} (\S+) (\S+) -->", page.read_text("utf-8")))
    other = 0
    for plan in todo:
        if plan.name in found:
            same = digest(plan.run) == found[plan.name]
            other += not same
            print(f"{plan.name:24} {'the same' if same else 'OTHERWISE: play it again'}")
    return 1 if other else 0


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.study", description=__doc__)
    parser.add_argument("--matches", type=int, default=10_000, help="for each set")
    parser.add_argument("--folder", type=Path, default=ROOT / "build" / "study", help="of pieces")
    parser.add_argument("--game", action="append", default=[], help="only this game")
    parser.add_argument("--bot", default="planner")
    parser.add_argument("--seed", type=int, default=2026)
    parser.add_argument("--workers", type=int, default=0, help="processes; 0: all cores")
    parser.add_argument("--out", type=Path, default=ROOT / "docs" / "study.md")
    parser.add_argument("--costs", action="store_true", help="only print what a full run costs")
    parser.add_argument(
        "--check", action="store_true", help="say which sets would be played otherwise today"
    )
    parser.add_argument("--page", action="store_true", help="play nothing, only write the page")
    return parser.parse_args()


def main() -> int:
    chosen = arguments()
    console = Console(stderr=True)
    todo = plans(chosen.bot, chosen.seed, chosen.game)
    if chosen.check:
        return check(chosen.out, todo)
    workers = chosen.workers or worthwhile(1e9)
    if not chosen.page and not chosen.costs:
        columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        with Progress(*columns, console=console) as bar:
            whole = bar.add_task("sets", total=len(todo))
            for plan in todo:
                play(chosen.folder, plan, chosen.matches, workers, bar)
                bar.advance(whole)
    if chosen.costs:
        return costs(todo, chosen.folder, chosen.matches)
    found = [one for plan in todo if (one := gather(chosen.folder, plan)) is not None]
    if not found:
        console.print(f"Nothing has been played in {chosen.folder} yet.")
        return 1
    write_page(found, chosen.out, chosen.bot)
    console.print(f"{chosen.out}: {sum(one.figures.matches for one in found):,} matches")
    return 0


def costs(todo: Sequence[Plan], folder: Path, matches: int) -> int:
    """What a full run takes on one core and on all of this machine."""
    total = 0.0
    for plan in todo:
        rate = speed(folder, plan)
        if rate is None:
            print(f"{plan.name:48} not measured: play some with --workers 1")
            continue
        left = max(0, matches - played(folder, plan))
        total += matches / rate
        print(f"{plan.name:48} {rate:8.1f} matches a second and core; {left:7,} to play")
    cores = os.cpu_count() or 1
    print(f"{matches:,} matches of each: {total / 3600:.2f} hours of one core, "
          f"{total / 3600 / cores:.2f} on the {cores} here")  # fmt: skip
    return 0


if __name__ == "__main__":
    sys.exit(main())
