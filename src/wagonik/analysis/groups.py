"""What a lead is made of, in points: routes, tickets, and what a game adds.

The points that the learnt value expects are a linear function, whatever tells the chances, so a
lead falls apart exactly into groups of features; where a play-out has reached the end of the match,
the score sheets tell the same.
"""

from typing import Final

from wagonik.analysis.judge import Judge
from wagonik.bots.games import find_knowledge
from wagonik.bots.master.value import KNOTS
from wagonik.engine.rules import Rules
from wagonik.engine.state import State

Groups = dict[str, float]  # points of a lead by group

OTHER: Final = "other"
THEIRS: Final = "their_"  # before the name of a group: what the others lose in it

# The groups of what all board games have: features of the learnt value, and lines of the score
# sheet. What a game adds it names itself (`terms` of its knowledge in `bots/games`).
COMMON: Final[dict[str, str]] = {
    "one": OTHER,
    "points": "routes",
    "points a piece": "routes",
    "value": "routes",
    "hope value": "routes",
    "filler": "routes",
    "routes": "routes",
    "done": "tickets",
    "completed": "tickets",
    "planned": "tickets",
    "planned count": "tickets",
    "given up": "tickets",
    "hope": "tickets",
    "tickets": "tickets",
    "turns": "tempo",
    "time": "tempo",
    "spare": "tempo",
    "late": "tempo",
    "tracks": "tempo",
    "turn": "tempo",
    "lack": "cards",
    "cards": "cards",
    "locomotives": "cards",
    "best colour": "cards",
    "pieces": "pieces",
    "pieces left": "pieces",
    "lead": "most_tickets",
    "globetrotter": "most_tickets",
}
# Groups that are no reason by themselves.
SILENT: Final = (OTHER, "tempo", "cards", "pieces")


def group_of(rules: Rules, name: str) -> str:
    """The group of a feature or of a line of the score sheet."""
    own = find_knowledge(rules).terms.groups
    return own[name] if name in own else COMMON.get(name, OTHER)


def lead_groups(judge: Judge, state: State, seat: int) -> Groups:
    """A seat's lead over the mean of the others where the last play-out stopped."""
    return _sheet_groups(judge, state, seat) if judge.table.ended else _value_groups(judge, seat)


def _sheet_groups(judge: Judge, state: State, seat: int) -> Groups:
    rules = judge.rules
    final = rules.score(state)
    seats = rules.seats
    found: Groups = {}
    for number, scorer in enumerate(rules.scorers):
        group = group_of(rules, scorer.name)
        points = [float(final.points[number * seats + each]) for each in range(seats)]
        _add(found, group, points[seat])
        _add(found, THEIRS + group, -(sum(points) - points[seat]) / (seats - 1))
    return found


def _value_groups(judge: Judge, seat: int) -> Groups:
    search = judge.search
    value = search.value
    assert value is not None
    seats, size = judge.rules.seats, int(value.size)
    place = judge.table.progress * (KNOTS - 1)
    knot = min(int(place), KNOTS - 2)
    part = place - knot
    low = knot * 2 * size
    high = low + 2 * size
    weights, features = value.weights, search.features
    found: Groups = {}
    for number, name in enumerate(search.outlook.names):
        own = weights[low + number] * (1 - part) + weights[high + number] * part
        theirs = weights[low + size + number] * (1 - part) + weights[high + size + number] * part
        mine = features[seat * size + number]
        total = sum(features[each * size + number] for each in range(seats))
        # Each seat's points are its own part and the mean of the others'; a lead is the
        # difference to their mean.
        rate = own - theirs / (seats - 1)
        group = group_of(judge.rules, name)
        _add(found, group, mine * rate)
        _add(found, THEIRS + group, -(total - mine) / (seats - 1) * rate)
    return found


def others_of(groups: Groups) -> float:
    """All points that the others lose."""
    return sum(points for name, points in groups.items() if name.startswith(THEIRS))


def _add(groups: Groups, name: str, points: float) -> None:
    groups[name] = groups.get(name, 0.0) + points
