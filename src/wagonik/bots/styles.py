"""The styles that published research on these games compares with, on our exact rules.

They share Planner's map and purse: prices of tracks, shortest paths, payments, and the steps of
each game's own. What they plan for, and when they take tickets, is each style's own.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.bots.floats import floats
from wagonik.bots.planner.choice import BoardPlanner
from wagonik.bots.planner.means import Means
from wagonik.bots.planner.roads import CLOSED, FREE, LONGEST_PATH, SHUT
from wagonik.bots.planner.settings import PlannerSettings
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.rules import ONES
from wagonik.engine.state import LARGEST_OFFER, OFFER, TALLY, TICKETS, State

ANY_HURT: Final = 1000.0  # more cards than any claim takes from a plan
CARDS_A_POINT: Final = 4.0  # missing cards that a point is worth, when only points are left
MANY_CARDS: Final = 100.0  # more than any track lacks, so that scores are above 0
HUNGRY_FOR: Final = 7  # tickets that Hungry takes before it builds
HUNGRY_UNTIL: Final = 2  # while it has more than one piece in so many
ANOTHER_UNTIL: Final = 3  # the same, for One Step to take another ticket
USUAL_LENGTH: Final = 3.0  # spaces, of a route that Long Route does not think longer or shorter
SERVED: Final = 2.0  # what a ticket point counts on the routes that serve it, for Path
LONG: Final = 4  # spaces from which a route is long


class Style(BoardPlanner):
    """What the styles share: tracks cost the cards they lack, and no ticket is given up."""

    def __init__(self, means: Means) -> None:
        settings = PlannerSettings()
        settings.hurt = ANY_HURT  # they claim whatever serves their aim
        super().__init__(means.rules, means, settings)
        self.rates: vec[float] = floats(LARGEST_OFFER)

    def price(self, state: State, seat: i64) -> None:
        roads = self.roads
        track: i64
        for track in range(roads.track_count):
            if roads.status[track] == FREE:
                if self.board.length[track] > self.pieces:
                    roads.status[track] = SHUT
                    continue
                self.missing[track] = self.purse.missing(track)
                self.value[track] = float(self.board.points[track])
                roads.price[track] = self.track_price(track) + self.means.toll(track)

    def track_price(self, track: i64) -> float:
        return 1.0 + self.missing[track]

    def make_plan(self, state: State, seat: i64) -> None:
        self.roads.connect(self.tickets, self.count, 1)
        self.take_network()
        if self.plan_count == 0:
            self.aim_at(self.longest_track())

    def longest_track(self) -> i64:
        """The open track with most points, of these the one that lacks fewest cards."""
        best: i64 = -1
        most: float = 0.0
        track: i64
        for track in range(self.roads.track_count):
            if self.roads.status[track] == FREE:
                score = self.value[track] * CARDS_A_POINT - self.missing[track] + MANY_CARDS
                if score > most:
                    most = score
                    best = track
        return best

    def choose_tickets(self, state: State, seat: i64, legal: ActionBuffer) -> i64:
        """Keep the fewest that may be kept: those with most points for their own distance."""
        self.look(state, seat)
        self.roads.reset()
        rates = self.rates
        at = seat * OFFER
        i: i64
        j: i64
        for j in range(state.offer[at]):
            ticket = state.offer[at + 1 + j]
            place = self.roads.search(ticket)
            far: float = CLOSED if place < 0 else self.roads.distance[place]
            rates[j] = float(self.board.ticket_points[ticket]) / (1.0 + far)
        best = legal.items[0]
        fewest: i64 = LARGEST_OFFER + 1
        most: float = -1.0
        for i in range(legal.count):
            mask = legal.items[i] - self.rules.keep_action
            kept = ONES[mask]
            if kept == 0 or kept > fewest:
                continue
            rate: float = 0.0
            bit: i64 = 1
            for j in range(state.offer[at]):
                if mask & bit:
                    rate += rates[j]
                bit = bit + bit
            if kept < fewest or rate > most:
                fewest = kept
                most = rate
                best = legal.items[i]
        return best

    def wants_tickets(self, state: State) -> bool:
        """The first tickets are enough, unless a style says otherwise."""
        return False


class HungryStyle(Style):
    """Takes many tickets, then builds the cheapest network for them."""

    def choose_tickets(self, state: State, seat: i64, legal: ActionBuffer) -> i64:
        best = legal.items[0]
        i: i64
        for i in range(legal.count):
            action = legal.items[i]
            if ONES[action - self.rules.keep_action] > ONES[best - self.rules.keep_action]:
                best = action
        return best

    def choose_turn(self, state: State, seat: i64, legal: ActionBuffer) -> i64:
        held = state.tally[seat * TALLY + TICKETS]
        early = self.pieces * HUNGRY_UNTIL > self.board_rules.pieces
        if held < HUNGRY_FOR and early and legal.contains(self.rules.tickets_action):
            return self.rules.tickets_action
        return super().choose_turn(state, seat, legal)


class PathStyle(Style):
    """Values a route by its points and twice the ticket points that it serves."""

    def make_plan(self, state: State, seat: i64) -> None:
        roads = self.roads
        roads.connect(self.tickets, self.count, 0)
        slot: i64
        i: i64
        track: i64
        for slot in range(self.count):
            if roads.path_cost[slot] < CLOSED:
                points = SERVED * float(self.board.ticket_points[self.tickets[slot]])
                for i in range(roads.path_size[slot]):
                    self.value[roads.paths[slot * LONGEST_PATH + i]] += points
        self.take_network()
        best: i64 = -1
        most: float = -1.0
        for track in range(roads.track_count):
            if roads.status[track] == FREE:
                score = self.value[track] / (1.0 + self.missing[track] + self.means.toll(track))
                if score > most:
                    most = score
                    best = track
        self.aim_at(best)


class OneStepStyle(Style):
    """One ticket and one route at a time."""

    def make_plan(self, state: State, seat: i64) -> None:
        roads = self.roads
        roads.reset()
        cheapest: i64 = -1
        least: float = CLOSED
        slot: i64
        i: i64
        for slot in range(self.count):
            place = roads.search(self.tickets[slot])
            if place >= 0 and roads.distance[place] < least:
                least = roads.distance[place]
                cheapest = slot
        if cheapest < 0:
            self.count = 0
            self.aim_at(self.longest_track())
            return
        roads.add_path(0, self.tickets[cheapest])
        best: i64 = -1
        fewest: float = CLOSED
        for i in range(roads.path_size[0]):
            track = roads.paths[i]
            if self.missing[track] < fewest:
                fewest = self.missing[track]
                best = track
        self.aim_at(best)

    def wants_tickets(self, state: State) -> bool:
        """Another ticket when all are completed and pieces for one are left."""
        return (
            state.queued > 0
            and self.count == 0
            and self.pieces * ANOTHER_UNTIL > self.board_rules.pieces
        )


class LongRouteStyle(Style):
    """Prefers long routes, on the way to its tickets and beside them."""

    def track_price(self, track: i64) -> float:
        length = float(self.board.length[track])
        return (1.0 + self.missing[track]) * USUAL_LENGTH / (1.0 + length)

    def choose_turn(self, state: State, seat: i64, legal: ActionBuffer) -> i64:
        rules = self.board_rules
        best: i64 = -1
        longest: i64 = LONG - 1
        i: i64
        for i in range(legal.count):
            track = legal.items[i] - rules.claim_action
            if 0 <= track < rules.track_count and self.board.length[track] > longest:
                longest = self.board.length[track]
                best = legal.items[i]
        if best >= 0 and self.time > 1.0:
            return best
        return super().choose_turn(state, seat, legal)
