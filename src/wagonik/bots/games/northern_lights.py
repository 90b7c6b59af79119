"""Northern Lights: pairs on ferries, bonus cards, and goals."""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.bots.floats import floats, packed_floats
from wagonik.bots.knowledge import BoardKnowledge, Terms
from wagonik.bots.master.value import soft
from wagonik.bots.planner.means import Means
from wagonik.bots.planner.purse import Purse
from wagonik.engine.board import FERRY
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import COLOURS, LOCOMOTIVE, PILE, zeros
from wagonik.engine.state import PIECES, TALLY, State
from wagonik.games.northern_lights.goals import (
    CALL_OF_THE_WILD,
    CAPITAL_INVESTMENT,
    COST_EFFICIENCY,
    FERRY_MASTER,
    GOAL_COUNT,
    GOAL_VALUES,
    INTERNATIONAL_TYCOON,
    LOCAL_NETWORK,
    LOCAL_POINTS,
    NORDIC_EXPRESS,
    POLAR_EXPRESS,
    SMALL_STEPS,
    SNOWPLOW_AWARD,
    WILD_WEST,
    NorthernState,
)
from wagonik.games.northern_lights.rules import NorthernRules

if TYPE_CHECKING:
    from wagonik.bots.planner.plan import BoardPlan

CARD_POINTS: Final = 0.8  # what a bonus card is worth
# What one more of what a goal counts is worth of its points, by the margin to the best other
# seat: level is where it matters most.
SWING: Final = packed_floats([0.30, 0.24, 0.14, 0.07, 0.03])
TICKET_SWING: Final = 0.22  # the same where the others' counts are hidden
CHAIN_SHARE: Final = 0.02  # of the longest route's points, for each space
PIECES_A_ROUTE: Final = 3  # pieces left over that count like one route
PIECE_SHARE: Final = 0.5  # of what one more of what Cost Efficiency counts is worth, for a space
MOST_COUNTRIES: Final = 16
# How sure a lead in what a goal counts is, in routes, and how sure it is to be level.
GOAL_LEAD: Final = 0.9
LEVEL: Final = 0.3
# What counts like a route for that: pieces left over, pieces laid (for the longest route), cards or
# pairs in hand, tickets held.
LEFT_LEVEL: Final = 0.3
LAID_LEVEL: Final = 0.15
CARD_LEVEL: Final = 0.5
TICKET_LEVEL: Final = 0.7
PAIR: Final = 2  # cards of one colour


# What Master's own seat plays by, found together by `wagonik tune` in matches against Planner with
# two players; with more players they are as much better than Planner's.
SHARP: Final[dict[int, dict[str, float]]] = {
    0: {
        "fit": 1.0,
        "later": 0.173,
        "card": 0.33,
        "used": 0.245,
        "claim": 2.44,
        "point": 0.268,
        "least": 0.105,
        "turn": 1.08,
        "ticket": 1.18,
        "risk": 0.114,
        "late": 0.173,
        "pace": 0.718,
        "stride": 2.7,
        "spend": 1.3,
        "waste": 0.885,
        "slack": 1.1,
        "more": 0.633,
        "more_time": 5.15,
        "more_pieces": 7.28,
        "hurt": 0.785,
        "near": 0.396,
        "wild": 1.1,
        "engine": 1.34,
        "junk": 0.157,
        "grey": 0.0339,
        "locomotive": 2.15,
        "keep_locomotive": 0.348,
        "tunnel": 0.733,
        "filler_cards": 0.703,
        "filler_least": 1.14,
        "grab": 141.0,
        "rather": 9.53,
        "means": 0.622,
    },
}


