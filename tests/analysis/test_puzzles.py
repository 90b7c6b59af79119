"""Puzzles: what is shipped is well made and holds with other samples; making goes on."""

import itertools
from pathlib import Path

import pytest

from wagonik import GAMES, Match, replay
from wagonik.analysis import AnalysisError, puzzles
from wagonik.analysis.puzzles import JUDGE, MARGIN, THEMES, TO_END
from wagonik.analysis.reasons import KINDS
from wagonik.analysis.report import Puzzle

SHIPPED = sorted(place.stem for place in puzzles.SHIPPED.glob("*.json"))
LEAST = 60


def test_shipped_games_exist() -> None:
    assert SHIPPED
    assert set(SHIPPED) <= {game.key for game in GAMES}
    assert puzzles.shipped("nothing") == ()


@pytest.mark.parametrize("game", SHIPPED)
def test_shipped_puzzles_are_whole(game: str) -> None:
    found = puzzles.shipped(game)
    assert len(found) >= LEAST
    assert len({puzzle.id for puzzle in found}) == len(found)
    assert len({puzzle.theme for puzzle in found}) >= 3
    for puzzle in found:
        check(puzzle)


def check(puzzle: Puzzle) -> None:
    match = replay(puzzle.record())
    assert match.game == puzzle.game
    assert puzzle.seat in match.deciding
    legal = match.legal(puzzle.seat)
    tried = [each.action for each in puzzle.candidates]
    assert len(set(tried)) == len(tried) >= 3
    assert set(tried) <= set(legal)
    assert set(puzzle.better) <= set(tried)
    assert 1 <= len(puzzle.better) <= 2
    assert puzzle.candidates[0].gain == 0.0
    assert puzzle.theme in THEMES
    assert puzzle.margin >= MARGIN
    assert puzzle.margin > 2 * puzzle.error
    margin, error = puzzle.proof
    assert margin >= 0.05
    assert margin > 3 * error
    assert 1 <= len(puzzle.reasons) <= 2
    for reason in puzzle.reasons:
        assert set(reason.values) == set(KINDS[reason.kind])


@pytest.mark.parametrize("game", SHIPPED)
def test_a_few_shipped_puzzles_hold(game: str) -> None:
    for puzzle in puzzles.shipped(game)[::30]:
        proof = puzzles.prove(puzzle, seed=90001, samples=100, to_end=1)
        assert proof.margin.mean > 0.0, puzzle.id


@pytest.mark.slow
@pytest.mark.parametrize("game", SHIPPED)
def test_shipped_puzzles_hold_with_an_independent_seed(game: str) -> None:
    """What is not clear on some samples is looked at with four times as many others."""
    unclear = [puzzle for puzzle in puzzles.shipped(game) if not puzzles.prove(puzzle, 90005).holds]
    failed = [
        puzzle.id
        for puzzle in unclear
        if not puzzles.prove(puzzle, 90006, 4 * JUDGE, 4 * TO_END).holds
    ]
    assert failed == []


def test_making_goes_on_where_it_stopped(tmp_path: Path) -> None:
    place = tmp_path / "puzzles.json"
    told: list[tuple[int, int]] = []
    first = puzzles.make("paris", place, 2, told=lambda *numbers: told.append(numbers))
    assert len(first) >= 2
    assert [puzzle.id for puzzle in puzzles.load(place)] == [puzzle.id for puzzle in first]
    following = puzzles.next_seed(place)
    assert following == told[-1][1]
    more = puzzles.make("paris", place, len(first) + 1)
    assert [puzzle.id for puzzle in more[: len(first)]] == [puzzle.id for puzzle in first]
    assert all(int(puzzle.seed) >= following for puzzle in more[len(first) :])
    for puzzle in more:
        check(puzzle)


def test_the_same_seed_finds_the_same() -> None:
    def ids(seed: int) -> list[str]:
        return [puzzle.id for puzzle in itertools.islice(puzzles.find("paris", 2, seed), 1)]

    assert ids(3) == ids(3)


def test_a_file_that_is_none(tmp_path: Path) -> None:
    place = tmp_path / "mine.json"
    place.write_text("{}")
    with pytest.raises(AnalysisError, match=r"mine\.json is not a file of puzzles"):
        puzzles.load(place)


def test_a_puzzle_is_a_record_up_to_its_decision() -> None:
    puzzle = puzzles.shipped(SHIPPED[0])[0]
    match = replay(puzzle.record())
    assert len(match.history) == len(puzzle.actions)
    assert not match.over
    assert isinstance(match, Match)
