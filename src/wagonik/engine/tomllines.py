"""The line of every key and list item of a TOML text.

tomllib gives values without lines, but whoever writes a board by hand wants to be told
where it is wrong. This walks a text that tomllib has accepted and notes where things stand.
"""

import re
import tomllib
from typing import Final

Path = tuple[str | int, ...]
_DEEPEST: Final = 12  # parts of a path that are noted: a board has four

_BLANK: Final = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_SPACES: Final = re.compile(r"[ \t]*")
_BARE_KEY: Final = re.compile(r"[A-Za-z0-9_-]+")
_SCALAR: Final = re.compile(r"[^,\]}\n#]+")
# The long forms first: they begin with the short ones.
_STRING: Final = re.compile(
    r'"""(?:[^\\]|\\.)*?"""(?:"{0,2})'
    r"|'''.*?'''(?:'{0,2})"
    r'|"(?:[^"\\]|\\.)*"'
    r"|'[^']*'",
    re.DOTALL,
)


def lines(text: str) -> dict[Path, int]:
    """The line, counted from 1, of each path such as ("routes", 3, "colour")."""
    walk = _Walk(text)
    walk.document()
    return walk.found


class _Walk:
    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self.line = 1
        self.found: dict[Path, int] = {}
        self.items: dict[Path, int] = {}  # how many [[tables]] of a path there are so far

    def take(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.at)
        token = match.group() if match else ""
        self.at += len(token)
        self.line += token.count("\n")
        return token

    def note(self, path: Path, line: int) -> None:
        self.found.setdefault(path, line)

    def document(self) -> None:
        table: Path = ()
        self.take(_BLANK)
        while self.at < len(self.text):
            line = self.line
            if self.text.startswith("[[", self.at):
                self.at += 2
                parts = self.key()
                self.at += 2
                table = (*self.inside(parts[:-1], line), parts[-1])
                count = self.items.get(table, 0)
                self.items[table] = count + 1
                self.note(table, line)
                table = (*table, count)
                self.note(table, line)
            elif self.text[self.at] == "[":
                self.at += 1
                table = self.inside(self.key(), line)
                self.at += 1
            else:
                self.pair(table)
            self.take(_BLANK)

    def inside(self, parts: tuple[str, ...], line: int) -> Path:
        """The path of a [header]: a name of [[tables]] means the last of them."""
        path: Path = ()
        for part in parts[:_DEEPEST]:
            path = (*path, part)
            self.note(path, line)
            if path in self.items:
                path = (*path, self.items[path] - 1)
        return path

    def key(self) -> tuple[str, ...]:
        parts: list[str] = []
        while True:
            self.take(_SPACES)
            if self.text[self.at] in "\"'":
                parts.append(tomllib.loads("key = " + self.take(_STRING))["key"])
            else:
                parts.append(self.take(_BARE_KEY))
            self.take(_SPACES)
            if self.text[self.at] != ".":
                return tuple(parts)
            self.at += 1

    def pair(self, table: Path) -> None:
        line = self.line
        path = table
        for part in self.key()[:_DEEPEST]:
            path = (*path, part)
            self.note(path, line)
        self.at += 1  # the equals sign
        self.take(_SPACES)
        self.value(path)

    def value(self, path: Path) -> None:
        first = self.text[self.at]
        if first in "\"'":
            self.take(_STRING)
        elif first == "[":
            self.at += 1
            self.take(_BLANK)
            count = 0
            while self.text[self.at] != "]":
                self.note((*path, count), self.line)
                self.value((*path, count))
                count += 1
                self.separator()
            self.at += 1
        elif first == "{":
            self.at += 1
            self.take(_BLANK)  # TOML 1.1 allows lines in here
            while self.text[self.at] != "}":
                self.pair(path)
                self.separator()
            self.at += 1
        else:
            self.take(_SCALAR)

    def separator(self) -> None:
        self.take(_BLANK)
        if self.text[self.at] == ",":
            self.at += 1
            self.take(_BLANK)
