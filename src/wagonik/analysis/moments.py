"""Which decisions are shown: those that clearly mattered, each piece of advice once."""

from collections.abc import Sequence
from typing import Final

from wagonik.analysis.decisions import KEY, KEY_ERRORS, Verdict
from wagonik.analysis.report import BLUNDER, GOOD, INACCURACY, MISTAKE, KeyMoment
from wagonik.engine.rules import Rules

A_MISTAKE: Final = 0.06
A_BLUNDER: Final = 0.12
MOST_MOMENTS: Final = 5  # of a seat
EDGE_ERRORS: Final = 2.0  # within which a loss may be on either side of the last one that is told
MOST_CANDIDATES: Final = 6  # that a moment tells


def size_of(loss: float) -> str:
    """The word for a loss; empty for one that is not worth a word."""
    if loss > A_BLUNDER:
        return BLUNDER
    if loss > A_MISTAKE:
        return MISTAKE
    return INACCURACY if loss > KEY else ""


def is_key(verdict: Verdict) -> bool:
    return verdict.loss.mean > KEY and verdict.loss.clear(KEY_ERRORS) and bool(verdict.better)


def is_good(verdict: Verdict) -> bool:
    """Better than what Planner would have done, and nothing clearly better was found."""
    return verdict.lead.mean > KEY and verdict.lead.clear(KEY_ERRORS) and not verdict.better


def idea(rules: Rules, verdict: Verdict) -> tuple[object, ...]:
    """What the advice comes to: a claim of one track, or the kind of anything else."""
    action = rules.table.actions[verdict.better[0]]
    played = rules.table.actions[verdict.played]
    if action.family == "claim":
        return verdict.seat, action.family, action.argument
    if action.family in ("deck", "market"):
        return verdict.seat, "draw", action.family, action.argument, played.family
    return verdict.seat, action.family, action.argument if action.family == "keep" else -1


def key_moments(rules: Rules, verdicts: Sequence[Verdict]) -> list[KeyMoment]:
    """The key moments of all seats and a good move of each, in the order of the match."""
    found: list[KeyMoment] = []
    for seat in range(rules.seats):
        mine = [verdict for verdict in verdicts if verdict.seat == seat]
        found += _mistakes(rules, mine)
        good = [verdict for verdict in mine if is_good(verdict)]
        if good:
            best = max(good, key=lambda verdict: verdict.lead.mean)
            found.append(_moment(best, GOOD, ()))
    return sorted(found, key=lambda moment: moment.decision)


def at_the_edge(rules: Rules, verdicts: Sequence[Verdict]) -> list[int]:
    """Decisions that cost about as much as the last one that is told, or the first one that is
    not: more samples may put them into another order."""
    found: list[int] = []
    for seat in range(rules.seats):
        ideas = _ideas(rules, [verdict for verdict in verdicts if verdict.seat == seat])
        if len(ideas) <= MOST_MOMENTS:
            continue
        edge = (ideas[MOST_MOMENTS - 1].loss + ideas[MOST_MOMENTS].loss) / 2
        close = [abs(idea.loss - edge) < EDGE_ERRORS * idea.error for idea in ideas]
        if any(close[:MOST_MOMENTS]) and any(close[MOST_MOMENTS:]):
            found += [idea.decision for idea, near in zip(ideas, close, strict=True) if near]
    return sorted(found)


def _mistakes(rules: Rules, verdicts: Sequence[Verdict]) -> list[KeyMoment]:
    return _ideas(rules, verdicts)[:MOST_MOMENTS]


def _ideas(rules: Rules, verdicts: Sequence[Verdict]) -> list[KeyMoment]:
    """Each piece of advice to a seat with its dearest instance, the dearest first."""
    ideas: dict[tuple[object, ...], list[Verdict]] = {}
    for verdict in verdicts:
        if is_key(verdict):
            ideas.setdefault(idea(rules, verdict), []).append(verdict)
    found = []
    for same in ideas.values():
        dearest = max(same, key=lambda verdict: verdict.loss.mean)
        again = tuple(verdict.decision for verdict in same if verdict is not dearest)
        found.append(_moment(dearest, size_of(dearest.loss.mean), again))
    return sorted(found, key=lambda moment: -moment.loss)


def _moment(verdict: Verdict, size: str, again: tuple[int, ...]) -> KeyMoment:
    good = size == GOOD
    told = verdict.candidates[:MOST_CANDIDATES]
    told += tuple(
        each
        for each in verdict.candidates[MOST_CANDIDATES:]
        if each.action in (verdict.played, verdict.planner)
    )
    return KeyMoment(
        verdict.decision,
        verdict.turn,
        verdict.seat,
        verdict.played,
        (verdict.planner,) if good else verdict.better,
        -verdict.lead.mean if good else verdict.loss.mean,
        verdict.lead.error if good else verdict.loss.error,
        size,
        told,
        (),
        again,
    )
