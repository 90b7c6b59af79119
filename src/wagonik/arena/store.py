"""A folder of results: Parquet files that only ever appear whole, and what they belong to.

`tournament.json` says which tournament the folder holds. `parts/` has the results, a row for each
seat of each match. A part is written under another name and then renamed, and always holds whole
deals, so whenever a run is ended, what is in the folder is right, and the deals that are missing
are played again.
"""

import contextlib
import json
import os
import time
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import IO, Any, Final

import polars as pl

from wagonik.arena.intervals import Until, parse_until
from wagonik.arena.lineups import Count, shown_name
from wagonik.arena.play import LineUp, Row, Table
from wagonik.arena.tournament import Tournament
from wagonik.code import bot_code, fingerprint, versions
from wagonik.engine.errors import WagonikError

FORMAT: Final = 1
MANIFEST: Final = "tournament.json"
PARTS: Final = "parts"
LOCK: Final = "lock"
FLUSH_SECONDS: Final = 2.0  # a killed run plays at most this much again, and its running jobs
MERGED: Final = 50  # parts that are put together into one
READ_AGAIN: Final = 3  # times, if a run puts parts together while another reads them

SCHEMA: Final = pl.Schema(
    {
        "game": pl.String(),
        "board": pl.String(),
        "options": pl.String(),
        "players": pl.UInt8(),
        "line_up": pl.String(),
        "seed": pl.Int64(),
        "deal": pl.UInt32(),
        "rotation": pl.UInt8(),
        "seat": pl.UInt8(),
        "bot": pl.String(),
        "first": pl.Boolean(),
        "score": pl.Int32(),
        "won": pl.Float64(),
        "turns": pl.UInt32(),
        "decisions": pl.UInt32(),
        "replaced": pl.UInt32(),
        "faults": pl.List(pl.String()),
        "seconds": pl.Float64(),
        "time_bins": pl.List(pl.UInt8()),
        "time_counts": pl.List(pl.UInt32()),
    }
)
KEY: Final = ("game", "board", "options", "players", "line_up", "seed", "deal", "rotation", "seat")


class StoreError(WagonikError):
    """A folder of results that can't be used for this."""


class Store:
    """The results of one tournament on disk. `seconds`: how often results are written."""

    def __init__(self, folder: Path, manifest: dict[str, Any], seconds: float) -> None:
        self.folder: Final = folder
        self.manifest: Final = manifest
        self.seconds: Final = seconds
        self.rows: list[Row] = []
        self.written: float = time.monotonic()

    @property
    def tables(self) -> list[Table]:
        return [
            Table(entry["game"], entry["players"], tuple(entry["options"]), entry["board"])
            for entry in self.manifest["tables"]
        ]

    @property
    def until(self) -> Until | None:
        text = self.manifest["until"]
        return None if text is None else parse_until(text)

    @property
    def names(self) -> dict[str, str]:
        """What the bots are called."""
        return {key: bot["name"] for key, bot in self.manifest["bots"].items()}

    @property
    def tournament(self) -> Tournament:
        """What the folder holds, or will hold."""
        manifest = self.manifest
        return Tournament(
            tables=tuple(self.tables),
            bots=tuple(manifest["bots"]),
            form=manifest["form"],
            matches=manifest["matches"],
            seed=manifest["seed"],
            until=self.until,
            seconds=manifest["seconds"],
            own=tuple(tuple(line_up) for line_up in manifest["line_ups"]),
        )

    def append(self, rows: list[Row]) -> None:
        """Take the rows of whole deals; they are on disk some seconds later."""
        self.rows += rows
        if time.monotonic() - self.written >= self.seconds:
            self.flush()

    def flush(self) -> None:
        """Write what is not yet on disk."""
        if self.rows:
            parts = _parts(self.folder)
            number = parts[-1].last + 1 if parts else 0
            columns = dict(zip(Row._fields, zip(*self.rows, strict=True), strict=True))
            _write(self.folder, number, number, pl.DataFrame(columns, SCHEMA))
            self.rows = []
            self._merge()
        self.written = time.monotonic()

    def _merge(self) -> None:
        """Put many small parts together. The new file's name says which parts it replaces, so
        it does not matter when this is interrupted."""
        small = [part for part in _parts(self.folder) if part.first == part.last]
        if len(small) >= MERGED:
            frame = pl.concat([pl.read_parquet(part.path, schema=SCHEMA) for part in small])
            _write(self.folder, small[0].first, small[-1].last, frame)
            for part in small:
                part.path.unlink()

    def counts(self) -> dict[tuple[Table, LineUp], Count]:
        """Everything that is on disk, counted."""
        for _ in range(READ_AGAIN):
            with contextlib.suppress(FileNotFoundError):  # put into a bigger part meanwhile
                return self._counts()
        return self._counts()

    def _counts(self) -> dict[tuple[Table, LineUp], Count]:
        tables = {_table_key(table): table for table in self.tables}
        found: dict[tuple[Table, LineUp], Count] = {}
        seen: set[tuple[Table, LineUp, int]] = set()
        for part in _parts(self.folder):
            frame = pl.read_parquet(part.path, schema=SCHEMA)
            deals: dict[tuple[Table, LineUp, int], list[Row]] = {}
            for values in frame.iter_rows():
                row = Row(*values)
                table = tables[row.game, row.board, row.options, row.players]
                line_up = tuple(row.line_up.split(","))
                deals.setdefault((table, line_up, row.deal), []).append(row)
            for key, rows in deals.items():
                table, line_up, _ = key
                if len(rows) != table.players**2 or key in seen:
                    raise StoreError(f"{part.path} is damaged: {len(rows)} rows of one deal.")
                seen.add(key)
                if (table, line_up) not in found:
                    found[table, line_up] = Count(table, line_up)
                found[table, line_up].add(rows)
        return found


