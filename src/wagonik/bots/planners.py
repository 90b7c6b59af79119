"""Which planner a game has: found by the class of its rules."""

from wagonik.bots.base import Brain
from wagonik.bots.means import Means
from wagonik.bots.means_kingdom import KingdomMeans
from wagonik.bots.means_nordic import NordicMeans
from wagonik.bots.means_northern import NorthernMeans
from wagonik.bots.means_paris import ParisMeans
from wagonik.bots.means_pennsylvania import PennsylvaniaMeans
from wagonik.bots.planner import BoardPlanner
from wagonik.bots.planner_card_game import CardPlanner, card_settings
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.rules import Rules
from wagonik.games.card_game.rules import CardGameRules
from wagonik.games.nordic_countries.rules import NordicRules
from wagonik.games.northern_lights.rules import NorthernRules
from wagonik.games.paris.rules import ParisRules
from wagonik.games.pennsylvania.rules import PennsylvaniaRules
from wagonik.games.united_kingdom.rules import KingdomRules


def find_means(rules: BoardRules) -> Means:
    """What a board game adds; a game that is not known adds nothing."""
    if isinstance(rules, NordicRules):
        return NordicMeans(rules)
    if isinstance(rules, NorthernRules):
        return NorthernMeans(rules)
    if isinstance(rules, PennsylvaniaRules):
        return PennsylvaniaMeans(rules)
    if isinstance(rules, KingdomRules):
        return KingdomMeans(rules)
    if isinstance(rules, ParisRules):
        return ParisMeans(rules)
    return Means(rules)


def make_planner(rules: Rules) -> Brain:
    """The planner of a game, with the settings that were found for it."""
    if isinstance(rules, CardGameRules):
        return CardPlanner(rules, card_settings(rules.seats))
    assert isinstance(rules, BoardRules)
    means = find_means(rules)
    return BoardPlanner(rules, means, means.settings())
