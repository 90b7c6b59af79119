"""The format of board files as a table: every key, what it may hold and what it means.

The loader, the JSON Schema and the test of the documentation all read this one table.
"""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from wagonik.engine.cards import COLOUR_NAMES, KIND_NAMES

FORMAT: Final = 1
GREY: Final = "grey"
LOCOMOTIVE: Final = "locomotive"
PIECES: Final = ("train", "bus")
MOST_PLAYERS: Final = 8

# What a value may be.
TEXT: Final = "text"
LONG_TEXT: Final = "long text"
WHOLE: Final = "whole"
NUMBER: Final = "number"
FLAG: Final = "flag"
TEXTS: Final = "texts"
WHOLES: Final = "wholes"
POINT: Final = "point"
_PARTS: Final = {TEXTS: TEXT, WHOLES: WHOLE, POINT: NUMBER}


@dataclass(frozen=True)
class Field:
    """One key: its kind of value, its limits, an example for messages and its meaning."""

    kind: str
    about: str
    example: str
    low: float = 0
    high: float = 60  # for texts the most letters
    need: bool = False
    choices: tuple[str, ...] = ()

    def read(self, value: object) -> Any:
        """The value if it is what this key wants, lists as tuples; otherwise nothing."""
        if self.kind in _PARTS:
            if not isinstance(value, list) or (self.kind == POINT and len(value) != 2):
                return None
            if not value and self.kind == WHOLES:
                return None
            one = replace(self, kind=_PARTS[self.kind])
            parts = tuple(one.read(part) for part in value)
            return None if None in parts else parts
        if self.kind == FLAG:
            return value if isinstance(value, bool) else None
        if self.kind in (TEXT, LONG_TEXT):
            text = composed(value)
            plain = self.kind == LONG_TEXT or (text.isprintable() and text == text.strip())
            allowed = not self.choices or text in self.choices
            return text if 0 < len(text) <= self.high and plain and allowed else None
        # Python counts true and false among the whole numbers.
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        if self.kind == WHOLE and not isinstance(value, int):
            return None
        return value if self.low <= value <= self.high else None

    def wanted(self) -> str:
        """What this key may hold, in words."""
        if self.choices:
            return "one of " + ", ".join(word for word in self.choices if word != "gray")
        limits = f"from {self.low:g} to {self.high:g}"
        wanted = {
            TEXT: f"text in quotes of 1 to {self.high} letters, no spaces around it",
            LONG_TEXT: f"text in quotes of 1 to {self.high} letters",
            WHOLE: f"a whole number {limits}",
            NUMBER: f"a number {limits}",
            FLAG: "true or false, without quotes",
            TEXTS: "a list of texts",
            WHOLES: f"a list of whole numbers {limits}",
            POINT: f"two numbers {limits}",
        }
        like = f", like {self.example}" if self.kind in _PARTS else ""
        return wanted[self.kind] + like


def composed(value: object) -> str:
    """A text with its accents in their one-letter form, so that equal names are equal."""
    return unicodedata.normalize("NFC", value) if isinstance(value, str) else ""


