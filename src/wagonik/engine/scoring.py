"""The final score: scorers, one for each source of points, and tie-breakers."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from wagonik.engine.board import BIT_PLACES, BIT_RUNS, BIT_SEQUENCE, BIT_SHIFT, Board
from wagonik.engine.cards import WORD_BITS, zeros
from wagonik.engine.longest import LongestRoute
from wagonik.engine.state import POINTS, TALLY, State


class Standing:
    """What the scorers of a finished match ask for: who completed which tickets."""

    def __init__(self, seats: int, tickets: int) -> None:
        self.seats: i64 = seats
        self.completed: vec[i64] = zeros(seats)  # tickets completed by each seat
        self.done: vec[i64] = zeros(tickets)  # for each ticket, 1 if its holder completed it
        self.longest: vec[i64] = zeros(seats)

    def assess(self, state: State) -> None:
        raise NotImplementedError


class Network:
    """The places that one seat's tracks connect. A work space, loaded for one seat at a time."""

    def __init__(self, board: Board) -> None:
        self.board: Final = board
        self.words: i64 = board.words
        self.place_count: i64 = len(board.places)
        self.parent: vec[i64] = zeros(len(board.places))
        self.tracks: vec[i64] = zeros(board.track_count)
        self.count: i64 = 0

    def load(self, state: State, seat: i64) -> None:
        parent = self.parent
        tracks = self.tracks
        a = self.board.a
        b = self.board.b
        places = BIT_PLACES
        i: i64
        for i in range(self.place_count):
            parent[i] = i
        count: i64 = 0
        word: i64
        for word in range(self.words):
            left = state.owned[seat * self.words + word]
            first: i64 = word * WORD_BITS
            while left != 0:
                bit = left & -left
                track = first + places[(bit * BIT_SEQUENCE >> BIT_SHIFT) & BIT_RUNS]
                tracks[count] = track
                count += 1
                x = self.root(a[track])
                y = self.root(b[track])
                if x != y:
                    parent[x] = y
                left ^= bit
        self.count = count

    def root(self, place: i64) -> i64:
        parent = self.parent
        while parent[place] != place:
            parent[place] = parent[parent[place]]
            place = parent[place]
        return place

    def completes(self, ticket: i64) -> bool:
        """Whether an unbroken chain of the loaded tracks joins the ticket's ends (common)."""
        board = self.board
        i: i64
        for i in range(board.pair_start[ticket], board.pair_start[ticket + 1]):
            if self.root(board.pair_a[i]) == self.root(board.pair_b[i]):
                return True
        return False


class BoardStanding(Standing):
    """Tickets completed by connecting places, and the longest routes."""

    def __init__(self, seats: int, board: Board) -> None:
        super().__init__(seats, board.ticket_count)
        self.network: Final = Network(board)
        self.ticket_count: i64 = board.ticket_count
        self.routes: Final = LongestRoute(
            len(board.places),
            [int(x) for x in board.a],
            [int(x) for x in board.b],
            [int(x) for x in board.length],
        )

    def assess(self, state: State) -> None:
        network = self.network
        holder = state.holder
        seat: i64
        ticket: i64
        for seat in range(state.seats):
            network.load(state, seat)
            completed: i64 = 0
            for ticket in range(self.ticket_count):
                if holder[ticket] == seat:
                    if network.completes(ticket):
                        completed += 1
                        self.done[ticket] = 1
                    else:
                        self.done[ticket] = 0
            self.completed[seat] = completed
            self.longest[seat] = -1

    def longest_of(self, state: State, seat: i64) -> i64:
        """The length of a seat's longest route, worked out when it is first asked for."""
        if self.longest[seat] < 0:
            self.network.load(state, seat)
            self.longest[seat] = self.routes.length(self.network.tracks, self.network.count)
        return self.longest[seat]


class Scorer:
    """One source of points."""

    name: str = ""

    def score(self, state: State, standing: Standing, out: vec[i64]) -> None:
        """Write the points of each seat."""
        raise NotImplementedError

    def items(self, state: State, standing: Standing, seat: int) -> list[dict[str, object]]:
        """What the points of a seat are made of, where there is more to say than a number."""
        return []


