"""Played by the book, nothing that lies face down reaches people: shares of others and of the
dummy, stacks, discards, cards that others took, and older events about them."""

import json
import random
from collections.abc import Iterator

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from wagonik import Match
from wagonik.engine.cards import COLOURS, KINDS, PILE, TOTAL
from wagonik.engine.events import EVENT_SIZE, TURN
from wagonik.engine.state import DISCARD, SPECTATOR
from wagonik.games import GAMES
from wagonik.games.card_game.rules import CardGameState
from wagonik.games.pennsylvania.rules import DUMMY, PennsylvaniaState

CASES = [
    (game.key, players)
    for game in GAMES
    for players in sorted({game.least_players, min(3, game.most_players), game.most_players})
]
every_case = pytest.mark.parametrize(("game", "players"), CASES)
EVERY = 5


def moments(match: Match, rng: random.Random) -> Iterator[Match]:
    """Some moments of a lively match, its end included."""
    while not match.over:
        if match.decision % EVERY == 0:
            yield match
        legal = match.legal_actions()
        eager = [a for a in legal if a.family in ("claim", "share", "row", "trio", "dummy")]
        action = rng.choice(eager if eager and rng.random() < 0.7 else legal)
        match.play(action)
    yield match


def otherwise(match: Match, viewer: int, rng: random.Random) -> Match:
    """The same moment with other things face down, as many of them in every place."""
    twin = match.copy()
    state = twin.state
    _other_cards(state.piles, DISCARD, rng)
    for seat in range(twin.players):
        if seat != viewer:
            _other_cards(state.known, seat * PILE, rng)
    if isinstance(state, CardGameState):
        for seat in range(twin.players):
            _other_cards(state.stack, seat * PILE, rng)
    if isinstance(state, PennsylvaniaState):
        others = [*(seat for seat in range(twin.players) if seat != viewer), DUMMY]
        at = [i for i in range(len(state.shares)) if state.shares[i] in others]
        dealt = [int(state.shares[i]) for i in at]
        rng.shuffle(dealt)
        for i, holder in zip(at, dealt, strict=True):
            state.shares[i] = holder
    log = state.log
    for at_event in range(0, older(match), EVENT_SIZE):
        kind = twin.rules.event_types[log[at_event]]
        if kind.fades and not (kind.looked_up and log[at_event + 1] == viewer):
            log[at_event + 2] = rng.randrange(COLOURS)
            log[at_event + 3] = rng.randrange(COLOURS)
    return twin


def _other_cards(cards: vec[i64], start: int, rng: random.Random) -> None:
    total = int(cards[start + TOTAL])
    for kind in range(KINDS):
        cards[start + kind] = 0
    for _ in range(total):
        cards[start + rng.randrange(KINDS)] += 1


def older(match: Match) -> int:
    """Where the last turn of the seat that is longest ago begins: found by counting turns."""
    log = match.state.log
    turns = [at for at in range(0, len(log), EVENT_SIZE) if log[at] == TURN]
    return turns[-match.players] if len(turns) >= match.players else 0


def told(match: Match, viewer: int) -> str:
    return json.dumps([match.view(viewer), match.events(viewer)])


@every_case
def test_by_the_book_nobody_can_tell_what_lies_face_down(game: str, players: int) -> None:
    rng = random.Random(game)
    match = Match(game, players, 3, {"memory": "book"})
    looked = 0
    for moment in moments(match, rng):
        if moment.over:
            break
        for viewer in (SPECTATOR, *range(players)):
            assert told(moment, viewer) == told(otherwise(moment, viewer, rng), viewer)
            looked += 1
    assert looked > 20


@every_case
def test_helped_they_can(game: str, players: int) -> None:
    """The test above can fail: what was public is shown, and told for good."""
    rng = random.Random(game)
    match = Match(game, players, 3)
    differences = 0
    for moment in moments(match, rng):
        if moment.over:
            break
        differences += told(moment, -1) != told(otherwise(moment, -1, rng), -1)
    assert differences > 5


@every_case
def test_at_the_end_everything_lies_open(game: str, players: int) -> None:
    rng = random.Random(game)
    book = Match(game, players, 4, {"memory": "book"})
    helped = Match(game, players, 4)
    for moment in moments(book, rng):
        if moment.over:
            break
    for seat, action in book.history:
        helped.play(action, seat)
    for viewer in (SPECTATOR, 0):
        assert book.view(viewer) == {**helped.view(viewer), "memory": "book"}
        assert book.events(viewer) == helped.events(viewer)


@every_case
def test_what_happened_in_the_last_turn_of_every_seat_is_told(game: str, players: int) -> None:
    rng = random.Random(game)
    book = Match(game, players, 5, {"memory": "book"})
    helped = Match(game, players, 5)
    for moment in moments(book, rng):
        for seat, action in moment.history[helped.decision :]:
            helped.play(action, seat)
        fresh = older(moment) // EVENT_SIZE
        for viewer in (SPECTATOR, 0):
            assert moment.events(viewer, fresh) == helped.events(viewer, fresh)
            # Older ones are there, too, with their seats.
            for seen, whole in zip(moment.events(viewer), helped.events(viewer), strict=True):
                assert (seen["event"], seen.get("seat")) == (whole["event"], whole.get("seat"))


@every_case
def test_programs_see_the_same_either_way(game: str, players: int) -> None:
    """They have perfect recall of public events."""
    rng = random.Random(game)
    book = Match(game, players, 6, {"memory": "book"})
    helped = Match(game, players, 6)
    for moment in moments(book, rng):
        for seat, action in moment.history[helped.decision :]:
            helped.play(action, seat)
        for viewer in (SPECTATOR, *range(players)):
            assert moment.observe(viewer).state.numbers() == (
                helped.observe(viewer).state.numbers()
            )
