"""Pennsylvania: the shares."""

from typing import Final

from mypy_extensions import i16, i64

from wagonik.engine.rules import Rules
from wagonik.engine.state import State
from wagonik.envs.core.board_encoder import BoardEncoder
from wagonik.games.pennsylvania.rules import (
    DUMMY,
    FACE_DOWN,
    ON_THE_TABLE,
    PennsylvaniaRules,
    PennsylvaniaState,
)


class PennsylvaniaEncoder(BoardEncoder):
    """Shares: how many each seat has of each railroad, and its lowest number, which breaks ties."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        assert isinstance(rules, PennsylvaniaRules)
        self.railroads: i64 = rules.railroad_count
        railroads = int(rules.railroad_count)
        self.starts: Final = rules.share_start
        holders = rules.seats + 1  # the dummy of two players is the last
        self.shares_at: i64 = self.add(
            "shares", (holders, railroads), "shares that each seat has, and the dummy, last"
        )
        self.lowest_at: i64 = self.add(
            "lowest_share", (holders, railroads), "the lowest number of these shares; 0: none"
        )
        self.face_down_at: i64 = self.add(
            "face_down", (railroads,), "shares of the dummy that do not count, at the end"
        )
        # Whose view of the shares is written, and the shares by holder.
        self.shares_notes: i64 = self.add_notes(1 + 2 * holders * railroads)
        self.shares_keys: i64 = self.add_keys(1)

    def write_own(self, state: State, viewer: i64, hidden: bool) -> None:
        super().write_own(state, viewer, hidden)
        assert isinstance(state, PennsylvaniaState)
        # They change when one is taken, and at the very end.
        key = state.taken * 2 + (1 if state.over else 0)
        which = self.keys_base + self.shares_keys
        first = self.notes_base + self.shares_notes
        if self.keys[which] != key:
            self.keys[which] = key
            self.notes[first] = i16(viewer)
            self.gather_shares(state, first + 1)
            self.write_shares(viewer, first + 1)
        elif i64(self.notes[first]) != viewer:
            self.notes[first] = i16(viewer)
            self.write_shares(viewer, first + 1)

    def gather_shares(self, state: PennsylvaniaState, first: i64) -> None:
        """Note how many shares each holder has, and the lowest; write what the dummy has."""
        notes = self.notes
        cells = self.cells
        shares = state.shares
        starts = self.starts
        railroads = self.railroads
        lowest = (self.seats + 1) * railroads  # behind the numbers of shares
        railroad: i64
        share: i64
        for share in range(first, first + 2 * lowest):
            notes[share] = 0
        for railroad in range(railroads):
            start = starts[railroad]
            face_down: i64 = 0
            for share in range(start, starts[railroad + 1]):
                holder = shares[share]
                if holder == ON_THE_TABLE:
                    break  # shares are taken in order
                if holder == FACE_DOWN:
                    face_down += 1
                    continue
                row = self.seats if holder == DUMMY else holder
                at = first + row * railroads + railroad
                notes[at] += 1
                if notes[at] == 1:
                    notes[at + lowest] = i16(share - start + 1)
            cells[self.base + self.face_down_at + railroad] = i16(face_down)

    def write_shares(self, viewer: i64, first: i64) -> None:
        notes = self.notes
        cells = self.cells
        seats = self.seats
        railroads = self.railroads
        to = self.base + self.shares_at
        lowest = (seats + 1) * railroads  # behind the numbers of shares, in notes and cells
        rank: i64
        railroad: i64
        for rank in range(seats + 1):
            at = first + (rank if rank == seats else self.seat_at(rank, viewer)) * railroads
            for railroad in range(railroads):
                cells[to + railroad] = notes[at + railroad]
                cells[to + lowest + railroad] = notes[at + lowest + railroad]
            to += railroads
