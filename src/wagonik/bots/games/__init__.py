"""What our bots know of each game: one table, one file or folder a game."""

from typing import Final

from wagonik.bots.base import Brain
from wagonik.bots.games import (
    nordic_countries,
    northern_lights,
    paris,
    pennsylvania,
    united_kingdom,
)
from wagonik.bots.games.card_game import knowledge as card_game
from wagonik.bots.knowledge import BoardKnowledge, Knowledge
from wagonik.bots.master.outlook import Outlook
from wagonik.bots.planner.means import Means
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.errors import UnknownGame
from wagonik.engine.rules import Rules

KNOWLEDGE: Final[dict[str, Knowledge]] = {
    "nordic_countries": nordic_countries.KNOWLEDGE,
    "northern_lights": northern_lights.KNOWLEDGE,
    "pennsylvania": pennsylvania.KNOWLEDGE,
    "united_kingdom": united_kingdom.KNOWLEDGE,
    "card_game": card_game.KNOWLEDGE,
    "paris": paris.KNOWLEDGE,
}

# A board game that is not listed is planned and searched by the common rules alone.
ANY_BOARD: Final = BoardKnowledge()


def find_knowledge(rules: Rules) -> Knowledge:
    """What bots know of a game."""
    found = KNOWLEDGE.get(rules.game)
    if found is not None:
        return found
    if isinstance(rules, BoardRules):
        return ANY_BOARD
    raise UnknownGame(
        f"Only the bot 'random' plays {rules.game}, which has no board and no entry in "
        "wagonik/bots/games."
    )


def find_means(rules: BoardRules) -> Means:
    """What a board game adds to the common plan."""
    found = find_knowledge(rules)
    return found.means(rules) if isinstance(found, BoardKnowledge) else Means(rules)


def make_planner(rules: Rules) -> Brain:
    """Planner's brain for a game."""
    return find_knowledge(rules).planner(rules)


def make_outlook(rules: Rules, sharp: bool = False) -> Outlook:
    """What a search asks about a game. In a sharp one, Master's, its own seat may play better than
    Planner."""
    return find_knowledge(rules).outlook(rules, sharp)
