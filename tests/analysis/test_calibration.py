"""Honest chances: they add up, keep their order, and what is over is certain."""

import random
from typing import Any

import pytest

from benchmarks.coach_calibration import Positions, fit, judged, some
from tests.analysis.playing import played
from wagonik import GAMES, Match
from wagonik.analysis.calibration import Calibration, calibrations, find_calibration
from wagonik.analysis.judge import Judge
from wagonik.arena.starter import starter
from wagonik.bots.master.judge import FORWARD

STEEPER = Calibration(1.5, 2.0, 0.1)


def test_chances_still_add_up_and_keep_their_order() -> None:
    found = STEEPER.honest((0.5, 0.3, 0.2), 0.4, False, 0.5)
    assert sum(found) == pytest.approx(1.0)
    assert list(found) == sorted(found, reverse=True)
    assert found[0] > 0.5
    assert STEEPER.honest((0.5, 0.5), 0.4, False, 1.0) == pytest.approx((0.5, 0.5))


def test_a_power_of_two_squares_the_odds() -> None:
    """Without doubt at all, and with the late number where the match ends."""
    found = Calibration(1.0, 2.0, 0.0).honest((0.75, 0.25), 1.0, False, 1.0)
    assert found[0] / found[1] == pytest.approx(9.0)
    assert Calibration(1.0, 2.0, 0.0).honest((0.75, 0.25), 0.0, False, 1.0) == (0.75, 0.25)


def test_doubt_grows_with_how_far_was_played_on() -> None:
    won = (1.0, 0.0)
    assert STEEPER.honest(won, 1.0, True, 0.0) == won
    assert STEEPER.honest(won, 1.0, True, 0.5) == pytest.approx((0.975, 0.025))
    assert STEEPER.honest(won, 1.0, True, 1.0) == pytest.approx((0.95, 0.05))
    assert STEEPER.honest(won, 1.0, True, 3.0) == pytest.approx((0.95, 0.05))


def test_shipped_numbers_are_of_known_tables_and_sane() -> None:
    known = {f"{game.key}-{n}" for game in GAMES for n in range(2, game.most_players + 1)}
    assert set(calibrations()) <= known
    assert {f"{game.key}-2" for game in GAMES} <= set(calibrations())
    for found in calibrations().values():
        assert 0.3 < found.early < 4.0
        assert 0.3 < found.late < 4.0
        assert 0.0 <= found.doubt < 0.3
    assert find_calibration("nothing", 2) is None


def test_a_judge_tells_them_but_for_the_very_end_and_boards_that_were_not_measured() -> None:
    match = played("paris", 2)
    early = Match("paris", 2, match.seed)
    plain, honest = Judge(early.rules, calibrated=False), Judge(early.rules)
    same = [judge.open(early.state, 0, FORWARD, 1, 4, to_end=True) for judge in (plain, honest)]
    assert same[0] == same[1]
    told = [judge.open(early.state, 0, FORWARD, 1, 4) for judge in (plain, honest)]
    assert told[0] != told[1]
    own = Match("paris", 2, 3, board=starter("paris", "Mine"))
    assert Judge(own.rules).calibration is None


def invented(matches: int) -> list[dict[str, Any]]:
    """Matches in which odds are really squared: what is said is too modest."""
    rng = random.Random(5)
    rows = []
    for number in range(matches):
        said = rng.uniform(0.05, 0.95)
        odds = (said / (1 - said)) ** 2
        first = float(rng.random() < odds / (1 + odds))
        leaves = [[said, 1 - said, 0.5, 1.0]] * 2
        luck = {"cards": [1, 0.01], "tickets": [0, 0.0]}
        rows.append(
            {"seed": number, "won": [first, 1 - first], "positions": [[0.5, leaves]], "luck": luck}
        )
    return rows


def test_positions_are_chosen_whatever_the_length_of_their_match() -> None:
    """Whoever wins ends a match: positions of short ones must not be looked at more often."""
    for seed in range(30):
        long = some(seed, 200, 20)
        assert some(seed, 120, 20) == {number for number in long if number < 120}
    assert sum(len(some(seed, 200, 20)) for seed in range(200)) == pytest.approx(2000, rel=0.1)


def test_the_fit_finds_what_was_put_in_and_each_half_is_judged_by_the_other() -> None:
    rows = invented(3000)
    found = fit(rows)
    middle = (found.early + found.late) / 2
    assert middle == pytest.approx(2.0, abs=0.25)
    said = Positions(rows[:3]).said(found)
    for row, chances in zip(rows, said, strict=False):
        (_, leaves) = row["positions"][0]
        expected = found.honest(tuple(leaves[0][:2]), 0.5, False, 1.0)
        assert tuple(chances) == pytest.approx(expected)
    table = judged(rows)
    assert table["matches"] == 3000
    honest, plain = (sum(row[0] for row in table[name]["quarters"]) for name in ("honest", "plain"))
    assert honest < plain
    assert table["luck"]["cards"][:2] == [3000, 3000]
    for share, won, count in table["honest"]["bins"]:
        assert count == 0 or abs(share - won) / count < 0.08
