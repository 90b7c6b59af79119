"""Wagonik: the open table and laboratory for the Ticket to Ride family of board games.

An unofficial fan project. The games' names belong to their publishers.
"""

from wagonik.engine import rules as _rules
from wagonik.engine.actions import Action
from wagonik.engine.boardfile import BoardError
from wagonik.engine.errors import (
    IllegalAction,
    RecordError,
    StaleAction,
    UndoRefused,
    UnknownGame,
    WagonikError,
)
from wagonik.games import GAMES
from wagonik.match import Match, View
from wagonik.records import replay

# The one place that says it: the package, the server and its documents are told from here.
__version__ = "0.1.0"

# Whether the engine runs compiled by mypyc or as plain Python.
compiled: bool = not str(_rules.__file__).endswith(".py")

__all__ = [
    "GAMES",
    "Action",
    "BoardError",
    "IllegalAction",
    "Match",
    "RecordError",
    "StaleAction",
    "UndoRefused",
    "UnknownGame",
    "View",
    "WagonikError",
    "__version__",
    "compiled",
    "replay",
]
