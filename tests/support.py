"""Positions for the tests of rules: set up a moment of a match, then ask what is legal."""

from collections.abc import Iterable, Mapping

from wagonik import Match
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import KIND_NAMES, KINDS, PILE, TOTAL
from wagonik.engine.entries import NOBODY, entry_ticket, queue_entry, seat_tag
from wagonik.engine.state import DECK, DISCARD, IN_DECK, PIECES, TALLY, TICKETS, State
from wagonik.games.card_game.rules import ROW_CARD, YARD, CardGameRules, CardGameState


def started(
    game: str,
    players: int = 2,
    seed: int = 1,
    options: Mapping[str, bool | str] | None = None,
    first: int = 0,
) -> Match:
    """A match whose first tickets are chosen (the fewest allowed): seat `first` is to move."""
    match = Match(game, players, seed, options, first=first)
    for seat in range(players):
        fewest = min(match.legal(seat), key=lambda a: int(a - match.rules.keep_action).bit_count())
        match.play(fewest, seat)
    assert match.seat == first
    return match


def relist(match: Match) -> None:
    """List the legal actions again after the state was changed by hand."""
    match.rules.advance(match.state, match._out)


def texts(match: Match) -> set[str]:
    """The notation of all legal actions."""
    return {action.text for action in match.legal_actions()}


def legal(match: Match, family: str) -> set[str]:
    """The notation of the legal actions of one family."""
    return {action.text for action in match.legal_actions() if action.family == family}


def set_pile(state: State, start: int, cards: Mapping[str, int]) -> None:
    for kind in range(KINDS):
        state.piles[start + kind] = cards.get(KIND_NAMES[kind], 0)
    state.piles[start + TOTAL] = sum(cards.values())


def set_hand(match: Match, seat: int, **cards: int) -> None:
    """Give a seat exactly these cards, all of them unknown to the others."""
    state = match.state
    for kind in range(KINDS):
        state.hand[seat * PILE + kind] = cards.get(KIND_NAMES[kind], 0)
        state.known[seat * PILE + kind] = 0
    state.hand[seat * PILE + TOTAL] = sum(cards.values())
    state.known[seat * PILE + TOTAL] = 0
    relist(match)


def hand(match: Match, seat: int) -> dict[str, int]:
    state = match.state
    cards = {KIND_NAMES[kind]: int(state.hand[seat * PILE + kind]) for kind in range(KINDS)}
    assert sum(cards.values()) == state.hand[seat * PILE + TOTAL]
    return {kind: count for kind, count in cards.items() if count}


def set_deck(match: Match, **cards: int) -> None:
    """Make the deck exactly these cards (they are drawn in random order)."""
    set_pile(match.state, DECK, cards)
    relist(match)


def set_discards(match: Match, **cards: int) -> None:
    set_pile(match.state, DISCARD, cards)
    relist(match)


def discards(match: Match) -> dict[str, int]:
    state = match.state
    cards = {KIND_NAMES[kind]: int(state.piles[DISCARD + kind]) for kind in range(KINDS)}
    return {kind: count for kind, count in cards.items() if count}


def set_market(match: Match, cards: Iterable[str | None]) -> None:
    for slot, card in enumerate(cards):
        match.state.market[slot] = -1 if card is None else KIND_NAMES.index(card)
    relist(match)


def market(match: Match) -> list[str | None]:
    return [None if kind < 0 else KIND_NAMES[kind] for kind in match.state.market]


def board_rules(match: Match) -> BoardRules:
    assert isinstance(match.rules, BoardRules)
    return match.rules


def track(match: Match, text: str) -> int:
    """The number of a track by its notation, like 'Bergen–Oslo/blue'."""
    return board_rules(match).board.track_texts.index(text)


def own(match: Match, seat: int, *tracks: str) -> None:
    """Let a seat own tracks, as if it had claimed them (pieces and points stay)."""
    for text in tracks:
        board_rules(match).own(match.state, seat, track(match, text))
    relist(match)


def set_pieces(match: Match, seat: int, pieces: int) -> None:
    match.state.tally[seat * TALLY + PIECES] = pieces
    relist(match)


def set_tickets(match: Match, seat: int, *pairs: tuple[str, str]) -> None:
    """Let a seat hold exactly these tickets."""
    tickets = [(t.start, t.end) for t in board_rules(match).board.file.tickets]
    state = match.state
    for ticket in range(len(tickets)):
        if state.holder[ticket] == seat:
            state.holder[ticket] = IN_DECK
    for pair in pairs:
        state.holder[tickets.index(pair)] = seat
    state.tally[seat * TALLY + TICKETS] = len(pairs)


def finish(match: Match) -> None:
    """End the match now, without more turns."""
    match.rules.finish(match.state)
    relist(match)


def deck(match: Match) -> dict[str, int]:
    state = match.state
    cards = {KIND_NAMES[kind]: int(state.piles[DECK + kind]) for kind in range(KINDS)}
    assert sum(cards.values()) == state.piles[DECK + TOTAL]
    return {kind: count for kind, count in cards.items() if count}


