"""Board files: TOML that people write by hand, read into plain values.

`load` reads a file or its text, `published` the board that comes with a game. Whatever is
wrong with a file is said at once, each problem with its line and what to do about it.
"""

import re
import tomllib
import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from difflib import get_close_matches
from functools import cache
from importlib import resources
from pathlib import Path as FilePath
from typing import Any, Final

from wagonik.engine import boardformat as form
from wagonik.engine import tomllines
from wagonik.engine.boardformat import GREY, LOCOMOTIVE, Field, Fields, composed, schema, shown
from wagonik.engine.cards import COLOUR_NAMES, KIND_NAMES
from wagonik.engine.errors import WagonikError
from wagonik.engine.tomllines import Path

__all__ = [
    "COLOUR_NAMES",
    "GREY",
    "KIND_NAMES",
    "LOCOMOTIVE",
    "BoardError",
    "BoardFile",
    "Drawing",
    "Numbers",
    "Place",
    "Problem",
    "Railroad",
    "Route",
    "Ticket",
    "did_you_mean",
    "load",
    "published",
    "schema",
    "text",
]

ERROR: Final = "error"
WARNING: Final = "warning"
MOST_BYTES: Final = 1_000_000
_MOST_HINTS: Final = 10  # guesses at what was meant, of one file: each compares with all names
_LONGEST_GUESSED: Final = 60  # letters of a word that is guessed at
# tomllib needs time for the square of a key's parts; a board has keys of two.
_DEEP_KEY: Final = re.compile(
    r"""(?<![\w."'-])(?:[\w-]++|"[^"\n]*+"|'[^'\n]*')"""
    r"""(?:[ \t]*\.[ \t]*(?:[\w-]++|"[^"\n]*+"|'[^'\n]*+')){12}"""
)


@dataclass(frozen=True)
class Problem:
    """What is wrong, where (line 0: the file as a whole) and whether it can be played."""

    line: int
    message: str
    severity: str = ERROR

    def text(self, source: str) -> str:
        where = f"{source}:{self.line}" if self.line else source
        warning = "warning: " if self.severity == WARNING else ""
        return f"{where}: {warning}{self.message}"


class BoardError(WagonikError):
    """A file that is not a board; `problems` says everything that is wrong with it."""

    def __init__(self, problems: Iterable[Problem], source: str = "board") -> None:
        self.problems = sorted(problems, key=lambda problem: problem.line)
        self.source = source
        super().__init__(self.problems, source)

    def __str__(self) -> str:
        return "\n".join(problem.text(self.source) for problem in self.problems)


@dataclass(frozen=True)
class Place:
    """A city, a junction or the exit to a region."""

    name: str
    latitude: float
    longitude: float
    country: str = ""
    arctic: bool = False
    junction: bool = False
    region: str = ""
    exit: bool = False
    x: float | None = None
    y: float | None = None
    label: tuple[float, float] | None = None
    label_lines: tuple[str, ...] = ()
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Route:
    """One track; parallel tracks are routes of their own."""

    start: str
    end: str
    colour: str
    length: int
    locomotives: int = 0
    tunnel: bool = False
    bonus: int = 0
    exchange: int = 0
    free: bool = False
    railroads: tuple[str, ...] = ()
    bend: tuple[float, float] | None = None
    line: int = field(default=0, compare=False)

    @property
    def pair(self) -> tuple[str, str]:
        """Its two places in a fixed order: equal for parallel tracks (common, R3)."""
        return (self.start, self.end) if self.start <= self.end else (self.end, self.start)


@dataclass(frozen=True)
class Ticket:
    """Two places (or regions) to join, and the points for it."""

    start: str
    end: str
    points: int
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Railroad:
    """A company with shares, and points for the most of them."""

    name: str
    code: str
    shares: int
    points: tuple[int, ...]
    line: int = field(default=0, compare=False)


@dataclass(frozen=True)
class Numbers:
    """The numbers of a set-up."""

    pieces: int
    hand: int
    first_tickets: int
    first_keep: int
    draw_tickets: int
    draw_keep: int
    locomotives: int = 0
    market: int = 5
    last_turns_at: int = 2


