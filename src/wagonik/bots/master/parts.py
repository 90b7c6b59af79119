"""The parts that Master is put together from: a game's outlook, and its learnt value."""

import json
import os
from pathlib import Path
from typing import Final

from wagonik.bots.games import find_knowledge, make_outlook
from wagonik.bots.master.outlook import Outlook
from wagonik.bots.master.search import Knobs, Search
from wagonik.bots.master.value import Value
from wagonik.engine.rules import Rules

# One file for each game and number of players.
WEIGHTS: Final = Path(__file__).parent / "weights"
OWN: Final = "WAGONIK_WEIGHTS"  # names a folder of one's own, which is asked first


def weights_name(game: str, players: int) -> str:
    return f"{game}-{players}.json"


def load_value(rules: Rules, outlook: Outlook) -> Value | None:
    """The value learnt for a game, or None if there is none for these features. Weights of the
    next smaller table do for a larger one that has none."""
    own = os.environ.get(OWN)
    for seats in range(rules.seats, 1, -1):
        for folder in ([Path(own)] if own else []) + [WEIGHTS]:
            place = folder / weights_name(rules.game, seats)
            if place.is_file():
                data = json.loads(place.read_text(encoding="utf-8"))
                if data["features"] == outlook.names:
                    weights = [float(weight) for knot in data["weights"] for weight in knot]
                    doubt = [float(points) for points in data["doubt"]]
                    return Value(rules.seats, outlook.size, weights, doubt)
    return None


def make_knobs(rules: Rules) -> Knobs:
    """How a game is searched: as found by measuring, where that differs from the rule."""
    knobs = Knobs(rules.seats)
    tuned = find_knowledge(rules).searching
    knobs.update(tuned.get(0, {}))
    knobs.update(tuned.get(rules.seats, {}))
    return knobs


def make_search(rules: Rules) -> Search:
    outlook = make_outlook(rules)
    return Search(rules, outlook, load_value(rules, outlook), make_knobs(rules))
