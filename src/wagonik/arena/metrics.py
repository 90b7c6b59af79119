"""The figures of a data set: what reports draw and studies judge.

All of them are worked out by Polars over the file, a part at a time. Whatever is uncertain has an
interval of 95 %: Wilson's for rates, a bootstrap over matches for the seats' wins (whose shares
depend on each other), and the normal one for means.
"""

import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from wagonik.arena.dataset import DataSet, read
from wagonik.arena.tally import wilson

if TYPE_CHECKING:
    import polars as pl

CERTAINTY: Final = 1.959964  # standard errors of a 95 % interval
DRAWS: Final = 4000  # of the bootstrap
KEY: Final = ("game", "board", "players", "options", "changes")
# What is averaged over seats.
PER_SEAT: Final = (
    "drawn_blind",
    "drawn_market",
    "drawn_locomotives",
    "tickets_offered",
    "tickets_kept",
    "tickets_completed",
    "tracks_claimed",
    "pieces_left",
    "cards_left",
)


@dataclass(frozen=True)
class Estimate:
    """A figure and its 95 % interval."""

    value: float
    low: float
    high: float

    def data(self, digits: int = 4) -> dict[str, float]:
        return {
            "value": round(self.value, digits),
            "low": round(self.low, digits),
            "high": round(self.high, digits),
        }

    def excludes(self, value: float) -> bool:
        return not self.low <= value <= self.high


@dataclass(frozen=True)
class Mean:
    """A mean over matches or seats, with what an interval needs."""

    value: float
    deviation: float
    count: int

    def estimate(self, z: float = CERTAINTY) -> Estimate:
        half = z * self.deviation / math.sqrt(self.count) if self.count > 1 else math.inf
        return Estimate(self.value, self.value - half, self.value + half)

    def minus(self, other: "Mean") -> Estimate:
        """The difference to a mean of other matches."""
        error = math.sqrt(
            self.deviation**2 / max(1, self.count) + other.deviation**2 / max(1, other.count)
        )
        gap = self.value - other.value
        return Estimate(gap, gap - CERTAINTY * error, gap + CERTAINTY * error)


@dataclass(frozen=True)
class SourceFigures:
    """Points of one source: the mean of all seats, of winners, and of the others."""

    name: str
    mean: float
    winners: float
    others: float


@dataclass(frozen=True)
class TicketFigures:
    """How often a ticket was offered, kept and completed, and what it brought."""

    name: str
    offered: int  # times that it was offered
    kept: int
    completed: int
    points: float  # mean of what it scored or lost when it was kept
    wins: float  # win shares of those who kept it
    margin: Mean  # their points above the mean of the other seats

    def won(self, z: float = CERTAINTY) -> Estimate:
        return rate(self.wins, self.kept, z)


@dataclass(frozen=True)
class TrackFigures:
    """How often a track was claimed, and what went with it."""

    track: int
    name: str
    claimed: int
    turn: float  # when it is claimed: the part of the match that has passed
    wins: float
    margin: Mean

    def won(self, z: float = CERTAINTY) -> Estimate:
        return rate(self.wins, self.claimed, z)


@dataclass(frozen=True)
class BotFigures:
    """What a bot reached, over all its seats."""

    name: str
    seats: int
    wins: float
    total: Mean


