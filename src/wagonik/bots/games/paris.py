"""Paris: blue, white and red make a flag."""

from typing import TYPE_CHECKING, Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.bots.floats import floats, packed_floats
from wagonik.bots.knowledge import BoardKnowledge, Terms
from wagonik.bots.master.search import MOST
from wagonik.bots.planner.means import Means
from wagonik.bots.planner.purse import Purse
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import KINDS
from wagonik.engine.state import State
from wagonik.games.paris.rules import FLAG_BIT, FLAG_POINTS, ParisState

if TYPE_CHECKING:
    from wagonik.bots.planner.plan import BoardPlan

# What the next colour of a flag is worth of its points, with none, one or two of them there.
SHARE: Final = packed_floats([0.25, 0.35, 0.6])


class ParisMeans(Means):
    """What Paris adds to the common plan: flags."""

    def __init__(self, rules: BoardRules) -> None:
        super().__init__(rules)
        self.flag: vec[float] = floats(KINDS)  # points that a colour is worth now

    def tunings(self) -> dict[int, dict[str, float]]:
        return {
            0: {
                "claim": 0.9,
                "turn": 0.7,
                "bonus": 0.9,
                "risk": 0.02,
                "more": 1.5,
                "more_time": 5.4,
                "more_pieces": 7.0,
                "pace": 0.8,
                "wild": 1.0,
                "urgency": 0.3,  # the board is small: what others take first is lost
                "junk": 0.35,
                "filler_least": 1.1,
                "stride": 1.6,
                "used": 0.4,
                "keep_locomotive": 1.5,
                "means": 0.8,
                "slack": 2.5,
                "fit": 1.0,
                "later": 0.15,
            },
            # What one loses here, the other wins.
            2: {"block": 4.0, "ahead": 5.0},
        }

    def plain(self) -> dict[str, float]:
        return {"slack": 1.5}

    def load(self, state: State, seat: i64, purse: Purse) -> None:
        assert isinstance(state, ParisState)
        there = state.flags[seat]
        count: i64 = 0
        kind: i64
        for kind in range(KINDS):
            if FLAG_BIT[kind] != 0 and there & FLAG_BIT[kind]:
                count += 1
        for kind in range(KINDS):
            wanted = FLAG_BIT[kind] != 0 and there & FLAG_BIT[kind] == 0
            self.flag[kind] = (
                float(FLAG_POINTS) * SHARE[count] if wanted and count < len(SHARE) else 0.0
            )

    def bonus(self, state: State, seat: i64, track: i64) -> float:
        return self.flag[self.rules.board.colour[track]]

    def features(self) -> list[str]:
        return ["one flag colour", "two flag colours"]

    def write_features(
        self, plan: "BoardPlan", state: State, seat: i64, out: vec[float], at: i64
    ) -> None:
        """How far the flag is, and whether it can still be made."""
        assert isinstance(state, ParisState)
        there = state.flags[seat]
        count: i64 = 0
        kind: i64
        for kind in range(KINDS):
            if FLAG_BIT[kind] != 0 and there & FLAG_BIT[kind]:
                count += 1
        out[at] = 1.0 if count == 1 else 0.0
        out[at + 1] = 1.0 if count == 2 else 0.0


TERMS: Final = Terms({"one flag colour": "flags", "two flag colours": "flags", "flags": "flags"})
# The board is so small that every action can be tried whatever the budget is.
KNOWLEDGE: Final = BoardKnowledge(ParisMeans, {0: {"candidates": MOST}}, TERMS)
