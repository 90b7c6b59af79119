"""Nordic Countries: the cards turned up for a tunnel."""

from mypy_extensions import i64

from wagonik.engine.cards import KINDS, TOTAL
from wagonik.engine.rules import Rules
from wagonik.engine.state import TURNED, State
from wagonik.envs.core.board_encoder import BoardEncoder


class NordicEncoder(BoardEncoder):
    """The cards turned up for a tunnel."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.turned_at: i64 = self.add("turned", (KINDS,), "cards turned up for the tunnel")

    def write_own(self, state: State, viewer: i64, hidden: bool) -> None:
        super().write_own(state, viewer, hidden)
        if state.piles[TURNED + TOTAL] == 0:
            return
        kind: i64
        for kind in range(KINDS):
            if state.piles[TURNED + kind] != 0:
                self.mark(self.turned_at + kind, state.piles[TURNED + kind])
