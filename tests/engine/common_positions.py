"""Positions and payments for the tests of the rules that the board games share."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement

import pytest

from tests.support import board_rules, relist, set_pile, track
from wagonik import Match
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.boardfile import Route
from wagonik.engine.cards import COLOURS, KIND_NAMES, KINDS, PILE, TOTAL
from wagonik.engine.errors import IllegalAction
from wagonik.engine.events import PAID
from wagonik.engine.rules import Rules
from wagonik.engine.state import DECK, DISCARD, PIECES, POINTS, TALLY, TICKETS, State

Cards = Mapping[str, int]
Counts = tuple[int, ...]  # how many cards of each of the nine kinds
NOTHING: Counts = (0,) * KINDS
FIVE_COLOURS = ("red", "orange", "yellow", "green", "blue")


def arrange(
    match: Match,
    *,
    hands: Sequence[Cards] | None = None,
    deck: Cards | None = None,
    discards: Cards | None = None,
    market: Sequence[str | None] | None = None,
    pieces: Sequence[int] | None = None,
    ticket_deck: int | None = None,
) -> None:
    """Change several things of a position at once, then list the legal actions once, so that
    no decision with a single answer is taken in between."""
    state = match.state
    if deck is not None:
        set_pile(state, DECK, deck)
    if discards is not None:
        set_pile(state, DISCARD, discards)
    for slot, card in enumerate(market or ()):
        state.market[slot] = -1 if card is None else KIND_NAMES.index(card)
    for seat, cards in enumerate(hands or ()):
        for kind in range(KINDS):
            state.hand[seat * PILE + kind] = cards.get(KIND_NAMES[kind], 0)
            state.known[seat * PILE + kind] = 0
        state.hand[seat * PILE + TOTAL] = sum(cards.values())
        state.known[seat * PILE + TOTAL] = 0
    for seat, count in enumerate(pieces or ()):
        state.tally[seat * TALLY + PIECES] = count
    if ticket_deck is not None:
        assert ticket_deck <= state.queued
        state.queued = ticket_deck
        state.pool = min(int(state.pool), ticket_deck)
    # An empty deck takes the discards at once, so this position can't come about.
    assert state.piles[DECK + TOTAL] or not state.piles[DISCARD + TOTAL]
    relist(match)


def deck(match: Match) -> dict[str, int]:
    piles = match.state.piles
    cards = {KIND_NAMES[kind]: int(piles[DECK + kind]) for kind in range(KINDS)}
    assert sum(cards.values()) == piles[DECK + TOTAL]
    return {kind: count for kind, count in cards.items() if count}


def tally(match: Match, seat: int, what: int) -> int:
    return int(match.state.tally[seat * TALLY + what])


def pieces(match: Match, seat: int) -> int:
    return tally(match, seat, PIECES)


def points(match: Match, seat: int) -> int:
    return tally(match, seat, POINTS)


def ticket_count(match: Match, seat: int) -> int:
    return tally(match, seat, TICKETS)


def set_points(match: Match, seat: int, value: int) -> None:
    match.state.tally[seat * TALLY + POINTS] = value


def level(match: Match) -> None:
    """Give the seats route points that make their totals equal."""
    totals = [sheet.total for sheet in match.scores]
    for seat, total in enumerate(totals):
        set_points(match, seat, points(match, seat) + max(totals) - total)
    assert len({sheet.total for sheet in match.scores}) == 1


def events(match: Match, since: int = 0, seat: int = -1) -> list[str]:
    """The names of the events since some moment, as a spectator sees them."""
    return [str(event["event"]) for event in match.events(seat, since)]


def claim(match: Match, text: str, *payment: str) -> None:
    """Claim a track and go through the steps of its payment."""
    match.play(f"claim:{text}")
    for action in payment:
        match.play(action)


def refuses(match: Match, action: str, *words: str, seat: int | None = None) -> None:
    """Playing the action is an error whose message has these words, and changes nothing."""
    before = match.state.numbers()
    listed = match.legal()
    log = len(match.events())
    with pytest.raises(IllegalAction) as error:
        match.play(action, seat)
    for word in words:
        assert word in str(error.value)
    assert match.state.numbers() == before
    assert match.legal() == listed
    assert len(match.events()) == log


# Payments: all that the engine can reach, against all that the rules allow.


def counts(cards: Cards) -> Counts:
    return tuple(cards.get(name, 0) for name in KIND_NAMES)


def cards_of(multiset: Counts) -> dict[str, int]:
    return {KIND_NAMES[kind]: n for kind, n in enumerate(multiset) if n}


def hand_counts(state: State, seat: int) -> Counts:
    return tuple(int(state.hand[seat * PILE + kind]) for kind in range(KINDS))


def logged(state: State, code: int, seat: int) -> Counts:
    """The cards of a seat's logged events of one sort (card, count)."""
    found = [0] * KINDS
    for at in range(0, len(state.log), 4):
        if state.log[at] == code and state.log[at + 1] == seat:
            found[state.log[at + 2]] += int(state.log[at + 3])
    return tuple(found)


