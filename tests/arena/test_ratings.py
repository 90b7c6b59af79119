"""Ratings: Bradley and Terry's for two seats, Luce's for more, with intervals over deals."""

import math
import random

import pytest

from wagonik.arena.lineups import Count
from wagonik.arena.play import LineUp, Table
from wagonik.arena.ratings import Rating, ratings

STRENGTH = {"a": 1.0, "b": 0.0, "c": -1.0}


def counted(line_up: LineUp, shares: list[list[float]]) -> Count:
    count = Count(Table("paris", len(line_up)), line_up)
    count.shares = dict(enumerate(shares))
    return count


def played(rng: random.Random, line_up: LineUp, deals: int) -> Count:
    """Deals between bots of known strength."""
    count = Count(Table("paris", len(line_up)), line_up)
    players = len(line_up)
    weights = [math.exp(STRENGTH[bot]) for bot in line_up]
    for deal in range(deals):
        wins = dict.fromkeys(count.bots, 0.0)
        for _ in range(players):
            wins[rng.choices(line_up, weights)[0]] += 1 / players
        count.shares[deal] = list(wins.values())
    return count


def by_name(rated: list[Rating]) -> dict[str, Rating]:
    return {rating.key: rating for rating in rated}


def test_two_bots_have_the_difference_of_their_odds() -> None:
    """30 of 40 matches won; one more for each, so 31 : 11."""
    rated = by_name(ratings([counted(("a", "b"), [[0.75, 0.25]] * 20)]))
    assert rated["a"].points - rated["b"].points == pytest.approx(400 * math.log10(31 / 11))
    assert rated["a"].points + rated["b"].points == pytest.approx(3000)


def test_shared_wins_count_in_parts() -> None:
    parts = ratings([counted(("a", "b"), [[0.5, 0.5]] * 10)])
    whole = ratings([counted(("a", "b"), [[1.0, 0.0], [0.0, 1.0]] * 5)])
    assert [r.points for r in parts] == pytest.approx([1500, 1500])
    assert [r.points for r in whole] == pytest.approx([1500, 1500])
    assert parts[0].high - parts[0].low < whole[0].high - whole[0].low


def test_a_bot_that_won_everything_has_a_rating_and_a_wide_interval() -> None:
    few = by_name(ratings([counted(("a", "b"), [[1.0, 0.0]] * 10)]))
    many = by_name(ratings([counted(("a", "b"), [[1.0, 0.0]] * 1000)]))
    assert many["a"].points > few["a"].points > few["b"].points
    assert few["a"].low < few["a"].points < few["a"].high
    assert many["a"].high - many["a"].low > 200


def test_known_strengths_are_found_at_tables_of_any_size() -> None:
    rng = random.Random(7)
    counts = [
        played(rng, ("a", "b"), 300),
        played(rng, ("a", "b", "c"), 300),
        played(rng, ("c", "a", "a", "a"), 300),
    ]
    rated = by_name(ratings(counts))
    for bot, strength in STRENGTH.items():
        assert rated[bot].low < 1500 + 400 / math.log(10) * strength < rated[bot].high
    assert [r.key for r in ratings(counts)] == ["a", "b", "c"]


def test_intervals_are_right_about_as_often_as_they_say() -> None:
    rng = random.Random(2)
    right = 0
    for _ in range(200):
        counts = [played(rng, ("a", "b"), 40), played(rng, ("b", "c", "c"), 40)]
        rated = by_name(ratings(counts))
        right += rated["b"].low < 1500 < rated["b"].high
    assert 180 <= right <= 199


def test_matches_of_one_deal_are_not_taken_for_independent_ones() -> None:
    """The same deals, each counted under three line-ups that all ended alike."""
    rng = random.Random(3)
    shares = [rng.choice([[1.0, 0.0], [0.0, 1.0], [0.5, 0.5]]) for _ in range(100)]
    once = ratings([counted(("a", "b"), shares)])[0]
    again = ratings([counted(("a", "b"), shares) for _ in range(3)])[0]
    assert again.high - again.low == pytest.approx(once.high - once.low, rel=0.05)


def test_bots_that_never_met_are_not_compared() -> None:
    apart = [counted(("a", "b"), [[1.0, 0.0]]), counted(("c", "d"), [[1.0, 0.0]])]
    assert ratings(apart) == []
    assert len(ratings([*apart, counted(("b", "c"), [[0.5, 0.5]])])) == 4
    assert ratings([counted(("a", "a"), [[1.0]])]) == []
    assert ratings([]) == []
