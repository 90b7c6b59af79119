"""What technology adds to the score of United Kingdom."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.engine.scoring import BoardStanding, Scorer, Standing
from wagonik.engine.state import POINTS, TALLY, State
from wagonik.games.united_kingdom.technology import (
    DOUBLE_HEADING,
    EQUALISING_BEAM,
    EXTRA,
    RISKY_CONTRACTS,
    TECH_BIT,
    KingdomState,
)

RISKY_POINTS: Final = 20
BEAM_POINTS: Final = 15
HEADING_POINTS: Final = 2


class PlainRoutePoints(Scorer):
    """Points of the routes themselves."""

    name = "routes"

    def score(self, state: State, standing: Standing, out: vec[i64]) -> None:
        assert isinstance(state, KingdomState)
        seat: i64
        for seat in range(state.seats):
            out[seat] = state.tally[seat * TALLY + POINTS] - state.tally[seat * TALLY + EXTRA]


class TechnologyRoutePoints(Scorer):
    """What Boiler Lagging and Steam Turbines added at the claims."""

    name = "route technology"

    def score(self, state: State, standing: Standing, out: vec[i64]) -> None:
        assert isinstance(state, KingdomState)
        seat: i64
        for seat in range(state.seats):
            out[seat] = state.tally[seat * TALLY + EXTRA]


class DoubleHeadingPoints(Scorer):
    """Two points for every completed ticket."""

    name = "double heading"

    def score(self, state: State, standing: Standing, out: vec[i64]) -> None:
        assert isinstance(state, KingdomState)
        seat: i64
        for seat in range(state.seats):
            out[seat] = 0
            if state.held[seat] & TECH_BIT[DOUBLE_HEADING]:
                out[seat] = HEADING_POINTS * standing.completed[seat]


class RiskyContractPoints(Scorer):
    """+20 with the most completed tickets, else −20; a tie counts as most (R16), and nobody
    has most with none (R7)."""

    name = "risky contracts"

    def score(self, state: State, standing: Standing, out: vec[i64]) -> None:
        assert isinstance(state, KingdomState)
        most: i64 = 1
        seat: i64
        for seat in range(state.seats):
            if standing.completed[seat] > most:
                most = standing.completed[seat]
        for seat in range(state.seats):
            out[seat] = 0
            if state.held[seat] & TECH_BIT[RISKY_CONTRACTS]:
                out[seat] = RISKY_POINTS if standing.completed[seat] >= most else -RISKY_POINTS


class EqualisingBeamPoints(Scorer):
    """+15 with the longest route, else −15; a tie counts as longest (R16, R7)."""

    name = "equalising beam"

    def __init__(self, standing: BoardStanding) -> None:
        self.standing: Final = standing

    def score(self, state: State, standing: Standing, out: vec[i64]) -> None:
        assert isinstance(state, KingdomState)
        bit = TECH_BIT[EQUALISING_BEAM]
        holder: i64 = -1
        seat: i64
        for seat in range(state.seats):
            out[seat] = 0
            if state.held[seat] & bit:
                holder = seat
        if holder < 0:
            return
        longest: i64 = 1
        for seat in range(state.seats):
            if self.standing.longest_of(state, seat) > longest:
                longest = self.standing.longest_of(state, seat)
        own = self.standing.longest_of(state, holder)
        out[holder] = BEAM_POINTS if own >= longest else -BEAM_POINTS
