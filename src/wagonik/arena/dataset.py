"""Data sets: one row a match, in Parquet. The schema is documented in docs/data-sets.md.

Rows are written as they come, a row group at a time, so that memory does not grow with the
number of matches. A file is written under another name and gets its own when it is whole.
"""

import io
import json
import os
import queue
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

from wagonik.arena.core.rows import COUNTS
from wagonik.arena.interrupts import hear_interrupts, interrupts_wait
from wagonik.arena.matches import TABLE, Player, Run
from wagonik.engine.board import Board
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.errors import WagonikError
from wagonik.engine.rules import Rules
from wagonik.games import find_game

if TYPE_CHECKING:
    import polars as pl

FORMAT: Final = "wagonik-matches"
VERSION: Final = 1
ROW_GROUP: Final = 10_000  # matches
ENDS: Final = ("last turns", "passes", "other")

# The columns of the rows that wagonik.arena.core.rows writes.
_MATCH: Final = (
    "number",
    "first",
    "turns",
    "decisions",
    "end",
    "announced_by",
    "announced_turn",
    "decided_by",
    "refreshes",
    "shuffles",
    "faults",
)
_SEAT: Final = ("number", "seat", "total", "rank", "winner", "winners")
_COUNTED: Final = (
    "drawn_blind",
    "drawn_market",
    "drawn_locomotives",
    "passes",
    "tickets_offered",
    "tickets_kept",
    "tickets_completed",
    "tracks_claimed",
)
_LEFT: Final = ("pieces_left", "cards_left")
_TICKET: Final = ("number", "seat", "ticket", "turn", "kept", "completed")
_TRACK: Final = ("number", "seat", "track", "turn", "points")


class DataSetError(WagonikError):
    """A file that is not a data set of matches, or can't be read as one."""


def need_lab() -> None:
    """Say how to get what data sets need, if it is missing."""
    try:
        import numpy  # noqa: F401
        import polars  # noqa: F401
    except ImportError as error:
        raise WagonikError(
            f"Data sets need Polars and NumPy ({error}). Install them with: "
            "pip install 'wagonik[lab]'"
        ) from None


def schema() -> "pl.Schema":
    """The columns of a data set and their types."""
    import polars as pl

    small, word, number = pl.UInt8, pl.UInt16, pl.Int32
    seat = {
        "seat": small,
        "bot": pl.String,
        "order": small,
        "total": number,
        "rank": small,
        "winner": pl.Boolean,
        "share": pl.Float32,
        **dict.fromkeys(_COUNTED, word),
        **dict.fromkeys(_LEFT, word),
    }
    points = {"seat": small, "source": pl.String, "points": number}
    ticket = {
        "seat": small,
        "ticket": word,
        "name": pl.String,
        "turn": word,
        "kept": pl.Boolean,
        "completed": pl.Boolean,
        "points": number,
    }
    track = {"seat": small, "track": word, "name": pl.String, "turn": word, "points": number}
    columns: dict[str, Any] = {
        "game": pl.String,
        "board": pl.String,
        "players": small,
        "options": pl.List(pl.String),
        "changes": pl.List(pl.String),
        "number": pl.Int64,
        "seed": pl.String,
        "first": small,
        "turns": word,
        "decisions": pl.UInt32,
        "end": pl.String,
        "announced_by": small,
        "announced_turn": word,
        "decided_by": pl.String,
        "winners": pl.List(small),
        "refreshes": word,
        "shuffles": word,
        "faults": word,
        "seats": pl.List(pl.Struct(seat)),
        "points": pl.List(pl.Struct(points)),
        "tickets": pl.List(pl.Struct(ticket)),
        "tracks": pl.List(pl.Struct(track)),
    }
    return pl.Schema(columns)


def ticket_facts(rules: Rules) -> tuple[list[str], list[int]]:
    """The name and the points of each ticket."""
    if isinstance(rules, BoardRules):
        tickets = rules.board.file.tickets
        return [f"{t.start}–{t.end}" for t in tickets], [t.points for t in tickets]
    facts: Any = getattr(rules, "facts", None)  # a game without a board has a file of facts
    if facts is None:
        count = int(rules.ticket_count)
        return [str(ticket) for ticket in range(count)], [0] * count
    return [f"{start}–{end}" for start, end in facts.ends], [int(p) for p in facts.points]


