"""The exact matching of tickets to an on-track stack (card_game, R23)."""

import random
import tomllib
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

from wagonik.engine.cards import COLOURS, KIND_NAMES, LOCOMOTIVE, packed
from wagonik.games import card_game
from wagonik.games.card_game.matching import TicketMatcher
from wagonik.games.card_game.pricing import MOST_TICKETS

FACTS: dict[str, Any] = tomllib.loads(
    Path(card_game.__path__[0], "cards.toml").read_text(encoding="utf-8")
)
BIG = {city["name"] for city in FACTS["big_cities"]}
NEEDS = [[t["cards"].count(k) for k in KIND_NAMES[:COLOURS]] for t in FACTS["tickets"]]
POINTS = [t["points"] for t in FACTS["tickets"]]
ENDS = [(t["from"] in BIG) + (t["to"] in BIG) for t in FACTS["tickets"]]
DECK = [kind for kind, name in enumerate(KIND_NAMES) for _ in range(FACTS["deck"][name])]

Ticket = tuple[list[int], int, int]


def solve(matcher: TicketMatcher, stack: list[int], held: list[int]) -> list[int]:
    """The chosen tickets, with the stack in the middle of other numbers."""
    count = matcher.best(packed([7, 7, *stack, 7]), 2, packed([*held, 0]), len(held))
    return [int(matcher.chosen[i]) for i in range(count)]


def pile(*names: str) -> list[int]:
    return [names.count(name) for name in KIND_NAMES]


def ticket(start: str, end: str) -> int:
    ends = [(t["from"], t["to"]) for t in FACTS["tickets"]]
    return ends.index((start, end))


def lacks(needs: list[list[int]], chosen: tuple[int, ...], stack: list[int]) -> int:
    return sum(max(0, sum(needs[t][c] for t in chosen) - stack[c]) for c in range(COLOURS))


def brute(tickets: list[Ticket], stack: list[int], held: list[int]) -> list[int]:
    """Every subset tried; the last rule is the plain comparison of sorted lists."""
    needs = [t[0] for t in tickets]
    best: tuple[int, int, int, list[int]] | None = None
    for size in range(len(held) + 1):
        for chosen in combinations(sorted(held), size):
            if lacks(needs, chosen, stack) <= stack[LOCOMOTIVE]:
                points = sum(tickets[t][1] for t in chosen)
                ends = sum(tickets[t][2] for t in chosen)
                # Smaller is better in all four.
                score = (-points, -size, -ends, list(chosen))
                if best is None or score < best:
                    best = score
    assert best is not None
    return best[3]


def by_table(stack: list[int], held: list[int]) -> list[int]:
    """The best of the real tickets, by dynamic programming over what is left of the stack."""
    held = sorted(held)
    # What the tickets from the i-th on need: more cards of a colour than that are as good as that.
    ahead = [[sum(NEEDS[t][c] for t in held[i:]) for c in range(COLOURS)] for i in range(len(held))]
    ahead.append([0] * COLOURS)
    start = tuple(min(stack[c], ahead[0][c]) for c in range(COLOURS))
    table = {(*start, stack[LOCOMOTIVE]): (0, 0, 0, 0)}
    for i, t in enumerate(held):
        after: dict[tuple[int, ...], tuple[int, int, int, int]] = {}
        for state, (points, count, ends, ids) in table.items():
            rest = [state[c] - NEEDS[t][c] for c in range(COLOURS)]
            wild = state[LOCOMOTIVE] + sum(min(0, r) for r in rest)
            ways = [(list(state[:COLOURS]), state[LOCOMOTIVE], (points, count, ends, ids * 2))]
            if wild >= 0:
                more = (points + POINTS[t], count + 1, ends + ENDS[t], ids * 2 + 1)
                ways.append((rest, wild, more))
            for left, spare, value in ways:
                key = (*(min(max(0, n), ahead[i + 1][c]) for c, n in enumerate(left)), spare)
                if key not in after or value > after[key]:
                    after[key] = value
        table = after
    ids = max(table.values())[3]
    return [t for i, t in enumerate(held) if ids >> (len(held) - 1 - i) & 1]


def draw(rng: random.Random, cards: int, tickets: int) -> tuple[list[int], list[int]]:
    drawn = rng.sample(DECK, cards)
    stack = [drawn.count(kind) for kind in range(LOCOMOTIVE + 1)]
    return stack, rng.sample(range(len(POINTS)), tickets)


@pytest.fixture(scope="module")
def matcher() -> TicketMatcher:
    return TicketMatcher(NEEDS, POINTS, ENDS)


def test_facts_are_those_of_the_rules() -> None:
    assert len(DECK) == 96
    assert len(POINTS) == 46
    assert {c["name"]: c["points"] for c in FACTS["big_cities"]} == {
        "Chicago": 12,
        "Dallas": 10,
        "Los Angeles": 12,
        "Miami": 8,
        "New York": 15,
        "Seattle": 8,
    }
    assert all(
        sum(need) == len(t["cards"]) for need, t in zip(NEEDS, FACTS["tickets"], strict=True)
    )
    # Every ticket has an end in a Big City.
    assert min(ENDS) == 1


