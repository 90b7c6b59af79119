"""What the server sends over a WebSocket."""

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from wagonik.analysis.report import Hint, MoveReason, Offer
from wagonik.server.protocol.views import Cards, Event, Sheet, ViewData
from wagonik.server.protocol.web import Cause, EmoteName, TableInfo

ErrorCode = Literal[
    "bad_message",  # not a message of the protocol
    "hello_first",
    "not_found",  # no such table, or a key or token that opens nothing
    "not_yours",  # the seat, or what only the host may do
    "not_now",  # the table is in another state
    "stale",  # the move was made for another moment; the current view comes along
    "not_your_turn",
    "illegal",  # the rules forbid it, and say why
    "no_undo",
    "no_hints",  # people sit here who did not agree to them
    "refused",  # options that do not fit
    "too_fast",
    "too_many",
    "failed",  # our fault: nothing changed
]


class Sent(Struct, tag_field="type", tag=str.lower, kw_only=True):
    """What all messages of the server share."""


class You(Struct, kw_only=True):
    """What this client may do here."""

    seats: list[int]
    asking: list[int]  # the seats that I asked for
    host: bool
    watching: bool
    join_key: str | None  # the host gets the keys of the links again
    watch_key: str | None


class Welcome(Sent):
    """The answer to `hello`."""

    protocol: int
    now: float
    you: You
    table: TableInfo


class TableChanged(Sent, tag="table"):
    """Something about the table changed: seats, presence, options, status."""

    table: TableInfo


class Choice(Struct, kw_only=True):
    """One action that may be chosen."""

    action: int
    family: str
    argument: int
    text: str


class Decision(Struct, kw_only=True):
    """What this seat decides now. `at` goes back with the play; only this seat gets it."""

    at: int
    step: str
    private: bool  # others do not see that it is made: a move is being put together
    choices: list[Choice]


class Result(Struct, kw_only=True):
    """How a match ended."""

    scores: list[Sheet]
    winners: list[int]
    decided_by: str
    stopped: bool = False  # after too many moves: counted as it stood


class Shared(Sent):
    """What both forms of an update share. Events from number `start` on are replaced by these;
    `number` is how many there are then. A move taken back begins a new `line`."""

    seat: int  # the viewer; -1 for spectators
    match: int
    line: int
    start: int
    number: int
    events: list[Event]
    deciding: list[int]
    decision: Decision | None
    undo: bool
    undo_at: int | None  # goes back with an undo
    deadline: float | None
    held_until: float | None  # bots wait so long for me to take it back; 0: until I go on
    result: Result | None


class Update(Shared):
    """The match as one viewer may know it."""

    view: ViewData


class Patch(Struct, kw_only=True, omit_defaults=True):
    """A value of a view that changed: keys and indices that lead to it, and what it is now; without
    a value, it is gone. The index behind the last of a list adds to it."""

    path: list[str | int]
    value: Any | UnsetType = UNSET


class Change(Shared):
    """An update for a client that said `changes`: in place of the view, what changed in it since
    the last one, and the checksum of the whole (CRC-32 of its JSON with sorted keys). If it does
    not fit, ask for everything again (`resync`)."""

    patches: list[Patch]
    checksum: int


class ChatLine(Struct, kw_only=True):
    """A line that somebody wrote."""

    number: int
    at: float
    seat: int | None  # None: the host without a seat, or a note of the table
    name: str | None
    text: str


class Chats(Sent, tag="chat"):
    """Lines that somebody wrote, oldest first."""

    lines: list[ChatLine]


class Emoted(Sent, tag="emote"):
    """Somebody shows a feeling."""

    seat: int
    emote: EmoteName


class Way(Struct, kw_only=True):
    """One way to finish a move: its actions, the cards it takes, the points it scores (None
    where that is not known beforehand), the seats from which it takes something. Of the cards
    those that are given in an exchange, and for how many locomotives they stand."""

    actions: list[int]
    cards: Cards
    given: Cards
    groups: int
    points: int | None
    robbed: list[int]


class Ways(Sent):
    """What could follow: the next choices, and whole ways, unless there are too many."""

    id: int
    seat: int
    actions: list[int]
    choices: list[Choice]
    ways: list[Way]
    complete: bool


class Reason(Sent):
    """Whether an action is possible now, and if not, why."""

    id: int
    seat: int
    action: int
    possible: bool
    text: str
    why: Cause | None


class Openings(Sent):
    """The tracks that a seat could claim, for all that the rules ask beside pieces and cards, if it
    had one technology more: by its code."""

    id: int
    seat: int
    tracks: dict[str, list[int]]


class Hinted(Sent, tag="hint"):
    """What the coach would do, from the seat's own view."""

    id: int
    seat: int
    hint: Hint


class Offered(Sent, tag="offer"):
    """What the offered tickets are worth, from the seat's own view."""

    id: int
    seat: int
    offer: Offer


class Cost(Sent):
    """What an action costs against the best one, and what that is."""

    id: int
    seat: int
    action: int
    loss: float  # a share of a win
    error: float
    better: list[int]
    reasons: list[MoveReason]


class Invitation(Sent):
    """The key of the host's invitation to one seat."""

    id: int
    seat: int
    key: str


class Done(Sent):
    """It happened, and will survive a crash of the server."""

    id: int


class Error(Sent):
    """It did not happen, and nothing changed."""

    id: int | None
    code: ErrorCode
    text: str
    why: Cause | None = None  # the rule that forbids it, where one does


class Lost(Sent):
    """These seats are no longer yours: left, opened by the host, or taken by invitation."""

    seats: list[int]


class Deleted(Sent):
    """The table is gone, with all its data."""


class Frame(Struct, kw_only=True):
    """A moment of a replay, after the decision of `seat`."""

    decision: int
    seat: int | None
    action: str | None
    view: ViewData
    events: list[Event]


class Replay(Struct, kw_only=True):
    """Moments of a recorded match, to be watched."""

    game: str
    players: int
    decisions: int
    frames: list[Frame]
    result: Result | None


Answer = (
    Welcome
    | TableChanged
    | Update
    | Change
    | Chats
    | Emoted
    | Ways
    | Reason
    | Openings
    | Hinted
    | Offered
    | Cost
    | Invitation
    | Done
    | Error
    | Lost
    | Deleted
)
