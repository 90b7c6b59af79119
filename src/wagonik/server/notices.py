"""What workers tell each other about what they wrote (NOTIFY on PostgreSQL).

A notice begins with its sender, so that a worker knows its own without reading on. Names are short:
a notice has at most 8,000 bytes, and one may tell of two hundred tables.
"""

from collections.abc import Sequence
from typing import Final

import msgspec
from msgspec import Struct, field

from wagonik.server.protocol.web import EmoteName

CHANNEL: Final = "wagonik"


# A move as it is told: its match, number, seat, when; its actions, unless they are long.
ToldMove = tuple[str, int, int, float, str | None]


class MovesMade(Struct, tag_field="k", tag="moves"):
    """Moves were stored at these tables: one for each, in their order."""

    tables: list[str] = field(name="t")
    moves: list[ToldMove] = field(name="m", default_factory=list)


class TableTouched(Struct, tag_field="k", tag="table"):
    """Seats, options or the match of a table changed."""

    table: str = field(name="t")


class LineSaid(Struct, tag_field="k", tag="chat"):
    """Somebody wrote a line."""

    table: str = field(name="t")


class FeelingShown(Struct, tag_field="k", tag="emote"):
    """Somebody shows a feeling; it is stored nowhere."""

    table: str = field(name="t")
    seat: int = field(name="s")
    emote: EmoteName = field(name="e")


class TableGone(Struct, tag_field="k", tag="deleted"):
    """The table was deleted."""

    table: str = field(name="t")


class WhoIsHere(Struct, tag_field="k", tag="here"):
    """Who looks at a table at the worker that says so; it is stored nowhere."""

    table: str = field(name="t")
    seats: list[int] = field(name="s")
    watchers: int = field(name="n")


Notice = MovesMade | TableTouched | LineSaid | FeelingShown | TableGone | WhoIsHere
_decoder: Final[msgspec.json.Decoder[Notice]] = msgspec.json.Decoder(Notice)


def sender(worker: str) -> str:
    """How all notices of a worker begin."""
    return f"{worker} "


def encoded(notices: Sequence[Notice]) -> str:
    """A JSON list."""
    return msgspec.json.encode(notices).decode()


def decoded(payload: str) -> tuple[str, Notice]:
    """The worker that sent it, and what it says.

    Raises:
        msgspec.DecodeError: It is none of these, perhaps of a newer version.
    """
    worker, _, text = payload.partition(" ")
    return worker, _decoder.decode(text)
