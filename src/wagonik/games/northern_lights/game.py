"""Northern Lights as a game of the registry."""

from wagonik.engine.board import Board
from wagonik.engine.boardcheck import MAY, MUST, NO, Goal, Needs
from wagonik.engine.game import Game
from wagonik.engine.rules import Rules
from wagonik.games.northern_lights.goals import CAPITALS, GOAL_NAMES, WILD_WEST_COUNTRY
from wagonik.games.northern_lights.rules import NorthernRules

# Goals that count something a board may lack.
BOARD_GOALS = (
    Goal(GOAL_NAMES[1], places=CAPITALS),
    Goal(GOAL_NAMES[7], feature="arctic"),
    Goal(GOAL_NAMES[8], feature="arctic"),
    Goal(GOAL_NAMES[9], feature="ferries"),
    Goal(GOAL_NAMES[10], countries=(WILD_WEST_COUNTRY,)),
)


class NorthernLights(Game):
    """Northern Lights: bonus cards and goals."""

    key = "northern_lights"
    name = "Northern Lights"
    name_pl = "Zorza polarna"
    least_players = 2
    most_players = 5

    def needs(self) -> Needs:
        return Needs(
            ferries=MAY,
            tunnels=NO,
            bonus=MAY,
            exchange=NO,
            free=NO,
            railroads=NO,
            countries=MUST,
            players=(2, 5),
            goals=BOARD_GOALS,
        )

    def rules(self, players: int, board: Board | None, options: dict[str, bool]) -> Rules:
        assert board is not None
        return NorthernRules(self.key, players, board)
