"""Opponents by name, ready for the compiled loop."""

import warnings
from collections.abc import Callable, Sequence
from typing import Final

from wagonik.bots.base import Brain, BrainBot, Random, RandomBrain
from wagonik.bots.guard import Fault, SafeBot
from wagonik.bots.registry import Entry, find_bot
from wagonik.engine.errors import WagonikError
from wagonik.engine.rules import Rules
from wagonik.envs.core.guests import GuestBrain


def find_opponents(rules: Rules, names: Sequence[str]) -> list[Entry]:
    """The bots of the other seats: one name for each of them, or one for all."""
    others = rules.seats - 1
    if isinstance(names, str):
        names = [names]
    if len(names) == 1:
        names = list(names) * others
    if len(names) != others:
        raise WagonikError(
            f"{rules.seats} players have {others} opponents: name {others} bots, or one for all; "
            f"{len(names)} were named."
        )
    entries = [find_bot(name) for name in names]
    for entry in entries:
        if not entry.plays(rules.game):
            raise WagonikError(f"The bot {entry.name!r} does not play {rules.game}.")
    return entries


class OpponentFailed(UserWarning):
    """A move of an opponent had to be replaced by a random one."""


class Warner:
    """Warns of opponents that fail, once each; how often they do is counted in `info`."""

    def __init__(self) -> None:
        self.warned: Final[set[str]] = set()

    def tell(self, fault: Fault) -> None:
        """A move was replaced."""
        if fault.bot not in self.warned:
            self.warned.add(fault.bot)
            warnings.warn(
                f"{fault}. A random move was played; `replaced_moves` in the info counts them.",
                OpponentFailed,
                stacklevel=2,
            )


def is_shared(entry: Entry) -> bool:
    """Whether one brain of a bot can play many matches: it remembers nothing."""
    return not entry.own and issubclass(entry.bot, BrainBot | Random)


def make_brain(rules: Rules, entry: Entry, seed: int, report: Callable[[Fault], None]) -> Brain:
    """A bot that decides on states, whatever it is made of. `report` is told of moves that had to
    be replaced."""
    if entry.bot is Random:
        return RandomBrain(rules, seed)
    if is_shared(entry):
        bot = entry.bot(seed)
        assert isinstance(bot, BrainBot)
        return bot.make_brain(rules)
    guarded = SafeBot(entry.make, seed, entry.name, report=report)
    return GuestBrain(rules, guarded.start, guarded.choose)
