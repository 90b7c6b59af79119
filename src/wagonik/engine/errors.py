"""What can go wrong, in the user's words."""


class WagonikError(Exception):
    """Anything that a user of Wagonik can put right; the message says how."""


class UnknownGame(WagonikError):
    """There is no such game, option, player count or board."""


class IllegalAction(WagonikError):
    """The action is not allowed now; the message names the rule that forbids it."""


class StaleAction(IllegalAction):
    """The action was meant for an earlier moment of the match."""


class UndoRefused(WagonikError):
    """Nothing to undo, or something hidden has been revealed since."""


class RecordError(WagonikError):
    """A record is damaged, or belongs to something else."""
