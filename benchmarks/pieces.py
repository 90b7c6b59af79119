"""Random play in short pieces, as it is told: what `benchmarks.against` starts for each build.

It is run by its path with another Python, so it uses nothing but that Python's own Wagonik. Each
line on standard input, `game players matches`, is answered by a JSON line.
"""

import json
import sys
import time
from typing import Any

from wagonik.engine.playout import random_matches
from wagonik.games import make_rules


def main() -> None:
    rules: dict[tuple[str, int], Any] = {}
    for line in sys.stdin:
        game, players, matches = line.split()
        case = game, int(players)
        if case not in rules:
            rules[case] = make_rules(*case)
        began = time.process_time()
        decisions, checksum = random_matches(rules[case], int(matches), 1)
        took = time.process_time() - began
        answer = {"seconds": took, "decisions": decisions, "checksum": checksum}
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
