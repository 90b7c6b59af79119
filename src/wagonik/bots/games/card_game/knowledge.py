"""The Card Game, for our bots: Planner and easier ones by other settings, and the outlook."""

from typing import Final

from wagonik.bots.base import Brain
from wagonik.bots.games.card_game.outlook import CardOutlook
from wagonik.bots.games.card_game.planner import CardPlanner, CardSettings, card_settings
from wagonik.bots.knowledge import Knowledge, Terms
from wagonik.bots.master.outlook import Outlook
from wagonik.engine.rules import Rules
from wagonik.games.card_game.rules import CardGameRules

# The characters of the easier bots, for two players and for more. Modest plays short rows, robs
# where it happens to fit, and takes more tickets only with many cards to spare, at a larger table
# none. The novice takes hardly any, neither robs nor fears robbers, and does not look which cards
# its tickets need. What is found for Planner does not change them.
MODEST: Final = {"room": 14.0, "rob": 0.2, "row": 3.0}
MODEST_MORE: Final = {**MODEST, "room": 100.0, "pace": 0.96, "fear": 0.1}
NOVICE: Final = {"room": 25.0, "rob": 0.0, "row": 2.0, "surplus": 1.0, "pair": 0.0, "fear": 0.0}
NOVICE_MORE: Final = {**NOVICE, "pace": 0.96}
PAIR: Final = 2  # players


class CardKnowledge(Knowledge):
    """A game of cards and tickets without a board."""

    def planner(self, rules: Rules) -> Brain:
        assert isinstance(rules, CardGameRules)
        return CardPlanner(rules, card_settings(rules.seats))

    def modest(self, rules: Rules) -> Brain:
        return self.make_easier(rules, MODEST, MODEST_MORE)

    def novice(self, rules: Rules) -> Brain:
        return self.make_easier(rules, NOVICE, NOVICE_MORE)

    def make_easier(self, rules: Rules, two: dict[str, float], more: dict[str, float]) -> Brain:
        assert isinstance(rules, CardGameRules)
        settings = CardSettings()
        settings.update(two if rules.seats == PAIR else more)
        return CardPlanner(rules, settings)

    def numbers(self, rules: Rules) -> dict[str, float]:
        settings = card_settings(rules.seats)
        return {name: getattr(settings, name) for name in settings.names()}

    def tuned(self, rules: Rules, numbers: dict[str, float]) -> Brain:
        assert isinstance(rules, CardGameRules)
        settings = card_settings(rules.seats)
        settings.update(numbers)
        return CardPlanner(rules, settings)

    def outlook(self, rules: Rules, sharp: bool) -> Outlook:
        assert isinstance(rules, CardGameRules)
        return CardOutlook(rules)


TERMS: Final = Terms(
    {
        "scored": "tickets",
        "tickets": "tickets",
        "ticket points": "tickets",
        "stack covers": "tickets",
        "yard covers": "tickets",
        "hand covers": "tickets",
        "hope covers": "tickets",
        "covered ends": "big_cities",
        "big cities": "big_cities",
        "stack": "cards",
        "stack locomotives": "cards",
        "yard": "cards",
        "rows": "cards",
        "longest row": "cards",
        "hand": "cards",
        "locomotives": "cards",
        "best colour": "cards",
        "needed": "cards",
        "surplus": "cards",
        "late": "tempo",
        "future": "tempo",
        "turn": "tempo",
    },
    {"row": "rows", "trio": "rows", "locomotives": "payment"},
)
KNOWLEDGE: Final = CardKnowledge(terms=TERMS)