def track_names(rules: Rules) -> list[str]:
    """Tracks as actions name them: unique, also where tracks are parallel."""
    if not isinstance(rules, BoardRules):
        return []
    board: Board = rules.board
    return [text.replace("_", " ") for text in board.track_texts]


def encode(player: Player) -> bytes:
    """The rows that a player has gathered, as an Arrow table."""
    buffer = io.BytesIO()
    with interrupts_wait():
        frame(player.run, player.rules, player.tables.take(), player.names).write_ipc(buffer)
    return buffer.getvalue()


def frame(
    run: Run,
    rules: Rules,
    rows: tuple[list[int], list[int], list[int], list[int]],
    names: dict[str, str],
) -> "pl.DataFrame":
    """Gathered rows as a table, one row a match."""
    import polars as pl

    matches, seats, tickets, tracks = rows
    sources = [scorer.name for scorer in rules.scorers]
    breakers = [breaker.name for breaker in rules.tie_breakers]
    wanted = schema()
    main = _columns(matches, _MATCH)
    col = pl.col
    nothing = pl.lit(None)
    main = main.with_columns(
        game=pl.lit(run.game),
        board=pl.lit(run.board_name(), dtype=pl.String),
        players=pl.lit(run.players),
        options=pl.lit(pl.Series([sorted(run.options)], dtype=pl.List(pl.String))).first(),
        changes=pl.lit(pl.Series([list(run.changes)], dtype=pl.List(pl.String))).first(),
        seed=pl.Series([str(run.match_seed(n)) for n in main["number"].to_list()], dtype=pl.String),
        end=_named(col("end"), ENDS),
        announced_by=pl.when(col("announced_by") >= 0).then(col("announced_by")).otherwise(nothing),
        announced_turn=pl.when(col("announced_turn") >= 0)
        .then(col("announced_turn"))
        .otherwise(nothing),
        decided_by=_named(col("decided_by"), breakers),
    )
    table = _columns(seats, (*_SEAT, *_COUNTED, *_LEFT, *sources), len(_SEAT) + COUNTS)
    table = table.join(main.select("number", "first"), on="number", how="left").with_columns(
        order=(col("seat") - col("first") + run.players) % run.players,
        share=pl.when(col("winner") == 1).then(1 / col("winners")).otherwise(0.0),
        bot=_named(
            (col("seat") + col("number")) % len(run.bots), [names[name] for name in run.bots]
        ),
    )
    ticket_names, ticket_points = ticket_facts(rules)
    worth = pl.Series(ticket_points, dtype=pl.Int64)
    offers = _columns(tickets, _TICKET)
    offers = offers.with_columns(
        name=_named(col("ticket"), ticket_names),
        points=offers["kept"] * (2 * offers["completed"] - 1) * worth.gather(offers["ticket"]),
    )
    claims = _columns(tracks, _TRACK).with_columns(name=_named(col("track"), track_names(rules)))
    scored = table.select(
        "number",
        "seat",
        points=pl.concat_list(pl.struct(source=pl.lit(name), points=col(name)) for name in sources),
    )
    scored = scored.explode("points").unnest("points")
    winners = table.filter(col("winner") == 1).group_by("number").agg(winners=col("seat"))
    main = main.join(winners, on="number", how="left", maintain_order="left")
    for name, part in (
        ("seats", table),
        ("points", scored),
        ("tickets", offers),
        ("tracks", claims),
    ):
        inner: Any = wanted[name]
        fields = inner.inner.fields
        packed = pl.struct([col(field.name).cast(field.dtype) for field in fields])
        nested = part.group_by("number", maintain_order=True).agg(packed.alias(name))
        main = main.join(nested, on="number", how="left", maintain_order="left").with_columns(
            col(name).fill_null(pl.lit(pl.Series([[]], dtype=wanted[name])).first())
        )
    return main.select(col(name).cast(dtype) for name, dtype in wanted.items())


