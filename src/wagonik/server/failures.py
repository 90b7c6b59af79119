"""What a database can fail with, in words: a full disk, or no answer."""

import logging
import sqlite3
from collections.abc import Iterator
from typing import Final

import asyncpg  # type: ignore[import-untyped]
from sqlalchemy.exc import SQLAlchemyError

FULL: Final = "The server's disk is full: nothing was stored. Try again later."
SILENT: Final = "The server's database does not answer: nothing was stored. Try again later."
DATABASE_ERRORS: Final = (
    SQLAlchemyError,
    sqlite3.Error,
    asyncpg.PostgresError,
    asyncpg.InterfaceError,  # among others, of a connection that is gone
    OSError,
)
# A file that can't grow may be told as an error of input and output.
_CODES: Final = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR)


def _chain(error: BaseException | None) -> Iterator[BaseException]:
    for _ in range(8):  # wrapped by drivers and libraries
        if error is None:
            return
        yield error
        error = getattr(error, "orig", None) or error.__cause__


def is_full(error: BaseException) -> bool:
    """Whether there is no room to write."""
    for found in _chain(error):
        code = getattr(found, "sqlite_errorcode", None)
        if isinstance(code, int) and code & 0xFF in _CODES:
            return True
        if isinstance(found, asyncpg.DiskFullError) or getattr(found, "sqlstate", "") == "53100":
            return True
    return False


def words(error: BaseException) -> str:
    return FULL if is_full(error) else SILENT


def note(log: logging.Logger, what: str, error: BaseException) -> None:
    """Write down a failure after which the server goes on: of the database (or because the server
    ends) in a line, a fault of our own with its traceback."""
    ours = isinstance(error, Exception) and not isinstance(error, DATABASE_ERRORS)
    if ours:
        log.error(what, exc_info=error)
    else:
        log.error("%s: %s", what, type(error).__name__)
