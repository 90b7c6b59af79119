"""Observations: what a seat may know, as a row of numbers with a named layout.

An encoder reads a whole state or a view of it, and writes the same numbers for both: nothing
that the seat may not know is ever read. Seats are told as the observer sees the table: itself
first, then the others in the order of play.

Most cells stay as they are from one decision to the next, so a row remembers what was written
into it: the few cells of sparse blocks that are not zero are wiped one by one, and of sets of
tracks only what has changed is flipped.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from wagonik.engine.board import BIT_PLACES, BIT_RUNS, BIT_SEQUENCE, BIT_SHIFT
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import KINDS, PILE, TOTAL, WORD_BITS
from wagonik.engine.rules import Rules
from wagonik.engine.state import (
    CHOICE,
    DECK,
    DISCARD,
    LAID,
    OFFER,
    PIECES,
    REMOVED,
    TALLY,
    TICKETS,
    UNKNOWN,
    State,
)

# The plain numbers at the start of every observation, in this order.
NUMBERS: Final = (
    "turn",
    "last_turns",
    "passes",
    "shuffles",
    "deck",
    "ticket_deck",
    "drawn",
    "blind",
    "units",
    "groups",
    "left",
    "floor",
    "over",
)
NUMBERS_ABOUT: Final = (
    "turns begun",
    "turns left before the end, once it is announced; 0 before",
    "passes in a row",
    "times the discards became a new deck",
    "train cards in the deck",
    "tickets in the ticket deck",
    "train cards drawn this turn",
    "of them, drawn from the deck",
    "spaces of the payment paid by locomotives or what stands for them (Card Game: cards of the "
    "row)",
    "of them, paid by an exchange",
    "cards or pairs of the exchange still to be chosen; cards that a tunnel still costs",
    "the least kind that may be chosen next for the exchange",
    "1 once the match is over",
)
NOT_KNOWN: Final = -1
HOLDERS: Final = 64  # more than there are places for a ticket, UNKNOWN included


class Block:
    """A named part of an observation."""

    def __init__(self, name: str, offset: int, shape: tuple[int, ...], about: str) -> None:
        self.name: Final = name
        self.offset: Final = offset
        self.shape: Final = shape
        self.about: Final = about

    @property
    def size(self) -> int:
        size = 1
        for extent in self.shape:
            size *= extent
        return size

    def __repr__(self) -> str:
        return f"<{self.name} {self.shape} at {self.offset}>"


class Rows:
    """Observations in one array of 16-bit integers, a row each, and what they remember."""

    def __init__(self, count: int, encoder: "Encoder") -> None:
        size = int(encoder.size)
        self.count: Final = count
        self.size: i64 = size
        self.cells: vec[i16] = vec[i16]([0] * (count * size))
        # The cells of sparse blocks that are not zero.
        self.marks: vec[i16] = vec[i16]([0] * (count * size))
        self.marked: vec[i64] = vec[i64]([0] * count)
        # The sets that were written, as bit masks.
        self.sets: vec[i64] = vec[i64]([0] * (count * int(encoder.set_count)))
        # What own tickets depend on, as long as a row shows the decisions of one match in order.
        self.tickets: vec[i64] = vec[i64]([NOT_KNOWN] * count)

    def forget(self, row: i64) -> None:
        """The row is written for another match, or out of order."""
        self.tickets[row] = NOT_KNOWN


class Encoder:
    """Writes observations of one game with one number of players. A work space: not for two
    threads at once."""

    def __init__(self, rules: Rules) -> None:
        self.rules: Final = rules
        self.seats: i64 = rules.seats
        self.tickets: i64 = rules.ticket_count
        self.blocks: list[Block] = []
        self.size: i64 = 0
        # Where the observation is written: the row's first cell, and its list of marks.
        self.cells: vec[i16] = vec[i16]()
        self.marks: vec[i16] = vec[i16]()
        self.sets: vec[i64] = vec[i64]()
        self.base: i64 = 0
        self.marked: i64 = 0
        self.sets_base: i64 = 0
        self.set_count: i64 = 0
        setup = rules.setup
        slots = max(setup.first_tickets, setup.draw_tickets)
        players = rules.seats
        self.numbers_at: i64 = 0
        for name, about in zip(NUMBERS, NUMBERS_ABOUT, strict=True):
            self.add(name, (1,), about)
        self.hand_at: i64 = self.add("hand", (KINDS,), "own train cards of each kind")
        self.add("market", (KINDS,), "face-up cards of each kind")
        self.add("discards", (KINDS,), "discarded cards of each kind")
        self.add("unseen", (KINDS,), "cards that lie in the deck or unknown in other hands")
        self.laid_at: i64 = self.add("laid", (KINDS,), "cards laid down for what is being paid")
        self.players_at: i64 = self.add("points", (players,), "points that lie open")
        self.add("cards", (players,), "train cards in each hand")
        self.add("tickets", (players,), "tickets that each seat keeps, open ones not counted")
        self.add("offered", (players,), "tickets that each seat is choosing from")
        self.add("chosen", (players,), "1 if a seat has chosen its first tickets")
        self.add("pieces", (players,), "pieces left; 0 without a board")
        self.known_at: i64 = self.add(
            "known", (players, KINDS), "cards that everybody knows a seat to hold"
        )
        self.step_at: i64 = self.add(
            "step", (len(rules.step_names),), "the step, one-hot: " + ", ".join(rules.step_names)
        )
        self.to_move_at: i64 = self.add("to_move", (players,), "whose decision it is, one-hot")
        self.first_at: i64 = self.add("first", (players,), "who had the first turn, one-hot")
        self.colour_at: i64 = self.add(
            "colour", (KINDS,), "the colour chosen for what is being paid, one-hot"
        )
        self.kept_at: i64 = self.add(
            "kept",
            (int(self.tickets),),
            "1 for each own ticket, -1 for each that oneself put out of the game",
        )
        self.offer_at: i64 = self.add(
            "offer", (slots, int(self.tickets)), "the tickets to choose from, one-hot, in order"
        )
        self.choice_at: i64 = self.add(
            "choice", (slots,), "own first tickets chosen already, while others still choose"
        )
        self.returned_at: i64 = self.add(
            "returned",
            (int(self.tickets),),
            "for own tickets put under the deck: 1 + how many lie above",
        )
        # What `kept` says about a ticket, by the viewer and where the ticket is.
        self.meaning: vec[i16] = vec[i16]([0] * (players * HOLDERS))
        for viewer in range(players):
            self.meaning[viewer * HOLDERS + viewer - UNKNOWN] = 1
            self.meaning[viewer * HOLDERS + REMOVED + viewer - UNKNOWN] = -1

    def add(self, name: str, shape: tuple[int, ...], about: str) -> i64:
        """Add a block; returns where it begins."""
        block = Block(name, int(self.size), shape, about)
        self.blocks.append(block)
        self.size += block.size
        return block.offset

    def add_sets(self, count: i64) -> i64:
        """Room for so many words of sets; returns the number of the first."""
        first = self.set_count
        self.set_count += count
        return first

    # Writing

    def write(self, state: State, viewer: i64, rows: Rows, row: i64) -> None:
        """Write what a seat may know into a row."""
        cells = rows.cells
        marks = rows.marks
        base = row * rows.size
        self.cells = cells
        self.marks = marks
        self.base = base
        i: i64
        for i in range(rows.marked[row]):
            at = i64(marks[base + i])
            cells[base + at] = 0
        self.marked = 0
        self.sets = rows.sets
        self.sets_base = row * self.set_count
        # A payment that another seat is putting together does not show.
        hidden = viewer != state.seat and self.rules.steps[state.step].private and not state.over
        self.write_numbers(state, viewer, hidden)
        self.write_players(state, viewer)
        self.write_step(state, viewer, hidden)
        # In one match, own tickets change only when these numbers do.
        kept = state.tally[viewer * TALLY + TICKETS]
        key = ((state.queued * 256 + kept) * 16 + state.offer[viewer * OFFER]) * 16 + viewer
        if rows.tickets[row] != key:
            rows.tickets[row] = key
            self.write_kept(state, viewer)
        self.write_tickets(state, viewer)
        self.write_own(state, viewer, hidden)
        rows.marked[row] = self.marked

    def write_own(self, state: State, viewer: i64, hidden: bool) -> None:
        """What the game has beside cards and tickets."""

    def mark(self, at: i64, value: i64) -> None:
        """Write a number other than zero into a sparse block."""
        self.cells[self.base + at] = i16(value)
        self.marks[self.base + self.marked] = i16(at)
        self.marked += 1

    def put_set(self, word: i64, bits: i64, at: i64) -> None:
        """Write a set of up to sixty things, a cell each, where it differs from what is there."""
        word += self.sets_base
        changed = self.sets[word] ^ bits
        if changed == 0:
            return
        self.sets[word] = bits
        places = BIT_PLACES
        cells = self.cells
        at += self.base
        while changed != 0:
            bit = changed & -changed
            place = at + places[(bit * BIT_SEQUENCE >> BIT_SHIFT) & BIT_RUNS]
            cells[place] = 1 - cells[place]
            changed ^= bit

    def count(self, at: i64) -> None:
        """Add one to a number of a sparse block."""
        value = i64(self.cells[self.base + at])
        if value == 0:
            self.mark(at, 1)
        else:
            self.cells[self.base + at] = i16(value + 1)

    def relative(self, seat: i64, viewer: i64) -> i64:
        """A seat as the viewer counts: itself 0, the next one 1, and so on."""
        distance = seat - viewer
        return distance if distance >= 0 else distance + self.seats

    def seat_at(self, rank: i64, viewer: i64) -> i64:
        """The seat that the viewer counts so."""
        seat = viewer + rank
        return seat if seat < self.seats else seat - self.seats

    def write_numbers(self, state: State, viewer: i64, hidden: bool) -> None:
        cells = self.cells
        at = self.base
        piles = state.piles
        hand = state.hand
        known = state.known
        shown: i64 = 0 if hidden else 1
        last = state.last_turns
        cells[at] = i16(state.turn)
        cells[at + 1] = i16(last) if last > 0 else i16(0)
        cells[at + 2] = i16(state.passes)
        cells[at + 3] = i16(state.shuffles)
        cells[at + 4] = i16(piles[DECK + TOTAL])
        cells[at + 5] = i16(state.queued)
        cells[at + 6] = i16(state.drawn)
        cells[at + 7] = i16(state.blind)
        cells[at + 8] = i16(state.units * shown)
        cells[at + 9] = i16(state.groups * shown)
        cells[at + 10] = i16(state.left * shown)
        cells[at + 11] = i16(state.floor * shown)
        cells[at + 12] = i16(1) if state.over else i16(0)
        at += self.hand_at
        mine = viewer * PILE
        everybody = self.seats * PILE
        kind: i64
        slot: i64
        for kind in range(KINDS):
            cells[at + kind] = i16(hand[mine + kind])
            cells[at + KINDS + kind] = 0
            cells[at + 2 * KINDS + kind] = i16(piles[DISCARD + kind])
            # Cards that the viewer can't place: the same number in a view and in a whole state.
            unseen = piles[DECK + kind]
            place = kind
            while place < mine:
                unseen += hand[place] - known[place]
                place += PILE
            place += PILE
            while place < everybody:
                unseen += hand[place] - known[place]
                place += PILE
            cells[at + 3 * KINDS + kind] = i16(unseen)
        if shown and piles[LAID + TOTAL] > 0:
            for kind in range(KINDS):
                if piles[LAID + kind] > 0:
                    self.mark(self.laid_at + kind, piles[LAID + kind])
        at += KINDS
        market = state.market
        for slot in range(self.rules.market_size):
            kind = market[slot]
            if kind >= 0:
                cells[at + kind] += 1

    def write_players(self, state: State, viewer: i64) -> None:
        cells = self.cells
        seats = self.seats
        at = self.base + self.players_at
        row = self.base + self.known_at
        tally = state.tally
        hand = state.hand
        known = state.known
        offer = state.offer
        rules = self.rules
        rank: i64
        kind: i64
        for rank in range(seats):
            seat = self.seat_at(rank, viewer)
            pile = seat * PILE
            numbers = seat * TALLY
            cells[at] = i16(rules.public_points(state, seat))
            cells[at + seats] = i16(hand[pile + TOTAL])
            cells[at + 2 * seats] = i16(tally[numbers + TICKETS])
            cells[at + 3 * seats] = i16(offer[seat * OFFER])
            cells[at + 4 * seats] = i16(1) if tally[numbers + CHOICE] >= 0 else i16(0)
            cells[at + 5 * seats] = i16(tally[numbers + PIECES])
            for kind in range(KINDS):
                cells[row + kind] = i16(known[pile + kind])
            at += 1
            row += KINDS

    def write_step(self, state: State, viewer: i64, hidden: bool) -> None:
        self.mark(self.first_at + self.relative(state.first, viewer), 1)
        if state.over:
            return
        step = self.rules.turn_step if hidden else state.step
        self.mark(self.step_at + step, 1)
        self.mark(self.to_move_at + self.relative(state.seat, viewer), 1)
        if not hidden and (state.units > 0 or state.piles[LAID + TOTAL] > 0):
            self.mark(self.colour_at + state.colour, 1)
        if step == self.rules.first_tickets_step:
            choice = state.tally[viewer * TALLY + CHOICE]
            slot: i64 = 0
            while choice > 0:
                if choice & 1:
                    self.mark(self.choice_at + slot, 1)
                choice >>= 1
                slot += 1

    def write_kept(self, state: State, viewer: i64) -> None:
        holder = state.holder
        cells = self.cells
        meaning = self.meaning
        first = viewer * HOLDERS - UNKNOWN
        at = self.base + self.kept_at
        ticket: i64
        for ticket in range(self.tickets):
            cells[at + ticket] = meaning[first + holder[ticket]]

    def write_tickets(self, state: State, viewer: i64) -> None:
        tickets = self.tickets
        i: i64
        at = viewer * OFFER
        for i in range(state.offer[at]):
            self.mark(self.offer_at + i * tickets + state.offer[at + 1 + i], 1)
        # Tickets that the viewer put under the deck itself: it knows where they lie.
        queue = state.queue
        own = viewer + 1
        for i in range(state.pool, state.queued):
            place = state.head + i
            if place >= tickets:
                place -= tickets
            entry = queue[place]
            if entry & 7 == own and entry >= 0:
                self.mark(self.returned_at + (entry >> 3), i + 1)


class BoardEncoder(Encoder):
    """Adds the board: who owns which track, and which are closed though nobody does."""

    def __init__(self, rules: BoardRules) -> None:
        super().__init__(rules)
        self.board_rules: Final = rules
        self.tracks: i64 = rules.track_count
        tracks = int(rules.track_count)
        self.claimed_at: i64 = self.add(
            "claimed", (rules.seats, tracks), "1 for each track that a seat owns"
        )
        self.closed_at: i64 = self.add(
            "closed", (tracks,), "1 for each track that nobody owns and that is closed to oneself"
        )
        self.claimed_sets: i64 = self.add_sets(rules.seats * rules.word_count)
        self.closed_sets: i64 = self.add_sets(rules.word_count)
        self.track_at: i64 = self.add("track", (tracks,), "the track being claimed, one-hot")

    def write_own(self, state: State, viewer: i64, hidden: bool) -> None:
        words = self.board_rules.word_count
        all_tracks = self.board_rules.board.all_tracks
        owned = state.owned
        rank: i64
        word: i64
        for rank in range(self.seats):
            seat = self.seat_at(rank, viewer)
            at = self.claimed_at + rank * self.tracks
            for word in range(words):
                self.put_set(
                    self.claimed_sets + rank * words + word,
                    owned[seat * words + word],
                    at + word * WORD_BITS,
                )
        for word in range(words):
            closed = all_tracks[word] & ~state.open[viewer * words + word]
            for seat in range(self.seats):
                closed &= ~owned[seat * words + word]
            self.put_set(self.closed_sets + word, closed, self.closed_at + word * WORD_BITS)
        if state.track >= 0 and not hidden and not state.over:
            self.mark(self.track_at + state.track, 1)
