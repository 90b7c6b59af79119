"""Score sheets: where each point came from, as data."""

from typing import Final

from wagonik.engine.rules import Rules
from wagonik.engine.state import State


class Source:
    """One line of a score sheet."""

    def __init__(self, name: str, points: int, items: list[dict[str, object]]) -> None:
        self.name: Final = name
        self.points: Final = points
        self.items: Final = items

    def __repr__(self) -> str:
        return f"{self.name} {self.points:+d}"


class ScoreSheet:
    """The points of one seat."""

    def __init__(self, seat: int, sources: list[Source]) -> None:
        self.seat: Final = seat
        self.sources: Final = sources
        self.total: Final = sum(source.points for source in sources)

    def points(self, source: str) -> int:
        for line in self.sources:
            if line.name == source:
                return line.points
        raise KeyError(source)

    def data(self) -> dict[str, object]:
        return {
            "seat": self.seat,
            "total": self.total,
            "sources": [
                {"name": line.name, "points": line.points, "items": line.items}
                for line in self.sources
            ],
        }

    def __repr__(self) -> str:
        return f"<seat {self.seat}: {self.total} = {self.sources}>"


def score_sheets(rules: Rules, state: State) -> list[ScoreSheet]:
    """The score of every seat, as it would be if the match ended now."""
    final = rules.score(state)
    seats = rules.seats
    sheets: list[ScoreSheet] = []
    for seat in range(seats):
        sources = [
            Source(
                scorer.name,
                int(final.points[i * seats + seat]),
                scorer.items(state, rules.standing, seat),
            )
            for i, scorer in enumerate(rules.scorers)
        ]
        sheets.append(ScoreSheet(seat, sources))
    return sheets
