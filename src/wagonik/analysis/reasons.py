"""Why a move is better, as codes with their values; words are made where they are shown.

What is said rests on three things: on Planner's plan before and after each move, on what happened
in the same play-outs in which the moves were compared, and on the learnt value, which is a sum, so
that a difference falls apart into what it is made of.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from wagonik.analysis.groups import Groups, lead_groups
from wagonik.analysis.judge import Judge, Measured, measured, sample_seed
from wagonik.analysis.report import KeyMoment, MoveReason
from wagonik.bots.master.board import BoardOutlook
from wagonik.bots.planner.choice import BoardPlanner
from wagonik.engine.actions import Action
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import PILE, TOTAL
from wagonik.engine.state import State
from wagonik.match import View

# Every kind of reason, with its values. "The move" is the better one, "the other" the one it is
# compared with: the one played, or in a hint what comes next.
KINDS: Final[dict[str, dict[str, str]]] = {
    "cards_elsewhere": {
        "cards": "cards that the other move pays",
        "hand": "cards in hand before it",
        "lack": "cards that the plan lacks more after it",
    },
    "contested": {
        "track": "number of the track",
        "share": "share of samples in which somebody else takes it if it is not claimed now",
    },
    "detour": {
        "track": "number of the track",
        "turns": "turns that the way round costs more",
    },
    "ticket_progress": {
        "ticket": "number of the ticket",
        "better": "share of samples in which it is done by `turns` own turns after the move",
        "other": "the same after the other move",
        "turns": "own turns that were played on",
    },
    "tickets_pay": {
        "turns": "turns that the plan needs",
        "time": "turns left, about",
    },
    "too_late": {
        "turns": "turns that the plan needs with what the other move adds to it",
        "time": "turns left, about",
    },
    "ends_match": {
        "share": "share of samples in which the match is over or its end announced, after the move",
        "other": "the same after the other move",
    },
    "last_turn": {"points": "points that the move scores at once"},
    "draw_lacking": {
        "card": "kind of the card, 0 to 8",
        "tracks": "tracks of the plan that wait for it",
    },
    "keep_together": {
        "tracks": "tracks that one network needs",
        "tickets": "tickets that it completes",
    },
    "saves_turns": {
        "better": "turns that the plan needs after the move",
        "other": "turns that it needs after the other",
    },
    "most_tickets": {"points": "points that the lead in completed tickets is worth more"},
    "routes": {"points": "points from routes, more than by the other move"},
    "tickets": {"points": "points from tickets, more than by the other move"},
    "shares": {"points": "points from shares, more than by the other move"},
    "goals": {"points": "points from goals, more than by the other move"},
    "flags": {"points": "points from flags, more than by the other move"},
    "technology": {"points": "points from technology, more than by the other move"},
    "big_cities": {"points": "points from big cities, more than by the other move"},
    "blocking": {"points": "points that it costs the others, on average"},
    "sampled": {"gain": "share of a win by which it is ahead in the samples"},
}


# What must be exceeded before a thing is said.
HURT: Final = 0.3  # cards
CONTESTED: Final = 0.1  # of the samples
DETOUR: Final = 2.0  # turns
PROGRESS: Final = 0.15  # of the samples
ENDING: Final = 0.15
TURNS_SAVED: Final = 0.5
TIME_TO_SPARE: Final = 4.0  # turns
POINTS: Final = 1.0
ERRORS: Final = 3.0  # that a measured difference must be clear of
SHARED_TURNS: Final = 3.0  # that one more ticket may add to a network to be called shared
SECOND: Final = 0.35  # of the first reason's weight, that a second one must have
SWING: Final = 2.0  # points that a point of a ticket makes: won instead of lost
PLANS: Final = 40  # samples on which plans are made; play-outs are cheaper
A_TURN: Final = 1.5  # points, where Planner has no number of its own
MOST_STEPS: Final = 12  # of a move that is put together

_PARTS: Final = ("pay", "exchange", "give")
# At most one reason of a family is given.
_FAMILY: Final[dict[str, str]] = {
    "ticket_progress": "tickets",
    "tickets_pay": "tickets",
    "keep_together": "tickets",
    "draw_lacking": "tempo",
    "saves_turns": "tempo",
    "cards_elsewhere": "tempo",
    "too_late": "tempo",
}
_GROUPS: Final = (
    "tickets",
    "routes",
    "most_tickets",
    "shares",
    "goals",
    "flags",
    "technology",
    "big_cities",
    "blocking",
)


@dataclass(slots=True)
class Branch:
    """What came of a move, sample by sample."""

    turns: list[float] = field(default_factory=list)  # that the plan needs afterwards
    lack: list[float] = field(default_factory=list)  # cards that it lacks
    paid: int = 0  # cards
    lost: list[float] = field(default_factory=list)  # 1 where the track went to somebody else
    done: dict[int, list[float]] = field(default_factory=dict)  # by ticket, 1 where completed
    ended: list[float] = field(default_factory=list)
    groups: list[Groups] = field(default_factory=list)
    chances: list[float] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Argument:
    """Something that could be said, and what it is worth in points, about."""

    kind: str
    values: dict[str, int | float | str]
    weight: float


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
    facts = Explanation(judge, view, better, other, played, rest).facts(samples, seed)
    facts.sort(key=lambda fact: -fact.weight)
    chosen: list[Argument] = []
    families: set[str] = set()
    for fact in facts:
        family = _FAMILY.get(fact.kind, fact.kind)
        if family in families or (chosen and fact.weight < SECOND * chosen[0].weight):
            continue
        families.add(family)
        chosen.append(fact)
    return tuple(MoveReason(fact.kind, fact.values) for fact in chosen[:2])


class Explanation:
    """Two moves of a seat beside each other."""

    def __init__(
        self, judge: Judge, view: View, better: int, other: int, played: int, rest: Sequence[int]
    ) -> None:
        self.judge: Final = judge
        self.view: Final = view
        self.seat: Final = view.seat
        self.better: Final = better
        self.other: Final = other
        self.rest: Final = {played: list(rest)}
        table = view.rules.table.actions
        self.move: Final[Action] = table[better]
        self.rival: Final[Action] = table[other]
        outlook = judge.search.outlook
        self.planner: Final = outlook.planner if isinstance(outlook, BoardOutlook) else None
        self.state: Final = judge.rules.new_state()
        self.after: Final[dict[int, Branch]] = {better: Branch(), other: Branch()}
        self.a_turn: float = A_TURN
        if self.planner is not None:
            self.a_turn = float(self.planner.settings.turn)

    # Looking

    def watch(self, samples: int, seed: int) -> None:
        """Play both moves on, on the same samples, and note what comes of them."""
        judge, view, seat = self.judge, self.view.state, self.seat
        own = sample_seed(seed, "why", self.better, self.other)
        held = [ticket for ticket in range(judge.rules.ticket_count) if view.holder[ticket] == seat]
        judge.search.outlook.study(view, seat)
        last = int(view.turn) + judge.horizon
        for number in range(samples):
            root = judge.deal(view, seat, own, number)
            for action, branch in self.after.items():
                if number < PLANS and self.planner is not None:
                    self.plan(root, action, branch)
                judge.state.copy_from(root)
                chances = judge.play(seat, action, last)
                self.note(branch, held, chances[seat])

    def note(self, branch: Branch, held: Sequence[int], chance: float) -> None:
        judge, seat = self.judge, self.seat
        state = judge.state
        branch.chances.append(chance)
        branch.ended.append(float(judge.table.ended or state.last_turns >= 0))
        branch.groups.append(lead_groups(judge, state, seat))
        rules = judge.rules
        if isinstance(rules, BoardRules):
            rules.score(state)  # says which tickets are done
            for ticket in held:
                done = float(rules.standing.done[ticket])
                branch.done.setdefault(ticket, []).append(done)
            if self.move.family == "claim":
                track = self.move.argument
                taken = any(
                    rules.owns(state, other, track) for other in range(rules.seats) if other != seat
                )
                branch.lost.append(float(taken))

    def plan(self, root: State, action: int, branch: Branch) -> None:
        """Planner's plan once the move is finished, with the payment that was really made."""
        planner, seat = self.planner, self.seat
        assert planner is not None
        judge, state = self.judge, self.state
        state.copy_from(root)
        out = judge.search.out
        if state.step == judge.rules.first_tickets_step:
            return
        state.seat = seat
        before = int(state.hand[seat * PILE + TOTAL])
        judge.rules.play(state, action, out)
        rest = list(self.rest.get(action, ()))
        turn = state.turn
        judge.search.outlook.forget()
        for _ in range(MOST_STEPS):
            if out.count == 0 or state.seat != seat or state.turn != turn:
                break
            following = rest.pop(0) if rest else -1
            if not out.contains(following):
                following = judge.search.outlook.decide(state, seat, out)
            judge.rules.play(state, following, out)
        branch.paid = max(0, before - int(state.hand[seat * PILE + TOTAL]))
        planner.prepare(state, seat)
        branch.turns.append(float(planner.turns))
        branch.lack.append(float(planner.lack))

    # Saying

    def facts(self, samples: int, seed: int) -> list[Argument]:
        self.watch(samples, seed)
        found: list[Argument] = []
        planner = self.planner
        if planner is not None:
            last = self.last_turn(planner)
            if last is not None:
                return [last]
            found += self.about_route(planner)
            found += self.about_plan(planner)
            found += self.about_tickets(planner)
            found += self.about_cards(planner)
        found += self.about_end()
        found += self.about_points()
        return found

    def compare(self, better: Sequence[float], other: Sequence[float]) -> Measured:
        pairs = list(zip(better, other, strict=False))
        return measured([a - b for a, b in pairs]) if pairs else Measured(0.0, 1.0)

    def last_turn(self, planner: BoardPlanner) -> Argument | None:
        """In the own last turn only what scores at once counts."""
        state = self.view.state
        if self.move.family != "claim" or state.step != self.view.rules.turn_step:
            return None
        planner.prepare(state, self.seat)
        if planner.time > 1.0:
            return None
        gain = float(planner.last_gain(state, self.seat, self.move.argument))
        rival = 0.0
        if self.rival.family == "claim":
            rival = float(planner.last_gain(state, self.seat, self.rival.argument))
        if gain - rival < POINTS:
            return None
        return Argument("last_turn", {"points": gain}, gain)

    def about_route(self, planner: BoardPlanner) -> list[Argument]:
        """A claim of a track that others may take, or that is hard to do without."""
        if self.move.family != "claim":
            return []
        found = []
        track = int(self.move.argument)
        planner.prepare(self.view.state, self.seat)
        planned = bool(planner.in_plan[track]) and planner.count > 0
        detour = (
            float(planner.detour(track)) - float(planner.roads.price[track]) if planned else 0.0
        )
        lost = measured(self.after[self.other].lost)
        if lost.mean > CONTESTED and lost.clear(ERRORS):
            weight = lost.mean * max(1.0, detour) * self.a_turn
            found.append(Argument("contested", {"track": track, "share": lost.mean}, weight))
            if detour > DETOUR:
                values: dict[str, int | float | str] = {"track": track, "turns": detour}
                found.append(Argument("detour", values, weight))
        return found

    def about_plan(self, planner: BoardPlanner) -> list[Argument]:
        """What the plan needs after the one and after the other."""
        mine, theirs = self.after[self.better], self.after[self.other]
        found = []
        saved = self.compare(theirs.turns, mine.turns)
        if saved.mean > TURNS_SAVED and saved.clear(ERRORS):
            better = sum(mine.turns) / len(mine.turns)
            other = sum(theirs.turns) / len(theirs.turns)
            weight = saved.mean * self.a_turn
            found.append(Argument("saves_turns", {"better": better, "other": other}, weight))
        planner.prepare(self.view.state, self.seat)
        wasted = self.compare(theirs.lack, mine.lack)
        paying = self.rival.family == "claim" or self.rival.family in _PARTS
        if paying and theirs.paid > 0 and theirs.lack:
            more = sum(theirs.lack) / len(theirs.lack) - float(planner.lack)
            lacks = wasted.mean if self.rival.family in _PARTS else more
            if lacks > HURT and wasted.mean > HURT and wasted.clear(ERRORS):
                hand = int(self.view.state.hand[self.seat * PILE + TOTAL])
                found.append(
                    Argument(
                        "cards_elsewhere",
                        {"cards": theirs.paid, "hand": hand, "lack": lacks},
                        lacks * self.a_turn / 2,
                    )
                )
        return found

    def about_tickets(self, planner: BoardPlanner) -> list[Argument]:
        """Tickets that get done, that pay, or that come too late."""
        mine, theirs = self.after[self.better], self.after[self.other]
        found = []
        points = planner.board.ticket_points
        rounds = self.judge.horizon // self.judge.rules.seats
        for ticket, done in mine.done.items():
            gain = self.compare(done, theirs.done[ticket])
            if gain.mean > PROGRESS and gain.clear(ERRORS):
                share, other = sum(done) / len(done), share_of(theirs.done[ticket])
                found.append(
                    Argument(
                        "ticket_progress",
                        {"ticket": ticket, "better": share, "other": other, "turns": rounds},
                        gain.mean * SWING * float(points[ticket]),
                    )
                )
        state, seat = self.view.state, self.seat
        if self.move.family == "keep" and self.rival.family == "keep":
            return found + self.about_keeping(planner)
        planner.prepare(state, seat)
        turns, time = float(planner.turns), float(planner.time)
        gain = self.group("tickets")
        if self.move.family == "tickets" and time - turns > TIME_TO_SPARE:
            weight = max(POINTS, gain.mean)
            found.append(Argument("tickets_pay", {"turns": turns, "time": time}, weight))
        if self.rival.family == "tickets" and turns > time:
            found.append(
                Argument("too_late", {"turns": turns, "time": time}, max(POINTS, gain.mean))
            )
        return found

    def about_keeping(self, planner: BoardPlanner) -> list[Argument]:
        """Sets of tickets: one network for all of them, or more than there is time for."""
        needs = []
        for action in (self.better, self.other):
            planner.look(self.view.state, self.seat)
            mask = action - int(self.view.rules.keep_action)
            planner.keep_value(self.view.state, self.seat, mask)
            needs.append((float(planner.turns), int(planner.plan_count), int(mask).bit_count()))
        (turns, tracks, count), (other_turns, _, other_count) = needs
        time = float(planner.time)
        held = sum(
            1
            for ticket in range(self.view.rules.ticket_count)
            if self.view.state.holder[ticket] == self.seat and not planner.roads.done(ticket)
        )
        if other_turns > time and turns < other_turns:
            values: dict[str, int | float | str] = {"turns": other_turns, "time": time}
            return [Argument("too_late", values, (other_turns - time) * self.a_turn)]
        if count > other_count and turns - other_turns < SHARED_TURNS * (count - other_count):
            values = {"tracks": tracks, "tickets": count + held}
            return [Argument("keep_together", values, max(POINTS, self.group("tickets").mean))]
        return []

    def about_cards(self, planner: BoardPlanner) -> list[Argument]:
        """A card that tracks of the plan wait for."""
        if self.move.family != "market":
            return []
        planner.prepare(self.view.state, self.seat)
        kind = int(self.move.argument)
        waiting = 0
        for i in range(planner.plan_count):
            track = planner.plan[i]
            if planner.board.colour[track] == kind and planner.missing[track] > 0:
                waiting += 1
        if waiting == 0 or planner.purse.short[kind] <= 0:
            return []
        return [Argument("draw_lacking", {"card": kind, "tracks": waiting}, self.a_turn / 2)]

    def about_end(self) -> list[Argument]:
        """The end of the match, for who leads."""
        mine, theirs = self.after[self.better], self.after[self.other]
        sooner = self.compare(mine.ended, theirs.ended)
        leads = share_of(mine.chances) > 0.5
        if not leads or sooner.mean <= ENDING or not sooner.clear(ERRORS):
            return []
        values: dict[str, int | float | str] = {
            "share": share_of(mine.ended),
            "other": share_of(theirs.ended),
        }
        return [Argument("ends_match", values, sooner.mean * self.a_turn * 2)]

    def group(self, name: str) -> Measured:
        """By how many points the move is ahead in one group."""
        mine, theirs = self.after[self.better], self.after[self.other]
        return self.compare(
            [groups.get(name, 0.0) for groups in mine.groups],
            [groups.get(name, 0.0) for groups in theirs.groups],
        )

    def about_points(self) -> list[Argument]:
        found = []
        for name in _GROUPS:
            gain = self.group(name)
            if gain.mean > POINTS and gain.clear(ERRORS):
                found.append(Argument(name, {"points": gain.mean}, gain.mean))
        return found


def share_of(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0
