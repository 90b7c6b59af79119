"""Guided first matches: a deal that is the same for everybody, for one person and bots."""

import tomllib
from functools import cache
from importlib import resources
from typing import NamedTuple

from wagonik.games import find_game


class Lesson(NamedTuple):
    """The match of a lesson; its words are the client's."""

    players: int
    seed: int


@cache
def lesson_of(game: str) -> Lesson | None:
    """What `lesson.toml` in the game's folder says; nothing for a game without one."""
    folder = resources.files("wagonik.games").joinpath(find_game(game).key)
    file = folder.joinpath("lesson.toml")
    if not file.is_file():
        return None
    told = tomllib.loads(file.read_text(encoding="utf-8"))
    return Lesson(players=told["players"], seed=told["seed"])
