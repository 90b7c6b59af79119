"""How strong the bots are: plays the tournaments of `benchmarks/tournaments`, and writes their
tables into docs/bots.md.

    python -m benchmarks.bots [NAME ...] [--minutes 30] [--jobs 2] [--matches 10] [--no-play]

Each tournament has a folder in `benchmarks/results`, and goes on where it was stopped: by
`--minutes`, by Ctrl-C or by anything else. Rows are played one after the other; with `--matches`
each has only so many at first, and a later call goes on to more. When the bots have changed in
between, the folder is refused; delete it, and all is played anew. Run it from the root of the
repository.
"""

import argparse
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from wagonik.arena.lineups import ArenaResult
from wagonik.arena.store import read_store
from wagonik.arena.table import seconds_text
from wagonik.games import find_game

ROOT: Final = Path(__file__).parent
PAGE: Final = ROOT.parent / "docs" / "bots.md"
START: Final = "<!-- table: {name} (python -m benchmarks.bots {name}) -->"
END: Final = "<!-- end of table: {name} -->"
HEADINGS: Final = (
    "game", "players", "bot", "against", "matches", "wins (95 %)", "score", "turns",
    "a decision: median, 99 %", "replaced",
)  # fmt: skip


def table(results: list[ArenaResult]) -> str:
    """The results of a gauntlet in Markdown: a row for each line-up, seen from its first bot."""
    rows = [HEADINGS, tuple("---" for _ in HEADINGS)]
    for result in results:
        bot, other = result.bots
        interval = f"{bot.rate:.1%} ({bot.low * 100:.1f}–{bot.high * 100:.1f})"
        row = (
            find_game(result.game).name,
            str(result.table.players),
            bot.name,
            other.name,
            f"{result.matches:,}",
            interval,
            f"{bot.score:.0f} : {other.score:.0f}",
            f"{result.turns:.0f}",
            f"{seconds_text(bot.median)}, {seconds_text(bot.slow)}",
            str(result.replaced),
        )
        rows.append(row)
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


def stored_table(folder: Path) -> str:
    """The table of a folder of results, in the order of its tournament."""
    store = read_store(folder)
    counts = store.counts()
    tables = store.tables
    bots = list(store.manifest["bots"])
    ordered = sorted(counts, key=lambda key: (tables.index(key[0]), bots.index(key[1][1])))
    found = table([counts[key].result(store.until) for key in ordered])
    wanted = f"{store.manifest['matches']:,}"
    version = store.manifest["versions"]["wagonik"]
    return (
        f"{found}\n\nSeed {store.manifest['seed']}, at least {wanted} matches a row when complete; "
        f"Wagonik {version}, code {store.manifest['code']}."
    )


def filled(page: str, name: str, text: str) -> str:
    """A page with a table in its place."""
    start, end = START.format(name=name), END.format(name=name)
    before, found, rest = page.partition(start)
    _, closed, after = rest.partition(end)
    if not found or not closed:
        raise SystemExit(f"docs/bots.md has no place for it: {start} and {end}")
    return f"{before}{start}\n\n{text}\n\n{end}{after}"


def tournament(name: str, matches: int | None, results: Path) -> Path:
    """The file of a tournament; with another number of matches, one that is written for it."""
    path = ROOT / "tournaments" / f"{name}.toml"
    if matches is None:
        return path
    text = re.sub(r"^matches = .*", f"matches = {matches}", path.read_text("utf-8"), flags=re.M)
    shorter = results / path.name
    shorter.write_text(text, encoding="utf-8")
    return shorter


def arguments() -> argparse.Namespace:
    names = sorted(path.stem for path in (ROOT / "tournaments").glob("*.toml"))
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.bots",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", help=f"of {', '.join(names)}; all without one")
    parser.add_argument("--minutes", type=float, help="stop each after this time")
    parser.add_argument("--jobs", type=int, help="processes; all cores without it")
    parser.add_argument("--matches", type=int, help="of each row, in place of the tournament's")
    parser.add_argument("--no-play", action="store_true", help="only write the tables")
    parser.add_argument("--results", type=Path, default=ROOT / "results", help="folder of folders")
    parser.add_argument("--page", type=Path, default=PAGE)
    chosen = parser.parse_args()
    for name in chosen.names:
        if name not in names:
            parser.error(f"there is no tournament {name!r}; there are {', '.join(names)}")
    chosen.names = chosen.names or names
    return chosen


def main() -> int:
    chosen = arguments()
    results: Path = chosen.results
    results.mkdir(parents=True, exist_ok=True)
    (results / ".gitignore").write_text("*\n", encoding="utf-8")
    for name in chosen.names:
        folder = results / name
        if not chosen.no_play:
            call = [sys.executable, "-m", "wagonik.cli", "arena"]
            call += [str(tournament(name, chosen.matches, results)), "--out", str(folder)]
            if chosen.minutes is not None:
                call += ["--minutes", str(chosen.minutes)]
            if chosen.jobs is not None:
                call += ["--jobs", str(chosen.jobs)]
            code = subprocess.run(call, check=False).returncode
            if code not in (0, 1):  # 1: a move was replaced, which the table says
                return code
        if (folder / "tournament.json").exists():
            page = chosen.page.read_text(encoding="utf-8")
            chosen.page.write_text(filled(page, name, stored_table(folder)), encoding="utf-8")
            print(f"{chosen.page}: the table {name} is written.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
