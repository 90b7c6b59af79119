"""The parts that Master is put together from: a game's outlook, and its learnt value."""

import json
import math
import os
from pathlib import Path
from typing import Any, Final

from wagonik.bots.games import find_knowledge, make_outlook
from wagonik.bots.master.outlook import Outlook
from wagonik.bots.master.search import Knobs, Search
from wagonik.bots.master.value import KNOTS, Value, ValueNetwork
from wagonik.engine.errors import WagonikError
from wagonik.engine.rules import Rules

# One file for each game and number of players.
WEIGHTS: Final = Path(__file__).parent / "weights"
OWN: Final = "WAGONIK_WEIGHTS"  # names a folder of one's own, which is asked first


def weights_name(game: str, players: int) -> str:
    return f"{game}-{players}.json"


class BrokenWeights(WagonikError):
    """A file of weights is damaged."""


def network_data(
    weights: list[float], size: int, first: int, second: int
) -> dict[str, list[list[float]]]:
    """A network as a file holds it: for each layer a row for each of its inputs."""
    middle = (2 * size + 2) * first
    end = len(weights) - second
    return {
        "first": [weights[at : at + first] for at in range(0, middle, first)],
        "second": [weights[at : at + second] for at in range(middle, end, second)],
        "score": [weights[end:]],
    }


def load_value(rules: Rules, outlook: Outlook) -> Value | None:
    """The value learnt for a game, or None if there is none for these features. Weights of the
    next smaller table do for a larger one that has none."""
    own = os.environ.get(OWN)
    for seats in range(rules.seats, 1, -1):
        for folder in ([Path(own)] if own else []) + [WEIGHTS]:
            place = folder / weights_name(rules.game, seats)
            if place.is_file():
                try:
                    data = json.loads(place.read_text(encoding="utf-8"))
                    if data["features"] == outlook.names:
                        return read_value(data, rules.seats, int(outlook.size))
                except (ValueError, KeyError, TypeError, AttributeError) as error:
                    raise BrokenWeights(
                        f"{place} is no file of weights ({type(error).__name__}: {error}); "
                        f"`wagonik train {rules.game} --players {seats}` writes one."
                    ) from error
    return None


def read_value(data: dict[str, Any], seats: int, size: int) -> Value:
    """A value from what a file holds."""
    weights = _numbers(data["weights"], KNOTS, 2 * size)
    doubt = _numbers([data["doubt"]], 1, KNOTS)
    network = None
    if "network" in data:
        layers = data["network"]
        first, second = len(layers["first"][0]), len(layers["second"][0])
        inner = _numbers(layers["first"], 2 * size + 2, first)
        inner += _numbers(layers["second"], first + 1, second)
        inner += _numbers(layers["score"], 1, second)
        network = ValueNetwork(seats, size, first, second, inner)
    return Value(seats, size, weights, doubt, network)


def _numbers(rows: list[list[float]], count: int, width: int) -> list[float]:
    """Rows of weights in one list, if there are as many as there should be."""
    found = [float(number) for row in rows for number in row]
    if [len(row) for row in rows] != [width] * count:
        raise ValueError(f"{count} rows of {width} numbers are needed")
    if not all(math.isfinite(number) for number in found):
        raise ValueError("a weight is not finite")
    return found


def make_knobs(rules: Rules) -> Knobs:
    """How a game is searched: as found by measuring, where that differs from the rule."""
    knobs = Knobs(rules.seats)
    tuned = find_knowledge(rules).searching
    knobs.update(tuned.get(0, {}))
    knobs.update(tuned.get(rules.seats, {}))
    return knobs


def make_search(rules: Rules) -> Search:
    """The search of Master."""
    outlook = make_outlook(rules, sharp=True)
    knobs = make_knobs(rules)
    knobs.turns = find_knowledge(rules).horizons.get(rules.seats, int(knobs.turns))
    return Search(rules, outlook, load_value(rules, outlook), knobs)
