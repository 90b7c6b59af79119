"""What a game tells about itself; each game's folder has one of these."""

from typing import Final

from wagonik.engine.board import Board
from wagonik.engine.boardcheck import Needs
from wagonik.engine.errors import UnknownGame
from wagonik.engine.rules import Rules


class Option:
    """A switch that a match can be played with."""

    def __init__(self, name: str, about: str, about_pl: str) -> None:
        self.name: Final = name
        self.about: Final = about
        self.about_pl: Final = about_pl


class Game:
    """One rule set: its names, its player counts, its options, and how its rules are made."""

    key: str = ""
    name: str = ""
    name_pl: str = ""
    version: int = 1  # grows when the same actions would give another match
    least_players: int = 2
    most_players: int = 2
    has_board: bool = True

    def options(self) -> list[Option]:
        return []

    def needs(self) -> Needs:
        """What the rules ask of a board file."""
        return Needs()

    def rules(self, players: int, board: Board | None, options: dict[str, bool]) -> Rules:
        raise NotImplementedError

    def check_players(self, players: int) -> None:
        if not self.least_players <= players <= self.most_players:
            raise UnknownGame(
                f"{self.name} is for {self.least_players} to {self.most_players} players, "
                f"not for {players}."
            )

    def check_options(self, options: dict[str, bool]) -> None:
        names = [option.name for option in self.options()]
        for name in options:
            if name not in names:
                known = ", ".join(names) if names else "none"
                raise UnknownGame(f"{self.name} has no option {name!r}. Its options: {known}.")
