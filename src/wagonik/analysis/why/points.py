"""What points say for a move: one's own, the others', and the end of the match."""

from typing import Final

from wagonik.analysis.groups import THEIRS, Groups
from wagonik.analysis.judge import measured
from wagonik.analysis.why.argument import ERRORS, POINTS, TURNS_SAVED, Argument, Values
from wagonik.analysis.why.pair import Pair, share_of

ENDING: Final = 0.15  # of the samples
DENIED: Final = 0.25  # of the samples
ROBBING: Final = 0.25  # rows
MOSTLY: Final = 0.6  # of what the others lose, that is named for itself
VAGUE: Final = 0.1  # of its points, that a reason weighs which names no cause

GROUPS: Final = (
    "tickets",
    "routes",
    "most_tickets",
    "shares",
    "goals",
    "flags",
    "technology",
    "big_cities",
)
SUMS: Final = (*GROUPS, "their_tickets", "their_routes", "blocking")  # they name no cause
# Moves that others feel at once; what they lose by another one comes about somehow.
FELT: Final = ("claim", "market", "row", "trio", "locomotives", "buy")


def about_end(pair: Pair) -> list[Argument]:
    """The end of the match, for who leads."""
    mine, theirs = pair.after[pair.better], pair.after[pair.other]
    sooner = pair.compare(mine.ended, theirs.ended)
    leads = share_of(mine.chances) > 0.5
    if not leads or sooner.mean <= ENDING or not sooner.clear(ERRORS):
        return []
    values: Values = {
        "share": share_of(mine.ended),
        "other": share_of(theirs.ended),
    }
    return [Argument("ends_match", values, sooner.mean * pair.a_turn * 2)]


def about_points(pair: Pair) -> list[Argument]:
    found = []
    mine, theirs = pair.after[pair.better], pair.after[pair.other]
    safe = pair.compare(theirs.loses, mine.loses)
    gain = pair.group("tickets")
    if safe.mean > ROBBING and safe.clear(ERRORS) and gain.mean > POINTS:
        shares = {"better": share_of(mine.loses), "other": share_of(theirs.loses)}
        found.append(Argument("guards", {**shares}, gain.mean))
    for name in GROUPS:
        gain = pair.group(name)
        if gain.mean > POINTS and gain.clear(ERRORS):
            found.append(Argument(name, {"points": gain.mean}, gain.mean))
    return found


def about_others(pair: Pair) -> list[Argument]:
    """What the others lose, and by what, as far as that can be told."""
    mine, theirs = pair.after[pair.better], pair.after[pair.other]
    lost = pair.compare(*(map(others_of, branch.groups) for branch in (mine, theirs)))
    if lost.mean <= POINTS or not lost.clear(ERRORS):
        return []
    if mine.robbed is not None and theirs.robbed != mine.robbed:
        seat, kind, count = mine.robbed
        return [Argument("robs", {"seat": seat, "card": kind, "count": count}, lost.mean)]
    robs = pair.compare(mine.robs, theirs.robs)
    if robs.mean > ROBBING and robs.clear(ERRORS):
        shares = {"better": share_of(mine.robs), "other": share_of(theirs.robs)}
        return [Argument("robs_later", {**shares}, lost.mean)]
    if pair.move.family == "market":
        taken = measured(theirs.left)
        if taken.mean > DENIED and taken.clear(ERRORS):
            values = {"card": int(pair.move.argument), "share": taken.mean}
            return [Argument("denies", {**values}, lost.mean)]
    for other, turns in mine.hindered.items():
        more = pair.compare(turns, theirs.hindered.get(other, ()))
        if more.mean > TURNS_SAVED and more.clear(ERRORS):
            return [Argument("in_the_way", {"seat": other, "turns": more.mean}, lost.mean)]
    felt = 1.0 if pair.move.family in FELT else VAGUE
    for name in ("their_tickets", "their_routes"):
        part = pair.group(name)
        if part.mean > MOSTLY * lost.mean and part.clear(ERRORS):
            return [Argument(name, {"points": part.mean}, felt * lost.mean)]
    return [Argument("blocking", {"points": lost.mean}, VAGUE * lost.mean)]


def others_of(groups: Groups) -> float:
    """All points that the others lose."""
    return sum(points for name, points in groups.items() if name.startswith(THEIRS))
