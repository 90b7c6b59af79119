"""What goes over HTTP when a replay is opened."""

from typing import Annotated, Any

from msgspec import Meta

from wagonik.server.protocol.answers import Result
from wagonik.server.protocol.facts import Facts
from wagonik.server.protocol.web import LONGEST_RECORD, Body


class OpenReplay(Body):
    """A record to look at: its JSON, or the text of a file (JSON or notation)."""

    record: dict[str, Any] | Annotated[str, Meta(max_length=LONGEST_RECORD)]


class Moment(Body):
    """A point of a replay at which something could be seen: so many decisions were made, the last
    of them by `seat`, in `turn` (0 while first tickets are chosen). Choices inside a move, such as
    the cards that pay for it, are one moment with it."""

    decision: int
    turn: int
    seat: int
    actions: list[str]  # in notation


class OpenedReplay(Body):
    """Everything about a recorded match but its views, which come in parts."""

    game: str
    players: int
    options: list[str]
    custom_board: bool
    facts: Facts
    drawing: dict[str, Any] | None  # of a board that the record brought along
    record: dict[str, Any]  # the same match again, whichever form it was sent in
    notation: str
    decisions: int
    moments: list[Moment]
    result: Result | None  # nothing if the record stops before the end
