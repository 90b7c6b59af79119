"""Who plays in simulations and tournaments: our bots here, bots of one's own in their rooms."""

from functools import lru_cache, partial
from typing import Final

from wagonik.arena.rooms import Origin, RoomBot, room_of
from wagonik.bots.base import BrainBot, Random
from wagonik.bots.guard import BotFailed, Fault, SafeBot
from wagonik.bots.registry import Entry, find_bot
from wagonik.code import bot_code


class Contestant:
    """A bot by the name it was given. The file of a bot of one's own is never carried out here,
    only in its room."""

    def __init__(self, key: str, code: str) -> None:
        self.key: Final = key
        self.code: Final = code
        self.entry: Final[Entry | None] = None if is_own(key) else find_bot(key)

    @property
    def name(self) -> str:
        """Its name in tables of results.

        Raises:
            UnknownBot: It is a bot of one's own, and its file can't be used.
        """
        if self.entry is not None:
            return self.entry.name
        room = room_of(self.key, self.code)
        if not room.name:
            room.open()
        return room.name

    def plays(self, game: str) -> bool:
        """Whether it can play a game; one of one's own will show it."""
        return self.entry is None or self.entry.plays(game)

    def thinks_alone(self) -> bool:
        """Whether a bot is nothing but its brain, which then can be asked without views."""
        if self.entry is None:
            return False
        if self.entry.bot is Random:
            return True
        if not issubclass(self.entry.bot, BrainBot):
            return False
        own = self.entry.bot.__mro__[: self.entry.bot.__mro__.index(BrainBot)]
        return not any(name in vars(kind) for kind in own for name in ("choose", "start"))

    def make(self, seed: int, origin: Origin, seconds: float | None = None) -> SafeBot:
        """The bot under guard, ready for a match by rules of that origin."""
        if self.entry is not None:
            return SafeBot(self.entry.make, seed, self.entry.name, seconds)
        room = room_of(self.key, self.code)
        make = partial(RoomBot, room=room, origin=origin, seconds=seconds)
        return SafeBot(make, seed, self.name)


def is_own(key: str) -> bool:
    """Whether a name is the place of a bot of one's own."""
    return ".py:" in key


def find_contestant(key: str) -> Contestant:
    """Who is meant. A bot of one's own is another one when its file changes.

    Raises:
        UnknownBot: There is no such bot.
    """
    return _contestant(key, bot_code(key))


@lru_cache(maxsize=64)
def _contestant(key: str, code: str) -> Contestant:
    return Contestant(key, code)


def end_match(bots: list[SafeBot], turn: int) -> None:
    """The match is over: bots in rooms are asked whether they left the rules alone."""
    for seat, guard in enumerate(bots):
        if isinstance(guard.bot, RoomBot):
            try:
                guard.bot.end()
            except BotFailed as error:
                guard.replaced(Fault(guard.name, seat, turn, error.reason))
