"""What a client sends over its WebSocket.

The first message is `hello`; every other one carries an `id` of the client's choice, which comes
back in the `done` or the `error` that answers it.
"""

from typing import Annotated, Literal

from msgspec import Meta, Struct

from wagonik.server.protocol.web import Colour, EmoteName, Level, Name, Secret, TableOptions

MOST_TOKENS = 8
MOST_ACTIONS = 64

Seat = Annotated[int, Meta(ge=0, le=7)]
Count = Annotated[int, Meta(ge=0, le=1_000_000_000)]
Actions = Annotated[list[Annotated[int, Meta(ge=0, le=4095)]], Meta(max_length=MOST_ACTIONS)]
ChatText = Annotated[str, Meta(min_length=1, max_length=500)]


class Message(Struct, tag_field="type", tag=str.lower, forbid_unknown_fields=True, kw_only=True):
    """What all messages of a client share."""


class Hello(Message):
    """Who I am: the tokens of my seats and of the host, or the key of a link; and the last event
    that I have seen, so that only what I missed is sent."""

    tokens: Annotated[list[Secret], Meta(max_length=MOST_TOKENS)] = []
    key: Secret | None = None
    match: Count = 0
    line: Count = 0
    seen: Count = 0
    changes: bool = False  # after the first update, what changed is enough (`change`)


class Numbered(Message):
    """A message that is answered under its number."""

    id: Count


class PlayActions(Numbered, tag="play"):
    """One or more decisions in a row, made all or not at all; `at` is the number that came with
    the choices."""

    seat: Seat
    at: Count
    actions: Actions


class Undo(Numbered):
    """Take back my last decision."""

    seat: Seat
    at: Count


class GoOn(Numbered, tag="go_on"):
    """I shall not take it back: the bots need not wait."""

    seat: Seat


class Explore(Numbered):
    """What could follow these actions, as long as nothing is revealed: all ways to pay. If there
    are too many for one answer, the rest follows `after` the last one."""

    seat: Seat
    at: Count
    actions: Actions
    after: Actions | None = None


class Why(Numbered):
    """Why can't I do this now?"""

    seat: Seat
    action: Count


class AskOpenings(Numbered, tag="openings"):
    """Which tracks would each technology open to me?"""

    seat: Seat


class AskHint(Numbered, tag="hint"):
    """What would the coach play? Only against bots, or where the table's options allow it."""

    seat: Seat
    at: Count


class AskOffer(Numbered, tag="offer"):
    """What are the offered tickets worth? As `hint`."""

    seat: Seat
    at: Count


class AskCost(Numbered, tag="cost"):
    """What would this action cost me against the best one? As `hint`."""

    seat: Seat
    at: Count
    action: Count


class ShowAnalysis(Numbered, tag="show_analysis"):
    """Whether the others may see my key moments of this match."""

    seat: Seat
    on: bool


class Chat(Numbered):
    """Say something to the table."""

    text: ChatText


class Emote(Numbered):
    """Show one of a few feelings; it is kept nowhere."""

    seat: Seat
    emote: EmoteName


class Resync(Numbered):
    """Send me everything again."""


class Ping(Numbered):
    """Are you there?"""


class Rename(Numbered):
    """Call my seat something else."""

    seat: Seat
    name: Name


class SetColour(Numbered, tag="colour"):
    """Between matches: my seat has another colour, one that no other person has."""

    seat: Seat
    colour: Colour


class StandIn(Numbered, tag="stand_in"):
    """A bot may play my seat until I come back."""

    seat: Seat


class Return(Numbered):
    """I play my seat myself again."""

    seat: Seat


class Leave(Numbered):
    """I give up my seat for good."""

    seat: Seat


class Start(Numbered):
    """Host: begin the match, or after its end the next one. Bots take empty seats."""


class Configure(Numbered):
    """Host: change the options of the table between matches."""

    options: TableOptions


class SetSeat(Numbered, tag="set_seat"):
    """Host: open a seat, give it to a bot, or give it back to the person who left it."""

    seat: Seat
    to: Literal["open", "bot", "person"]
    level: Level | None = None


class Agree(Numbered):
    """Whether somebody may take over a seat of the running match: all people who are here must
    say yes."""

    seat: Seat
    agree: bool


class Invite(Numbered):
    """Host: a key with which someone can take this seat from another device."""

    seat: Seat


Request = (
    Hello
    | PlayActions
    | Undo
    | GoOn
    | Explore
    | Why
    | AskOpenings
    | AskHint
    | AskOffer
    | AskCost
    | ShowAnalysis
    | Chat
    | Emote
    | Resync
    | Ping
    | Rename
    | SetColour
    | StandIn
    | Return
    | Leave
    | Start
    | Configure
    | SetSeat
    | Agree
    | Invite
)
