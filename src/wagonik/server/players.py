"""The levels of bots, as the server offers them.

Settings name this module, or another one with the same two functions.
"""

from typing import Final, Protocol

from wagonik.match import View
from wagonik.server.protocol.web import BotInfo

SECONDS: Final = 5.0  # that a bot may think about one decision


class Player(Protocol):
    """What the server asks of a bot."""

    def start(self, view: View) -> None: ...

    def choose(self, view: View) -> int: ...


def levels() -> list[BotInfo]:
    """All levels, the weakest first."""
    from wagonik.bots.registry import LEVELS

    return [
        BotInfo(
            level=level.name,
            name=level.name,
            name_pl=level.name_pl,
            about=level.about,
            about_pl=level.about_pl,
        )
        for level in LEVELS
    ]


def make(level: str, seed: int) -> Player:
    from wagonik.bots.registry import make_bot

    return make_bot(level, seed, SECONDS)
