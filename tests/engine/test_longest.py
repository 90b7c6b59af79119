"""The longest route against plain searches, named shapes and dense networks."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from librt.vecs import vec
from mypy_extensions import i64

import wagonik
from wagonik.engine.longest import LongestRoute
from wagonik.engine.longestcore import MOST_CELLS

Tracks = list[tuple[int, int, int]]


def solver(tracks: Tracks) -> LongestRoute:
    places = 1 + max([max(a, b) for a, b, _ in tracks], default=0)
    return LongestRoute(
        places, [a for a, _, _ in tracks], [b for _, b, _ in tracks], [n for _, _, n in tracks]
    )


def longest(tracks: Tracks) -> int:
    """The length over all tracks, after checking that the trail shown really has it."""
    route = solver(tracks)
    return checked(route, tracks, list(range(len(tracks))))


def checked(route: LongestRoute, tracks: Tracks, ids: list[int]) -> int:
    length = route.length(vec[i64](ids), len(ids))
    trail = route.trail(vec[i64](ids), len(ids))
    assert len(set(trail)) == len(trail)
    assert set(trail) <= set(ids)
    assert sum(tracks[t][2] for t in trail) == length
    assert is_travelled(tracks, trail)
    assert route.trail(vec[i64](ids[::-1]), len(ids)) == trail
    return length


def is_travelled(tracks: Tracks, trail: list[int]) -> bool:
    if not trail:
        return True
    heads = set(tracks[trail[0]][:2])
    for t in trail:
        a, b, _ = tracks[t]
        heads = {b for h in heads if h == a} | {a for h in heads if h == b}
    return bool(heads)


def every_trail(tracks: Tracks, ids: list[int]) -> int:
    """The longest of all trails, each place and set of used tracks being tried once."""
    known: dict[tuple[int, int], int] = {}

    def onward(here: int, used: int) -> int:
        if (here, used) not in known:
            best = 0
            for t in ids:
                a, b, n = tracks[t]
                if here in (a, b) and not used >> t & 1:
                    best = max(best, n + onward(a + b - here, used | 1 << t))
            known[here, used] = best
        return known[here, used]

    return max([onward(p, 0) for t in ids for p in tracks[t][:2]], default=0)


def fewest_left_out(tracks: Tracks) -> int:
    """The total less the lightest set whose removal leaves one piece with two odd places or none.

    Sets are tried in the order of their weight, so the first that fits is the lightest.
    """
    tracks = sorted(tracks, key=lambda track: -track[2])
    total = sum(n for _, _, n in tracks)
    odd = 0
    for a, b, _ in tracks:
        odd ^= (1 << a) ^ (1 << b)

    def in_one_piece(left_out: list[int]) -> bool:
        rest = [track for i, track in enumerate(tracks) if i not in left_out]
        reached = set(rest[0][:2]) if rest else set()
        for _ in rest:
            for a, b, _ in rest:
                if a in reached or b in reached:
                    reached |= {a, b}
        return all(a in reached for a, _, _ in rest)

    def fits(first: int, weight: int, odd: int, left_out: list[int]) -> bool:
        if weight == 0:
            return odd.bit_count() <= 2 and in_one_piece(left_out)
        for i in range(first, len(tracks)):
            a, b, n = tracks[i]
            if n <= weight:
                mask = (1 << a) ^ (1 << b)
                if fits(i + 1, weight - n, odd ^ mask, [*left_out, i]):
                    return True
        return False

    return next(total - w for w in range(total + 1) if fits(0, w, odd, []))


def ring(*places: int, length: int = 1) -> Tracks:
    return [(p, places[i - 1], length) for i, p in enumerate(places)]


def grid(rows: int, columns: int) -> Tracks:
    across = [
        (c + r * columns, c + 1 + r * columns) for r in range(rows) for c in range(columns - 1)
    ]
    down = [
        (c + r * columns, c + (r + 1) * columns) for r in range(rows - 1) for c in range(columns)
    ]
    return [(a, b, 1) for a, b in across + down]


K4: Tracks = [(a, b, 1) for a in range(4) for b in range(a)]

SHAPES: dict[str, tuple[Tracks, int]] = {
    "nothing": ([], 0),
    "one track": ([(0, 1, 6)], 6),
    "path": ([(0, 1, 2), (1, 2, 3), (2, 3, 4)], 9),
    "star": ([(0, 1, 2), (0, 2, 3), (0, 3, 4), (0, 4, 1)], 7),
    "two separate paths": ([(0, 1, 2), (1, 2, 2), (3, 4, 5)], 5),
    "ring": (ring(0, 1, 2, 3, length=2), 8),
    "a long path beats a ring": ([*ring(0, 1, 2), (3, 4, 4)], 4),
    "a ring beats a path": ([*ring(0, 1, 2), (3, 4, 2)], 3),
    "figure eight": (ring(0, 1, 2) + ring(0, 3, 4), 6),
    "three petals and two tails": (
        [*ring(0, 1, 2), *ring(0, 3, 4), *ring(0, 5, 6), (0, 7, 5), (0, 8, 2)],
        16,
    ),
    "three tails of a petal": ([*ring(0, 1, 2), (0, 3, 5), (0, 4, 4), (0, 5, 3)], 12),
    "two rings and a bridge": ([*ring(0, 1, 2), (2, 3, 4), *ring(3, 4, 5)], 10),
    "three rings in a row": (
        [*ring(0, 1, 2), (2, 3, 1), *ring(3, 4, 5), (5, 6, 1), *ring(6, 7, 8)],
        10,
    ),
    # The tails of 5 and 3 with the long way between them beat the whole ring and one place.
    "ring with tails": ([*ring(0, 1, 2, 3), (0, 4, 5), (1, 5, 3), (2, 6, 1)], 11),
    "ring with equal tails at every place": ([*ring(0, 1, 2), (0, 3, 1), (1, 4, 1), (2, 5, 1)], 4),
    "forked tail": ([*ring(0, 1, 2), (0, 3, 1), (3, 4, 2), (3, 5, 7)], 11),
    "the tails outweigh the ring": ([*ring(0, 1, 2), (0, 3, 1), (3, 4, 8), (3, 5, 7)], 15),
    "parallel pair": ([(0, 1, 3), (0, 1, 3)], 6),
    "parallel pair in a path": ([(0, 1, 2), (1, 2, 3), (1, 2, 3), (2, 3, 2)], 8),
    "three parallel": ([(0, 1, 3), (0, 1, 3), (0, 1, 4)], 10),
    "theta": ([(0, 1, 2), (1, 2, 2), (0, 3, 3), (3, 2, 3), (0, 2, 1)], 11),
    "K4": (K4, 5),
    "K5": ([(a, b, 1) for a in range(5) for b in range(a)], 10),
    "K10": ([(a, b, 1) for a in range(10) for b in range(a)], 41),
    "grid 3x3": (grid(3, 3), 10),
    "grid 5x5": (grid(5, 5), 34),
    "ladder of fifteen": (grid(15, 2), 31),
    "two K4 apart": (K4 + [(a + 4, b + 4, n + 1) for a, b, n in K4], 10),
}


@pytest.mark.parametrize("name", SHAPES)
def test_shape(name: str) -> None:
    tracks, expected = SHAPES[name]
    assert longest(tracks) == expected


@pytest.mark.parametrize("rings", range(1, 12))
def test_rings_around_a_hub(rings: int) -> None:
    """Only two bridges can be used, though leaving all of them out would leave more tracks."""
    tracks: Tracks = []
    for i in range(1, 3 * rings, 3):
        tracks += [*ring(i, i + 1, i + 2), (0, i, 1)]
    assert longest(tracks) == (8 if rings > 1 else 4)


@pytest.mark.parametrize("rings", range(2, 12))
def test_rings_in_a_row(rings: int) -> None:
    """Inner rings are passed on their longer side, the outer two travelled whole."""
    tracks: Tracks = []
    for i in range(0, 3 * rings, 3):
        tracks += ring(i, i + 1, i + 2)
        if i > 0:
            tracks.append((i - 1, i, 1))
    assert longest(tracks) == 3 + 3 + (rings - 1) + 2 * (rings - 2)


@st.composite
def networks(draw: st.DrawFn) -> Tracks:
    """Up to eleven tracks among few places: several pieces, parallels, rings and tails."""
    place = st.integers(0, draw(st.integers(0, 9)))
    length = st.sampled_from([1, 1, 2, 3, 6])
    return draw(st.lists(st.tuples(place, place, length), max_size=11))


@st.composite
def rings_with_tails(draw: st.DrawFn) -> Tracks:
    size = draw(st.integers(2, 5))
    length = st.integers(1, 4)
    tracks = [(i, (i + 1) % size, draw(length)) for i in range(size)]
    for new in range(size, size + draw(st.integers(0, 5))):
        tracks.append((draw(st.integers(0, new - 1)), new, draw(length)))
    if draw(st.booleans()):
        tracks.append((draw(st.integers(0, size - 1)), draw(st.integers(0, size - 1)), 2))
    return tracks


@settings(max_examples=400, deadline=None)
@given(networks() | rings_with_tails())
def test_like_every_trail(tracks: Tracks) -> None:
    assert longest(tracks) == every_trail(tracks, list(range(len(tracks))))


@settings(max_examples=100, deadline=None)
@given(networks(), st.data())
def test_nothing_stays_from_call_to_call(tracks: Tracks, data: st.DataObject) -> None:
    """One board's object serves every player and match, in any order of tracks."""
    route = solver(tracks)
    every = st.permutations(range(len(tracks)))
    for _ in range(3):
        ids = data.draw(every)[: data.draw(st.integers(0, len(tracks)))]
        assert checked(route, tracks, ids) == every_trail(tracks, ids)