@dataclass(frozen=True)
class Drawing:
    """The frame of the drawn board."""

    width: float
    height: float
    scale: float | None = None
    quiet: str = ""


@dataclass(frozen=True)
class BoardFile:
    """A board as its file tells it."""

    game: str
    name: str
    players: tuple[int, int]
    numbers: Numbers
    deck: Mapping[str, int] = field(hash=False)  # every kind, in the order of KIND_NAMES
    points: Mapping[int, int] = field(hash=False)  # by length
    tracks: Mapping[int, tuple[int, ...]] = field(hash=False)  # by number of players
    places: tuple[Place, ...]
    routes: tuple[Route, ...]
    tickets: tuple[Ticket, ...]
    railroads: tuple[Railroad, ...] = ()
    name_pl: str = ""
    about: str = ""
    about_pl: str = ""
    reconstruction: bool = False
    piece: str = "train"
    drawing: Drawing | None = None
    source: str = field(default="board", compare=False)
    content: str = field(default="", compare=False, repr=False)  # the text of the file
    lines: Mapping[Path, int] = field(default_factory=dict, compare=False, repr=False)

    def line(self, *path: str | int) -> int:
        """Where a key stands, like `line("numbers", "pieces")`, or what it would be part of."""
        return _line(self.lines, path)

    def pairs(self) -> dict[tuple[str, str], list[Route]]:
        """The parallel tracks of every pair of places that has any track."""
        pairs: dict[tuple[str, str], list[Route]] = {}
        for route in self.routes:
            pairs.setdefault(route.pair, []).append(route)
        return pairs

    def usable(self, players: int, parallel: int) -> int:
        """How many of so many parallel tracks may be used (common, parallel tracks)."""
        return 1 if parallel == 1 else self.tracks[players][parallel - 2]

    def ends(self, name: str) -> tuple[str, ...]:
        """The places that the end of a ticket stands for: one, or the ports of a region."""
        ports = tuple(place.name for place in self.places if place.region == name)
        return ports or (name,)


def load(path_or_text: FilePath | str) -> BoardFile:
    """Read a board from a file, or from a text of more than one line."""
    if isinstance(path_or_text, str) and "\n" in path_or_text:
        return _parse(path_or_text, "board")
    source = str(path_or_text)
    try:
        data = FilePath(path_or_text).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise BoardError([Problem(0, f"can't be read: {reason}")], source) from None
    try:
        return _parse(data.decode("utf-8"), source)
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        message = "this is not UTF-8 text: save the file with the encoding UTF-8"
        raise BoardError([Problem(line, message)], source) from None


def text(game: str) -> str:
    """The text of the board file that comes with a game."""
    games = resources.files("wagonik.games")
    if re.fullmatch(r"[a-z][a-z0-9_]*", game):
        file = games.joinpath(game, "board.toml")
        if file.is_file():
            return file.read_text(encoding="utf-8")
    known = [entry.name for entry in games.iterdir() if entry.joinpath("board.toml").is_file()]
    raise BoardError([Problem(0, f'no game "{game}" has a board{did_you_mean(game, known)}')], game)


@cache
def published(game: str) -> BoardFile:
    """The board that comes with a game."""
    return _parse(text(game), f"{game}/board.toml")


# Words of other editions and other habits for our keys and kinds.
_SYNONYMS: Final = {
    "bus": LOCOMOTIVE,
    "wild": LOCOMOTIVE,
    "joker": LOCOMOTIVE,
    "loco": LOCOMOTIVE,
    "pink": "purple",
    "violet": "purple",
    "any": GREY,
    "city": "name",
    "start": "from",
    "end": "to",
    "lat": "latitude",
    "lon": "longitude",
    "ferry": "locomotives",
    "trains": "pieces",
    "cities": "places",
    "tracks": "routes",
}


def did_you_mean(word: str, words: Iterable[str]) -> str:
    """A hint to end a message with: the nearest known word, if one is near."""
    if len(word) > _LONGEST_GUESSED:
        return ""
    known = {_folded(other): other for other in words}
    near = get_close_matches(_folded(word), known, 1)
    guess = known.get(_SYNONYMS.get(_folded(word), ""), known[near[0]] if near else "")
    return f'; did you mean "{guess}"?' if guess else ""