class NorthernMeans(Means):
    """What Northern Lights adds to the common plan: bonus cards and goals."""

    def __init__(self, rules: BoardRules) -> None:
        super().__init__(rules)
        assert isinstance(rules, NorthernRules)
        board = rules.board
        goals = rules.goals
        self.tracks: i64 = board.track_count
        # Which goals count a track, as flags, goal by goal; and the countries it reaches.
        self.counts: vec[i64] = zeros(GOAL_COUNT * board.track_count)
        self.countries: vec[i64] = zeros(board.track_count)
        for track in range(board.track_count):
            a = board.a[track]
            b = board.b[track]
            self._mark(SMALL_STEPS, track, board.length[track] == 1)
            self._mark(FERRY_MASTER, track, board.kind[track] == FERRY)
            self._mark(SNOWPLOW_AWARD, track, goals.arctic[a] or goals.arctic[b])
            self._mark(WILD_WEST, track, goals.west[a] or goals.west[b])
            for place in (a, b):
                if goals.country[place] >= 0:
                    self.countries[track] |= _BITS[goals.country[place]]
        self.ticket_counts: vec[i64] = zeros(GOAL_COUNT * board.ticket_count)
        for ticket in range(board.ticket_count):
            starts, ends = board.ticket_ends[ticket]
            capital = any(goals.capital[place] for place in starts + ends)
            arctic = any(goals.arctic[place] for place in starts + ends)
            at = ticket * GOAL_COUNT
            self.ticket_counts[at + CAPITAL_INVESTMENT] = 1 if capital else 0
            self.ticket_counts[at + POLAR_EXPRESS] = 1 if arctic else 0
            local = board.ticket_points[ticket] <= LOCAL_POINTS
            self.ticket_counts[at + LOCAL_NETWORK] = 1 if local else 0
        self.gain: vec[float] = floats(GOAL_COUNT)  # points for one more, goal by goal
        self.shown: vec[i64] = zeros(GOAL_COUNT)
        self.reached: i64 = 0  # countries of the seat
        self.per_space: float = 0.0

    def _mark(self, goal: int, track: int, counts: bool) -> None:
        if counts:
            self.counts[goal * self.tracks + track] = 1

    def tunings(self) -> dict[int, dict[str, float]]:
        return {0: {"pace": 1.2, "means": 0.7, "late": 0.25, "card": 0.65, "rather": 10.0}}

    def sharper(self) -> dict[int, dict[str, float]]:
        return SHARP

    def load(self, state: State, seat: i64, purse: Purse) -> None:
        assert isinstance(state, NorthernState)
        purse.pairs = True
        i: i64
        self.per_space = 0.0
        self.reached = 0
        for i in range(GOAL_COUNT):
            self.shown[i] = 0
            self.gain[i] = 0.0
        for i in range(len(state.goals)):
            goal = state.goals[i]
            self.shown[goal] = 1
            points = float(GOAL_VALUES[goal])
            if goal == COST_EFFICIENCY:
                self.per_space -= points * self.swing(self.pieces_margin(state, seat)) * PIECE_SHARE
            elif goal == NORDIC_EXPRESS:
                self.per_space += points * CHAIN_SHARE
            elif goal == INTERNATIONAL_TYCOON:
                self.gain[goal] = points * self.swing(self.country_margin(state, seat))
            elif goal == CAPITAL_INVESTMENT or goal == LOCAL_NETWORK or goal == POLAR_EXPRESS:
                self.gain[goal] = points * TICKET_SWING
            else:
                self.gain[goal] = points * self.swing(self.margin(state, seat, goal))

    def swing(self, margin: i64) -> float:
        if margin < 0:
            margin = -margin
        return SWING[margin] if margin < len(SWING) else 0.0

    def margin(self, state: State, seat: i64, goal: i64) -> i64:
        """How many more counted tracks a seat has than the best other."""
        most: i64 = 0
        mine: i64 = 0
        other: i64
        for other in range(state.seats):
            count = self.count(state, other, goal)
            if other == seat:
                mine = count
            elif count > most:
                most = count
        return mine - most

    def count(self, state: State, seat: i64, goal: i64) -> i64:
        board = self.rules.board
        words = self.rules.word_count
        at = goal * self.tracks
        found: i64 = 0
        track: i64
        for track in range(self.tracks):
            if self.counts[at + track]:
                if state.owned[seat * words + board.word[track]] & board.bit[track]:
                    found += 1
        return found

    def country_bits(self, state: State, seat: i64) -> i64:
        board = self.rules.board
        words = self.rules.word_count
        bits: i64 = 0
        track: i64
        for track in range(self.tracks):
            if state.owned[seat * words + board.word[track]] & board.bit[track]:
                bits |= self.countries[track]
        return bits

    def country_margin(self, state: State, seat: i64) -> i64:
        most: i64 = 0
        self.reached = self.country_bits(state, seat)
        other: i64
        for other in range(state.seats):
            if other != seat:
                count = ones(self.country_bits(state, other))
                if count > most:
                    most = count
        return ones(self.reached) - most

    def pieces_margin(self, state: State, seat: i64) -> i64:
        most: i64 = 0
        other: i64
        for other in range(state.seats):
            left = state.tally[other * TALLY + PIECES]
            if other != seat and left > most:
                most = left
        return (state.tally[seat * TALLY + PIECES] - most) // PIECES_A_ROUTE

    def bonus(self, state: State, seat: i64, track: i64) -> float:
        board = self.rules.board
        points = float(board.bonus[track]) * CARD_POINTS
        points += self.per_space * float(board.length[track])
        at = track
        if self.counts[SMALL_STEPS * self.tracks + at]:
            points += self.gain[SMALL_STEPS]
        if self.counts[FERRY_MASTER * self.tracks + at]:
            points += self.gain[FERRY_MASTER]
        if self.counts[SNOWPLOW_AWARD * self.tracks + at]:
            points += self.gain[SNOWPLOW_AWARD]
        if self.counts[WILD_WEST * self.tracks + at]:
            points += self.gain[WILD_WEST]
        if self.shown[INTERNATIONAL_TYCOON]:
            fresh = self.countries[track] & ~self.reached
            if fresh:
                points += self.gain[INTERNATIONAL_TYCOON] * float(ones(fresh))
        return points

    def ticket_bonus(self, state: State, seat: i64, ticket: i64) -> float:
        at = ticket * GOAL_COUNT
        points: float = 0.0
        if self.ticket_counts[at + CAPITAL_INVESTMENT]:
            points += self.gain[CAPITAL_INVESTMENT]
        if self.ticket_counts[at + LOCAL_NETWORK]:
            points += self.gain[LOCAL_NETWORK]
        if self.ticket_counts[at + POLAR_EXPRESS]:
            points += self.gain[POLAR_EXPRESS]
        return points

    def features(self) -> list[str]:
        return ["goals"]

    def write_features(
        self, plan: "BoardPlan", state: State, seat: i64, out: vec[float], at: i64
    ) -> None:
        """The points of the goals, by how likely a seat is to have most."""
        assert isinstance(state, NorthernState)
        total: float = 0.0
        i: i64
        other: i64
        for i in range(len(state.goals)):
            goal = state.goals[i]
            mine = self.level(state, seat, goal)
            chance: float = 1.0
            for other in range(state.seats):
                if other != seat:
                    lead = mine - self.level(state, other, goal)
                    chance *= soft(GOAL_LEAD * lead + LEVEL)
            total += chance * float(GOAL_VALUES[goal])
        out[at] = total

    def level(self, state: State, seat: i64, goal: i64) -> float:
        """How much a seat has of what a goal counts, about as steep as routes are."""
        kind: i64
        if goal == COST_EFFICIENCY or goal == NORDIC_EXPRESS:
            # The longest route is dear to work out; pieces on the board stand for it.
            left = float(state.tally[seat * TALLY + PIECES])
            return LEFT_LEVEL * left if goal == COST_EFFICIENCY else -LAID_LEVEL * left
        if goal == CALL_OF_THE_WILD:
            at = seat * PILE
            value = state.hand[at + LOCOMOTIVE]
            for kind in range(COLOURS):
                value += state.hand[at + kind] // PAIR
            return CARD_LEVEL * float(value)
        if goal == INTERNATIONAL_TYCOON:
            return float(ones(self.country_bits(state, seat)))
        if goal == CAPITAL_INVESTMENT or goal == LOCAL_NETWORK or goal == POLAR_EXPRESS:
            held: float = 0.0
            ticket: i64
            for ticket in range(self.rules.ticket_count):
                if state.holder[ticket] == seat:
                    held += float(self.ticket_counts[ticket * GOAL_COUNT + goal])
            return TICKET_LEVEL * held
        return float(self.count(state, seat, goal))


def ones(bits: i64) -> i64:
    count: i64 = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


_BITS: Final = [2**i for i in range(MOST_COUNTRIES)]

TERMS: Final = Terms({"goals": "goals"})
KNOWLEDGE: Final = BoardKnowledge(NorthernMeans, terms=TERMS)
