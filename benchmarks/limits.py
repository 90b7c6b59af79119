"""Moves on the largest and densest boards that a server accepts from strangers: how long one takes.

    python -m benchmarks.limits [--moves 400] [--json]

Everybody at a server waits while a move is made, so none may take 50 ms. Each board is at the
limits of `wagonik.server.boards`; seats claim whatever they can, which makes the networks as large
as they get. A move is what the server does for one: the rules, what all seats and a spectator are
told, and after some moves the longest routes of all seats, as at the end of a match. Told is
processor time, of the longest move of all, and beside it the work of the search for the longest
route, which is the same on every machine and has a bound. Run from the repository's root.
"""

import argparse
import json
import random
import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.engine.boardrules import BoardRules
from wagonik.engine.longestcore import MOST_WORK
from wagonik.engine.state import State
from wagonik.games import find_game
from wagonik.server.boards import (
    MOST_NEIGHBOURS,
    MOST_PIECES,
    MOST_ROUTES,
    MOST_TICKETS,
    checked,
)
from wagonik.server.live import LiveMatch, MatchSetup
from wagonik.server.telling import ShownViews, Telling

COLOURS = ["red", "orange", "yellow", "green", "blue", "purple", "black", "white"]
MOST_MS = 50.0
EVERY = 10  # moves after which the longest routes are found


def clusters() -> list[tuple[int, int]]:
    """Places that are all joined to each other, as many as a place may have neighbours."""
    size = MOST_NEIGHBOURS
    count = MOST_ROUTES // (size * (size - 1) // 2 + 1)
    pairs = [
        (first + a, first + b)
        for first in range(0, count * size, size)
        for a in range(size)
        for b in range(a)
    ]
    # One route from each cluster to the next, and a tail.
    links = [(first - 1, first) for first in range(size, count * size, size)]
    tail = [(place, place + 1) for place in range(count * size - 1, count * size + 40)]
    return [*pairs, *links, *tail][:MOST_ROUTES]


