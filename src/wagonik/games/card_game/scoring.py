"""The final score of the Card Game."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.engine.cards import zeros
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
        self.points: Final = facts.points

    def score(self, state: State, standing: Standing, out: vec[i64]) -> None:
        seat: i64
        for seat in range(state.seats):
            out[seat] = 0
        for ticket, points in enumerate(self.points):
            holder = state.holder[ticket]
            if 0 <= holder < state.seats:
                out[holder] -= points
            elif COMPLETED <= holder < COMPLETED + state.seats:
                out[holder - COMPLETED] += points

    def items(self, state: State, standing: Standing, seat: int) -> list[dict[str, object]]:
        found: list[dict[str, object]] = []
        for ticket, points in enumerate(self.points):
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

    def count(self, state: State, city: int, seat: i64) -> i64:
        """Completed tickets of a seat to a Big City."""
        found: i64 = 0
        for ticket, cities in enumerate(self.facts.ticket_cities):
            if state.holder[ticket] == COMPLETED + seat and city in cities:
                found += 1
        return found

    def award(self, state: State, city: int, out: vec[i64]) -> None:
        counts = zeros(state.seats)
        seat: i64
        for seat in range(state.seats):
            counts[seat] = self.count(state, city, seat)
        award_most(counts, state.seats, self.facts.city_points[city], out)

    def score(self, state: State, standing: Standing, out: vec[i64]) -> None:
        seat: i64
        for seat in range(state.seats):
            out[seat] = 0
        for city in range(len(self.facts.cities)):
            self.award(state, city, out)

    def reached(self, state: State, seat: i64) -> i64:
        """How many Big City cards a seat has."""
        found: i64 = 0
        for city in range(len(self.facts.cities)):
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