def test_only_the_first_count_tracks_are_looked_at() -> None:
    route = solver([(0, 1, 4), (1, 2, 3), (2, 3, 6)])
    assert route.length(vec[i64]([1, 0, 2]), 2) == 7
    assert route.trail(vec[i64]([1, 0, 2]), 2) == [0, 1]


def clusters(source: random.Random) -> Tracks:
    """Rings with few links between them: the heaviest even set falls apart into islands."""
    tracks: Tracks = []
    members: list[list[int]] = []
    places = 0
    for _ in range(source.randint(2, 5)):
        size = source.choice([2, 2, 3])
        members.append(list(range(places, places + size)))
        tracks += [(a, b, source.randint(1, 9)) for a, b, _ in ring(*members[-1])]
        places += size
    for _ in range(source.randint(len(members) - 1, len(members) + 2)):
        one, other = source.sample(members, 2)
        tracks.append((source.choice(one), source.choice(other), source.choice([1, 1, 2, 5])))
    for tail in range(places, places + source.randint(0, 4)):
        tracks.append((source.randrange(places), tail, source.randint(1, 20)))
    return tracks


@pytest.mark.parametrize("hundred", range(6))
def test_clusters(hundred: int) -> None:
    source = random.Random(hundred)
    for _ in range(100):
        tracks = clusters(source)
        ids = list(range(len(tracks)))
        assert solver(tracks).length(vec[i64](ids), len(ids)) == every_trail(tracks, ids), tracks


