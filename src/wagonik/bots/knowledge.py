"""What our bots know of a game: how it is planned, how easier bots play it, how it is searched, and
what the coach calls the things that only this game has.

A game says it in one file (or folder) of its own in `bots/games`; the table of all of them is
`bots/games/__init__.py`.
"""

from collections.abc import Callable
from typing import Final

from wagonik.bots.base import Brain
from wagonik.bots.master.board import BoardOutlook
from wagonik.bots.master.outlook import Outlook
from wagonik.bots.planner.choice import BoardPlanner
from wagonik.bots.planner.means import Means
from wagonik.bots.planner.settings import NO_FOCUS
from wagonik.bots.styles import OneStepStyle
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.rules import Rules

# Numbers of a search that differ from the common ones, by number of players; 0 is for all.
SearchTunings = dict[int, dict[str, float]]
# How many turns Master plays on, by number of players, where that is not as many as usual.
Horizons = dict[int, int]


class Terms:
    """What the coach calls the things that a game adds.

    Args:
        groups: Which group of points (see `wagonik.analysis.groups`) a feature of the learnt value
            or a line of the score sheet belongs to, by its name.
        themes: What a puzzle is about (one of `wagonik.analysis.puzzles.THEMES`), by the family of
            its action.
    """

    def __init__(self, groups: dict[str, str], themes: dict[str, str] | None = None) -> None:
        self.groups: Final[dict[str, str]] = groups
        self.themes: Final[dict[str, str]] = themes if themes is not None else {}


class Knowledge:
    """The questions that the bots of the registry ask about a game.

    Args:
        searching: The numbers of Master's search that differ from the common ones.
        terms: What the coach calls the things that the game adds.
        horizons: Of Master only: the coach's chances are calibrated for the usual turns.
    """

    def __init__(
        self,
        searching: SearchTunings | None = None,
        terms: Terms | None = None,
        horizons: Horizons | None = None,
    ) -> None:
        self.searching: Final[SearchTunings] = searching if searching is not None else {}
        self.terms: Final[Terms] = terms if terms is not None else Terms({})
        self.horizons: Final[Horizons] = horizons if horizons is not None else {}

    def planner(self, rules: Rules) -> Brain:
        """Planner's brain, with the settings that were found for the game."""
        raise NotImplementedError

    def modest(self, rules: Rules) -> Brain:
        """A brain that plans as well, and is content with less."""
        raise NotImplementedError

    def novice(self, rules: Rules) -> Brain:
        """A brain that thinks of one thing at a time."""
        raise NotImplementedError

    def numbers(self, rules: Rules) -> dict[str, float]:
        """The numbers that Planner plays by, which `wagonik tune` looks for better ones than."""
        raise NotImplementedError

    def tuned(self, rules: Rules, numbers: dict[str, float]) -> Brain:
        """Planner's brain with some other numbers."""
        raise NotImplementedError

    def outlook(self, rules: Rules, sharp: bool) -> Outlook:
        """What Master's search asks. A sharp one has its own seat play better than Planner, where
        the game knows how; without it everybody plays like Planner, as the coach wants it."""
        raise NotImplementedError


class BoardKnowledge(Knowledge):
    """A board game: the common plan and search, with what the game adds to them.

    Args:
        means: Makes what the game adds; without it the game adds nothing.
        searching: The numbers of Master's search that differ from the common ones.
        terms: What the coach calls the things that the game adds.
        horizons: How many turns Master plays on, where that is not as many as usual.
    """

    def __init__(
        self,
        means: Callable[[BoardRules], Means] = Means,
        searching: SearchTunings | None = None,
        terms: Terms | None = None,
        horizons: Horizons | None = None,
    ) -> None:
        super().__init__(searching, terms, horizons)
        self.make_means: Final = means

    def means(self, rules: Rules) -> Means:
        assert isinstance(rules, BoardRules)
        return self.make_means(rules)

    def planner(self, rules: Rules) -> Brain:
        means = self.means(rules)
        return BoardPlanner(means.rules, means, means.settings())

    def modest(self, rules: Rules) -> Brain:
        means = self.means(rules)
        settings = means.settings()
        settings.update({"more_time": 1000.0, "grab": 1000.0, "near": 0.0})
        # It thinks of its tickets, not of what the game gives points for beside them.
        settings.update({"means": 0.0})
        # It neither saves for one great route nor sees that others are about to end the match.
        settings.update({"focus": NO_FOCUS, "spend": 1000.0, "hurt": 1.0})
        # Nor does it look at its hand as a whole, or at what others want.
        settings.plainly()
        settings.update(means.plain())
        return BoardPlanner(means.rules, means, settings)

    def novice(self, rules: Rules) -> Brain:
        return OneStepStyle(self.means(rules))

    def numbers(self, rules: Rules) -> dict[str, float]:
        settings = self.means(rules).settings()
        return {name: getattr(settings, name) for name in settings.names()}

    def tuned(self, rules: Rules, numbers: dict[str, float]) -> Brain:
        means = self.means(rules)
        settings = means.settings()
        settings.update(numbers)
        return BoardPlanner(means.rules, means, settings)

    def outlook(self, rules: Rules, sharp: bool) -> Outlook:
        assert isinstance(rules, BoardRules)
        return BoardOutlook(rules, self.make_means, sharp)
