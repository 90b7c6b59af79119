"""Nordic Countries: exchanges on ferries, and the risk of tunnels."""

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from wagonik.bots.knowledge import BoardKnowledge
from wagonik.bots.planner.means import Means
from wagonik.bots.planner.purse import Purse
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.board import FERRY
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import LOCOMOTIVE
from wagonik.engine.state import State
from wagonik.games.nordic_countries.rules import NordicRules

if TYPE_CHECKING:
    from wagonik.bots.planner.plan import BoardPlan

TOO_DEAR: Final = 4.0  # what the cards for a tunnel may be worth at most


class NordicMeans(Means):
    """What Nordic Countries adds to the common plan."""

    def __init__(self, rules: BoardRules) -> None:
        super().__init__(rules)
        assert isinstance(rules, NordicRules)
        self.nordic: Final = rules

    def tunings(self) -> dict[int, dict[str, float]]:
        return {
            0: {
                "locomotive": 1.6,
                "more_pieces": 13.0,
                "card": 0.7,
                "used": 0.35,
                "rather": 10.0,
                "hurt": 0.0,
                "turn": 1.3,
                "bonus": 3.0,  # every ticket counts for Globetrotter
            }
        }

    def plan_size(self, purse: Purse) -> i64:
        return purse.size[FERRY]

    def step_action(self, plan: "BoardPlan", state: State, seat: i64, legal: ActionBuffer) -> i64:
        """Add to a tunnel what the plan misses least; take the cards back if it is too dear."""
        rules = self.nordic
        purse = plan.purse
        plan.count_needs(state.track)
        best = rules.withdraw_action
        least: float = TOO_DEAR
        i: i64
        for i in range(legal.count):
            if legal.items[i] == rules.withdraw_action:
                continue
            locomotives = legal.items[i] - rules.add_action
            cost = purse.worth(LOCOMOTIVE, locomotives)
            if state.surcharge > locomotives:
                cost += purse.worth(state.colour, state.surcharge - locomotives)
            if cost < least:
                least = cost
                best = legal.items[i]
        return best


KNOWLEDGE: Final = BoardKnowledge(NordicMeans)
