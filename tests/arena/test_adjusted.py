"""Win rates with luck taken out: the same mean, less spread, repeatable."""

import functools
import math
import random
from statistics import fmean, stdev

import pytest

from tests.cli.calls import call, mistake
from wagonik.arena.adjusted import adjust, run_adjusted
from wagonik.arena.play import Table
from wagonik.arena.run import run_arena

PARIS = Table("paris", 2)


def test_luck_is_taken_out_without_bias() -> None:
    """Wins that are skill and luck: the mean stays, and the spread of luck goes."""
    rng = random.Random(3)
    luck = [rng.gauss(0.0, 0.3) for _ in range(4000)]
    won = [0.55 + gain + rng.gauss(0.0, 0.1) for gain in luck]
    found = adjust("x", won, luck)
    assert found.rate == pytest.approx(0.55, abs=0.02)
    assert found.adjusted == pytest.approx(0.55, abs=0.006)
    assert found.factor == pytest.approx(10.0, rel=0.15)
    assert found.adjusted_half < found.half / 2.5


def test_luck_that_says_nothing_changes_nothing() -> None:
    rng = random.Random(4)
    won = [float(rng.random() < 0.5) for _ in range(1000)]
    noise = [rng.gauss(0.0, 1.0) for _ in range(1000)]
    found = adjust("x", won, noise)
    assert found.factor == pytest.approx(1.0, abs=0.03)
    assert found.adjusted == pytest.approx(found.rate, abs=0.01)
    still = adjust("x", won, [0.0] * 1000)
    assert (still.adjusted, still.factor) == (still.rate, 1.0)


@pytest.mark.parametrize(("part", "least"), [(0.0, 0.96), (0.6, 1.4)])
def test_few_deals_are_enough_to_gain_and_lose_nothing(part: float, least: float) -> None:
    """Luck that says nothing widens no interval, and luck that says much narrows it, without bias:
    what is taken from a deal was found on the others."""
    rng = random.Random(5)
    found = []
    for _ in range(300):
        luck = [rng.gauss(0.0, 0.3) for _ in range(24)]
        rest = math.sqrt(1.0 - part**2)
        won = [0.5 + part * gain + rest * rng.gauss(0.0, 0.3) for gain in luck]
        found.append(adjust("x", won, luck))
    assert fmean(bot.factor for bot in found) > least
    means = [bot.adjusted - 0.5 for bot in found]
    assert abs(fmean(means)) < 3 * stdev(means) / math.sqrt(len(means))


def test_the_same_matches_as_the_arena() -> None:
    found = run_adjusted(PARIS, ("planner", "modest"), 8, seed=5, samples=2)
    played = run_arena("paris", ("planner", "modest"), 8, seed=5, processes=1)
    assert [bot.rate for bot in found] == [bot.rate for bot in played.bots]
    assert sum(bot.adjusted for bot in found) == pytest.approx(1.0)
    assert found[0].luck == pytest.approx(-found[1].luck)
    again = run_adjusted(PARIS, ("planner", "modest"), 8, seed=5, samples=2, jobs=2)
    assert again == found


def test_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    few = functools.partial(run_adjusted, samples=4)
    monkeypatch.setattr("wagonik.arena.adjusted.run_adjusted", few)
    arguments = ("arena", "paris", "--bots", "planner,modest", "--matches", 16, "--luck-adjusted")
    answer = call(*arguments, "-j", 1)
    assert answer.code == 0
    assert "luck taken out" in answer.out
    data = call(*arguments, "-j", 1, "--json").json()
    assert [bot["name"] for bot in data["bots"]] == ["planner", "modest"]
    assert data["deals"] == 8
    mistake(call(*arguments, "--players", "2,3"), "one table and one line-up")
    mistake(call(*arguments, "--out", "results"), "--luck-adjusted")
