"""Intervals are right about as often as they say, and looking often does not make them wrong."""

import random

import pytest

from wagonik.arena.intervals import (
    Until,
    best,
    exceeds,
    interval,
    lasting_interval,
    looks,
    parse_until,
)
from wagonik.engine.errors import WagonikError


def deals(rng: random.Random, rate: float, count: int) -> list[float]:
    """Shares of two-player deals: two matches each, that tend to end alike."""
    found: list[float] = []
    for _ in range(count):
        first = rng.random() < rate
        second = first if rng.random() < 0.3 else rng.random() < rate
        found.append((first + second) / 2)
    return found


@pytest.mark.parametrize("rate", [0.5, 0.8, 0.97])
def test_an_interval_holds_the_true_rate_in_95_of_100_runs(rate: float) -> None:
    rng = random.Random(1)
    right = 0
    for _ in range(1000):
        low, high = interval(deals(rng, rate, 100))
        right += low <= rate <= high
    assert 930 <= right <= 985


def test_an_interval_says_how_little_is_known_when_everything_was_won() -> None:
    low, high = interval([1.0] * 20)
    assert 0.75 < low < 0.9
    assert high == 1.0
    assert interval([0.0] * 20) == pytest.approx((1 - high, 1 - low))


def test_an_interval_of_nothing_is_everything() -> None:
    assert interval([]) == pytest.approx((0.0, 1.0), abs=0.01)
    assert lasting_interval([]) == (0.0, 1.0)


@pytest.mark.parametrize("rate", [0.5, 0.9])
def test_stopping_when_an_interval_is_narrow_keeps_it_right(rate: float) -> None:
    """Chow and Robbins: the stop depends on the spread, not on which side is ahead."""
    rng = random.Random(2)
    rule = Until(0.05)
    right = 0
    for _ in range(300):
        shares = deals(rng, rate, 1000)
        for count in looks(1000):
            if rule.enough([shares[:count], [1 - share for share in shares[:count]]], [1, 1]):
                break
        assert count < 1000
        low, high = rule.interval(shares[:count])
        assert (high - low) / 2 <= 0.05
        right += low <= rate <= high
    assert right >= 275


def test_looking_after_every_deal_keeps_the_error() -> None:
    """Equal bots are called unequal in at most 5 % of all runs, at any time at all."""
    rng = random.Random(3)
    wrong = 0
    for _ in range(400):
        shares = deals(rng, 0.5, 400)
        others = [1 - share for share in shares]
        wrong += exceeds(shares, 0.5, 0.025) or exceeds(others, 0.5, 0.025)
    assert wrong <= 20


def test_a_lasting_interval_holds_after_every_deal() -> None:
    rng = random.Random(4)
    right = 0
    for _ in range(40):
        shares = deals(rng, 0.7, 200)
        right += all(
            low <= 0.7 <= high
            for low, high in (lasting_interval(shares[:count]) for count in range(20, 200, 30))
        )
    assert right >= 37


def test_a_lasting_interval_is_wider_but_of_use() -> None:
    shares = deals(random.Random(5), 0.8, 500)
    low, high = interval(shares)
    always_low, always_high = lasting_interval(shares)
    assert always_low < low < high < always_high
    assert always_high - always_low < 3 * (high - low)


def test_a_better_bot_is_found() -> None:
    rng = random.Random(6)
    shares = deals(rng, 0.75, 200)
    others = [1 - share for share in shares]
    assert best([shares, others], [1, 1]) == 0
    assert best([others, shares], [1, 1]) == 1
    even = deals(rng, 0.5, 200)
    assert best([even, [1 - share for share in even]], [1, 1]) is None


def test_seats_are_reckoned_with() -> None:
    """Half of all wins is much for one of four seats, and little for three of them."""
    half = [0.5] * 200
    assert best([half, half], [1, 3]) == 0
    assert best([half, half], [3, 1]) == 1
    quarter, rest = [0.25] * 200, [0.75] * 200
    assert best([quarter, rest], [1, 3]) is None


def test_rules_to_stop_by() -> None:
    assert parse_until("clear").clear
    assert parse_until("0.02").half == 0.02
    for text in ("soon", "0", "0.7", "nan", "-1"):
        with pytest.raises(WagonikError, match="clear"):
            parse_until(text)


def test_a_longer_run_looks_where_a_shorter_one_did() -> None:
    short, long = looks(100), looks(1000)
    assert short[-1] == 100
    assert long[-1] == 1000
    assert short[:-1] == long[: len(short) - 1]
    assert looks(5) == [5]
