"""An independent scorer: slow, obvious, written from the pages of the rules alone.

It reads the facts from the board file and what happened from the events of a match, and scores
everything again: it asks the engine for no points, no connection, no longest route, no matching
of tickets. Where it disagrees with the engine, one of the two is wrong.
"""

import tomllib
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from itertools import combinations
from typing import Any

from tests.settled import Settled, TooManySets
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import KIND_NAMES, PILE
from wagonik.engine.rules import Rules
from wagonik.engine.state import State
from wagonik.games.northern_lights.goals import GOAL_NAMES
from wagonik.games.united_kingdom.technology import TECHNOLOGY_NAMES

Edge = tuple[str, str, int]  # two places and a length
Value = tuple[int, int, int]  # points, tickets, Big City ends

EVENT = 4  # integers of an event in the log
BRUTE_TICKETS = 10  # up to so many tickets every subset is tried


@cache
def facts(game: str) -> dict[str, Any]:
    """The facts of a game, straight from its file."""
    name = "cards.toml" if game == "card_game" else "board.toml"
    file = resources.files(f"wagonik.games.{game}").joinpath(name)
    return tomllib.loads(file.read_text(encoding="utf-8"))


# What happened


@dataclass
class Claim:
    """A claimed route, what was paid for it, and the technology held at that moment."""

    seat: int
    start: str
    end: str
    colour: str
    length: int
    locomotives: int
    technologies: frozenset[str]
    paid: Counter[str] = field(default_factory=Counter)

    @property
    def edge(self) -> Edge:
        return (self.start, self.end, self.length)


@dataclass
class Scoring:
    """One scoring of the Card Game: each seat's stack, tickets, and the completed ones."""

    stacks: list[Counter[str]]
    tickets: list[set[int]]
    completed: list[set[int]]


@dataclass
class Story:
    """A finished match as its events tell it."""

    game: str
    seats: int
    claims: list[Claim] = field(default_factory=list)
    tickets: list[set[int]] = field(default_factory=list)
    goals: list[str] = field(default_factory=list)
    technologies: list[set[str]] = field(default_factory=list)
    shares: list[tuple[int, int, int]] = field(default_factory=list)  # railroad, number, seat
    dummy: list[tuple[int, int]] = field(default_factory=list)  # railroad, number: turned up
    scorings: list[Scoring] = field(default_factory=list)
    hands: list[Counter[str]] = field(default_factory=list)
    first: int = 0  # the seat that had the first turn
    ended: str = ""

    def edges(self, seat: int) -> list[Edge]:
        return [claim.edge for claim in self.claims if claim.seat == seat]


def events_of(rules: Rules, log: Sequence[int]) -> list[tuple[str, int, int, int]]:
    names = [kind.name for kind in rules.event_types]
    return [
        (names[log[i]], int(log[i + 1]), int(log[i + 2]), int(log[i + 3]))
        for i in range(0, len(log), EVENT)
    ]


def story_of(rules: Rules, state: State) -> Story:
    """Read a match whose events were logged."""
    seats = rules.seats
    story = Story(rules.game, seats)
    story.tickets = [set() for _ in range(seats)]
    story.technologies = [set() for _ in range(seats)]
    stacks: list[Counter[str]] = [Counter() for _ in range(seats)]
    completed: list[set[int]] = [set() for _ in range(seats)]
    paying: Claim | None = None
    passes = 0
    for name, seat, a, b in events_of(rules, [int(x) for x in state.log]):
        if name == "turn":
            paying = None
            if a == 1:
                story.first = seat
        elif name == "claimed":
            assert isinstance(rules, BoardRules)
            route = rules.board.routes[a]
            paying = Claim(
                seat,
                route.start,
                route.end,
                route.colour,
                route.length,
                route.locomotives,
                frozenset(story.technologies[seat]),
            )
            story.claims.append(paying)
        elif name == "bought":
            paying = None
            story.technologies[seat].add(TECHNOLOGY_NAMES[a])
        elif name == "paid" and paying is not None:
            paying.paid[KIND_NAMES[a]] += b
        elif name == "kept_ticket":
            story.tickets[seat].add(a)
        elif name == "goal":
            story.goals.append(GOAL_NAMES[a])
        elif name == "share":
            story.shares.append((a, b, seat))
        elif name == "dummy_shown":
            story.dummy.append((a, b))
        elif name == "moved":
            stacks[seat][KIND_NAMES[a]] += 1
        elif name == "completed":
            completed[seat].add(a)
        elif name in ("new_deck", "over") and rules.game == "card_game":
            held = [set(tickets) for tickets in story.tickets]
            story.scorings.append(Scoring(stacks, held, completed))
            for mine, done in zip(story.tickets, completed, strict=True):
                mine -= done
            stacks = [Counter() for _ in range(seats)]
            completed = [set() for _ in range(seats)]
        # A round of passes ends a board game (common, R5); every other end is by last turns.
        if name == "passed":
            passes += 1
        elif name in ("drew", "took", "claimed", "kept", "withdrew"):
            passes = 0
    story.ended = "all passed" if passes >= seats and rules.game != "card_game" else "last turns"
    story.hands = [
        Counter({name: int(state.hand[seat * PILE + i]) for i, name in enumerate(KIND_NAMES)})
        for seat in range(seats)
    ]
    return story


