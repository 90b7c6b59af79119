"""The eleven goals of Northern Lights; four of them are in a match."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from wagonik.engine.board import FERRY, Board
from wagonik.engine.cards import COLOURS, LOCOMOTIVE, PILE, packed, zeros
from wagonik.engine.scoring import BoardStanding, Scorer, Standing, TieBreaker, award_most
from wagonik.engine.state import NOTHING, PIECES, TALLY, State

CALL_OF_THE_WILD: Final = 0
CAPITAL_INVESTMENT: Final = 1
COST_EFFICIENCY: Final = 2
SMALL_STEPS: Final = 3
NORDIC_EXPRESS: Final = 4
LOCAL_NETWORK: Final = 5
INTERNATIONAL_TYCOON: Final = 6
POLAR_EXPRESS: Final = 7
SNOWPLOW_AWARD: Final = 8
FERRY_MASTER: Final = 9
WILD_WEST: Final = 10
GOAL_COUNT: Final = 11

GOAL_NAMES: Final = (
    "Call of the Wild",
    "Capital Investment",
    "Cost Efficiency",
    "Small Steps Strategist",
    "Nordic Express",
    "Local Network",
    "International Tycoon",
    "Polar Express",
    "Snowplow Award",
    "Ferry Master",
    "The Wild West",
)
GOAL_VALUES: Final = (5, 7, 7, 10, 10, 10, 12, 12, 12, 12, 7)
CAPITALS: Final = ("Stockholm", "København", "Oslo", "Helsinki")
WILD_WEST_COUNTRY: Final = "Norway"
LOCAL_POINTS: Final = 5
# What these count is hidden until the end.
_SECRET_GOALS: Final = (CALL_OF_THE_WILD, CAPITAL_INVESTMENT, LOCAL_NETWORK, POLAR_EXPRESS)


@mypyc_attr(acyclic=True)
class NorthernState(State):
    """The goals of the match lie open."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.goals: vec[i64] = NOTHING

    def blank(self) -> State:
        return NorthernState(self.seats)

    def copy_from(self, other: State) -> None:
        super().copy_from(other)
        assert isinstance(other, NorthernState)
        self.goals = other.goals[:]

    def arrays(self) -> list[vec[i64]]:
        return [*super().arrays(), self.goals]


