"""The Card Game: yards, stacks, and tickets completed by the first deck."""

from mypy_extensions import i16, i64

from wagonik.engine.cards import BIT, COLOURS, KINDS, PILE, WORD_BITS
from wagonik.engine.rules import Rules
from wagonik.engine.state import COMPLETED, TALLY, State
from wagonik.envs.core.encoder import NONE, Encoder
from wagonik.games.card_game.rules import LATER, RETURNED, YARD, CardGameState


class CardGameEncoder(Encoder):
    """Yards, stacks, and tickets completed by the first deck.

    Every card of a stack was seen on its way there: a seat that remembers may know them all.
    """

    def __init__(self, rules: Rules) -> None:
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
