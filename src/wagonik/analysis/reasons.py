"""Why a move is better, as codes with their values; words are made where they are shown.

What is said rests on three things: on Planner's plan before and after each move, on what happened
in the same play-outs in which the moves were compared, and on the learnt value, which is a sum, so
that a difference falls apart into what it is made of. What could be said is found in
`wagonik.analysis.why`; here the one or two things are chosen that are.
"""

from collections.abc import Sequence
from typing import Final

from wagonik.analysis.judge import Judge
from wagonik.analysis.report import KeyMoment, MoveReason
from wagonik.analysis.why.argument import Argument
from wagonik.analysis.why.pair import Pair
from wagonik.analysis.why.plans import (
    about_cards,
    about_payment,
    about_plan,
    about_ready,
    about_route,
    about_time,
    last_turn,
)
from wagonik.analysis.why.points import (
    LITTLE,
    about_end,
    about_length,
    about_others,
    about_points,
)
from wagonik.analysis.why.tickets import about_keeping, about_tickets
from wagonik.match import View

CAUSE: Final = 0.3  # of the weight of a sum of points, that its cause must have to stand for it
SECOND: Final = 0.35  # of the first reason's weight, that a second one must have

# At most one reason of a family is given.
_FAMILY: Final[dict[str, str]] = {
    "ticket_done": "tickets",
    "likelier": "tickets",
    "fits_in": "tickets",
    "fails": "tickets",
    "new_tickets": "tickets",
    "new_done": "tickets",
    "tickets_cost": "tickets",
    "tickets_pay": "tickets",
    "keep_together": "tickets",
    "scores": "routes",
    "draw_lacking": "tempo",
    "ready": "tempo",
    "saves_turns": "tempo",
    "cards_elsewhere": "tempo",
    "too_late": "tempo",
    "in_the_way": "others",
    "robs": "others",
    "denies": "others",
    "robs_later": "others",
    "keeps_locomotives": "hand",
    "keeps_cards": "hand",
    "their_tickets": "others",
    "their_routes": "others",
    "sooner": "others",
}


def explain(
    judge: Judge,
    view: View,
    moment: KeyMoment,
    samples: int,
    seed: int,
    rest: Sequence[int] = (),
) -> tuple[MoveReason, ...]:
    """Why the better move of a key moment is better.

    Args:
        rest: What the seat really did to finish the move that it played: its payment.
    """
    good = moment.loss < 0.0
    better, other = moment.better[0], moment.played
    if good:
        better, other = other, better
    found = explain_choice(judge, view, better, other, samples, seed, moment.played, rest)
    return found or (MoveReason("sampled", {"gain": abs(moment.loss)}),)


def explain_choice(
    judge: Judge,
    view: View,
    better: int,
    other: int,
    samples: int,
    seed: int,
    played: int = -1,
    rest: Sequence[int] = (),
) -> tuple[MoveReason, ...]:
    """Why a move is better than another: one or two reasons, or none that the numbers carry."""
    if better == other:
        return ()
    pair = Pair(judge, view, better, other, played, rest)
    facts = arguments(pair, samples, seed) or about_points(pair, LITTLE)
    if all(fact.vague for fact in facts):
        facts += about_length(pair)
    facts.sort(key=lambda fact: -fact.weight)
    chosen: list[Argument] = []
    families: set[str] = set()
    for fact in facts:
        family = _FAMILY.get(fact.kind, fact.kind)
        if family in families or (chosen and fact.weight < SECOND * chosen[0].weight):
            continue
        families.add(family)
        chosen.append(cause_of(fact, facts))
    return tuple(MoveReason(fact.kind, fact.values) for fact in chosen[:2])


def cause_of(fact: Argument, facts: Sequence[Argument]) -> Argument:
    """A sum of points says little: what it mostly comes from is told instead, if that is known."""
    if not fact.vague:
        return fact
    family = _FAMILY.get(fact.kind, fact.kind)
    for other in facts:
        same = _FAMILY.get(other.kind, other.kind) == family and not other.vague
        if same and other.weight >= CAUSE * fact.weight:
            return Argument(other.kind, other.values, fact.weight)
    return fact


def arguments(pair: Pair, samples: int, seed: int) -> list[Argument]:
    """All that could be said for the better move of a pair."""
    pair.watch(samples, seed)
    found: list[Argument] = []
    planner = pair.planner
    if planner is not None:
        last = last_turn(pair, planner)
        if last is not None:
            return [last]
        found += about_route(pair, planner)
        found += about_plan(pair, planner)
        found += about_time(pair, planner)
        found += about_keeping(pair, planner)
        found += about_ready(pair)
        found += about_cards(pair, planner)
    found += about_tickets(pair)
    found += about_payment(pair)
    found += about_end(pair)
    found += about_points(pair)
    found += about_others(pair)
    return found
