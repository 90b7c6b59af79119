"""Where returned tickets went, as far as the seats that returned them know.

A seat that puts a ticket under the deck knows where it lies there, and so also who draws it. From
then on State.trail has a number for the ticket: the tags (see entries.py) of the seat that returned
it and of the seat that drew it, and what has become of the offer that it was in. It is 0 for a
ticket of which nobody knows such a thing.
"""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.engine.cards import zeros
from wagonik.engine.entries import (
    TAGS,
    entry_tag,
    queue_entry,
    seat_tag,
    tag_seat,
    unknown_entry,
)
from wagonik.engine.rng import Rng
from wagonik.engine.state import IN_DECK, OFFER, UNKNOWN, State

# What has become of the offer; nothing is added as long as the seat is choosing.
STEP: Final = TAGS * TAGS
KEPT: Final = STEP  # the whole offer was kept
RETURNED: Final = 2 * STEP  # nothing of it was kept
EITHER: Final = 3 * STEP


def drawn_again(state: State, ticket: i64, tag: i64, seat: i64) -> None:
    """A seat draws a ticket from an entry of the deck that bears the tag of who returned it."""
    trail = state.own_trail()
    i: i64
    for i in range(len(trail)):
        # What was perhaps returned by that seat is perhaps this ticket: only who draws it can tell.
        if trail[i] >= RETURNED and entry_tag(trail[i]) == tag and _returner(trail[i]) != seat:
            trail[i] = 0
    own = seat_tag(seat)
    trail[ticket] = 0
    if tag != own:
        trail[ticket] = tag * TAGS + own


def offer_chosen(state: State, seat: i64, kept: i64) -> None:
    """A seat chooses from its offer; how many tickets it keeps is seen."""
    at = seat * OFFER
    count = state.offer[at]
    fate: i64 = EITHER
    if kept == count:
        fate = KEPT
    elif kept == 0:
        fate = RETURNED
    i: i64
    for i in range(count):
        ticket = state.offer[at + 1 + i]
        if state.trail[ticket] > 0:
            trail = state.own_trail()
            trail[ticket] = trail[ticket] % STEP + fate


def is_offered(state: State, ticket: i64, viewer: i64) -> bool:
    """Whether the viewer knows of a ticket that another seat is choosing from now."""
    trail = state.trail[ticket]
    return 0 < trail < STEP and _returner(trail) == viewer


def hide_trails(view: State, viewer: i64) -> None:
    """Only the seat that returned a ticket knows its way."""
    i: i64
    for i in range(len(view.trail)):
        if view.trail[i] > 0 and _returner(view.trail[i]) != viewer:
            view.own_trail()[i] = 0


def deal_trails(state: State, viewer: i64, late: vec[i64], rng: Rng) -> vec[i64]:
    """Deal the unknown tickets that the viewer has returned and others have drawn: each is kept by
    the seat that drew it, among its `late` ones, or it lies where that seat returned a ticket.
    How many each seat keeps of them."""
    kept = zeros(int(state.seats))
    # The certain ones first, so that the others leave them their places.
    _deal_fate(state, viewer, KEPT, late, kept, rng)
    _deal_fate(state, viewer, RETURNED, late, kept, rng)
    _deal_fate(state, viewer, EITHER, late, kept, rng)
    return kept


def _deal_fate(
    state: State, viewer: i64, fate: i64, late: vec[i64], kept: vec[i64], rng: Rng
) -> None:
    ticket: i64
    i: i64
    for ticket in range(len(state.trail)):
        trail = state.trail[ticket]
        if trail - trail % STEP != fate or state.holder[ticket] != UNKNOWN:
            continue
        seat = tag_seat(entry_tag(trail))
        returned = unknown_entry(seat_tag(seat))
        room: i64 = 0
        if fate != RETURNED:
            room = late[seat] - kept[seat]
        entries: i64 = 0
        if fate != KEPT:
            for i in range(state.queued):
                if state.queue[i] == returned:
                    entries += 1
        if room + entries == 0:
            continue
        at = rng.below(room + entries)
        if at < room:
            state.holder[ticket] = seat
            kept[seat] += 1
            continue
        at -= room
        i = 0
        while state.queue[i] != returned or at > 0:
            if state.queue[i] == returned:
                at -= 1
            i += 1
        state.queue[i] = queue_entry(ticket, seat_tag(seat))
        state.holder[ticket] = IN_DECK


def _returner(trail: i64) -> i64:
    return tag_seat(trail % STEP // TAGS)
