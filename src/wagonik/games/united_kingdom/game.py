"""United Kingdom as a game of the registry."""

from wagonik.engine.board import Board
from wagonik.engine.boardcheck import MAY, MUST, NO, Needs
from wagonik.engine.game import Game, Option
from wagonik.engine.rules import Rules
from wagonik.games.united_kingdom.rules import KingdomRules
from wagonik.games.united_kingdom.technology import CONCESSIONS


class UnitedKingdom(Game):
    """United Kingdom: technology before tracks."""

    key = "united_kingdom"
    name = "United Kingdom"
    name_pl = "Wielka Brytania"
    least_players = 2
    most_players = 4
    version = 2  # 2: with Diesel a route may also be paid in full

    def options(self) -> list[Option]:
        return [
            Option(
                "advanced_technologies",
                "play with the five advanced technologies too",
                "gra także z pięcioma zaawansowanymi technologiami",
            )
        ]

    def needs(self) -> Needs:
        return Needs(
            ferries=MAY,
            tunnels=NO,
            bonus=NO,
            exchange=NO,
            free=MAY,
            railroads=NO,
            countries=MUST,
            known_countries=("England", *CONCESSIONS, "New York"),
            players=(2, 4),
        )

    def rules(self, players: int, board: Board | None, options: dict[str, bool]) -> Rules:
        assert board is not None
        return KingdomRules(self.key, players, board, options.get("advanced_technologies", False))
