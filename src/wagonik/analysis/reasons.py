"""Why a move is better, as codes with their values; words are made where they are shown.

What is said rests on three things: on Planner's plan before and after each move, on what happened
in the same play-outs in which the moves were compared, and on the learnt value, which is a sum, so
that a difference falls apart into what it is made of.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from wagonik.analysis.groups import THEIRS, Groups, lead_groups
from wagonik.analysis.judge import Judge, Measured, measured, sample_seed
from wagonik.analysis.report import KeyMoment, MoveReason
from wagonik.bots.master.board import BoardOutlook
from wagonik.bots.planner.choice import BoardPlanner
from wagonik.engine.actions import Action
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import LOCOMOTIVE, PILE, TOTAL
from wagonik.engine.events import EVENT_SIZE
from wagonik.engine.state import OFFER, State
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
    "ticket_done": {
        "ticket": "number of the ticket",
        "better": "share of samples in which it is done in the end, after the move",
        "other": "the same after the other move",
    },
    "likelier": {
        "ticket": "number of the ticket that is kept",
        "instead": "number of the ticket that the other move keeps",
        "better": "share of samples in which the one is done in the end",
        "other": "share in which the other one is",
    },
    "fits_in": {
        "ticket": "number of the ticket that is kept, too",
        "turns": "turns that the plan needs more with it",
        "share": "share of samples in which it is done in the end",
    },
    "fails": {
        "ticket": "number of the ticket that the other move keeps, too",
        "share": "share of samples in which it is done in the end",
    },
    "new_tickets": {"points": "points that new tickets bring, on average"},
    "tickets_cost": {"points": "points that new tickets would cost, on average"},
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
    "scores": {
        "points": "points that the route scores at once",
        "other": "the same of the other move",
    },
    "routes": {"points": "points from routes, more than by the other move"},
    "tickets": {"points": "points from tickets, more than by the other move"},
    "shares": {"points": "points from shares, more than by the other move"},
    "goals": {"points": "points from goals, more than by the other move"},
    "flags": {"points": "points from flags, more than by the other move"},
    "technology": {"points": "points from technology, more than by the other move"},
    "big_cities": {"points": "points from big cities, more than by the other move"},
    "in_the_way": {
        "seat": "whose plan it hinders",
        "turns": "turns that that plan needs more, on samples of what it could be",
    },
    "robs": {
        "seat": "who loses a row",
        "card": "kind of its cards, 0 to 7",
        "count": "cards of that row",
    },
    "denies": {
        "card": "kind of the card, 0 to 8",
        "share": "share of samples in which somebody else takes one of its kind if it is left",
    },
    "robs_later": {
        "better": "rows that the seat robs in the next turns, on average",
        "other": "the same after the other move",
    },
    "guards": {
        "better": "rows that the seat loses in the next turns, on average",
        "other": "the same after the other move",
    },
    "keeps_locomotives": {"count": "locomotives in hand more than after the other payment"},
    "keeps_cards": {"count": "cards in hand more than after the other payment"},
    "their_tickets": {"points": "points that the others lose from tickets, on average"},
    "their_routes": {"points": "points that the others lose from routes, on average"},
    "blocking": {"points": "points that it costs the others, on average, in several ways"},
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
DENIED: Final = 0.25  # of the samples
ROBBING: Final = 0.25  # rows
VAGUE: Final = 0.1  # of its points, that a reason weighs which names no cause
MOSTLY: Final = 0.6  # of what the others lose, that is named for itself
ERRORS: Final = 3.0  # that a measured difference must be clear of
SHARED_TURNS: Final = 3.0  # that one more ticket may add to a network to be called shared
CAUSE: Final = 0.3  # of the weight of a sum of points, that its cause must have to stand for it
SURE: Final = 0.75  # of the samples in which a ticket is done that is worth keeping
SECOND: Final = 0.35  # of the first reason's weight, that a second one must have
SWING: Final = 2.0  # points that a point of a ticket makes: won instead of lost
PLANS: Final = 40  # samples on which plans are made; play-outs are cheaper
A_TURN: Final = 1.5  # points, where Planner has no number of its own
MOST_STEPS: Final = 12  # of a move that is put together

_PARTS: Final = ("pay", "exchange", "give", "locomotives")
# At most one reason of a family is given.
_FAMILY: Final[dict[str, str]] = {
    "ticket_done": "tickets",
    "likelier": "tickets",
    "fits_in": "tickets",
    "fails": "tickets",
    "new_tickets": "tickets",
    "tickets_cost": "tickets",
    "tickets_pay": "tickets",
    "keep_together": "tickets",
    "scores": "routes",
    "draw_lacking": "tempo",
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
    "blocking": "others",
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
)
_SUMS: Final = (*_GROUPS, "their_tickets", "their_routes", "blocking")  # they name no cause
# Moves that others feel at once; what they lose by another one comes about somehow.
_FELT: Final = ("claim", "market", "row", "trio", "locomotives", "buy")


@dataclass(slots=True)
class Branch:
    """What came of a move, sample by sample."""

    turns: list[float] = field(default_factory=list)  # that the plan needs afterwards
    lack: list[float] = field(default_factory=list)  # cards that it lacks
    paid: int = 0  # cards
    hand: list[tuple[int, int]] = field(default_factory=list)  # locomotives, and all cards
    left: list[float] = field(default_factory=list)  # 1 where somebody else takes the card
    robs: list[float] = field(default_factory=list)  # rows that the seat robs
    loses: list[float] = field(default_factory=list)  # and loses
    hindered: dict[int, list[float]] = field(default_factory=dict)  # turns of others' plans
    robbed: tuple[int, int, int] | None = None  # seat, kind and number of cards
    lost: list[float] = field(default_factory=list)  # 1 where the track went to somebody else
    # By ticket that the seat holds in the end: 1 where it is completed.
    done: dict[int, list[float]] = field(default_factory=dict)
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
        chosen.append(cause_of(fact, facts))
    return tuple(MoveReason(fact.kind, fact.values) for fact in chosen[:2])


def cause_of(fact: Argument, facts: Sequence[Argument]) -> Argument:
    """A sum of points says little: what it mostly comes from is told instead, if that is known."""
    if fact.kind not in _SUMS:
        return fact
    family = _FAMILY.get(fact.kind, fact.kind)
    for other in facts:
        same = _FAMILY.get(other.kind, other.kind) == family and other.kind not in _SUMS
        if same and other.weight >= CAUSE * fact.weight:
            return Argument(other.kind, other.values, fact.weight)
    return fact


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
        self.worth: Final[dict[int, int]] = {}  # points of tickets that were seen
        self.a_turn: float = A_TURN
        if self.planner is not None:
            self.a_turn = float(self.planner.settings.turn)

    # Looking

    def watch(self, samples: int, seed: int) -> None:
        """Play both moves on, on the same samples, and note what comes of them."""
        judge, view, seat = self.judge, self.view.state, self.seat
        own = sample_seed(seed, "why", self.better, self.other)
        judge.search.outlook.study(view, seat)
        last = int(view.turn) + judge.horizon
        for number in range(samples):
            root = judge.deal(view, seat, own, number)
            for action, branch in self.after.items():
                if number < PLANS and root.step != judge.rules.first_tickets_step:
                    self.finish(root, action, branch)
                    self.plan(branch)
                judge.state.copy_from(root)
                judge.state.logging = True
                told = len(judge.state.log)
                chances = judge.play(seat, action, last)
                self.note(branch, chances[seat])
                branch.left.append(float(self.is_taken(judge.state, told)))
                robbed = self.robberies(judge.state, told)
                branch.robs.append(float(sum(who == seat for who, *_ in robbed)))
                branch.loses.append(float(sum(whom == seat for _, whom, *_ in robbed)))
                judge.state.copy_from(root)
                judge.play(seat, action, last, to_end=True)
                self.note_tickets(branch, number)

    def note_tickets(self, branch: Branch, number: int) -> None:
        """Which tickets of the seat are done at the very end; those that it does not have in a
        sample are not."""
        rules, state = self.judge.rules, self.judge.state
        for scorer in rules.scorers:
            if scorer.name == "tickets":
                for item in scorer.items(state, rules.standing, self.seat):
                    ticket = item["ticket"]
                    points = item["points"]
                    assert isinstance(ticket, int)
                    assert isinstance(points, int)
                    self.worth[ticket] = abs(points)
                    done = branch.done.setdefault(ticket, [])
                    done += [0.0] * (number - len(done)) + [float(bool(item["done"]))]

    def note(self, branch: Branch, chance: float) -> None:
        judge, seat = self.judge, self.seat
        state = judge.state
        branch.chances.append(chance)
        branch.ended.append(float(judge.table.ended or state.last_turns >= 0))
        branch.groups.append(lead_groups(judge, state, seat))
        rules = judge.rules
        if isinstance(rules, BoardRules):
            if self.move.family == "claim":
                track = self.move.argument
                taken = any(
                    rules.owns(state, other, track) for other in range(rules.seats) if other != seat
                )
                branch.lost.append(float(taken))

    def finish(self, root: State, action: int, branch: Branch) -> None:
        """Make a whole move, with the payment that was really made."""
        judge, state, seat = self.judge, self.state, self.seat
        state.copy_from(root)
        state.logging = True
        told = len(state.log)
        out = judge.search.out
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
        held = seat * PILE
        branch.hand.append((int(state.hand[held + LOCOMOTIVE]), int(state.hand[held + TOTAL])))
        for who, whom, kind, count in self.robberies(state, told):
            if who == seat:
                branch.robbed = whom, kind, count

    def is_taken(self, state: State, told: int) -> bool:
        """Whether somebody else takes a card of the move's kind before the seat's next turn."""
        types, log = self.judge.rules.event_types, state.log
        for at in range(told, len(log), EVENT_SIZE):
            name, who = types[log[at]].name, int(log[at + 1])
            if name == "turn" and who == self.seat:
                return False
            if name == "took" and who != self.seat and int(log[at + 2]) == self.move.argument:
                return True
        return False

    def robberies(self, state: State, told: int) -> list[tuple[int, int, int, int]]:
        """Who robbed whom since then, and of what: kind and number of cards."""
        found, who = [], -1
        types, log = self.judge.rules.event_types, state.log
        for at in range(told, len(log), EVENT_SIZE):
            name = types[log[at]].name
            if name == "row":
                who = int(log[at + 1])
            elif name == "robbed":
                found.append((who, int(log[at + 1]), int(log[at + 2]), int(log[at + 3])))
        return found

    def plan(self, branch: Branch) -> None:
        """Planner's plans once the move is finished; those of others if a route is claimed."""
        planner = self.planner
        if planner is None:
            return
        planner.prepare(self.state, self.seat)
        branch.turns.append(float(planner.turns))
        branch.lack.append(float(planner.lack))
        if self.move.family == "claim":
            for other in range(self.judge.rules.seats):
                if other != self.seat:
                    planner.prepare(self.state, other)
                    branch.hindered.setdefault(other, []).append(float(planner.turns))

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
            found += self.about_time(planner)
            found += self.about_keeping(planner)
            found += self.about_cards(planner)
        found += self.about_tickets()
        found += self.about_payment()
        found += self.about_end()
        found += self.about_points()
        found += self.about_others()
        return found

    def compare(self, better: Iterable[float], other: Iterable[float]) -> Measured:
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
        points, rival = self.at_once(self.move), self.at_once(self.rival)
        gain = self.group("routes")
        if gain.mean > POINTS and gain.clear(ERRORS) and points - rival > gain.mean / 2:
            found.append(Argument("scores", {"points": points, "other": rival}, gain.mean))
        lost = measured(self.after[self.other].lost)
        if lost.mean > CONTESTED and lost.clear(ERRORS):
            weight = lost.mean * max(1.0, detour) * self.a_turn
            found.append(Argument("contested", {"track": track, "share": lost.mean}, weight))
            if detour > DETOUR:
                values: dict[str, int | float | str] = {"track": track, "turns": detour}
                found.append(Argument("detour", values, weight))
        return found

    def at_once(self, move: Action) -> float:
        """The points that a claim scores."""
        rules = self.judge.rules
        if move.family != "claim" or not isinstance(rules, BoardRules):
            return 0.0
        return float(rules.points_for(self.view.state, self.seat, move.argument))

    def about_plan(self, planner: BoardPlanner) -> list[Argument]:
        """What the plan needs after the one and after the other."""
        mine, theirs = self.after[self.better], self.after[self.other]
        found = []
        saved = self.compare(theirs.turns, mine.turns)
        # With tickets that are not known yet it is another plan, which can't be compared.
        same = "tickets" not in (self.move.family, self.rival.family)
        if same and saved.mean > TURNS_SAVED and saved.clear(ERRORS):
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

    def about_tickets(self) -> list[Argument]:
        """Tickets that get done, and new ones."""
        mine, theirs = self.after[self.better], self.after[self.other]
        found = []
        for ticket in self.known():
            if ticket in mine.done and ticket in theirs.done:
                gain = self.compare(mine.done[ticket], theirs.done[ticket])
                if gain.mean > PROGRESS and gain.clear(ERRORS):
                    values: dict[str, int | float | str] = {
                        "ticket": ticket,
                        "better": share_of(mine.done[ticket]),
                        "other": share_of(theirs.done[ticket]),
                    }
                    weight = gain.mean * SWING * self.worth[ticket]
                    found.append(Argument("ticket_done", values, weight))
        gain = self.group("tickets")
        if gain.mean > POINTS and gain.clear(ERRORS):
            if self.move.family == "tickets":
                found.append(Argument("new_tickets", {"points": gain.mean}, gain.mean))
            elif self.rival.family == "tickets":
                found.append(Argument("tickets_cost", {"points": gain.mean}, gain.mean))
        return found

    def known(self) -> list[int]:
        """The tickets that the seat holds, and those on offer to it."""
        state, seat = self.view.state, self.seat
        tickets = range(self.judge.rules.ticket_count)
        return [*(each for each in tickets if state.holder[each] == seat), *self.offer()]

    def offer(self) -> list[int]:
        at = self.seat * OFFER
        offer = self.view.state.offer
        return [int(offer[at + 1 + i]) for i in range(int(offer[at]))]

    def kept(self, action: int) -> set[int]:
        """The tickets on offer that a choice keeps."""
        mask = action - int(self.view.rules.keep_action)
        return {ticket for i, ticket in enumerate(self.offer()) if mask >> i & 1}

    def about_time(self, planner: BoardPlanner) -> list[Argument]:
        """Whether there is time for more tickets."""
        if "tickets" not in (self.move.family, self.rival.family):
            return []
        planner.prepare(self.view.state, self.seat)
        turns, time = float(planner.turns), float(planner.time)
        weight = max(POINTS, self.group("tickets").mean)
        values: dict[str, int | float | str] = {"turns": turns, "time": time}
        if self.move.family == "tickets" and time - turns > TIME_TO_SPARE:
            return [Argument("tickets_pay", values, weight)]
        if self.rival.family == "tickets" and turns > time:
            return [Argument("too_late", values, weight)]
        return []

    def about_keeping(self, planner: BoardPlanner) -> list[Argument]:
        """Sets of tickets: one network for all of them, what a ticket adds, or more than there is
        time for."""
        if not self.move.family == self.rival.family == "keep":
            return []
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
        weight = max(POINTS, self.group("tickets").mean)
        found = []
        values: dict[str, int | float | str]
        if other_turns > time and turns < other_turns:
            values = {"turns": other_turns, "time": time}
            found.append(Argument("too_late", values, (other_turns - time) * self.a_turn))
        elif count > other_count and turns - other_turns < SHARED_TURNS * (count - other_count):
            values = {"tracks": tracks, "tickets": count + held}
            found.append(Argument("keep_together", values, weight))
        return found + self.about_kept(turns - other_turns, weight)

    def about_kept(self, turns: float, weight: float) -> list[Argument]:
        """The ticket by which two choices differ, and how often it gets done."""
        more, less = (self.kept(action) for action in (self.better, self.other))
        more, less = more - less, less - more
        mine, theirs = self.after[self.better].done, self.after[self.other].done
        values: dict[str, int | float | str]
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
            gain = self.compare(mine.get(ticket, ()), theirs.get(instead, ()))
            if gain.mean > PROGRESS and gain.clear(ERRORS):
                values = {
                    "ticket": ticket,
                    "instead": instead,
                    "better": share_of(mine[ticket]),
                    "other": share_of(theirs[instead]),
                }
                return [Argument("likelier", values, weight)]
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

    def about_payment(self) -> list[Argument]:
        """What one payment leaves in hand, and the other does not; or a purchase that is not
        made."""
        paid = self.move.family in _PARTS and self.rival.family in _PARTS
        bought = self.rival.family == "buy" != self.move.family
        if not paid and not bought:
            return []
        mine, theirs = self.after[self.better], self.after[self.other]
        for column, kind, turns in ((0, "keeps_locomotives", 1.0), (1, "keeps_cards", 0.5)):
            more = self.compare(
                *([float(hand[column]) for hand in branch.hand] for branch in (mine, theirs))
            )
            if more.mean >= 1.0 and more.clear(ERRORS):
                # Points that come of it are its effect: they are told after it.
                effects = (self.group(name).mean for name in ("routes", "tickets"))
                weight = max(more.mean * turns * self.a_turn, *effects)
                return [Argument(kind, {"count": round(more.mean)}, weight)]
        return []

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
        mine, theirs = self.after[self.better], self.after[self.other]
        safe = self.compare(theirs.loses, mine.loses)
        gain = self.group("tickets")
        if safe.mean > ROBBING and safe.clear(ERRORS) and gain.mean > POINTS:
            shares = {"better": share_of(mine.loses), "other": share_of(theirs.loses)}
            found.append(Argument("guards", {**shares}, gain.mean))
        for name in _GROUPS:
            gain = self.group(name)
            if gain.mean > POINTS and gain.clear(ERRORS):
                found.append(Argument(name, {"points": gain.mean}, gain.mean))
        return found

    def about_others(self) -> list[Argument]:
        """What the others lose, and by what, as far as that can be told."""
        mine, theirs = self.after[self.better], self.after[self.other]
        lost = self.compare(*(map(others_of, branch.groups) for branch in (mine, theirs)))
        if lost.mean <= POINTS or not lost.clear(ERRORS):
            return []
        if mine.robbed is not None and theirs.robbed != mine.robbed:
            seat, kind, count = mine.robbed
            return [Argument("robs", {"seat": seat, "card": kind, "count": count}, lost.mean)]
        robs = self.compare(mine.robs, theirs.robs)
        if robs.mean > ROBBING and robs.clear(ERRORS):
            shares = {"better": share_of(mine.robs), "other": share_of(theirs.robs)}
            return [Argument("robs_later", {**shares}, lost.mean)]
        if self.move.family == "market":
            taken = measured(theirs.left)
            if taken.mean > DENIED and taken.clear(ERRORS):
                values = {"card": int(self.move.argument), "share": taken.mean}
                return [Argument("denies", {**values}, lost.mean)]
        for other, turns in mine.hindered.items():
            more = self.compare(turns, theirs.hindered[other])
            if more.mean > TURNS_SAVED and more.clear(ERRORS):
                return [Argument("in_the_way", {"seat": other, "turns": more.mean}, lost.mean)]
        felt = 1.0 if self.move.family in _FELT else VAGUE
        for name in ("their_tickets", "their_routes"):
            part = self.group(name)
            if part.mean > MOSTLY * lost.mean and part.clear(ERRORS):
                return [Argument(name, {"points": part.mean}, felt * lost.mean)]
        return [Argument("blocking", {"points": lost.mean}, VAGUE * lost.mean)]


def others_of(groups: Groups) -> float:
    """All points that the others lose."""
    return sum(points for name, points in groups.items() if name.startswith(THEIRS))


def share_of(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0
