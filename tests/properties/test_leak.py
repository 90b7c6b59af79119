"""The leak test: states that differ only in what a viewer may not know look the same to it.

Every check here is made by functions that a deliberately leaking view must fail (at the end).
"""

import random
from collections.abc import Iterator

import pytest

from tests.properties.hiding import (
    Leak,
    Look,
    Past,
    compare_turn,
    log_of,
    other_world,
    run_turn,
    same,
    seen,
    stream,
)
from tests.properties.playing import (
    EXAMPLES,
    SETTINGS,
    STYLES,
    Setting,
    Stepper,
    settings_of,
    walk,
)
from wagonik import Match
from wagonik.engine.cards import KINDS, PILE
from wagonik.engine.rng import Rng
from wagonik.engine.rules import Rules
from wagonik.engine.state import COUNTED, DECK, IN_DECK, SPECTATOR, TALLY, State
from wagonik.engine.views import sample, view_of
from wagonik.games import GAMES

GAME_KEYS = [game.key for game in GAMES]
EVERY = 47  # a moment in so many is looked at, in default size
EVERY_TURN = 17
# In these matches the discards become a new deck.
COUNTING = [
    (Setting("nordic_countries", 2), "hoarder"),
    (Setting("pennsylvania", 3), "hoarder"),
    (Setting("united_kingdom", 2), "hoarder"),
    (Setting("card_game", 4), "random"),
    (Setting("paris", 4), "hoarder"),
]


def moments(
    setting: Setting, seed: int, style: str, every: int
) -> Iterator[tuple[Stepper, State, Past]]:
    """Some moments of a match, each with a state that looks the same to all but the seat to
    move: the state itself, or, inside a payment, the state before it began."""
    past = Past()
    public = State(1)
    count = random.Random(seed).randrange(every)
    for stepper, legal in walk(setting, seed, style):
        state = stepper.state
        past.follow(stepper.rules, state)
        if not legal:
            return
        private = stepper.rules.steps[state.step].private
        if not private:
            public = state.copy()
        count += 1
        # Payments and first tickets are short and full of secrets: they are looked at more.
        if count % every == 0 or (private and count % 11 == 0) or not past.turned:
            yield stepper, public, past


def look_around(
    setting: Setting,
    seed: int,
    style: str,
    every: int,
    look: Look = view_of,
    sampled: bool = True,
) -> int:
    """Compare what every viewer sees of other worlds at many moments of a match."""
    rng = random.Random(f"{setting} {seed}")
    compared = 0
    for stepper, public, past in moments(setting, seed, style, every):
        rules, state = stepper.rules, stepper.state
        for viewer in (SPECTATOR, *range(rules.seats)):
            base = state if viewer == state.seat else public
            # Nothing of an unfinished payment shows, nor how many decisions it has taken.
            same(rules, base, state, viewer, look)
            same(rules, state, other_world(rules, base, viewer, rng, past), viewer, look)
            if sampled:
                dealt = sample(rules, view_of(rules, state, viewer), rng.randrange(2**30))
                same(rules, state, dealt, viewer, look)
            compared += 1
    return compared


def styles(setting: Setting, count: int) -> list[tuple[int, str]]:
    """Seeds and styles for a setting, other ones for each."""
    first = SETTINGS.index(setting)
    return [(first * 100 + i, STYLES[(first + i) % len(STYLES)]) for i in range(count)]


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_views_of_other_worlds_are_the_same(setting: Setting) -> None:
    """Common, hidden: hands, tickets, the order of the decks; R26: first tickets."""
    for seed, style in styles(setting, EXAMPLES):
        assert look_around(setting, seed, style, EVERY) > 8


def follow_turns(setting: Setting, seed: int, style: str, every: int) -> tuple[int, int]:
    """Play turns of a match again in other worlds; how many could be compared, of how many."""
    rng = random.Random(f"turns {setting} {seed}")
    compared = tried = 0
    past = Past()
    count = 0
    last_turn = 0
    for stepper, legal in walk(setting, seed, style):
        rules, state = stepper.rules, stepper.state
        past.follow(rules, state)
        if not legal or state.turn == last_turn:
            continue
        last_turn = int(state.turn)
        count += 1
        if count % every:
            continue
        policy = random.Random(f"{setting} {seed} {count}")
        found = run_turn(rules, state, style, policy)
        if found is None:
            continue
        for viewer in (SPECTATOR, *range(rules.seats)):
            tried += 1
            for _ in range(4):
                if compare_turn(rules, state, viewer, rng, past, found[0]):
                    compared += 1
                    break
    return compared, tried


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_event_streams_of_other_worlds_are_the_same(setting: Setting) -> None:
    """The same turn in two worlds gives a viewer the same events, and the same views between."""
    compared, tried = follow_turns(setting, 77, "random", EVERY_TURN)
    for seed, style in styles(setting, EXAMPLES - 1):
        more, turns = follow_turns(setting, seed + 50, style, EVERY_TURN)
        compared, tried = compared + more, tried + turns
    # Turns with a shuffle or a sweep of the market, or that another hand can't play, are left out.
    assert compared > tried / 4, (compared, tried)


