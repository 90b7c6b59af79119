"""Samples of a view: whole states, consistent with all that the viewer knows, and fair."""

import math
from collections import Counter
from itertools import combinations_with_replacement

import pytest

from tests.properties.hiding import same
from tests.properties.invariants import check, check_legal
from tests.properties.playing import EXAMPLES, SETTINGS, Setting, Stepper, walk
from tests.support import board_rules, own, set_hand, started
from wagonik import Match
from wagonik.engine.cards import KINDS, PILE
from wagonik.engine.entries import entry_ticket
from wagonik.engine.state import DECK, IN_DECK, SPECTATOR, State
from wagonik.engine.views import sample, view_of
from wagonik.games.united_kingdom.technology import RIGHT_OF_WAY, KingdomState

EVERY = 29


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_samples_are_whole_and_agree_with_the_view(setting: Setting) -> None:
    """Market takes that were seen, laid cards, own returned tickets and counted discards."""
    at = SETTINGS.index(setting)
    number = at
    for seed in range(EXAMPLES):
        for stepper, legal in walk(setting, 300 + seed, ("random", "exchanger")[at % 2]):
            number += 1
            rules, state = stepper.rules, stepper.state
            tunnel = legal and rules.step_names[state.step] == "tunnel"
            if not legal or (number % EVERY and not tunnel):
                continue
            for viewer in (SPECTATOR, *range(rules.seats)):
                view = view_of(rules, state, viewer)
                dealt = sample(rules, view, number)
                check(rules, dealt, sampled=True)
                same(rules, state, dealt, viewer)
                _own_things_stay(state, dealt, viewer)
                check_legal(rules, dealt, Stepper(rules, dealt).legal())


def test_samples_can_be_played_after_right_of_way() -> None:
    """Another seat has bought Right of Way and must claim a route (United Kingdom, R17); the
    cards that it is dealt may not pay for one, but a sample is never without a legal action."""
    match = started("united_kingdom")
    state = match.state
    assert isinstance(state, KingdomState)
    own(match, 1, board_rules(match).board.track_texts[0])
    set_hand(match, 0, red=1)
    state.bought = RIGHT_OF_WAY
    view = view_of(match.rules, state, 1)
    for seed in range(20):
        dealt = sample(match.rules, view, seed)
        check_legal(match.rules, dealt, Stepper(match.rules, dealt).legal())


def _own_things_stay(state: State, dealt: State, viewer: int) -> None:
    if viewer < 0:
        return
    at = viewer * PILE
    assert [int(x) for x in dealt.hand[at : at + PILE]] == [
        int(x) for x in state.hand[at : at + PILE]
    ]
    mine = [t for t, holder in enumerate(state.holder) if holder == viewer]
    assert [t for t, holder in enumerate(dealt.holder) if holder == viewer] == mine


def _small() -> Match:
    """Paris with two players, first tickets chosen, and a card taken in the open."""
    match = Match("paris", 2, 12, first=1)
    match.play("keep:1", 0)
    match.play("keep:1", 1)
    card = next(a for a in match.legal_actions() if a.family == "market")
    match.play(card)
    return match


def _fair(seen: Counter[tuple[int, ...]], chances: dict[tuple[int, ...], float]) -> None:
    """A chi-square test at about one in ten thousand; rare outcomes are put together."""
    total = sum(seen.values())
    assert set(seen) <= set(chances)
    assert math.isclose(sum(chances.values()), 1.0)
    statistic, cells, rare_seen, rare_expected = 0.0, 0, 0, 0.0
    for outcome, chance in chances.items():
        expected = chance * total
        if expected < 5:
            rare_seen += seen[outcome]
            rare_expected += expected
        else:
            statistic += (seen[outcome] - expected) ** 2 / expected
            cells += 1
    if rare_expected > 1:
        statistic += (rare_seen - rare_expected) ** 2 / rare_expected
        cells += 1
    freedom = cells - 1
    # Wilson and Hilferty: the cube root of chi-square is nearly normal.
    z = ((statistic / freedom) ** (1 / 3) - (1 - 2 / (9 * freedom))) / math.sqrt(2 / (9 * freedom))
    assert abs(z) < 3.9, (z, statistic, freedom)


SAMPLES = 2000


def test_unknown_cards_are_dealt_fairly() -> None:
    """The other hand is a fair draw from all cards that seat 0 can't place."""
    match = _small()
    view = view_of(match.rules, match.state, 0)
    known = [int(x) for x in view.known[PILE : PILE + KINDS]]
    left = [int(x) for x in view.piles[DECK : DECK + KINDS]]
    hidden = int(view.hand[PILE + 9]) - sum(known)
    assert hidden == 2
    assert sum(known) == 1
    seen: Counter[tuple[int, ...]] = Counter()
    for seed in range(SAMPLES):
        dealt = sample(match.rules, view, seed)
        hand = [int(dealt.hand[PILE + kind]) - known[kind] for kind in range(KINDS)]
        seen[tuple(kind for kind in range(KINDS) for _ in range(hand[kind]))] += 1
    ways = math.comb(sum(left), 2)
    chances = {
        (a, b): (math.comb(left[a], 2) if a == b else left[a] * left[b]) / ways
        for a, b in combinations_with_replacement(range(KINDS), 2)
    }
    _fair(seen, {pair: chance for pair, chance in chances.items() if chance})


def test_unknown_tickets_are_dealt_fairly() -> None:
    """The other seat's ticket, and the order of the deck, are fair; the own returned ticket lies
    at the bottom where it was put."""
    match = _small()
    view = view_of(match.rules, match.state, 0)
    unknown = [t for t in range(match.rules.ticket_count) if view.holder[t] == -2]
    own = [t for t in range(match.rules.ticket_count) if view.holder[t] == IN_DECK]
    assert len(own) == 1
    held: Counter[tuple[int, ...]] = Counter()
    under: Counter[tuple[int, ...]] = Counter()
    for seed in range(SAMPLES):
        dealt = sample(match.rules, view, seed)
        held[tuple(t for t in unknown if dealt.holder[t] == 1)] += 1
        queue = [int(entry_ticket(dealt.queue[i])) for i in range(int(dealt.queued))]
        assert queue[-2] == own[0]
        under[(queue[-1],)] += 1
    fair: dict[tuple[int, ...], float] = {(int(ticket),): 1 / len(unknown) for ticket in unknown}
    _fair(held, fair)
    _fair(under, fair)


def test_randomness_to_come_is_fair_and_new() -> None:
    """The cards that a sample will turn up do not depend on those of the match."""
    match = _small()
    view = view_of(match.rules, match.state, 0)
    seen: Counter[tuple[int, ...]] = Counter()
    left = Counter[int]()
    for seed in range(SAMPLES):
        dealt = sample(match.rules, view, seed)
        for kind in range(KINDS):
            left[kind] += int(dealt.piles[DECK + kind])
        seen[(int(match.rules.draw_card(dealt)),)] += 1
    total = left.total()
    _fair(seen, {(kind,): count / total for kind, count in left.items() if count})
