"""What a view looks like on the wire, for the types of the client.

Views are made by the engine as plain data; a test converts views of whole matches into these
types, so the two can't drift apart.
"""

from typing import Annotated, Literal

from msgspec import UNSET, Meta, Struct, UnsetType

Kind = Literal["red", "orange", "yellow", "green", "blue", "purple", "black", "white", "locomotive"]
Cards = dict[Kind, int]


class Data(Struct, forbid_unknown_fields=True, kw_only=True):
    """What all parts of a view share."""


class PlayerView(Data):
    """What is known of a seat."""

    seat: int
    points: int
    cards: int
    known: Cards
    tickets: int
    offered: int
    chosen: bool
    hand: Cards | None
    kept: list[int] | None
    offer: list[int] | None
    pieces: int | UnsetType = UNSET
    tracks: list[int] | UnsetType = UNSET
    shares: int | UnsetType = UNSET
    # Free tracks that it can no longer claim, because of parallel ones.
    closed: list[int] | UnsetType = UNSET


class MoveView(Data):
    """A move that is being put together."""

    track: int | None
    colour: Kind
    units: int
    groups: int
    left: int
    laid: Cards


class TunnelView(Data):
    """A tunnel that is being tried."""

    turned: Cards
    extra: int


class GoalView(Data):
    """A goal, and how far each seat is."""

    goal: int
    name: str
    points: int
    counts: list[int] | None


class NextShare(Data):
    """The next share of a railroad, for whoever decides about it: what the viewer's place and
    points there would be."""

    number: int
    rank: int | None
    points: int | None  # None by the book, where it depends on the shares of others


class ShareView(Data):
    """Shares of a railroad, as far as they are known."""

    railroad: int
    code: str
    name: str
    points: list[int]
    left: int
    held: list[list[int] | None]  # None by the book, but for the viewer's own
    dummy: list[int] | None
    face_down: list[int]
    # Who is first, second and so on, with -1 for the dummy, and what each seat would score now
    # (with a dummy: could expect); None by the book.
    ranks: list[int] | None
    worth: list[int] | None
    next: NextShare | None


class ShelfView(Data):
    """A technology that is for sale."""

    technology: int
    code: str
    name: str
    cost: int | None  # None: it has left the game
    copies: int


class TechnologyView(Data):
    """Technologies: who has which, and what is for sale."""

    shelf: list[ShelfView]
    held: list[list[int]]
    bought: int | None


class FlagView(Data):
    """Flags of Paris, seat by seat."""

    cards: list[Kind]
    points: int


class RowView(Data):
    """A row of cards in a rail yard."""

    colour: Kind
    cards: int
    locomotives: int


class YardView(Data):
    """The rail yard of a seat."""

    rows: list[RowView]
    stack: int
    stack_cards: Cards | None
    completed: list[int]


class ClaimView(Data):
    """A claim and what was paid for it; None by the book, once it is a round ago."""

    seat: int
    track: int
    points: int
    paid: Cards | None


class Mechanics(Data):
    """What a game has beside cards and tickets; a panel of the client for each of them."""

    tunnel: TunnelView | UnsetType = UNSET
    goals: list[GoalView] | UnsetType = UNSET
    shares: list[ShareView] | UnsetType = UNSET
    technology: TechnologyView | UnsetType = UNSET
    flags: list[FlagView] | UnsetType = UNSET
    yards: list[YardView] | UnsetType = UNSET
    decks_left: int | UnsetType = UNSET


class ViewData(Data):
    """What a seat or a spectator may know."""

    game: str
    seats: int
    viewer: int
    turn: int
    first: int
    seat: int | None
    step: str | None
    over: bool
    last_turns: int | None
    market: list[Kind | None]
    deck: int
    memory: Literal["helped", "book"]  # book: nothing is shown that lies face down
    discarded: int
    discards: Cards | None  # None by the book
    ticket_deck: int
    drawn: int
    players: list[PlayerView]
    mechanics: Mechanics
    claims: list[ClaimView]
    move: MoveView | UnsetType = UNSET


# An event has its name, mostly its seat, and the values that its type names.
Event = Annotated[dict[str, int | str | None], Meta(description="name under `event`")]


class SourceLine(Data):
    """Points from one source."""

    name: str
    points: int
    items: list[dict[str, str | int | bool | list[int | str] | None]]


class Sheet(Data):
    """The score of a seat: its total, and where each point came from."""

    seat: int
    total: int
    sources: list[SourceLine]
