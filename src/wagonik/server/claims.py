"""One process a SQLite file: two of them would not see each other's moves."""

import contextlib
import fcntl
import os
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from sqlalchemy.engine import make_url

from wagonik.engine.errors import WagonikError

_held: Final[dict[Path, int]] = {}  # files that this process has claimed, and how many times


class DatabaseTaken(WagonikError):
    """Another process has the file."""


@contextlib.contextmanager
def claimed(url: str) -> Iterator[None]:
    """While this lasts, no other process serves the tables of a SQLite file. (Whatever ends this
    process ends the claim: the system keeps it, not the file.)

    Raises:
        DatabaseTaken: Another process has claimed it.
    """
    found = make_url(url)
    if found.get_backend_name() != "sqlite" or not found.database:
        yield
        return
    file = Path(found.database).resolve()
    lock = None if _held.get(file) else _lock(file)
    _held[file] = _held.get(file, 0) + 1
    try:
        yield
    finally:
        _held[file] -= 1
        if lock is not None:
            os.close(lock)


def _lock(file: Path) -> int:
    try:
        lock = os.open(f"{file}-server", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    except OSError as error:
        reason = f"unable to open {file}: {error.strerror}"
        raise DatabaseTaken(f"The database can't be used: {reason}.") from error
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        os.close(lock)
        raise DatabaseTaken(
            f"Another Wagonik serves {file} already; two would not see each other's moves. Use its "
            "address, stop it, or choose another file with --database."
        ) from error
    return lock