def shown(value: object) -> str:
    """A value as it looks in the file, cut short and safe to print."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        plain = "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in value[:60])
        return f'"{plain}…"' if len(value) > 60 else f'"{plain}"'
    if isinstance(value, int):
        return str(value) if abs(value) < 10**18 else "a huge number"
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return "[" + ", ".join(shown(part) for part in value[:4]) + (", …]" if value[4:] else "]")
    return str(value)


Fields = Mapping[str, Field]

HEAD: Final[Fields] = {
    "format": Field(WHOLE, "the version of this format", "1", 1, 1_000_000, need=True),
    "game": Field(TEXT, "the rule set it is played with", '"nordic_countries"', need=True),
    "name": Field(TEXT, "the board's name", '"Nordic Countries"', need=True),
    "name_pl": Field(TEXT, "its Polish name", '"Kraje Północy"'),
    "about": Field(LONG_TEXT, "a few words about the board", '"My home county."', high=2000),
    "about_pl": Field(LONG_TEXT, "the same in Polish", '"Mój powiat."', high=2000),
    "reconstruction": Field(FLAG, "whether it only stands in for a published board", "true"),
    "piece": Field(TEXT, "what players put on the spaces", '"train"', choices=PIECES),
    "players": Field(
        WHOLES, "fewest and most players", "[2, 4]", low=2, high=MOST_PLAYERS, need=True
    ),
}

NUMBERS: Final[Fields] = {
    "pieces": Field(WHOLE, "pieces of each player", "40", 1, 200, need=True),
    "hand": Field(WHOLE, "cards dealt to each player", "4", 0, 20, need=True),
    "locomotives": Field(WHOLE, "locomotives given to each player first", "1", 0, 10),
    "market": Field(WHOLE, "cards that lie face up", "5", 1, 10),
    "first_tickets": Field(WHOLE, "tickets dealt at the start", "5", 1, 20, need=True),
    "first_keep": Field(WHOLE, "of which so many must be kept", "2", 1, 20, need=True),
    "draw_tickets": Field(WHOLE, "tickets drawn in a turn", "3", 1, 20, need=True),
    "draw_keep": Field(WHOLE, "of which so many must be kept", "1", 1, 20, need=True),
    "last_turns_at": Field(WHOLE, "pieces left that start the last turns", "2", 0, 200),
}

DECK: Final[Fields] = {kind: Field(WHOLE, f"{kind} cards", "12", 0, 200) for kind in KIND_NAMES}

LENGTH: Final = Field(WHOLE, "the number of spaces", "3", 1, 50, need=True)
LENGTH_POINTS: Final = Field(WHOLE, "points for a route of this length", "4", 0, 200)
USABLE: Final = Field(WHOLES, "usable ones of 2, 3… parallel tracks", "[1, 2]", 1, 5)

PLACE: Final[Fields] = {
    "name": Field(TEXT, "its name", '"Oslo"', need=True),
    "latitude": Field(NUMBER, "degrees north", "59.91", -90, 90, need=True),
    "longitude": Field(NUMBER, "degrees east", "10.75", -180, 180, need=True),
    "country": Field(TEXT, "the country it lies in", '"Norway"'),
    "arctic": Field(FLAG, "whether it lies inside the Arctic Circle", "true"),
    "junction": Field(FLAG, "whether it is drawn small and without its name", "true"),
    "region": Field(TEXT, "a name that tickets may use for any place of it", '"Ontario"'),
    "exit": Field(FLAG, "whether it stands at the edge for somewhere far away", "true"),
    "x": Field(NUMBER, "where it is drawn, from the left", "328.4", 0, 100_000),
    "y": Field(NUMBER, "where it is drawn, from the top", "880.5", 0, 100_000),
    "label": Field(POINT, "the middle of its drawn name", "[350.5, 870.0]", 0, 100_000),
    "label_lines": Field(TEXTS, "the lines of its drawn name", '["Arc de", "Triomphe"]'),
}

ROUTE: Final[Fields] = {
    "from": Field(TEXT, "a place", '"Oslo"', need=True),
    "to": Field(TEXT, "another place", '"Bergen"', need=True),
    "colour": Field(
        TEXT, "its colour; grey is any one", '"red"', need=True, choices=(*COLOUR_NAMES, "gray")
    ),
    "length": LENGTH,
    "locomotives": Field(WHOLE, "locomotive symbols; with any it is a ferry", "1", 0, 50),
    "tunnel": Field(FLAG, "whether it is a tunnel", "true"),
    "bonus": Field(WHOLE, "cards that its owner draws for it", "2", 0, 20),
    "exchange": Field(WHOLE, "this many cards of any kind stand for one", "4", 0, 9),
    "free": Field(FLAG, "whether it needs no technology", "true"),
    "railroads": Field(TEXTS, "codes of the railroads beside it", '["PRR", "B&O"]'),
    "bend": Field(POINT, "its drawn shape: two sideways offsets", "[0.1, -0.2]", -2, 2),
}

TICKET: Final[Fields] = {
    "from": Field(TEXT, "a place or a region", '"Oslo"', need=True),
    "to": Field(TEXT, "another place or region", '"Helsinki"', need=True),
    "points": Field(WHOLE, "what it is worth", "8", 1, 100, need=True),
}

RAILROAD: Final[Fields] = {
    "name": Field(TEXT, "its name", '"Lehigh Valley"', need=True),
    "code": Field(TEXT, "its short name, used by routes", '"LV"', high=8, need=True),
    "shares": Field(WHOLE, "how many shares it has", "6", 1, 50, need=True),
    "points": Field(WHOLES, "points for most shares, second most…", "[12, 7, 3]", 0, 200, True),
}

DRAWING: Final[Fields] = {
    "width": Field(NUMBER, "width of the drawn board", "1118.5", 1, 100_000, need=True),
    "height": Field(NUMBER, "height of the drawn board", "1267.8", 1, 100_000, need=True),
    "scale": Field(NUMBER, "units for a kilometre", "0.66", 0.0001, 100_000),
    "quiet": Field(TEXT, "the emptiest corner of the picture", '"top left"'),
}

# The lists of a board: the key, what one item is called, its keys, whether a board needs it.
LISTS: Final[Mapping[str, tuple[str, Fields, bool]]] = {
    "places": ("place", PLACE, True),
    "routes": ("route", ROUTE, True),
    "tickets": ("ticket", TICKET, True),
    "railroads": ("railroad", RAILROAD, False),
}
MOST_ITEMS: Final = 500

# The tables of a board and whether a board needs them.
TABLES: Final[Mapping[str, bool]] = {
    "numbers": True,
    "deck": True,
    "points": True,
    "tracks": True,
    "drawing": False,
}


def schema() -> dict[str, Any]:
    """A JSON Schema of board files, for editors that check while one types."""
    properties: dict[str, Any] = {key: _value(field) for key, field in HEAD.items()}
    properties["format"] = {"const": FORMAT, "description": HEAD["format"].about}
    properties["players"] |= {"minItems": 2, "maxItems": 2}
    properties["numbers"] = _table(NUMBERS)
    properties["deck"] = _table(DECK)
    properties["points"] = _numbered(r"^[1-9][0-9]?$", LENGTH_POINTS)
    properties["tracks"] = _numbered(r"^[2-8]$", USABLE)
    for key, (_, fields, _) in LISTS.items():
        properties[key] = {"type": "array", "maxItems": MOST_ITEMS, "items": _table(fields)}
    properties["drawing"] = _table(DRAWING)
    required = [key for key, field in HEAD.items() if field.need]
    required += [key for key, need in TABLES.items() if need]
    required += [key for key, (_, _, need) in LISTS.items() if need]
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Wagonik board",
        "type": "object",
        "additionalProperties": False,
        "required": required,
        "properties": properties,
    }


def _table(fields: Fields) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": [key for key, field in fields.items() if field.need],
        "properties": {key: _value(field) for key, field in fields.items()},
    }


def _numbered(pattern: str, field: Field) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "minProperties": 1,
        "patternProperties": {pattern: _value(field)},
    }


def _value(field: Field) -> dict[str, Any]:
    text = {"type": "string", "minLength": 1, "maxLength": field.high}
    whole = {"type": "integer", "minimum": field.low, "maximum": field.high}
    number = {"type": "number", "minimum": field.low, "maximum": field.high}
    shapes: dict[str, dict[str, Any]] = {
        TEXT: text,
        LONG_TEXT: text,
        WHOLE: whole,
        NUMBER: number,
        FLAG: {"type": "boolean"},
        TEXTS: {"type": "array", "items": text},
        WHOLES: {"type": "array", "minItems": 1, "items": whole},
        POINT: {"type": "array", "minItems": 2, "maxItems": 2, "items": number},
    }
    shape = {"enum": list(field.choices)} if field.choices else shapes[field.kind]
    return {"description": field.about, **shape}