def _folded(word: str) -> str:
    """Without accents and capitals, which are what people leave out."""
    bare = "".join(c for c in unicodedata.normalize("NFD", word) if not unicodedata.combining(c))
    return bare.casefold().replace("ø", "o").replace("ł", "l")


def _line(lines: Mapping[Path, int], path: Path) -> int:
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1 if lines else 0)


# What tomllib says of the mistakes that people make most, and what helps.
_SYNTAX_HINTS: Final = {
    "Unclosed array": "a comma or a closing ] is missing before this point",
    "Unclosed inline table": "a comma or a closing } is missing; { … } must stand on one line",
    "Invalid initial character for a key part": "a key is expected here; { … } must stand on one "
    "line and its last item has no comma",
    "Invalid value": "text needs quotes, and true and false are written small",
    "Expected '=' after a key": 'write key = value; a name with spaces needs quotes, "like this"',
    "Cannot overwrite a value": "this key is here twice",
    "Duplicate inline table key": "this key is here twice",
    "Cannot declare": "this table is here twice",
    "Illegal character": "a quote is not closed on its line",
    "Expected newline": "each key = value needs a line of its own",
}


def _parse(content: str, source: str) -> BoardFile:
    # Some editors put a byte order mark first, which TOML does not know.
    content = content.removeprefix("\ufeff").replace("\r\n", "\n")
    if len(content) > MOST_BYTES:
        raise BoardError([Problem(0, "this is too long for a board")], source)
    deep = _DEEP_KEY.search(content)
    if deep is not None:
        line = content.count("\n", 0, deep.start()) + 1
        raise BoardError([Problem(line, "a key has too many parts")], source)
    try:
        data = tomllib.loads(content)
        lines = tomllines.lines(content)
    except RecursionError:
        raise BoardError([Problem(0, "lists are nested too deeply")], source) from None
    except ValueError as error:  # TOMLDecodeError, or a number of thousands of digits
        raise BoardError([_syntax_problem(str(error), content)], source) from None
    reader = _Reader(data, lines)
    board = reader.board(source)
    if board is None:
        raise BoardError(reader.problems, source)
    return replace(board, content=content)


def _syntax_problem(message: str, content: str) -> Problem:
    where = re.search(r" \(at (?:line (\d+), column \d+|end of document)\)$", message)
    reason = message[: where.start()] if where else message
    line = int(where[1]) if where and where[1] else content.rstrip("\n").count("\n") + 1
    hints = [hint for start, hint in _SYNTAX_HINTS.items() if reason.startswith(start)]
    return Problem(line, f"not valid TOML: {reason}" + "".join(f" ({hint})" for hint in hints))


_TOP_KEYS: Final = (*form.HEAD, *form.TABLES, *form.LISTS)


