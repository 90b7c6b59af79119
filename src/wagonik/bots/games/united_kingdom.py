"""United Kingdom: technology, as a one-off cost on the tracks that it opens."""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.bots.floats import floats
from wagonik.bots.knowledge import BoardKnowledge, Terms
from wagonik.bots.planner.means import CARDS_A_TURN, Means
from wagonik.bots.planner.purse import Purse
from wagonik.bots.planner.roads import CLOSED, FREE, LONGEST_PATH, Roads
from wagonik.bots.planner.settings import NO_FOCUS, PlannerSettings
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.board import FERRY, TRACK_KINDS
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import COLOURS, LOCOMOTIVE
from wagonik.engine.state import PIECES, TALLY, State
from wagonik.games.united_kingdom.rules import BOOSTED, EXCHANGE, KingdomRules
from wagonik.games.united_kingdom.scoring import HEADING_POINTS
from wagonik.games.united_kingdom.technology import (
    BOOSTER,
    COST,
    DIESEL,
    DOUBLE_HEADING,
    LAGGING,
    OPENING,
    TECH_BIT,
    TURBINES,
    WATER_TENDERS,
    KingdomState,
)

if TYPE_CHECKING:
    from wagonik.bots.planner.plan import BoardPlan

TOLL_SHARE: Final = 0.5  # of a technology's cost that every track bears before it is planned
LAGGING_CLAIMS: Final = 5.0  # claims still to come that make Boiler Lagging worth its price
HEADING_TICKETS: Final = 4  # tickets that make Double Heading worth its price
SPACES_A_CLAIM: Final = 2.6
CLAIMS_A_TURN: Final = 0.5  # the other turns draw cards
LAGGING_PIECES: Final = 20  # pieces left with which Boiler Lagging is planned for
TURBINE_FERRIES: Final = 3  # planned ferries that make Steam Turbines worth their price
LATE: Final = 3.0  # turns left with which a technology is bought with cards that will be missed
LATE_CARDS: Final = 2  # that many of them
SOMETHING: Final = 0.01  # what a technology scores that opens nothing of the plan
TOGETHER: Final = 0.3  # what a track scores that needs another technology, too
ADVANCED_PIECES: Final = 20  # pieces left with which Water Tenders and Diesel Power pay
BLIND_CARDS: Final = 3  # that Water Tenders draw
# What Master's own seat plays by, by the number of players: found together in matches at tables of
# Planners, as `wagonik tune` does.
SHARP: Final[dict[int, dict[str, float]]] = {
    2: {
        "fit": 1.0,
        "later": 0.0303,
        "card": 0.63,
        "used": 0.261,
        "claim": 1.32,
        "point": 0.307,
        "turn": 0.958,
        "ticket": 0.853,
        "bonus": 0.813,
        "risk": 0.0888,
        "late": 0.093,
        "pace": 0.728,
        "stride": 2.34,
        "spend": 1.51,
        "waste": 1.34,
        "slack": 1.75,
        "more": 2.51,
        "more_time": 5.51,
        "more_pieces": 8.8,
        "near": 0.269,
        "engine": 4.36,
        "junk": 0.157,
        "locomotive": 1.48,
        "keep_locomotive": 1.21,
        "filler_cards": 0.286,
        "filler_least": 2.5,
        "grab": 6.32,
        "rather": 4.56,
        "least": 0.139,
        "wild": 1.07,
        "grey": 0.0231,
        "tunnel": 0.757,
        "means": 1.08,
        "focus": 4.88,
        "focus_points": 20.4,
        "focus_cards": 0.623,
    },
    3: {
        "card": 0.599,
        "used": 0.35,
        "claim": 1.073,
        "point": 0.207,
        "least": 0.17,
        "turn": 1.415,
        "ticket": 1.142,
        "bonus": 1.097,
        "risk": 0.081,
        "late": 0.108,
        "pace": 0.673,
        "stride": 2.155,
        "spend": 1.306,
        "waste": 0.967,
        "slack": 1.663,
        "more": 2.361,
        "more_time": 4.292,
        "more_pieces": 9.415,
        "urgency": 0.122,
        "near": 0.384,
        "engine": 2.247,
        "junk": 0.123,
        "locomotive": 2.035,
        "keep_locomotive": 0.953,
        "filler_cards": 0.399,
        "filler_least": 1.839,
        "grab": 5.414,
        "rather": 3.829,
        "focus_cards": 0.535,
    },
    4: {
        "card": 0.457,
        "used": 0.308,
        "claim": 1.139,
        "point": 0.213,
        "least": 0.183,
        "turn": 1.352,
        "ticket": 1.082,
        "bonus": 1.497,
        "risk": 0.12,
        "late": 0.114,
        "pace": 0.819,
        "stride": 2.031,
        "spend": 1.281,
        "waste": 0.837,
        "slack": 1.413,
        "more": 2.821,
        "more_time": 4.852,
        "more_pieces": 11.448,
        "urgency": 0.174,
        "near": 0.22,
        "engine": 2.592,
        "junk": 0.216,
        "locomotive": 1.759,
        "keep_locomotive": 1.145,
        "filler_cards": 0.489,
        "filler_least": 2.424,
        "grab": 5.757,
        "rather": 3.815,
        "focus_cards": 0.705,
    },
}


