"""Positions for the tests of rules: set up a moment of a match, then ask what is legal."""

from collections.abc import Iterable, Mapping

from wagonik import Match
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import KIND_NAMES, KINDS, PILE, TOTAL
from wagonik.engine.state import DECK, DISCARD, IN_DECK, PIECES, TALLY, TICKETS, State


def started(
    game: str,
    players: int = 2,
    seed: int = 1,
    options: dict[str, bool] | None = None,
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
