"""Paris: flags."""

from typing import Final

from mypy_extensions import i64

from wagonik.engine.rules import Rules
from wagonik.engine.state import State
from wagonik.envs.core.board_encoder import BoardEncoder
from wagonik.games.paris.rules import ParisState

FLAGS: Final = 3


class ParisEncoder(BoardEncoder):
    """Flags."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.flags_at: i64 = self.add(
            "flags", (rules.seats, FLAGS), "1 for each card before a seat: blue, white, red"
        )
        self.flags_sets: i64 = self.add_sets(rules.seats)

    def write_own(self, state: State, viewer: i64, hidden: bool) -> None:
        super().write_own(state, viewer, hidden)
        assert isinstance(state, ParisState)
        rank: i64
        for rank in range(self.seats):
            flags = state.flags[self.seat_at(rank, viewer)]
            if self.sets[self.sets_base + self.flags_sets + rank] != flags:
                self.put_set(self.flags_sets + rank, flags, self.flags_at + rank * FLAGS)