# Networks


def joined(edges: Iterable[Edge], start: str, ends: set[str]) -> bool:
    """Whether an unbroken chain of routes leads from a place to one of the others."""
    edges = list(edges)
    reached = {start}
    grown = True
    while grown:
        grown = False
        for a, b, _ in edges:
            if (a in reached) != (b in reached):
                reached |= {a, b}
                grown = True
    return bool(reached & ends)


class TooDense(Exception):
    """A network on which trying every trail takes too long."""


def longest_trail(edges: Sequence[Edge], patience: int = 100_000) -> int:
    """The longest chain that uses no route twice; places may come again.

    It walks every trail from every place; it turns back only where all routes still within
    reach could not make the trail longer than the best one.
    """
    near: dict[str, list[tuple[str, int]]] = {}
    for number, (a, b, _) in enumerate(edges):
        near.setdefault(a, []).append((b, number))
        near.setdefault(b, []).append((a, number))
    lengths = [length for _, _, length in edges]
    used: set[int] = set()
    best = steps = 0

    def within_reach(place: str) -> int:
        seen, todo, free = {place}, [place], set()
        while todo:
            for other, number in near[todo.pop()]:
                if number not in used:
                    free.add(number)
                    if other not in seen:
                        seen.add(other)
                        todo.append(other)
        return sum(lengths[number] for number in free)

    def onward(place: str, length: int) -> None:
        nonlocal best, steps
        best = max(best, length)
        steps += 1
        if steps > patience:
            raise TooDense(edges)
        if length + within_reach(place) <= best:
            return
        for other, number in near[place]:
            if number not in used:
                used.add(number)
                onward(other, length + lengths[number])
                used.discard(number)

    # From places with an odd number of routes first: long trails often start there.
    for place in sorted(near, key=lambda name: (len(near[name]) % 2 == 0, name)):
        onward(place, 0)
    return best


def ticket_done(game: str, edges: list[Edge], ticket: int) -> bool:
    """A ticket to a region is completed by reaching any of its ports."""
    data = facts(game)
    entry = data["tickets"][ticket]

    def meant(name: str) -> set[str]:
        ports = {place["name"] for place in data["places"] if place.get("region") == name}
        return ports or {name}

    return any(joined(edges, start, meant(entry["to"])) for start in meant(entry["from"]))


# Matching tickets of the Card Game


def ticket_value(tickets: Iterable[int]) -> Value:
    data = facts("card_game")
    big = {city["name"] for city in data["big_cities"]}
    points = count = ends = 0
    for ticket in tickets:
        entry = data["tickets"][ticket]
        points += entry["points"]
        count += 1
        ends += (entry["from"] in big) + (entry["to"] in big)
    return points, count, ends


def can_complete(stack: Counter[str], tickets: Iterable[int]) -> bool:
    """A card serves one ticket; a locomotive stands for any colour."""
    needed: Counter[str] = Counter()
    for ticket in tickets:
        needed.update(facts("card_game")["tickets"][ticket]["cards"])
    return sum((needed - stack).values()) <= stack["locomotive"]


