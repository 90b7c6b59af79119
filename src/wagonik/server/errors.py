"""Refusals: a request that can't be done, and why."""

from typing import Final, cast

from wagonik.engine.errors import IllegalAction, Refusal
from wagonik.server.protocol.answers import ErrorCode
from wagonik.server.protocol.web import Cause, Value

_STATUS: Final[dict[str, int]] = {
    "bad_message": 422,
    "not_found": 404,
    "not_yours": 403,
    "not_now": 409,
    "stale": 409,
    "no_hints": 403,
    "refused": 422,
    "too_fast": 429,
    "too_many": 429,
    "failed": 503,
}


def cause_of(error: IllegalAction | Refusal) -> Cause:
    """A code of the engine, as it is sent."""
    return Cause(code=error.code, values=cast(dict[str, Value], error.values))


class Refused(Exception):
    """Nothing was changed; the text is for people."""

    def __init__(self, code: ErrorCode, text: str, why: Cause | None = None) -> None:
        super().__init__(text)
        self.code: Final[ErrorCode] = code
        self.text: Final = text
        self.why: Final = why

    @classmethod
    def by_rule(cls, code: ErrorCode, error: IllegalAction) -> "Refused":
        """A rule of the game forbids it."""
        return cls(code, str(error), cause_of(error))

    @classmethod
    def because(cls, code: ErrorCode, reason: str, text: str) -> "Refused":
        """The table forbids it as it is now; clients have words for the reason."""
        return cls(code, text, Cause(code=reason, values={}))

    @property
    def status(self) -> int:
        return _STATUS.get(self.code, 400)
