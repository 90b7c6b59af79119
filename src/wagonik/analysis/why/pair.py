"""Two moves of a seat beside each other: what came of them on the same samples."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final

from wagonik.analysis.groups import Groups, lead_groups
from wagonik.analysis.judge import Judge, Measured, measured, sample_seed
from wagonik.analysis.why.argument import ERRORS
from wagonik.bots.master.board import BoardOutlook
from wagonik.bots.planner.roads import FREE
from wagonik.engine.actions import Action
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import LOCOMOTIVE, PILE, TOTAL
from wagonik.engine.events import EVENT_SIZE
from wagonik.engine.state import OFFER, State
from wagonik.match import View

PLANS: Final = 40  # samples on which plans are made; play-outs are cheaper
A_TURN: Final = 1.5  # points, where Planner has no number of its own
CONFIRMED: Final = 2.0  # errors that points at the very end must be clear of
ALONE: Final = 4.0  # the same where the learnt value says nothing about them
MOST_STEPS: Final = 12  # of a move that is put together


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
    fresh: list[float] = field(default_factory=list)  # 1 where a ticket that is new is done
    length: list[float] = field(default_factory=list)  # turns of the whole match
    # By track of the plan: 1 where the hand pays for it once the move is finished.
    ready: dict[int, list[float]] = field(default_factory=dict)
    ended: list[float] = field(default_factory=list)
    groups: list[Groups] = field(default_factory=list)  # by the learnt value
    sheets: list[Groups] = field(default_factory=list)  # at the very end
    chances: list[float] = field(default_factory=list)


class Pair:
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
        self.waiting: list[int] = []  # tracks of the plan that cards are missing for
        self.a_turn: float = A_TURN
        if self.planner is not None:
            self.a_turn = float(self.planner.settings.turn)

    # Looking

    def watch(self, samples: int, seed: int) -> None:
        """Play both moves on, on the same samples, and note what comes of them."""
        judge, view, seat = self.judge, self.view.state, self.seat
        own = sample_seed(seed, "why", self.better, self.other)
        self.waiting = self.tracks_waiting()
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
                branch.sheets.append(lead_groups(judge, judge.state, seat))
                branch.length.append(float(judge.state.turn))
                self.note_tickets(branch, number)
        for branch in self.after.values():
            for done in branch.done.values():
                done += [0.0] * (samples - len(done))

    def note_tickets(self, branch: Branch, number: int) -> None:
        """Which tickets of the seat are done at the very end; those that it does not have in a
        sample are not."""
        rules, state = self.judge.rules, self.judge.state
        new = False
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
                    held = self.view.state.holder[ticket] == self.seat
                    new = new or (bool(item["done"]) and not held)
        branch.fresh.append(float(new))

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
        """Planner's plans once the move is finished; those of others if a route is claimed. After
        the end of the match there is nothing to plan."""
        planner = self.planner
        if planner is None or self.state.over:
            return
        planner.prepare(self.state, self.seat)
        branch.turns.append(float(planner.turns))
        branch.lack.append(float(planner.lack))
        for track in self.waiting:
            paid = planner.roads.status[track] == FREE and planner.missing[track] <= 0.0
            branch.ready.setdefault(track, []).append(float(paid))
        if self.move.family == "claim":
            for other in range(self.judge.rules.seats):
                if other != self.seat:
                    planner.prepare(self.state, other)
                    branch.hindered.setdefault(other, []).append(float(planner.turns))

    def tracks_waiting(self) -> list[int]:
        """The tracks of the plan, before the move, that the hand does not pay for yet."""
        planner = self.planner
        if planner is None or self.move.family not in ("deck", "market"):
            return []
        planner.prepare(self.view.state, self.seat)
        tracks = [int(planner.plan[i]) for i in range(int(planner.plan_count))]
        return [track for track in tracks if planner.missing[track] > 0.0]

    # Comparing

    def compare(self, better: Iterable[float], other: Iterable[float]) -> Measured:
        """By how much the one is ahead, sample by sample; what one of them does not know in every
        sample can't be compared."""
        mine, theirs = list(better), list(other)
        if not mine or len(mine) != len(theirs):
            return Measured(0.0, 1.0)
        return measured([a - b for a, b in zip(mine, theirs, strict=True)])

    def points(self, pick: Callable[[Groups], float]) -> float:
        """By how many points the move is ahead at the very end in what is picked of a lead. The
        learnt value must say so as well, both clear of their errors; or, since it shares out points
        among features that go together (a ticket and the turns that it takes), the score sheets
        leave no doubt. Otherwise 0."""
        mine, theirs = self.after[self.better], self.after[self.other]
        expected = self.compare(map(pick, mine.groups), map(pick, theirs.groups))
        final = self.compare(map(pick, mine.sheets), map(pick, theirs.sheets))
        both = expected.clear(ERRORS) and final.clear(CONFIRMED)
        return final.mean if both or final.clear(ALONE) else 0.0

    def group(self, name: str) -> float:
        """The same of one group."""
        return self.points(lambda groups: groups.get(name, 0.0))

    def at_once(self, move: Action) -> float:
        """The points that a claim scores."""
        rules = self.judge.rules
        if move.family != "claim" or not isinstance(rules, BoardRules):
            return 0.0
        return float(rules.points_for(self.view.state, self.seat, move.argument))

    # Tickets

    def held(self) -> list[int]:
        """The tickets that the seat has after both moves."""
        state, seat = self.view.state, self.seat
        tickets = range(self.judge.rules.ticket_count)
        held = [each for each in tickets if state.holder[each] == seat]
        if not self.move.family == self.rival.family == "keep":
            return held
        return [*held, *sorted(self.kept(self.better) & self.kept(self.other))]

    def offer(self) -> list[int]:
        at = self.seat * OFFER
        offer = self.view.state.offer
        return [int(offer[at + 1 + i]) for i in range(int(offer[at]))]

    def kept(self, action: int) -> set[int]:
        """The tickets on offer that a choice keeps."""
        mask = action - int(self.view.rules.keep_action)
        return {ticket for i, ticket in enumerate(self.offer()) if mask >> i & 1}


def share_of(numbers: Sequence[float]) -> float:
    return sum(numbers) / len(numbers) if numbers else 0.0
