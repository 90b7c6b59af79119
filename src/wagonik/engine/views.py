"""Views: what a seat may know, and samples of what it does not.

A view is a state from which everything hidden has been taken out, so that bots can ask the
rules about it as about any state, and nothing in it can leak. In a view

- another seat's hand holds only the cards that everybody knows to be in it; its total is true;
- the deck's kinds are all cards that the viewer can't place, wherever they are; its total is
  the number of cards in the deck; what the viewer has counted at a reshuffle is kept beside them
  (see counting.py);
- tickets that the viewer can't place are UNKNOWN, and so are their places in the ticket deck; the
  way of those that it has returned is kept beside them (see trails.py);
- there is no randomness, and no trace of a payment that another seat is putting together.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.engine.cards import KINDS, PILE, TOTAL, zeros
from wagonik.engine.counting import deal_counted, hide_counted
from wagonik.engine.entries import (
    TAGS,
    entry_tag,
    entry_ticket,
    queue_entry,
    seat_tag,
    unknown_entry,
    unknown_tag,
)
from wagonik.engine.rng import Rng, seed_key
from wagonik.engine.rules import Rules
from wagonik.engine.state import (
    CHOICE,
    COMPLETED,
    DECK,
    EVERYTHING,
    IN_DECK,
    NO_RNG,
    OFFER,
    OFFERED,
    REMOVED,
    TALLY,
    TICKETS,
    UNKNOWN,
    State,
)
from wagonik.engine.trails import deal_trails, hide_trails, is_offered


def view_of(rules: Rules, state: State, viewer: i64) -> State:
    """The state as a seat may know it, or a spectator (-1)."""
    view = state.copy()
    view.viewer = viewer
    view.cards = NO_RNG
    view.tickets = NO_RNG
    if state.over:
        return view  # at the end everything is laid open
    if viewer != state.seat and rules.steps[state.step].private:
        rules.forget_move(view)
    _hide_cards(view, viewer)
    _hide_tickets(rules, view, viewer)
    rules.hide_more(view, viewer)
    return view


def _hide_cards(view: State, viewer: i64) -> None:
    hand = view.hand
    known = view.known
    seat: i64
    kind: i64
    for seat in range(view.seats):
        if seat != viewer:
            at = seat * PILE
            for kind in range(KINDS):
                view.piles[DECK + kind] += hand[at + kind] - known[at + kind]
                hand[at + kind] = known[at + kind]
    if view.shuffles > 0:
        hide_counted(view, viewer)


def _hide_tickets(rules: Rules, view: State, viewer: i64) -> None:
    holder = view.holder
    queue = view.queue
    count = rules.ticket_count
    seat: i64
    i: i64
    for seat in range(view.seats):
        if seat != viewer:
            for i in range(OFFER - 1):  # the whole row: what was offered before is secret, too
                at = seat * OFFER + 1 + i
                if i >= view.offer[seat * OFFER]:
                    view.offer[at] = 0
                elif not is_offered(view, view.offer[at], viewer):
                    view.offer[at] = -1
            # That a seat has chosen is seen, what it chose is not (common, R26).
            if view.tally[seat * TALLY + CHOICE] > 0:
                view.tally[seat * TALLY + CHOICE] = 0
    for i in range(count):
        place = holder[i]
        mine = place == viewer or place == REMOVED + viewer or place == OFFERED + viewer
        # A seat knows who is offered a ticket that it has returned.
        mine = mine or is_offered(view, i, viewer)
        # A spectator has no tickets; tickets completed in an earlier scoring lie open.
        if (viewer < 0 or not mine) and place < COMPLETED:
            holder[i] = UNKNOWN
    # The ticket deck from its head: known entries of the unordered part first, in ascending
    # order, then the others, so that nothing can be read from where they lie.
    fresh = zeros(int(count))
    mine_in_pool = zeros(int(count))
    others_in_pool = zeros(TAGS)  # how many bear each tag
    for i in range(view.pool):
        entry = _entry(view, count, i)
        if viewer >= 0 and entry_tag(entry) == seat_tag(viewer):
            mine_in_pool[entry_ticket(entry)] = entry
        else:
            others_in_pool[entry_tag(entry)] += 1
    filled: i64 = 0
    for i in range(count):
        if mine_in_pool[i] > 0:
            fresh[filled] = mine_in_pool[i]
            filled += 1
    tag: i64
    for tag in range(TAGS):
        for _ in range(others_in_pool[tag]):
            fresh[filled] = unknown_entry(tag)
            filled += 1
    for i in range(view.pool, view.queued):
        entry = _entry(view, count, i)
        known = viewer >= 0 and entry_tag(entry) == seat_tag(viewer)
        fresh[i] = entry if known else unknown_entry(entry_tag(entry))
    for i in range(view.queued):
        if fresh[i] >= 0:
            holder[entry_ticket(fresh[i])] = IN_DECK
    for i in range(count):
        queue[i] = fresh[i]
    view.head = 0
    hide_trails(view, viewer)


def _entry(view: State, count: i64, i: i64) -> i64:
    at = view.head + i
    return view.queue[at - count if at >= count else at]


def sample(rules: Rules, view: State, seed: int) -> State:
    """A whole state that its viewer could be looking at: the unknown cards and tickets dealt at
    random, consistently with the view."""
    state = view.copy()
    state.viewer = EVERYTHING
    key = seed_key(seed)
    rng = Rng(key + b"sample")
    state.cards = Rng(key + b"cards")
    state.shared_cards = False
    state.shared_tickets = False
    state.tickets = Rng(key + b"tickets")
    if not view.over:
        _deal_cards(state, view.viewer, rng)
        _deal_tickets(rules, state, view.viewer, rng)
    return state


def _deal_cards(state: State, viewer: i64, rng: Rng) -> None:
    deal_counted(state, viewer, rng)
    piles = state.piles
    left: i64 = 0
    kind: i64
    seat: i64
    for kind in range(KINDS):
        left += piles[DECK + kind]
    for seat in range(state.seats):
        if seat == viewer:
            continue
        at = seat * PILE
        missing = state.hand[at + TOTAL]
        for kind in range(KINDS):
            missing -= state.hand[at + kind]
        for _ in range(missing):
            drawn = rng.below(left)
            kind = 0
            while drawn >= piles[DECK + kind]:
                drawn -= piles[DECK + kind]
                kind += 1
            piles[DECK + kind] -= 1
            left -= 1
            state.hand[at + kind] += 1


class _Shuffled:
    """Tickets to hand out in random order."""

    def __init__(self, tickets: vec[i64], count: i64, rng: Rng) -> None:
        self.tickets: vec[i64] = tickets
        self.left: i64 = count
        self.rng: Final = rng

    def next(self) -> i64:
        at = self.rng.below(self.left)
        ticket = self.tickets[at]
        self.left -= 1
        self.tickets[at] = self.tickets[self.left]
        return ticket

    def put_back(self, ticket: i64) -> None:
        self.tickets[self.left] = ticket
        self.left += 1


def _deal_kept(
    rules: Rules, state: State, seat: i64, count: i64, since: i64, deal: _Shuffled
) -> None:
    """Deal tickets that another seat keeps. Of those that the viewer gave back into the shuffled
    deck, it can have only as many as it has kept since."""
    aside = zeros(int(rules.ticket_count))
    refused: i64 = 0
    for _ in range(count):
        ticket = deal.next()
        while since == 0 and rules.has_returned(state, ticket):
            aside[refused] = ticket
            refused += 1
            ticket = deal.next()
        if rules.has_returned(state, ticket):
            since -= 1
        state.holder[ticket] = seat
    i: i64
    for i in range(refused):
        deal.put_back(aside[i])


def _deal_tickets(rules: Rules, state: State, viewer: i64, rng: Rng) -> None:
    ticket: i64
    seat: i64
    i: i64
    holder = state.holder
    tally = state.tally
    seats = state.seats
    since = zeros(int(seats))
    for seat in range(seats):
        if seat != viewer:
            kept = tally[seat * TALLY + TICKETS]
            late = rules.kept_since(state, seat)
            since[seat] = late if late < kept else kept
    dealt = deal_trails(state, viewer, since, rng)
    unknown = zeros(int(rules.ticket_count))
    count: i64 = 0
    for ticket in range(rules.ticket_count):
        if holder[ticket] == UNKNOWN:
            unknown[count] = ticket
            count += 1
    deal = _Shuffled(unknown, count, rng)
    other: i64 = -1
    for seat in range(seats):
        if seat == viewer:
            continue
        other = seat
        kept = tally[seat * TALLY + TICKETS] - dealt[seat]
        _deal_kept(rules, state, seat, kept, since[seat] - dealt[seat], deal)
        at = seat * OFFER
        for i in range(state.offer[at]):
            if state.offer[at + 1 + i] < 0:
                ticket = deal.next()
                state.offer[at + 1 + i] = ticket
                holder[ticket] = OFFERED + seat
        chosen = tally[seat * TALLY + CHOICE] >= 0
        if chosen and state.step == rules.first_tickets_step:
            tally[seat * TALLY + CHOICE] = rules.any_first_choice(state, seat, rng)
    for i in range(state.queued):
        entry = state.queue[i]
        if entry < 0:
            ticket = deal.next()
            state.queue[i] = queue_entry(ticket, unknown_tag(entry))
            holder[ticket] = IN_DECK
    while deal.left > 0:  # put out of the game by others
        holder[deal.next()] = REMOVED + other
