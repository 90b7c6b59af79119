"""Paris as a game of the registry."""

from wagonik.engine.board import Board
from wagonik.engine.boardcheck import NO, Needs
from wagonik.engine.game import Game
from wagonik.engine.rules import Rules
from wagonik.games.paris.rules import ParisRules


class Paris(Game):
    """Paris: small, with flags; its board is a reconstruction."""

    key = "paris"
    name = "Paris"
    name_pl = "Paryż"
    least_players = 2
    most_players = 4

    def needs(self) -> Needs:
        return Needs(
            ferries=NO,
            tunnels=NO,
            bonus=NO,
            exchange=NO,
            free=NO,
            railroads=NO,
            players=(2, 4),
        )

    def rules(self, players: int, board: Board | None, options: dict[str, bool]) -> Rules:
        assert board is not None
        return ParisRules(self.key, players, board)