def best_value(stack: Counter[str], tickets: Iterable[int]) -> Value:
    """The best that a stack can complete: most points, then tickets, then Big City ends."""
    mine = sorted(tickets)
    if len(mine) <= BRUTE_TICKETS:
        return brute_value(stack, mine)
    return table_value(stack, mine)


def brute_value(stack: Counter[str], tickets: Sequence[int]) -> Value:
    """Every subset is tried."""
    return max(
        ticket_value(chosen)
        for size in range(len(tickets) + 1)
        for chosen in combinations(tickets, size)
        if can_complete(stack, chosen)
    )


def table_value(stack: Counter[str], tickets: Sequence[int]) -> Value:
    """One ticket after the other: the best value for every sum of cards that can be needed."""
    data = facts("card_game")
    colours = KIND_NAMES[:8]
    best: dict[tuple[int, ...], Value] = {(0,) * 8: (0, 0, 0)}
    for ticket in tickets:
        cards = data["tickets"][ticket]["cards"]
        more = [cards.count(colour) for colour in colours]
        gain = ticket_value([ticket])
        for used, value in list(best.items()):
            sums = tuple(u + m for u, m in zip(used, more, strict=True))
            short = sum(max(0, n - stack[c]) for n, c in zip(sums, colours, strict=True))
            if short <= stack["locomotive"]:
                total = (value[0] + gain[0], value[1] + gain[1], value[2] + gain[2])
                best[sums] = max(best.get(sums, total), total)
    return max(best.values())


# Scores


@dataclass
class Verdict:
    """Points by source for every seat, and who won."""

    sources: list[dict[str, int]]
    winners: list[int]

    @property
    def totals(self) -> list[int]:
        return [sum(lines.values()) for lines in self.sources]


def most(values: Sequence[int]) -> list[bool]:
    """Who has most: all who tie, but nobody with none (common, R7)."""
    return [value == max(values) and value > 0 for value in values]


def decide(totals: Sequence[int], *breakers: Sequence[int]) -> list[int]:
    """The winners: most points, then one tie-breaker after the other, then shared."""
    leaders = list(range(len(totals)))
    for values in (totals, *breakers):
        best = max(values[seat] for seat in leaders)
        leaders = [seat for seat in leaders if values[seat] == best]
    return leaders


class Scorer:
    """Scores a story of a board game."""

    def __init__(self, story: Story) -> None:
        self.story = story
        self.data = facts(story.game)
        self.seats = range(story.seats)
        self.edges = [story.edges(seat) for seat in self.seats]
        self.done = [
            {t for t in story.tickets[seat] if ticket_done(story.game, self.edges[seat], t)}
            for seat in self.seats
        ]
        self.completed = [len(done) for done in self.done]
        self._longest: list[int] = []

    @property
    def longest(self) -> list[int]:
        if not self._longest:
            self._longest = [longest_trail(edges) for edges in self.edges]
        return self._longest

    def routes(self, seat: int) -> int:
        table = self.data["points"]
        return sum(table[str(length)] for _, _, length in self.edges[seat])

    def tickets(self, seat: int) -> int:
        points = {t: self.data["tickets"][t]["points"] for t in self.story.tickets[seat]}
        return sum(p if t in self.done[seat] else -p for t, p in points.items())

    def own(self, seat: int) -> list[Claim]:
        return [claim for claim in self.story.claims if claim.seat == seat]

    def place(self, name: str) -> dict[str, Any]:
        found: dict[str, Any] = next(p for p in self.data["places"] if p["name"] == name)
        return found

    # Bonuses of single games

    def goal(self, name: str) -> tuple[int, list[int]]:
        """The points of a goal of Northern Lights, and how much each seat has of it."""
        return GOALS[name][0], [GOALS[name][1](self, seat) for seat in self.seats]

    def shares(self) -> list[int]:
        """Pennsylvania: rank by number of shares, a tie to the lowest number."""
        points = [0] * self.story.seats
        dummy = self.story.seats
        for railroad, entry in enumerate(self.data["railroads"]):
            held: dict[int, list[int]] = {}
            for which, number, seat in self.story.shares:
                if which == railroad:
                    held.setdefault(seat, []).append(number)
            for which, number in self.story.dummy:
                if which == railroad:
                    held.setdefault(dummy, []).append(number)
            ranked = sorted(held, key=lambda who: (-len(held[who]), min(held[who])))
            for who, amount in zip(ranked, entry["points"], strict=False):
                if who != dummy:
                    points[who] += amount
        return points

    def flags(self, seat: int) -> int:
        """Paris: blue, white and red together are four points."""
        lying: set[str] = set()
        points = 0
        for claim in self.own(seat):
            if claim.colour in ("blue", "white", "red") and claim.paid[claim.colour] > 0:
                lying.add(claim.colour)
            if len(lying) == 3:
                lying.clear()
                points += 4
        return points

    def claim_technology(self, seat: int) -> int:
        """United Kingdom: what Boiler Lagging and Steam Turbines add at each claim."""
        points = 0
        for claim in self.own(seat):
            points += "Boiler Lagging" in claim.technologies
            if claim.locomotives > 0 and "Steam Turbines" in claim.technologies:
                points += 2
        return points


