"""Which decisions are told, and which are looked at again because that is not clear."""

from typing import Any

from tests.analysis.playing import played
from wagonik import Match
from wagonik.analysis import work
from wagonik.analysis.decisions import Budget, Verdict
from wagonik.analysis.judge import Measured
from wagonik.analysis.moments import at_the_edge, key_moments
from wagonik.analysis.report import Candidate

RULES = Match("paris", 2, 1).rules
DECK = next(i for i, action in enumerate(RULES.table.actions) if action.family == "deck")
CLAIMS = [i for i, action in enumerate(RULES.table.actions) if action.family == "claim"]


def verdict(number: int, loss: float, error: float = 0.005, claim: int | None = None) -> Verdict:
    """A draw, in place of a claim that is better."""
    better = CLAIMS[number if claim is None else claim]
    nothing = Measured(0.0, 0.0)
    tried = (Candidate(better, loss, error), Candidate(DECK, 0.0, 0.0))
    return Verdict(
        number, number + 1, 0, DECK, DECK, better, (better,), Measured(loss, error), loss,
        (0.0, 0.0), nothing, tried, True,
    )  # fmt: skip


LOSSES = (0.30, 0.20, 0.15, 0.12, 0.081, 0.079, 0.05)


def test_what_may_be_the_last_that_is_told_is_looked_at_again() -> None:
    near = [verdict(number, loss) for number, loss in enumerate(LOSSES)]
    assert at_the_edge(RULES, near) == [4, 5]
    sure = [verdict(number, loss, 0.0001) for number, loss in enumerate(LOSSES)]
    assert at_the_edge(RULES, sure) == []
    assert at_the_edge(RULES, near[:5]) == []  # all of them are told
    same = [verdict(number, loss, claim=number % 5) for number, loss in enumerate(LOSSES)]
    assert at_the_edge(RULES, same) == []  # advice that is the same is told once


def test_a_deep_analysis_looks_closer_and_tells_what_it_then_finds(monkeypatch: Any) -> None:
    """The sixth is the fifth once it is looked at with four times the care."""
    asked: list[tuple[int, float]] = []

    def judged(judge: Any, match: Match, seat: int, action: int, budget: Budget, seed: int) -> Any:
        number = len(match.history)
        again = any(number == other for other, _ in asked)
        asked.append((number, budget.fine))
        if number >= len(LOSSES):
            return verdict(number, 0.0, claim=0)
        return verdict(number, 0.09 if again and number == 5 else LOSSES[number])

    monkeypatch.setattr(work, "judge_view", judged)
    for budget, told in (("standard", {0, 1, 2, 3, 4}), ("deep", {0, 1, 2, 3, 5})):
        asked.clear()
        analyst = work.Analyst(played("paris", 2).record(), budget)
        analyst.judge_moves()
        found = key_moments(RULES, [analyst.verdicts[at] for at in sorted(analyst.verdicts)])
        assert {moment.decision for moment in found} == told
        closer = [(4, 0.025), (5, 0.025)] if budget == "deep" else []
        assert asked[analyst.decisions :] == closer
        assert analyst.done[work.CLOSER] == 1.0
