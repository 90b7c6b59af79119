"""What others want: the tickets that their networks speak for, and what each track is to these."""

import math
from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.bots.floats import floats
from wagonik.bots.planner.roads import CLOSED, FREE, LONGEST_PATH, MINE, Roads
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import zeros
from wagonik.engine.state import TALLY, TICKETS, State

CLAIM: Final = 0.5  # spaces that the turn of a claim counts
TRUST: Final = (
    6.0  # log odds of a ticket that a network completes, against one that it is no use to
)
NO_WAY: Final = 0.3  # odds of a ticket that the seat can't complete any more
FAR: Final = 4.0  # spaces of a way around that make a ticket as good as lost
UNLIKELY: Final = 0.03  # chance below which nobody thinks of a ticket
SWING: Final = 2.0  # points that a point of a ticket makes: won instead of lost


class Rivals:
    """Looks at the map as the others see it. It reads what everybody sees, and which tickets are
    its own seat's."""

    def __init__(self, rules: BoardRules) -> None:
        board = rules.board
        self.rules: Final = rules
        self.board: Final = board
        self.roads: Final = Roads(rules)
        self.loss: vec[float] = floats(board.track_count)  # points that a track's loss costs others
        self.whole: vec[float] = floats(rules.ticket_count)  # what tickets cost from scratch
        self.left: vec[float] = floats(rules.ticket_count)  # and what they still do
        self.odds: vec[float] = floats(rules.ticket_count)
        self.way: vec[i64] = zeros(LONGEST_PATH)
        self.lost: vec[i64] = zeros(board.track_count)
        self.fees: vec[float] = floats(board.track_count)

    def study(self, state: State, seat: i64) -> None:
        """Find what the loss of each track would cost the others together."""
        track: i64
        other: i64
        for track in range(self.roads.track_count):
            self.loss[track] = 0.0
            self.roads.price[track] = float(self.board.length[track]) + CLAIM
        for other in range(state.seats):
            if other != seat:
                self.study_other(state, seat, other)

    def study_other(self, state: State, seat: i64, other: i64) -> None:
        roads = self.roads
        holder = state.holder
        odds = self.odds
        total: float = 0.0
        track: i64
        ticket: i64
        roads.load(state, other)
        for track in range(roads.track_count):
            if roads.status[track] == MINE:
                roads.status[track] = FREE
        roads.reset()
        self.measure(state, seat, self.whole)
        roads.load(state, other)
        roads.reset()
        self.measure(state, seat, self.left)
        for ticket in range(self.rules.ticket_count):
            if holder[ticket] != seat:
                odds[ticket] = NO_WAY
                if self.left[ticket] < CLOSED and self.whole[ticket] > 0.0:
                    odds[ticket] = math.exp(TRUST * (1.0 - self.left[ticket] / self.whole[ticket]))
                total += odds[ticket]
        held = float(state.tally[other * TALLY + TICKETS])
        for ticket in range(self.rules.ticket_count):
            if holder[ticket] != seat and 0.0 < self.left[ticket] < CLOSED:
                chance = held * odds[ticket] / total
                if chance >= UNLIKELY:
                    self.add_ticket(state, ticket, chance if chance < 1.0 else 1.0)

    def measure(self, state: State, seat: i64, out: vec[float]) -> None:
        """What each ticket that is not the seat's own costs on the map as it is loaded."""
        ticket: i64
        for ticket in range(self.rules.ticket_count):
            if state.holder[ticket] != seat:
                place = self.roads.search(ticket)
                out[ticket] = CLOSED
                if place >= 0:
                    out[ticket] = self.roads.distance[place]

    def add_ticket(self, state: State, ticket: i64, chance: float) -> None:
        """What a ticket would cost more without each of the tracks on its way."""
        roads = self.roads
        board = self.board
        way = self.way
        size: i64 = 0
        place = roads.search(ticket)
        track = roads.via[place]
        while track >= 0:
            if roads.status[track] == FREE:
                way[size] = track
                size += 1
            place = roads.end_sum[track] - place
            track = roads.via[place]
        points = chance * SWING * float(board.ticket_points[ticket])
        i: i64
        j: i64
        for i in range(size):
            track = way[i]
            count = self.list_lost(state, track)
            for j in range(count):
                self.fees[j] = roads.fee[self.lost[j]]
                roads.fee[self.lost[j]] = CLOSED
            place = roads.search(ticket)
            share: float = 1.0
            if place >= 0:
                share = (roads.distance[place] - self.left[ticket]) / FAR
                if share > 1.0:
                    share = 1.0
            for j in range(count):
                roads.fee[self.lost[j]] = self.fees[j]
                self.loss[self.lost[j]] += points * share

    def list_lost(self, state: State, track: i64) -> i64:
        """Put what a claim closes for others into `lost`: the track itself, and those beside it
        once as many are used as may be. Returns how many they are."""
        board = self.board
        first = board.first_mate[track]
        count = board.first_mate[track + 1] - first
        used: i64 = 1
        i: i64
        for i in range(count):
            self.lost[i] = board.mates[first + i]
            if self.rules.is_claimed(state, self.lost[i]):
                used += 1
        if used >= self.rules.usable[track]:
            return count
        self.lost[0] = track
        return 1
