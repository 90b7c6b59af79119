"""Opponents by name, ready for the compiled loop."""

from collections.abc import Sequence

from wagonik.bots.base import Brain, BrainBot, Random, RandomBrain
from wagonik.bots.guard import SafeBot
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


def is_shared(entry: Entry) -> bool:
    """Whether one brain of a bot can play many matches: it remembers nothing."""
    return issubclass(entry.bot, BrainBot | Random)


def make_brain(rules: Rules, entry: Entry, seed: int) -> Brain:
    """A bot that decides on states, whatever it is made of."""
    if entry.bot is Random:
        return RandomBrain(rules, seed)
    if issubclass(entry.bot, BrainBot):
        return entry.bot(seed).make_brain(rules)
    guarded = SafeBot(entry.bot, seed, entry.name)
    return GuestBrain(rules, guarded.start, guarded.choose)
