"""The facts of a game on its board: what never changes during a match."""

from msgspec import Struct

from wagonik.server.protocol.views import Cards, Kind


class Fact(Struct, forbid_unknown_fields=True, kw_only=True):
    """What all facts share."""


class FamilyFacts(Fact):
    """A block of actions: the action `base + argument` is written `texts[argument]`."""

    name: str
    base: int
    texts: list[str]


class PlaceFacts(Fact):
    """A place of the board."""

    name: str
    country: str
    region: str
    arctic: bool
    junction: bool
    exit: bool


class TrackFacts(Fact):
    """A track by the number that views and actions use."""

    start: int
    end: int
    colour: str
    length: int
    points: int
    kind: str
    locomotives: int
    tunnel: bool
    bonus: int
    exchange: int
    free: bool
    railroads: list[str]
    asks: list[str]  # codes of the technologies that whoever claims it must have
    parallel: list[int]
    usable: int  # how many of it and its parallel tracks these players may claim altogether
    text: str
    drawing: int  # its number in the drawing, which keeps the order of the board file


class TicketFacts(Fact):
    """A ticket: what it joins, and its points."""

    start: str
    end: str
    starts: list[int]  # the places that its ends stand for; none without a board
    ends: list[int]
    points: int
    cards: Cards | None = None  # what it needs where it is paid with cards


class CityFacts(Fact):
    """A Big City of a game without a board."""

    name: str
    points: int


class RailroadFacts(Fact):
    """A railroad, its shares and their points."""

    name: str
    code: str
    shares: int
    points: list[int]


class NumberFacts(Fact):
    """The numbers of the set-up."""

    pieces: int
    hand: int
    first_tickets: int
    first_keep: int
    draw_tickets: int
    draw_keep: int
    market: int
    last_turns_at: int


class EventFacts(Fact):
    """A kind of event, and what its values are called. What it tells may lie face down later: by
    the book it then fades after a round, but for its own seat where that may look at it."""

    name: str
    values: list[str]
    fades: bool
    looked_up: bool


class Facts(Fact):
    """What never changes in a match."""

    game: str
    board: str
    board_pl: str
    piece: str
    players: int
    options: list[str]
    version: int
    actions: list[FamilyFacts]
    steps: list[str]
    events: list[EventFacts]
    numbers: NumberFacts
    deck: dict[Kind, int]
    places: list[PlaceFacts]
    tracks: list[TrackFacts]
    tickets: list[TicketFacts]
    railroads: list[RailroadFacts]
    cities: list[CityFacts]
    drawn: bool  # whether there is a drawing
