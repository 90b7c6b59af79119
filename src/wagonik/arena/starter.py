"""A starter board: a corner of the published board, cut to a size that one can play with.

Everything that the rule set asks of a board is in it, with a word about what to change.
"""

import json
from dataclasses import replace
from typing import Final

from wagonik.engine.boardcheck import shortest
from wagonik.engine.boardfile import BoardFile, Place, Route, published
from wagonik.engine.cards import KIND_NAMES
from wagonik.engine.errors import UnknownGame
from wagonik.games import find_game

PLACES: Final = 14
TICKETS: Final = 20
PLAYERS: Final = 3  # at the most, so that a small board is not too crowded
NEAR: Final = 3  # spaces below which two places are no ticket


def starter(game: str, name: str = "My board") -> str:
    """The text of a small board for a game, ready to be played and changed."""
    found = find_game(game)
    if not found.has_board:
        raise UnknownGame(f"{found.name} is played without a board.")
    board = published(game)
    places, routes = _corner(board)
    spaces = sum(route.length for route in routes)
    longest = max(route.length for route in routes)
    whole = sum(route.length for route in board.routes)
    fewest, most = board.players[0], min(board.players[1], PLAYERS)
    # Fewer spaces, fewer pieces; but a board of half the size is also less crowded.
    pieces = round(board.numbers.pieces * spaces / whole * 1.8)
    pieces = max(longest + 4, min(board.numbers.pieces, pieces))
    lengths = sorted({route.length for route in routes})
    tickets = _tickets(board, places, routes, pieces)
    numbers = board.numbers
    deal = min(numbers.first_tickets, 4)
    codes = {code for route in routes for code in route.railroads}
    width = max(len(place.name) for place in places) + 3
    lines = [
        f"# A board for {found.name}, to start from. Change whatever you like, then:",
        "#   wagonik check FILE      says what can't be played, with its line",
        "#   wagonik layout FILE     places everything on the drawn board",
        "#   wagonik study FILE      plays it and says what is out of balance",
        "# Every key is explained in docs/board-files.md.",
        "format = 1",
        f"game = {_text(game)}",
        f"name = {_text(name)}",
        f"piece = {_text(board.piece)}",
        f"players = [{fewest}, {most}]",
        "",
        f"numbers.pieces        = {pieces}  # of each player",
        f"numbers.hand          = {numbers.hand}  # cards dealt to each player",
        f"numbers.locomotives   = {numbers.locomotives}  # given to each player before the deal",
        f"numbers.market        = {numbers.market}  # cards that lie face up",
        f"numbers.first_tickets = {deal}  # tickets dealt at the start,",
        f"numbers.first_keep    = {min(numbers.first_keep, deal)}  # of which so many are kept",
        f"numbers.draw_tickets  = {numbers.draw_tickets}  # tickets drawn in a turn,",
        f"numbers.draw_keep     = {numbers.draw_keep}  # of which so many are kept",
        f"numbers.last_turns_at = {numbers.last_turns_at}  # pieces left that start the last turns",
        "",
        "# cards of each kind",
        f"deck = {{ {', '.join(f'{kind} = {board.deck[kind]}' for kind in KIND_NAMES)} }}",
        "# points for a route, by its length",
        f"points = {{ {', '.join(f'{n} = {board.points[n]}' for n in lengths)} }}",
        "# usable ones of two and of three parallel tracks, by the number of players",
        "tracks = { "
        + ", ".join(f"{n} = {list(board.tracks[n])}" for n in range(fewest, most + 1))
        + " }",
        "",
        "# latitude and longitude say where a place lies; `wagonik layout` nudges them apart",
        "places = [",
        *(_place(place, width) for place in places),
        "]",
        "",
        "# one line for each track; parallel tracks are lines of their own",
        "routes = [",
        *(_route(route, width) for route in routes),
        "]",
        "",
        "tickets = [",
        *(f"  {{ {_ends(a, b, width)} points = {points} }}," for a, b, points in tickets),
        "]",
    ]
    railroads = [railroad for railroad in board.railroads if railroad.code in codes]
    if railroads:
        lines += ["", "# shares, and points for the most of them, the second most and so on"]
        lines += ["railroads = ["]
        lines += [
            f"  {{ name = {_text(r.name)}, code = {_text(r.code)}, shares = {r.shares}, "
            f"points = {list(r.points[: max(most, 3)])} }},"
            for r in railroads
        ]
        lines += ["]"]
    return "\n".join(lines) + "\n"