class _Reader:
    """Turns the data of one file into a board and collects everything that is wrong."""

    def __init__(self, data: dict[str, Any], lines: dict[Path, int]) -> None:
        self.data = data
        self.lines = lines
        self.problems: list[Problem] = []
        self.hints = 0
        # TOML takes what follows a [table] for a part of that table.
        tables = [table for table in map(data.get, form.TABLES) if isinstance(table, dict)]
        self.swallowed = {key for table in tables for key in table if key in _TOP_KEYS}

    def guess(self, word: str, words: Iterable[str]) -> str:
        """What was meant, for the first few mistakes of a file."""
        self.hints += 1
        return did_you_mean(word, words) if self.hints <= _MOST_HINTS else ""

    def problem(self, path: Path, message: str) -> None:
        self.problems.append(Problem(_line(self.lines, path), message))

    def board(self, source: str) -> BoardFile | None:
        if self.data.get("format", form.FORMAT) != form.FORMAT:
            self.problem(("format",), f"this is not format {form.FORMAT}, the only one known here")
            return None
        for key in self.data:
            if key not in _TOP_KEYS:
                self.unknown((key,), "a board", key, _TOP_KEYS)
        for key, need in form.TABLES.items():
            if need and key not in self.data and key not in self.swallowed:
                self.problem((), f"the board has no {key}: add a table [{key}]")
        head_data = {key: value for key, value in self.data.items() if key in form.HEAD}
        head = self.table((), head_data, "the board", form.HEAD)
        players = self.players(head)
        numbers = self.table(("numbers",), self.data.get("numbers"), "[numbers]", form.NUMBERS)
        deck = self.table(("deck",), self.data.get("deck"), "[deck]", form.DECK)
        points = self.numbered("points", "a length", r"[1-9][0-9]?", form.LENGTH_POINTS)
        tracks = self.tracks(players)
        drawing = self.table(("drawing",), self.data.get("drawing"), "[drawing]", form.DRAWING)
        rows = {key: self.rows(key) for key in form.LISTS}
        self.references()
        if self.problems or head is None or numbers is None or deck is None:
            return None
        head.pop("format")
        head["players"] = players
        return BoardFile(
            **head,
            numbers=Numbers(**numbers),
            deck={kind: deck.get(kind, 0) for kind in KIND_NAMES},
            points=points,
            tracks=tracks,
            places=tuple(Place(**row) for row in rows["places"]),
            routes=tuple(Route(**row) for row in rows["routes"]),
            tickets=tuple(Ticket(**row) for row in rows["tickets"]),
            railroads=tuple(Railroad(**row) for row in rows["railroads"]),
            drawing=Drawing(**drawing) if drawing else None,
            source=source,
            lines=self.lines,
        )

    def players(self, head: dict[str, Any] | None) -> tuple[int, int]:
        counts = (head or {}).get("players", ())
        if len(counts) == 2 and counts[0] <= counts[1]:
            return counts[0], counts[1]
        if counts:
            self.problem(("players",), "players must be the fewest and the most, like [2, 4]")
        return (2, 1)  # no number of players: nothing more to say about them

    def numbered(self, key: str, noun: str, keys: str, wants: Field) -> dict[int, Any]:
        """A table whose keys are numbers."""
        table = self.data.get(key, {})
        if not isinstance(table, dict):
            self.problem((key,), f"{key} must be a table, not {shown(table)}")
            return {}
        found = {}
        for name, value in table.items():
            if re.fullmatch(keys, name):
                found[int(name)] = self.value((key, name), f"[{key}] {name}", wants, value)
            else:
                self.misplaced((key, name), f"{shown(name)} in [{key}] is not {noun}", name)
        return dict(sorted(found.items()))

    def tracks(self, players: tuple[int, int]) -> dict[int, tuple[int, ...]]:
        found = self.numbered("tracks", "a number of players", "[2-8]", form.USABLE)
        for count in range(players[0], players[1] + 1):
            if isinstance(self.data.get("tracks"), dict) and count not in found:
                self.problem(("tracks",), f"[tracks] has no line for {count} players: add "
                             f"{count} = [1, 1]")  # fmt: skip
        for count, usable in found.items():
            for parallel, most in enumerate(usable or (), 2):
                if most > parallel:
                    message = f"of {parallel} parallel tracks {most} can't be used"
                    self.problem(("tracks", str(count)), message)
        return found

    def rows(self, key: str) -> list[dict[str, Any]]:
        """The items of a list, those that are whole."""
        noun, fields, need = form.LISTS[key]
        items = self.data.get(key, [])
        if not isinstance(items, list):
            self.problem((key,), f"{key} must be a list, not {shown(items)}: write {key} = [ … ]")
            return []
        if need and not items and key not in self.swallowed:
            self.problem((key,), f"the board has no {key}: add {key} = [ … ]")
        if len(items) > form.MOST_ITEMS:
            self.problem((key,), f"these are more than {form.MOST_ITEMS} {key}")
            return []
        rows = []
        for index, item in enumerate(items):
            row = self.table((key, index), item, f"this {noun}", fields)
            if row is None:
                continue
            if "from" in row:
                row["start"], row["end"] = row.pop("from"), row.pop("to")
            if row.get("colour") == "gray":
                row["colour"] = GREY
            if ("x" in row) != ("y" in row):
                self.problem((key, index), "x and y belong together: give both or none")
            row["line"] = _line(self.lines, (key, index))
            rows.append(row)
        return rows

    def table(self, path: Path, data: object, noun: str, fields: Fields) -> dict[str, Any] | None:
        """The values of a table, or nothing if one of them is wrong."""
        if data is None:
            return None
        if not isinstance(data, dict):
            self.problem(path, f"{noun} must be a table like {{ key = value }}, not {shown(data)}")
            return None
        before = len(self.problems)
        row = {}
        for key, value in data.items():
            if key in fields:
                row[key] = self.value((*path, key), key, fields[key], value)
            else:
                self.unknown((*path, key), noun, key, fields)
        for key, wants in fields.items():
            if wants.need and key not in data and (path or key not in self.swallowed):
                self.problem(path, f"{noun} has no {key}: add {key} = {wants.example}")
        return row if len(self.problems) == before else None

    def unknown(self, path: Path, noun: str, key: str, known: Iterable[str]) -> None:
        hint = self.guess(key, known) or f"; known are {', '.join(known)}"
        self.misplaced(path, f"{shown(key)} is not a key of {noun}{hint}", key)

    def misplaced(self, path: Path, message: str, key: str) -> None:
        """A wrong key, which may be a right one that a [table] has swallowed."""
        if len(path) == 2 and key in self.swallowed:
            message = (
                f'"{key}" stands inside [{path[0]}]: put it before the first [table], '
                f"or write the tables as {path[0]} = {{ … }}"
            )
        self.problem(path, message)

    def value(self, path: Path, name: str, wants: Field, value: object) -> Any:
        """A value as the board keeps it; a wrong one is reported and gives nothing."""
        good = wants.read(value)
        if good is None:
            hint = self.guess(value, wants.choices) if isinstance(value, str) else ""
            message = f"{name} must be {wants.wanted()}, not {shown(value)}{hint}"
            self.problem(path, message)
        return good

    def references(self) -> None:
        """Names that stand twice, and names that nothing has."""
        places = self.named("places", "name")
        codes = self.named("railroads", "code")
        regions: dict[str, list[str]] = {}
        for index, item in self.items("places"):
            region = composed(item.get("region"))
            if region in places:
                message = f"a place is called {shown(region)} too: a region needs a name of its own"
                self.problem(("places", index, "region"), message)
            elif region:
                regions.setdefault(region, []).append(shown(composed(item.get("name"))))
        for key, names in (("routes", set(places)), ("tickets", {*places, *regions})):
            for index, item in self.items(key):
                for end in ("from", "to"):
                    name = composed(item.get(end))
                    if not name or name in names:
                        continue
                    message = f"no place is called {shown(name)}"
                    if name in regions:
                        message = (
                            f"{shown(name)} is a region: name one of {', '.join(regions[name])}"
                        )
                    else:
                        message += self.guess(name, names) or ": add it to places"
                    self.problem((key, index, end), message)
        for index, item in self.items("routes"):
            named = item.get("railroads")
            for code in named if isinstance(named, list) else ():
                if composed(code) and composed(code) not in codes:
                    hint = self.guess(composed(code), codes) or ": add it to railroads"
                    message = f"no railroad has the code {shown(composed(code))}{hint}"
                    self.problem(("routes", index, "railroads"), message)

    def named(self, key: str, part: str) -> dict[str, int]:
        """The names in a list, wrong items included, so that one slip gives one message."""
        names: dict[str, int] = {}
        folded: dict[str, str] = {}
        for index, item in self.items(key):
            name = composed(item.get(part))
            other = folded.setdefault(name.casefold(), name)
            if name and (name in names or other != name):
                line = _line(self.lines, (key, names[other]))
                noun = form.LISTS[key][0]
                message = f"{shown(name)} is taken: the {noun} of line {line} has this {part}"
                self.problem((key, index, part), message)
            elif name:
                names[name] = index
        return names

    def items(self, key: str) -> list[tuple[int, dict[str, Any]]]:
        items = self.data.get(key, [])
        if not isinstance(items, list) or len(items) > form.MOST_ITEMS:
            return []
        return [(index, item) for index, item in enumerate(items) if isinstance(item, dict)]
