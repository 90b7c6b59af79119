"""The Card Game as a game of the registry."""

from wagonik.engine.board import Board
from wagonik.engine.game import Game
from wagonik.engine.rules import Rules
from wagonik.games.card_game.facts import read_facts
from wagonik.games.card_game.rules import CardGameRules


class CardGame(Game):
    """The Card Game: no board, rail yards and stacks."""

    key = "card_game"
    name = "The Card Game"
    name_pl = "Gra karciana"
    least_players = 2
    most_players = 4
    has_board = False
    # 2: Big City bonuses in R23, the second deck dealt card by card, `memory` for open stacks.
    version = 2
    retired: tuple[str, ...] = ("open_stacks",)

    def rules(self, players: int, board: Board | None, options: dict[str, bool]) -> Rules:
        return CardGameRules(self.key, players, read_facts())
