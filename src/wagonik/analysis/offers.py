"""The ticket helper: for tickets on offer the turns they need and the chance to complete them."""

from collections.abc import Sequence
from typing import Final

from wagonik.analysis.judge import Judge, Measured, Trial, measured, sample_seed
from wagonik.analysis.report import AnalysisError, KeepOutlook, Offer, TicketOutlook
from wagonik.bots.master.board import BoardOutlook
from wagonik.bots.planner.choice import BoardPlanner
from wagonik.bots.planner.roads import CLOSED
from wagonik.engine.rules import Rules
from wagonik.engine.state import COMPLETED, OFFER, State
from wagonik.match import View

PLAYOUTS: Final = 2000
ENDED: Final = 0.6  # of them, played to the very end
LEAST: Final = 12  # samples of every set


def is_done(rules: Rules, state: State, seat: int, ticket: int) -> bool:
    """Whether a seat has completed a ticket in a match that is over and was scored last."""
    holder = int(state.holder[ticket])
    if holder == COMPLETED + seat:
        return True
    return holder == seat and bool(rules.standing.done[ticket])


def offers(view: View, playouts: int = PLAYOUTS, seed: int = 1) -> Offer:
    """What the tickets on offer need, and how the sets compare that may be kept.

    Args:
        view: What the seat knows, from `Match.observe(seat)`; nothing else is read.
        playouts: About how many matches are played on to find it.
        seed: Where the samples come from; the same seed gives the same answer.

    Raises:
        AnalysisError: No tickets are on offer for this seat, or our bots do not know the game.
    """
    rules, state, seat = view.rules, view.state, view.seat
    steps = (rules.first_tickets_step, rules.choose_tickets_step)
    if not view.legal or state.step not in steps:
        raise AnalysisError("No tickets are on offer for this seat.")
    judge = Judge(rules)
    at = seat * OFFER
    tickets = [int(state.offer[at + 1 + i]) for i in range(state.offer[at])]
    sets = {
        action: tuple(
            ticket for i, ticket in enumerate(tickets) if (action - int(rules.keep_action)) >> i & 1
        )
        for action in view.legal
    }
    done = _completions(judge, view, sets, seed, max(LEAST, int(playouts * ENDED / len(sets))))
    gains = _gains(judge, view, seed, int(playouts * (1 - ENDED)))
    planner = _planner(judge)
    turns = {action: _turns(planner, view, action) for action in sets}
    keeps = [
        KeepOutlook(
            action, kept, turns[action], all_done.mean, all_done.error, gain.mean, gain.error
        )
        for action, kept in sets.items()
        for all_done in [measured([float(all(row)) for row in done[action]])]
        for gain in [gains[action]]
    ]
    keeps.sort(key=lambda keep: (-keep.gain, keep.action))
    found = [_ticket(planner, view, ticket, sets, done) for ticket in tickets]
    return Offer(tuple(found), tuple(keeps), None if planner is None else float(planner.time))


def _completions(
    judge: Judge, view: View, sets: dict[int, tuple[int, ...]], seed: int, samples: int
) -> dict[int, list[tuple[bool, ...]]]:
    """For each set and sample, which of its tickets are completed at the end."""
    found: dict[int, list[tuple[bool, ...]]] = {action: [] for action in sets}
    own = sample_seed(seed, "offers")
    judge.search.outlook.study(view.state, view.seat)
    for number in range(samples):
        root = judge.deal(view.state, view.seat, own, number)
        for action, kept in sets.items():
            judge.state.copy_from(root)
            judge.play(view.seat, action, 0, to_end=True)
            found[action].append(
                tuple(is_done(judge.rules, judge.state, view.seat, ticket) for ticket in kept)
            )
    return found


def _gains(judge: Judge, view: View, seed: int, playouts: int) -> dict[int, Measured]:
    """How each set compares with the best; hopeless ones are given up on the way."""
    trial = Trial(judge, view.state, view.seat, view.legal, sample_seed(seed, "keeps"))
    limit = judge.playouts + playouts
    trial.look(LEAST, ())
    while judge.playouts < limit and len(trial.actions) > 1:
        trial.look(trial.count + LEAST, ())
    best = trial.best()
    return {action: trial.gain(action, best) for action in trial.rows}


def _ticket(
    planner: BoardPlanner | None,
    view: View,
    ticket: int,
    sets: dict[int, tuple[int, ...]],
    done: dict[int, list[tuple[bool, ...]]],
) -> TicketOutlook:
    holding = {action: kept for action, kept in sets.items() if ticket in kept}
    smallest = min(len(kept) for kept in holding.values())
    rows: list[Sequence[float]] = []
    for action, kept in holding.items():
        if len(kept) == smallest:
            place = kept.index(ticket)
            rows.append([float(row[place]) for row in done[action]])
    # The sets were tried on the same samples: their mean on each is one number.
    share = measured([sum(column) / len(column) for column in zip(*rows, strict=True)])
    return TicketOutlook(ticket, _more_turns(planner, view, ticket), share.mean, share.error)


# Planner's turns


def _planner(judge: Judge) -> BoardPlanner | None:
    outlook = judge.search.outlook
    return outlook.planner if isinstance(outlook, BoardOutlook) else None


def _turns(planner: BoardPlanner | None, view: View, action: int) -> float | None:
    """Turns that the tickets held and those of a set need."""
    if planner is None:
        return None
    planner.look(view.state, view.seat)
    mask = action - int(view.rules.keep_action)
    planner.aim_at(-1)
    planner.keep_value(view.state, view.seat, mask)
    count = sum(
        1
        for ticket in range(view.rules.ticket_count)
        if view.state.holder[ticket] == view.seat and not planner.roads.done(ticket)
    )
    at = view.seat * OFFER
    for i in range(view.state.offer[at]):
        if mask >> i & 1 and not planner.roads.done(view.state.offer[at + 1 + i]):
            count += 1
    if any(planner.roads.path_cost[i] >= CLOSED for i in range(count)):
        return None
    return float(planner.turns) if count else 0.0


def _more_turns(planner: BoardPlanner | None, view: View, ticket: int) -> float | None:
    """Turns that a ticket needs beyond those of the tickets held."""
    at = view.seat * OFFER
    bit = next(
        i for i in range(view.state.offer[at]) if int(view.state.offer[at + 1 + i]) == ticket
    )
    keep = int(view.rules.keep_action)
    alone = _turns(planner, view, keep + (1 << bit))
    nothing = _turns(planner, view, keep)
    if alone is None:
        return None
    return max(0.0, alone - (nothing or 0.0))
