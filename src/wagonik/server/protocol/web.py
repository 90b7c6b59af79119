"""What goes over HTTP: tables, games, bots, records."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

LONGEST_NAME = 24
MOST_SEATS = 5
COLOURS = 6  # of players; the client has their names and how they look
LONGEST_BOARD = 100_000
LONGEST_RECORD = 200_000

Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Secret = Annotated[str, Meta(min_length=16, max_length=64, pattern=r"^[A-Za-z0-9_-]+$")]
Colour = Annotated[int, Meta(ge=0, lt=COLOURS)]
Level = Annotated[str, Meta(min_length=1, max_length=32, pattern=r"^[a-z0-9_]+$")]
# A switch of a game, or a value that is chosen: "memory=book".
OptionName = Annotated[
    str, Meta(min_length=1, max_length=60, pattern=r"^[a-z0-9_]+(=[a-z0-9_]+)?$")
]
Key = Annotated[str, Meta(min_length=1, max_length=40, pattern=r"^[a-z0-9_]+$")]


class Body(Struct, forbid_unknown_fields=True, kw_only=True):
    """What all bodies of HTTP share."""


class Pace(Body):
    """How long a turn may take: no clock, so many seconds (live), or so many days. When the time
    is over, a bot stands in."""

    kind: Literal["none", "live", "days"] = "none"
    limit: Annotated[int, Meta(ge=0, le=3600)] = 0


EmoteName = Literal["hello", "bravo", "wow", "hurry", "oops", "thanks"]


class TableOptions(Body):
    """What the host decides."""

    game: Key
    players: Annotated[int, Meta(ge=2, le=MOST_SEATS)]
    options: Annotated[list[OptionName], Meta(max_length=8)] = []  # of the game
    undo: bool = True
    # Seconds that bots wait, so that the only person at a table can take a move back. -1: until
    # the person goes on; None: as the server has it.
    grace: Annotated[float, Meta(ge=-1, le=60)] | None = None
    pace: Pace = field(default_factory=Pace)
    stand_in: Level | None = None  # the bot of empty and abandoned seats; None: the first level
    hints: bool = False  # whoever likes may ask the coach, also where people play against people
    # The first match is a game's lesson, whose deal is the same for everybody (`NewLesson`).
    lesson: bool = False


class NewSeat(Body):
    """Mine (with several of them, one device plays them all), open to the link, or a bot's."""

    kind: Literal["mine", "open", "bot"]
    name: Name | None = None
    level: Level | None = None
    colour: Colour | None = None  # of a seat of mine; bots take what is left


class PlayOn(Body):
    """Begin with the first decisions of a record, in place of a new deal."""

    record: dict[str, Any] | Annotated[str, Meta(max_length=LONGEST_RECORD)]
    decisions: Annotated[int, Meta(ge=0, le=100_000)]


class NewTable(Body):
    """What is played at a new table, and by whom."""

    options: TableOptions
    seats: Annotated[list[NewSeat], Meta(min_length=2, max_length=MOST_SEATS)]
    board: Annotated[str, Meta(max_length=LONGEST_BOARD)] | None = None  # a board file
    board_key: Key | None = None  # or one of the boards that this server offers
    start: bool = False  # begin at once
    play_on: PlayOn | None = None  # what if: one seat is mine, bots have the others


class NewLesson(Body):
    """The guided first match of a game, which begins at once: one person, and the weakest bots."""

    game: Key
    name: Name | None = None
    bots: Annotated[list[Name], Meta(max_length=MOST_SEATS)] = []  # their names
    grace: Annotated[float, Meta(ge=-1, le=60)] | None = None  # as in the options of a table


class SeatToken(Body):
    """The secret of a seat that was taken."""

    seat: int
    token: str


class CreatedTable(Body):
    """The secrets of a new table; the server keeps only their hashes."""

    table: str
    host_token: str
    join_key: str
    watch_key: str
    seats: list[SeatToken]


