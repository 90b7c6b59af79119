"""One level for tests: it plays at random, and quickly."""

from wagonik.bots.base import Bot, Random
from wagonik.server.protocol.web import BotInfo


def levels() -> list[BotInfo]:
    return [
        BotInfo(level="random", name="random", name_pl="losowy", about="Random.", about_pl="Los."),
        BotInfo(level="broken", name="broken", name_pl="zepsuty", about="Fails.", about_pl="Psuje"),
    ]


class Broken(Bot):
    """Fails now and then, and chooses what is not possible now and then."""

    def choose(self, view: object) -> int:
        self.seed += 1
        if self.seed % 2:
            raise ValueError("this bot is broken")
        return 10**6


def make(level: str, seed: int) -> Bot:
    return Broken(seed) if level == "broken" else Random(seed)