def _table_key(table: Table) -> tuple[str, str, str, int]:
    return table.game, table.board_name, ",".join(table.options), table.players


# Parts


class _Part:
    """A file of results: `000012-000061.parquet` holds the parts 12 to 61."""

    def __init__(self, path: Path) -> None:
        self.path: Final = path
        first, _, last = path.stem.partition("-")
        self.first: Final = int(first)
        self.last: Final = int(last)


def _parts(folder: Path) -> list[_Part]:
    """The parts in their order, without those that a bigger one holds as well."""
    found = [_Part(path) for path in (folder / PARTS).glob("*-*.parquet")]
    found.sort(key=lambda part: (part.first, -part.last))
    kept: list[_Part] = []
    for part in found:
        if not kept or part.last > kept[-1].last:
            kept.append(part)
    return kept


def _tidy(folder: Path) -> None:
    """Remove what a run left over that was ended in between."""
    kept = {part.path for part in _parts(folder)}
    for path in (folder / PARTS).iterdir():
        if path not in kept:
            path.unlink()


def _write(folder: Path, first: int, last: int, frame: pl.DataFrame) -> None:
    target = folder / PARTS / f"{first:06}-{last:06}.parquet"
    with _replaced(target) as temporary:
        frame.write_parquet(temporary, compression="zstd")


@contextlib.contextmanager
def _replaced(target: Path) -> Iterator[Path]:
    """A name to write to, that becomes the target when all is on disk."""
    temporary = target.with_name(f"{target.name}.writing")
    yield temporary
    with temporary.open("rb") as file:
        os.fsync(file.fileno())
    temporary.replace(target)


# Folders


@contextlib.contextmanager
def open_store(
    folder: Path, tournament: Tournament, anyway: bool = False, seconds: float = FLUSH_SECONDS
) -> Iterator[Store]:
    """The folder of a tournament, new or to go on with. It is locked while it is open. `anyway`
    goes on with results of other code."""
    path = folder / MANIFEST
    if folder.exists() and not path.exists() and any(folder.iterdir()):
        raise StoreError(f"{folder} is not empty, and holds no tournament. Choose another folder.")
    (folder / PARTS).mkdir(parents=True, exist_ok=True)
    with _locked(folder):
        manifest = _manifest(tournament)
        if path.exists():
            _compare(folder, _read_manifest(folder), manifest, anyway)
            _tidy(folder)
        with _replaced(path) as temporary:
            text = json.dumps(manifest, ensure_ascii=False, indent=1)
            temporary.write_text(text + "\n", encoding="utf-8")
        yield Store(folder, manifest, seconds)


