"""What can go wrong, in the user's words."""

from typing import Final


class WagonikError(Exception):
    """Anything that a user of Wagonik can put right; the message says how."""


class UnknownGame(WagonikError):
    """There is no such game, option, player count or board."""


class Refusal:
    """Why an action is not possible: a code and its values for whoever puts it into the words of
    a language, and the end of a sentence in English, which cites the rule."""

    def __init__(self, code: str, text: str, values: dict[str, object] | None = None) -> None:
        self.code: Final = code
        self.text: Final = text
        self.values: Final[dict[str, object]] = {} if values is None else values


class IllegalAction(WagonikError):
    """The action is not allowed now; the message names the rule that forbids it, and so do a code
    and its values."""

    def __init__(
        self, text: str, code: str = "illegal", values: dict[str, object] | None = None
    ) -> None:
        super().__init__(text)
        self.code = code
        self.values: dict[str, object] = {} if values is None else values


class StaleAction(IllegalAction):
    """The action was meant for an earlier moment of the match."""


class UndoRefused(WagonikError):
    """Nothing to undo, or something hidden has been revealed since."""


class RecordError(WagonikError):
    """A record is damaged, or belongs to something else."""