class RoutePoints(Scorer):
    """Points scored at the claims."""

    name = "routes"

    def score(self, state: State, standing: Standing, out: vec[i64]) -> None:
        seat: i64
        for seat in range(state.seats):
            out[seat] = state.tally[seat * TALLY + POINTS]


class TicketPoints(Scorer):
    """Completed tickets score their points, the others lose them (common)."""

    name = "tickets"

    def __init__(self, points: vec[i64]) -> None:
        self.points: vec[i64] = points

    def score(self, state: State, standing: Standing, out: vec[i64]) -> None:
        seat: i64
        ticket: i64
        for seat in range(state.seats):
            out[seat] = 0
        for ticket in range(len(self.points)):
            holder = state.holder[ticket]
            if 0 <= holder < state.seats:
                if standing.done[ticket]:
                    out[holder] += self.points[ticket]
                else:
                    out[holder] -= self.points[ticket]

    def items(self, state: State, standing: Standing, seat: int) -> list[dict[str, object]]:
        return [
            {
                "ticket": ticket,
                "done": bool(standing.done[ticket]),
                "points": int(self.points[ticket]) * (1 if standing.done[ticket] else -1),
            }
            for ticket in range(len(self.points))
            if state.holder[ticket] == seat
        ]


def award_most(values: vec[i64], seats: i64, points: i64, out: vec[i64]) -> None:
    """Points for the most of something: all who tie have them, nobody with none
    (common, R7)."""
    most: i64 = 0
    seat: i64
    for seat in range(seats):
        if values[seat] > most:
            most = values[seat]
    for seat in range(seats):
        if most > 0 and values[seat] == most:
            out[seat] += points


class Globetrotter(Scorer):
    """A bonus for the most completed tickets (common, R7)."""

    name = "globetrotter"

    def __init__(self, points: int) -> None:
        self.points: i64 = points

    def score(self, state: State, standing: Standing, out: vec[i64]) -> None:
        seat: i64
        for seat in range(state.seats):
            out[seat] = 0
        award_most(standing.completed, state.seats, self.points, out)


class TieBreaker:
    """What decides between seats with the same points: more is better."""

    name: str = ""

    def value(self, state: State, standing: Standing, seat: i64) -> i64:
        raise NotImplementedError


class MostTickets(TieBreaker):
    """Who completed more tickets is ahead."""

    name = "completed tickets"

    def value(self, state: State, standing: Standing, seat: i64) -> i64:
        return standing.completed[seat]


class LongestRouteBreaks(TieBreaker):
    """Who has the longest route is ahead."""

    name = "longest route"

    def __init__(self, standing: BoardStanding) -> None:
        self.standing: Final = standing

    def value(self, state: State, standing: Standing, seat: i64) -> i64:
        return self.standing.longest_of(state, seat)


@mypyc_attr(acyclic=True)
class FinalScore:
    """Points by source and in total, and who won."""

    def __init__(self, seats: int, sources: int) -> None:
        self.points: vec[i64] = zeros(seats * sources)  # source by source, a number a seat
        self.totals: vec[i64] = zeros(seats)
        self.winners: list[int] = []
        self.decided_by: str = ""  # the tie-breaker that had to decide, if one had to


def final_score(
    state: State, standing: Standing, scorers: list[Scorer], breakers: list[TieBreaker]
) -> FinalScore:
    """Score a finished match (or, for curiosity, a running one)."""
    seats = state.seats
    standing.assess(state)
    result = FinalScore(seats, len(scorers))
    column = zeros(seats)
    seat: i64
    for i, scorer in enumerate(scorers):
        scorer.score(state, standing, column)
        for seat in range(seats):
            result.points[i * seats + seat] = column[seat]
            result.totals[seat] += column[seat]
    best = result.totals[0]
    for seat in range(seats):
        if result.totals[seat] > best:
            best = result.totals[seat]
    leaders = [seat for seat in range(seats) if result.totals[seat] == best]
    for breaker in breakers:
        if len(leaders) == 1:
            break
        values = [breaker.value(state, standing, seat) for seat in leaders]
        most = max(values)
        if min(values) < most:
            result.decided_by = breaker.name
        leaders = [seat for seat, value in zip(leaders, values, strict=True) if value == most]
    result.winners = leaders
    return result
