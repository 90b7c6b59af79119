"""What counting cards tells a seat after a reshuffle.

When the discards become a new deck, everybody knows all its cards: the discards lay open. So every
seat then knows which hidden cards the others hold together; with two players, the other hand.
State.tally keeps that for each seat in one number, COUNTED, of six bits each:

- for each kind, how many cards of it the seat knows to be still hidden in the hands of the others
  together: a hidden card that comes to light may be one of those, so it is counted off;
- at its top, how many hidden cards the seat itself had then. All seats know that, and none of the
  counted cards can be among those that a seat has drawn since.
"""

from typing import Final

from mypy_extensions import i64

from wagonik.engine.cards import BIT, KINDS, PILE, TOTAL, zeros
from wagonik.engine.rng import Rng
from wagonik.engine.state import COUNTED, DECK, TALLY, State

BITS: Final = 6
MOST: Final = 63  # a greater number is kept as this one: less is known then, nothing wrong
TOP: Final = 54  # where the bits of the seat's own number begin


def counted_cards(state: State, seat: i64, kind: i64) -> i64:
    """How many hidden cards of a kind a seat knows to be in the hands of the others together."""
    return state.tally[seat * TALLY + COUNTED] >> BITS * kind & MOST


def hidden_then(state: State, seat: i64) -> i64:
    """How many hidden cards a seat had when the discards last became a new deck."""
    return state.tally[seat * TALLY + COUNTED] >> TOP


def count_hidden(state: State) -> None:
    """The discards have become the new deck: every seat counts what is nowhere to be seen."""
    hand = state.hand
    known = state.known
    tally = state.tally
    seats = state.seats
    seat: i64
    other: i64
    kind: i64
    for seat in range(seats):
        own = hand[seat * PILE + TOTAL] - known[seat * PILE + TOTAL]
        word = BIT[TOP] * (own if own < MOST else MOST)
        for kind in range(KINDS):
            cards: i64 = 0
            for other in range(seats):
                if other != seat:
                    cards += hand[other * PILE + kind] - known[other * PILE + kind]
            word += BIT[BITS * kind] * (cards if cards < MOST else MOST)
        tally[seat * TALLY + COUNTED] = word


def come_to_light(state: State, seat: i64, kind: i64, count: i64) -> None:
    """Hidden cards of a seat are seen: the others know of so many fewer hidden ones."""
    tally = state.tally
    shift = BITS * kind
    other: i64
    for other in range(state.seats):
        if other != seat:
            at = other * TALLY + COUNTED
            held = tally[at] >> shift & MOST
            if held > 0:
                tally[at] -= BIT[shift] * (count if count < held else held)


def hide_counted(view: State, viewer: i64) -> None:
    """What the others have counted would tell the viewer's own cards and those of a third seat;
    how many hidden cards a seat had is known to all."""
    tally = view.tally
    seat: i64
    for seat in range(view.seats):
        if seat != viewer:
            at = seat * TALLY + COUNTED
            tally[at] = (tally[at] >> TOP) * BIT[TOP]


def deal_counted(state: State, viewer: i64, rng: Rng) -> None:
    """Deal the cards that the viewer has counted to the others' hidden places at random; a seat
    takes no more of them than it had hidden cards at the reshuffle."""
    if viewer < 0 or state.tally[viewer * TALLY + COUNTED] & (BIT[TOP] - 1) == 0:
        return
    seats = state.seats
    room = zeros(int(seats))
    left: i64 = 0
    seat: i64
    kind: i64
    for seat in range(seats):
        if seat != viewer:
            room[seat] = state.hand[seat * PILE + TOTAL]
            for kind in range(KINDS):
                room[seat] -= state.hand[seat * PILE + kind]
            most = hidden_then(state, seat)
            if most < MOST and most < room[seat]:
                room[seat] = most
            left += room[seat]
    for kind in range(KINDS):
        for _ in range(counted_cards(state, viewer, kind)):
            if left == 0:
                return
            at = rng.below(left)
            seat = 0
            while at >= room[seat]:
                at -= room[seat]
                seat += 1
            room[seat] -= 1
            left -= 1
            state.piles[DECK + kind] -= 1
            state.hand[seat * PILE + kind] += 1
