"""The parts that Master is put together from: a game's outlook, and its learnt value."""

import json
import os
from pathlib import Path
from typing import Final

from wagonik.bots.outlook import Outlook
from wagonik.bots.search import Knobs, Search
from wagonik.bots.search_board import BoardOutlook
from wagonik.bots.search_cards import CardOutlook
from wagonik.bots.value import Value
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.rules import Rules
from wagonik.games.card_game.rules import CardGameRules

# One file for each game and number of players.
WEIGHTS: Final = Path(__file__).parent / "weights"
KNOBS: Final = "search.json"  # there, too
OWN: Final = "WAGONIK_WEIGHTS"  # names a folder of one's own, which is asked first


def make_outlook(rules: Rules) -> Outlook:
    """The outlook of a game, found by the class of its rules."""
    if isinstance(rules, CardGameRules):
        return CardOutlook(rules)
    assert isinstance(rules, BoardRules)
    return BoardOutlook(rules)


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


def load_knobs(rules: Rules) -> Knobs:
    """How a game is searched: as found by measuring, where that differs from the rule."""
    knobs = Knobs(rules.seats)
    place = WEIGHTS / KNOBS
    data = json.loads(place.read_text(encoding="utf-8")) if place.is_file() else {}
    for key in (rules.game, f"{rules.game}-{rules.seats}"):
        knobs.update(data.get(key, {}))
    return knobs


def make_search(rules: Rules) -> Search:
    outlook = make_outlook(rules)
    return Search(rules, outlook, load_value(rules, outlook), load_knobs(rules))
