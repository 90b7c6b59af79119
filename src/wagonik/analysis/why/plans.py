"""What Planner's plan says for a move: the route, the turns, the cards, the time that is left."""

from typing import Final

from wagonik.analysis.groups import others_of
from wagonik.analysis.judge import measured
from wagonik.analysis.why.argument import ERRORS, LATE, POINTS, TURNS_SAVED, Argument, Values
from wagonik.analysis.why.pair import Pair, share_of
from wagonik.bots.planner.choice import BoardPlanner
from wagonik.engine.cards import PILE, TOTAL

HURT: Final = 0.3  # cards
CONTESTED: Final = 0.1  # of the samples
DETOUR: Final = 2.0  # turns
TIME_TO_SPARE: Final = 4.0  # turns
READY: Final = 0.25  # of the samples

PARTS: Final = ("pay", "exchange", "give", "locomotives")  # of a payment


def last_turn(pair: Pair, planner: BoardPlanner) -> Argument | None:
    """In the own last turn only what scores at once counts."""
    state = pair.view.state
    if pair.move.family != "claim" or state.step != pair.view.rules.turn_step:
        return None
    planner.prepare(state, pair.seat)
    if planner.time > 1.0:
        return None
    gain = float(planner.last_gain(state, pair.seat, pair.move.argument))
    rival = 0.0
    if pair.rival.family == "claim":
        rival = float(planner.last_gain(state, pair.seat, pair.rival.argument))
    if gain - rival < POINTS:
        return None
    return Argument("last_turn", {"points": gain}, gain)


def about_route(pair: Pair, planner: BoardPlanner) -> list[Argument]:
    """A claim of a track that others may take, or that is hard to do without."""
    if pair.move.family != "claim":
        return []
    found = []
    track = int(pair.move.argument)
    planner.prepare(pair.view.state, pair.seat)
    planned = bool(planner.in_plan[track]) and planner.count > 0
    detour = float(planner.detour(track)) - float(planner.roads.price[track]) if planned else 0.0
    points, rival = pair.at_once(pair.move), pair.at_once(pair.rival)
    gain = pair.group("routes")
    if gain > POINTS and points - rival > gain / 2:
        found.append(Argument("scores", {"points": points, "other": rival}, gain))
    lost = measured(pair.after[pair.other].lost)
    if lost.mean > CONTESTED and lost.clear(ERRORS):
        weight = lost.mean * max(1.0, detour) * pair.a_turn
        found.append(Argument("contested", {"track": track, "share": lost.mean}, weight))
        if detour > DETOUR:
            values: Values = {"track": track, "turns": detour}
            found.append(Argument("detour", values, weight))
    return found


def about_plan(pair: Pair, planner: BoardPlanner) -> list[Argument]:
    """What the plan needs after the one and after the other."""
    mine, theirs = pair.after[pair.better], pair.after[pair.other]
    found = []
    saved = pair.compare(theirs.turns, mine.turns)
    # With tickets that are not known yet it is another plan, which can't be compared.
    same = "tickets" not in (pair.move.family, pair.rival.family)
    if same and saved.mean > TURNS_SAVED and saved.clear(ERRORS):
        better = sum(mine.turns) / len(mine.turns)
        other = sum(theirs.turns) / len(theirs.turns)
        weight = saved.mean * pair.a_turn
        found.append(Argument("saves_turns", {"better": better, "other": other}, weight))
    planner.prepare(pair.view.state, pair.seat)
    wasted = pair.compare(theirs.lack, mine.lack)
    paying = pair.rival.family == "claim" or pair.rival.family in PARTS
    if paying and theirs.paid > 0 and theirs.lack:
        more = sum(theirs.lack) / len(theirs.lack) - float(planner.lack)
        lacks = wasted.mean if pair.rival.family in PARTS else more
        if lacks > HURT and wasted.mean > HURT and wasted.clear(ERRORS):
            hand = int(pair.view.state.hand[pair.seat * PILE + TOTAL])
            found.append(
                Argument(
                    "cards_elsewhere",
                    {"cards": theirs.paid, "hand": hand, "lack": lacks},
                    lacks * pair.a_turn / 2,
                )
            )
    return found


def about_time(pair: Pair, planner: BoardPlanner) -> list[Argument]:
    """Whether there is time for more tickets."""
    if "tickets" not in (pair.move.family, pair.rival.family):
        return []
    planner.prepare(pair.view.state, pair.seat)
    turns, time = float(planner.turns), float(planner.time)
    weight = max(POINTS, pair.group("tickets"))
    values: Values = {"turns": turns, "time": time}
    if pair.move.family == "tickets" and time - turns > TIME_TO_SPARE:
        return [Argument("tickets_pay", values, weight)]
    if pair.rival.family == "tickets" and turns - time >= LATE:
        return [Argument("too_late", values, weight)]
    return []


def about_ready(pair: Pair) -> list[Argument]:
    """A track of the plan that the hand pays for more often after the one draw."""
    mine, theirs = pair.after[pair.better].ready, pair.after[pair.other].ready
    found = []
    for track in pair.waiting:
        more = pair.compare(mine.get(track, ()), theirs.get(track, ()))
        if more.mean > READY and more.clear(ERRORS):
            values: Values = {
                "track": track,
                "better": share_of(mine[track]),
                "other": share_of(theirs[track]),
            }
            found.append(Argument("ready", values, more.mean * pair.a_turn))
    return found


def about_cards(pair: Pair, planner: BoardPlanner) -> list[Argument]:
    """A card that tracks of the plan wait for."""
    if pair.move.family != "market":
        return []
    planner.prepare(pair.view.state, pair.seat)
    kind = int(pair.move.argument)
    waiting = 0
    for i in range(planner.plan_count):
        track = planner.plan[i]
        if planner.board.colour[track] == kind and planner.missing[track] > 0:
            waiting += 1
    if waiting == 0 or planner.purse.short[kind] <= 0:
        return []
    return [Argument("draw_lacking", {"card": kind, "tracks": waiting}, pair.a_turn / 2)]


def about_payment(pair: Pair) -> list[Argument]:
    """What one payment leaves in hand, and the other does not; or a purchase that is not
    made."""
    paid = pair.move.family in PARTS and pair.rival.family in PARTS
    bought = pair.rival.family == "buy" != pair.move.family
    if not paid and not bought:
        return []
    mine, theirs = pair.after[pair.better], pair.after[pair.other]
    for column, kind, turns in ((0, "keeps_locomotives", 1.0), (1, "keeps_cards", 0.5)):
        more = pair.compare(
            *([float(hand[column]) for hand in branch.hand] for branch in (mine, theirs))
        )
        if more.mean >= 1.0 and more.clear(ERRORS):
            # Points that come of it are its effect: they are told after it.
            effects = [pair.group(name) for name in ("routes", "tickets")]
            weight = max(more.mean * turns * pair.a_turn, *effects, pair.points(others_of))
            return [Argument(kind, {"count": round(more.mean)}, weight)]
    return []
