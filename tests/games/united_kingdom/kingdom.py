"""Positions of United Kingdom: technology given by hand, and what a route needs by the page."""

from tests.support import board_rules, relist
from wagonik import Match
from wagonik.engine.boardfile import Route
from wagonik.engine.cards import KIND_NAMES
from wagonik.games.united_kingdom.technology import TECHNOLOGY_CODES, KingdomState

ADVANCED = {"advanced_technologies": True}
RICH = dict.fromkeys(KIND_NAMES, 12)
OPENERS = ("wales", "ireland-france", "scotland", "stoker", "boiler", "propellers")
COSTS = {
    "wales": 1,
    "ireland-france": 1,
    "scotland": 1,
    "stoker": 1,
    "boiler": 2,
    "propellers": 2,
    "booster": 2,
    "lagging": 2,
    "turbines": 2,
    "double-heading": 4,
    "right-of-way": 4,
    "thermocompressor": 1,
    "water-tenders": 2,
    "risky-contracts": 2,
    "equalising-beam": 2,
    "diesel": 3,
}
BASIC_CODES = tuple(COSTS)[:11]


def kingdom(match: Match) -> KingdomState:
    assert isinstance(match.state, KingdomState)
    return match.state


def grant(match: Match, seat: int, *codes: str) -> None:
    """Let a seat hold technology, as if it had bought it in earlier turns."""
    state = kingdom(match)
    for code in codes:
        technology = TECHNOLOGY_CODES.index(code)
        state.held[seat] |= 1 << technology
        state.copies[technology] -= 1
    relist(match)


def strip(match: Match, seat: int) -> None:
    """Put all technology of a seat back on the table."""
    state = kingdom(match)
    for technology in range(len(TECHNOLOGY_CODES)):
        if int(state.held[seat]) >> technology & 1:
            state.copies[technology] += 1
    state.held[seat] = 0
    relist(match)


def holds(match: Match, seat: int) -> set[str]:
    held = int(kingdom(match).held[seat])
    return {code for i, code in enumerate(TECHNOLOGY_CODES) if held >> i & 1}


def copies(match: Match, code: str) -> int:
    return int(kingdom(match).copies[TECHNOLOGY_CODES.index(code)])


def requirements(match: Match, route: Route) -> set[str]:
    """What a route needs, read off the page: concessions, length, ferry."""
    if {route.start, route.end} == {"Southampton", "New York"}:
        return set()
    country = {place.name: place.country for place in board_rules(match).board.file.places}
    needs = set()
    for place in (route.start, route.end):
        if country[place] == "Wales":
            needs.add("wales")
        elif country[place] in ("Ireland", "France"):
            needs.add("ireland-france")
        elif country[place] == "Scotland":
            needs.add("scotland")
    if route.length == 3:
        needs.add("stoker")
    if route.length in (4, 5, 6):
        needs.add("boiler")
    if route.locomotives:
        needs.add("propellers")
    return needs


def pay_with_locomotives(match: Match, claim: str) -> None:
    """Claim a track, or buy technology, with real locomotives only."""
    match.play(claim)
    for _ in range(3):
        texts = [action.text for action in match.legal_actions()]
        choice = next((t for t in texts if t.startswith("pay:locomotive")), None)
        if choice is None and "exchange:0" in texts:
            choice = "exchange:0"
        if choice is None:
            return
        match.play(choice)
