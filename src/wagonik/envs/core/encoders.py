"""What each game's observation has beside cards, tickets and board."""

from typing import Final

from mypy_extensions import i16, i64

from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import BIT, COLOURS, KINDS, PILE, TOTAL, WORD_BITS
from wagonik.engine.rules import Rules
from wagonik.engine.state import COMPLETED, SPARE, TALLY, State
from wagonik.envs.core.board_encoder import BoardEncoder
from wagonik.envs.core.encoder import NONE, Encoder
from wagonik.games.card_game.rules import LATER, RETURNED, YARD, CardGameRules, CardGameState
from wagonik.games.nordic_countries.rules import NordicRules
from wagonik.games.northern_lights.goals import GOAL_COUNT, NorthernState
from wagonik.games.northern_lights.rules import NorthernRules
from wagonik.games.paris.rules import ParisRules, ParisState
from wagonik.games.pennsylvania.rules import (
    DUMMY,
    FACE_DOWN,
    ON_THE_TABLE,
    PennsylvaniaRules,
    PennsylvaniaState,
)
from wagonik.games.united_kingdom.rules import KingdomRules
from wagonik.games.united_kingdom.technology import TECHNOLOGIES, KingdomState

FLAGS: Final = 3


class NordicEncoder(BoardEncoder):
    """The cards turned up for a tunnel."""

    def __init__(self, rules: NordicRules) -> None:
        super().__init__(rules)
        self.turned_at: i64 = self.add("turned", (KINDS,), "cards turned up for the tunnel")

    def write_own(self, state: State, viewer: i64, hidden: bool) -> None:
        super().write_own(state, viewer, hidden)
        if state.piles[SPARE + TOTAL] == 0:
            return
        kind: i64
        for kind in range(KINDS):
            if state.piles[SPARE + kind] != 0:
                self.mark(self.turned_at + kind, state.piles[SPARE + kind])


class NorthernEncoder(BoardEncoder):
    """The goals of the match."""

    def __init__(self, rules: NorthernRules) -> None:
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


class PennsylvaniaEncoder(BoardEncoder):
    """Shares: how many each seat has of each railroad, and its lowest number, which breaks ties."""

    def __init__(self, rules: PennsylvaniaRules) -> None:
        super().__init__(rules)
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


class KingdomEncoder(BoardEncoder):
    """Technology: who holds what, what is left, and this turn's purchase."""

    def __init__(self, rules: KingdomRules) -> None:
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


class ParisEncoder(BoardEncoder):
    """Flags."""

    def __init__(self, rules: ParisRules) -> None:
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


class CardGameEncoder(Encoder):
    """Yards, stacks, and tickets completed by the first deck.

    Every card of a stack was seen on its way there: a seat that remembers may know them all.
    """

    def __init__(self, rules: CardGameRules) -> None:
        super().__init__(rules)
        tickets = int(self.tickets)
        self.yard_at: i64 = self.add(
            "yard",
            (rules.seats, COLOURS, 2),
            "cards and locomotives of each colour's row in each yard",
        )
        self.stack_at: i64 = self.add(
            "stack", (rules.seats, KINDS), "cards of each kind that have moved onto each stack"
        )
        self.later_at: i64 = self.add(
            "later", (rules.seats,), "tickets that each seat kept after its first ones"
        )
        self.decks_at: i64 = self.add("decks", (1,), "decks still to be played, this one included")
        self.back_at: i64 = self.add(
            "shuffled_back", (tickets,), "1 for each first ticket that oneself gave back"
        )
        self.back_sets: i64 = self.add_sets(1)
        self.completed_at: i64 = self.add(
            "completed", (rules.seats, tickets), "1 for each ticket completed with the first deck"
        )
        # For each rank as a set what is written; for each seat what was gathered when so many
        # decks were left.
        words = (tickets + WORD_BITS - 1) // WORD_BITS
        self.ticket_words: i64 = words
        self.completed_sets: i64 = self.add_sets(rules.seats * words)
        self.gathered_sets: i64 = self.add_sets(rules.seats * words)
        self.completed_keys: i64 = self.add_keys(1)

    def write_own(self, state: State, viewer: i64, hidden: bool) -> None:
        assert isinstance(state, CardGameState)
        cells = self.cells
        seats = self.seats
        yards = state.yard
        stacks = state.stack
        yard = self.base + self.yard_at
        stack = self.base + self.stack_at
        later = self.base + self.later_at
        seat = viewer
        rank: i64
        i: i64
        for rank in range(seats):
            for i in range(YARD):
                cells[yard + i] = i16(yards[seat * YARD + i])
            for i in range(KINDS):
                cells[stack + i] = i16(stacks[seat * PILE + i])
            cells[later + rank] = i16(state.tally[seat * TALLY + LATER])
            yard += YARD
            stack += KINDS
            seat += 1
            if seat == seats:
                seat = 0
        cells[self.base + self.decks_at] = i16(state.decks)
        back = state.tally[viewer * TALLY + RETURNED]
        if self.sets[self.sets_base + self.back_sets] != back:
            self.put_set(self.back_sets, back, self.back_at)
        # Only a deck that ends completes tickets.
        first = self.sets_base + self.gathered_sets
        which = self.keys_base + self.completed_keys
        key = state.decks * self.seats + viewer
        before = self.keys[which]
        if before != key:
            self.keys[which] = key
            if before == NONE or before // self.seats != state.decks:
                self.gather_completed(state, first)
            self.write_completed(viewer, first)

    def kept_key(self, state: State, viewer: i64) -> i64:
        # Tickets that a deck completed are not kept any more.
        assert isinstance(state, CardGameState)
        return super().kept_key(state, viewer) * 4 + state.decks

    def gather_completed(self, state: State, first: i64) -> None:
        sets = self.sets
        words = self.ticket_words
        holder = state.holder
        i: i64
        for i in range(self.seats * words):
            sets[first + i] = 0
        for i in range(self.tickets):
            if holder[i] >= COMPLETED:
                word = (holder[i] - COMPLETED) * words + i // WORD_BITS
                sets[first + word] |= BIT[i % WORD_BITS]

    def write_completed(self, viewer: i64, first: i64) -> None:
        words = self.ticket_words
        rank: i64
        word: i64
        for rank in range(self.seats):
            seat = self.seat_at(rank, viewer)
            at = self.completed_at + rank * self.tickets
            for word in range(words):
                tickets = self.sets[first + seat * words + word]
                which = self.completed_sets + rank * words + word
                self.put_set(which, tickets, at + word * WORD_BITS)


def make_encoder(rules: Rules) -> Encoder:
    """The encoder of a game, found by the class of its rules; a game that is not known here has
    the common observation."""
    if isinstance(rules, NordicRules):
        return NordicEncoder(rules)
    if isinstance(rules, NorthernRules):
        return NorthernEncoder(rules)
    if isinstance(rules, PennsylvaniaRules):
        return PennsylvaniaEncoder(rules)
    if isinstance(rules, KingdomRules):
        return KingdomEncoder(rules)
    if isinstance(rules, ParisRules):
        return ParisEncoder(rules)
    if isinstance(rules, CardGameRules):
        return CardGameEncoder(rules)
    if isinstance(rules, BoardRules):
        return BoardEncoder(rules)
    return Encoder(rules)
