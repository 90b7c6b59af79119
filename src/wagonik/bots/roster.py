"""The bots that think with brains: Planner, its easier relatives, and the published styles."""

from typing import ClassVar

from wagonik.bots.base import Brain, BrainBot
from wagonik.bots.games import find_knowledge, find_means
from wagonik.bots.planner.means import Means
from wagonik.bots.styles import HungryStyle, LongRouteStyle, OneStepStyle, PathStyle
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.errors import UnknownGame
from wagonik.engine.rules import Rules


class Planner(BrainBot):
    """Plans a network for all its tickets, and counts the turns."""

    name: ClassVar[str] = "planner"
    about: ClassVar[str] = (
        "Plans a network for all its tickets, draws for it, and counts the turns left."
    )

    def make_brain(self, rules: Rules) -> Brain:
        return find_knowledge(rules).planner(rules)


class Modest(BrainBot):
    """Plans like Planner, but is content with its first tickets."""

    name: ClassVar[str] = "modest"
    about: ClassVar[str] = "Plans well for its first tickets and is content with them."

    def make_brain(self, rules: Rules) -> Brain:
        return find_knowledge(rules).modest(rules)


class Novice(BrainBot):
    """Looks one step ahead: one ticket, one route."""

    name: ClassVar[str] = "novice"
    about: ClassVar[str] = (
        "Works on one ticket and one route at a time, like somebody new to the game."
    )

    def make_brain(self, rules: Rules) -> Brain:
        return find_knowledge(rules).novice(rules)


def board_means(rules: Rules, name: str) -> Means:
    """What a board game adds, for a bot that plays nothing else."""
    if isinstance(rules, BoardRules):
        return find_means(rules)
    raise UnknownGame(f"The bot {name!r} plays board games only.")


class Hungry(BrainBot):
    """The published style that takes many tickets."""

    name: ClassVar[str] = "hungry"
    about: ClassVar[str] = "Takes many tickets, then builds the cheapest network for them."

    def make_brain(self, rules: Rules) -> Brain:
        return HungryStyle(board_means(rules, "hungry"))


class Path(BrainBot):
    """The published style that values a track by the tickets it serves."""

    name: ClassVar[str] = "path"
    about: ClassVar[str] = (
        "Values a route by its points and twice the ticket points that it serves."
    )

    def make_brain(self, rules: Rules) -> Brain:
        return PathStyle(board_means(rules, "path"))


class OneStep(BrainBot):
    """The published style that thinks of one ticket and one track at a time."""

    name: ClassVar[str] = "onestep"
    about: ClassVar[str] = "Thinks of one ticket and one route at a time."

    def make_brain(self, rules: Rules) -> Brain:
        return OneStepStyle(board_means(rules, "onestep"))


class LongRoute(BrainBot):
    """The published style that likes long tracks."""

    name: ClassVar[str] = "longroute"
    about: ClassVar[str] = "Prefers long routes, on the way to its tickets and beside them."

    def make_brain(self, rules: Rules) -> Brain:
        return LongRouteStyle(board_means(rules, "longroute"))