class KingdomRoads(Roads):
    """A network in which a technology is paid once, however many tracks need it."""

    def __init__(self, rules: KingdomRules) -> None:
        super().__init__(rules)
        self.needs: vec[i64] = rules.needs
        self.held: i64 = 0
        self.planned: i64 = 0
        self.cost: vec[float] = floats(OPENING)  # turns for each technology
        self.turns: vec[float] = floats(2**OPENING)  # and for each set of them

    def lacking(self, track: i64, held: i64) -> float:
        """Turns for the technologies that a track needs beside those held."""
        return self.turns[self.needs[track] & ~held]

    def set_costs(self) -> None:
        """Turns for every set of the technologies that open routes."""
        i: i64
        rest: i64
        for i in range(OPENING):
            for rest in range(TECH_BIT[i]):
                self.turns[TECH_BIT[i] + rest] = self.turns[rest] + self.cost[i]

    def reset(self) -> None:
        self.planned = self.held
        super().reset()

    def open_fee(self, track: i64) -> float:
        if self.planned == self.held:
            return self.price[track]
        paid = self.lacking(track, self.held) - self.lacking(track, self.planned)
        fee = self.price[track] - TOLL_SHARE * paid
        return fee if fee > 0.0 else 0.0  # a search takes no fee below nothing

    def joined(self, slot: i64) -> None:
        at = slot * LONGEST_PATH
        fresh: i64 = 0
        i: i64
        for i in range(self.path_size[slot]):
            fresh |= self.needs[self.paths[at + i]]
        if fresh & ~self.planned:
            self.planned |= fresh
            track: i64
            for track in range(self.track_count):
                if (
                    self.needs[track] & fresh
                    and self.status[track] == FREE
                    and self.used[track] == 0
                ):
                    self.fee[track] = self.open_fee(track)

    def total(self) -> float:
        needed: i64 = 0
        total: float = 0.0
        track: i64
        for track in range(self.track_count):
            if self.used[track] > 0:
                needed |= self.needs[track]
                total += self.price[track] - TOLL_SHARE * self.lacking(track, self.held)
        i: i64
        for i in range(OPENING):
            if needed & ~self.held & TECH_BIT[i]:
                total += self.cost[i]
        return total


