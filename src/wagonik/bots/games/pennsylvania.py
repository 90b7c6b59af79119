"""Pennsylvania: shares, valued by what one more does to the ranking."""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.bots.floats import floats
from wagonik.bots.knowledge import BoardKnowledge, Terms
from wagonik.bots.planner.means import Means
from wagonik.bots.planner.purse import Purse
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import packed, zeros
from wagonik.engine.state import State
from wagonik.games.pennsylvania.rules import DUMMY, PennsylvaniaRules, PennsylvaniaState

if TYPE_CHECKING:
    from wagonik.bots.planner.plan import BoardPlan

HOLDERS: Final = 9  # seats, and the dummy in the last place
RANKS: Final = 8
FIRM: Final = 0.5  # how sure a lead of one share is when none are left
OPEN: Final = 0.25  # and how much less sure each share on the table makes it
TIE: Final = 0.3  # shares that holding the lower number is worth
LEVEL: Final = 0.5  # places that a seat with as many shares stands before
NO_SHARE: Final = 99  # the number of a share that nobody has
NEXT_SHARE: Final = 98  # a number higher than all that are taken
SOMETHING: Final = 0.01  # points that a share is worth at the least, so that one is taken
NEVER: Final = -1.0e9  # the score of what is not chosen
DUMMY_SHARE: Final = 0.5  # half of the dummy's shares count


# What Master's own seat plays by, found together by `wagonik tune` in matches against Planner with
# two players; with more players they are as much better than Planner's.
SHARP: Final[dict[int, dict[str, float]]] = {
    0: {
        "fit": 1.0,
        "card": 0.525,
        "used": 0.178,
        "claim": 1.44,
        "point": 0.0857,
        "least": 0.171,
        "turn": 1.13,
        "ticket": 1.03,
        "bonus": 2.14,
        "risk": 0.143,
        "late": 0.201,
        "pace": 0.874,
        "stride": 18.2,
        "spend": 1.26,
        "waste": 0.854,
        "slack": 2.95,
        "more": 2.39,
        "more_time": 5.63,
        "more_pieces": 9.47,
        "hurt": 0.581,
        "near": 0.268,
        "wild": 0.576,
        "engine": 0.979,
        "junk": 0.159,
        "grey": 0.0218,
        "locomotive": 3.06,
        "keep_locomotive": 1.49,
        "tunnel": 1.4,
        "filler_cards": 1.29,
        "filler_least": 2.28,
        "grab": 127.0,
        "rather": 19.5,
        "means": 0.284,
    },
}


