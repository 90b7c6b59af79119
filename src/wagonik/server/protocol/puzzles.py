"""Puzzles over HTTP: which there are, the position that one asks about, and its solution."""

from msgspec import Struct

from wagonik.analysis.report import Candidate, MoveReason
from wagonik.server.protocol.answers import Choice
from wagonik.server.protocol.views import Event, ViewData


class PuzzleTitle(Struct, kw_only=True):
    """A puzzle in a list."""

    id: str
    theme: str


class PuzzleShelf(Struct, kw_only=True):
    """The puzzles of a game, in an order that stays."""

    game: str
    puzzles: list[PuzzleTitle]


class PuzzleList(Struct, kw_only=True):
    """All puzzles of all games that have some."""

    shelves: list[PuzzleShelf]


class PuzzleQuestion(Struct, kw_only=True):
    """A position as the seat that is asked saw it, and the moves that were judged."""

    id: str
    game: str
    theme: str
    players: int
    options: list[str]
    seat: int
    step: str
    view: ViewData
    events: list[Event]
    moves: list[Choice]  # in the order of the game's table of actions, which tells nothing


class PuzzleSolution(Struct, kw_only=True):
    """The best move and others of the same worth, with the chances of all, and why."""

    better: list[int]
    candidates: list[Candidate]
    margin: float  # of the best move before all that are not as good, on the seat's view
    error: float
    end_margin: float  # the same played to the very end, with another seed
    end_error: float
    reasons: list[MoveReason]
