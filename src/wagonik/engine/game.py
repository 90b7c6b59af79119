"""What a game tells about itself; each game's folder has one of these."""

from collections.abc import Mapping
from typing import Final

from wagonik.engine.board import Board
from wagonik.engine.boardcheck import Needs
from wagonik.engine.errors import UnknownGame
from wagonik.engine.rules import Rules


class OptionValue:
    """One of the values that an option can have."""

    def __init__(self, name: str, about: str, about_pl: str) -> None:
        self.name: Final = name
        self.about: Final = about
        self.about_pl: Final = about_pl


class Option:
    """A switch that a match can be played with, or a choice between named values, of which the
    first is the usual one. In lists of options a chosen value is written "name=value"."""

    def __init__(
        self, name: str, about: str, about_pl: str, values: tuple[OptionValue, ...] = ()
    ) -> None:
        self.name: Final = name
        self.about: Final = about
        self.about_pl: Final = about_pl
        self.values: Final = values

    def chosen(self, value: bool | str) -> str:
        """What stands in a list of options for this value: nothing for the usual one."""
        if not self.values:
            return self.name if value else ""
        names = [each.name for each in self.values]
        if value not in names:
            known = " or ".join(names)
            raise UnknownGame(f"The option {self.name!r} is {known}, not {value!r}.")
        return "" if value == names[0] else f"{self.name}={value}"


MEMORY: Final = Option(
    "memory",
    "what the table remembers for its players",
    "co stół pamięta za graczy",
    (
        OptionValue(
            "helped",
            "the table shows all that was public when it happened",
            "stół pokazuje wszystko, co było jawne, gdy się działo",
        ),
        OptionValue(
            "book",
            "memory by the book: shares, stacks, discards and cards taken lie face down and must "
            "be remembered",
            "pamięć jak w pudełku: udziały, stosy, karty odrzucone i wzięte leżą zakryte, trzeba "
            "je pamiętać",
        ),
    ),
)
BY_THE_BOOK: Final = "memory=book"


class Game:
    """One rule set: its names, its player counts, its options, and how its rules are made."""

    key: str = ""
    name: str = ""
    name_pl: str = ""
    version: int = 1  # grows when the same actions would give another match
    oldest: int = 1  # the oldest version whose matches can still be replayed
    retired: tuple[str, ...] = ()  # options of old records that change nothing any more
    least_players: int = 2
    most_players: int = 2
    has_board: bool = True

    def options(self) -> list[Option]:
        """The options of this game alone."""
        return []

    def all_options(self) -> list[Option]:
        """With those that every game has."""
        return [*self.options(), MEMORY]

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

    def check_options(self, options: Mapping[str, bool | str]) -> dict[str, bool]:
        """The options that differ from the usual ones, each as it stands in a list of options.
        A value is given as {"memory": "book"} or, as in such a list, {"memory=book": True}."""
        known = {option.name: option for option in self.all_options()}
        found: dict[str, bool] = {}
        for text, given in options.items():
            name, equals, value = text.partition("=")
            if name not in known or bool(equals and not known[name].values):
                names = ", ".join(known)
                raise UnknownGame(f"{self.name} has no option {text!r}. Its options: {names}.")
            if equals and not given:
                continue
            chosen = known[name].chosen(value if equals else given)
            if chosen:
                found[chosen] = True
        return found
