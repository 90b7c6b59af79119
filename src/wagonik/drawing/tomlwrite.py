"""Writing a layout into a board file without touching anything else in it.

Comments, order and columns of a file that somebody wrote by hand stay as they are; only the keys of
the drawing are changed or added.
"""

import re
from collections.abc import Iterator
from typing import Final

from wagonik.drawing.layout import BoardLayout
from wagonik.engine.boardfile import BoardFile, load

_STRING: Final = re.compile(
    r'"""(?:[^\\]|\\.)*?"""(?:"{0,2})|\'\'\'.*?\'\'\'(?:\'{0,2})'
    r'|"(?:[^"\\]|\\.)*"|\'[^\']*\'',
    re.DOTALL,
)
_COMMENT: Final = re.compile(r"#[^\n]*")

Span = tuple[int, int]


def with_layout(text: str, layout: BoardLayout) -> str:
    """The text of a board file with the places, labels, bends and size of a layout."""
    board = load(text)
    wanted = layout.on(board)
    edits: list[tuple[Span, str]] = []
    places = [
        {
            "x": f"{place.x:6.1f}",
            "y": f"{place.y:6.1f}",
            **({"label": _pair(place.label, 1)} if place.label else {}),
        }
        for place in wanted.places
    ]
    routes = [{"bend": _pair(route.bend, 3)} for route in wanted.routes if route.bend]
    for key, values in (("places", places), ("routes", routes)):
        spans = list(_items(text, key))
        if len(spans) != len(values):
            raise ValueError(f"the {key} of this file are written in a way that is not known here")
        for span, value in zip(spans, values, strict=True):
            edits.append((span, _edited(text[slice(*span)], value)))
    size = {
        "width": f"{layout.width:g}",
        "height": f"{layout.height:g}",
        "scale": f"{layout.scale:g}",
        "quiet": f'"{layout.quiet}"',
    }
    found = re.search(r"^drawing\s*=\s*(?=\{)", text, re.MULTILINE)
    table = re.search(r"^\[\s*drawing\s*\][^\n]*\n", text, re.MULTILINE)
    if found:
        span = (found.end(), _closing(text, found.end()))
        edits.append((span, _edited(text[slice(*span)], size)))
    elif table:
        span = (table.end(), _next_header(text, table.end()))
        edits.append((span, _edited(text[slice(*span)], size)))
    for (start, end), new in sorted(edits, reverse=True):
        text = text[:start] + new + text[end:]
    if not found and not table:
        lines = "".join(f"{key} = {value}\n" for key, value in size.items())
        text = text.rstrip("\n") + "\n\n[drawing]\n" + lines
    _check(load(text), wanted)
    return text


def _check(written: BoardFile, wanted: BoardFile) -> None:
    if (written.places, written.routes) != (wanted.places, wanted.routes):
        raise ValueError("the layout could not be written into this file")


def _pair(values: tuple[float, float] | None, digits: int) -> str:
    first, second = values or (0.0, 0.0)
    return f"[{first:.{digits}f}, {second:.{digits}f}]"


def _skip(text: str, at: int) -> int:
    """The end of the string or comment that begins here, else the next letter."""
    token = _STRING.match(text, at) or _COMMENT.match(text, at)
    return token.end() if token else at + 1


def _closing(text: str, at: int) -> int:
    """The end of the bracket or brace that opens here."""
    depth = 0
    while at < len(text):
        if text[at] in "[{":
            depth += 1
        elif text[at] in "]}":
            depth -= 1
            if depth == 0:
                return at + 1
        at = _skip(text, at)
    return at


def _next_header(text: str, at: int) -> int:
    header = re.compile(r"^[ \t]*\[", re.MULTILINE).search(text, at)
    return header.start() if header else len(text)


def _items(text: str, key: str) -> Iterator[Span]:
    """Where the items of a list stand: tables in braces, or the bodies of [[tables]]."""
    found = re.search(rf"^{key}\s*=\s*(?=\[)", text, re.MULTILINE)
    if found:
        at, end = found.end() + 1, _closing(text, found.end())
        while at < end:
            if text[at] == "{":
                close = _closing(text, at)
                yield (at, close)
                at = close
            else:
                at = _skip(text, at)
        return
    for header in re.finditer(rf"^\[\[\s*{key}\s*\]\][^\n]*\n", text, re.MULTILINE):
        yield (header.end(), _next_header(text, header.end()))


def _edited(table: str, values: dict[str, str]) -> str:
    """A table, in braces or as lines, with some keys set."""
    if table.startswith("{"):
        parts = _parts(table[1:-1])
        for key, value in values.items():
            for i, part in enumerate(parts):
                if re.match(rf"\s*{key}\s*=", part):
                    tail = part[len(part.rstrip()) :]
                    parts[i] = f"{part[: part.index('=') + 1]} {value}{tail}"
                    break
            else:
                last = parts[-1].rstrip() if parts else ""
                tail = parts[-1][len(last) :] if parts else " "
                parts[-1:] = [last, f" {key} = {value}{tail}"] if last else [f" {key} = {value} "]
        return "{" + ",".join(parts) + "}"
    body = table.rstrip()
    rest = table[len(body) :] or "\n"
    for key, value in values.items():
        line = f"{key} = {value.strip()}"
        body, count = re.subn(rf"^{key}\s*=[^\n]*$", line, body, count=1, flags=re.MULTILINE)
        if not count:
            body = f"{body}\n{line}" if body else line
    return body + rest


def _parts(inside: str) -> list[str]:
    """The key–value pairs of an inline table."""
    parts = []
    at = start = depth = 0
    while at < len(inside):
        letter = inside[at]
        if letter in "[{":
            depth += 1
        elif letter in "]}":
            depth -= 1
        elif letter == "," and depth == 0:
            parts.append(inside[start:at])
            start = at + 1
        at = _skip(inside, at)
    parts.append(inside[start:])
    return parts
