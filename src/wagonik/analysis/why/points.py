"""What points say for a move: one's own, the others', and the end of the match."""

from typing import Final

from wagonik.analysis.groups import SILENT, Groups, group_of, others_of
from wagonik.analysis.judge import measured
from wagonik.analysis.why.argument import ERRORS, POINTS, TURNS_SAVED, Argument, Values
from wagonik.analysis.why.pair import Pair, share_of

ENDING: Final = 0.15  # of the samples
DENIED: Final = 0.25  # of the samples
ROBBING: Final = 0.25  # rows
MOSTLY: Final = 0.6  # of what the others lose, that is named for itself
PART: Final = 0.3  # of all that a move is ahead by, that a group of points must be to be told
LITTLE: Final = 0.15  # the same where there is nothing else to tell
SOONER: Final = 0.5  # turns by which the whole match is shorter or longer

# Moves that others feel at once; what they lose by another one comes about somehow.
FELT: Final = ("claim", "row", "trio", "locomotives")


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


def about_length(pair: Pair) -> list[Argument]:
    """A shorter match, in which the others get less, or a longer one, in which the seat gets
    more: that goes with much else, so it is told only where no cause is known. New tickets make
    a match longer, too, but what they bring they bring themselves."""
    mine, theirs = pair.after[pair.better].length, pair.after[pair.other].length
    least = max(POINTS, PART * pair.points(all_of))
    for kind, less, more, pick in (
        ("sooner", mine, theirs, others_of),
        ("longer", theirs, mine, own_of),
    ):
        turns, points = pair.compare(more, less), pair.points(pick)
        if kind == "longer" and pair.move.family == "tickets":
            continue
        if turns.mean > SOONER and turns.clear(ERRORS) and points > least:
            return [Argument(kind, {"turns": turns.mean, "points": points}, points)]
    return []


def about_points(pair: Pair, part: float = PART) -> list[Argument]:
    found = []
    mine, theirs = pair.after[pair.better], pair.after[pair.other]
    safe = pair.compare(theirs.loses, mine.loses)
    gain = pair.group("tickets")
    if safe.mean > ROBBING and safe.clear(ERRORS) and gain > POINTS:
        shares = {"better": share_of(mine.loses), "other": share_of(theirs.loses)}
        found.append(Argument("guards", {**shares}, gain))
    rules = pair.judge.rules
    whole = pair.points(all_of)
    # What a game gives no points for may go with winning, but is nothing that can be told.
    for name in dict.fromkeys(group_of(rules, scorer.name) for scorer in rules.scorers):
        gain = pair.group(name)
        if name not in SILENT and gain > max(POINTS, part * whole):
            found.append(Argument(name, {"points": gain}, gain, vague=True))
    return found


def about_others(pair: Pair) -> list[Argument]:
    """What the others lose, and by what, as far as that can be told."""
    mine, theirs = pair.after[pair.better], pair.after[pair.other]
    lost = pair.points(others_of)
    tickets = pair.group("their_tickets")
    if max(lost, tickets) <= POINTS:
        return []
    for other, turns in mine.hindered.items():
        more = pair.compare(turns, theirs.hindered.get(other, ()))
        if more.mean > TURNS_SAVED and more.clear(ERRORS):
            values: Values = {"seat": other, "turns": more.mean}
            return [Argument("in_the_way", values, max(lost, tickets))]
    if lost <= POINTS:
        return []
    if mine.robbed is not None and theirs.robbed != mine.robbed:
        seat, kind, count = mine.robbed
        return [Argument("robs", {"seat": seat, "card": kind, "count": count}, lost)]
    robs = pair.compare(mine.robs, theirs.robs)
    if robs.mean > ROBBING and robs.clear(ERRORS):
        shares = {"better": share_of(mine.robs), "other": share_of(theirs.robs)}
        return [Argument("robs_later", {**shares}, lost)]
    if pair.move.family == "market":
        taken = measured(theirs.left)
        if taken.mean > DENIED and taken.clear(ERRORS):
            values = {"card": int(pair.move.argument), "share": taken.mean}
            return [Argument("denies", values, lost)]
    if pair.move.family in FELT:
        for name in ("their_tickets", "their_routes"):
            part = pair.group(name)
            if part > MOSTLY * lost:
                return [Argument(name, {"points": part}, lost, vague=True)]
    return []


def own_of(groups: Groups) -> float:
    """What the seat gets itself."""
    return all_of(groups) - others_of(groups)


def all_of(groups: Groups) -> float:
    """The whole lead."""
    return sum(groups.values())
