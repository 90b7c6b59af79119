"""Paris: buses, a small board, and flags."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from wagonik.engine.board import FERRY, ORDINARY, SPECIAL, TUNNEL, Board
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import BLUE, KIND_NAMES, RED, TOTAL, WHITE, packed, zeros
from wagonik.engine.events import KIND, EventType
from wagonik.engine.payments import LocomotivePayment
from wagonik.engine.scoring import MostTickets, RoutePoints, Scorer, Standing, TicketPoints
from wagonik.engine.state import DISCARD, LAID, NOTHING, OWN, POINTS, TALLY, State

FLAG_COLOURS: Final = (BLUE, WHITE, RED)
FLAG_POINTS: Final = 4
FLAG_TALLY: Final = OWN  # in State.tally: the points that flags made
FULL_FLAG: Final = 7
# The bit of each colour in a seat's flag; 0 for colours that are not on it.
FLAG_BIT: Final = packed([4, 0, 0, 0, 1, 0, 0, 2, 0])


@mypyc_attr(acyclic=True)
class ParisState(State):
    """Flags: the cards that lie face up before each seat, and the points they made."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.flags: vec[i64] = NOTHING  # a bit for each colour, one mask a seat

    def blank(self) -> State:
        return ParisState(self.seats)

    def copy_from(self, other: State) -> None:
        super().copy_from(other)
        assert isinstance(other, ParisState)
        self.flags = other.flags[:]

    def arrays(self) -> list[vec[i64]]:
        return [*super().arrays(), self.flags]


class ParisRules(BoardRules):
    """Paris for two to four players. The board is a reconstruction."""

    refresh = True

    def __init__(self, game: str, seats: int, board: Board) -> None:
        super().__init__(game, seats, board)
        self.flag_event: i64 = self.add_event(
            EventType("flag_card", "card", KIND).told("keeps ", "{card}", " for the flag")
        )
        self.flags_event: i64 = self.add_event(
            EventType("flag", "points").told("completes the flag for ", "{points:point}")
        )
        wild = LocomotivePayment(self, [ORDINARY, FERRY, TUNNEL, SPECIAL])
        self.set_payments([wild, wild, wild, wild])
        self.scorers = [RoutePoints(), FlagPoints(), TicketPoints(board.ticket_points)]
        self.tie_breakers = [MostTickets()]

    def new_state(self) -> State:
        return ParisState(self.seats)

    def prepare(self, state: State) -> None:
        super().prepare(state)
        assert isinstance(state, ParisState)
        state.flags = zeros(self.seats)

    def public_points(self, state: State, seat: i64) -> i64:
        assert isinstance(state, ParisState)
        return state.tally[seat * TALLY + POINTS] + state.tally[seat * TALLY + FLAG_TALLY]

    def show(self, view: State, mechanics: dict[str, object]) -> None:
        assert isinstance(view, ParisState)
        mechanics["flags"] = [
            {
                "cards": [KIND_NAMES[c] for c in FLAG_COLOURS if view.flags[seat] & FLAG_BIT[c]],
                "points": int(view.tally[seat * TALLY + FLAG_TALLY]),
            }
            for seat in range(self.seats)
        ]

    def spend(self, state: State, seat: i64, track: i64) -> None:
        """Keep one card of a blue, white or red route, unless one lies there already or only
        buses were played; keeping is not a choice (Paris, R24)."""
        assert isinstance(state, ParisState)
        colour = self.board.colour[track]
        bit = FLAG_BIT[colour]
        kept = bit != 0 and state.flags[seat] & bit == 0 and state.piles[LAID + colour] > 0
        self.spend_laid(state, seat)
        if kept:
            state.flags[seat] |= bit
            state.piles[DISCARD + colour] -= 1
            state.piles[DISCARD + TOTAL] -= 1
            state.emit(self.flag_event, seat, colour, 0)

    def turn_ends(self, state: State) -> None:
        """Blue, white and red together: four points, and the cards are discarded (Paris)."""
        assert isinstance(state, ParisState)
        seat = state.seat
        if state.flags[seat] == FULL_FLAG:
            state.flags[seat] = 0
            state.tally[seat * TALLY + FLAG_TALLY] += FLAG_POINTS
            for colour in FLAG_COLOURS:
                state.piles[DISCARD + colour] += 1
                state.piles[DISCARD + TOTAL] += 1
            state.emit(self.flags_event, seat, FLAG_POINTS, 0)
            self.refill(state)


class FlagPoints(Scorer):
    """Points for sets of flags."""

    name = "flags"

    def score(self, state: State, standing: Standing, out: vec[i64]) -> None:
        assert isinstance(state, ParisState)
        seat: i64
        for seat in range(state.seats):
            out[seat] = state.tally[seat * TALLY + FLAG_TALLY]
