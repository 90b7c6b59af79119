"""Levels for tests: one that plays at random and quickly, one that fails, one that takes its time,
one that never answers.

What looks ahead writes down in the file that `PONDERED` names at which turn of which seat it did.
"""

import os
import sys
import time
from pathlib import Path

from wagonik.bots.base import Bot, Random
from wagonik.match import View
from wagonik.server.protocol.web import BotInfo


def levels() -> list[BotInfo]:
    return [
        BotInfo(level="random", name="random", name_pl="losowy", about="Random.", about_pl="Los."),
        BotInfo(level="patient", name="p", name_pl="c", about="Waits.", about_pl="Czeka."),
        BotInfo(level="stuck", name="s", name_pl="s", about="Never ends.", about_pl="Nie kończy."),
        BotInfo(level="broken", name="broken", name_pl="zepsuty", about="Fails.", about_pl="Psuje"),
    ]


class Broken(Bot):
    """Fails now and then, and chooses what is not possible now and then."""

    def choose(self, view: View) -> int:
        self.seed += 1
        if self.seed % 2:
            raise ValueError("this bot is broken")
        return 10**6


class Leaving(Bot):
    """Ends the program, as it thinks."""

    def choose(self, view: View) -> int:
        sys.exit(3)


class Patient(Bot):
    """Uses all the time it gets."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.random = Random(seed)
        self.seconds = 1.0

    def choose(self, view: View) -> int:
        time.sleep(self.seconds)
        return self.random.choose(view)


class Dying(Patient):
    """Takes its process along when it looks ahead."""


class Raising(Patient):
    """Fails when it looks ahead."""


class Stuck(Bot):
    def choose(self, view: View) -> int:
        time.sleep(3600)
        return view.legal[0]


BOTS: dict[str, type[Bot]] = {
    "random": Random,
    "patient": Patient,
    "dying": Dying,
    "raising": Raising,
    "stuck": Stuck,
    "broken": Broken,
    "leaving": Leaving,
}


def make(level: str, seed: int) -> Bot:
    return BOTS[level](seed)


def patient(level: str) -> bool:
    return issubclass(BOTS[level], Patient)


def allow(bot: Bot, seconds: float) -> None:
    if isinstance(bot, Patient):
        bot.seconds = seconds


def ponder(bot: Bot, view: View, seconds: float) -> bool:
    with Path(os.environ["PONDERED"]).open("a", encoding="utf-8") as file:
        file.write(f"{view.state.turn} {view.seat} {view.state.viewer} {len(view.legal)}\n")
    if isinstance(bot, Dying):
        os._exit(1)
    if isinstance(bot, Raising):
        raise ValueError("this bot can't look ahead")
    time.sleep(seconds / 10)
    return True
