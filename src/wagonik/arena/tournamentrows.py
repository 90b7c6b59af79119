"""The results of a tournament as a data set of matches, so that reports can read them.

Tournaments keep a row for each seat and know nothing of tickets and tracks: those columns are
empty, and the points have one source.
"""

from pathlib import Path
from typing import Any, Final

import polars as pl

from wagonik.arena.dataset import DataSet, DataSetError, schema
from wagonik.arena.store import MANIFEST, results
from wagonik.engine.boardfile import published
from wagonik.games import GAMES

MATCH: Final = ("game", "board", "options", "players", "line_up", "seed", "deal", "rotation")
SOURCE: Final = "all together"


def read_tournament(folder: Path) -> DataSet:
    """The matches of a folder that `wagonik arena --out` made."""
    if not (folder / MANIFEST).is_file():
        raise DataSetError(
            f"{folder} is a folder without {MANIFEST}: name a file of matches, or a folder that "
            "`wagonik arena --out` made."
        )
    matches = tournament_matches(results(folder))
    if matches.height == 0:
        raise DataSetError(f"{folder} holds no matches yet.")
    return DataSet(folder, matches.lazy(), ())


def tournament_matches(rows: pl.LazyFrame) -> pl.DataFrame:
    """One row a match from one row a seat."""
    wanted = schema()
    inner: Any = wanted["seats"]
    col = pl.col
    first = col("seat").filter(col("first")).first()
    given = {
        "seat": col("seat"),
        "bot": col("bot"),
        "order": (col("seat").cast(pl.Int64) - first + col("players").first())
        % col("players").first(),
        "total": col("score"),
        "rank": col("score").rank("min", descending=True),
        "winner": col("won") > 0,
        "share": col("won"),
    }
    seat = [
        given.get(field.name, pl.lit(0)).cast(field.dtype).alias(field.name)
        for field in inner.inner.fields
    ]
    points = pl.struct(
        col("seat").cast(pl.UInt8),
        pl.lit(SOURCE).alias("source"),
        col("score").cast(pl.Int32).alias("points"),
    )
    boards = {game.key: published(game.key).name for game in GAMES if game.has_board}
    own = col("game").replace_strict(boards, default=None, return_dtype=pl.String)
    found = (
        rows.sort(*MATCH, "seat")
        .group_by(MATCH, maintain_order=True)
        .agg(
            first.alias("first"),
            col("turns").first(),
            col("decisions").sum(),
            col("seat").filter(col("won") > 0).alias("winners"),
            col("replaced").sum().alias("faults"),
            pl.struct(seat).alias("seats"),
            points.alias("points"),
        )
        .with_row_index("number")
        .with_columns(
            board=pl.when(col("board") == "").then(own).otherwise(col("board")),
            options=pl.when(col("options") == "")
            .then(pl.lit([], dtype=pl.List(pl.String)))
            .otherwise(col("options").str.split(",")),
            seed=col("seed").cast(pl.String),
        )
        .collect()
    )
    empty = {
        "changes": pl.lit([], dtype=pl.List(pl.String)),
        "end": pl.lit("other"),
        "refreshes": pl.lit(0),
        "shuffles": pl.lit(0),
        "tickets": pl.lit([], dtype=wanted["tickets"]),
        "tracks": pl.lit([], dtype=wanted["tracks"]),
    }
    return found.select(
        (col(name) if name in found.columns else empty.get(name, pl.lit(None)))
        .cast(dtype)
        .alias(name)
        for name, dtype in wanted.items()
    )
