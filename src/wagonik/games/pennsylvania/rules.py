"""Pennsylvania: shares of nine railroads."""

from math import comb
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, mypyc_attr

from wagonik.engine.actions import ActionBuffer
from wagonik.engine.board import FERRY, ORDINARY, SPECIAL, TUNNEL, Board
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import filled, packed, zeros
from wagonik.engine.errors import Refusal
from wagonik.engine.events import NUMBER, EventType
from wagonik.engine.payments import LocomotivePayment
from wagonik.engine.scoring import (
    Globetrotter,
    LongestRouteBreaks,
    MostTickets,
    RoutePoints,
    Scorer,
    Standing,
    TicketPoints,
)
from wagonik.engine.state import EVERYTHING, NOTHING, State
from wagonik.engine.steps import Step

GLOBETROTTER: Final = 15
# Who has a share, in PennsylvaniaState.shares: a seat, or one of these.
ON_THE_TABLE: Final = -1
DUMMY: Final = 8
FACE_DOWN: Final = 9  # the half of the dummy's shares that is not turned up at the end


@mypyc_attr(acyclic=True)
class PennsylvaniaState(State):
    """Shares: who has each of them. The shares of a railroad stand together, number 1 first."""

    def __init__(self, seats: i64) -> None:
        super().__init__(seats)
        self.shares: vec[i64] = NOTHING
        self.taken: i64 = 0  # how many of them have been taken

    def blank(self) -> State:
        return PennsylvaniaState(self.seats)

    def copy_from(self, other: State) -> None:
        super().copy_from(other)
        assert isinstance(other, PennsylvaniaState)
        self.shares = other.shares[:]
        self.taken = other.taken

    def numbers(self) -> list[int]:
        return [*super().numbers(), int(self.taken)]

    def arrays(self) -> list[vec[i64]]:
        return [*super().arrays(), self.shares]


