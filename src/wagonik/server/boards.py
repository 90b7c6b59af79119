"""Boards that people bring, or that a server offers beside the published ones: read, checked, and
refused with the line of every mistake."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import Final

from wagonik.engine.boardcheck import check
from wagonik.engine.boardfile import ERROR, BoardError, BoardFile, Problem, load
from wagonik.engine.errors import WagonikError
from wagonik.games import find_game, make_rules
from wagonik.server.protocol.web import LONGEST_BOARD, BoardInfo

_MOST_REMEMBERED: Final = 64


@lru_cache(_MOST_REMEMBERED)
def stored(text: str) -> BoardFile:
    """A board that was checked before: its matches, facts and drawing need it again and again."""
    return load(text)


def checked(text: str, source: str = "board") -> BoardFile:
    """A board that a match can be played on."""
    board = load(text if "\n" in text else text + "\n")  # one line would be a file's name
    game = find_game(board.game)
    problems = [problem for problem in check(board, game.needs()) if problem.severity == ERROR]
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
        if len(text) > LONGEST_BOARD:
            raise WagonikError(f"{file}: a board file has at most {LONGEST_BOARD} characters.")
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