class KingdomMeans(Means):
    """What the United Kingdom adds to the common plan: technologies."""

    def __init__(self, rules: BoardRules) -> None:
        super().__init__(rules)
        assert isinstance(rules, KingdomRules)
        self.kingdom: Final = rules
        self.roads: Final = KingdomRoads(rules)
        self.held: i64 = 0
        self.size: i64 = EXCHANGE
        self.turns: float = 1.0  # turns for a locomotive
        # With so many pieces left Boiler Lagging is planned for like what the routes need.
        self.lagging_pieces: i64 = LAGGING_PIECES
        self.lagging: bool = False
        # Of the advanced ones, the best that still pays for itself, or -1.
        self.advanced: i64 = -1

    def make_roads(self) -> Roads:
        return self.roads

    def tunings(self) -> dict[int, dict[str, float]]:
        return {
            0: {
                "locomotive": 2.0,
                "engine": 2.0,
                "keep_locomotive": 1.1,
                "late": 0.1,
                "pace": 0.8,
                "more_time": 5.0,
                "more_pieces": 10.0,
                "grab": 4.4,
                "used": 0.4,
                "hurt": 0.0,
                "turn": 1.3,
                "bonus": 1.5,
                "point": 0.2,
                "filler_cards": 0.45,
                # New York: 40 points, and only one seat can have them.
                "focus": 4.0,
                "focus_points": 20.0,
            }
        }

    def otherwise(self, settings: PlannerSettings) -> bool:
        """Leave New York to others."""
        settings.focus = NO_FOCUS
        return True

    def sharper(self) -> dict[int, dict[str, float]]:
        return SHARP

    def load(self, state: State, seat: i64, purse: Purse) -> None:
        assert isinstance(state, KingdomState)
        self.held = state.held[seat]
        self.lagging = (
            self.held & TECH_BIT[LAGGING] == 0
            and state.copies[LAGGING] > 0
            and state.tally[seat * TALLY + PIECES] >= self.lagging_pieces
        )
        self.advanced = self.find_advanced(state, state.tally[seat * TALLY + PIECES])
        self.roads.held = self.held
        self.size = BOOSTED if self.held & TECH_BIT[BOOSTER] else EXCHANGE
        purse.saves = 1 if self.held & TECH_BIT[DIESEL] else 0
        kind: i64
        for kind in range(TRACK_KINDS):
            purse.size[kind] = self.size
        i: i64
        for i in range(OPENING):
            cost = float(COST[i]) * self.turns
            self.roads.cost[i] = CLOSED if state.copies[i] == 0 else cost
        self.roads.set_costs()

    def find_advanced(self, state: KingdomState, pieces: i64) -> i64:
        """More cards in a turn, or fewer for every route, while there is much to build. They are
        bought when they can be spared: to draw locomotives for them loses more than it brings."""
        if pieces >= ADVANCED_PIECES:
            if state.copies[WATER_TENDERS] > 0 and self.held & TECH_BIT[WATER_TENDERS] == 0:
                return WATER_TENDERS
            if state.copies[DIESEL] > 0:
                return DIESEL
        return -1

    def blind_cards(self) -> i64:
        return BLIND_CARDS if self.held & TECH_BIT[WATER_TENDERS] else CARDS_A_TURN

    def toll(self, track: i64) -> float:
        return TOLL_SHARE * self.roads.lacking(track, self.held)

    def each_ticket(self, state: State, seat: i64) -> float:
        assert isinstance(state, KingdomState)
        return float(HEADING_POINTS) if state.held[seat] & TECH_BIT[DOUBLE_HEADING] else 0.0

    def plan_size(self, purse: Purse) -> i64:
        return self.size

    def needed(self, plan: "BoardPlan") -> i64:
        """The technologies that the plan needs and the seat does not hold."""
        bits: i64 = 0
        i: i64
        for i in range(plan.plan_count):
            bits |= self.kingdom.needs[plan.plan[i]]
        return bits & ~self.held

    def add_needs(self, plan: "BoardPlan") -> None:
        if self.lagging and plan.focus < 0:
            plan.purse.soft[LOCOMOTIVE] += COST[LAGGING]
        bits = self.needed(plan)
        if bits:
            i: i64
            for i in range(OPENING):
                if bits & TECH_BIT[i]:
                    plan.purse.soft[LOCOMOTIVE] += COST[i]

    def turn_action(self, plan: "BoardPlan", state: State, seat: i64, legal: ActionBuffer) -> i64:
        """Buy what the plan needs as soon as it can be paid; then what pays for itself."""
        assert isinstance(state, KingdomState)
        if state.claims > 0 or state.bought >= 0:
            return -1
        rules = self.kingdom
        if plan.focus >= 0 and self.needed(plan) == 0:
            return -1
        # Boiler Lagging pays with every claim, so it comes before what opens single routes.
        if self.lagging and plan.purse.hand[LOCOMOTIVE] >= COST[LAGGING]:
            if legal.contains(rules.buy_action + LAGGING):
                return rules.buy_action + LAGGING
        if self.advanced >= 0 and legal.contains(rules.buy_action + self.advanced):
            if self.can_spare(plan, COST[self.advanced], False):
                return rules.buy_action + self.advanced
        bits = self.needed(plan)
        best: i64 = -1
        most: float = 0.0
        i: i64
        for i in range(OPENING):
            if bits & TECH_BIT[i] and legal.contains(rules.buy_action + i):
                score = self.opens(plan, i)
                if score > most and self.can_spare(plan, COST[i], plan.time < LATE):
                    most = score
                    best = rules.buy_action + i
        if best >= 0:
            return best
        return self.buy_points(plan, state, seat, legal)

    def opens(self, plan: "BoardPlan", technology: i64) -> float:
        """How much of the plan a technology opens: at once, or together with others."""
        score: float = SOMETHING
        i: i64
        for i in range(plan.plan_count):
            needs = self.kingdom.needs[plan.plan[i]]
            if needs & TECH_BIT[technology]:
                rest = needs & ~self.held & ~TECH_BIT[technology]
                score += 1.0 if rest == 0 else TOGETHER
        return score / float(COST[technology])

    def can_spare(self, plan: "BoardPlan", price: i64, late: bool) -> bool:
        """Whether so many locomotives are in hand, or cards for them that the plan misses not."""
        purse = plan.purse
        lack = price - purse.hand[LOCOMOTIVE]
        if lack <= 0:
            return True
        junk: i64 = 0
        kind: i64
        for kind in range(COLOURS):
            free = purse.hand[kind] - purse.hard[kind] - purse.soft[kind]
            if free > 0:
                junk += free
        if late:
            junk += LATE_CARDS
        return junk >= lack * self.size

    def buy_points(self, plan: "BoardPlan", state: State, seat: i64, legal: ActionBuffer) -> i64:
        rules = self.kingdom
        purse = plan.purse
        spare = purse.hand[LOCOMOTIVE] - purse.soft[LOCOMOTIVE]
        if self.lagging:
            spare += COST[LAGGING]
        kind: i64
        junk: i64 = 0
        for kind in range(COLOURS):
            free = purse.hand[kind] - purse.hard[kind] - purse.soft[kind]
            if free > 0:
                junk += free
        worth = (spare if spare > 0 else 0) + junk // self.size
        claims = float(plan.pieces) / SPACES_A_CLAIM
        if plan.time * CLAIMS_A_TURN < claims:
            claims = plan.time * CLAIMS_A_TURN
        if legal.contains(rules.buy_action + LAGGING):
            if worth >= COST[LAGGING] and (self.lagging or claims >= LAGGING_CLAIMS):
                return rules.buy_action + LAGGING
        if legal.contains(rules.buy_action + DOUBLE_HEADING) and worth >= COST[DOUBLE_HEADING]:
            done: i64 = plan.count
            ticket: i64
            for ticket in range(rules.ticket_count):
                if state.holder[ticket] == seat and plan.roads.done(ticket):
                    done += 1
            if done >= HEADING_TICKETS:
                return rules.buy_action + DOUBLE_HEADING
        if legal.contains(rules.buy_action + TURBINES) and worth >= COST[TURBINES]:
            ferries: i64 = 0
            i: i64
            for i in range(plan.plan_count):
                if rules.board.kind[plan.plan[i]] == FERRY:
                    ferries += 1
            if ferries >= TURBINE_FERRIES:
                return rules.buy_action + TURBINES
        return -1

    def features(self) -> list[str]:
        return ["opening", "lagging", "lagging ahead"]

    def write_features(
        self, plan: "BoardPlan", state: State, seat: i64, out: vec[float], at: i64
    ) -> None:
        """Technologies held, for what they open and what each claim scores. What Double Heading
        scores is known, so it counts with the tickets (see each_ticket) and is not learnt: Planner
        buys it late, so that its matches say nothing about having it early."""
        assert isinstance(state, KingdomState)
        held = state.held[seat]
        opening: float = 0.0
        i: i64
        for i in range(OPENING):
            if held & TECH_BIT[i]:
                opening += float(COST[i])
        out[at] = opening
        lagging: float = 1.0 if held & TECH_BIT[LAGGING] else 0.0
        out[at + 1] = lagging
        out[at + 2] = lagging * float(plan.pieces)


TERMS: Final = Terms(
    {
        "opening": "technology",
        "lagging": "technology",
        "lagging ahead": "technology",
        "route technology": "technology",
        "double heading": "technology",
        "risky contracts": "technology",
        "equalising beam": "technology",
    },
    {"buy": "technology", "full": "technology", "stop": "technology"},
)
KNOWLEDGE: Final = BoardKnowledge(
    KingdomMeans, {0: {"candidates": 9}}, terms=TERMS, horizons={2: 24}
)
