"""Which bots look ahead while others are to move: the newest first, then by turns.

Each does so for some seconds before its turn and no longer, in short slices: whoever has to decide
in the same process waits for one of them at the most.
"""

from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from wagonik.server.thinking import BotTurn

SLICE: Final = 0.05  # seconds
MOST: Final = 64  # bots that a process looks ahead for


class Ponderer:
    """A bot that is waiting for its turn."""

    def __init__(self, job: "BotTurn", holds: Callable[[], bool], left: float) -> None:
        self.key: Final = job.match, job.seat
        self.job = job
        self.holds = holds  # whether the match is still where the job says
        self.left = left  # seconds
        self.awake = True


class Ponderers:
    """The bots of one process that are waiting for their turns."""

    def __init__(self, seconds: float) -> None:
        self.seconds: Final = seconds  # for each before its turn
        self._bots: Final[OrderedDict[tuple[str, int], Ponderer]] = OrderedDict()  # the next: last
        self._spoilt: Final[set[str]] = set()  # matches in which it went wrong

    def add(self, job: "BotTurn", holds: Callable[[], bool]) -> None:
        """Others are to move. If they were before, too, its time goes on."""
        if job.match in self._spoilt:
            return
        bot = Ponderer(job, holds, self.seconds)
        before = self._bots.pop(bot.key, None)
        if before is not None:
            bot.left = before.left
            bot.awake = bot.left > 0
        self._bots[bot.key] = bot
        if len(self._bots) > MOST:
            self._bots.popitem(last=False)

    def take_turn(self, job: "BotTurn") -> None:
        """It has to decide now: what follows is the time before another turn."""
        self._bots.pop((job.match, job.seat), None)

    def next(self) -> Ponderer | None:
        for bot in reversed(self._bots.values()):
            bot.awake = bot.awake and bot.holds()
            if bot.awake:
                return bot
        return None

    def had(self, bot: Ponderer, seconds: float, more: bool) -> None:
        """It had a slice; the others come first now."""
        bot.left -= seconds
        bot.awake = more and bot.left > 0
        if self._bots.get(bot.key) is bot:
            self._bots.move_to_end(bot.key, last=False)

    def spoil(self, bot: Ponderer) -> None:
        """It went wrong: its match goes on without."""
        self._spoilt.add(bot.job.match)
        self._bots.pop(bot.key, None)
        bot.awake = False

    def rest(self) -> None:
        """Their process is gone; whoever decides next starts another."""
        for bot in self._bots.values():
            bot.awake = False
