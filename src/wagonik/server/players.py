"""The levels of bots, as the server offers them.

Settings name this module, or another one with the same functions; `spread` and `ponder` are needed
only where `bot_cores` and `bot_ponder` are set.
"""

from typing import Protocol

from wagonik.match import View
from wagonik.server.protocol.web import BotInfo


class TableBot(Protocol):
    """What the server asks of a bot."""

    def start(self, view: View) -> None: ...

    def choose(self, view: View) -> int: ...


_cores = 1  # that patient bots of this process think on


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


def make(level: str, seed: int) -> TableBot:
    """A bot that answers whatever happens. Its time is not limited by a thread: a bot that was left
    behind in one would go on in the work space of rules that other matches use. Who takes too long
    is ended together with its process."""
    from wagonik.bots.master.bot import Master
    from wagonik.bots.registry import make_bot

    player = make_bot(level, seed)
    if isinstance(player.bot, Master):
        player.bot.cores = _cores
    return player


def patient(level: str) -> bool:
    """Whether a level uses all the time it gets."""
    from wagonik.bots.master.bot import Master
    from wagonik.bots.registry import find_bot

    return issubclass(find_bot(level).bot, Master)


def allow(player: TableBot, seconds: float) -> None:
    """How long a patient bot may think about its next decision."""
    from wagonik.bots.guard import SafeBot
    from wagonik.bots.master.bot import Master

    if isinstance(player, SafeBot) and isinstance(player.bot, Master):
        player.bot.seconds = seconds


def spread(cores: int) -> None:
    """In a process that has just started: its patient bots think on so many cores, all of them on
    the same ones."""
    global _cores
    from wagonik.bots.master.team import start_team

    start_team(cores)
    _cores = cores


def ponder(player: TableBot, view: View, seconds: float) -> bool:
    """Let a patient bot look ahead while others are to move. Whether more of it is of use."""
    from wagonik.bots.guard import SafeBot
    from wagonik.bots.master.bot import Master
    from wagonik.bots.master.foresight import ENOUGH

    if isinstance(player, SafeBot) and isinstance(player.bot, Master):
        return 0 < player.bot.ponder(view, seconds) < ENOUGH
    return False
