"""The board in an observation: who owns which track, and which are closed though nobody does."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from wagonik.engine.board import BIT_PLACES, BIT_RUNS, BIT_SEQUENCE, BIT_SHIFT
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import WORD_BITS
from wagonik.engine.rules import Rules
from wagonik.engine.state import PIECES, TALLY, State
from wagonik.envs.core.encoder import NONE, TRACK, Encoder


class BoardEncoder(Encoder):
    """Adds the board: who owns which track, and which are closed though nobody does."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        assert isinstance(rules, BoardRules)
        self.board_rules: Final = rules
        self.tracks: i64 = rules.track_count
        self.all_tracks: vec[i64] = rules.board.all_tracks
        tracks = int(rules.track_count)
        self.claimed_at: i64 = self.add(
            "claimed", (rules.seats, tracks), "1 for each track that a seat owns"
        )
        self.closed_at: i64 = self.add(
            "closed", (tracks,), "1 for each track that nobody owns and that is closed to oneself"
        )
        # What is written, and what is closed to each seat.
        self.closed_sets: i64 = self.add_sets((1 + rules.seats) * rules.word_count)
        self.track_at: i64 = self.add("track", (tracks,), "the track being claimed, one-hot")
        # Whose view of the claims is written; then how many tracks each seat owns, and which.
        self.claims_size: i64 = 1 + tracks
        self.claims_notes: i64 = self.add_notes(1 + self.claims_size * rules.seats)
        self.claims_keys: i64 = self.add_keys(1)
        # The same as sets.
        self.owned_sets: i64 = self.add_sets(rules.seats * rules.word_count)
        # Where the tracks of each seat are in the block, for each viewer.
        self.blocks_of: vec[i64] = vec[i64](
            [
                int(self.relative(seat, viewer)) * tracks
                for viewer in range(rules.seats)
                for seat in range(rules.seats)
            ]
        )

    def write_own(self, state: State, viewer: i64, hidden: bool) -> None:
        # Every claim takes pieces, which never come back.
        pieces: i64 = 0
        seat: i64
        for seat in range(self.seats):
            pieces += state.tally[seat * TALLY + PIECES]
        which = self.keys_base + self.claims_keys
        first = self.notes_base + self.claims_notes
        before = self.keys[which]
        if before != pieces or i64(self.notes[first]) != viewer:
            self.keys[which] = pieces
            if before == NONE:
                self.wipe_claims(first)
            self.turn_claims(viewer, first)
            if before != pieces:
                self.add_claims(state, viewer, first)
                self.gather_closed(state)
            self.write_closed(viewer)
        track: i64 = NONE
        if state.track >= 0 and not hidden and not state.over:
            track = self.track_at + state.track
        if self.pointers[self.pointers_base + TRACK] != track:
            self.point(TRACK, track)

    def wipe_claims(self, first: i64) -> None:
        """Take the claims of another match away."""
        notes = self.notes
        cells = self.cells
        shown = i64(notes[first])
        seat: i64
        i: i64
        for seat in range(self.seats):
            mine = first + 1 + seat * self.claims_size
            if shown != NONE:
                at = self.base + self.claimed_at + self.blocks_of[shown * self.seats + seat]
                for i in range(mine + 1, mine + 1 + i64(notes[mine])):
                    cells[at + i64(notes[i])] = 0
            notes[mine] = 0
        for i in range(self.seats * self.board_rules.word_count):
            self.sets[self.sets_base + self.owned_sets + i] = 0

    def turn_claims(self, viewer: i64, first: i64) -> None:
        """Show the claims that were written for one viewer to another."""
        notes = self.notes
        cells = self.cells
        shown = i64(notes[first])
        notes[first] = i16(viewer)
        if shown == viewer:
            return
        seats = self.seats
        at = self.base + self.claimed_at
        seat: i64
        i: i64
        for seat in range(seats):
            before = at + self.blocks_of[shown * seats + seat]
            now = at + self.blocks_of[viewer * seats + seat]
            mine = first + 1 + seat * self.claims_size
            for i in range(mine + 1, mine + 1 + i64(notes[mine])):
                track = i64(notes[i])
                # Flipped, not set: a track may have two owners.
                cells[before + track] ^= 1
                cells[now + track] ^= 1

    def add_claims(self, state: State, viewer: i64, first: i64) -> None:
        """Write the claims that are new."""
        notes = self.notes
        sets = self.sets
        places = BIT_PLACES
        words = self.board_rules.word_count
        seat: i64
        word: i64
        for seat in range(self.seats):
            at = self.base + self.claimed_at + self.blocks_of[viewer * self.seats + seat]
            mine = first + 1 + seat * self.claims_size
            count = i64(notes[mine])
            for word in range(words):
                which = self.sets_base + self.owned_sets + seat * words + word
                tracks = state.owned[seat * words + word]
                added = tracks & ~sets[which]
                sets[which] = tracks
                while added != 0:
                    bit = added & -added
                    track = word * WORD_BITS + places[(bit * BIT_SEQUENCE >> BIT_SHIFT) & BIT_RUNS]
                    self.cells[at + track] = 1
                    count += 1
                    notes[mine + count] = i16(track)
                    added ^= bit
            notes[mine] = i16(count)

    def gather_closed(self, state: State) -> None:
        words = self.board_rules.word_count
        at = self.sets_base + self.closed_sets + words
        word: i64
        seat: i64
        for word in range(words):
            free = self.all_tracks[word]
            for seat in range(self.seats):
                free &= ~state.owned[seat * words + word]
            for seat in range(self.seats):
                place = seat * words + word
                self.sets[at + place] = free & ~state.open[place]

    def write_closed(self, viewer: i64) -> None:
        sets = self.sets
        words = self.board_rules.word_count
        at = self.sets_base + self.closed_sets
        word: i64
        for word in range(words):
            closed = sets[at + (1 + viewer) * words + word]
            if sets[at + word] != closed:
                self.put_set(self.closed_sets + word, closed, self.closed_at + word * WORD_BITS)
