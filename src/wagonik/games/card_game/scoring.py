"""The final score of the Card Game."""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

from wagonik.engine.cards import packed, zeros
from wagonik.engine.scoring import Scorer, Standing, TieBreaker, award_most
from wagonik.engine.state import COMPLETED, State
from wagonik.games.card_game.facts import CardFacts


class CardStanding(Standing):
    """Tickets are completed when a deck is scored; here they are only counted."""

    def assess(self, state: State) -> None:
        seat: i64
        ticket: i64
        for seat in range(state.seats):
            self.completed[seat] = 0
        for ticket in range(len(self.done)):
            seat = state.holder[ticket] - COMPLETED
            self.done[ticket] = 0
            if 0 <= seat < state.seats:
                self.done[ticket] = 1
                self.completed[seat] += 1


class CardTicketPoints(Scorer):
    """Points of completed tickets, minus the points of all others kept."""

    name = "tickets"

    def __init__(self, facts: CardFacts) -> None:
        self.points: vec[i64] = packed(facts.points)

    def score(self, state: State, standing: Standing, out: vec[i64]) -> None:
        seat: i64
        ticket: i64
        points = self.points
        for seat in range(state.seats):
            out[seat] = 0
        for ticket in range(len(points)):
            holder = state.holder[ticket]
            if 0 <= holder < state.seats:
                out[holder] -= points[ticket]
            elif COMPLETED <= holder < COMPLETED + state.seats:
                out[holder - COMPLETED] += points[ticket]

    def items(self, state: State, standing: Standing, seat: int) -> list[dict[str, object]]:
        found: list[dict[str, object]] = []
        for ticket in range(len(self.points)):
            points = int(self.points[ticket])
            done = state.holder[ticket] == COMPLETED + seat
            if done or state.holder[ticket] == seat:
                found.append(
                    {"ticket": ticket, "done": done, "points": points if done else -points}
                )
        return found


class BigCityPoints(Scorer):
    """A bonus for the most completed tickets to a city; all who tie have it (R7)."""

    name = "big cities"

    def __init__(self, facts: CardFacts) -> None:
        self.facts: Final = facts
        self.cities: i64 = len(facts.cities)
        self.points: vec[i64] = packed(facts.city_points)
        # The tickets to city c are tickets[first[c]:first[c + 1]].
        of_city = [
            [ticket for ticket, cities in enumerate(facts.ticket_cities) if city in cities]
            for city in range(len(facts.cities))
        ]
        self.tickets: vec[i64] = packed([ticket for found in of_city for ticket in found])
        self.first: vec[i64] = zeros(1)
        for found in of_city:
            self.first = append(self.first, self.first[len(self.first) - 1] + len(found))

    def count(self, state: State, city: i64, seat: i64) -> i64:
        """Completed tickets of a seat to a Big City."""
        holder = state.holder
        tickets = self.tickets
        completed = COMPLETED + seat
        found: i64 = 0
        i: i64
        for i in range(self.first[city], self.first[city + 1]):
            if holder[tickets[i]] == completed:
                found += 1
        return found

    def award(self, state: State, city: i64, out: vec[i64]) -> None:
        counts = zeros(state.seats)
        seat: i64
        for seat in range(state.seats):
            counts[seat] = self.count(state, city, seat)
        award_most(counts, state.seats, self.points[city], out)

    def score(self, state: State, standing: Standing, out: vec[i64]) -> None:
        seat: i64
        for seat in range(state.seats):
            out[seat] = 0
        city: i64
        for city in range(self.cities):
            self.award(state, city, out)

    def reached(self, state: State, seat: i64) -> i64:
        """How many Big City cards a seat has."""
        found: i64 = 0
        city: i64
        for city in range(self.cities):
            out = zeros(state.seats)
            self.award(state, city, out)
            if out[seat] > 0:
                found += 1
        return found

    def items(self, state: State, standing: Standing, seat: int) -> list[dict[str, object]]:
        found: list[dict[str, object]] = []
        for city, name in enumerate(self.facts.cities):
            out = zeros(state.seats)
            self.award(state, city, out)
            found.append(
                {
                    "city": name,
                    "count": int(self.count(state, city, seat)),
                    "points": int(out[seat]),
                }
            )
        return found


class MostCities(TieBreaker):
    """Who has more cards for Big Cities is ahead."""

    name = "Big City cards"

    def __init__(self, cities: BigCityPoints) -> None:
        self.cities: Final = cities

    def value(self, state: State, standing: Standing, seat: i64) -> i64:
        return self.cities.reached(state, seat)
