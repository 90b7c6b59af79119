"""What all seats complete at the final scoring, against every set tried (card_game, R23)."""

import random
import tomllib
from collections import Counter
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.settled import Settled
from tests.support import card_state, hold, set_stack, started
from wagonik.engine.cards import COLOURS, KIND_NAMES, LOCOMOTIVE, packed
from wagonik.engine.state import COMPLETED
from wagonik.games import card_game
from wagonik.games.card_game.facts import read_facts
from wagonik.games.card_game.matching import PointsSolved, TicketMatcher
from wagonik.games.card_game.rules import CardGameRules
from wagonik.games.card_game.settling import MOST_ROUNDS

FACTS: dict[str, Any] = tomllib.loads(
    Path(card_game.__path__[0], "cards.toml").read_text(encoding="utf-8")
)
CARDS = read_facts()
DECK = [name for name in KIND_NAMES for _ in range(FACTS["deck"][name])]
TICKETS = range(len(FACTS["tickets"]))


def settled(seed: int, players: int, most: int) -> tuple[list[list[int]], list[list[int]], int]:
    """What the engine completes in a random position, what trying every set says, and how many
    rounds of replies it took."""
    rng = random.Random(seed)
    match = started("card_game", players, seed)
    state = card_state(match)
    state.decks = 1
    state.first = rng.randrange(players)
    cards = rng.sample(DECK, rng.randint(2 * players, 9 * players))
    tickets = rng.sample(TICKETS, len(TICKETS))
    stacks: list[Counter[str]] = []
    before: list[set[int]] = []
    held: list[set[int]] = []
    for seat in range(players):
        stacks.append(Counter(cards[seat::players]))
        set_stack(match, seat, **stacks[-1])
        hold(match, seat)
    for seat in range(players):
        held.append({tickets.pop() for _ in range(rng.randint(0, most))})
        before.append({tickets.pop() for _ in range(rng.choice((0, 0, 2)))})
        for ticket in held[-1]:
            state.holder[ticket] = seat
        for ticket in before[-1]:
            state.holder[ticket] = COMPLETED + seat
    match.rules.out_of_turns(state)
    found = [
        [t for t in TICKETS if state.holder[t] == COMPLETED + seat and t not in before[seat]]
        for seat in range(players)
    ]
    wanted = Settled(FACTS, before).final(stacks, held, int(state.first))
    assert isinstance(match.rules, CardGameRules)
    return found, [list(chosen) for chosen in wanted], int(match.rules.settling.rounds)


@settings(deadline=None, max_examples=100)
@given(st.integers(0, 10**9), st.integers(2, 4))
def test_agrees_with_every_set_tried(seed: int, players: int) -> None:
    found, wanted, _ = settled(seed, players, 8)
    assert found == wanted


def test_replies_change_what_points_alone_would_choose() -> None:
    """The random positions above are not all easy ones: some take several rounds."""
    rounds = Counter(settled(seed, 3, 8)[2] for seed in range(60))
    assert max(rounds) > 2
    assert rounds[1] > 0


def test_replies_that_do_not_come_to_rest_stop_after_eight_rounds() -> None:
    """No such position is known of the real tickets; the rule is in the code, and ends it."""
    assert MOST_ROUNDS == 8
    for seed in range(200, 260):
        assert settled(seed, 4, 7)[2] <= MOST_ROUNDS


def lacks(chosen: tuple[int, ...], stack: list[int]) -> int:
    return sum(max(0, sum(CARDS.needs[t][c] for t in chosen) - stack[c]) for c in range(COLOURS))


def tried(stack: list[int], held: list[int], demand: list[int], present: set[int]) -> list[int]:
    """The best reply, of all subsets."""
    best: tuple[int, int, bool, int, list[int]] | None = None
    for size in range(len(held) + 1):
        for chosen in combinations(sorted(held), size):
            if lacks(chosen, stack) > stack[LOCOMOTIVE]:
                continue
            total = 2 * sum(CARDS.points[t] for t in chosen)
            for city, points in enumerate(CARDS.city_points):
                count = sum(city in CARDS.ticket_cities[t] for t in chosen)
                total += points if 0 < demand[city] <= count else 0
            ends = sum(CARDS.big_ends[t] for t in chosen)
            # Smaller is better in all five.
            score = (-total, -size, set(chosen) != present, -ends, list(chosen))
            if best is None or score < best:
                best = score
    assert best is not None
    return best[4]


@pytest.fixture(scope="module")
def matcher() -> TicketMatcher:
    return TicketMatcher(
        CARDS.needs, CARDS.points, CARDS.big_ends, CARDS.ticket_cities, CARDS.city_points
    )


def draw(rng: random.Random, cards: int, tickets: int) -> tuple[list[int], list[int]]:
    drawn = rng.sample(DECK, cards)
    return [drawn.count(kind) for kind in KIND_NAMES], rng.sample(TICKETS, tickets)


def reply(
    matcher: TicketMatcher, stack: list[int], held: list[int], demand: list[int], present: set[int]
) -> list[int]:
    members = sum(int(matcher.bit[t]) for t in present)
    tickets = packed([*held, 0])
    solved = PointsSolved()
    matcher.best_by_points(packed(stack), 0, tickets, len(held))
    matcher.keep(solved)
    found = matcher.best_reply(
        packed(stack), 0, tickets, len(held), packed(demand), members, solved
    )
    return matcher.listed(found)


@settings(deadline=None, max_examples=120)
@given(st.integers(0, 10), st.integers(2, 30), st.randoms(use_true_random=False))
def test_the_best_reply_agrees_with_all_subsets(
    matcher: TicketMatcher, tickets: int, cards: int, rng: random.Random
) -> None:
    stack, held = draw(rng, cards, tickets)
    demand = [rng.choice((0, 1, 1, 2, 3)) for _ in CARDS.cities]
    present = set(
        matcher.listed(matcher.best_by_points(packed(stack), 0, packed([*held, 0]), len(held)))
    )
    if rng.random() < 0.4:
        present = {t for t in present if rng.random() < 0.7}
    assert reply(matcher, stack, held, demand, present) == tried(stack, held, demand, present)


def test_the_search_for_a_reply_stays_small(matcher: TicketMatcher) -> None:
    """Its nodes are its cost, whatever the machine: a million of them take a compiled second."""
    rng = random.Random(6)
    most = 0
    for _ in range(40):
        stack, held = draw(rng, rng.randint(10, 60), len(TICKETS))
        demand = [rng.choice((1, 1, 2, 2, 3)) for _ in CARDS.cities]
        found = matcher.best_by_points(packed(stack), 0, packed([*held, 0]), len(held))
        present = set(matcher.listed(found))
        reply(matcher, stack, held, demand, present)
        most = max(most, int(matcher.nodes))
    assert 0 < most < 40_000
