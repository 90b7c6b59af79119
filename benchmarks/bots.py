"""How strong the bots are: plays the tournaments of `benchmarks/tournaments`, and writes their
tables into docs/bots.md.

    python -m benchmarks.bots [NAME ...] [--games paris,card_game] [--minutes 30] [--jobs 2]
                              [--matches 10] [--no-play]

Each game of a tournament has a folder in `benchmarks/results`, and goes on where it was stopped: by
`--minutes`, by Ctrl-C or by anything else. Rows are played one after the other; with `--matches`
each has only so many at first, and a later call goes on to more. When what plays a game has changed
in between, its folder is refused; delete it, and the game is played anew. Matches of Master take
hours, so their folders are kept with the sources: what is played today need not be played again.
Run it from the root of the repository.
"""

import argparse
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Final

from wagonik.arena.lineups import ArenaResult
from wagonik.arena.store import MANIFEST, Store, read_store
from wagonik.arena.table import seconds_text
from wagonik.arena.tournament import load_tournament
from wagonik.games import GAMES, find_game

ROOT: Final = Path(__file__).parent
PAGE: Final = ROOT.parent / "docs" / "bots.md"
START: Final = "<!-- table: {name} ("  # and the command that writes it
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


def stored_table(folders: list[Path]) -> str:
    """The table of folders of results, each in the order of its tournament, and what played."""
    rows: list[ArenaResult] = []
    played: list[tuple[str, str]] = []
    for folder in folders:
        store = read_store(folder)
        counts = store.counts()
        tables = store.tables
        bots = list(store.manifest["bots"])
        ordered = sorted(counts, key=lambda key: (tables.index(key[0]), bots.index(key[1][1])))
        rows += [counts[key].result(store.until) for key in ordered]
        games = " and ".join(dict.fromkeys(find_game(table.game).name for table in tables))
        played.append((f"{games} {store.manifest['code']}", _manner(store)))
    manners = list(dict.fromkeys(manner for _, manner in played))
    told = [
        f"{manner}; code: {', '.join(game for game, own in played if own == manner)}."
        for manner in manners
    ]
    return "\n".join([table(rows), "", *told])


def _manner(store: Store) -> str:
    """How the matches of a folder were dealt."""
    version = store.manifest["versions"]["wagonik"]
    wanted = f"{store.manifest['matches']:,}"
    seed = store.manifest["seed"]
    return f"Seed {seed}, at least {wanted} matches a row when complete; Wagonik {version}"


def filled(page: str, name: str, text: str) -> str:
    """A page with a table in its place."""
    start, end = START.format(name=name), END.format(name=name)
    before, found, rest = page.partition(start)
    command, opened, rest = rest.partition(" -->\n")
    _, closed, after = rest.partition(end)
    if not found or not opened or not closed:
        raise SystemExit(f"docs/bots.md has no place for it: {start}…) --> and {end}")
    return f"{before}{start}{command}{opened}\n{text}\n\n{end}{after}"


def tournament(name: str, game: str, matches: int | None, place: Path) -> Path:
    """A file with the part of a tournament that one game is, and perhaps with another number of
    matches."""
    whole = ROOT / "tournaments" / f"{name}.toml"
    counts = [table.players for table in load_tournament(whole).tables if table.game == game]
    text = re.sub(r"^games = .*", f'games = ["{game}"]', whole.read_text("utf-8"), flags=re.M)
    text = re.sub(r"^players = .*", f"players = {counts}", text, flags=re.M)
    if matches is not None:
        text = re.sub(r"^matches = .*", f"matches = {matches}", text, flags=re.M)
    part = place / f"{name}-{game}.toml"
    part.write_text(text, encoding="utf-8")
    return part


def games_of(name: str) -> list[str]:
    """The games of a tournament, in its order."""
    whole = load_tournament(ROOT / "tournaments" / f"{name}.toml")
    return list(dict.fromkeys(table.game for table in whole.tables))


def arguments() -> argparse.Namespace:
    names = sorted(path.stem for path in (ROOT / "tournaments").glob("*.toml"))
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.bots",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", help=f"of {', '.join(names)}; all without one")
    parser.add_argument("--games", default="", help="only these, with commas; all without it")
    parser.add_argument("--minutes", type=float, help="stop each game of each after this time")
    parser.add_argument("--jobs", type=int, help="processes; all cores without it")
    parser.add_argument("--matches", type=int, help="of each row, in place of the tournament's")
    parser.add_argument("--no-play", action="store_true", help="only write the tables")
    parser.add_argument("--results", type=Path, default=ROOT / "results", help="folder of folders")
    parser.add_argument("--page", type=Path, default=PAGE)
    chosen = parser.parse_args()
    for name in chosen.names:
        if name not in names:
            parser.error(f"there is no tournament {name!r}; there are {', '.join(names)}")
    known = [game.key for game in GAMES]
    chosen.games = chosen.games.split(",") if chosen.games else known
    for key in chosen.games:
        if key not in known:
            parser.error(f"there is no game {key!r}; there are {', '.join(known)}")
    chosen.names = chosen.names or names
    return chosen


def play(name: str, game: str, folder: Path, chosen: argparse.Namespace) -> int:
    """Play what is missing of a game in a tournament; how that ended."""
    with tempfile.TemporaryDirectory() as place:
        part = tournament(name, game, chosen.matches, Path(place))
        call = [sys.executable, "-m", "wagonik.cli", "arena", str(part), "--out", str(folder)]
        if chosen.minutes is not None:
            call += ["--minutes", str(chosen.minutes)]
        if chosen.jobs is not None:
            call += ["--jobs", str(chosen.jobs)]
        code = subprocess.run(call, check=False).returncode
    return 0 if code == 1 else code  # 1: a move was replaced, which the table says


def main() -> int:
    chosen = arguments()
    for name in chosen.names:
        folders = {game: chosen.results / name / game for game in games_of(name)}
        if not chosen.no_play:
            for game, folder in folders.items():
                if game in chosen.games:
                    folder.mkdir(parents=True, exist_ok=True)
                    code = play(name, game, folder, chosen)
                    if code:
                        return code
        there = [folder for folder in folders.values() if (folder / MANIFEST).exists()]
        if there:
            page = chosen.page.read_text(encoding="utf-8")
            chosen.page.write_text(filled(page, name, stored_table(there)), encoding="utf-8")
            print(f"{chosen.page}: the table {name} is written.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
