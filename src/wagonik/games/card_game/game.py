"""The Card Game as a game of the registry."""

from wagonik.engine.board import Board
from wagonik.engine.game import Game, Option
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

    def options(self) -> list[Option]:
        return [
            Option(
                "open_stacks",
                "owners may look at their own on-track stack",
                "właściciele mogą oglądać własny stos na torach",
            )
        ]

    def rules(self, players: int, board: Board | None, options: dict[str, bool]) -> Rules:
        return CardGameRules(self.key, players, read_facts(), options.get("open_stacks", False))
