"""What must be true at every moment of every match.

The checks read the state as plain numbers and the facts from the board file; they ask the rules
of the engine nothing.
"""

from collections import Counter

from librt.vecs import vec
from mypy_extensions import i64

from tests.oracle import facts
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import COLOURS, KINDS, LOCOMOTIVE, PILE, TOTAL
from wagonik.engine.entries import entry_ticket
from wagonik.engine.rules import Rules
from wagonik.engine.state import (
    COMPLETED,
    DECK,
    DISCARD,
    IN_DECK,
    LAID,
    OFFER,
    OFFERED,
    PIECES,
    POINTS,
    REMOVED,
    TALLY,
    TICKETS,
    TURNED,
    State,
)
from wagonik.games.card_game.rules import ROW_CARD, YARD, CardGameState
from wagonik.games.northern_lights.goals import NorthernState
from wagonik.games.paris.rules import FLAG_BIT, ParisState
from wagonik.games.pennsylvania.rules import DUMMY, FACE_DOWN, ON_THE_TABLE, PennsylvaniaState
from wagonik.games.united_kingdom.technology import EXTRA, KingdomState

KIND_RANGE = range(KINDS)
# Technology by number, as the page of United Kingdom lists it: copies; 10 and 11 go back.
COPIES = (4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 1, 1, 2, 1, 1, 1)
RETURNED = (10, 11)
BASIC = 11
REFRESH_AT = 3


def pile(values: vec[i64], start: int) -> list[int]:
    return [int(values[start + kind]) for kind in KIND_RANGE]


def check(rules: Rules, state: State, sampled: bool = False) -> None:
    """All invariants of one moment. A sample may hold a deck that would have swept away a market
    of locomotives: that it was not swept tells more than a view keeps."""
    check_cards(rules, state)
    check_tickets(rules, state)
    if not sampled or list(state.market).count(LOCOMOTIVE) < REFRESH_AT:
        check_market(rules, state)
    if isinstance(rules, BoardRules):
        check_tracks(rules, state)
    if isinstance(state, PennsylvaniaState):
        check_shares(rules, state)
    if isinstance(state, KingdomState):
        check_technology(rules, state)
    if isinstance(state, NorthernState):
        assert len({int(goal) for goal in state.goals}) == 4
    assert -1 <= state.last_turns <= rules.seats
    assert 0 <= state.passes <= rules.seats
    assert 0 <= state.seat < rules.seats


def check_cards(rules: Rules, state: State) -> None:
    """Every train card is in exactly one place; what is known of a hand is in it."""
    found = [0] * KINDS
    for start in (DECK, DISCARD, TURNED):
        cards = pile(state.piles, start)
        assert min(cards) >= 0, (start, cards)
        assert sum(cards) == state.piles[start + TOTAL], (start, cards)
        for kind in KIND_RANGE:
            found[kind] += cards[kind]
    for seat in range(rules.seats):
        hand, known = pile(state.hand, seat * PILE), pile(state.known, seat * PILE)
        assert sum(hand) == state.hand[seat * PILE + TOTAL]
        assert sum(known) == state.known[seat * PILE + TOTAL]
        for kind in KIND_RANGE:
            assert 0 <= known[kind] <= hand[kind], (seat, kind, known, hand)
            found[kind] += hand[kind]
    laid = pile(state.piles, LAID)
    assert sum(laid) == state.piles[LAID + TOTAL]
    for kind in KIND_RANGE:
        # Laid cards still count in the hand.
        assert 0 <= laid[kind] <= state.hand[state.seat * PILE + kind]
    for card in state.market:
        if card >= 0:
            found[card] += 1
    if isinstance(state, ParisState):
        for seat in range(rules.seats):
            for kind in KIND_RANGE:
                if FLAG_BIT[kind] and state.flags[seat] & FLAG_BIT[kind]:
                    found[kind] += 1
    if isinstance(state, CardGameState):
        for seat in range(rules.seats):
            stack = pile(state.stack, seat * PILE)
            assert sum(stack) == state.stack[seat * PILE + TOTAL]
            for kind in KIND_RANGE:
                found[kind] += stack[kind]
            for colour in range(COLOURS):
                found[colour] += int(state.yard[seat * YARD + 2 * colour])
                found[LOCOMOTIVE] += int(state.yard[seat * YARD + 2 * colour + 1])
        check_rows(rules, state)
    assert found == list(rules.setup.deck), (found, rules.setup.deck)


