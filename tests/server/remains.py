"""Start a server for a test whose garbage collector rests: `python -m tests.server.remains PORT
JSON-OF-SETTINGS`. At each SIGUSR1 it looks at everything once, and says how many objects only the
collector could find, and of which kinds most were.
"""

import asyncio
import collections
import gc
import signal
from typing import Any

from tests.server import serve
from wagonik.server.garbage import collector


async def _rest() -> None:
    await asyncio.Event().wait()


def _look(*_: Any) -> None:
    gc.set_debug(gc.DEBUG_SAVEALL)
    found = gc.collect()
    kinds = collections.Counter(type(one).__qualname__ for one in gc.garbage)
    gc.set_debug(0)
    gc.garbage.clear()
    gc.collect()
    print(f"remains: {found} broken: {collector.broken} {dict(kinds.most_common(12))}", flush=True)


def main() -> None:
    gc.disable()
    collector.run = _rest  # type: ignore[method-assign]
    signal.signal(signal.SIGUSR1, _look)
    serve.main()


if __name__ == "__main__":
    main()
