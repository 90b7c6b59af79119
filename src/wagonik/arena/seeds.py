"""Where the chance of every match comes from: all seeds of simulations and tournaments.

A match depends on its run or tournament and on its number alone, never on where it is played.
"""

import hashlib
from typing import Final

from wagonik.engine.rng import FastRng

MOST_MATCHES: Final = 1_000_000_000  # of a run, so that the seeds of two runs never meet


def match_seed(seed: int, number: int) -> int:
    """The seed of a match of a run: it can be written down and played alone."""
    return seed * MOST_MATCHES + number


def deal_seed(seed: int, game: str, players: int, deal: int) -> int:
    """The seed of one deal: the same for every line-up, so that all meet the same cards."""
    return _drawn(f"arena {seed} {game} {players} {deal}", 8)


def seat_seed(match: int, seat: int) -> int:
    """The seed of the bot at a seat of a run's match."""
    return _drawn(f"wagonik seat {seat} of {match}", 7)


def rotated_seed(match: int, seat: int) -> int:
    """The seed of the bot at a seat of a deal, in every rotation."""
    return (match + 7919 * seat) % 2**62


def choices(match: int) -> FastRng:
    """The chance of random players in a run's match, all seats together."""
    return FastRng(_drawn(f"wagonik choices {match}", 7))


def _drawn(text: str, size: int) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:size], "little")