@dataclass
class Figures:
    """Everything about the matches of one game, board, player count and rule set."""

    game: str
    board: str | None
    players: int
    options: tuple[str, ...]
    changes: tuple[str, ...]
    matches: int
    total: Mean  # of all seats
    winning: Mean  # of winners
    lead: Mean  # of the best over the second best
    turns: Mean
    decisions: Mean
    orders: list[Estimate]  # the share of wins of the first player, the second …
    scores: list[tuple[int, int, int]]  # total, seats with it, winners with it
    lengths: list[tuple[int, int]]  # turns, matches with so many
    sources: list[SourceFigures]
    bots: list[BotFigures]
    tickets: list[TicketFigures]
    tracks: list[TrackFigures]
    ends: dict[str, int]
    shared: int
    passed: int  # matches in which somebody had to pass
    faults: int
    announcer: Estimate  # the share of wins of whoever announced the last turns
    per_seat: dict[str, float] = field(default_factory=dict)  # means: tickets, cards …
    text: str | None = None  # the board, if it is not the published one

    @property
    def fair(self) -> float:
        return 1 / self.players

    def ticket_rates(self) -> tuple[float, float]:
        """How many of the offered tickets are kept, and how many of the kept are completed."""
        offered = sum(ticket.offered for ticket in self.tickets)
        kept = sum(ticket.kept for ticket in self.tickets)
        done = sum(ticket.completed for ticket in self.tickets)
        return kept / max(1, offered), done / max(1, kept)

    def data(self) -> dict[str, Any]:
        """The figures for programs."""
        kept, done = self.ticket_rates()
        return {
            "game": self.game,
            "board": self.board,
            "players": self.players,
            "options": list(self.options),
            "changes": list(self.changes),
            "bots": [
                {
                    "bot": bot.name,
                    "wins": rate(bot.wins, bot.seats).data(),
                    "score": bot.total.estimate().data(2),
                }
                for bot in self.bots
            ],
            "matches": self.matches,
            "score": self.total.estimate().data(2),
            "winning_score": self.winning.estimate().data(2),
            "lead": self.lead.estimate().data(2),
            "turns": self.turns.estimate().data(2),
            "decisions": self.decisions.estimate().data(2),
            "order": [estimate.data() for estimate in self.orders],
            "announcer": self.announcer.data(),
            "sources": {
                source.name: {
                    "mean": round(source.mean, 2),
                    "winners": round(source.winners, 2),
                    "others": round(source.others, 2),
                }
                for source in self.sources
            },
            "tickets_kept": round(kept, 4),
            "tickets_completed": round(done, 4),
            "ends": self.ends,
            "shared_wins": self.shared,
            "matches_with_a_pass": self.passed,
            "replaced_moves": self.faults,
            "per_seat": {name: round(value, 2) for name, value in self.per_seat.items()},
            "tickets": [
                {
                    "ticket": ticket.name,
                    "offered": ticket.offered,
                    "kept": ticket.kept,
                    "completed": ticket.completed,
                    "points": round(ticket.points, 2),
                    "won": ticket.won().data(),
                    "margin": ticket.margin.estimate().data(2) if ticket.kept > 1 else None,
                }
                for ticket in self.tickets
            ],
            "tracks": [
                {
                    "track": track.name,
                    "claimed": track.claimed,
                    "won": track.won().data(),
                    "margin": track.margin.estimate().data(2) if track.claimed > 1 else None,
                }
                for track in self.tracks
            ],
        }


def rate(wins: float, count: int, z: float = CERTAINTY) -> Estimate:
    low, high = wilson(wins, count, z)
    return Estimate(wins / count if count else 0.0, low, high)


def figures_of(path: Path) -> list[Figures]:
    """The figures of a file, one for each game, board, player count and rule set in it."""
    return figures(read(path))


def figures(data: DataSet) -> list[Figures]:
    import polars as pl

    keys = data.rows.select(KEY).unique(maintain_order=True).collect()
    found = []
    for key in keys.sort("players", maintain_order=True).iter_rows(named=True):
        same = [
            pl.col(name).eq_missing(pl.lit(key[name]))
            if not isinstance(key[name], list)
            else pl.col(name).list.join(",").eq(",".join(key[name]))
            for name in KEY
        ]
        part = _figures(data.rows.filter(*same), key)
        part.text = data.board(part.game, part.board)
        found.append(part)
    return found