def test_the_same_cards_paid_in_another_way_look_the_same() -> None:
    """How a payment was put together is nobody else's business: only the cards are seen."""
    rules = Setting("nordic_countries", 2).rules()
    table = rules.table.by_text
    match = Match("nordic_countries", 2, 5, first=0)
    for seat in (0, 1):
        match.play(match.legal(seat)[0], seat)
    state = match.state
    _swap_hand(state, 0, {0: 6, 8: 2})
    # A red and a group of red, red, locomotive; or a locomotive and a group of three red.
    ways = [
        ["pay:red+1", "exchange:1", "give:red", "give:red", "give:locomotive"],
        ["pay:locomotive+2", "exchange:1", "give:red", "give:red", "give:red"],
    ]
    ends = []
    for way in ways:
        world = state.copy()
        world.logging = True
        stepper = Stepper(rules, world)
        stepper.apply(table[_grey_ferry(rules)].index)
        for text in way:
            assert table[text].index in stepper.legal(), text
            stepper.apply(table[text].index)
        ends.append(world)
    assert ends[0].turn == ends[1].turn == state.turn + 1
    for viewer in (SPECTATOR, 0, 1):
        same(rules, ends[0], ends[1], viewer)
        assert stream(rules, log_of(ends[0]), viewer) == stream(rules, log_of(ends[1]), viewer)


def _grey_ferry(rules: Rules) -> str:
    """A ferry of two spaces and one symbol that can be paid in any colour."""
    from wagonik.engine.boardrules import BoardRules

    assert isinstance(rules, BoardRules)
    for track, route in enumerate(rules.board.routes):
        if (route.locomotives, route.length, route.colour) == (1, 2, "grey"):
            return f"claim:{rules.board.track_texts[track]}"
    raise AssertionError("no such ferry on the board")


def _swap_hand(state: State, seat: int, wanted: dict[int, int]) -> None:
    """Exchange a hand with cards of the deck, so that all cards stay in the game."""
    for kind in range(KINDS):
        more = wanted.get(kind, 0) - int(state.hand[seat * PILE + kind])
        state.hand[seat * PILE + kind] += more
        state.piles[DECK + kind] -= more
        state.hand[seat * PILE + 9] += more
        state.piles[DECK + 9] -= more


@pytest.mark.parametrize("game", GAME_KEYS)
def test_nobody_learns_how_many_others_kept_before_all_have_chosen(game: str) -> None:
    """Common, R26: while first tickets are chosen, views and events say only who has chosen."""
    players = settings_of(game)[-1].players
    for few in (True, False):
        match = Match(game, players, 3)
        key = min if few else max
        texts = []
        for seat in range(players - 1):
            choice = key(match.legal_actions(seat), key=lambda a: a.argument.bit_count())
            match.play(choice, seat)
            for viewer in (SPECTATOR, *range(seat + 1, players)):
                texts.append(seen(match.rules, match.state, viewer))
                texts.append((str(match.events(viewer)), []))
        if few:
            expected = texts
        else:
            assert texts == expected


@pytest.mark.parametrize("setting", [settings_of(game)[-1] for game in GAME_KEYS], ids=str)
def test_no_randomness_is_in_a_view(setting: Setting) -> None:
    for stepper, public, _ in moments(setting, 8, "random", EVERY):
        for viewer in (SPECTATOR, *range(stepper.rules.seats)):
            view = view_of(stepper.rules, public, viewer)
            for rng in (view.cards, view.tickets):
                assert (rng.key, rng.block, rng.counter) == (b"", b"", 0)


# Views that leak on purpose: the checks above must catch each of them.


def _shows_hands(rules: Rules, state: State, viewer: int) -> State:
    view = view_of(rules, state, viewer)
    view.hand = state.hand[:]
    return view


def _shows_deck(rules: Rules, state: State, viewer: int) -> State:
    view = view_of(rules, state, viewer)
    for kind in range(KINDS):
        view.piles[DECK + kind] = state.piles[DECK + kind]
    return view