def check_rows(rules: Rules, state: CardGameState) -> None:
    """What is noted of each colour is what lies in the yards, and in one of them at the most."""
    for colour in range(COLOURS):
        sizes = {
            seat + 1: int(state.yard[at] + state.yard[at + 1])
            for seat in range(rules.seats)
            if sum(state.yard[(at := seat * YARD + 2 * colour) : at + 2]) > 0
        }
        assert len(sizes) <= 1, f"two rows of colour {colour}"
        expected = sum(size * ROW_CARD + owner for owner, size in sizes.items())
        assert state.rows[colour] == expected


def check_market(rules: Rules, state: State) -> None:
    """Deck, discards and market between decisions (common, R1 and R2)."""
    deck, discards = int(state.piles[DECK + TOTAL]), int(state.piles[DISCARD + TOTAL])
    shown = [int(card) for card in state.market if card >= 0]
    if rules.game != "card_game":
        assert deck > 0 or discards == 0, "the discards were not shuffled into a new deck"
    if len(shown) < len(state.market):
        assert deck == 0, "an empty slot while there are cards"
    if rules.refresh and shown.count(LOCOMOTIVE) >= REFRESH_AT:
        rest = Counter[int]()
        for kind in KIND_RANGE:
            rest[kind] = int(state.piles[DECK + kind] + state.piles[DISCARD + kind])
        every = rest + Counter(shown)
        size = len(state.market)
        assert not _gives_market(every, size) or (
            # The cards that would come next fill a market, and not a better one.
            rest.total() >= size and not _gives_market(rest, size)
        ), "no refresh"


def _gives_market(cards: Counter[int], size: int) -> bool:
    """Whether these cards could give a market with fewer than three locomotives (R1)."""
    shown = min(size, cards.total())
    return cards.total() - cards[LOCOMOTIVE] >= shown - (REFRESH_AT - 1)


def check_tickets(rules: Rules, state: State) -> None:
    """Every ticket is in exactly one place."""
    count = int(rules.ticket_count)
    places = [int(place) for place in state.holder]
    assert len(places) == count
    queued = [
        int(entry_ticket(state.queue[(state.head + i) % count])) for i in range(int(state.queued))
    ]
    assert len(set(queued)) == len(queued)
    assert set(queued) == {t for t in range(count) if places[t] == IN_DECK}
    assert 0 <= state.pool <= state.queued
    for seat in range(rules.seats):
        at = seat * OFFER
        offer = [int(state.offer[at + 1 + i]) for i in range(int(state.offer[at]))]
        assert sorted(offer) == [t for t in range(count) if places[t] == OFFERED + seat]
        assert state.tally[seat * TALLY + TICKETS] == places.count(seat)
    seats = range(rules.seats)
    allowed = {IN_DECK, *seats, *(OFFERED + seat for seat in seats)}
    if rules.game == "nordic_countries":
        allowed |= {REMOVED + seat for seat in seats}
    if rules.game == "card_game":
        allowed |= {COMPLETED + seat for seat in seats}
    assert set(places) <= allowed, set(places) - allowed


def owners_of(rules: BoardRules, state: State) -> list[list[int]]:
    """The owners of each track, read from the bits of the state."""
    board = rules.board
    return [
        [
            seat
            for seat in range(rules.seats)
            if int(state.owned[seat * board.words + board.word[track]]) & int(board.bit[track])
        ]
        for track in range(board.track_count)
    ]


