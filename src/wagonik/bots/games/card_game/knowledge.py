"""The Card Game, for our bots: Planner and easier ones by other settings, and the outlook."""

from typing import Final

from wagonik.bots.base import Brain
from wagonik.bots.games.card_game.outlook import CardOutlook
from wagonik.bots.games.card_game.planner import CardPlanner, card_settings
from wagonik.bots.knowledge import Knowledge
from wagonik.bots.master.outlook import Outlook
from wagonik.engine.rules import Rules
from wagonik.games.card_game.rules import CardGameRules

# Both take tickets only with many cards to spare; the novice neither robs nor fears robbers.
MODEST: Final = {"room": 14.0, "rob": 0.2, "row": 3.0}
NOVICE: Final = {"room": 25.0, "rob": 0.0, "row": 2.0, "surplus": 0.8, "fear": 0.0}


class CardKnowledge(Knowledge):
    """A game of cards and tickets without a board."""

    def planner(self, rules: Rules) -> Brain:
        return self.make_planner(rules, {})

    def modest(self, rules: Rules) -> Brain:
        return self.make_planner(rules, MODEST)

    def novice(self, rules: Rules) -> Brain:
        return self.make_planner(rules, NOVICE)

    def make_planner(self, rules: Rules, differently: dict[str, float]) -> Brain:
        assert isinstance(rules, CardGameRules)
        settings = card_settings(rules.seats)
        settings.update(differently)
        return CardPlanner(rules, settings)

    def outlook(self, rules: Rules) -> Outlook:
        assert isinstance(rules, CardGameRules)
        return CardOutlook(rules)


KNOWLEDGE: Final = CardKnowledge()