def _hand_value(s: Scorer, seat: int) -> int:
    hand = s.story.hands[seat]
    return hand["locomotive"] + sum(n // 2 for kind, n in hand.items() if kind != "locomotive")


def _tickets_with(s: Scorer, seat: int, wanted: set[str]) -> int:
    entries = [s.data["tickets"][t] for t in s.done[seat]]
    return sum(1 for entry in entries if wanted & {entry["from"], entry["to"]})


def _claims_with(s: Scorer, seat: int, wanted: set[str]) -> int:
    return sum(1 for claim in s.own(seat) if wanted & {claim.start, claim.end})


def _arctic(s: Scorer) -> set[str]:
    return {place["name"] for place in s.data["places"] if place.get("arctic")}


def _countries(s: Scorer, seat: int) -> int:
    ends = {place for claim in s.own(seat) for place in (claim.start, claim.end)}
    return len({s.place(place).get("country") for place in ends} - {None, ""})


CAPITALS = {"Stockholm", "København", "Oslo", "Helsinki"}
GOALS: dict[str, tuple[int, Any]] = {
    "Call of the Wild": (5, _hand_value),
    "Capital Investment": (7, lambda s, seat: _tickets_with(s, seat, CAPITALS)),
    "Cost Efficiency": (
        7,
        lambda s, seat: s.data["numbers"]["pieces"] - sum(e[2] for e in s.edges[seat]),
    ),
    "Small Steps Strategist": (
        10,
        lambda s, seat: sum(1 for e in s.edges[seat] if e[2] == 1),
    ),
    "Nordic Express": (10, lambda s, seat: s.longest[seat]),
    "Local Network": (
        10,
        lambda s, seat: sum(1 for t in s.done[seat] if s.data["tickets"][t]["points"] <= 5),
    ),
    "International Tycoon": (12, _countries),
    "Polar Express": (12, lambda s, seat: _tickets_with(s, seat, _arctic(s))),
    "Snowplow Award": (12, lambda s, seat: _claims_with(s, seat, _arctic(s))),
    "Ferry Master": (12, lambda s, seat: sum(1 for c in s.own(seat) if c.colour == "grey")),
    "The Wild West": (
        7,
        lambda s, seat: _claims_with(
            s, seat, {p["name"] for p in s.data["places"] if p.get("country") == "Norway"}
        ),
    ),
}


def _plain(s: Scorer) -> list[dict[str, int]]:
    return [{"routes": s.routes(seat), "tickets": s.tickets(seat)} for seat in s.seats]


def _breakers_with_longest(s: Scorer, totals: list[int]) -> list[int]:
    """Most completed tickets, then the longest route; the route only if it is asked for."""
    leaders = decide(totals, s.completed)
    return leaders if len(leaders) == 1 else decide(totals, s.completed, s.longest)


def _globetrotter(s: Scorer, lines: list[dict[str, int]], points: int) -> None:
    for seat, best in enumerate(most(s.completed)):
        lines[seat]["globetrotter"] = points if best else 0


def _nordic_countries(s: Scorer) -> Verdict:
    lines = _plain(s)
    _globetrotter(s, lines, 10)
    return Verdict(lines, _breakers_with_longest(s, [sum(x.values()) for x in lines]))


def _northern_lights(s: Scorer) -> Verdict:
    lines = _plain(s)
    reached = [0] * s.story.seats
    for line in lines:
        line["goals"] = 0
    for name in s.story.goals:
        points, values = s.goal(name)
        for seat, best in enumerate(most(values)):
            if best:
                lines[seat]["goals"] += points
                reached[seat] += 1
    return Verdict(lines, decide([sum(x.values()) for x in lines], s.completed, reached))


def _pennsylvania(s: Scorer) -> Verdict:
    lines = _plain(s)
    _globetrotter(s, lines, 15)
    for seat, points in enumerate(s.shares()):
        lines[seat]["shares"] = points
    return Verdict(lines, _breakers_with_longest(s, [sum(x.values()) for x in lines]))


def _united_kingdom(s: Scorer) -> Verdict:
    lines = _plain(s)
    held = s.story.technologies
    for seat in s.seats:
        lines[seat]["route technology"] = s.claim_technology(seat)
        heading = "Double Heading" in held[seat]
        lines[seat]["double heading"] = 2 * s.completed[seat] if heading else 0
        if "Risky Contracts" in held[seat]:
            lines[seat]["risky contracts"] = 20 if most(s.completed)[seat] else -20
        if "Equalising Beam" in held[seat]:
            lines[seat]["equalising beam"] = 15 if most(s.longest)[seat] else -15
    return Verdict(lines, _breakers_with_longest(s, [sum(x.values()) for x in lines]))


def _paris(s: Scorer) -> Verdict:
    lines = _plain(s)
    for seat in s.seats:
        lines[seat]["flags"] = s.flags(seat)
    return Verdict(lines, decide([sum(x.values()) for x in lines], s.completed))


class WrongMatching(AssertionError):
    """The engine completed tickets that can't be completed, or not the best ones."""


def _check_final(scoring: Scoring, before: list[set[int]], first: int) -> None:
    """At the final scoring the bonuses count. Where there are too many sets to try them all, it
    is only seen that these can be completed."""
    try:
        wanted = Settled(facts("card_game"), before).final(scoring.stacks, scoring.tickets, first)
    except TooManySets:
        return
    found = [tuple(sorted(done)) for done in scoring.completed]
    if found != wanted:
        raise WrongMatching(f"{found} were completed, not {wanted}")


def _card_game(story: Story) -> Verdict:
    data = facts("card_game")
    completed: list[set[int]] = [set() for _ in range(story.seats)]
    for scoring in story.scorings:
        final = scoring is story.scorings[-1]
        if final:
            _check_final(scoring, completed, story.first)
        for seat in range(story.seats):
            stack, mine, done = (
                scoring.stacks[seat],
                scoring.tickets[seat],
                scoring.completed[seat],
            )
            if not done <= mine or not can_complete(stack, done):
                raise WrongMatching(f"seat {seat}: {sorted(done)} of {sorted(mine)} with {stack}")
            if not final and ticket_value(done) != best_value(stack, mine):
                raise WrongMatching(
                    f"seat {seat}: {ticket_value(done)} is not the best, "
                    f"{best_value(stack, mine)} can be had"
                )
            completed[seat] |= done
    lines = [
        {
            "tickets": ticket_value(completed[seat])[0] - ticket_value(story.tickets[seat])[0],
            "big cities": 0,
        }
        for seat in range(story.seats)
    ]
    cities = [0] * story.seats
    for city in data["big_cities"]:
        counts = [
            sum(
                1
                for t in done
                if city["name"] in (data["tickets"][t]["from"], data["tickets"][t]["to"])
            )
            for done in completed
        ]
        for seat, best in enumerate(most(counts)):
            if best:
                lines[seat]["big cities"] += city["points"]
                cities[seat] += 1
    totals = [sum(x.values()) for x in lines]
    return Verdict(lines, decide(totals, [len(done) for done in completed], cities))


JUDGES: dict[str, Callable[[Story], Verdict]] = {
    "nordic_countries": lambda story: _nordic_countries(Scorer(story)),
    "northern_lights": lambda story: _northern_lights(Scorer(story)),
    "pennsylvania": lambda story: _pennsylvania(Scorer(story)),
    "united_kingdom": lambda story: _united_kingdom(Scorer(story)),
    "card_game": _card_game,
    "paris": lambda story: _paris(Scorer(story)),
}


def judge(story: Story) -> Verdict:
    """Score a finished match from its story."""
    return JUDGES[story.game](story)
