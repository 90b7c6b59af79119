"""Pennsylvania as a game of the registry."""

from wagonik.engine.board import Board
from wagonik.engine.boardcheck import MAY, MUST, NO, Needs
from wagonik.engine.game import Game
from wagonik.engine.rules import Rules
from wagonik.games.pennsylvania.rules import PennsylvaniaRules


class Pennsylvania(Game):
    """Pennsylvania: shares of railroads."""

    key = "pennsylvania"
    name = "Pennsylvania"
    name_pl = "Pensylwania"
    least_players = 2
    most_players = 5

    def needs(self) -> Needs:
        return Needs(
            ferries=MAY,
            tunnels=NO,
            bonus=NO,
            exchange=NO,
            free=NO,
            railroads=MUST,
            players=(2, 5),
        )

    def rules(self, players: int, board: Board | None, options: dict[str, bool]) -> Rules:
        assert board is not None
        return PennsylvaniaRules(self.key, players, board)
