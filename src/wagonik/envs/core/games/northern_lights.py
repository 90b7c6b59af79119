"""Northern Lights: the goals of the match."""

from mypy_extensions import i64

from wagonik.engine.cards import BIT
from wagonik.engine.rules import Rules
from wagonik.engine.state import State
from wagonik.envs.core.board_encoder import BoardEncoder
from wagonik.envs.core.encoder import NONE
from wagonik.games.northern_lights.goals import GOAL_COUNT, NorthernState


class NorthernEncoder(BoardEncoder):
    """The goals of the match."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.goals_at: i64 = self.add("goals", (GOAL_COUNT,), "1 for each goal of the match")
        self.goals_sets: i64 = self.add_sets(1)
        self.goals_keys: i64 = self.add_keys(1)

    def write_own(self, state: State, viewer: i64, hidden: bool) -> None:
        super().write_own(state, viewer, hidden)
        key = self.keys_base + self.goals_keys
        if self.keys[key] == NONE:  # they stay the same in a match
            assert isinstance(state, NorthernState)
            goals: i64 = 0
            i: i64
            for i in range(len(state.goals)):
                goals |= BIT[state.goals[i]]
            self.keys[key] = goals
            self.put_set(self.goals_sets, goals, self.goals_at)