def check_tracks(rules: BoardRules, state: State) -> None:
    """Pieces and points fit the claimed tracks, and the limits of parallel tracks hold."""
    data = facts(rules.game)
    owners = owners_of(rules, state)
    routes = rules.board.routes
    together: dict[frozenset[str], list[int]] = {}
    for track, route in enumerate(routes):
        together.setdefault(frozenset((route.start, route.end)), []).append(track)
        # Only Right of Way lets a second player onto a track (United Kingdom, R17).
        assert len(owners[track]) <= (1 if rules.game != "united_kingdom" else rules.seats)
    allowed = data["tracks"][str(rules.seats)]
    for tracks in together.values():
        used = [track for track in tracks if owners[track]]
        if len(tracks) > 1:
            assert len(used) <= allowed[min(len(tracks), 1 + len(allowed)) - 2], tracks
        for seat in range(rules.seats):
            own = [track for track in used if seat in owners[track]]
            if len(own) > 1:
                # Only through Right of Way, so all but one are shared with others.
                assert rules.game == "united_kingdom"
                assert sum(1 for track in own if len(owners[track]) == 1) <= 1
    for seat in range(rules.seats):
        lengths = [routes[track].length for track, who in enumerate(owners) if seat in who]
        pieces = state.tally[seat * TALLY + PIECES]
        assert pieces == data["numbers"]["pieces"] - sum(lengths)
        assert pieces >= 0
        points = int(state.tally[seat * TALLY + POINTS])
        if isinstance(state, KingdomState):
            points -= int(state.tally[seat * TALLY + EXTRA])
        assert points == sum(data["points"][str(length)] for length in lengths)
        if state.last_turns < 0 and seat != state.seat:
            assert pieces > 2, "the last turns were not announced"


def check_shares(rules: Rules, state: PennsylvaniaState) -> None:
    """Shares leave each stack from the top, and nobody has one that is on the table."""
    at = 0
    for railroad in facts("pennsylvania")["railroads"]:
        holders = [int(who) for who in state.shares[at : at + railroad["shares"]]]
        at += railroad["shares"]
        taken = [who for who in holders if who != ON_THE_TABLE]
        assert holders[: len(taken)] == taken, holders
        assert set(taken) <= {*range(rules.seats), DUMMY, FACE_DOWN}
        if FACE_DOWN in taken:
            assert state.over
    assert at == len(state.shares)
    every = [int(who) for who in state.shares]
    assert state.taken == sum(who != ON_THE_TABLE for who in every)
    dummy = every.count(DUMMY) + every.count(FACE_DOWN)
    assert dummy == 0 or rules.seats == 2
    assert dummy <= sum(1 for who in every if 0 <= who < rules.seats)
    if state.over:
        assert every.count(DUMMY) == (dummy + 1) // 2


def check_technology(rules: Rules, state: KingdomState) -> None:
    """Each technology card is on the table or held, by nobody twice."""
    count = BASIC if int(state.copies[BASIC]) == 0 else len(COPIES)
    for technology, copies in enumerate(COPIES):
        held = sum(1 for seat in range(rules.seats) if int(state.held[seat]) >> technology & 1)
        expected = copies if technology < count else 0
        assert state.copies[technology] + held == expected, technology
        if technology in RETURNED:
            assert held == 0


def check_legal(rules: Rules, state: State, legal: list[int]) -> None:
    """A legal list is complete enough to go on, without doubles, within the table."""
    assert legal, f"no legal action in step {rules.step_names[state.step]}"
    assert len(set(legal)) == len(legal), "a legal action stands there twice"
    assert 0 <= min(legal) <= max(legal) < len(rules.table)
    passing = int(rules.pass_action) in legal
    families = {rules.table.actions[index].family for index in legal}
    # A pass is never allowed beside one of the three actions (common, R5).
    assert not passing or families <= {"pass", "buy"}, families


def check_over(rules: Rules, state: State) -> None:
    """What is true of a finished match only."""
    assert state.over
    check(rules, state)
    for seat in range(rules.seats):
        assert state.offer[seat * OFFER] == 0
    assert state.piles[LAID + TOTAL] == 0
    assert state.piles[TURNED + TOTAL] == 0
    by_passes = state.passes >= rules.seats
    assert state.last_turns == 0 or (by_passes and rules.game != "card_game")
