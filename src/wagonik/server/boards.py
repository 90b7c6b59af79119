"""Boards that people bring, or that a server offers beside the published ones: read, checked, and
refused with the line of every mistake.

What people bring is read in another process (`strangers`); what comes out of there is a board of a
size with which every move is quick.
"""

import re
import unicodedata
from collections import Counter, OrderedDict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from wagonik.engine.board import MOST_WORDS
from wagonik.engine.boardcheck import check
from wagonik.engine.boardfile import ERROR, BoardError, BoardFile, Problem, load
from wagonik.engine.cards import WORD_BITS
from wagonik.engine.errors import WagonikError
from wagonik.games import find_game, make_rules
from wagonik.server.protocol.web import LONGEST_BOARD, BoardInfo

_MOST_REMEMBERED: Final = 64


# About twice of what the largest published board has: with these every move is quick.
MOST_BYTES: Final = LONGEST_BOARD
MOST_PLACES: Final = 120
MOST_ROUTES: Final = int(MOST_WORDS * WORD_BITS)  # what the engine takes
MOST_TICKETS: Final = 150
MOST_NEIGHBOURS: Final = 16
MOST_PIECES: Final = 60
MOST_LENGTH: Final = 15
MOST_PROBLEMS: Final = 50  # that are told

_remembered: "OrderedDict[str, BoardFile]" = OrderedDict()


def remember(board: BoardFile) -> BoardFile:
    """Keep a board that was checked: its matches, facts and drawing need it again and again."""
    _remembered[board.content] = board
    while len(_remembered) > _MOST_REMEMBERED:
        _remembered.popitem(last=False)
    return board


def remembered(text: str) -> BoardFile | None:
    found = _remembered.get(text)
    if found is not None:
        _remembered.move_to_end(text)
    return found


def stored(text: str) -> BoardFile:
    """A board that was checked before."""
    return remembered(text) or remember(load(text))


def read_board(text: str) -> BoardFile | str:
    """In the other process: a board that someone brought, or what is wrong with it."""
    try:
        return checked(text)
    except BoardError as error:
        told = [problem.text(error.source) for problem in error.problems[:MOST_PROBLEMS]]
        more = len(error.problems) - len(told)
        return "\n".join(told) + (f"\n… and {more} more" if more else "")
    except WagonikError as error:
        return str(error)


def read_again(text: str) -> BoardFile:
    """In the other process: a board of a table, checked when it came."""
    return load(text)


def drawn(text: str) -> bytes | None:
    """In the other process: a board's drawing as JSON, if it has a layout."""
    from wagonik.server.facts import drawing

    found = drawing(stored(text))
    return None if found is None else msgspec.json.encode(found)


def _too_much(board: BoardFile) -> Iterator[Problem]:
    """What is larger than a board of a server may be."""
    ends = [name for pair in board.pairs() for name in set(pair)]
    counts = (
        ("places", len(board.places), MOST_PLACES),
        ("routes", len(board.routes), MOST_ROUTES),
        ("tickets", len(board.tickets), MOST_TICKETS),
        ("pieces of each player", board.numbers.pieces, MOST_PIECES),
        ("spaces of a route", max(route.length for route in board.routes), MOST_LENGTH),
        ("neighbours of a place", max(Counter(ends).values(), default=0), MOST_NEIGHBOURS),
    )
    for noun, count, most in counts:
        if count > most:
            yield Problem(0, f"{count} {noun}: at a table there are at most {most}")


def checked(text: str, source: str = "board") -> BoardFile:
    """A board that a match can be played on."""
    if len(text.encode(errors="replace")) > MOST_BYTES:
        raise BoardError([Problem(0, f"a board file has at most {MOST_BYTES} bytes")], source)
    board = load(text if "\n" in text else text + "\n")  # one line would be a file's name
    game = find_game(board.game)
    problems = list(_too_much(board)) or [
        problem for problem in check(board, game.needs()) if problem.severity == ERROR
    ]
    if problems:
        raise BoardError(problems, source)
    try:
        for players in players_of(board):
            make_rules(board.game, players, None, board)
    except ValueError as error:
        problem = Problem(0, f"The board can't be played on: {error}.")
        raise BoardError([problem], source) from error
    return board


def players_of(board: BoardFile) -> list[int]:
    """For how many players a board is, by its own word and by the rules of its game."""
    game = find_game(board.game)
    least, most = board.players
    return list(range(max(least, game.least_players), min(most, game.most_players) + 1))


class Shelf:
    """The boards that a server offers, by a key made of their names."""

    def __init__(self, places: Iterable[Path]) -> None:
        self.boards: Final[dict[str, BoardFile]] = {}
        for place in places:
            files = sorted(place.glob("*.toml")) if place.is_dir() else [place]
            if not files:
                raise WagonikError(f"There is no board file (*.toml) in {place}.")
            for file in files:
                self._add(file)

    def _add(self, file: Path) -> None:
        text = load(file).content
        board = checked(text, str(file))
        key = base = key_of(board.name)
        number = 1
        while key in self.boards:
            number += 1
            key = f"{base}_{number}"
        self.boards[key] = board

    def infos(self) -> list[BoardInfo]:
        return [
            BoardInfo(
                board=key,
                game=board.game,
                name=board.name,
                name_pl=board.name_pl or board.name,
                players=players_of(board),
                drawn=board.drawing is not None,
            )
            for key, board in self.boards.items()
        ]


def key_of(name: str) -> str:
    """A name in small letters, digits and underscores."""
    plain = unicodedata.normalize("NFKD", name.replace("ł", "l").replace("Ł", "L"))
    key = re.sub(r"[^a-z0-9]+", "_", plain.encode("ascii", "ignore").decode().lower())
    return key.strip("_")[:32] or "board"