def _figures(rows: "pl.LazyFrame", key: dict[str, Any]) -> Figures:
    import polars as pl

    players = int(key["players"])
    col = pl.col
    each = pl.element().struct.field
    rows = rows.with_columns(
        shares=col("seats").list.eval(each("share").cast(pl.Float64)),
        totals=col("seats").list.eval(each("total").cast(pl.Float64)),
    ).with_columns(sum=col("totals").list.sum())
    best = col("totals").list.sort(descending=True)
    summary, ends, lengths, orders, seats, scores, points, bots, tickets, tracks = pl.collect_all(
        [
            rows.select(
                pl.len().alias("matches"),
                *_moments(best.list.get(0) - best.list.get(1), "lead"),
                *_moments(col("turns"), "turns"),
                *_moments(col("decisions"), "decisions"),
                (col("winners").list.len() > 1).sum().alias("shared"),
                (col("seats").list.eval(each("passes")).list.sum() > 0).sum().alias("passed"),
                col("faults").sum().cast(pl.Int64),
                col("shares").list.get(col("announced_by")).sum().alias("announcer"),
                col("announced_by").count().alias("announced"),
            ),
            rows.group_by("end").len().sort("end"),
            rows.group_by("turns").len().sort("turns"),
            rows.group_by(
                [
                    col("shares").list.get((col("first") + order) % players).alias(str(order))
                    for order in range(players)
                ]
            )
            .len()
            .sort(pl.all()),
            _exploded(rows, "seats").select(
                *_moments(col("total"), "total"),
                *_moments(col("total").filter(col("winner")), "winning"),
                *(col(name).mean() for name in PER_SEAT),
            ),
            _exploded(rows, "seats")
            .group_by("total")
            .agg(pl.len(), col("winner").sum().alias("winners"))
            .sort("total"),
            _exploded(rows, "points")
            .with_columns(won=col("share") > 0)
            .group_by("source", maintain_order=True)
            .agg(
                col("points").mean(),
                col("points").filter(col("won")).mean().alias("winners"),
                col("points").filter(~col("won")).mean().alias("others"),
            ),
            _exploded(rows, "seats")
            .group_by("bot")
            .agg(col("share").sum().alias("wins"), *_moments(col("total"), "total"))
            .sort("bot"),
            _exploded(rows, "tickets")
            .group_by("ticket")
            .agg(
                col("name").first(),
                pl.len().alias("offered"),
                col("kept").sum(),
                col("completed").sum(),
                col("points").filter(col("kept")).mean(),
                col("share").filter(col("kept")).sum().alias("wins"),
                *_moments(_margin(players).filter(col("kept")), "margin"),
            )
            .sort("ticket"),
            _exploded(rows, "tracks")
            .group_by("track")
            .agg(
                col("name").first(),
                pl.len().alias("claimed"),
                (col("turn") / col("turns")).mean(),
                col("share").sum().alias("wins"),
                *_moments(_margin(players), "margin"),
            )
            .sort("track"),
        ],
        engine="streaming",
    )
    one = summary.row(0, named=True)
    seat = seats.row(0, named=True)
    return Figures(
        game=str(key["game"]),
        board=key["board"],
        players=players,
        options=tuple(key["options"]),
        changes=tuple(key["changes"]),
        matches=int(one["matches"]),
        total=_mean(seat, "total"),
        winning=_mean(seat, "winning"),
        lead=_mean(one, "lead"),
        turns=_mean(one, "turns"),
        decisions=_mean(one, "decisions"),
        orders=bootstrap(orders.select(pl.exclude("len")).rows(), orders["len"].to_list()),
        scores=[(int(a), int(b), int(c)) for a, b, c in scores.iter_rows()],
        lengths=[(int(a), int(b)) for a, b in lengths.iter_rows()],
        sources=[
            SourceFigures(str(name), float(mean or 0), float(won or 0), float(lost or 0))
            for name, mean, won, lost in points.iter_rows()
        ],
        bots=[
            BotFigures(row["bot"], int(row["total_n"]), float(row["wins"]), _mean(row, "total"))
            for row in bots.iter_rows(named=True)
        ],
        tickets=[
            TicketFigures(
                str(row["name"]),
                int(row["offered"]),
                int(row["kept"]),
                int(row["completed"]),
                float(row["points"] or 0),
                float(row["wins"]),
                _mean(row, "margin"),
            )
            for row in tickets.iter_rows(named=True)
        ],
        tracks=[
            TrackFigures(
                int(row["track"]),
                str(row["name"]),
                int(row["claimed"]),
                float(row["turn"]),
                float(row["wins"]),
                _mean(row, "margin"),
            )
            for row in tracks.iter_rows(named=True)
        ],
        ends={str(end): int(count) for end, count in ends.iter_rows()},
        shared=int(one["shared"]),
        passed=int(one["passed"]),
        faults=int(one["faults"]),
        announcer=rate(float(one["announcer"] or 0), int(one["announced"])),
        per_seat={name: float(seat[name]) for name in PER_SEAT},
    )


def _exploded(rows: "pl.LazyFrame", name: str) -> "pl.LazyFrame":
    """One row for each entry of a column, beside what its seat reached."""
    import polars as pl

    col = pl.col
    wide = rows.filter(col(name).list.len() > 0).select(name, "turns", "shares", "totals", "sum")
    long = wide.explode(name).unnest(name)
    if name == "seats":
        return long
    seat = col("seat").cast(pl.Int64)
    return long.with_columns(share=col("shares").list.get(seat), total=col("totals").list.get(seat))


def _margin(players: int) -> "pl.Expr":
    """A seat's points above the mean of the others."""
    import polars as pl

    return pl.col("total") - (pl.col("sum") - pl.col("total")) / (players - 1)


def _moments(values: "pl.Expr", name: str) -> "list[pl.Expr]":
    return [
        values.mean().alias(name),
        values.std().alias(f"{name}_sd"),
        values.count().alias(f"{name}_n"),
    ]


def _mean(row: dict[str, Any], name: str) -> Mean:
    return Mean(float(row[name] or 0), float(row[f"{name}_sd"] or 0), int(row[f"{name}_n"]))


def bootstrap(
    outcomes: list[tuple[float, ...]], counts: list[int], draws: int = DRAWS
) -> list[Estimate]:
    """The mean of each column over matches, with intervals from matches drawn anew.

    Equal matches are drawn together, which gives the same as drawing one by one. The draws are
    seeded: the same matches always give the same interval.
    """
    import numpy as np

    values = np.array(outcomes, dtype=float)
    weights = np.array(counts, dtype=float)
    matches = int(weights.sum())
    means = weights @ values / matches
    drawn = np.random.default_rng(0).multinomial(matches, weights / matches, size=draws)
    low, high = np.percentile(drawn @ values / matches, [2.5, 97.5], axis=0)
    return [
        Estimate(float(mean), float(a), float(b))
        for mean, a, b in zip(means, low, high, strict=True)
    ]