class JoinTable(Body):
    """Take an open seat."""

    key: Secret
    name: Name | None = None
    seat: Annotated[int, Meta(ge=0, le=7)] | None = None
    colour: Colour | None = None  # if it is still free
    # What this device has of the table: who left a seat of a match may not take another one.
    tokens: Annotated[list[Secret], Meta(max_length=8)] = []


class TakeSeat(Body):
    """Take a seat with the host's invitation; its old token stops working."""

    key: Secret
    name: Name | None = None
    colour: Colour | None = None  # if it is still free


class SeatInfo(Body):
    """Who sits at a seat."""

    seat: int
    name: str | None
    colour: int
    kind: Literal["open", "person", "bot"]
    level: str | None  # of the bot that plays the seat now
    standing_in: bool  # that bot plays for a person, who may come back, or for an empty seat
    online: bool
    host: bool


class Asking(Body):
    """Somebody asks for a seat of the running match: the people at the table must agree."""

    seat: int
    name: str | None
    waiting: list[int]  # the seats whose people have not said anything yet, and are here


class Taken(Body):
    """A seat changed hands in this match."""

    seat: int
    name: str


class Helped(Body):
    """A seat asked the coach in this match, before so many of its decisions."""

    seat: int
    decisions: int


class TableInfo(Body):
    """What everybody at the table sees of it."""

    table: str
    options: TableOptions
    status: Literal["lobby", "running", "over"]
    match: int  # its number at this table; 0 before the first
    matches: int  # how many are finished, and can be replayed
    seats: list[SeatInfo]
    watchers: int
    custom_board: bool
    asking: list[Asking]
    taken: list[Taken]
    helped: list[Helped]
    shown: list[int]  # the seats that show their analysis of this match to the table
    what_if: int | None  # the present match plays on from another one, after so many decisions


class ValueInfo(Body):
    """A value of an option."""

    name: str
    about: str
    about_pl: str


class OptionInfo(Body):
    """An option of a game: a switch, or a choice of values, of which the first is the usual one."""

    name: str
    about: str
    about_pl: str
    values: list[ValueInfo]


class GameInfo(Body):
    """A game, its players and its options."""

    game: str
    name: str
    name_pl: str
    least_players: int
    most_players: int
    has_board: bool
    options: list[OptionInfo]
    lesson: bool  # whether there is a guided first match


class BoardInfo(Body):
    """A board that this server offers beside the published ones."""

    board: str  # its key
    game: str  # whose rules it is played by
    name: str
    name_pl: str
    players: list[int]
    drawn: bool


class BotInfo(Body):
    """A level of bots."""

    level: str
    name: str
    name_pl: str
    about: str
    about_pl: str


class Welcoming(Body):
    """What a home page needs."""

    games: list[GameInfo]
    bots: list[BotInfo]
    custom_boards: bool  # whether a table may bring a board file
    boards: list[BoardInfo]
    origin: str | None  # for links to friends, where this page's own address is of no use to them
    version: str
    compiled: bool  # whether the engine runs compiled, or as plain Python


Value = bool | int | str | list[int | str]


class Cause(Struct, kw_only=True):
    """What forbids something, a rule of the game or the state of the table: a code and its values,
    for words in any language. The codes are listed in docs/protocol.md; where a client has no words
    for one, there is the text."""

    code: str
    values: dict[str, Value]


class HttpProblem(Body, omit_defaults=True):
    """Why a request was refused."""

    code: str
    text: str
    why: Cause | None = None


class Health(Body):
    """Whether the server is well."""

    status: Literal["ok"]
    version: str


class ReplayRequest(Body):
    """Views of a finished or loaded match, for some of its decisions."""

    record: dict[str, Any] | Annotated[str, Meta(max_length=LONGEST_RECORD)]
    viewer: Annotated[int, Meta(ge=-2, le=7)] = -2  # -2 sees everything, -1 is a spectator
    start: Annotated[int, Meta(ge=0, le=100_000)] = 0
    count: Annotated[int, Meta(ge=0, le=100)] = 50
