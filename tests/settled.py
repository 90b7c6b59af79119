"""The Card Game's scoring again, slow and obvious: every set that a stack completes is tried
(card_game, R23)."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

Set = tuple[int, ...]  # tickets in ascending order
ROUNDS = 8
MOST_SETS = 20_000  # of one seat; more of them are too slow here


class TooManySets(Exception):
    pass


class Settled:
    """Finds what all seats complete at the final scoring."""

    def __init__(self, facts: dict[str, Any], before: Sequence[set[int]]) -> None:
        self.tickets = facts["tickets"]
        self.cities = {city["name"]: city["points"] for city in facts["big_cities"]}
        self.before = before  # completed earlier

    def possible(self, stack: Counter[str], held: Sequence[int]) -> list[Set]:
        """Every set of tickets that a stack completes; a card serves one ticket."""
        found: list[Set] = []

        def add(at: int, chosen: Set, needed: Counter[str]) -> None:
            if len(found) > MOST_SETS:
                raise TooManySets
            found.append(chosen)
            for i in range(at, len(held)):
                more = needed + Counter(self.tickets[held[i]]["cards"])
                if sum((more - stack).values()) <= stack["locomotive"]:
                    add(i + 1, (*chosen, held[i]), more)

        add(0, (), Counter())
        return found

    def points(self, chosen: Set) -> int:
        return sum(self.tickets[t]["points"] for t in chosen)

    def ends(self, tickets: Set | set[int], city: str | None = None) -> int:
        """Ends in a Big City, or in one of them."""
        return sum(
            end == city if city else end in self.cities
            for t in tickets
            for end in (self.tickets[t]["from"], self.tickets[t]["to"])
        )

    def bonus(self, sets: Sequence[Set], seat: int) -> int:
        """All who have most completed tickets to a city have its bonus, nobody with none."""
        total = 0
        for city, points in self.cities.items():
            counts = [
                self.ends(before, city) + self.ends(chosen, city)
                for before, chosen in zip(self.before, sets, strict=True)
            ]
            if counts[seat] == max(counts) > 0:
                total += points
        return total

    def final(
        self, stacks: Sequence[Counter[str]], held: Sequence[set[int]], first: int
    ) -> list[Set]:
        """The sets of all seats: by points alone, then reply after reply."""
        ways = [self.possible(s, sorted(h)) for s, h in zip(stacks, held, strict=True)]
        sets = [min(mine, key=self._by_points) for mine in ways]
        for _ in range(ROUNDS):
            before = list(sets)
            for i in range(len(sets)):
                seat = (first + i) % len(sets)
                present = sets[seat]
                scored: list[tuple[int, int, bool, int, Set]] = []
                for chosen in ways[seat]:
                    sets[seat] = chosen
                    # Completed less uncompleted: what is held is the same for all sets.
                    total = 2 * self.points(chosen) + self.bonus(sets, seat)
                    rest = chosen != present, -self.ends(chosen), chosen
                    scored.append((-total, -len(chosen), *rest))
                sets[seat] = min(scored)[4]
            if sets == before:
                break
        return sets

    def _by_points(self, chosen: Set) -> tuple[int, int, int, Set]:
        return -self.points(chosen), -len(chosen), -self.ends(chosen), chosen
