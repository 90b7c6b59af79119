"""Luck has mean zero, and the parts of a result are what they are called."""

import math
from statistics import stdev

import pytest

from tests.analysis.playing import play, played
from wagonik import Match
from wagonik.analysis import accuracy
from wagonik.analysis.balance import balances
from wagonik.analysis.decisions import Verdict, judge_luck
from wagonik.analysis.judge import Judge, Measured, sample_seed
from wagonik.bots.master.judge import FORWARD


def lucks(match: Match, samples: int) -> list[float]:
    """What chance did to whoever drew, for every decision that turned up something."""
    twin = match.again()
    judge = Judge(match.rules)
    found = []
    for seat, action in match.history:
        before = twin.state.reveals
        luck = judge_luck(judge, twin, seat, action, samples, match.seed)
        if twin.state.reveals != before:
            found.append(luck[seat].mean)
    return found


@pytest.mark.parametrize(("game", "players", "matches"), [("paris", 2, 40), ("paris", 3, 12)])
def test_luck_of_whoever_draws_has_mean_zero(game: str, players: int, matches: int) -> None:
    """Judged at the same turn, and with the same play from there on, in self-play with slips."""
    rows = [lucks(play(game, ["planner"] * players, 300 + seed), 2) for seed in range(matches)]
    count = sum(map(len, rows))
    mean = sum(map(sum, rows)) / count
    # Decisions of one match depend on each other: the error is that of whole matches.
    error = math.sqrt(sum(sum(x - mean for x in row) ** 2 for row in rows)) / count
    assert count > 300
    assert error < 0.012
    assert abs(mean) < 3.0 * error, (mean, error)


def test_the_errors_of_one_match_cancel() -> None:
    """What came of a draw and what could be expected of the next one are judged on the same
    futures: the sum over a match is surer than that of draws that were judged each for itself."""
    match = played("paris", 2)
    judge = Judge(match.rules)

    def spread(apart: int) -> float:
        found = []
        for seed in range(100):
            twin, total = match.again(), 0.0
            for number, (seat, action) in enumerate(match.history):
                own = sample_seed(seed, apart * number)
                total += judge_luck(judge, twin, seat, action, 1, own)[0].mean
            found.append(total)
        return stdev(found)

    assert spread(0) < 0.7 * spread(1)


def test_without_chance_there_is_no_luck() -> None:
    """A claim that is paid and reveals nothing: what came is what was expected."""
    match = played("paris", 2)
    twin = match.again()
    judge = Judge(match.rules)
    seen = 0
    for seat, action in match.history:
        before = twin.copy()
        twin.play(action, seat)
        quiet = twin.state.reveals == before.state.reveals and not twin.over
        if quiet and twin.state.step != twin.rules.first_tickets_step:
            until = int(before.state.turn) + judge.horizon
            expected = judge.open(before.state, seat, action, 1, 20, until)
            came = judge.open(twin.state, twin.seat, FORWARD, 1, 20, until)
            assert came == expected
            seen += 1
    assert seen > 5


def verdict(decision: int, seat: int, effects: tuple[float, ...]) -> Verdict:
    nothing = Measured(0.0, 0.0)
    lead = Measured(effects[seat], 0.01)
    return Verdict(decision, 1, seat, 1, 2, 1, (), nothing, 0.0, effects, lead, (), True)


def test_own_and_others_moves_are_told_apart() -> None:
    verdicts = [
        verdict(0, 0, (0.1, -0.1)),
        verdict(1, 1, (-0.3, 0.3)),
        verdict(2, 0, (-0.05, 0.05)),
    ]
    tickets = {2: [Measured(0.2, 0.1), Measured(-0.2, 0.1)]}
    first, second = balances("paris", 2, (0.6, 0.4), (0.0, 1.0), verdicts, tickets)
    assert [first.own, first.others] == pytest.approx([0.05, -0.3])
    assert [second.own, second.others] == pytest.approx([0.3, -0.05])
    assert (first.tickets, second.tickets) == (0.2, -0.2)
    assert first.cards == pytest.approx(-0.6 - 0.05 + 0.3 - 0.2)
    assert first.error == pytest.approx(math.sqrt(2) * 0.01)
    assert (first.decisions, second.decisions) == (2, 1)


def test_accuracy_falls_with_the_loss_and_is_only_for_known_tables() -> None:
    assert accuracy.accuracy("nothing", 2, 0.01) is None
    for table, scale in accuracy.scales().items():
        game, _, players = table.rpartition("-")
        figures = [accuracy.accuracy(game, int(players), loss) for loss in (0.0, scale, 1.0)]
        assert figures[0] == 100.0
        assert figures[1] == pytest.approx(100 / math.e)
        assert figures == sorted(figures, key=lambda figure: -(figure or 0.0))
