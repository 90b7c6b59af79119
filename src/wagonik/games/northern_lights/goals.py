"""The eleven goals of Northern Lights; four of them are in a match."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from wagonik.engine.board import BIT_PLACES, BIT_RUNS, BIT_SEQUENCE, BIT_SHIFT, FERRY, Board
from wagonik.engine.cards import COLOURS, LOCOMOTIVE, PILE, WORD_BITS, packed, zeros
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
ALL_GOALS: Final = packed(list(range(GOAL_COUNT)))

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
        countries = sorted({place.country for place in places if place.country})
        self.country: Final = [
            countries.index(place.country) if place.country else -1 for place in places
        ]
        arctic = [place.arctic for place in places]
        west = [place.country == WILD_WEST_COUNTRY for place in places]
        capital = [place.name in CAPITALS for place in places]
        self.arctic: Final = arctic
        self.west: Final = west
        self.capital: Final = capital
        # For each goal, the tickets that count for it, a number each, and the tracks, as a mask.
        self.ticket_counts: vec[i64] = zeros(GOAL_COUNT * board.ticket_count)
        self.counting_tracks: vec[i64] = zeros(GOAL_COUNT * board.words)
        for ticket in range(board.ticket_count):
            starts, ends = board.ticket_ends[ticket]
            local = int(board.ticket_points[ticket]) <= LOCAL_POINTS
            self._count_ticket(LOCAL_NETWORK, ticket, local)
            self._count_ticket(CAPITAL_INVESTMENT, ticket, any(capital[p] for p in starts + ends))
            self._count_ticket(POLAR_EXPRESS, ticket, any(arctic[p] for p in starts + ends))
        tracks = range(board.track_count)
        for goal, counted in (
            (SMALL_STEPS, [t for t in tracks if board.length[t] == 1]),
            (FERRY_MASTER, [t for t in tracks if board.kind[t] == FERRY]),
            (SNOWPLOW_AWARD, [t for t in tracks if arctic[board.a[t]] or arctic[board.b[t]]]),
            (WILD_WEST, [t for t in tracks if west[board.a[t]] or west[board.b[t]]]),
            (INTERNATIONAL_TYCOON, list(tracks)),
        ):
            for word, mask in enumerate(board.mask_of(counted)):
                self.counting_tracks[goal * board.words + word] = mask
        # The countries that each track reaches, a bit each.
        self.reached_by: vec[i64] = packed(
            [
                self._country_bit(int(board.a[t])) | self._country_bit(int(board.b[t]))
                for t in tracks
            ]
        )

    def _count_ticket(self, goal: int, ticket: int, counts: bool) -> None:
        self.ticket_counts[goal * self.board.ticket_count + ticket] = int(counts)

    def _country_bit(self, place: int) -> int:
        country = self.country[place]
        return 0 if country < 0 else 1 << country

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
        holder = state.holder
        done = self.standing.done
        counts = self.ticket_counts
        tickets = self.standing.ticket_count
        first = goal * tickets
        value: i64 = 0
        ticket: i64
        for ticket in range(tickets):
            if holder[ticket] == seat and done[ticket] != 0:
                value += counts[first + ticket]
        return value

    def _tracks(self, state: State, goal: i64, seat: i64) -> i64:
        """Claimed routes that a goal counts, or the countries that they reach."""
        words = self.standing.network.words
        places = BIT_PLACES
        value: i64 = 0
        countries: i64 = 0
        word: i64
        for word in range(words):
            left = state.owned[seat * words + word] & self.counting_tracks[goal * words + word]
            first: i64 = word * WORD_BITS
            while left != 0:
                bit = left & -left
                value += 1
                if goal == INTERNATIONAL_TYCOON:
                    place = places[(bit * BIT_SEQUENCE >> BIT_SHIFT) & BIT_RUNS]
                    countries |= self.reached_by[first + place]
                left ^= bit
        if goal != INTERNATIONAL_TYCOON:
            return value
        value = 0
        while countries != 0:
            countries &= countries - 1
            value += 1
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
