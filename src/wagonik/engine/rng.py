"""Randomness: a seeded stream of numbers, the same on every platform, forever.

The stream is SHAKE-128 of the seed, a stream name and a counter, so that nobody who sees the
cards of a match can work out the ones to come. It is standard library, and identical compiled
and interpreted.
"""

import hashlib
from typing import Final

from mypy_extensions import i64, mypyc_attr

BLOCK: Final = 168  # bytes in one squeeze of SHAKE-128


def seed_key(seed: int) -> bytes:
    """The key of a match's seed; a stream's name is put behind it."""
    # Not `b"%d" % seed`, whose compiled form does not bear an interrupt while it writes a number.
    return hashlib.sha256(b"wagonik " + str(seed).encode()).digest()


@mypyc_attr(acyclic=True)
class Rng:
    """A stream of uniform random numbers below a bound."""

    def __init__(self, key: bytes) -> None:
        self.key: bytes = key
        self.counter: i64 = 0
        self.block: bytes = b""
        self.at: i64 = BLOCK

    def copy(self) -> "Rng":
        twin = Rng(self.key)
        twin.counter = self.counter
        twin.block = self.block
        twin.at = self.at
        return twin

    def _refill(self) -> None:
        count = int(self.counter)
        self.block = hashlib.shake_128(self.key + count.to_bytes(8, "little")).digest(BLOCK)
        self.counter += 1
        self.at = 0

    def below(self, bound: i64) -> i64:
        """A uniform number in 0 … bound − 1; bound is at most 65,536."""
        while True:
            if self.at >= BLOCK:
                self._refill()
            at = self.at
            block = self.block
            low: i64 = block[at]
            high: i64 = block[at + 1]
            self.at = at + 2
            scaled: i64 = (low | (high << 8)) * bound
            part: i64 = scaled & 65535
            # Lemire's rejection keeps the numbers exactly uniform.
            if part >= bound or part >= (65536 - bound) % bound:
                return scaled >> 16


@mypyc_attr(acyclic=True)
class FastRng:
    """A quick generator for random play, where nothing is hidden and speed is all."""

    def __init__(self, seed: int) -> None:
        self.state: i64 = (seed * 2654435761 + 88172645463325252) & 0x3FFFFFFFFFFFFFF | 1

    def below(self, bound: i64) -> i64:
        # A 58-bit xorshift: the masks keep compiled and interpreted numbers the same.
        x = self.state
        x = x ^ ((x << 13) & 0x3FFFFFFFFFFFFFF)
        x = x ^ (x >> 7)
        x = x ^ ((x << 17) & 0x3FFFFFFFFFFFFFF)
        self.state = x
        return (((x >> 20) & 0x7FFFFFFF) * bound) >> 31