def _shows_one_card(rules: Rules, state: State, viewer: int) -> State:
    """Only whether the next seat has a locomotive."""
    view = view_of(rules, state, viewer)
    other = (viewer + 1) % rules.seats
    view.floor = 1 if state.hand[other * PILE + KINDS - 1] > 0 else 0
    return view


def _shows_holders(rules: Rules, state: State, viewer: int) -> State:
    view = view_of(rules, state, viewer)
    view.holder = state.holder[:]
    return view


def _shows_ticket_deck(rules: Rules, state: State, viewer: int) -> State:
    view = view_of(rules, state, viewer)
    view.queue = state.queue[:]
    return view


def _shows_missing_ticket(rules: Rules, state: State, viewer: int) -> State:
    """Only whether ticket 0 is still in the deck."""
    view = view_of(rules, state, viewer)
    view.floor = 1 if state.holder[0] == IN_DECK else 0
    return view


def _shows_offers(rules: Rules, state: State, viewer: int) -> State:
    view = view_of(rules, state, viewer)
    view.offer = state.offer[:]
    return view


def _shows_choices(rules: Rules, state: State, viewer: int) -> State:
    view = view_of(rules, state, viewer)
    view.tally = state.tally[:]
    return view


def _shows_randomness(rules: Rules, state: State, viewer: int) -> State:
    view = view_of(rules, state, viewer)
    view.floor = state.cards.copy().below(64)
    return view


def _shows_payments(rules: Rules, state: State, viewer: int) -> State:
    view = view_of(rules, state, viewer)
    view.step = state.step
    view.track = state.track
    return view


def _counts_decisions(rules: Rules, state: State, viewer: int) -> State:
    view = view_of(rules, state, viewer)
    view.left = state.step * 100 + state.left
    return view


LEAKS = [
    _shows_hands,
    _shows_deck,
    _shows_one_card,
    _shows_holders,
    _shows_ticket_deck,
    _shows_missing_ticket,
    _shows_offers,
    _shows_choices,
    _shows_randomness,
    _shows_payments,
    _counts_decisions,
]


@pytest.mark.parametrize("leak", LEAKS, ids=lambda leak: leak.__name__.strip("_"))
@pytest.mark.parametrize("game", GAME_KEYS)
def test_the_test_catches_a_view_that_leaks(game: str, leak: Look) -> None:
    with pytest.raises(Leak):
        look_around(settings_of(game)[0], 4, "exchanger", 11, leak, sampled=False)


def _shows_counts(rules: Rules, state: State, viewer: int) -> State:
    """Only what the next seat has counted at the last reshuffle."""
    view = view_of(rules, state, viewer)
    at = (viewer + 1) % rules.seats * TALLY + COUNTED
    view.tally[at] = state.tally[at]
    return view


@pytest.mark.parametrize(("setting", "style"), COUNTING, ids=str)
def test_the_test_catches_a_view_that_shows_what_others_counted(
    setting: Setting, style: str
) -> None:
    assert look_around(setting, 4, style, 11, sampled=False) > 8
    with pytest.raises(Leak):
        look_around(setting, 4, style, 11, _shows_counts, sampled=False)


def _shows_trails(rules: Rules, state: State, viewer: int) -> State:
    """What others know of the tickets that they returned."""
    view = view_of(rules, state, viewer)
    view.trail = state.trail
    return view


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_test_catches_a_view_that_shows_trails_of_tickets(players: int) -> None:
    """In Paris with collectors of tickets, returned tickets are drawn again."""
    setting = Setting("paris", players)
    assert look_around(setting, 4, "returner", 3) > 8
    with pytest.raises(Leak):
        look_around(setting, 4, "returner", 3, _shows_trails, sampled=False)


def test_the_test_catches_events_that_leak() -> None:
    """Streams of two worlds differ for somebody who sees everything."""
    setting = Setting("paris", 2)
    rules = setting.rules()
    state = rules.start(1, 0, True)
    twin = state.copy()
    twin.logging = state.logging = True
    twin.cards = Rng(b"another")
    deck = int(rules.deck_action)
    for world in (state, twin):
        stepper = Stepper(rules, world)
        while world.turn == 0:
            stepper.apply(stepper.legal()[0])
        for _ in range(6):
            stepper.apply(deck)
    drawn = [
        [event for event in log_of(world) if rules.event_types[event[0]].name == "drew"][-6:]
        for world in (state, twin)
    ]
    assert stream(rules, drawn[0], SPECTATOR) == stream(rules, drawn[1], SPECTATOR)
    assert stream(rules, drawn[0], -2) != stream(rules, drawn[1], -2)
