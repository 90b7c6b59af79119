"""United Kingdom: technology."""

from mypy_extensions import i16, i64

from wagonik.engine.rules import Rules
from wagonik.engine.state import State
from wagonik.envs.core.board_encoder import BoardEncoder
from wagonik.envs.core.encoder import NONE
from wagonik.games.united_kingdom.technology import TECHNOLOGIES, KingdomState


class KingdomEncoder(BoardEncoder):
    """Technology: who holds what, what is left, and this turn's purchase."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.held_at: i64 = self.add(
            "technology", (rules.seats, TECHNOLOGIES), "1 for each technology that a seat holds"
        )
        # What is written, and what each seat held when it was.
        self.held_sets: i64 = self.add_sets(2 * rules.seats)
        self.held_keys: i64 = self.add_keys(1)
        self.copies_at: i64 = self.add("copies", (TECHNOLOGIES,), "cards of each technology left")
        self.bought_at: i64 = self.add(
            "bought", (TECHNOLOGIES,), "the technology bought this turn, one-hot"
        )
        self.buying_at: i64 = self.add(
            "buying", (TECHNOLOGIES,), "the technology that is being paid, one-hot"
        )
        self.claims_at: i64 = self.add("claims", (1,), "routes claimed this turn")
        self.full_at: i64 = self.add("full", (1,), "1 while a route is paid in full despite Diesel")

    def write_own(self, state: State, viewer: i64, hidden: bool) -> None:
        super().write_own(state, viewer, hidden)
        assert isinstance(state, KingdomState)
        # The copies left change only with what is held.
        sets = self.sets
        at = self.sets_base + self.held_sets + self.seats
        which = self.keys_base + self.held_keys
        bought = self.keys[which] == NONE
        seat: i64
        for seat in range(self.seats):
            if sets[at + seat] != state.held[seat]:
                sets[at + seat] = state.held[seat]
                bought = True
        if bought:
            self.write_copies(state)
        if bought or self.keys[which] != viewer:
            self.keys[which] = viewer
            self.write_held(state, viewer)
        if state.bought >= 0:
            self.mark(self.bought_at + state.bought, 1)
        if state.buying >= 0 and not hidden:
            self.mark(self.buying_at + state.buying, 1)
        self.cells[self.base + self.claims_at] = i16(state.claims)
        self.cells[self.base + self.full_at] = i16(0 if hidden else state.full)

    def write_copies(self, state: KingdomState) -> None:
        cells = self.cells
        at = self.base + self.copies_at
        technology: i64
        for technology in range(TECHNOLOGIES):
            cells[at + technology] = i16(state.copies[technology])

    def write_held(self, state: KingdomState, viewer: i64) -> None:
        rank: i64
        for rank in range(self.seats):
            held = state.held[self.seat_at(rank, viewer)]
            self.put_set(self.held_sets + rank, held, self.held_at + rank * TECHNOLOGIES)
