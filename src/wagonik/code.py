"""Which code plays: a fingerprint of the engine, the games and the bots, and of bots from files.

A version number is not enough to tell whether results belong together: a bot that is being
worked on changes many times between two versions.
"""

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

import wagonik
from wagonik.games import GAMES

PLAYING: Final = ("engine", "games", "bots", "match.py")
LEFT_OUT: Final = (".pyc", ".so", ".pyd")


@cache
def fingerprint(*more: str) -> str:
    """The same for the same sources and data, compiled or not; of more folders, if they are
    named."""
    package = Path(wagonik.__file__).parent
    found: list[Path] = []
    for name in (*PLAYING, *more):
        path = package / name
        found += [path] if path.is_file() else [file for file in path.rglob("*") if file.is_file()]
    total = hashlib.sha256()
    for file in sorted(found):
        if file.suffix not in LEFT_OUT:
            total.update(str(file.relative_to(package)).encode() + b"\0")
            total.update(hashlib.sha256(file.read_bytes()).digest())
    return total.hexdigest()[:16]


def bot_code(key: str) -> str:
    """The fingerprint of the file of a bot of one's own; empty for ours."""
    if ".py:" not in key:
        return ""
    file = Path(key.rpartition(":")[0])
    return hashlib.sha256(file.read_bytes()).hexdigest()[:16] if file.is_file() else ""


def versions() -> dict[str, object]:
    return {"wagonik": wagonik.__version__, "games": {game.key: game.version for game in GAMES}}
