"""A bot against the same bot of an earlier revision: two players, the same deals from both seats.

    python -m benchmarks.earlier 2948d00~1 [--bot master@600] [--games paris] [--matches 200]

The earlier one is built from its revision (once) and plays in processes of its own; the match is
followed in both builds, and stops with an error if they disagree about it. What was played is kept
in `benchmarks/results/earlier`, and the next call goes on from there, as long as what plays the
game has not changed. It writes its table into docs/bots.md. Run it from the root of the repository.
"""

import argparse
import contextlib
import json
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import Any, Final

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from benchmarks.against import build_of
from benchmarks.bots import PAGE, ROOT, filled
from wagonik import Match
from wagonik.arena.intervals import interval
from wagonik.bots.registry import make_bot
from wagonik.code import fingerprint
from wagonik.games import GAMES, find_game
from wagonik.processes import Pool, cores

PLAYER: Final = Path(__file__).with_name("earlier_player.py")
RESULTS: Final = ROOT / "results" / "earlier"
FIRST_DEAL: Final = 20261120000
NAME: Final = "earlier"
HEADINGS: Final = "| game | bot | against itself at | matches | wins (95 %) | score | replaced |"

Job = tuple[str, str, str, int, int]  # Python of the earlier build, game, bot, deal, our seat
Row = tuple[float, int, int, int]  # our share of the win, our points, theirs, moves replaced


@cache
def earlier_player(python: str) -> "subprocess.Popen[str]":
    """The process of the earlier build that belongs to this one."""
    return subprocess.Popen(
        [python, str(PLAYER)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def play(job: Job) -> Row:
    """One match, for a process of its own."""
    python, game, name, deal, seat = job
    player = earlier_player(python)
    assert player.stdin is not None
    assert player.stdout is not None

    def tell(message: dict[str, Any]) -> None:
        assert player.stdin is not None
        player.stdin.write(json.dumps(message) + "\n")
        player.stdin.flush()

    match = Match(game, players=2, seed=deal)
    theirs = 1 - seat
    told = {"game": game, "players": 2, "seed": deal, "seat": theirs}
    tell({**told, "bot": name, "bot_seed": 2 * deal + theirs})
    bot = make_bot(name, 2 * deal + seat)
    bot.start(match.observe(seat))
    since: list[int] = []
    replaced = 0
    while not match.over:
        if match.seat == seat:
            action = int(bot.choose(match.observe(seat)))
            since.append(action)
        else:
            tell({"played": since})
            answer = json.loads(player.stdout.readline() or "{}")
            if not answer:
                raise SystemExit(f"{python} does not follow {game}, deal {deal}; see above why.")
            action = answer["action"]
            replaced = answer["replaced"]
            since = []
        match.play(action)
    totals = [sheet.total for sheet in match.scores]
    won = 1 / len(match.winners) if seat in match.winners else 0.0
    return won, totals[seat], totals[theirs], replaced + len(bot.faults)


def stored(place: Path, bot: str, revision: str, game: str) -> dict[str, Any]:
    """What was played before, if the same code plays still."""
    fresh = {"bot": bot, "revision": revision, "code": fingerprint(games=[game]), "matches": {}}
    if not place.exists():
        return fresh
    found: dict[str, Any] = json.loads(place.read_text("utf-8"))
    if any(found[key] != fresh[key] for key in ("bot", "revision", "code")):
        raise SystemExit(
            f"{place} was played by other code or against another revision: delete it."
        )
    return found


def table() -> str:
    """Everything that was played, in Markdown."""
    rows = [HEADINGS, "|---|---|---|---|---|---|---|"]
    for game in GAMES:
        place = RESULTS / f"{game.key}.json"
        if not place.exists():
            continue
        found = json.loads(place.read_text("utf-8"))
        deals: dict[str, list[float]] = {}
        for key, row in found["matches"].items():
            deals.setdefault(key.partition(" ")[0], []).append(row[0])
        shares = [sum(both) / 2 for both in deals.values() if len(both) == 2]
        matches = list(found["matches"].values())
        if not shares:
            continue
        low, high = interval(shares)
        rate = sum(shares) / len(shares)
        ours, theirs = (sum(row[i] for row in matches) / len(matches) for i in (1, 2))
        rows.append(
            f"| {find_game(game.key).name} | {found['bot']} | {found['revision']} | "
            f"{2 * len(shares)} | {rate:.1%} ({low * 100:.1f}–{high * 100:.1f}) | "
            f"{ours:.0f} : {theirs:.0f} | {sum(row[3] for row in matches)} |"
        )
    return "\n".join(rows)


def main() -> int:
    known = [game.key for game in GAMES]
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.earlier",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("revision", help="of this repository, or a Python with Wagonik")
    parser.add_argument("--bot", default="master@600")
    parser.add_argument("--games", default=",".join(known), help="with commas; all without it")
    parser.add_argument("--matches", type=int, default=200, help="of each game")
    parser.add_argument("--jobs", type=int, default=cores())
    chosen = parser.parse_args()
    games = chosen.games.split(",")
    for game in games:
        if game not in known:
            parser.error(f"there is no game {game!r}; there are {', '.join(known)}")
    python = str(build_of(chosen.revision))
    RESULTS.mkdir(parents=True, exist_ok=True)
    columns = ("{task.description}", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    for game in games:
        place = RESULTS / f"{game}.json"
        found = stored(place, chosen.bot, chosen.revision, game)
        jobs: list[Job] = [
            (python, game, chosen.bot, FIRST_DEAL + number // 2, number % 2)
            for number in range(chosen.matches)
            if f"{FIRST_DEAL + number // 2} {number % 2}" not in found["matches"]
        ]
        pool: Pool[Job, Row] = Pool(play, chosen.jobs, lambda job: f"{job[1]}, deal {job[3]}")
        with Progress(*columns) as bar, contextlib.closing(pool):
            task = bar.add_task(game, total=len(jobs))
            for job in jobs:
                pool.send(job)
            for _ in jobs:
                job, row = pool.receive()
                found["matches"][f"{job[3]} {job[4]}"] = row
                place.write_text(json.dumps(found, sort_keys=True) + "\n", "utf-8")
                bar.advance(task)
        page = PAGE.read_text("utf-8")
        PAGE.write_text(filled(page, NAME, table()), "utf-8")
    print(table())
    return 0


if __name__ == "__main__":
    sys.exit(main())
