"""Picking the best move: with care where it may matter, and only there."""

import random
from collections.abc import Sequence
from statistics import fmean, stdev
from types import SimpleNamespace
from typing import Any

from wagonik.analysis.decisions import BUDGETS, Finals, is_open, judge_finalists, look_closer
from wagonik.analysis.judge import Chances, Measured, Trial

PLAYED, GOOD, BETTER = 1, 2, 3
FIRST = 96  # samples that mislead


class Samples:
    """Stands for a judge: a chance of each move that differs from sample to sample."""

    rules = SimpleNamespace(seats=2)

    def __init__(self, means: dict[int, float], early: dict[int, float], spread: float) -> None:
        self.means = means
        self.early = early
        self.spread = spread

    def samples(
        self,
        view: Any,
        seat: int,
        actions: Sequence[int],
        seed: int,
        first: int,
        count: int,
        end: Any = False,
    ) -> list[list[Chances]]:
        found = []
        for action in actions:
            rows: list[Chances] = []
            for number in range(first, first + count):
                mean = (self.early if number < FIRST else self.means)[action]
                # Each move swings in its own time, so that differences swing as well.
                chance = mean + self.spread * (1 if number // action % 2 else -1)
                rows.append((chance, 1.0 - chance))
            found.append(rows)
        return found


def looked(means: dict[int, float], early: dict[int, float], spread: float = 0.15) -> Trial:
    judge: Any = Samples(means, early, spread)
    trial = Trial(judge, judge, 0, [PLAYED, GOOD, BETTER], 1)
    trial.play(FIRST)
    return trial


def test_more_samples_find_the_move_that_few_of_them_missed() -> None:
    means = {PLAYED: 0.50, GOOD: 0.52, BETTER: 0.56}
    trial = looked(means, {PLAYED: 0.50, GOOD: 0.54, BETTER: 0.52})
    assert trial.best() == GOOD
    look_closer(trial, PLAYED, 768)
    assert trial.best() == BETTER
    assert FIRST < trial.count <= 768
    # All that are left have been tried on the same samples.
    assert {len(trial.rows[action]) for action in trial.actions} == {trial.count}


def test_nothing_more_is_played_where_it_can_not_matter() -> None:
    """No move can be better by what makes a key moment, or it does not matter which is picked."""
    equal = {PLAYED: 0.50, GOOD: 0.505, BETTER: 0.50}
    trial = looked(equal, equal, spread=0.01)
    look_closer(trial, PLAYED, 768)
    assert trial.count == FIRST
    alike = {PLAYED: 0.40, GOOD: 0.500, BETTER: 0.501}
    trial = looked(alike, alike, spread=0.01)
    look_closer(trial, PLAYED, 768)
    assert trial.count == FIRST


def test_only_a_deep_analysis_looks_closer() -> None:
    for budget in BUDGETS.values():
        assert (budget.pick > budget.look) == (budget.name == "deep")
    trial = looked({1: 0.5, 2: 0.52, 3: 0.56}, {1: 0.5, 2: 0.54, 3: 0.52})
    look_closer(trial, PLAYED, FIRST)
    assert trial.count == FIRST


def test_a_deep_analysis_wants_smaller_errors() -> None:
    deep, standard = BUDGETS["deep"], BUDGETS["standard"]
    for loss in (Measured(0.10, 0.015), Measured(0.0097, 0.0103)):
        assert is_open(loss, deep)
        assert not is_open(loss, standard)


def test_fresh_samples_go_on_picking() -> None:
    """The first samples speak for one move, all others for another: it is the one that is told,
    with what it wins on samples that did not pick it."""
    means = {PLAYED: 0.50, GOOD: 0.52, BETTER: 0.60}
    trial = looked(means, {PLAYED: 0.50, GOOD: 0.56, BETTER: 0.54})
    assert trial.best() == GOOD
    final = judge_finalists(trial, (PLAYED, PLAYED), BUDGETS["deep"], 1, 0)
    assert final.picked == BETTER
    assert abs(final.loss.mean - 0.10) < 0.03


def test_moves_that_are_alike_are_not_flattered_by_the_pick() -> None:
    """Of moves that only differ by chance none is told to be better."""
    rng = random.Random(7)

    class Noise(Samples):
        def samples(self, *asked: Any) -> list[list[Chances]]:
            _, _, actions, _, _, count, *_ = asked
            draws = [[rng.gauss(0.5, 0.2) for _ in range(count)] for _ in actions]
            return [[(one, 1.0 - one) for one in row] for row in draws]

    def loss() -> float:
        judge: Any = Noise({}, {}, 0.0)
        trial = Trial(judge, judge, 0, [PLAYED, *range(2, 8)], 1)
        trial.play(24)
        final = Finals(trial, (PLAYED, PLAYED), 1)
        final.join(range(1, 8))
        final.play(96)
        return final.weigh().mean

    losses = [loss() for _ in range(200)]
    assert abs(fmean(losses)) < 3 * stdev(losses) / len(losses) ** 0.5
