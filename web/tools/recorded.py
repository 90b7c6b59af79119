"""Whole matches for the tests of the moments: the events of every decision, and how views changed.

`python web/tools/recorded.py` writes web/src/moments/recorded.json.gz: a match of every game, by
the eyes of a seat and of a spectator. A view is kept as what differs from the one before it.
"""

import gzip
import json
import random
from pathlib import Path
from typing import Any

import msgspec

from wagonik.games import GAMES
from wagonik.match import Match
from wagonik.server.facts import game_facts
from wagonik.server.live import result_of

OUT = Path(__file__).resolve().parent.parent / "src/moments/recorded.json.gz"
VIEWERS = (0, -1)
LIKELY = 0.75  # how often a claim is made where one can be


def difference(before: Any, after: Any) -> Any:
    """What has to be merged into `before`; a list or a plain value stands for itself."""
    if not isinstance(before, dict) or not isinstance(after, dict):
        return after
    changed = {
        key: difference(before[key], value) if key in before else {"=": value}
        for key, value in after.items()
        if key not in before or before[key] != value
    }
    gone = [key for key in before if key not in after]
    return {**changed, "-": gone} if gone else changed


def choose(match: Match, rng: random.Random) -> int:
    legal = [int(action) for action in match.legal(match.deciding[0])]
    table = match.rules.table.actions
    eager = [a for a in legal if table[a].family in ("claim", "row", "trio", "buy", "add", "pay")]
    return rng.choice(eager if eager and rng.random() < LIKELY else legal)


def seen(match: Match, viewer: int) -> dict[str, Any]:
    """A view without its list of claims, which no moment shows and which only grows."""
    return {**match.view(viewer), "claims": []}


def record(game: str, players: int, seed: int, *options: str) -> dict[str, Any]:
    match = Match(game, players, seed, dict.fromkeys(options, True))
    rng = random.Random(seed)
    eyes: dict[int, dict[str, Any]] = {}
    views: dict[int, Any] = {}
    counts = dict.fromkeys(VIEWERS, 0)
    for viewer in VIEWERS:
        views[viewer] = seen(match, viewer)
        counts[viewer] = len(match.events(viewer, 0))
        eyes[viewer] = {"viewer": viewer, "view": views[viewer], "steps": []}
    while not match.over:
        match.play(choose(match, rng), match.deciding[0])
        for viewer in VIEWERS:
            view = seen(match, viewer)
            events = match.events(viewer, counts[viewer])
            counts[viewer] += len(events)
            eyes[viewer]["steps"].append([events, difference(views[viewer], view)])
            views[viewer] = view
    facts = msgspec.json.decode(msgspec.json.encode(game_facts(game, players, list(options), None)))
    for unused in ("actions", "steps", "events"):
        facts[unused] = []
    result = msgspec.json.decode(msgspec.json.encode(result_of(match)))
    return {
        "game": game,
        "players": players,
        "facts": facts,
        "result": result,
        "eyes": list(eyes.values()),
    }


def main() -> None:
    matches = [record(game.key, min(3, game.most_players), 7) for game in GAMES]
    matches.append(record(GAMES[2].key, 2, 11))  # with the dummy of two players
    matches.append(record(GAMES[2].key, 2, 11, "memory=book"))
    data = json.dumps(matches, separators=(",", ":"), default=str).encode()
    OUT.parent.mkdir(exist_ok=True)
    OUT.write_bytes(gzip.compress(data, 9, mtime=0))
    print(f"{OUT.name}: {len(data)} bytes, {OUT.stat().st_size} packed")


if __name__ == "__main__":
    main()
