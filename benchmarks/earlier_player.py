"""A bot of another build of Wagonik, started by its path in that build's Python: it follows a match
from the same seed and answers for one seat. Messages are lines of JSON, one answer each.

    {"game": "paris", "players": 2, "seed": 7, "seat": 1, "bot": "master@600", "bot_seed": 3}
    {"played": [4, 17]}     what was played since; the answer is what the bot does
"""

import json
import sys

from wagonik import Match
from wagonik.bots.registry import make_bot


def main() -> None:
    match = None
    bot = None
    seat = 0
    for line in sys.stdin:
        told = json.loads(line)
        if "game" in told:
            match = Match(told["game"], players=told["players"], seed=told["seed"])
            seat = told["seat"]
            bot = make_bot(told["bot"], told["bot_seed"])
            bot.start(match.observe(seat))
            continue
        for action in told["played"]:
            match.play(action)
        action = int(bot.choose(match.observe(seat)))
        match.play(action)
        print(json.dumps({"action": action, "replaced": len(bot.faults)}), flush=True)


main()
