"""Planner as a bot, and its easier relatives."""

from typing import ClassVar

from wagonik.bots.base import Brain, BrainBot
from wagonik.bots.baselines import OneStepStyle
from wagonik.bots.planner import BoardPlanner
from wagonik.bots.planner_card_game import CardPlanner, card_settings
from wagonik.bots.planners import find_means, make_planner
from wagonik.bots.settings import NO_FOCUS
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.rules import Rules
from wagonik.games.card_game.rules import CardGameRules


class Planner(BrainBot):
    name: ClassVar[str] = "planner"
    about: ClassVar[str] = (
        "Plans a network for all its tickets, draws for it, and counts the turns left."
    )

    def make_brain(self, rules: Rules) -> Brain:
        return make_planner(rules)


class Modest(BrainBot):
    """Plans like Planner, but is content with its first tickets."""

    name: ClassVar[str] = "modest"
    about: ClassVar[str] = "Plans well for its first tickets and is content with them."

    def make_brain(self, rules: Rules) -> Brain:
        if isinstance(rules, CardGameRules):
            card = card_settings(rules.seats)
            card.update({"room": 14.0, "rob": 0.2, "row": 3.0})
            return CardPlanner(rules, card)
        assert isinstance(rules, BoardRules)
        means = find_means(rules)
        settings = means.settings()
        settings.update({"more_time": 1000.0, "grab": 1000.0, "means": 0.3, "near": 0.0})
        # It neither saves for one great route nor sees that others are about to end the match.
        settings.update({"focus": NO_FOCUS, "spend": 1000.0, "hurt": 1.0})
        return BoardPlanner(rules, means, settings)


class Novice(BrainBot):
    """Looks one step ahead: one ticket, one route."""

    name: ClassVar[str] = "novice"
    about: ClassVar[str] = (
        "Works on one ticket and one route at a time, like somebody new to the game."
    )

    def make_brain(self, rules: Rules) -> Brain:
        if isinstance(rules, CardGameRules):
            card = card_settings(rules.seats)
            card.update({"room": 25.0, "rob": 0.0, "row": 2.0, "surplus": 0.8, "fear": 0.0})
            return CardPlanner(rules, card)
        assert isinstance(rules, BoardRules)
        return OneStepStyle(rules)
