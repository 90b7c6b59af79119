"""Whether a board can be played: what `wagonik check` says beyond the form of the file.

An error makes the board unplayable, or a part of it; a warning is worth a second look. What
one rule set asks of its boards comes from that game as a `Needs`: no game is named here.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from typing import Final

from wagonik.engine.boardfile import (
    ERROR,
    GREY,
    LOCOMOTIVE,
    WARNING,
    BoardFile,
    Place,
    Problem,
    Route,
    did_you_mean,
)
from wagonik.engine.boardformat import MOST_PLAYERS

# Whether a rule set knows a feature: not at all, where a board has it, or on every board.
NO: Final = "no"
MAY: Final = "may"
MUST: Final = "must"


@dataclass(frozen=True)
class Goal:
    """Something that the rules reward by name: it needs one of these on the board."""

    name: str
    places: tuple[str, ...] = ()
    countries: tuple[str, ...] = ()
    feature: str = ""  # the name of a need, like "arctic"


@dataclass(frozen=True)
class Needs:
    """What a rule set asks of a board; without anything given it takes every board."""

    ferries: str = MAY
    tunnels: str = MAY
    bonus: str = MAY
    exchange: str = MAY
    free: str = MAY
    railroads: str = MAY
    countries: str = MAY
    arctic: str = MAY
    regions: str = MAY
    players: tuple[int, int] = (2, MOST_PLAYERS)
    known_countries: tuple[str, ...] = ()  # if any: the only ones that the rules know
    goals: tuple[Goal, ...] = ()


ANYTHING: Final = Needs()


def check(board: BoardFile, needs: Needs = ANYTHING) -> list[Problem]:
    """Everything that is wrong or odd about a board, in the order of its lines."""
    found = [problem for part in _CHECKS for problem in part(board)]
    found += [problem for part in _NEEDS_CHECKS for problem in part(board, needs)]
    return sorted(found, key=lambda problem: (problem.line, problem.severity, problem.message))


def shortest(board: BoardFile, start: str, end: str) -> int | None:
    """The fewest spaces between two ends of a ticket, whoever owns them; None: no way."""
    ways: dict[str, list[Route]] = {}
    for route in board.routes:
        ways.setdefault(route.start, []).append(route)
        ways.setdefault(route.end, []).append(route)
    goals = board.ends(end)
    queue = [(0, place) for place in board.ends(start)]
    done: set[str] = set()
    while queue:
        spaces, place = heappop(queue)
        if place in goals:
            return spaces
        if place in done:
            continue
        done.add(place)
        for route in ways.get(place, ()):
            other = route.end if route.start == place else route.start
            heappush(queue, (spaces + route.length, other))
    return None


def _places(board: BoardFile) -> Iterator[Problem]:
    used = {name for route in board.routes for name in (route.start, route.end)}
    some_drawn = any(place.x is not None for place in board.places)
    for place in board.places:
        if place.name not in used:
            yield _odd(place.line, f'no route leads to "{place.name}": add one or remove it')
        if place.x is None or place.y is None:
            if some_drawn:
                yield _odd(place.line, f'"{place.name}" has no x and y, but others have')
        elif board.drawing is None:
            yield _odd(place.line, f'"{place.name}" has x and y, but there is no [drawing]')
        elif place.x > board.drawing.width or place.y > board.drawing.height:
            yield _odd(place.line, f'"{place.name}" lies outside of the drawing')


def _routes(board: BoardFile) -> Iterator[Problem]:
    names = [place.name for place in board.places]
    for route in board.routes:
        for name in (route.start, route.end):
            if name not in names:
                hint = did_you_mean(name, names)
                yield Problem(route.line, f'no place is called "{name}"{hint}')
        if route.start == route.end:
            yield Problem(route.line, f'this route leads from "{route.start}" to itself')
        if route.locomotives > route.length:
            symbols = f"{route.locomotives} locomotives on {_spaces(route.length)}"
            yield Problem(route.line, f"{symbols}: a ferry has at most one on each")
        if route.tunnel and route.locomotives:
            yield Problem(route.line, "a tunnel can't be a ferry: remove tunnel or locomotives")
        if route.exchange and (route.tunnel or route.locomotives):
            # (Nordic Countries, R9 and R11)
            hint = "ferries have an exchange of their own, tunnels have none"
            yield Problem(route.line, f"only an ordinary route can have exchange: {hint}")
        if route.length > board.numbers.pieces:
            most = f"nobody has more than {board.numbers.pieces} pieces"
            yield Problem(route.line, f"{_spaces(route.length)}, but {most}")
        if route.length not in board.points:
            hint = f"add {route.length} = … to [points]"
            yield Problem(route.line, f"no points for a route of length {route.length}: {hint}")
        yield from _payment(board, route)


def _payment(board: BoardFile, route: Route) -> Iterator[Problem]:
    """Whether all cards of the deck together could pay for a route."""
    wild = board.deck[LOCOMOTIVE]
    if route.locomotives > wild:
        message = f"{route.locomotives} locomotives needed, the deck has {wild}"
        yield Problem(route.line, message)
    if route.exchange:
        return  # other cards may stand for those of its colour
    if route.colour == GREY:
        cards = max(count for kind, count in board.deck.items() if kind != LOCOMOTIVE)
    else:
        cards = board.deck[route.colour]
    if cards + wild < route.length:
        colour = "any one colour" if route.colour == GREY else route.colour
        message = f"{route.length} cards of {colour} needed, the deck has {cards} + {wild} wild"
        yield Problem(route.line, message)


def _parallel(board: BoardFile) -> Iterator[Problem]:
    for (start, end), routes in board.pairs().items():
        if start == end:
            continue
        line = routes[-1].line
        between = f'between "{start}" and "{end}"'
        lengths = sorted({route.length for route in routes})
        if len(lengths) > 1:
            listed = " and ".join(str(length) for length in lengths)
            same = "they are parallel all the same, nobody may own both"  # (common, R3)
            yield _odd(line, f"tracks {between} differ in length ({listed}): {same}")
        count = len(routes)
        short = [n for n, usable in board.tracks.items() if count - 1 > len(usable)]
        if short:
            hint = f"[tracks] says nothing of so many for {short[0]} players"
            yield Problem(line, f"{count} parallel tracks {between}: {hint}")


def _tickets(board: BoardFile) -> Iterator[Problem]:
    names = {place.name for place in board.places}
    regions = {place.region for place in board.places if place.region}
    junctions = {place.name for place in board.places if place.junction}
    seen: dict[frozenset[str], int] = {}
    for ticket in board.tickets:
        ends = (ticket.start, ticket.end)
        title = f'"{ticket.start}" to "{ticket.end}"'
        missing = [name for name in ends if name not in names and name not in regions]
        for name in missing:
            hint = did_you_mean(name, names | regions)
            yield Problem(ticket.line, f'no place is called "{name}"{hint}')
        for name in ends:
            if name in junctions:
                yield _odd(ticket.line, f'"{name}" is a junction, drawn without its name')
        if set(board.ends(ticket.start)) & set(board.ends(ticket.end)):
            yield Problem(ticket.line, f"the ticket {title} ends where it starts")
        elif not missing:
            way = shortest(board, *ends)
            if way is None:
                yield Problem(ticket.line, f"no routes lead from {title}: nobody can complete it")
            elif way > board.numbers.pieces:
                most = f"a player has {board.numbers.pieces} pieces"
                yield Problem(ticket.line, f"{title} takes {_spaces(way)}, {most}")
        if frozenset(ends) in seen:
            first = seen[frozenset(ends)]
            yield _odd(ticket.line, f"the ticket {title} is on line {first} too")
        seen.setdefault(frozenset(ends), ticket.line)


def _counts(board: BoardFile) -> Iterator[Problem]:
    numbers, most = board.numbers, board.players[1]
    for keep, dealt in (("first_keep", "first_tickets"), ("draw_keep", "draw_tickets")):
        kept, given = getattr(numbers, keep), getattr(numbers, dealt)
        if kept > given:
            where = board.line("numbers", keep)
            yield Problem(where, f"{keep} is {kept}, but {dealt} is only {given}")
    if numbers.first_tickets * most > len(board.tickets):
        need = f"{most} players take {numbers.first_tickets} tickets each"
        where = board.line("tickets")
        yield Problem(where, f"{need} at the start, there are {len(board.tickets)} in all")
    if numbers.last_turns_at >= numbers.pieces:
        where = board.line("numbers", "last_turns_at")
        yield Problem(where, f"the last turns start at once: pieces is {numbers.pieces}")
    if numbers.locomotives * most > board.deck[LOCOMOTIVE]:
        need = f"{most} players are given {numbers.locomotives} locomotives each"
        where = board.line("numbers", "locomotives")
        yield Problem(where, f"{need}, the deck has {board.deck[LOCOMOTIVE]}")
    cards = sum(board.deck.values())
    dealt_out = most * (numbers.hand + numbers.locomotives) + numbers.market
    longest = max((route.length for route in board.routes), default=0)
    if dealt_out + longest > cards:
        need = f"{most} players and the market take {dealt_out} cards, the longest route {longest}"
        yield Problem(board.line("deck"), f"{need}: the deck has only {cards}")


def _railroads(board: BoardFile) -> Iterator[Problem]:
    codes = {railroad.code for railroad in board.railroads}
    named = {code for route in board.routes for code in route.railroads}
    for route in board.routes:
        for code in route.railroads:
            if code not in codes:
                hint = did_you_mean(code, codes)
                yield Problem(route.line, f'no railroad has the code "{code}"{hint}')
        if len(set(route.railroads)) < len(route.railroads):
            yield _odd(route.line, "a railroad is named twice beside this route")
    for railroad in board.railroads:
        ranks, line, name = len(railroad.points), railroad.line, railroad.name
        if railroad.code not in named:
            yield _odd(line, f'no route names "{railroad.code}": nobody can get its shares')
        if not railroad.points:
            yield Problem(line, f'"{name}" gives no points for any rank: add points = [ … ]')
        if list(railroad.points) != sorted(railroad.points, reverse=True):
            yield _odd(line, f'"{name}" gives a lower rank more points than a higher one')
        # A rank needs a player and a share; the dummy of two players ranks too.
        if ranks > max(board.players[1], 3) or ranks > railroad.shares:
            yield _odd(line, f'"{name}" has points for {ranks} ranks, more than can be reached')


# What only some rule sets know: the need's name, then the key in the file and who has it.
_ROUTE_FEATURES: Final[dict[str, tuple[str, Callable[[Route], bool]]]] = {
    "ferries": ("locomotives", lambda route: route.locomotives > 0),
    "tunnels": ("tunnel", lambda route: route.tunnel),
    "bonus": ("bonus", lambda route: route.bonus > 0),
    "exchange": ("exchange", lambda route: route.exchange > 0),
    "free": ("free", lambda route: route.free),
    "railroads": ("railroads", lambda route: bool(route.railroads)),
}
_PLACE_FEATURES: Final[dict[str, tuple[str, Callable[[Place], bool]]]] = {
    "countries": ("country", lambda place: bool(place.country)),
    "arctic": ("arctic", lambda place: place.arctic),
    "regions": ("region", lambda place: bool(place.region)),
}


def _uses(board: BoardFile) -> dict[str, tuple[str, str, list[int]]]:
    """For each feature its list and key, and the lines that have it."""
    uses = {}
    for name, (key, has_route) in _ROUTE_FEATURES.items():
        uses[name] = ("routes", key, [route.line for route in board.routes if has_route(route)])
    for name, (key, has_place) in _PLACE_FEATURES.items():
        uses[name] = ("places", key, [place.line for place in board.places if has_place(place)])
    return uses


def _features(board: BoardFile, needs: Needs) -> Iterator[Problem]:
    for name, (kind, key, lines) in _uses(board).items():
        need = getattr(needs, name)
        if need == NO and lines:
            total = len(board.routes) if kind == "routes" else len(board.places)
            where = f"it is set for {len(lines)} of {total} {kind}"
            yield _odd(lines[0], f"{key} changes nothing in this game ({where})")
        if need == MUST and not lines:
            yield Problem(board.line(kind), f"this game needs {kind} with {key}: there are none")


def _countries(board: BoardFile, needs: Needs) -> Iterator[Problem]:
    if not any(place.country for place in board.places):
        return
    for place in board.places:
        if not place.country:
            message = f'"{place.name}" has no country, but others have: add country = "…"'
            severity = ERROR if needs.countries == MUST else WARNING
            yield Problem(place.line, message, severity)
        elif needs.known_countries and place.country not in needs.known_countries:
            known = ", ".join(needs.known_countries)
            hint = did_you_mean(place.country, needs.known_countries) or f"; it knows {known}"
            yield Problem(place.line, f'this game knows no country "{place.country}"{hint}')


def _goals(board: BoardFile, needs: Needs) -> Iterator[Problem]:
    names = {place.name for place in board.places}
    countries = {place.country for place in board.places}
    uses = _uses(board)
    line = board.line("places")
    for goal in needs.goals:
        if goal.places and names.isdisjoint(goal.places):
            yield _odd(line, f'nobody can win "{goal.name}" without {" or ".join(goal.places)}')
        if goal.countries and countries.isdisjoint(goal.countries):
            message = f'nobody can win "{goal.name}" without {" or ".join(goal.countries)}'
            yield _odd(line, message)
        if goal.feature and not uses[goal.feature][2]:
            kind, key, _ = uses[goal.feature]
            message = f'nobody can win "{goal.name}" without {kind} that have {key}'
            yield _odd(board.line(kind), message)


def _players(board: BoardFile, needs: Needs) -> Iterator[Problem]:
    fewest, most = needs.players
    if board.players[0] < fewest or board.players[1] > most:
        yield Problem(board.line("players"), f"this game is for {fewest} to {most} players")


def _odd(line: int, message: str) -> Problem:
    return Problem(line, message, WARNING)


def _spaces(count: int) -> str:
    return "1 space" if count == 1 else f"{count} spaces"


_CHECKS: Final[tuple[Callable[[BoardFile], Iterator[Problem]], ...]] = (
    _places,
    _routes,
    _parallel,
    _tickets,
    _counts,
    _railroads,
)
_NEEDS_CHECKS: Final[tuple[Callable[[BoardFile, Needs], Iterator[Problem]], ...]] = (
    _features,
    _countries,
    _goals,
    _players,
)
