"""Which tickets the other seats hold: a guess by how well each fits their networks."""

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.bots.floats import floats
from wagonik.bots.planner.plan import BoardPlan
from wagonik.bots.planner.roads import CLOSED, FREE, MINE
from wagonik.engine.cards import zeros
from wagonik.engine.entries import entry_tag, entry_ticket, queue_entry
from wagonik.engine.rng import FastRng
from wagonik.engine.state import IN_DECK, OFFERED, State

LOST: Final = -0.3  # the fit of a ticket that the seat can't complete any more
CLAIM: Final = 0.5  # spaces that the turn of a claim counts
FINE: Final = 1000  # steps of a chance


class TicketGuesses:
    """Makes samples of a board game more likely, ticket by ticket."""

    def __init__(self, planner: BoardPlan) -> None:
        rules = planner.board_rules
        self.planner: Final = planner  # whose map is searched
        self.board_rules: Final = rules
        self.trust: float = 12.0  # log odds of a ticket that fits a network in full
        self.swaps: i64 = 12  # exchanges tried for each unknown ticket of another seat
        self.fit: vec[float] = floats(rules.seats * int(rules.ticket_count))
        self.theirs: vec[i64] = zeros(int(rules.ticket_count))

    def study(self, view: State, viewer: i64) -> None:
        """How well each ticket fits each other seat's network: the share of its cost that the
        seat's tracks save."""
        planner = self.planner
        roads = planner.roads
        board = planner.board
        count = self.board_rules.ticket_count
        seat: i64
        track: i64
        ticket: i64
        for seat in range(view.seats):
            if seat == viewer:
                continue
            roads.load(view, seat)
            for track in range(roads.track_count):
                roads.price[track] = float(board.length[track]) + CLAIM
            roads.reset()
            for ticket in range(count):
                place = roads.search(ticket)
                left: float = CLOSED if place < 0 else roads.distance[place]
                self.fit[seat * count + ticket] = left
            # The same map without the seat's own tracks: what the ticket costs from scratch.
            for track in range(roads.track_count):
                if roads.status[track] == MINE:
                    roads.status[track] = FREE
            roads.reset()
            for ticket in range(count):
                place = roads.search(ticket)
                whole: float = CLOSED if place < 0 else roads.distance[place]
                left = self.fit[seat * count + ticket]
                saved: float = 0.0
                if left >= CLOSED:
                    saved = LOST
                elif 0.0 < whole < CLOSED:
                    saved = 1.0 - left / whole
                self.fit[seat * count + ticket] = self.trust * saved

    def guess(self, state: State, viewer: i64, unknown: vec[i64], count: i64, rng: FastRng) -> None:
        """Exchange tickets of other seats for others that fit their networks better: steps of a
        Markov chain whose odds are the fits."""
        if count < 2:
            return
        holder = state.holder
        tickets = self.board_rules.ticket_count
        held: i64 = 0
        i: i64
        for i in range(count):
            place = holder[unknown[i]]
            if 0 <= place < state.seats and place != viewer:
                self.theirs[held] = i
                held += 1
        if held == 0:
            return
        for _ in range(held * self.swaps):
            at = rng.below(held)
            mine = unknown[self.theirs[at]]
            other = unknown[rng.below(count)]
            if mine == other:
                continue
            seat = holder[mine]
            place = holder[other]
            if place == seat or place >= OFFERED:  # an offer is listed elsewhere, too
                continue
            gain = self.fit[seat * tickets + other] - self.fit[seat * tickets + mine]
            if 0 <= place < state.seats:
                gain += self.fit[place * tickets + mine] - self.fit[place * tickets + other]
            if gain < 0.0 and float(rng.below(FINE)) >= float(FINE) * math.exp(gain):
                continue
            self._swap(state, mine, other)
            self._relist(state, unknown, count, viewer)

    def _relist(self, state: State, unknown: vec[i64], count: i64, viewer: i64) -> None:
        held: i64 = 0
        i: i64
        for i in range(count):
            place = state.holder[unknown[i]]
            if 0 <= place < state.seats and place != viewer:
                self.theirs[held] = i
                held += 1

    def _swap(self, state: State, a: i64, b: i64) -> None:
        """Exchange two tickets, in the ticket deck as well."""
        holder = state.holder
        if holder[a] == IN_DECK or holder[b] == IN_DECK:
            i: i64
            for i in range(state.queued):
                at = state.head + i
                if at >= self.board_rules.ticket_count:
                    at -= self.board_rules.ticket_count
                entry = state.queue[at]
                if entry_ticket(entry) == a:
                    state.queue[at] = queue_entry(b, entry_tag(entry))
                elif entry_ticket(entry) == b:
                    state.queue[at] = queue_entry(a, entry_tag(entry))
        place = holder[a]
        holder[a] = holder[b]
        holder[b] = place