def test_the_longest_route_may_lie_on_the_island() -> None:
    """The heaviest even set has its ends in the right ring, the longest route in the left one."""
    left = [(0, 1, 1), (1, 2, 11), (2, 0, 11), (0, 6, 20), (1, 7, 20)]
    right = [(3, 4, 1), (4, 5, 5), (5, 3, 5), (3, 8, 21), (4, 9, 21)]
    assert longest([*left, (2, 5, 1), *right]) == 62
    left = [(0, 1, 11), (0, 1, 11), (0, 4, 20), (0, 5, 20)]
    right = [(2, 3, 5), (2, 3, 5), (2, 6, 21), (2, 7, 21)]
    assert longest([*left, (1, 3, 1), *right]) == 62


def board(source: random.Random) -> Tracks:
    """A flat map of 49 places and 108 pairs, like the largest published boards."""
    pairs = [(a, b) for a, b, _ in grid(7, 7)]
    squares = [p for p in range(42) if p % 7 < 6]
    for p in source.sample(squares, 24):
        pairs.append(source.choice([(p, p + 8), (p + 1, p + 7)]))
    return [(a, b, source.choice([1, 1, 1, 2, 2, 3, 3, 4])) for a, b in pairs]


def dense(tracks: Tracks, trains: int, source: random.Random) -> list[int]:
    """Grow a network as strong players do, closing a ring where there is one to close."""
    reached = {source.randrange(49)}
    ids: list[int] = []
    while True:
        near = [
            t
            for t, (a, b, n) in enumerate(tracks)
            if n <= trains and t not in ids and (a in reached or b in reached)
        ]
        if not near:
            return ids
        closing = [t for t in near if set(tracks[t][:2]) <= reached]
        taken = source.choice(closing if closing and source.random() < 0.9 else near)
        ids.append(taken)
        reached |= set(tracks[taken][:2])
        trains -= tracks[taken][2]


@pytest.mark.parametrize("seed", range(30))
def test_dense_networks(seed: int) -> None:
    source = random.Random(seed)
    tracks = board(source)
    route = solver(tracks)
    for _ in range(2):
        ids = dense(tracks, source.randint(36, 42), source)
        assert checked(route, tracks, ids) == fewest_left_out([tracks[t] for t in ids])


def everybody(places: int) -> Tracks:
    """A track between any two places."""
    return [(a, b, 1 + (a * 7 + b * 3) % 4) for a in range(places) for b in range(a)]


def test_work_has_a_bound() -> None:
    """Far beyond any board: a route is found all the same, always the same one, and soon."""
    tracks = everybody(30)
    route = solver(tracks)
    ids = vec[i64](list(range(len(tracks))))
    found = route.length(ids, len(tracks))
    assert route.length(ids, len(tracks)) == found == solver(tracks).length(ids, len(tracks))
    # No route is longer than all tracks; and one through each place needs no search.
    assert 29 <= found <= sum(length for _, _, length in tracks)
    assert len(route._core._table) <= 3 * MOST_CELLS
    # A small network on the same board is not touched by it.
    few = vec[i64]([0, 1, 2])
    assert route.length(few, 3) == sum(length for _, _, length in tracks[:3])


def test_beyond_the_bound_a_route_still_exists(monkeypatch: pytest.MonkeyPatch) -> None:
    """Walks in place of a search: never longer than the longest, tails and loops included."""
    if wagonik.compiled:
        return  # what is compiled can't be changed: plain Python looks after this
    rng = random.Random(3)
    monkeypatch.setattr("wagonik.engine.longestcore.MOST_CELLS", 0)
    for _ in range(40):
        places = rng.randrange(3, 7)
        tracks = [
            (rng.randrange(places), rng.randrange(places), rng.randrange(1, 5)) for _ in range(9)
        ]
        tracks = [(a, b, n) for a, b, n in tracks if a != b]
        ids = list(range(len(tracks)))
        found = solver(tracks).length(vec[i64](ids), len(ids))
        exact = every_trail(tracks, ids)
        assert exact <= 2 * found <= 2 * exact
