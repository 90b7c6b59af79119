"""Limits: token buckets, for connections and for addresses."""

import ipaddress
import time
from functools import lru_cache
from typing import Final

_MOST_ADDRESSES: Final = 20_000


@lru_cache(4096)
def group(address: str) -> str:
    """The address that limits count: of IPv6 the network of 64 bits, which one household has."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv4Address):
        return str(found)
    mapped = found.ipv4_mapped
    if mapped is not None:
        return str(mapped)
    return str(ipaddress.ip_network((int(found) >> 64 << 64, 64)))


class Bucket:
    """Holds up to `burst` tokens and gains `rate` a second."""

    __slots__ = ("at", "burst", "level", "rate")

    def __init__(self, rate: float, burst: float) -> None:
        self.rate = rate
        self.burst = burst
        self.level = burst
        self.at = time.monotonic()

    def take(self, now: float | None = None) -> bool:
        now = time.monotonic() if now is None else now
        self.level = min(self.burst, self.level + (now - self.at) * self.rate)
        self.at = now
        if self.level < 1:
            return False
        self.level -= 1
        return True

    def full(self, now: float) -> bool:
        return self.level + (now - self.at) * self.rate >= self.burst


class Buckets:
    """One bucket an address. Full ones are forgotten when there are many."""

    def __init__(self, rate: float, burst: float) -> None:
        self.rate: Final = rate
        self.burst: Final = burst
        self.found: dict[str, Bucket] = {}

    def take(self, address: str) -> bool:
        address = group(address)
        bucket = self.found.get(address)
        if bucket is None:
            if len(self.found) >= _MOST_ADDRESSES:
                self._forget()
            bucket = self.found[address] = Bucket(self.rate, self.burst)
        return bucket.take()

    def _forget(self) -> None:
        now = time.monotonic()
        kept = {key: bucket for key, bucket in self.found.items() if not bucket.full(now)}
        # Under attack from everywhere nobody is remembered rather than memory filled.
        self.found = kept if len(kept) < _MOST_ADDRESSES // 2 else {}