def reached(match: Match, text: str, code: int = PAID) -> set[Counts]:
    """Every set of cards that some sequence of decisions pays (or lays) for a track.

    On the way, no list of choices is empty or has doubles, and all choices belong to payment.
    """
    rules = match.rules
    seat = int(match.state.seat)
    first = match.action(f"claim:{text}").index
    return set(_payments(rules, match.state, first, seat, code))


def _payments(rules: Rules, before: State, action: int, seat: int, code: int) -> Iterator[Counts]:
    state = before.copy()
    state.logging = True
    out = ActionBuffer()
    rules.play(state, action, out)
    paid = logged(state, code, seat)
    if any(paid):
        yield paid
        return
    choices = out.list()
    assert choices, "a payment that can't be completed"
    assert len(choices) == len(set(choices)), "a choice is listed twice"
    for choice in choices:
        assert rules.table.actions[choice].family in ("pay", "exchange", "give")
        yield from _payments(rules, state, choice, seat, code)


def plus(one: Counts, other: Counts) -> Counts:
    return tuple(a + b for a, b in zip(one, other, strict=True))


def within(cards: Counts, hand: Counts) -> bool:
    return all(n <= have for n, have in zip(cards, hand, strict=True))


def one_card(kind: int) -> Counts:
    return tuple(int(k == kind) for k in range(KINDS))


def any_cards(size: int, hand: Counts) -> set[Counts]:
    """All sets of so many cards of a hand, of any kinds."""
    kinds = [kind for kind in range(KINDS) if hand[kind]]
    found = set()
    for chosen in combinations_with_replacement(kinds, size):
        cards = tuple(chosen.count(kind) for kind in range(KINDS))
        if within(cards, hand):
            found.add(cards)
    return found


def all_ways(
    hand: Counts, colours: Sequence[int], spaces: Callable[[int], list[set[Counts]]]
) -> set[Counts]:
    """Every set of cards of the hand that pays all spaces, space after space, for one of the
    colours. `spaces` says what each space takes if a colour is chosen."""
    found: set[Counts] = set()
    for colour in colours:
        sums = {NOTHING}
        for ways in spaces(colour):
            sums = {
                cards for paid in sums for way in ways if within(cards := plus(paid, way), hand)
            }
        found |= sums
    return found


def colours_of(match: Match, text: str) -> list[int]:
    """The colours that a track takes: its own, or any one of eight if it is grey."""
    colour = _route(match, text).colour
    return list(range(COLOURS)) if colour == "grey" else [KIND_NAMES.index(colour)]


def length_of(match: Match, text: str) -> int:
    return _route(match, text).length


def symbols_of(match: Match, text: str) -> int:
    return _route(match, text).locomotives


def _route(match: Match, text: str) -> Route:
    return board_rules(match).board.routes[track(match, text)]
