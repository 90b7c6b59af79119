"""Refusals: a request that can't be done, and why."""

from typing import Final

from wagonik.server.protocol.answers import ErrorCode

_STATUS: Final[dict[str, int]] = {
    "bad_message": 422,
    "not_found": 404,
    "not_yours": 403,
    "not_now": 409,
    "stale": 409,
    "refused": 422,
    "too_fast": 429,
    "too_many": 429,
    "failed": 503,
}


class Refused(Exception):
    """Nothing was changed; the text is for people."""

    def __init__(self, code: ErrorCode, text: str) -> None:
        super().__init__(text)
        self.code: Final[ErrorCode] = code
        self.text: Final = text

    @property
    def status(self) -> int:
        return _STATUS.get(self.code, 400)
