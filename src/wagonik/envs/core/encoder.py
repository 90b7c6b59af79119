"""Observations: what a seat may know, as a row of numbers with a named layout.

An encoder reads a whole state or a view of it, and writes the same numbers for both: nothing
that the seat may not know is ever read. Seats are told as the observer sees the table: itself
first, then the others in the order of play.

Most cells stay as they are from one decision to the next, so a row remembers what was written
into it: the few cells of sparse blocks that are not zero are wiped one by one, of sets only what
has changed is flipped, and of one-hot blocks only the cell that moves.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i16, i64

from wagonik.engine.board import BIT_PLACES, BIT_RUNS, BIT_SEQUENCE, BIT_SHIFT
from wagonik.engine.cards import KINDS, PILE, TOTAL
from wagonik.engine.entries import entry_tag, entry_ticket, seat_tag
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
NONE: Final = -1

# The one-hot blocks whose cell a row remembers.
STEP: Final = 0
TO_MOVE: Final = 1
FIRST: Final = 2
COLOUR: Final = 3
TRACK: Final = 4
POINTERS: Final = 5

# The lists of what only the viewer knows about its tickets.
KEPT: Final = 0
RETURNED: Final = 1
LISTS: Final = 2
MOST_TICKETS: Final = 1 << 16  # more than a board file can have

# Where the plain numbers are, as NUMBERS tells.
TURN: Final = 0
LAST_TURNS: Final = 1
PASSES: Final = 2
SHUFFLES: Final = 3
CARDS_LEFT: Final = 4
TICKETS_LEFT: Final = 5
DRAWN: Final = 6
BLIND: Final = 7
UNITS: Final = 8
GROUPS: Final = 9
LEFT: Final = 10
FLOOR: Final = 11
OVER: Final = 12


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
        self.key_count: i64 = encoder.key_count
        self.cells: vec[i16] = vec[i16]([0] * (count * size))
        # The cells of sparse blocks that are not zero.
        self.marks: vec[i16] = vec[i16]([0] * (count * size))
        self.marked: vec[i64] = vec[i64]([0] * count)
        # The cell of each one-hot block that is 1, or NONE.
        self.pointers: vec[i64] = vec[i64]([NONE] * (count * POINTERS))
        # The sets that were written, as bit masks, and lists of what was written.
        self.sets: vec[i64] = vec[i64]([0] * (count * int(encoder.set_count)))
        self.notes: vec[i16] = vec[i16]([NONE] * (count * int(encoder.note_count)))
        # What they were made from, as long as a row shows the decisions of one match in order.
        self.keys: vec[i64] = vec[i64]([NONE] * (count * int(encoder.key_count)))

    def forget(self, row: i64) -> None:
        """The row is written for another match, or out of order."""
        keys = self.keys
        first = row * self.key_count
        i: i64
        for i in range(self.key_count):
            keys[first + i] = NONE


class Encoder:
    """Writes observations of one game with one number of players. A work space: not for two
    threads at once."""

    def __init__(self, rules: Rules) -> None:
        self.rules: Final = rules
        self.seats: i64 = rules.seats
        self.tickets: i64 = rules.ticket_count
        self.blocks: list[Block] = []
        self.size: i64 = 0
        # Where the observation is written: the rows, the row's first cell, and what it remembers.
        self.rows: Rows | None = None
        self.cells: vec[i16] = vec[i16]()
        self.marks: vec[i16] = vec[i16]()
        self.pointers: vec[i64] = vec[i64]()
        self.sets: vec[i64] = vec[i64]()
        self.notes: vec[i16] = vec[i16]()
        self.keys: vec[i64] = vec[i64]()
        self.base: i64 = 0
        self.marked: i64 = 0
        self.pointers_base: i64 = 0
        self.sets_base: i64 = 0
        self.notes_base: i64 = 0
        self.keys_base: i64 = 0
        self.set_count: i64 = 0
        self.note_count: i64 = 0
        self.key_count: i64 = 0
        setup = rules.setup
        slots = max(setup.first_tickets, setup.draw_tickets)
        players = rules.seats
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
        # Whose lists are written, and the lists of all seats: how many cells, which, and what.
        self.list_size: i64 = 1 + 2 * self.tickets
        self.add_notes(LISTS + LISTS * players * self.list_size)
        # How many cards of each kind are in other hands, unknown.
        self.hidden_notes: i64 = self.add_notes(KINDS)
        # The viewer's turn, and what the lists of each seat were gathered from.
        self.add_keys(1 + LISTS * players)

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

    def add_notes(self, count: i64) -> i64:
        """Room for so many small numbers that a row remembers, NONE at first; returns the place of
        the first."""
        first = self.note_count
        self.note_count += count
        return first

    def add_keys(self, count: i64) -> i64:
        """Room for so many numbers that are NONE again when a row shows another match; returns the
        place of the first."""
        first = self.key_count
        self.key_count += count
        return first

    # Writing

    def write(self, state: State, viewer: i64, rows: Rows, row: i64) -> None:
        """Write what a seat may know into a row."""
        if rows is not self.rows:
            self.turn_to(rows)
        base = row * rows.size
        self.base = base
        self.pointers_base = row * POINTERS
        self.sets_base = row * self.set_count
        self.notes_base = row * self.note_count
        self.keys_base = row * self.key_count
        cells = self.cells
        marks = self.marks
        i: i64
        for i in range(rows.marked[row]):
            cells[base + i64(marks[base + i])] = 0
        self.marked = 0
        # A payment that another seat is putting together does not show.
        hidden = viewer != state.seat and self.rules.steps[state.step].private and not state.over
        # As long as it is the viewer's turn, nobody else's cards and numbers change.
        turn: i64 = NONE
        if viewer == state.seat and not state.over:
            turn = state.turn * self.seats + viewer
        if turn == NONE or self.keys[self.keys_base] != turn:
            self.keys[self.keys_base] = turn
            self.write_others(state, viewer)
            self.write_numbers(state, viewer, hidden, self.seats)
        else:
            self.write_numbers(state, viewer, hidden, 1)
        self.write_cards(state, viewer)
        self.write_step(state, viewer, hidden)
        self.write_tickets(state, viewer)
        self.write_own(state, viewer, hidden)
        rows.marked[row] = self.marked

    def turn_to(self, rows: Rows) -> None:
        self.rows = rows
        self.cells = rows.cells
        self.marks = rows.marks
        self.pointers = rows.pointers
        self.sets = rows.sets
        self.notes = rows.notes
        self.keys = rows.keys

    def write_own(self, state: State, viewer: i64, hidden: bool) -> None:
        """What the game has beside cards and tickets."""

    def mark(self, at: i64, value: i64) -> None:
        """Write a number other than zero into a sparse block."""
        marked = self.marked
        self.cells[self.base + at] = i16(value)
        self.marks[self.base + marked] = i16(at)
        self.marked = marked + 1

    def point(self, which: i64, at: i64) -> None:
        """Move the 1 of a one-hot block to another cell; NONE: there is none."""
        pointers = self.pointers
        cells = self.cells
        which += self.pointers_base
        before = pointers[which]
        pointers[which] = at
        if before != NONE:
            cells[self.base + before] = 0
        if at != NONE:
            cells[self.base + at] = 1

    def put_set(self, word: i64, bits: i64, at: i64) -> None:
        """Write a set of up to sixty things, a cell each, where it differs from what is there."""
        sets = self.sets
        word += self.sets_base
        changed = sets[word] ^ bits
        if changed == 0:
            return
        sets[word] = bits
        places = BIT_PLACES
        cells = self.cells
        at += self.base
        while changed != 0:
            bit = changed & -changed
            cells[at + places[(bit * BIT_SEQUENCE >> BIT_SHIFT) & BIT_RUNS]] ^= 1
            changed ^= bit

    def relative(self, seat: i64, viewer: i64) -> i64:
        """A seat as the viewer counts: itself 0, the next one 1, and so on."""
        distance = seat - viewer
        return distance if distance >= 0 else distance + self.seats

    def seat_at(self, rank: i64, viewer: i64) -> i64:
        """The seat that the viewer counts so."""
        seat = viewer + rank
        return seat if seat < self.seats else seat - self.seats

    def write_cards(self, state: State, viewer: i64) -> None:
        cells = self.cells
        piles = state.piles
        notes = self.notes
        at = self.base + self.hand_at + KINDS
        hidden = self.notes_base + self.hidden_notes
        kind: i64
        for kind in range(KINDS):
            cells[at + kind] = 0
            cells[at + KINDS + kind] = i16(piles[DISCARD + kind])
            # Cards that the viewer can't place: the same number in a view and in a whole state.
            cells[at + 2 * KINDS + kind] = i16(piles[DECK + kind]) + notes[hidden + kind]
        market = state.market
        slot: i64
        for slot in range(self.rules.market_size):
            kind = market[slot]
            if kind >= 0:
                cells[at + kind] += 1
        hand = state.hand
        known = state.known
        at -= KINDS
        to = self.base + self.known_at
        pile = viewer * PILE
        for kind in range(KINDS):
            cells[at + kind] = i16(hand[pile + kind])
            cells[to + kind] = i16(known[pile + kind])

    def write_others(self, state: State, viewer: i64) -> None:
        """What is known of the others' cards; note how many of each kind are not."""
        cells = self.cells
        notes = self.notes
        hand = state.hand
        known = state.known
        hidden = self.notes_base + self.hidden_notes
        kind: i64
        for kind in range(KINDS):
            notes[hidden + kind] = 0
        everybody = self.seats * PILE
        pile = viewer * PILE
        rank: i64
        for rank in range(1, self.seats):
            pile += PILE
            if pile == everybody:
                pile = 0
            to = self.base + self.known_at + rank * KINDS
            for kind in range(KINDS):
                seen = known[pile + kind]
                cells[to + kind] = i16(seen)
                notes[hidden + kind] += i16(hand[pile + kind] - seen)

    def write_numbers(self, state: State, viewer: i64, hidden: bool, ranks: i64) -> None:
        cells = self.cells
        at = self.base
        cells[at + TURN] = i16(state.turn)
        cells[at + SHUFFLES] = i16(state.shuffles)
        cells[at + CARDS_LEFT] = i16(state.piles[DECK + TOTAL])
        cells[at + TICKETS_LEFT] = i16(state.queued)
        cells[at + DRAWN] = i16(state.drawn)
        cells[at + BLIND] = i16(state.blind)
        if state.last_turns > 0:
            self.mark(LAST_TURNS, state.last_turns)
        if state.passes > 0:
            self.mark(PASSES, state.passes)
        if state.over:
            self.mark(OVER, 1)
        if not hidden:
            payment = state.units + state.groups + state.left + state.floor
            payment += state.row + state.surcharge
            if payment + state.piles[LAID + TOTAL] > 0:
                self.write_payment(state)
        seats = self.seats
        tally = state.tally
        hand = state.hand
        offer = state.offer
        rules = self.rules
        at += self.players_at
        seat = viewer
        place: i64
        for place in range(at, at + ranks):
            numbers = seat * TALLY
            cells[place] = i16(rules.public_points(state, seat))
            cells[place + seats] = i16(hand[seat * PILE + TOTAL])
            cells[place + 2 * seats] = i16(tally[numbers + TICKETS])
            cells[place + 3 * seats] = i16(offer[seat * OFFER])
            cells[place + 4 * seats] = i16(1) if tally[numbers + CHOICE] >= 0 else i16(0)
            cells[place + 5 * seats] = i16(tally[numbers + PIECES])
            seat += 1
            if seat == seats:
                seat = 0

    def write_payment(self, state: State) -> None:
        """The payment that is being put together."""
        # One cell for what only one of two moves has: a payment's locomotives or a row's cards,
        # the rest of an exchange or of a tunnel.
        if state.units + state.row > 0:
            self.mark(UNITS, state.units + state.row)
        if state.groups > 0:
            self.mark(GROUPS, state.groups)
        if state.left + state.surcharge > 0:
            self.mark(LEFT, state.left + state.surcharge)
        if state.floor > 0:
            self.mark(FLOOR, state.floor)
        kind: i64
        for kind in range(KINDS):
            laid = state.piles[LAID + kind]
            if laid > 0:
                self.mark(self.laid_at + kind, laid)

    def write_step(self, state: State, viewer: i64, hidden: bool) -> None:
        step: i64 = NONE
        to_move: i64 = NONE
        colour: i64 = NONE
        if not state.over:
            now = self.rules.turn_step if hidden else state.step
            step = self.step_at + now
            to_move = self.to_move_at + self.relative(state.seat, viewer)
            if not hidden and (state.units + state.row > 0 or state.piles[LAID + TOTAL] > 0):
                colour = self.colour_at + state.colour
            if now == self.rules.first_tickets_step:
                self.write_choice(state, viewer)
        pointers = self.pointers
        which = self.pointers_base
        first = self.first_at + self.relative(state.first, viewer)
        if pointers[which + STEP] != step:
            self.point(STEP, step)
        if pointers[which + TO_MOVE] != to_move:
            self.point(TO_MOVE, to_move)
        if pointers[which + FIRST] != first:
            self.point(FIRST, first)
        if pointers[which + COLOUR] != colour:
            self.point(COLOUR, colour)

    def write_choice(self, state: State, viewer: i64) -> None:
        """The first tickets that the viewer has chosen already."""
        choice = state.tally[viewer * TALLY + CHOICE]
        slot: i64 = 0
        while choice > 0:
            if choice & 1:
                self.mark(self.choice_at + slot, 1)
            choice >>= 1
            slot += 1

    def write_tickets(self, state: State, viewer: i64) -> None:
        at = viewer * OFFER
        i: i64
        for i in range(state.offer[at]):
            self.mark(self.offer_at + i * self.tickets + state.offer[at + 1 + i], 1)
        self.write_list(KEPT, self.kept_key(state, viewer), state, viewer)
        # Returned tickets stay where they are until one is drawn or put under the deck.
        if state.queued > state.pool or i64(self.notes[self.notes_base + RETURNED]) != NONE:
            key = (state.head * MOST_TICKETS + state.queued) * MOST_TICKETS + state.pool
            self.write_list(RETURNED, key, state, viewer)

    def kept_key(self, state: State, viewer: i64) -> i64:
        """In one match, own tickets change only when this number does: who has tickets to choose
        from keeps one at least."""
        return state.tally[viewer * TALLY + TICKETS]

    def write_list(self, which: i64, key: i64, state: State, viewer: i64) -> None:
        """Write what only the viewer knows about its tickets: each seat's list is gathered when
        its key changes, and takes the place of another seat's."""
        keys = self.keys
        at = self.keys_base + 1 + which * self.seats + viewer
        same = keys[at] == key
        shown = i64(self.notes[self.notes_base + which])
        if same and shown == viewer:
            return
        lists = self.notes_base + LISTS + which * self.seats * self.list_size
        if shown != NONE:
            self.wipe_list(lists + shown * self.list_size)
        self.notes[self.notes_base + which] = i16(viewer)
        first = lists + viewer * self.list_size
        if not same:
            keys[at] = key
            if which == KEPT:
                self.gather_kept(state, viewer, first)
            else:
                self.gather_returned(state, viewer, first)
        self.put_list(first)

    def wipe_list(self, first: i64) -> None:
        notes = self.notes
        cells = self.cells
        base = self.base
        i: i64
        for i in range(first + 1, first + 1 + i64(notes[first])):
            cells[base + i64(notes[i])] = 0

    def put_list(self, first: i64) -> None:
        notes = self.notes
        cells = self.cells
        base = self.base
        tickets = self.tickets
        i: i64
        for i in range(first + 1, first + 1 + i64(notes[first])):
            cells[base + i64(notes[i])] = notes[i + tickets]

    def gather_kept(self, state: State, viewer: i64, first: i64) -> None:
        """The tickets that the viewer keeps, and those that it put out of the game."""
        notes = self.notes
        holder = state.holder
        tickets = self.tickets
        end = first + 1
        ticket: i64
        for ticket in range(tickets):
            place = holder[ticket]
            if place == viewer or place == REMOVED + viewer:
                notes[end] = i16(self.kept_at + ticket)
                notes[end + tickets] = i16(1) if place == viewer else i16(-1)
                end += 1
        notes[first] = i16(end - first - 1)

    def gather_returned(self, state: State, viewer: i64, first: i64) -> None:
        """Tickets that the viewer put under the deck itself: it knows where they lie."""
        notes = self.notes
        queue = state.queue
        tickets = self.tickets
        end = first + 1
        own = seat_tag(viewer)
        place = state.head + state.pool
        i: i64
        for i in range(state.pool, state.queued):
            if place >= tickets:
                place -= tickets
            entry = queue[place]
            if entry >= 0 and entry_tag(entry) == own:
                notes[end] = i16(self.returned_at + entry_ticket(entry))
                notes[end + tickets] = i16(i + 1)
                end += 1
            place += 1
        notes[first] = i16(end - first - 1)