class PennsylvaniaMeans(Means):
    """What Pennsylvania adds to the common plan: shares."""

    def __init__(self, rules: BoardRules) -> None:
        super().__init__(rules)
        assert isinstance(rules, PennsylvaniaRules)
        self.penn: Final = rules
        railroads = rules.board.file.railroads
        self.railroads: i64 = len(railroads)
        self.points: vec[i64] = packed(
            [
                railroad.points[rank] if rank < len(railroad.points) else 0
                for railroad in railroads
                for rank in range(RANKS)
            ]
        )
        starts = [0]
        for track in range(rules.board.track_count):
            starts.append(starts[-1] + len(rules.railroads_of[track]))
        self.start: vec[i64] = packed(starts)
        self.beside: vec[i64] = packed([r for row in rules.railroads_of for r in row])
        self.held: vec[i64] = zeros(len(railroads) * HOLDERS)
        self.lowest: vec[i64] = zeros(len(railroads) * HOLDERS)
        self.left: vec[i64] = zeros(len(railroads))
        self.gain: vec[float] = floats(len(railroads))

    def tunings(self) -> dict[int, dict[str, float]]:
        return {0: {"bonus": 1.5, "point": 0.1, "means": 1.5, "more_pieces": 13.5, "rather": 10.0}}

    def sharper(self) -> dict[int, dict[str, float]]:
        return SHARP

    def load(self, state: State, seat: i64, purse: Purse) -> None:
        assert isinstance(state, PennsylvaniaState)
        railroad: i64
        i: i64
        share: i64
        for i in range(len(self.held)):
            self.held[i] = 0
            self.lowest[i] = NO_SHARE
        for railroad in range(self.railroads):
            self.left[railroad] = 0
            first = self.penn.share_start[railroad]
            for share in range(first, self.penn.share_start[railroad + 1]):
                holder = state.shares[share]
                if holder < 0:
                    self.left[railroad] += 1
                    continue
                at = railroad * HOLDERS + (HOLDERS - 1 if holder == DUMMY else holder)
                self.held[at] += 1
                if self.lowest[at] == NO_SHARE:
                    self.lowest[at] = share
            self.gain[railroad] = 0.0
            if self.left[railroad] > 0:
                now = self.expected(state, seat, railroad)
                self.add(railroad, seat, 1)
                self.gain[railroad] = self.expected(state, seat, railroad) - now
                self.add(railroad, seat, -1)

    def add(self, railroad: i64, holder: i64, count: i64) -> None:
        at = railroad * HOLDERS + holder
        self.held[at] += count
        self.left[railroad] -= count
        if self.held[at] == 0:
            self.lowest[at] = NO_SHARE
        elif self.lowest[at] == NO_SHARE:
            self.lowest[at] = NEXT_SHARE

    def expected(self, state: State, seat: i64, railroad: i64) -> float:
        """The points that a seat may expect of a railroad: its rank, softened by the shares
        that are still to be taken."""
        at = railroad * HOLDERS
        mine = float(self.held[at + seat])
        if mine == 0.0:
            return 0.0
        slope = FIRM / (1.0 + OPEN * float(self.left[railroad]))
        rank: float = 0.0
        other: i64
        for other in range(HOLDERS):
            if other == seat or (other >= state.seats and other < HOLDERS - 1):
                continue
            theirs = float(self.held[at + other])
            if other == HOLDERS - 1:
                if state.seats > 2:
                    continue
                theirs *= DUMMY_SHARE
            lead = mine - theirs
            lead += TIE if self.lowest[at + seat] < self.lowest[at + other] else -TIE
            behind = LEVEL - slope * lead
            if behind > 0.0:
                rank += behind if behind < 1.0 else 1.0
        place: i64 = int(rank)
        part = rank - float(place)
        if place >= RANKS - 1:
            return 0.0
        first = float(self.points[railroad * RANKS + place])
        second = float(self.points[railroad * RANKS + place + 1])
        return first * (1.0 - part) + second * part

    def bonus(self, state: State, seat: i64, track: i64) -> float:
        best: float = 0.0
        i: i64
        for i in range(self.start[track], self.start[track + 1]):
            gain = self.gain[self.beside[i]]
            if gain > best:
                best = gain
        return best

    def step_action(self, plan: "BoardPlan", state: State, seat: i64, legal: ActionBuffer) -> i64:
        rules = self.penn
        best = legal.items[0]
        most: float = NEVER
        i: i64
        for i in range(legal.count):
            action = legal.items[i]
            score: float
            if state.step == rules.share_step:
                railroad = action - rules.share_action
                score = (
                    0.0
                    if railroad == rules.railroad_count
                    else self.share_value(state, seat, railroad)
                )
            else:
                score = self.dummy_value(state, seat, action - rules.dummy_action)
            if score > most:
                most = score
                best = action
        return best

    def share_value(self, state: State, seat: i64, railroad: i64) -> float:
        """What a share is worth to its taker, and what it costs the best of the others."""
        value = self.gain[railroad] + SOMETHING
        loss: float = 0.0
        other: i64
        for other in range(state.seats):
            if other != seat:
                before = self.expected(state, other, railroad)
                self.add(railroad, seat, 1)
                taken = before - self.expected(state, other, railroad)
                self.add(railroad, seat, -1)
                if taken > loss:
                    loss = taken
        return value + loss / float(state.seats - 1)

    def dummy_value(self, state: State, seat: i64, railroad: i64) -> float:
        """What a share of the dummy costs the other seat, less what it costs this one."""
        value: float = 0.0
        other: i64
        for other in range(state.seats):
            before = self.expected(state, other, railroad)
            self.add(railroad, HOLDERS - 1, 1)
            loss = before - self.expected(state, other, railroad)
            self.add(railroad, HOLDERS - 1, -1)
            value += -loss if other == seat else loss
        return value

    def features(self) -> list[str]:
        return ["shares", "share gain"]

    def write_features(
        self, plan: "BoardPlan", state: State, seat: i64, out: vec[float], at: i64
    ) -> None:
        """What a seat may expect of its shares."""
        self.load(state, seat, plan.purse)
        total: float = 0.0
        best: float = 0.0
        railroad: i64
        for railroad in range(self.railroads):
            total += self.expected(state, seat, railroad)
            if self.gain[railroad] > best:
                best = self.gain[railroad]
        out[at] = total
        out[at + 1] = best


TERMS: Final = Terms(
    {"shares": "shares", "share gain": "shares"}, {"share": "shares", "dummy": "shares"}
)
KNOWLEDGE: Final = BoardKnowledge(PennsylvaniaMeans, terms=TERMS)
