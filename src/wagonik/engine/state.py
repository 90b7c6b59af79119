"""The state of a match: plain data that is quick to copy. The rules live elsewhere.

A game with facts of its own (shares, technology, flags, yards) subclasses State.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64, mypyc_attr

from wagonik.engine.cards import PILE, filled, zeros
from wagonik.engine.rng import Rng

# Piles that belong to nobody, one after the other in State.piles.
DECK: Final = 0
DISCARD: Final = 10
LAID: Final = 20  # cards laid down but not yet paid; they still count in the hand
TURNED: Final = 30  # cards turned up, which add to the price of what is paid for

# Numbers of each seat, in State.tally.
PIECES: Final = 0
POINTS: Final = 1  # scored for routes so far
TICKETS: Final = 2  # tickets kept
CHOICE: Final = 3  # the first tickets a seat has chosen to keep, or -1
OWN: Final = 4  # two numbers of the game's own
COUNTED: Final = 6  # what a seat has counted at the last reshuffle (see counting.py)
TALLY: Final = 7

# Where a ticket is, in State.holder: a seat that keeps it, or one of these.
IN_DECK: Final = -1
UNKNOWN: Final = -2  # in views only
REMOVED: Final = 16  # + the seat that put it out of the game
OFFERED: Final = 32  # + the seat that is choosing
COMPLETED: Final = 48  # + the seat that completed it in an earlier scoring

OFFER: Final = 8  # integers for a seat's offer: how many, then the tickets
LARGEST_OFFER: Final = 6

# Who a state is for, in State.viewer.
EVERYTHING: Final = -2
SPECTATOR: Final = -1

# Shared by all states until they get their own.
NOTHING: Final = zeros(0)
NO_RNG: Final = Rng(b"")


@mypyc_attr(acyclic=True)  # nothing in it points back to it, so it needs no garbage collector
class State:
    """Everything about one moment of a match."""

    def __init__(self, seats: i64) -> None:
        self.seats: i64 = seats
        self.viewer: i64 = EVERYTHING
        self.seat: i64 = 0  # whose decision it is
        self.step: i64 = 0  # which step of the rules asks for it
        self.first: i64 = 0  # the seat that has the first turn
        self.turn: i64 = 0  # turns begun
        self.last_turns: i64 = -1  # turns left before the end, once it is announced
        self.passes: i64 = 0  # passes in a row
        self.over: bool = False
        self.reveals: i64 = 0  # grows whenever something hidden is revealed
        self.shuffles: i64 = 0  # times the discards became a new deck
        # Registers of a move that is being put together.
        self.drawn: i64 = 0  # train cards drawn this turn
        self.blind: i64 = 0  # of them, drawn from the deck
        self.track: i64 = -1
        self.colour: i64 = 0
        self.units: i64 = 0  # spaces paid by locomotives or what stands for them
        self.groups: i64 = 0  # of them, paid by an exchange
        self.left: i64 = 0  # cards (or pairs) of the exchange still to be chosen
        self.floor: i64 = 0  # they are chosen in ascending order of kind
        self.surcharge: i64 = 0  # cards that those turned up add to the price
        self.row: i64 = 0  # cards of its colour in a row that is being played
        # Cards, tickets, board.
        self.hand: vec[i64] = NOTHING
        self.known: vec[i64] = NOTHING  # cards that everybody knows a seat to hold
        self.piles: vec[i64] = NOTHING
        self.market: vec[i64] = NOTHING
        self.owned: vec[i64] = NOTHING  # bit masks of tracks, for each seat
        self.open: vec[i64] = NOTHING  # tracks that a seat may still claim
        self.tally: vec[i64] = NOTHING
        self.holder: vec[i64] = NOTHING
        self.offer: vec[i64] = NOTHING
        # The ticket deck is a ring of entries (see entries.py).
        # Its first `pool` entries have no order yet; behind them lie returned tickets, in order.
        self.queue: vec[i64] = NOTHING
        self.head: i64 = 0
        self.queued: i64 = 0
        self.pool: i64 = 0
        self.trail: vec[i64] = NOTHING  # where returned tickets went (see trails.py)
        # Randomness: cards and tickets are drawn from streams of their own.
        self.cards: Rng = NO_RNG
        self.shared_cards: bool = False  # the stream of cards may be a copy's, too
        self.tickets: Rng = NO_RNG
        self.shared_tickets: bool = False  # so may the stream of tickets
        self.shared_trail: bool = False  # and the trail
        # Events, four integers each, written only while `logging`.
        self.logging: bool = False
        self.log: vec[i64] = NOTHING

    def allocate(self, words: int, tickets: int, market: int) -> None:
        """Give the arrays the size of the game."""
        seats = int(self.seats)
        self.hand = zeros(seats * PILE)
        self.known = zeros(seats * PILE)
        self.piles = zeros(4 * PILE)
        self.market = filled(market, -1)
        self.owned = zeros(seats * words)
        self.open = zeros(seats * words)
        self.tally = zeros(seats * TALLY)
        self.holder = filled(tickets, IN_DECK)
        self.offer = zeros(seats * OFFER)
        self.queue = zeros(tickets)
        self.trail = zeros(tickets)

    def blank(self) -> "State":
        """A new state of the same class, to copy into."""
        return State(self.seats)

    def copy(self) -> "State":
        twin = self.blank()
        twin.copy_from(self)
        return twin

    def copy_from(self, other: "State") -> None:
        """Become equal to the other state, independently of it. Events are not copied."""
        self.seats = other.seats
        self.viewer = other.viewer
        self.seat = other.seat
        self.step = other.step
        self.first = other.first
        self.turn = other.turn
        self.last_turns = other.last_turns
        self.passes = other.passes
        self.over = other.over
        self.reveals = other.reveals
        self.shuffles = other.shuffles
        self.drawn = other.drawn
        self.blind = other.blind
        self.track = other.track
        self.colour = other.colour
        self.units = other.units
        self.groups = other.groups
        self.left = other.left
        self.floor = other.floor
        self.surcharge = other.surcharge
        self.row = other.row
        self.hand = other.hand[:]
        self.known = other.known[:]
        self.piles = other.piles[:]
        self.market = other.market[:]
        self.owned = other.owned[:]
        self.open = other.open[:]
        self.tally = other.tally[:]
        self.holder = other.holder[:]
        self.offer = other.offer[:]
        self.queue = other.queue[:]
        self.head = other.head
        self.queued = other.queued
        self.pool = other.pool
        # Shared: who draws from a stream or writes into the trail takes a copy first.
        self.cards = other.cards
        self.shared_cards = True
        other.shared_cards = True
        self.tickets = other.tickets
        self.shared_tickets = True
        other.shared_tickets = True
        self.shared_trail = True
        other.shared_trail = True
        self.trail = other.trail

    def own_cards(self) -> Rng:
        """The stream of cards to draw from: from now on no copy's."""
        if self.shared_cards:
            self.cards = self.cards.copy()
            self.shared_cards = False
        return self.cards

    def own_tickets(self) -> Rng:
        """The stream of tickets to draw from, likewise."""
        if self.shared_tickets:
            self.tickets = self.tickets.copy()
            self.shared_tickets = False
        return self.tickets

    def own_trail(self) -> vec[i64]:
        """The trail to write into, likewise."""
        if self.shared_trail:
            self.trail = self.trail[:]
            self.shared_trail = False
        return self.trail

    def emit(self, code: i64, seat: i64, a: i64, b: i64) -> None:
        if self.logging:
            log = append(self.log, code)
            log = append(log, seat)
            log = append(log, a)
            self.log = append(log, b)

    def numbers(self) -> list[int]:
        """Every number of the state in a fixed order, for comparing states in tests."""
        out = [
            int(value)
            for value in (
                self.seats,
                self.viewer,
                self.seat,
                self.step,
                self.first,
                self.turn,
                self.last_turns,
                self.passes,
                int(self.over),
                self.reveals,
                self.shuffles,
                self.drawn,
                self.blind,
                self.track,
                self.colour,
                self.units,
                self.groups,
                self.left,
                self.floor,
                self.surcharge,
                self.row,
                self.head,
                self.queued,
                self.pool,
                self.cards.counter,
                self.cards.at,
                self.tickets.counter,
                self.tickets.at,
            )
        ]
        for array in self.arrays():
            out.extend(int(value) for value in array)
        return out

    def arrays(self) -> list[vec[i64]]:
        """The arrays of the state; a subclass adds its own."""
        return [
            self.hand,
            self.known,
            self.piles,
            self.market,
            self.owned,
            self.open,
            self.tally,
            self.holder,
            self.offer,
            self.queue,
            self.trail,
        ]
