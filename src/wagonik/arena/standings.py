"""The whole of a tournament's results: line-ups, ratings and ladders, for tables and as data."""

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from rich.console import RenderableType

from wagonik.arena.lineups import ArenaResult, Count, shown_name
from wagonik.arena.play import Table
from wagonik.arena.run import Runner
from wagonik.arena.table import has_matrix, render, render_matrix, render_ratings, table_text
from wagonik.arena.tournament import LADDER

if TYPE_CHECKING:
    from wagonik.arena.intervals import Until
    from wagonik.arena.ratings import Rating

RATED: Final = 3  # bots from which a rating says more than their win rates


@dataclass
class Standings:
    """What a tournament has shown so far."""

    results: list[ArenaResult]
    until: "Until | None" = None
    complete: bool = True
    planned: int = 0  # matches in all; the most, if results decide when to stop
    # For each table, and under None for all of them together.
    ratings: "dict[Table | None, list[Rating]]" = field(default_factory=dict)
    ladders: dict[Table, list[str]] = field(default_factory=dict)

    @property
    def matches(self) -> int:
        return sum(result.matches for result in self.results)

    @property
    def replaced(self) -> int:
        return sum(result.replaced for result in self.results)

    @property
    def faults(self) -> list[str]:
        return [fault for result in self.results for fault in result.faults]

    def tables(self) -> list[Table]:
        return list(dict.fromkeys(result.table for result in self.results))

    def show(self) -> list[RenderableType]:
        """The tables for the terminal."""
        shown: list[RenderableType] = [render(self.results)] if self.results else []
        for table in self.tables():
            title = f"{table_text(table)}, {table.players} players"
            here = [result for result in self.results if result.table == table]
            if has_matrix(here):
                shown.append(render_matrix(here, title))
            if len(self.ratings.get(table, [])) >= RATED:
                shown.append(render_ratings(self.ratings[table], f"Ratings: {title}"))
            if table in self.ladders:
                order = " > ".join(shown_name(bot) for bot in self.ladders[table])
                shown.append(f"Ladder of {title}: {order}")
        if len(self.tables()) > 1 and len(self.ratings.get(None, [])) >= RATED:
            shown.append(render_ratings(self.ratings[None], "Ratings: all tables"))
        return shown

    def data(self) -> dict[str, Any]:
        """The same for programs."""
        return {
            "matches": self.matches,
            "complete": self.complete,
            "planned": self.planned,
            "replaced": self.replaced,
            "results": [_result_data(result) for result in self.results],
            "ratings": [
                {
                    "table": None if table is None else _table_data(table),
                    "bots": [
                        {"name": r.name, "rating": r.points, "low": r.low, "high": r.high}
                        for r in rated
                    ],
                }
                for table, rated in self.ratings.items()
                if rated
            ],
            "ladders": [
                {"table": _table_data(table), "bots": [shown_name(bot) for bot in order]}
                for table, order in self.ladders.items()
            ],
            "faults": [fault.partition("\n")[0] for fault in self.faults],
        }


def standings(counts: list[Count], until: "Until | None" = None) -> Standings:
    """Results and ratings of line-ups; without NumPy (the extra `lab`) there are no ratings."""
    played = [count for count in counts if count.shares]
    found = Standings([count.result(until) for count in played], until)
    try:
        from wagonik.arena.ratings import ratings
    except ModuleNotFoundError:
        return found
    for table in found.tables():
        found.ratings[table] = ratings(count for count in played if count.table == table)
    if len(found.tables()) > 1:
        found.ratings[None] = ratings(played)
    return found


def runner_standings(runner: Runner) -> Standings:
    """How a tournament stands that is being played, or has been."""
    tournament = runner.tournament
    found = standings(runner.counts(), tournament.until)
    found.complete = runner.complete
    found.planned = runner.progress()[1]
    if tournament.form == LADDER:
        found.ladders = {table: runner.order(table) for table in tournament.tables}
    return found


def _table_data(table: Table) -> dict[str, Any]:
    return {
        "game": table.game,
        "players": table.players,
        "options": list(table.options),
        "board": table.board_name,
    }


def _result_data(result: ArenaResult) -> dict[str, Any]:
    return {
        **_table_data(result.table),
        "line_up": list(result.line_up),
        "deals": result.deals,
        "matches": result.matches,
        "turns": result.turns,
        "bots": [
            {
                "name": bot.name,
                "seats": bot.seats,
                "wins": bot.rate,
                "low": bot.low,
                "high": bot.high,
                "score": bot.score,
                "median_seconds": bot.median,
                "p99_seconds": bot.slow,
                "decisions": bot.decisions,
                "replaced": bot.replaced,
            }
            for bot in result.bots
        ],
    }
