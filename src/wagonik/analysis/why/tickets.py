"""What tickets say for a move: those that get done, and those that are kept."""

from typing import Final

from wagonik.analysis.why.argument import ERRORS, LATE, POINTS, Argument, Values
from wagonik.analysis.why.pair import Pair, share_of
from wagonik.bots.planner.choice import BoardPlanner

PROGRESS: Final = 0.15  # of the samples
SHARED_TURNS: Final = 3.0  # that one more ticket may add to a network to be called shared
SURE: Final = 0.75  # of the samples in which a ticket is done that is worth keeping
SWING: Final = 2.0  # points that a point of a ticket makes: won instead of lost


def about_tickets(pair: Pair) -> list[Argument]:
    """Tickets that get done, and new ones."""
    mine, theirs = pair.after[pair.better], pair.after[pair.other]
    found = []
    for ticket in pair.held():
        if ticket in mine.done and ticket in theirs.done:
            gain = pair.compare(mine.done[ticket], theirs.done[ticket])
            if gain.mean > PROGRESS and gain.clear(ERRORS):
                values: Values = {
                    "ticket": ticket,
                    "better": share_of(mine.done[ticket]),
                    "other": share_of(theirs.done[ticket]),
                }
                weight = gain.mean * SWING * pair.worth[ticket]
                found.append(Argument("ticket_done", values, weight))
    new = pair.group("tickets")
    if pair.move.family == "tickets" and new > POINTS:
        found.append(Argument("new_tickets", {"points": new}, new))
    elif pair.rival.family == "tickets" and new > POINTS:
        found.append(Argument("tickets_cost", {"points": new}, new))
    fresh = pair.compare(mine.fresh, theirs.fresh)
    if pair.move.family == "tickets" and fresh.mean > PROGRESS and fresh.clear(ERRORS):
        found.append(Argument("new_done", {"share": share_of(mine.fresh)}, POINTS))
    return found


def about_keeping(pair: Pair, planner: BoardPlanner) -> list[Argument]:
    """Sets of tickets: one network for all of them, what a ticket adds, or more than there is
    time for."""
    if not pair.move.family == pair.rival.family == "keep":
        return []
    needs = []
    for action in (pair.better, pair.other):
        planner.look(pair.view.state, pair.seat)
        mask = action - int(pair.view.rules.keep_action)
        planner.keep_value(pair.view.state, pair.seat, mask)
        needs.append((float(planner.turns), int(planner.plan_count), int(mask).bit_count()))
    (turns, tracks, count), (other_turns, _, other_count) = needs
    time = float(planner.time)
    held = sum(
        1
        for ticket in range(pair.view.rules.ticket_count)
        if pair.view.state.holder[ticket] == pair.seat and not planner.roads.done(ticket)
    )
    weight = max(POINTS, pair.group("tickets"))
    found = []
    values: Values
    if other_turns - time >= LATE and turns < other_turns:
        values = {"turns": other_turns, "time": time}
        found.append(Argument("too_late", values, (other_turns - time) * pair.a_turn))
    elif count > other_count and turns - other_turns < SHARED_TURNS * (count - other_count):
        values = {"tracks": tracks, "tickets": count + held}
        found.append(Argument("keep_together", values, weight))
    return found + about_kept(pair, turns - other_turns, weight)


def about_kept(pair: Pair, turns: float, weight: float) -> list[Argument]:
    """The ticket by which two choices differ, and how often it gets done."""
    more, less = (pair.kept(action) for action in (pair.better, pair.other))
    more, less = more - less, less - more
    mine, theirs = pair.after[pair.better].done, pair.after[pair.other].done
    values: Values
    if len(more) == 1 and not less:
        (ticket,) = more
        share = share_of(mine.get(ticket, ()))
        if share > SURE:
            values = {"ticket": ticket, "turns": max(0.0, turns), "share": share}
            return [Argument("fits_in", values, weight)]
    if len(less) == 1 and not more:
        (ticket,) = less
        share = share_of(theirs.get(ticket, ()))
        if ticket in theirs and share < SURE:
            return [Argument("fails", {"ticket": ticket, "share": share}, weight)]
    if len(more) == len(less) == 1:
        (ticket,), (instead,) = more, less
        gain = pair.compare(mine.get(ticket, ()), theirs.get(instead, ()))
        if gain.mean > PROGRESS and gain.clear(ERRORS):
            values = {
                "ticket": ticket,
                "instead": instead,
                "better": share_of(mine[ticket]),
                "other": share_of(theirs[instead]),
            }
            return [Argument("likelier", values, weight)]
    return []
