"""Which code plays: a fingerprint of the engine, the games and the bots, and of bots from files.

A version number is not enough to tell whether results belong together: a bot that is being
worked on changes many times between two versions. What is of one game is named after it in every
layer (`games/paris`, `bots/games/paris.py`, `bots/master/weights/paris-2.json`), so that results of
one game stay good when another one changes.
"""

import hashlib
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Final

import wagonik
from wagonik.games import GAMES

PLAYING: Final = ("engine", "games", "bots", "match.py")
LEFT_OUT: Final = (".pyc", ".so", ".pyd")


def fingerprint(*more: str, games: Iterable[str] | None = None) -> str:
    """The same for the same sources and data, compiled or not; of more folders, if they are
    named; of what plays these games, if any are named."""
    return _fingerprint(more, None if games is None else frozenset(games))


@cache
def _fingerprint(more: tuple[str, ...], games: frozenset[str] | None) -> str:
    package = Path(wagonik.__file__).parent
    others = set() if games is None else {game.key for game in GAMES} - games
    found: list[Path] = []
    for name in (*PLAYING, *more):
        path = package / name
        found += [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    total = hashlib.sha256()
    for file in sorted(found):
        place = file.relative_to(package)
        if file.suffix not in LEFT_OUT and not any(_game(part) in others for part in place.parts):
            total.update(str(place).encode() + b"\0")
            total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()[:16]


def _game(part: str) -> str:
    """What a part of a path says of the game: `paris`, `paris.py`, `paris-2.json`."""
    return part.partition(".")[0].partition("-")[0]


def bot_code(key: str) -> str:
    """The fingerprint of the file of a bot of one's own; empty for ours."""
    if ".py:" not in key:
        return ""
    file = Path(key.rpartition(":")[0])
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16] if file.is_file() else ""


def versions(games: Iterable[str] | None = None) -> dict[str, object]:
    """Of Wagonik, and of the rules of these games, or of all."""
    keys = {game.key for game in GAMES} if games is None else set(games)
    found = {game.key: game.version for game in GAMES if game.key in keys}
    return {"wagonik": wagonik.__version__, "games": found}
