"""Puzzles that come with Wagonik: positions as their seat saw them, and nothing that it did not."""

from functools import cache
from typing import Final, cast

import msgspec
from fastapi import Request, Response

from wagonik.analysis.puzzles import shipped
from wagonik.analysis.report import Puzzle
from wagonik.games import GAMES
from wagonik.records import replay
from wagonik.server.children import GaveUp
from wagonik.server.errors import Refused
from wagonik.server.limits import Buckets
from wagonik.server.protocol.answers import Choice
from wagonik.server.protocol.puzzles import (
    PuzzleList,
    PuzzleQuestion,
    PuzzleShelf,
    PuzzleSolution,
    PuzzleTitle,
)
from wagonik.server.protocol.views import Event, ViewData
from wagonik.server.strangers import Strangers

KEPT: Final = 3600  # seconds that a browser keeps a list; positions and solutions never change


@cache
def all_puzzles() -> dict[str, Puzzle]:
    """By their ids; those of rules that are not played any more are left out."""
    return {
        puzzle.id: puzzle
        for game in GAMES
        for puzzle in shipped(game.key)
        if game.oldest <= puzzle.rules <= game.version
    }


def puzzle_list() -> PuzzleList:
    shelves = [
        PuzzleShelf(
            game=game.key,
            puzzles=[
                PuzzleTitle(id=puzzle.id, theme=puzzle.theme)
                for puzzle in all_puzzles().values()
                if puzzle.game == game.key
            ],
        )
        for game in GAMES
    ]
    return PuzzleList(shelves=[shelf for shelf in shelves if shelf.puzzles])


def question(name: str) -> bytes:
    """In the other process: the position, from the eyes of its seat."""
    puzzle = all_puzzles()[name]
    match = replay(puzzle.record())
    table = match.rules.table.actions
    found = PuzzleQuestion(
        id=puzzle.id,
        game=puzzle.game,
        theme=puzzle.theme,
        players=puzzle.players,
        options=sorted(match.options),
        seat=puzzle.seat,
        step=match.rules.step_names[match.state.step],
        view=cast(ViewData, match.view(puzzle.seat)),
        events=cast(list[Event], match.events(puzzle.seat, 0)),
        moves=[
            Choice(
                action=action,
                family=table[action].family,
                argument=table[action].argument,
                text=table[action].text,
            )
            for action in sorted(each.action for each in puzzle.candidates)
        ],
    )
    return msgspec.json.encode(found)


def solution(puzzle: Puzzle) -> PuzzleSolution:
    return PuzzleSolution(
        better=list(puzzle.better),
        candidates=list(puzzle.candidates),
        margin=puzzle.margin,
        error=puzzle.error,
        end_margin=puzzle.proof[0],
        end_error=puzzle.proof[1],
        reasons=list(puzzle.reasons),
    )


class Puzzles:
    """The routes. Positions are played once each, where replays are, and kept."""

    def __init__(self, replaying: Strangers, limits: Buckets) -> None:
        self.replaying: Final = replaying
        self.limits: Final = limits
        self.positions: Final[dict[str, bytes]] = {}

    def _asked(self, request: Request) -> Puzzle:
        found = all_puzzles().get(request.path_params["puzzle"])
        if found is None:
            raise Refused("not_found", "There is no such puzzle.")
        return found

    @staticmethod
    def _answer(data: bytes) -> Response:
        control = {"cache-control": f"public, max-age={KEPT}"}
        return Response(data, 200, control, media_type="application/json")

    async def titles(self, request: Request) -> Response:
        return self._answer(msgspec.json.encode(puzzle_list()))

    async def position(self, request: Request) -> Response:
        puzzle = self._asked(request)
        if puzzle.id not in self.positions:
            address = request.client.host if request.client else ""
            if not self.limits.take(address):
                raise Refused("too_fast", "Too many puzzles: wait a moment.")
            try:
                found = await self.replaying.run(address, question, puzzle.id)
            except GaveUp as error:
                raise Refused("failed", "This puzzle can't be shown now.") from error
            self.positions[puzzle.id] = found
        return self._answer(self.positions[puzzle.id])

    async def solved(self, request: Request) -> Response:
        return self._answer(msgspec.json.encode(solution(self._asked(request))))