def _corner(board: BoardFile) -> tuple[list[Place], list[Route]]:
    """The part of the board that shows most of what the rule set knows, then has most tracks."""
    best: tuple[int, int] = (-1, -1)
    found: tuple[list[Place], list[Route]] = ([], [])
    for centre in board.places:
        if centre.exit or centre.region:
            continue
        names = _around(board, centre.name)
        places = [place for place in board.places if place.name in names]
        routes = [route for route in board.routes if _inside(route, names)]
        shown = (_shown(places, routes), len(routes))
        if shown > best:
            best, found = shown, (places, routes)
    return found


def _shown(places: list[Place], routes: list[Route]) -> int:
    """How many of the things that only some games know are there."""
    return sum(
        (
            any(place.arctic for place in places),
            any(route.locomotives for route in routes),
            any(route.tunnel for route in routes),
            any(route.bonus for route in routes),
            any(route.exchange for route in routes),
            any(route.free for route in routes),
            len({place.country for place in places}) > 1,
        )
    )


def _inside(route: Route, names: list[str]) -> bool:
    return route.start in names and route.end in names


def _around(board: BoardFile, centre: str) -> list[str]:
    """The places nearest to one, each joined to an earlier one."""
    outside = {place.name for place in board.places if place.exit or place.region}
    ways = {place.name: shortest(board, centre, place.name) or 0 for place in board.places}
    found = [centre]
    while len(found) < PLACES:
        next_ones = sorted(
            (ways[end], route.length, end)
            for route in board.routes
            for start, end in ((route.start, route.end), (route.end, route.start))
            if start in found and end not in found and end not in outside
        )
        if not next_ones:
            break
        found.append(next_ones[0][2])
    return found


def _tickets(
    board: BoardFile, places: list[Place], routes: list[Route], pieces: int
) -> list[tuple[str, str, int]]:
    """Tickets of all lengths, worth about what the published ones are for their length."""
    small = replace(board, places=tuple(places), routes=tuple(routes))
    slope = worth_of_a_space(board)
    names = [place.name for place in places if not place.junction]
    pairs = []
    for i, start in enumerate(names):
        for end in names[i + 1 :]:
            spaces = shortest(small, start, end)
            if spaces is not None and NEAR <= spaces <= pieces:
                pairs.append((spaces, start, end))
    pairs.sort()
    step = max(1.0, len(pairs) / TICKETS)
    chosen = [pairs[int(i * step)] for i in range(min(TICKETS, len(pairs)))]
    return sorted((start, end, max(1, round(spaces * slope))) for spaces, start, end in chosen)


def worth_of_a_space(board: BoardFile) -> float:
    """How many points a ticket of a board has for each space of its shortest way."""
    points = spaces = 0
    for ticket in board.tickets:
        way = shortest(board, ticket.start, ticket.end)
        if way:
            points += ticket.points
            spaces += way
    return points / max(1, spaces)


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def _ends(start: str, end: str, width: int) -> str:
    return f"from = {_text(start) + ',':<{width}} to = {_text(end) + ',':<{width}}"


def _place(place: Place, width: int) -> str:
    keys = (
        f"name = {_text(place.name) + ',':<{width}} latitude = {place.latitude}, "
        f"longitude = {place.longitude}"
    )
    if place.country:
        keys += f", country = {_text(place.country)}"
    if place.arctic:
        keys += ", arctic = true"
    if place.junction:
        keys += ", junction = true"
    return f"  {{ {keys} }},"


def _route(route: Route, width: int) -> str:
    keys = (
        f"{_ends(route.start, route.end, width)} "
        f"colour = {_text(route.colour) + ',':<9} length = {route.length}"
    )
    for name in ("locomotives", "bonus", "exchange"):
        if getattr(route, name):
            keys += f", {name} = {getattr(route, name)}"
    for name in ("tunnel", "free"):
        if getattr(route, name):
            keys += f", {name} = true"
    if route.railroads:
        keys += f", railroads = {json.dumps(list(route.railroads), ensure_ascii=False)}"
    return f"  {{ {keys} }},"
