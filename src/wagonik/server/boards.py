"""Boards that people bring: read, checked, and refused with the line of every mistake."""

from wagonik.engine.boardcheck import check
from wagonik.engine.boardfile import ERROR, BoardError, BoardFile, Problem, load
from wagonik.games import find_game, make_rules


def checked(text: str) -> BoardFile:
    """A board that a match can be played on."""
    board = load(text if "\n" in text else text + "\n")  # one line would be a file's name
    game = find_game(board.game)
    problems = [problem for problem in check(board, game.needs()) if problem.severity == ERROR]
    if problems:
        raise BoardError(problems)
    try:
        make_rules(board.game, game.least_players, None, board)
    except ValueError as error:
        raise BoardError([Problem(0, f"The board can't be played on: {error}.")]) from error
    return board