class PennsylvaniaRules(BoardRules):
    """Pennsylvania for two to five players."""

    refresh = True

    def __init__(self, game: str, seats: int, board: Board) -> None:
        super().__init__(game, seats, board)
        railroads = board.file.railroads
        codes = [railroad.code for railroad in railroads]
        self.railroad_count: i64 = len(railroads)
        starts = [0]
        for railroad in railroads:
            starts.append(starts[-1] + railroad.shares)
        self.share_start: vec[i64] = packed(starts)
        self.railroads_of: Final = [
            [codes.index(code) for code in route.railroads] for route in board.routes
        ]
        self.share_action: i64 = self.table.add(
            "share", [f"share:{code}" for code in codes] + ["share:none"]
        )
        self.dummy_action: i64 = self.table.add("dummy", [f"dummy:{code}" for code in codes])
        self.share_step: i64 = self.add_step(TakeShare(self))
        self.dummy_step: i64 = self.add_step(DummyShare(self))
        self.share_event: i64 = self.add_event(
            EventType("share", "railroad", NUMBER, "number", NUMBER)
            .told("takes ", "{railroad} share {number}")
            .fading(looked_up=True)
        )
        self.dummy_event: i64 = self.add_event(
            EventType("dummy_share", "railroad", NUMBER, "number", NUMBER)
            .told("gives the dummy ", "{railroad} share {number}")
            .fading()
        )
        self.shown_event: i64 = self.add_event(
            EventType("dummy_shown", "railroad", NUMBER, "number", NUMBER).told(
                "the dummy shows ", "{railroad} share {number}", impersonal=True
            )
        )
        wild = LocomotivePayment(self, [ORDINARY, FERRY, TUNNEL, SPECIAL])
        self.set_payments([wild, wild, wild, wild])
        self.share_points: Final = SharePoints(self)
        self.scorers = [
            RoutePoints(),
            TicketPoints(board.ticket_points),
            self.share_points,
            Globetrotter(GLOBETROTTER),
        ]
        self.tie_breakers = [MostTickets(), LongestRouteBreaks(self.board_standing)]

    def new_state(self) -> State:
        return PennsylvaniaState(self.seats)

    def prepare(self, state: State) -> None:
        super().prepare(state)
        assert isinstance(state, PennsylvaniaState)
        state.shares = filled(int(self.share_start[self.railroad_count]), ON_THE_TABLE)

    def show(self, view: State, mechanics: dict[str, object]) -> None:
        """Everybody saw what was taken; at the end, which of the dummy's shares count. By the
        book players look at their own shares only, until the end (R13)."""
        assert isinstance(view, PennsylvaniaState)
        closed = self.by_the_book and not view.over and view.viewer != EVERYTHING
        found: list[dict[str, object]] = []
        for railroad, facts in enumerate(self.board.file.railroads):
            ranking = self.share_points.ranking(view, railroad)
            first, last = self.share_start[railroad], self.share_start[railroad + 1]
            holders = [int(view.shares[share]) for share in range(first, last)]
            found.append(
                {
                    "railroad": railroad,
                    "code": facts.code,
                    "name": facts.name,
                    "points": list(facts.points),
                    "left": holders.count(ON_THE_TABLE),
                    "held": [
                        None if closed and seat != view.viewer else _numbers(holders, seat)
                        for seat in range(self.seats)
                    ],
                    "dummy": None if closed else _numbers(holders, DUMMY),
                    "face_down": _numbers(holders, FACE_DOWN),
                    "ranks": None if closed else [-1 if h == DUMMY else h for h in ranking],
                    "worth": None
                    if closed
                    else [
                        self.share_points.points_in(view, railroad, ranking, seat)
                        for seat in range(self.seats)
                    ],
                    "next": self._next_share(view, railroad, closed),
                }
            )
        mechanics["shares"] = found

    def shows_otherwise(self, state: State, viewer: i64) -> bool:
        """By the book one's own shares; and what the next one means, to whoever takes it."""
        deciding = state.step == self.share_step or state.step == self.dummy_step
        return self.by_the_book or (deciding and viewer == state.seat)

    def show_player(self, view: State, seat: i64, data: dict[str, object]) -> None:
        """How many shares a player took is public, also by the book."""
        super().show_player(view, seat, data)
        assert isinstance(view, PennsylvaniaState)
        count = 0
        for holder in view.shares:
            if holder == seat:
                count += 1
        data["shares"] = count

    def _next_share(self, view: State, railroad: int, closed: bool) -> dict[str, object] | None:
        """What the next share of a railroad would mean to whoever decides about it now; its
        number alone where nobody may look at the shares of others."""
        assert isinstance(view, PennsylvaniaState)
        taking = view.step == self.share_step
        if view.over or view.viewer != view.seat or not (taking or view.step == self.dummy_step):
            return None
        share = self.top_share(view, railroad)
        if share < 0 or railroad not in self.railroads_of[view.track]:
            return None
        seat = int(view.seat)
        number = int(share - self.share_start[railroad] + 1)
        if closed:
            return {"number": number, "rank": None, "points": None}
        view.shares[share] = seat if taking else DUMMY
        ranking = self.share_points.ranking(view, railroad)
        points = self.share_points.points_in(view, railroad, ranking, seat)
        view.shares[share] = ON_THE_TABLE
        return {
            "number": number,
            "rank": ranking.index(seat) + 1 if seat in ranking else None,
            "points": points,
        }

    def top_share(self, state: State, railroad: i64) -> i64:
        """The index of a railroad's next share, or -1 if they are gone."""
        assert isinstance(state, PennsylvaniaState)
        share: i64
        for share in range(self.share_start[railroad], self.share_start[railroad + 1]):
            if state.shares[share] == ON_THE_TABLE:
                return share
        return -1

    def any_share(self, state: State, track: i64) -> bool:
        for railroad in self.railroads_of[track]:
            if self.top_share(state, railroad) >= 0:
                return True
        return False

    def take_share(self, state: State, railroad: i64, holder: i64) -> i64:
        """Hand out a railroad's top share; returns its number."""
        assert isinstance(state, PennsylvaniaState)
        share = self.top_share(state, railroad)
        state.shares[share] = holder
        state.taken += 1
        return share - self.share_start[railroad] + 1

    def claimed(self, state: State, seat: i64, track: i64) -> None:
        if self.any_share(state, track):
            state.step = self.share_step
        else:
            self.end_turn(state)

    def finishing(self, state: State) -> None:
        """Half of the dummy's shares, rounded up, are turned up at random (R14)."""
        assert isinstance(state, PennsylvaniaState)
        shares = state.shares
        total: i64 = 0
        share: i64
        for share in range(len(shares)):
            if shares[share] == DUMMY:
                total += 1
        shown = (total + 1) // 2
        left = total
        railroad: i64 = 0
        for share in range(len(shares)):
            while share >= self.share_start[railroad + 1]:
                railroad += 1
            if shares[share] == DUMMY:
                # Selection sampling: every half is as likely as any other.
                if state.own_cards().below(left) < shown:
                    shown -= 1
                    number = share - self.share_start[railroad] + 1
                    state.emit(self.shown_event, -1, railroad, number)
                else:
                    shares[share] = FACE_DOWN
                left -= 1
                state.reveals += 1