def set_ticket_deck(match: Match, *tickets: int) -> None:
    """Make the ticket deck exactly these tickets, the top one first."""
    state = match.state
    for ticket in range(len(state.holder)):
        if state.holder[ticket] == IN_DECK and ticket not in tickets:
            state.holder[ticket] = 99  # nowhere in the match
    for at, ticket in enumerate(tickets):
        state.queue[at] = queue_entry(ticket, seat_tag(NOBODY))
        state.holder[ticket] = IN_DECK
    state.head = 0
    state.queued = len(tickets)
    state.pool = 0
    relist(match)


def ticket_deck(match: Match) -> list[int]:
    """The tickets of the deck from its top; only those behind the pool have an order."""
    state = match.state
    size = len(state.queue)
    return [int(entry_ticket(state.queue[(state.head + i) % size])) for i in range(state.queued)]


def kept(match: Match, seat: int) -> list[int]:
    """The tickets that a seat keeps."""
    return [t for t in range(len(match.state.holder)) if match.state.holder[t] == seat]


# The Card Game: yards and stacks


def card_rules(match: Match) -> CardGameRules:
    assert isinstance(match.rules, CardGameRules)
    return match.rules


def card_state(match: Match) -> CardGameState:
    assert isinstance(match.state, CardGameState)
    return match.state


def set_yard(match: Match, seat: int, **rows: tuple[int, int]) -> None:
    """Give a seat exactly these rows: cards of the colour, and locomotives on top of them."""
    state = card_state(match)
    for colour in range(KINDS - 1):
        cards, locomotives = rows.get(KIND_NAMES[colour], (0, 0))
        state.yard[seat * YARD + 2 * colour] = cards
        state.yard[seat * YARD + 2 * colour + 1] = locomotives
        if cards + locomotives > 0:
            state.rows[colour] = (cards + locomotives) * ROW_CARD + seat + 1
        elif state.rows[colour] % ROW_CARD == seat + 1:
            state.rows[colour] = 0
    relist(match)


def yard(match: Match, seat: int) -> dict[str, tuple[int, int]]:
    state = card_state(match)
    at = seat * YARD
    rows = {
        KIND_NAMES[c]: (int(state.yard[at + 2 * c]), int(state.yard[at + 2 * c + 1]))
        for c in range(KINDS - 1)
    }
    return {colour: row for colour, row in rows.items() if row != (0, 0)}


def set_stack(match: Match, seat: int, **cards: int) -> None:
    state = card_state(match)
    for kind in range(KINDS):
        state.stack[seat * PILE + kind] = cards.get(KIND_NAMES[kind], 0)
    state.stack[seat * PILE + TOTAL] = sum(cards.values())


def stack(match: Match, seat: int) -> dict[str, int]:
    state = card_state(match)
    cards = {KIND_NAMES[kind]: int(state.stack[seat * PILE + kind]) for kind in range(KINDS)}
    assert sum(cards.values()) == state.stack[seat * PILE + TOTAL]
    return {kind: count for kind, count in cards.items() if count}


def card_ticket(match: Match, start: str, end: str) -> int:
    return card_rules(match).facts.ends.index((start, end))


def _leave_deck(state: State, tickets: list[int]) -> None:
    """Take tickets out of the ticket deck; the order of the others stays."""
    size = len(state.queue)
    entries = [int(state.queue[(state.head + i) % size]) for i in range(state.queued)]
    pool = [entry for entry in entries[: state.pool] if entry_ticket(entry) not in tickets]
    ordered = [entry for entry in entries[state.pool :] if entry_ticket(entry) not in tickets]
    for at, entry in enumerate(pool + ordered):
        state.queue[at] = entry
    state.head = 0
    state.pool = len(pool)
    state.queued = len(pool) + len(ordered)


def hold(match: Match, seat: int, *pairs: tuple[str, str]) -> list[int]:
    """Let a seat of the Card Game hold exactly these tickets."""
    state = match.state
    for ticket in kept(match, seat):
        state.holder[ticket] = IN_DECK
    tickets = [card_ticket(match, *pair) for pair in pairs]
    for ticket in tickets:
        state.holder[ticket] = seat
    _leave_deck(state, tickets)
    state.tally[seat * TALLY + TICKETS] = len(tickets)
    return tickets


def total_cards(match: Match) -> int:
    """All train cards of a match of the Card Game, wherever they are."""
    state = card_state(match)
    piles = state.piles[DECK + TOTAL] + state.piles[DISCARD + TOTAL]
    hands = sum(state.hand[seat * PILE + TOTAL] for seat in range(match.players))
    stacks = sum(state.stack[seat * PILE + TOTAL] for seat in range(match.players))
    shown = sum(kind >= 0 for kind in state.market)
    return int(piles + hands + stacks + shown + sum(state.yard))