class GoalPoints(Scorer):
    """Points of the goals for whoever has most; all who tie have them (R7)."""

    name = "goals"

    def __init__(self, standing: BoardStanding) -> None:
        self.standing: Final = standing
        board: Board = standing.network.board
        self.board: Final = board
        self.points: vec[i64] = packed(list(GOAL_VALUES))
        places = board.file.places
        self.arctic: Final = [place.arctic for place in places]
        countries = sorted({place.country for place in places if place.country})
        self.country: Final = [
            countries.index(place.country) if place.country else -1 for place in places
        ]
        self.west: Final = [place.country == WILD_WEST_COUNTRY for place in places]
        self.capital: Final = [place.name in CAPITALS for place in places]

    def value(self, state: State, goal: i64, seat: i64) -> i64:
        """How much a seat has of what a goal counts. The standing must be assessed."""
        if goal == CALL_OF_THE_WILD:
            return self._locomotives(state, seat)
        if goal == COST_EFFICIENCY:
            return state.tally[seat * TALLY + PIECES]
        if goal == NORDIC_EXPRESS:
            return self.standing.longest_of(state, seat)
        if goal == CAPITAL_INVESTMENT or goal == LOCAL_NETWORK or goal == POLAR_EXPRESS:
            return self._tickets(state, goal, seat)
        return self._tracks(state, goal, seat)

    def _locomotives(self, state: State, seat: i64) -> i64:
        """Locomotives in hand; a pair of cards of one colour counts as one."""
        at = seat * PILE
        value = state.hand[at + LOCOMOTIVE]
        kind: i64
        for kind in range(COLOURS):
            value += state.hand[at + kind] // 2
        return value

    def _tickets(self, state: State, goal: i64, seat: i64) -> i64:
        """Completed tickets that a goal counts; each counts once."""
        board = self.board
        value: i64 = 0
        for ticket in range(board.ticket_count):
            if state.holder[ticket] != seat or not self.standing.done[ticket]:
                continue
            if goal == LOCAL_NETWORK:
                if board.ticket_points[ticket] <= LOCAL_POINTS:
                    value += 1
                continue
            marked = self.capital if goal == CAPITAL_INVESTMENT else self.arctic
            starts, ends = board.ticket_ends[ticket]
            for place in starts + ends:
                if marked[place]:
                    value += 1
                    break
        return value

    def _tracks(self, state: State, goal: i64, seat: i64) -> i64:
        """Claimed routes that a goal counts, or the countries that they reach."""
        board = self.board
        network = self.standing.network
        network.load(state, seat)
        value: i64 = 0
        countries: set[int] = set()
        i: i64
        for i in range(network.count):
            track = network.tracks[i]
            a = board.a[track]
            b = board.b[track]
            if goal == SMALL_STEPS:
                counts = board.length[track] == 1
            elif goal == FERRY_MASTER:
                counts = board.kind[track] == FERRY
            elif goal == SNOWPLOW_AWARD:
                counts = self.arctic[a] or self.arctic[b]
            elif goal == WILD_WEST:
                counts = self.west[a] or self.west[b]
            else:
                countries.add(self.country[a])
                countries.add(self.country[b])
                counts = False
            if counts:
                value += 1
        if goal == INTERNATIONAL_TYCOON:
            countries.discard(-1)
            return len(countries)
        return value

    def award(self, state: State, goal: i64, out: vec[i64]) -> None:
        values = zeros(state.seats)
        seat: i64
        for seat in range(state.seats):
            values[seat] = self.value(state, goal, seat)
        award_most(values, state.seats, self.points[goal], out)

    def score(self, state: State, standing: Standing, out: vec[i64]) -> None:
        assert isinstance(state, NorthernState)
        seat: i64
        for seat in range(state.seats):
            out[seat] = 0
        i: i64
        for i in range(len(state.goals)):
            self.award(state, state.goals[i], out)

    def data(self, view: State) -> list[dict[str, object]]:
        """The goals as anybody sees them: what each counts is public, except tickets and hands,
        which are shown at the end."""
        assert isinstance(view, NorthernState)
        found: list[dict[str, object]] = []
        if view.over:
            self.standing.assess(view)
        else:
            for seat in range(view.seats):
                self.standing.longest[seat] = -1
        for goal in view.goals:
            counts: list[int] | None = None
            if view.over or goal not in _SECRET_GOALS:
                counts = [int(self.value(view, goal, seat)) for seat in range(view.seats)]
            found.append(
                {
                    "goal": int(goal),
                    "name": GOAL_NAMES[goal],
                    "points": int(self.points[goal]),
                    "counts": counts,
                }
            )
        return found

    def reached(self, state: State, seat: i64) -> i64:
        """How many goals a seat has the points of."""
        assert isinstance(state, NorthernState)
        value: i64 = 0
        i: i64
        for i in range(len(state.goals)):
            out = zeros(state.seats)
            self.award(state, state.goals[i], out)
            if out[seat] > 0:
                value += 1
        return value

    def items(self, state: State, standing: Standing, seat: int) -> list[dict[str, object]]:
        assert isinstance(state, NorthernState)
        found: list[dict[str, object]] = []
        for goal in state.goals:
            out = zeros(state.seats)
            self.award(state, goal, out)
            found.append(
                {
                    "goal": GOAL_NAMES[goal],
                    "count": int(self.value(state, goal, seat)),
                    "points": int(out[seat]),
                }
            )
        return found


class MostGoals(TieBreaker):
    """Who won more goals is ahead."""

    name = "goals"

    def __init__(self, goals: GoalPoints) -> None:
        self.goals: Final = goals

    def value(self, state: State, standing: Standing, seat: i64) -> i64:
        return self.goals.reached(state, seat)
