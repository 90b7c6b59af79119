"""Puzzles: the same for everybody, from the eyes of one seat, and the solution apart."""

import json
from typing import Any

import pytest

from tests.server.table import Server
from wagonik.analysis.puzzles import THEMES, shipped
from wagonik.games import GAMES
from wagonik.records import replay
from wagonik.server.puzzles import all_puzzles, puzzle_list, question, solution

# One of each game and theme: the positions of a theme differ in nothing that matters here.
SAMPLE = sorted(
    {(puzzle.game, puzzle.theme): puzzle.id for puzzle in all_puzzles().values()}.values()
)


def test_all_that_are_shipped_are_listed() -> None:
    shelves = {shelf.game: shelf.puzzles for shelf in puzzle_list().shelves}
    for game in GAMES:
        assert [each.id for each in shelves.get(game.key, [])] == [
            puzzle.id for puzzle in shipped(game.key)
        ]
    assert {each.theme for shelf in shelves.values() for each in shelf} <= set(THEMES)


@pytest.mark.parametrize("name", SAMPLE)
def test_a_position_shows_what_its_seat_saw(name: str) -> None:
    puzzle = all_puzzles()[name]
    match = replay(puzzle.record())
    asked: dict[str, Any] = json.loads(question(name))
    assert asked["seat"] in match.deciding
    assert asked["view"] == json.loads(json.dumps(match.view(puzzle.seat)))
    assert not {"seed", "actions", "better", "candidates"} & asked.keys()
    for player in asked["view"]["players"]:
        assert (player["hand"] is None) == (player["seat"] != puzzle.seat)
    moves = [move["action"] for move in asked["moves"]]
    assert moves == sorted(moves)
    assert set(moves) <= set(match.legal(puzzle.seat))


@pytest.mark.parametrize("name", SAMPLE)
def test_a_solution_is_one_of_the_moves_and_has_its_proof(name: str) -> None:
    found = solution(all_puzzles()[name])
    asked = json.loads(question(name))
    moves = {move["action"] for move in asked["moves"]}
    assert found.better
    assert set(found.better) < moves
    assert {each.action for each in found.candidates} == moves
    assert found.margin > 2 * found.error
    assert found.end_margin > 0
    assert found.reasons


def test_puzzles_over_http(server: Server) -> None:
    listed = server.get("/api/puzzles").json()
    name = listed["shelves"][0]["puzzles"][0]["id"]
    for _ in range(2):  # played, then kept
        assert server.get(f"/api/puzzles/{name}").json() == json.loads(question(name))
    assert server.get(f"/api/puzzles/{name}/solution").json()["better"]
    for path in ("/api/puzzles/none", "/api/puzzles/none/solution"):
        assert server.get(path).status_code == 404
