"""Which tickets every seat completes when a deck is scored (card_game, R23).

By points alone at first. At the final scoring the Big City bonuses count, too, and what they are
worth to one seat depends on the others: so in the order of play each seat takes the best reply to
the others' present sets, until nobody changes.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.engine.cards import PILE, zeros
from wagonik.engine.state import COMPLETED, State
from wagonik.games.card_game.facts import CardFacts
from wagonik.games.card_game.matching import PointsSolved, TicketMatcher

MOST_ROUNDS: Final = 8  # replies need not come to rest


@final
class Settling:
    """Finds the sets of all seats; keeps its working space, so use one for each thread."""

    def __init__(self, facts: CardFacts, seats: int) -> None:
        self.matcher: Final = TicketMatcher(
            facts.needs, facts.points, facts.big_ends, facts.ticket_cities, facts.city_points
        )
        self.seats: Final[i64] = seats
        self.tickets: Final[i64] = len(facts.points)
        self.cities: Final[i64] = len(facts.cities)
        self.held: Final = zeros(len(facts.points))  # the tickets of one seat
        self.sets: Final = zeros(seats)  # of each seat, as bits of the matcher
        self.solved: Final = [PointsSolved() for _ in range(seats)]  # by points alone
        self.able: Final = zeros(seats)  # the tickets that its stack completes, one at a time
        # For every seat and city: tickets to it that the seat is able to complete, those of the
        # present set, and those completed earlier.
        self.open: Final = zeros(seats * len(facts.cities))
        self.now: Final = zeros(seats * len(facts.cities))
        self.before: Final = zeros(seats * len(facts.cities))
        self.demand: Final = zeros(len(facts.cities))
        # What every seat last replied to; nothing is the best reply to it but what it took then.
        self.answered: Final = zeros(seats * len(facts.cities))
        self.rounds: i64 = 0  # of replies, in the last scoring

    def settle(self, state: State, stacks: vec[i64], final: bool) -> None:
        """Leave in `sets` what each seat completes."""
        seat: i64 = 0
        while seat < self.seats:
            count = self._list_held(state, seat)
            self.sets[seat] = self.matcher.best_by_points(stacks, seat * PILE, self.held, count)
            self.matcher.keep(self.solved[seat])
            self.able[seat] = self.matcher.held
            seat += 1
        self.rounds = 0
        if not final:
            return
        self._count(state)
        while self.rounds < MOST_ROUNDS:
            self.rounds += 1
            changed = False
            turn: i64 = 0
            while turn < self.seats:
                seat = state.first + turn
                if seat >= self.seats:
                    seat -= self.seats
                if self._reply(state, stacks, seat):
                    changed = True
                turn += 1
            if not changed:
                break

    def completes(self, seat: i64, ticket: i64) -> bool:
        return self.sets[seat] & self.matcher.bit[ticket] != 0

    def _list_held(self, state: State, seat: i64) -> i64:
        count: i64 = 0
        ticket: i64 = 0
        while ticket < self.tickets:
            if state.holder[ticket] == seat:
                self.held[count] = ticket
                count += 1
            ticket += 1
        return count

    def _count(self, state: State) -> None:
        """Count the tickets to each city."""
        at: i64 = 0
        while at < self.seats * self.cities:
            self.open[at] = 0
            self.now[at] = 0
            self.before[at] = 0
            self.answered[at] = -1
            at += 1
        ticket: i64 = 0
        while ticket < self.tickets:
            holder = state.holder[ticket]
            if 0 <= holder < self.seats:
                if self.able[holder] & self.matcher.bit[ticket] != 0:
                    self._add(self.open, holder, ticket, 1)
                if self.completes(holder, ticket):
                    self._add(self.now, holder, ticket, 1)
            elif COMPLETED <= holder < COMPLETED + self.seats:
                self._add(self.before, holder - COMPLETED, ticket, 1)
            ticket += 1

    def _add(self, counts: vec[i64], seat: i64, ticket: i64, by: i64) -> None:
        matcher = self.matcher
        k = matcher.end_start[ticket]
        while k < matcher.end_start[ticket + 1]:
            counts[seat * self.cities + matcher.ends[k]] += by
            k += 1

    def _reply(self, state: State, stacks: vec[i64], seat: i64) -> bool:
        """Take the best set against the others' present ones; whether it is another one."""
        wanting = False
        answered = True
        city: i64 = 0
        while city < self.cities:
            most: i64 = 1  # nobody has a bonus with no ticket (R7)
            other: i64 = 0
            while other < self.seats:
                if other != seat:
                    at = other * self.cities + city
                    if self.before[at] + self.now[at] > most:
                        most = self.before[at] + self.now[at]
                other += 1
            at = seat * self.cities + city
            demand = most - self.before[at]
            if demand < 0 or demand > self.open[at]:
                demand = 0  # won already, or out of reach
            self.demand[city] = demand
            if self.now[at] < demand:
                wanting = True
            if self.answered[at] != demand:
                self.answered[at] = demand
                answered = False
            city += 1
        present = self.sets[seat]
        solved = self.solved[seat]
        # It has replied to just that, or no set has more points, and no other bonus is in reach.
        if answered or (not wanting and present == solved.best_set):
            return False
        count = self._list_held(state, seat)
        chosen = self.matcher.best_reply(
            stacks, seat * PILE, self.held, count, self.demand, present, solved
        )
        if chosen == present:
            return False
        self.sets[seat] = chosen
        i: i64 = 0
        while i < count:
            bit = self.matcher.bit[self.held[i]]
            if present & bit != 0:
                self._add(self.now, seat, self.held[i], -1)
            if chosen & bit != 0:
                self._add(self.now, seat, self.held[i], 1)
            i += 1
        return True