def test_example_of_the_rules(matcher: TicketMatcher) -> None:
    held = [ticket("Los Angeles", "Pittsburgh")]
    assert solve(matcher, pile("white", "blue", "blue", "purple"), held) == held
    assert solve(matcher, pile("white", "blue", "purple", "locomotive"), held) == held
    assert solve(matcher, pile("white", "blue", "purple", "purple"), held) == []


def test_no_cards_or_no_tickets(matcher: TicketMatcher) -> None:
    assert solve(matcher, pile(), list(range(46))) == []
    assert solve(matcher, pile(*KIND_NAMES), []) == []


def test_no_swap_betters_the_whole_deck(matcher: TicketMatcher) -> None:
    stack = [DECK.count(kind) for kind in range(LOCOMOTIVE + 1)]
    chosen = solve(matcher, stack, list(range(46)))
    assert lacks(NEEDS, tuple(chosen), stack) <= stack[LOCOMOTIVE]
    others = [t for t in range(46) if t not in chosen]
    assert others
    for out in [(), *((t,) for t in chosen), *combinations(chosen, 2)]:
        kept = tuple(t for t in chosen if t not in out)
        for new in [*((t,) for t in others), *combinations(others, 2)]:
            if lacks(NEEDS, kept + new, stack) <= stack[LOCOMOTIVE]:
                assert sum(POINTS[t] for t in new) <= sum(POINTS[t] for t in out)


def test_a_card_serves_one_ticket(matcher: TicketMatcher) -> None:
    held = [ticket("Dallas", "Raleigh"), ticket("Dallas", "Miami")]
    assert solve(matcher, pile("green", "red"), held) == [ticket("Dallas", "Miami")]
    assert solve(matcher, pile("green", "red", "green", "red"), held) == sorted(held)


def test_too_few_locomotives_go_to_the_dearest(matcher: TicketMatcher) -> None:
    cheap, dear = ticket("Chicago", "New York"), ticket("Seattle", "New York")
    stack = pile("black", "blue", "blue", "locomotive")
    assert solve(matcher, stack, [dear, cheap]) == [dear]
    stack[LOCOMOTIVE] = 2
    assert solve(matcher, stack, [dear, cheap]) == sorted([dear, cheap])


def test_two_tickets_beat_one_dearer_ticket(matcher: TicketMatcher) -> None:
    held = [
        ticket("Chicago", "New York"),
        ticket("New York", "Chicago"),
        ticket("Chicago", "Montreal"),
    ]
    assert solve(matcher, pile("yellow", "blue"), held) == [0, 1]


def test_more_tickets_break_a_tie_of_points() -> None:
    needs = [[2, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0], [1, 0, 0, 0, 0, 0, 0, 0]]
    assert solve(TicketMatcher(needs, [10, 5, 5], [2, 0, 0]), pile("red", "red"), [0, 1, 2]) == [
        1,
        2,
    ]


def test_a_ticket_between_two_big_cities_breaks_a_tie(matcher: TicketMatcher) -> None:
    # Both are 10 points for a blue and a red card; only the first joins two Big Cities.
    both, one = ticket("New York", "Miami"), ticket("New York", "New Orleans")
    assert (ENDS[both], ENDS[one]) == (2, 1)
    assert NEEDS[both] == NEEDS[one]
    assert solve(matcher, pile("blue", "red"), [one, both]) == [both]
    # The rule, not the smaller id, decides.
    turned = TicketMatcher([NEEDS[one], NEEDS[both]], [10, 10], [1, 2])
    assert solve(turned, pile("blue", "red"), [0, 1]) == [1]


def test_smaller_ids_break_the_last_tie() -> None:
    needs = [[1, 0, 0, 0, 0, 0, 0, 0]] * MOST_TICKETS
    same = TicketMatcher(needs, [5] * MOST_TICKETS, [1] * MOST_TICKETS)
    assert solve(same, pile("red", "red", "locomotive"), [59, 30, 7, 58, 8]) == [7, 8, 30]
    held = list(range(MOST_TICKETS))
    assert solve(same, pile(*["red"] * 25, *["locomotive"] * 5), held[::-1]) == held[:30]


