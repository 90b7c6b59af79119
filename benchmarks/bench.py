"""`make bench`: measure both builds and hold them against the floors that we promise.

Prints the tables of `wagonik bench`, then every floor that is missed, and ends with exit code 1
if there is one. What else runs on a machine can only slow it down: a game below a floor is measured
again a few times, and the best figures count. `--json FILE` also keeps them.

`--against` shows the compiled engine before and after a change in one run: beside a revision of
this repository, which it builds into an environment of its own first, or beside any Python that
has a Wagonik.
"""

import argparse
import json
import sys
from pathlib import Path
from typing import Any, Final

from benchmarks.against import ALL, DECISIONS, PIECES, build_of, compare
from wagonik.cli.bench import QUICK_SECONDS, SECONDS, run, show

# Decisions a second in random play with the complete rules, the list of legal actions and the
# final score, on one core of an ordinary server.
COMPILED: Final = 1_000_000
COMPILED_OF: Final = {("nordic_countries", 2): 1_500_000}
WITHOUT_BOARD: Final = {"card_game": 500_000}
INTERPRETED: Final = 40_000
API: Final = 500_000
COPY_BYTES: Final = 4096
COPY_SECONDS: Final = 500e-9
AGAIN: Final = 4
RATES: Final = ("decisions", "matches", "api_decisions", "copies", "views", "samples")


def compiled_floor(game: str, players: int) -> int:
    return COMPILED_OF.get((game, players), WITHOUT_BOARD.get(game, COMPILED))


def missed(results: dict[str, Any]) -> list[tuple[str, str]]:
    """The floors that were not reached: the game and the floor in words."""
    found: list[tuple[str, str]] = []
    for row in results["builds"].get("compiled", []):
        where = f"{row['game']} with {row['players']} players"
        floor = compiled_floor(row["game"], row["players"])
        if row["decisions"] < floor:
            said = f"{where}: {row['decisions']:,} decisions a second, {floor:,} promised"
            found.append((row["game"], said))
        if row["api_decisions"] < API:
            said = f"{where}: {row['api_decisions']:,} through the API, {API:,} promised"
            found.append((row["game"], said))
        if row["copy_bytes"] >= COPY_BYTES:
            found.append((row["game"], f"{where}: a copy takes {row['copy_bytes']:,} bytes"))
        if 1 / row["copies"] >= COPY_SECONDS:
            found.append((row["game"], f"{where}: a copy takes {1e9 / row['copies']:,.0f} ns"))
    for row in results["builds"]["interpreted"]:
        if row["decisions"] < INTERPRETED:
            said = (
                f"{row['game']} with {row['players']} players: {row['decisions']:,} decisions a "
                f"second as plain Python, {INTERPRETED:,} promised"
            )
            found.append((row["game"], said))
    return found


def merge(results: dict[str, Any], more: dict[str, Any]) -> None:
    """Keep the better of two measurements, row by row."""
    for build, rows in more["builds"].items():
        fresh = {(row["game"], row["players"]): row for row in rows}
        for row in results["builds"][build]:
            again = fresh.get((row["game"], row["players"]))
            if again is not None:
                for name in RATES:
                    row[name] = max(row[name], again[name])
    results["same_matches"] = results["same_matches"] and more["same_matches"]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="measure a tenth as long")
    parser.add_argument("--json", type=Path, help="keep the figures in this file")
    parser.add_argument(
        "--against", metavar="BUILD", help="a git revision, an environment or a Python to compare"
    )
    parser.add_argument("--game", action="append", default=[], help="only this one; with --against")
    parser.add_argument(
        "--work",
        default=DECISIONS,
        choices=[*ALL, "all"],
        help="what is compared; with --against",
    )
    options = parser.parse_args()
    if options.against:
        pieces = PIECES // 5 if options.quick else PIECES
        works = ALL if options.work == "all" else (options.work,)
        rows = compare(build_of(options.against), pieces, options.game, works)
        if options.json:
            options.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
        return
    seconds = QUICK_SECONDS if options.quick else SECONDS
    results = run(seconds, [])
    for _ in range(AGAIN):
        games = sorted({game for game, _ in missed(results)})
        if not games:
            break
        print(f"Again, below a floor: {', '.join(games)}", file=sys.stderr)
        merge(results, run(seconds, games))
    show(results)
    if options.json:
        options.json.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
    below = missed(results)
    for _, line in below:
        print(f"below its floor: {line}")
    if below or not results["same_matches"] or "compiled" not in results["builds"]:
        sys.exit(1)
    print("Every floor is reached.")


if __name__ == "__main__":
    main()