def _numbers(holders: list[int], holder: int) -> list[int]:
    """The numbers of the shares of one holder."""
    return [i + 1 for i, other in enumerate(holders) if other == holder]


class TakeShare(Step):
    """Whoever claims a route may take the top share of one railroad named beside it."""

    name = "share"

    def __init__(self, rules: PennsylvaniaRules) -> None:
        self.rules: Final = rules

    def legal(self, state: State, out: ActionBuffer) -> None:
        rules = self.rules
        for railroad in rules.railroads_of[state.track]:
            if rules.top_share(state, railroad) >= 0:
                out.add(rules.share_action + railroad)
        out.add(rules.share_action + rules.railroad_count)  # taking is optional

    def apply(self, state: State, action: i64) -> None:
        rules = self.rules
        railroad = action - rules.share_action
        if railroad == rules.railroad_count:
            rules.end_turn(state)
            return
        number = rules.take_share(state, railroad, state.seat)
        state.emit(rules.share_event, state.seat, railroad, number)
        # With two players a share is also chosen for the dummy (R14).
        if state.seats == 2 and rules.any_share(state, state.track):
            state.step = rules.dummy_step
        else:
            rules.end_turn(state)

    def why_not(self, state: State, action: i64) -> Refusal:
        return Refusal(
            "share",
            "choose a railroad named beside the route that still has shares, or none "
            "(Pennsylvania, shares)",
        )


class DummyShare(Step):
    """With two players: choose a share of the same route for the dummy (R14)."""

    name = "dummy_share"

    def __init__(self, rules: PennsylvaniaRules) -> None:
        self.rules: Final = rules

    def legal(self, state: State, out: ActionBuffer) -> None:
        rules = self.rules
        for railroad in rules.railroads_of[state.track]:
            if rules.top_share(state, railroad) >= 0:
                out.add(rules.dummy_action + railroad)

    def apply(self, state: State, action: i64) -> None:
        rules = self.rules
        railroad = action - rules.dummy_action
        number = rules.take_share(state, railroad, DUMMY)
        state.emit(rules.dummy_event, state.seat, railroad, number)
        rules.end_turn(state)

    def why_not(self, state: State, action: i64) -> Refusal:
        return Refusal(
            "dummy_share", "choose a share of the same route for the dummy (Pennsylvania, R14)"
        )


