"""Nordic Countries as a game of the registry."""

from wagonik.engine.board import Board
from wagonik.engine.boardcheck import MAY, NO, Needs
from wagonik.engine.game import Game
from wagonik.engine.rules import Rules
from wagonik.games.nordic_countries.rules import NordicRules


class NordicCountries(Game):
    """Nordic Countries, for two or three."""

    key = "nordic_countries"
    name = "Nordic Countries"
    name_pl = "Kraje Północy"
    least_players = 2
    most_players = 3

    def needs(self) -> Needs:
        return Needs(
            ferries=MAY,
            tunnels=MAY,
            exchange=MAY,
            bonus=NO,
            free=NO,
            railroads=NO,
            players=(2, 3),
        )

    def rules(self, players: int, board: Board | None, options: dict[str, bool]) -> Rules:
        assert board is not None
        return NordicRules(self.key, players, board)
