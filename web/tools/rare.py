"""The place in a match where a moment happens, for its picture and for the browser tests.

`python web/tools/rare.py sweep flag` plays random matches until one has it, always the same ones,
and prints for each moment in a line the record so far with the decision that leads to it: a table
can play on from there.
"""

import json
import random
import sys
from collections.abc import Callable
from itertools import pairwise

from wagonik.games import GAMES
from wagonik.match import Match

MOST_SEEDS = 400
MOST_SEATS = 4
LONGEST = 1500  # decisions: matches without claims never end
EVERYBODY = -1
EAGER = ("claim", "row", "trio", "buy", "add", "pay")
LAZY = ("deck", "market", "tickets")


def follows(first: str, then: str) -> Callable[[list[str]], bool]:
    return lambda names: (first, then) in pairwise(names)


def has(name: str) -> Callable[[list[str]], bool]:
    return lambda names: name in names


#: By moment: whether the events of one decision have it.
HAS: dict[str, Callable[[list[str]], bool]] = {
    "bonus": has("bonus"),
    "bought": has("bought"),
    "completed": has("completed"),
    "dummy_share": has("dummy_share"),
    "fill": follows("shuffled", "turned"),
    "flag": has("flag"),
    # What nobody could choose: the cards of a tunnel go back in the same decision.
    "forced": lambda names: "withdrew" in names and "laid" in names,
    "last_turns": has("last_turns"),
    "moved": has("moved"),
    "new_deck": has("new_deck"),
    "passed": has("passed"),
    "robbed": has("robbed"),
    "row": has("row"),
    "share": has("share"),
    "shuffle": has("shuffled"),
    "sweep": follows("turned", "refreshed"),
    "withdrew": lambda names: "withdrew" in names and "laid" not in names,
}


def choose(
    match: Match, seat: int, rng: random.Random, families: tuple[str, ...], often: float
) -> int:
    legal = [int(action) for action in match.legal(seat)]
    table = match.rules.table.actions
    liked = [action for action in legal if table[action].family in families]
    return rng.choice(liked if liked and rng.random() < often else legal)


def search(kind: str) -> dict[str, object]:
    # Who only hoards cards leaves the others nothing to do.
    families, often = (LAZY, 1) if kind == "passed" else (EAGER, 0.7)
    for seed in range(1, MOST_SEEDS):
        for game in GAMES:
            match = Match(
                game.key,
                game.least_players if seed % 2 else min(MOST_SEATS, game.most_players),
                seed,
            )
            rng = random.Random(seed)
            told = len(match.events(EVERYBODY, 0))
            while not match.over and len(match.history) < LONGEST:
                seat = match.deciding[0]
                action = choose(match, seat, rng, families, often)
                decisions = len(match.history)
                match.play(action, seat)
                names = [str(event["event"]) for event in match.events(EVERYBODY, told)]
                told += len(names)
                # Only what a person chose, not what the engine did by itself after it.
                if HAS[kind](names) and len(match.history) > decisions and not match.over:
                    return {
                        "game": game.key,
                        "players": match.players,
                        "record": match.record(),
                        "decisions": decisions,
                        "seat": seat,
                        "action": action,
                    }
    raise SystemExit(f"no {kind} in {MOST_SEEDS} matches of each game")


if __name__ == "__main__":
    for moment in sys.argv[1:]:
        print(json.dumps(search(moment)))
