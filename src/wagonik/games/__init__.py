"""All games, in one visible tuple. A new game is one more folder and one more entry."""

from collections.abc import Mapping
from typing import Final

from wagonik.engine.board import Board
from wagonik.engine.boardfile import BoardFile, did_you_mean, published
from wagonik.engine.errors import UnknownGame
from wagonik.engine.game import BY_THE_BOOK, Game
from wagonik.engine.rules import Rules
from wagonik.games.card_game.game import CardGame
from wagonik.games.nordic_countries.game import NordicCountries
from wagonik.games.northern_lights.game import NorthernLights
from wagonik.games.paris.game import Paris
from wagonik.games.pennsylvania.game import Pennsylvania
from wagonik.games.united_kingdom.game import UnitedKingdom

GAMES: Final[tuple[Game, ...]] = (
    NordicCountries(),
    NorthernLights(),
    Pennsylvania(),
    UnitedKingdom(),
    CardGame(),
    Paris(),
)

_RULES: Final[dict[tuple[str, int, tuple[str, ...], int], Rules]] = {}


def find_game(key: str) -> Game:
    """The game of that name; an unknown one is answered with the names that there are."""
    for game in GAMES:
        if game.key == key:
            return game
    keys = [game.key for game in GAMES]
    hint = did_you_mean(key, keys) or "."
    raise UnknownGame(f"There is no game {key!r}{hint} The games: {', '.join(keys)}.")


def make_rules(
    key: str,
    players: int,
    options: Mapping[str, bool | str] | None = None,
    board: BoardFile | None = None,
    version: int | None = None,
) -> Rules:
    """The rules of a game, on its published board or on another one, of the newest version or of
    one whose matches are still replayed.

    Rules have no state: all matches of the same game, players and options share one object.
    """
    game = find_game(key)
    game.check_players(players)
    wanted = game.version if version is None else version
    if not game.oldest <= wanted <= game.version:
        raise UnknownGame(
            f"{game.name} has the versions {game.oldest} to {game.version} of its rules, "
            f"not {wanted}."
        )
    named = dict(options or {})
    if wanted < game.version:
        named = {name: value for name, value in named.items() if name not in game.retired}
    chosen = game.check_options(named)
    if board is not None:
        return _on_board(game, players, chosen, board, wanted)
    cached = (key, players, tuple(sorted(chosen)), wanted)
    if cached not in _RULES:
        own = published(key) if game.has_board else None
        _RULES[cached] = _rules(game, players, None if own is None else Board(own), chosen, wanted)
    return _RULES[cached]


def shown_rules(rules: Rules) -> Rules:
    """The same rules in an object of its own, which views show: a bot that writes into it does not
    change what is legal or what counts."""
    if rules.shown is None:
        game = find_game(rules.game)
        file = rules.own_board
        if file is None and game.has_board:
            file = published(rules.game)
        board = None if file is None else Board(file)
        twin = _rules(game, rules.seats, board, rules.options, rules.version or game.version)
        twin.own_board = rules.own_board
        twin.shown = twin
        rules.shown = twin
    return rules.shown


def _rules(
    game: Game, players: int, board: Board | None, options: dict[str, bool], version: int
) -> Rules:
    rules = game.rules(players, board, options)
    rules.options = options
    rules.by_the_book = BY_THE_BOOK in options
    rules.version = version
    if version < game.version:
        rules.play_as(version)
    return rules


def _on_board(
    game: Game, players: int, options: dict[str, bool], board: BoardFile, version: int
) -> Rules:
    if not game.has_board:
        raise UnknownGame(f"{game.name} is played without a board.")
    if board.game != game.key:
        raise UnknownGame(f"The board {board.name!r} is for {board.game}, not for {game.key}.")
    rules = _rules(game, players, Board(board), options, version)
    rules.own_board = board
    return rules