def _columns(rows: list[int], names: tuple[str, ...], counted: int = 0) -> "pl.DataFrame":
    import numpy as np
    import polars as pl

    assert not counted or names[counted - 1] == _COUNTED[-1], "rows and data set disagree"
    array = np.array(rows, dtype=np.int64).reshape(-1, len(names))
    return pl.DataFrame(array, schema=dict.fromkeys(names, pl.Int64))


def _named(index: "pl.Expr", names: "list[str] | tuple[str, ...]") -> "pl.Expr":
    import polars as pl

    if not names:
        return pl.lit(None, dtype=pl.String)
    return index.replace_strict(
        list(range(len(names))), list(names), default=None, return_dtype=pl.String
    )


# Writing


def partial_path(path: Path) -> Path:
    """Where a file is written before it is whole."""
    return path.with_name(f".{path.name}.partial")


class Writer:
    """Writes tables of matches one after the other into one file.

    Rows go to the disk as they come, in a thread of the writer's own. The file gets its name
    when `finish` is called, and holds what was written until then.
    """

    def __init__(self, path: Path, run: Run) -> None:
        need_lab()
        if path.is_dir():
            raise WagonikError(f"{path} is a folder: name a file in it, like {path}/m.parquet.")
        self.path: Final = path
        self.partial: Final = partial_path(path)
        self.rows: int = 0
        self._frames: queue.Queue[pl.DataFrame | None] = queue.Queue(maxsize=2)
        self._pending: list[pl.DataFrame] = []
        self._held: int = 0
        self._error: BaseException | None = None
        self._thread: Final = threading.Thread(
            target=self._sink, args=(metadata(run),), daemon=True
        )

    def write(self, table: "pl.DataFrame") -> None:
        hear_interrupts()
        self._pending.append(table)
        self._held += table.height
        self.rows += table.height
        while self._held >= ROW_GROUP:
            whole = self._gathered()
            self._put(whole.head(ROW_GROUP))
            rest = whole.slice(ROW_GROUP)
            self._pending, self._held = [rest], rest.height

    def finish(self) -> None:
        """Write what is left, and give the file its name."""
        if self._held:
            self._put(self._gathered())
            self._held = 0
        self._put(None)
        self._thread.join()
        if self._error is not None:
            self.partial.unlink(missing_ok=True)
            raise self._failure() from self._error
        os.replace(self.partial, self.path)

    def abandon(self) -> None:
        """Leave nothing behind."""
        if self._thread.is_alive():
            self._put(None)
            self._thread.join()
        self.partial.unlink(missing_ok=True)

    def __enter__(self) -> "Writer":
        try:
            self.partial.open("wb").close()  # a missing folder is told here, not in a thread
            self._thread.start()
        except BaseException:
            self.partial.unlink(missing_ok=True)
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        # Whoever is interrupted keeps the matches that were played until then.
        if kind is None or kind is KeyboardInterrupt:
            self.finish()
        else:
            self.abandon()

    def _gathered(self) -> "pl.DataFrame":
        import polars as pl

        with interrupts_wait():
            return pl.concat(self._pending)

    def _put(self, table: "pl.DataFrame | None") -> None:
        while self._thread.is_alive():
            try:
                self._frames.put(table, timeout=0.2)
                return
            except queue.Full:
                continue  # the disk is slower than the matches, or the thread has ended
        if table is not None:
            raise self._failure()

    def _failure(self) -> BaseException:
        """Why nothing more can be written. A Ctrl-C that Polars took before we did is still one."""
        if isinstance(self._error, KeyboardInterrupt):
            return KeyboardInterrupt()
        return WagonikError(f"{self.path} can't be written: {self._error}")

    def _sink(self, about: dict[str, str]) -> None:
        from polars.io.plugins import register_io_source

        try:
            source = register_io_source(self._batches, schema=schema())
            source.sink_parquet(self.partial, row_group_size=ROW_GROUP, metadata=about)
        except BaseException as error:
            self._error = error

    def _batches(
        self, columns: Any, predicate: Any, rows: Any, size: Any
    ) -> "Iterator[pl.DataFrame]":
        while (table := self._frames.get()) is not None:
            yield table


