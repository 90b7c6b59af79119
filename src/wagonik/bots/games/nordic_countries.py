"""Nordic Countries: exchanges on ferries, and the risk of tunnels."""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.bots.base import unseen_cards
from wagonik.bots.floats import floats
from wagonik.bots.knowledge import BoardKnowledge, Terms
from wagonik.bots.planner.means import Means
from wagonik.bots.planner.purse import Purse
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.board import FERRY, TUNNEL
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import KINDS, LOCOMOTIVE
from wagonik.engine.state import State
from wagonik.games.nordic_countries.rules import TURNED_UP, NordicRules

if TYPE_CHECKING:
    from wagonik.bots.planner.plan import BoardPlan

TOO_DEAR: Final = 4.0  # what the cards for a tunnel may be worth at most


class NordicMeans(Means):
    """What Nordic Countries adds to the common plan."""

    def __init__(self, rules: BoardRules) -> None:
        super().__init__(rules)
        assert isinstance(rules, NordicRules)
        self.nordic: Final = rules
        # The chance that a card turned up costs one more, by the colour that is laid.
        self.match: vec[float] = floats(KINDS)

    def load(self, state: State, seat: i64, purse: Purse) -> None:
        cards: i64 = 0
        kind: i64
        for kind in range(KINDS):
            cards += unseen_cards(state, seat, kind)
        engines = unseen_cards(state, seat, LOCOMOTIVE)
        for kind in range(KINDS):
            count = engines
            if kind != LOCOMOTIVE:
                count += unseen_cards(state, seat, kind)
            self.match[kind] = float(count) / float(cards) if cards > 0 else 0.0

    def chance(self, plan: "BoardPlan", track: i64) -> float:
        """A tunnel fails when more cards match than the hand has left."""
        purse = plan.purse
        if self.rules.board.kind[track] != TUNNEL:
            return 1.0
        laid = purse.pay_colour
        spare = purse.hand[LOCOMOTIVE] - purse.spent[LOCOMOTIVE]
        if laid != LOCOMOTIVE:
            spare += purse.hand[laid] - purse.spent[laid]
        return at_most(spare, TURNED_UP, self.match[laid])

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
                "dare": 0.7,
                "pace": 1.2,
                "waste": 1.1,
                "fit": 1.0,
            }
        }

    def plain(self) -> dict[str, float]:
        return {"pace": 1.3, "waste": 1.25}

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


def at_most(hits: i64, tries: i64, chance: float) -> float:
    """The chance of no more than so many hits."""
    if hits >= tries:
        return 1.0
    if chance >= 1.0:
        return 0.0
    term: float = 1.0  # the chance of just so many hits
    count: i64
    for _ in range(tries):
        term *= 1.0 - chance
    total: float = term
    for count in range(hits):
        term *= float(tries - count) / float(count + 1) * chance / (1.0 - chance)
        total += term
    return total


TERMS: Final = Terms({}, {"add": "tunnel", "withdraw": "tunnel"})
KNOWLEDGE: Final = BoardKnowledge(NordicMeans, terms=TERMS, horizons={2: 24})
