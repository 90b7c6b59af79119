"""`wagonik check`: whether a board file can be played."""

import sys
from typing import Annotated, Final

import typer

from wagonik.cli.common import (
    DONE,
    FOUND,
    MISTAKE,
    Json,
    console,
    escaped,
    friendly,
    plural,
    print_json,
)
from wagonik.engine.boardcheck import check
from wagonik.engine.boardfile import ERROR, WARNING, BoardError, BoardFile, Problem, load
from wagonik.engine.errors import UnknownGame, WagonikError
from wagonik.games import find_game, make_rules

EXAMPLES: Final = """\b
[bold]Examples[/]
wagonik check my-board.toml
wagonik check boards/*.toml --json
wagonik check - < my-board.toml
"""


@friendly
def command(
    files: Annotated[
        list[str], typer.Argument(metavar="FILE...", help="Board files; - for standard input.")
    ],
    strict: Annotated[bool, typer.Option("--strict", help="Let warnings count as errors.")] = False,
    json: Json = False,
) -> None:
    """Check board files: every error and warning with its line and reason.

    Exit code 0: the boards can be played; 1: at least one can't; 2: a file can't be read.
    """
    reports = [inspect(file) for file in files]
    if json:
        print_json([report.data() for report in reports])
    else:
        for report in reports:
            report.show()
    if any(report.unreadable for report in reports):
        raise typer.Exit(MISTAKE)
    wrong = any(p.severity == ERROR or strict for report in reports for p in report.problems)
    raise typer.Exit(FOUND if wrong else DONE)


class Report:
    """What there is to say about one file."""

    def __init__(self, source: str, board: BoardFile | None, problems: list[Problem]) -> None:
        self.source: Final = source
        self.board: Final = board
        self.problems: Final = problems

    @property
    def unreadable(self) -> bool:
        return any(p.line == 0 and p.message.startswith("can't be read") for p in self.problems)

    def count(self, severity: str) -> int:
        return sum(problem.severity == severity for problem in self.problems)

    def data(self) -> dict[str, object]:
        return {
            "file": self.source,
            "game": None if self.board is None else self.board.game,
            "name": None if self.board is None else self.board.name,
            "playable": self.count(ERROR) == 0,
            "problems": [
                {"line": p.line or None, "severity": p.severity, "message": p.message}
                for p in self.problems
            ],
        }

    def show(self) -> None:
        screen = console()
        for problem in self.problems:
            style = "red" if problem.severity == ERROR else "yellow"
            where = self.source if problem.line == 0 else f"{self.source}:{problem.line}"
            text = f"[bold]{escaped(where)}[/]: [{style}]{problem.severity}[/]: "
            screen.print(text + escaped(problem.message), soft_wrap=True)
        found = f"{plural(self.count(ERROR), 'error')}, {plural(self.count(WARNING), 'warning')}"
        if self.count(ERROR):
            verdict = f"[red]can't be played[/]: {found}"
        else:
            verdict = f"[green]can be played[/]: {found}" if self.problems else "[green]fine[/]"
        facts = ""
        if self.board is not None:
            board = self.board
            facts = (
                f" ({board.name}, {board.game}: {plural(len(board.places), 'place')}, "
                f"{plural(len(board.routes), 'track')}, {plural(len(board.tickets), 'ticket')})"
            )
        screen.print(f"{escaped(self.source)} {verdict}{escaped(facts)}", soft_wrap=True)


def inspect(source: str) -> Report:
    """Everything that is wrong or odd about a board file."""
    try:
        board = load(sys.stdin.read() + "\n") if source == "-" else load(source)
    except BoardError as error:
        return Report(source, None, error.problems)
    try:
        game = find_game(board.game)
        if not game.has_board:
            raise UnknownGame(f"{game.name} is played without a board.")
    except UnknownGame as error:
        return Report(source, board, [Problem(board.line("game"), str(error))])
    problems = check(board, game.needs())
    if not any(problem.severity == ERROR for problem in problems):
        problems += _unbuildable(board)
    return Report(source, board, problems)


def _unbuildable(board: BoardFile) -> list[Problem]:
    """What the rules themselves say against a board that looks right."""
    fewest, most = board.players
    for players in range(fewest, most + 1):
        try:
            make_rules(board.game, players, None, board)
        except (WagonikError, ValueError) as error:
            return [Problem(0, f"the rules for {players} players can't use it: {error}")]
    return []