def metadata(run: Run) -> dict[str, str]:
    """What a file says about all its rows."""
    import wagonik

    about = {
        "game": run.game,
        "rules": find_game(run.game).version,
        "players": run.players,
        "options": sorted(run.options),
        "changes": list(run.changes),
        "seed": str(run.seed),
        "bots": list(run.bots),
    }
    found = {
        "wagonik.format": FORMAT,
        "wagonik.version": str(VERSION),
        "wagonik.by": wagonik.__version__,
        "wagonik.run": json.dumps(about, ensure_ascii=False),
    }
    if run.board is not None:
        found["wagonik.board"] = run.board
    return found


# Reading


@dataclass(frozen=True)
class DataSet:
    """A file of matches that can be read: its rows, and the run that it tells about, if any."""

    path: Path
    rows: "pl.LazyFrame"
    runs: tuple[Run, ...]

    def board(self, game: str, name: str | None) -> str | None:
        """The text of a board of one's own that some rows were played on."""
        for run in self.runs:
            if run.game == game and run.board is not None and run.board_name() == name:
                return run.board
        return None


def read(path: Path) -> DataSet:
    """Open a data set; anything else is told apart in words."""
    need_lab()
    import polars as pl

    if path.is_dir():
        from wagonik.arena.tournamentrows import read_tournament

        return read_tournament(path)
    if not path.is_file():
        raise DataSetError(f"There is no file {path}.")
    with path.open("rb") as file:
        start = file.read(4)
        file.seek(0, os.SEEK_END)
        size = file.tell()
        file.seek(max(0, size - 4))
        end = file.read(4)
    if start != b"PAR1":
        hint = "."
        if path.name.endswith((".json", ".jsonl")):
            hint = "; it looks like records, which `wagonik replay` reads."
        raise DataSetError(f"{path} is not a Parquet file{hint}")
    if end != b"PAR1" or size < 12:
        raise DataSetError(f"{path} is not whole: it was cut off while it was written or copied.")
    try:
        about = pl.read_parquet_metadata(path)
        found = pl.Schema(pl.read_parquet_schema(path))
        rows = pl.scan_parquet(path)
        count = rows.select(pl.len()).collect().item()
    except Exception as error:
        raise DataSetError(f"{path} is damaged and can't be read: {_first_line(error)}") from None
    _check(path, about, found)
    if count == 0:
        raise DataSetError(f"{path} holds no matches.")
    return DataSet(path, rows, _runs(path, about))


def _check(path: Path, about: dict[str, str], found: "pl.Schema") -> None:
    kind = about.get("wagonik.format", FORMAT)
    version = about.get("wagonik.version", str(VERSION))
    if kind != FORMAT:
        raise DataSetError(f"{path} holds {kind}, not matches.")
    if version != str(VERSION):
        raise DataSetError(
            f"{path} has version {version} of the schema of matches; this is version {VERSION}. "
            "Update wagonik, or play the matches again."
        )
    wanted = schema()
    missing = [name for name in wanted if name not in found]
    if missing:
        raise DataSetError(
            f"{path} is not a data set of matches: it has no column "
            f"{', '.join(missing[:5])}{' …' if len(missing) > 5 else ''}. "
            "`wagonik simulate GAME --out matches.parquet` writes one."
        )
    for name, dtype in wanted.items():
        if found[name] != dtype:
            raise DataSetError(
                f"{path}: the column {name} has the type {found[name]}, not {dtype}."
            )


def _runs(path: Path, about: dict[str, str]) -> tuple[Run, ...]:
    text = about.get("wagonik.run")
    if text is None:
        return ()  # put together with other tools, which leave it out
    try:
        data = json.loads(text)
        run = Run(
            str(data["game"]),
            int(data["players"]),
            int(data["seed"]),
            tuple(map(str, data["options"])),
            about.get("wagonik.board"),
            TABLE,
            tuple(map(str, data["bots"])),
            tuple(map(str, data["changes"])),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise DataSetError(f"{path}: what it says about itself can't be read: {error}") from None
    return (run,)


def _first_line(error: Exception) -> str:
    lines = str(error).strip().splitlines()
    return lines[0] if lines else type(error).__name__
