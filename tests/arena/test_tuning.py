"""Better numbers for a planner."""

import sys

import pytest

from wagonik.arena.tuning import (
    NoSuchNumber,
    NothingToSearchWith,
    planner_numbers,
    play_tries,
    tune,
)
from wagonik.games import GAMES


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_planners_own_numbers_win_their_fair_share(game: str) -> None:
    """Every deal is played from every seat, so Planner among Planners wins each just once."""
    worth, shares = play_tries((0, game, 2, planner_numbers(game, 2), 5, 3))
    assert shares == [0.5] * 3
    assert worth == pytest.approx(0.5)


def test_worse_numbers_win_less() -> None:
    # Turns are dear, so it keeps no ticket that it need not keep and takes no more.
    _, shares = play_tries((0, "nordic_countries", 2, {"turn": 50.0, "more_time": 100.0}, 1, 40))
    assert sum(shares) / 40 < 0.35


def test_the_same_seed_finds_the_same_numbers_however_many_play() -> None:
    calls: list[tuple[int, int]] = []

    def note(done: int, total: int) -> None:
        calls.append((done, total))

    found = [
        tune(
            "paris",
            2,
            2,
            tries=6,
            deals=3,
            check=30,
            seed=seed,
            processes=processes,
            start={"later": 0.3},
            progress=note if processes == 2 else None,
        )
        for seed, processes in ((1, 1), (1, 2), (2, 1))
    ]
    assert found[0] == found[1]
    assert found[0].numbers != found[2].numbers
    assert found[0].matches == 60
    assert found[0].low < found[0].rate < found[0].high
    assert calls == [(done, 14) for done in range(1, 15)]  # 2 × 6 tries, 2 parts of the check
    # What is switched off in Planner stays so, and counts are not tuned.
    planner = planner_numbers("paris", 2)
    assert set(found[0].numbers) <= set(planner)
    assert not {"focus", "fit", "passes"} & set(found[0].numbers)
    assert 0.2 < found[0].numbers["later"] < 0.45  # near where it began


def test_what_is_switched_off_is_tuned_when_it_is_named() -> None:
    found = tune("northern_lights", 2, 1, tries=4, deals=1, check=1, start={"later": 0.1})
    assert found.numbers["later"] > 0.0
    found = tune("northern_lights", 2, 1, tries=4, deals=1, check=1, start={"fit": 1.0})
    assert found.numbers["fit"] == 1.0
    assert "later" not in found.numbers


def test_numbers_that_there_are_not_are_refused() -> None:
    with pytest.raises(NoSuchNumber, match="no number 'haste' in card_game; it has city, fail"):
        tune("card_game", 2, 1, start={"haste": 1.0})
    with pytest.raises(NoSuchNumber, match="0 or more"):
        tune("card_game", 2, 1, start={"row": -1.0})


def test_without_the_laboratory_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cma", None)
    with pytest.raises(NothingToSearchWith, match=r"cma: pip install 'wagonik\[lab\]'"):
        tune("paris", 2, 1)
