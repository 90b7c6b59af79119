"""Ctrl-C beside Polars, which loses one that comes while it converts, or takes it for its own."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def interrupts_wait() -> Iterator[None]:
    """Hear a Ctrl-C only at the end of the block, where it is raised. Who ignores it still does."""
    heard: list[int] = []
    usual = signal.getsignal(signal.SIGINT)
    if usual is not signal.default_int_handler or not _is_main():
        yield
        return
    signal.signal(signal.SIGINT, lambda number, _frame: heard.append(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, usual)
        if heard:
            raise KeyboardInterrupt


def hear_interrupts() -> None:
    """Give Ctrl-C back to Python: Polars takes it for its own queries."""
    if _is_main():
        signal.signal(signal.SIGINT, signal.getsignal(signal.SIGINT))


def _is_main() -> bool:
    return threading.current_thread() is threading.main_thread()
