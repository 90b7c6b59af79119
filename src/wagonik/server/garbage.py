"""When the garbage collector looks at what: everybody at every table waits while it looks.

Nearly everything goes away by itself when nobody holds it any more, connections that end included
(gate.py sees to that); only what holds each other in a circle needs the collector. It looks at all
objects that came within the last second, and then no more: those that are still there are tables
and connections, which stay. To look at everything takes a second with some thousand matches. So it
is done where it is short, or when enough connections have ended in an error, which leaves circles,
or after some hours, for whatever else there may be.
"""

import asyncio
import gc
import sys
import time
from typing import Final

YOUNGEST: Final = 5_000  # so many objects more than at the last look, and it looks by itself
NEVER: Final = 1_000_000_000
SECONDS: Final = 1.0  # between two looks at what is new
REST: Final = 10.0  # seconds at least between two looks at everything
SHORT: Final = 0.05  # seconds that nobody minds
MANY: Final = 1_000  # connections that ended in an error, whose remains are some 20 MB
LONGEST: Final = 6 * 3600.0  # seconds without a look at everything
SHARE: Final = 0.003  # of the time at most is spent with looks at everything


class Collector:
    """Of a process, once everything is loaded."""

    def __init__(self) -> None:
        self.broken = 0  # connections that ended in an error, since the last look at everything
        self._took = 0.0  # seconds, by the last look at everything
        self._held = 1  # blocks of memory then
        self._due = 0.0
        self._looked = 0.0  # when everything was looked at last

    def begin(self) -> None:
        """What is loaded by now stays: nobody need look at it again."""
        gc.collect()
        gc.freeze()
        gc.set_threshold(YOUNGEST, NEVER, NEVER)

    def look(self) -> None:
        began = time.perf_counter()
        # A server that has filled since the last look takes longer now than it took then.
        held = sys.getallocatedblocks()
        short = self._took * held / self._held < SHORT
        wanted = short or self.broken >= MANY or began - self._looked >= LONGEST
        if wanted and began >= self._due:
            self.broken = 0
            self._looked = began
            self._held = held
            gc.unfreeze()
            gc.collect()
            self._took = time.perf_counter() - began
            self._due = began + max(REST, self._took / SHARE)
        else:
            gc.collect(1)
        gc.freeze()

    async def run(self) -> None:
        self.begin()
        while True:
            await asyncio.sleep(SECONDS)
            self.look()


collector: Final = Collector()
