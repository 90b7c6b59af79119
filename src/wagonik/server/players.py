"""The levels of bots, as the server offers them.

Settings name this module, or another one with the same two functions.
"""

from wagonik.bots.base import Bot, Random
from wagonik.server.protocol.web import BotInfo


def levels() -> list[BotInfo]:
    """All levels, the weakest first."""
    return [BotInfo(level=Random.name, about=Random.about, about_pl="Gra losowo.")]


def make(level: str, seed: int) -> Bot:
    assert level == Random.name
    return Random(seed)