def ring() -> list[tuple[int, int]]:
    """A place and its next eight on a ring, round and round: dense and all of a piece."""
    places = 2 * MOST_ROUTES // MOST_NEIGHBOURS
    steps = range(1, MOST_NEIGHBOURS // 2 + 1)
    return [(a, (a + step) % places) for step in steps for a in range(places)][:MOST_ROUTES]


def grid() -> list[tuple[int, int]]:
    """Wide, with as many diagonals as there may be routes."""
    width, height = 9, 11
    places = [(row, column) for row in range(height) for column in range(width)]
    pairs = [
        (row * width + column, (row + down) * width + column + right)
        for down, right in ((0, 1), (1, 0), (1, 1))
        for row, column in places
        if row + down < height and column + right < width
    ]
    return pairs[:MOST_ROUTES]


SHAPES = {"clusters": clusters, "ring": ring, "grid": grid}


def board(shape: str) -> str:
    """A board at the limits, as a file."""
    pairs = SHAPES[shape]()
    places = sorted({place for pair in pairs for place in pair})
    most = min(4, find_game(GAME).most_players)
    lines = [
        "format = 1",
        f'game = "{GAME}"',
        f'name = "{shape}"',
        f"players = [2, {most}]",
        f"numbers.pieces = {MOST_PIECES}",
        "numbers.hand = 4",
        "numbers.first_tickets = 3",
        "numbers.first_keep = 1",
        "numbers.draw_tickets = 3",
        "numbers.draw_keep = 1",
        "deck = { " + ", ".join(f"{c} = 12" for c in COLOURS) + ", locomotive = 14 }",
        "points = { 1 = 1, 2 = 2, 3 = 4 }",
        "tracks = { 2 = [1, 1], 3 = [1, 1], 4 = [1, 1] }",
        "places = [",
    ]
    for place in places:
        at = f"latitude = {40 + place // 12}.5, longitude = {place % 12}.5"
        lines.append(f'  {{ name = "P{place}", {at} }},')
    lines += ["]", "routes = ["]
    for number, (a, b) in enumerate(pairs):
        colour = COLOURS[number % len(COLOURS)]
        lines.append(f'  {{ from = "P{a}", to = "P{b}", colour = "{colour}", length = 1 }},')
    lines += ["]", "tickets = ["]
    rng = random.Random(shape)
    chosen: set[tuple[int, int]] = set()
    near = {frozenset(pair) for pair in pairs}
    open_pairs = len(places) * (len(places) - 1) // 2 - len(near)
    while len(chosen) < min(MOST_TICKETS, open_pairs):
        a, b = sorted(rng.sample(places, 2))
        if frozenset((a, b)) not in near:
            chosen.add((a, b))
    lines += [f'  {{ from = "P{a}", to = "P{b}", points = 5 }},' for a, b in sorted(chosen)]
    lines.append("]")
    return "\n".join(lines) + "\n"


GAME = "nordic_countries"  # whose rules take any board


def work_of(rules: BoardRules, state: State, seat: int) -> int:
    """Find the longest route of a seat; how much work the search was."""
    tracks = [track for track in range(rules.board.track_count) if rules.owns(state, seat, track)]
    routes = rules.board_standing.routes
    routes._core._work = MOST_WORK
    routes.length(vec[i64](tracks), len(tracks))
    return int(MOST_WORK - routes._core._work)


def densest(rules: BoardRules, pieces: int) -> list[int]:
    """Tracks for all pieces of one seat, as close together as they can be."""
    board = rules.board
    reached: set[int] = set()
    chosen: list[int] = []
    left = set(range(board.track_count))
    while left and len(chosen) < pieces:
        # Between places that are reached already, else to as few new ones as there are.
        best = min(left, key=lambda t: (len({int(board.a[t]), int(board.b[t])} - reached), t))
        left.remove(best)
        chosen.append(best)
        reached |= {int(board.a[best]), int(board.b[best])}
    return chosen


def measure(shape: str, moves: int) -> dict[str, Any]:
    file = checked(board(shape))
    players = file.players[1]
    setup = MatchSetup("limits", 1, GAME, players, 7, (), file, 0.0, find_game(GAME).version)
    live = LiveMatch(setup, [], moves + 1)
    rules = live.match.rules
    assert isinstance(rules, BoardRules)
    shown = ShownViews()
    rng = random.Random(shape)
    times: list[float] = []
    work = claims = 0
    while not live.over and len(times) < moves:
        seat = live.deciding[0]
        legal = live.match.legal_actions(seat)
        best = [action for action in legal if action.family == "claim"] or legal
        action = rng.choice(best)
        claims += action.family == "claim"
        began = time.process_time()
        live.play(seat, [action.index], float(len(times)))
        telling = Telling(live, shown, True, None, None)
        for viewer in range(-1, players):
            telling.told(viewer)
        if not len(times) % EVERY or live.over:
            # As if all tied now, and the longest route decided.
            rules.score(live.match.state)
            for one in range(players):
                work = max(work, work_of(rules, live.match.state, one))
        times.append(time.process_time() - began)
    tracks = densest(rules, MOST_PIECES)
    routes = rules.board_standing.routes
    routes._core._work = MOST_WORK
    began = time.process_time()
    routes.length(vec[i64](tracks), len(tracks))
    alone = time.process_time() - began
    work = max(work, int(MOST_WORK - routes._core._work))
    return {
        "shape": shape,
        "densest_ms": round(alone * 1000, 2),
        "players": players,
        "places": len(file.places),
        "routes": len(file.routes),
        "moves": len(times),
        "claims": claims,
        "longest_ms": round(max(times) * 1000, 2),
        "mean_ms": round(sum(times) / len(times) * 1000, 3),
        "work": work,
        "most_work": MOST_WORK,
    }


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--moves", type=int, default=400)
    parser.add_argument("--json", action="store_true")
    arguments = parser.parse_args()
    worst = 0.0
    for shape in SHAPES:
        found = measure(shape, arguments.moves)
        worst = max(worst, found["longest_ms"], found["densest_ms"])
        if arguments.json:
            print(json.dumps(found))
        else:
            print(
                f"{shape}: {found['places']} places, {found['routes']} routes, "
                f"{found['players']} players; {found['moves']} moves, {found['claims']} "
                "claims: "
                f"the longest {found['longest_ms']} ms, mean {found['mean_ms']} ms; "
                f"the longest route of all pieces at their densest {found['densest_ms']} ms; "
                f"work {found['work']:,} of at most {MOST_WORK:,}"
            )
    return worst > MOST_MS


if __name__ == "__main__":
    sys.exit(main())