class SharePoints(Scorer):
    """For each railroad, points by rank: most shares first, a tie to the lowest number.

    Which half of the dummy's shares counts is not known before the end (R14): until then a seat
    has the points that it can expect over all halves, rounded for each railroad.
    """

    name = "shares"

    def __init__(self, rules: PennsylvaniaRules) -> None:
        self.rules: Final = rules
        self.ranks: Final = [list(railroad.points) for railroad in rules.board.file.railroads]
        # The same packed, a row for each railroad: nothing for the ranks behind those that count.
        holders = rules.seats + 1
        self.rank_points: vec[i64] = packed(
            [points for row in self.ranks for points in [*row, *[0] * holders][:holders]]
        )

    def ranking(self, state: State, railroad: int) -> list[int]:
        """The holders of a railroad's shares, best first; the dummy is DUMMY."""
        assert isinstance(state, PennsylvaniaState)
        rules = self.rules
        counts: dict[int, int] = {}
        for share in range(rules.share_start[railroad], rules.share_start[railroad + 1]):
            holder = int(state.shares[share])
            if holder != ON_THE_TABLE and holder != FACE_DOWN:
                # In the order of their lowest share, which decides ties.
                counts[holder] = counts.get(holder, 0) + 1
        order = list(counts)
        ranked: list[int] = []
        while order:
            best = order[0]
            for holder in order:
                if counts[holder] > counts[best]:
                    best = holder
            ranked.append(best)
            order.remove(best)
        return ranked

    def score(self, state: State, standing: Standing, out: vec[i64]) -> None:
        seat: i64
        for seat in range(state.seats):
            out[seat] = 0
        if state.over:
            self.score_ranks(state, out)
            return
        for railroad in range(self.rules.railroad_count):
            ranking = self.ranking(state, railroad)
            for holder in ranking:
                if holder < state.seats:
                    out[holder] += self.points_in(state, railroad, ranking, holder)

    def score_ranks(self, state: State, out: vec[i64]) -> None:
        """The points of all railroads when the dummy's shares are turned up."""
        assert isinstance(state, PennsylvaniaState)
        starts = self.rules.share_start
        shares = state.shares
        seats = state.seats
        counts = zeros(int(seats) + 1)  # of each seat, then of the dummy
        lowest = zeros(int(seats) + 1)
        row: i64 = 0
        railroad: i64
        share: i64
        seat: i64
        other: i64
        for railroad in range(self.rules.railroad_count):
            for seat in range(seats + 1):
                counts[seat] = 0
            for share in range(starts[railroad], starts[railroad + 1]):
                holder = shares[share]
                if holder == DUMMY:
                    holder = seats
                if 0 <= holder <= seats:
                    if counts[holder] == 0:
                        lowest[holder] = share
                    counts[holder] += 1
            for seat in range(seats):
                mine = counts[seat]
                if mine > 0:
                    rank: i64 = 0
                    for other in range(seats + 1):
                        if counts[other] > mine or (
                            counts[other] == mine and lowest[other] < lowest[seat]
                        ):
                            rank += 1
                    out[seat] += self.rank_points[row + rank]
            row += seats + 1

    def points_in(self, state: State, railroad: int, ranking: list[int], seat: int) -> int:
        """What a seat scores for a railroad, or can expect to before the end."""
        if seat not in ranking:
            return 0
        points = [*self.ranks[railroad], *([0] * len(ranking))]
        if state.over or DUMMY not in ranking:
            return points[ranking.index(seat)]
        rank = 0
        for other in ranking[: ranking.index(seat)]:
            if other != DUMMY:
                rank += 1
        ahead, halves = self.halves_ahead(state, railroad, seat)
        expected = points[rank] * (halves - ahead) + points[rank + 1] * ahead
        return (2 * expected + halves) // (2 * halves)

    def halves_ahead(self, state: State, railroad: int, seat: int) -> tuple[int, int]:
        """With how many halves of its shares the dummy stands before a seat, and of how many."""
        assert isinstance(state, PennsylvaniaState)
        first, last = self.rules.share_start[railroad], self.rules.share_start[railroad + 1]
        held = [int(holder) for holder in state.shares[first:last]]
        total = 0
        for holder in state.shares:
            if holder == DUMMY:
                total += 1
        shown = (total + 1) // 2
        here = held.count(DUMMY)
        mine = held.count(seat)
        # With as many shares as the seat it needs a lower number than the seat's lowest.
        higher = held[held.index(seat) :].count(DUMMY)
        ahead = 0
        for count in range(mine, here + 1):
            if count <= shown:
                ways = comb(here, count) - (comb(higher, count) if count == mine else 0)
                ahead += ways * comb(total - here, shown - count)
        return ahead, comb(total, shown)

    def items(self, state: State, standing: Standing, seat: int) -> list[dict[str, object]]:
        assert isinstance(state, PennsylvaniaState)
        found: list[dict[str, object]] = []
        rules = self.rules
        for railroad, facts in enumerate(rules.board.file.railroads):
            ranked = self.ranking(state, railroad)
            if seat not in ranked:
                continue
            first, last = rules.share_start[railroad], rules.share_start[railroad + 1]
            count = sum(1 for share in range(first, last) if state.shares[share] == seat)
            found.append(
                {
                    "railroad": facts.name,
                    "shares": count,
                    "rank": ranked.index(seat) + 1,
                    "points": self.points_in(state, railroad, ranked, seat),
                }
            )
        return found