def test_impossible_tickets_are_refused() -> None:
    need = [1, 0, 0, 0, 0, 0, 0, 0]
    with pytest.raises(ValueError, match="at most 60"):
        TicketMatcher([need] * 61, [1] * 61, [0] * 61)
    with pytest.raises(ValueError, match="length"):
        TicketMatcher([need], [1, 2], [0])
    with pytest.raises(ValueError, match="counts"):
        TicketMatcher([need[:7]], [1], [0])
    with pytest.raises(ValueError, match="impossible"):
        TicketMatcher([need], [-1], [0])
    with pytest.raises(ValueError, match="impossible"):
        TicketMatcher([need], [1], [3])
    with pytest.raises(ValueError, match="more than 63 cards of a colour"):
        TicketMatcher([[13, 0, 0, 0, 0, 0, 0, 0]] * 5, [1] * 5, [0] * 5)
    with pytest.raises(ValueError, match="more than 15 cards"):
        TicketMatcher([[2] * 8], [1], [0])
    with pytest.raises(ValueError, match="at most 8 cities"):
        TicketMatcher([need], [1], [0], [[]], [1] * 9)


# Few points and few colours make many ties, which is where the order of sets is tested.
TICKETS = st.lists(
    st.tuples(
        st.lists(st.sampled_from([0, 0, 0, 1, 1, 2]), min_size=COLOURS, max_size=COLOURS),
        st.integers(0, 6),
        st.integers(0, 2),
    ),
    max_size=10,
)
NARROW = st.lists(
    st.tuples(
        st.builds(lambda a, b: [a, b, 0, 0, 0, 0, 0, 0], st.integers(0, 3), st.integers(0, 3)),
        st.integers(0, 3),
        st.integers(0, 2),
    ),
    min_size=7,
    max_size=12,
)
STACKS = st.lists(st.integers(0, 5), min_size=LOCOMOTIVE + 1, max_size=LOCOMOTIVE + 1)


@settings(deadline=None, max_examples=150)
@given(TICKETS | NARROW, STACKS, st.randoms(use_true_random=False))
def test_agrees_with_all_subsets(
    tickets: list[Ticket], stack: list[int], rng: random.Random
) -> None:
    held = rng.sample(range(len(tickets)), rng.randint(len(tickets) // 2, len(tickets)))
    matcher = TicketMatcher(
        [need for need, _, _ in tickets],
        [points for _, points, _ in tickets],
        [ends for _, _, ends in tickets],
    )
    found = solve(matcher, stack, held)
    assert found == brute(tickets, stack, held)


@settings(deadline=None, max_examples=60)
@given(st.integers(7, 12), st.integers(8, 30), st.randoms(use_true_random=False))
def test_agrees_with_all_subsets_of_real_tickets(
    tickets: int, cards: int, rng: random.Random
) -> None:
    stack, held = draw(rng, cards, tickets)
    real = list(zip(NEEDS, POINTS, ENDS, strict=True))
    assert solve(TicketMatcher(NEEDS, POINTS, ENDS), stack, held) == brute(real, stack, held)


@pytest.mark.parametrize(
    ("cards", "tickets"), [(8, 46), (12, 46), (16, 40), (20, 30), (30, 24), (50, 25)]
)
def test_large_hands_agree_with_dynamic_programming(
    matcher: TicketMatcher, cards: int, tickets: int
) -> None:
    stack, held = draw(random.Random(cards), cards, tickets)
    assert solve(matcher, stack, held) == by_table(stack, held)


def test_an_answer_does_not_depend_on_those_before(matcher: TicketMatcher) -> None:
    rng = random.Random(5)
    for _ in range(40):
        stack, held = draw(rng, rng.randint(0, 60), rng.randint(0, 46))
        before = solve(matcher, stack, held)
        rng.shuffle(held)
        assert solve(matcher, stack, held) == before
        assert solve(TicketMatcher(NEEDS, POINTS, ENDS), stack, held) == before


def test_prices_bound_every_set_from_above(matcher: TicketMatcher) -> None:
    """A locomotive costs as much as any colour, or more; else the bound could be below the best,
    which the pricing itself may have found: it can be completed, then."""
    rng = random.Random(8)
    early = 0
    for _ in range(60):
        stack, held = draw(rng, rng.randint(5, 40), rng.randint(7, 12))
        best = matcher.best_by_points(packed(stack), 0, packed([*held, 0]), len(held))
        worth = sum(int(matcher.worth[t]) for t in matcher.listed(best))
        matcher.best_worth = matcher.best_set = 0
        if matcher.lacking > matcher.wild:
            assert max(matcher.price) <= matcher.top
            matcher.top = 0
            assert matcher._find_prices() >= worth >= matcher.best_worth
            early += int(matcher.best_worth > 0)
    assert early > 0


def test_the_search_stays_small(matcher: TicketMatcher) -> None:
    rng = random.Random(6)
    most = 0
    for _ in range(60):
        stack, held = draw(rng, rng.randint(15, 60), 46)
        solve(matcher, stack, held)
        most = max(most, int(matcher.nodes))
    assert 0 < most < 20_000


def test_takes_vectors_as_they_are(matcher: TicketMatcher) -> None:
    stack = vec[i64](pile("yellow"))
    held = vec[i64]([0, 1])
    assert matcher.best(stack, 0, held, 2) == 1
    assert list(stack) == pile("yellow")
    assert list(held) == [0, 1]