def read_store(folder: Path) -> Store:
    """The results of a folder, for reading."""
    return Store(folder, _read_manifest(folder), FLUSH_SECONDS)


def results(folder: Path) -> pl.LazyFrame:
    """All rows of a folder, for questions of one's own."""
    _read_manifest(folder)
    paths = [part.path for part in _parts(folder)]
    return pl.scan_parquet(paths, schema=SCHEMA) if paths else pl.LazyFrame(schema=SCHEMA)


def _read_manifest(folder: Path) -> dict[str, Any]:
    path = folder / MANIFEST
    if not path.is_file():
        raise StoreError(f"{folder} holds no results of the arena.")
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except ValueError:
        raise StoreError(f"{path} is damaged.") from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise StoreError(f"{path} was written by another version of Wagonik.")
    return manifest


def _manifest(tournament: Tournament) -> dict[str, Any]:
    until = tournament.until
    games = [table.game for table in tournament.tables]
    return {
        "format": FORMAT,
        "form": tournament.form,
        "line_ups": [list(line_up) for line_up in tournament.own],
        "seed": tournament.seed,
        "seconds": tournament.seconds,
        "bots": {key: {"name": shown_name(key), "code": bot_code(key)} for key in tournament.bots},
        "tables": [
            {**asdict(table), "options": list(table.options)} for table in tournament.tables
        ],
        "versions": versions(games),
        "code": fingerprint(games=games),
        "matches": tournament.matches,
        "until": None if until is None else ("clear" if until.half is None else str(until.half)),
    }


def _compare(folder: Path, old: dict[str, Any], new: dict[str, Any], anyway: bool) -> None:
    """Whether the results of a folder may be mixed with new ones. The number of matches and the
    rule to stop by may change: that only makes a tournament longer."""
    told = {
        "seed": f"the seed {old['seed']}, not {new['seed']}",
        "form": f"the form {old['form']!r}, not {new['form']!r}",
        "line_ups": "other line-ups",
        "seconds": f"{_limit(old['seconds'])} a decision, not {_limit(new['seconds'])}",
        "tables": f"{_tables(old)}, not {_tables(new)}",
    }
    if list(old["bots"]) != list(new["bots"]):
        names = (", ".join(old["bots"]), ", ".join(new["bots"]))
        raise StoreError(_other(folder, f"the bots {names[0]}, not {names[1]}"))
    for key, text in told.items():
        if old[key] != new[key]:
            raise StoreError(_other(folder, text))
    if anyway:
        return
    changed = [key for key, bot in new["bots"].items() if bot != old["bots"][key]]
    if changed:
        what = f"other code of {', '.join(changed)}"
    elif old["versions"] != new["versions"] or old["code"] != new["code"]:
        what = "another version of Wagonik, its games or its bots"
    else:
        return
    raise StoreError(
        f"{folder} holds results of {what}. Choose another folder; or, if the change can't have "
        "changed any match, go on with --anyway."
    )


def _other(folder: Path, text: str) -> str:
    return f"{folder} holds another tournament, with {text}. Choose another folder."


def _limit(seconds: float | None) -> str:
    return "no limit" if seconds is None else f"{seconds:g} s"


def _tables(manifest: dict[str, Any]) -> str:
    return ", ".join(
        " ".join([entry["game"], str(entry["players"]), *entry["options"]])
        + (" on its own board" if entry["board"] else "")
        for entry in manifest["tables"]
    )


@contextlib.contextmanager
def _locked(folder: Path) -> Iterator[None]:
    """Two runs in one folder would play the same deals twice. The system lets go of the lock
    when its process ends, however it ends."""
    with (folder / LOCK).open("a+b") as file:
        if not _lock(file):
            raise StoreError(f"{folder} is being written by another run.")
        yield


def _lock(file: IO[bytes]) -> bool:
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
        except OSError:
            return False
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True
