"""What no sensible player does, counted: 200 matches of every level from normal on, in every game.

    python -m benchmarks.absurdities [GAME ...] [--matches 200] [--playouts 25] [--level hard]

`tests/bots/absurdities.py` says what counts. All tables of a game take turns; Master has so many
play-outs a decision. Run it from the root of the repository; it fails if there is anything.
"""

import argparse
import sys
from collections import Counter

from tests.bots.absurdities import LEVELS, count, level_bot, players_of
from wagonik.games import GAMES


def main() -> int:
    keys = [game.key for game in GAMES]
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.absurdities",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("games", nargs="*", help=f"of {', '.join(keys)}; all without one")
    parser.add_argument("--matches", type=int, default=200)
    parser.add_argument("--playouts", type=int, default=25)
    parser.add_argument("--level", choices=LEVELS, help="all without it")
    parser.add_argument("--seed", type=int, default=20261118)
    chosen = parser.parse_args()
    for game in chosen.games:
        if game not in keys:
            parser.error(f"there is no game {game!r}; there are {', '.join(keys)}")
    total: Counter[str] = Counter()
    for level in [chosen.level] if chosen.level else LEVELS:
        for game in chosen.games or keys:
            seen: Counter[str] = Counter()
            for number in range(chosen.matches):
                names = [level_bot(level, chosen.playouts)] * players_of(game, number)
                seen += count(game, names, chosen.seed + number)
            found = ", ".join(f"{kind} {times}" for kind, times in seen.items()) or "none"
            print(f"{level:8}{game:18}{chosen.matches:6,} matches: {found}", flush=True)
            total += seen
    return 1 if total else 0


if __name__ == "__main__":
    sys.exit(main())
