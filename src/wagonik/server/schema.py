"""The tables of the database. Changes to them go with a migration."""

from typing import Final

from sqlalchemy import (
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
    Text,
)

metadata: Final = MetaData(
    naming_convention={
        "ix": "ix_%(column_0_label)s",
        "uq": "uq_%(table_name)s_%(column_0_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "pk": "pk_%(table_name)s",
    }
)


def _table_id() -> "Column[str]":
    return Column(
        "table_id",
        String(32),
        ForeignKey("tables.id", ondelete="CASCADE"),
        primary_key=True,
    )


# One row: what this installation salts addresses with.
installation: Final = Table(
    "installation",
    metadata,
    Column("id", Integer, primary_key=True),
    Column("salt", LargeBinary, nullable=False),
)

tables: Final = Table(
    "tables",
    metadata,
    Column("id", String(32), primary_key=True),
    Column("created_at", Double, nullable=False),
    Column("touched_at", Double, nullable=False, index=True),
    Column("creator", LargeBinary, nullable=False, index=True),  # a salted hash of an address
    Column("host_hash", LargeBinary, nullable=False),
    Column("join_hash", LargeBinary, nullable=False),
    Column("watch_hash", LargeBinary, nullable=False),
    Column("host_seat", Integer),
    Column("options", Text, nullable=False),  # TableOptions as JSON
    Column("board", Text),
    Column("status", String(8), nullable=False),
    Column("match", Integer, nullable=False),  # the number of the present match, or 0
    Column("due", Double, index=True),  # when a bot or a clock has something to do
)

seats: Final = Table(
    "seats",
    metadata,
    _table_id(),
    Column("seat", Integer, primary_key=True),
    Column("name", Text),
    Column("token_hash", LargeBinary),  # of the person who has the seat
    Column("invite_hash", LargeBinary),
    Column("open", Boolean, nullable=False),  # anybody with the link may take it
    Column("level", String(32)),  # of the bot that plays it now
    # Somebody asks for the seat in a running match: a token, a name, and the seats that agreed.
    Column("asked_hash", LargeBinary),
    Column("asked_name", Text),
    Column("agreed", Text),
    Column("colour", Integer),  # what a person chose, once at a table
    Index("ix_seats_table_colour", "table_id", "colour", unique=True),
)

matches: Final = Table(
    "matches",
    metadata,
    Column("id", String(32), primary_key=True),
    Column(
        "table_id",
        String(32),
        ForeignKey("tables.id", ondelete="CASCADE"),
        nullable=False,
    ),
    Column("number", Integer, nullable=False),
    Column("game", String(40), nullable=False),
    Column("rules", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("seed", Text, nullable=False),
    Column("options", Text, nullable=False),  # names, a space between them
    Column("board", Text),
    Column("started_at", Double, nullable=False),
    Column("over", Boolean, nullable=False),
    Column("what_if", Integer),  # decisions taken from another match, which this one plays on
    Index("ix_matches_table_number", "table_id", "number", unique=True),
    Index("ix_matches_seed", "seed"),
)

moves: Final = Table(
    "moves",
    metadata,
    Column(
        "match_id",
        String(32),
        ForeignKey("matches.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("actions", Text, nullable=False),  # integers, a space between them
    Column("made_at", Double, nullable=False),
)

# Who came and went while a match ran: a name where a seat was taken over, the hash of a token where
# somebody left.
takeovers: Final = Table(
    "takeovers",
    metadata,
    Column(
        "match_id",
        String(32),
        ForeignKey("matches.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", Integer, nullable=False),
    Column("name", Text),
    Column("decisions", Integer, nullable=False),  # made before
    Column("left_hash", LargeBinary),
)

# What is noted beside the rules of a match: "hint", before which decisions a seat asked the coach;
# "shown", which seats show their analysis to the table.
notes: Final = Table(
    "notes",
    metadata,
    Column(
        "match_id",
        String(32),
        ForeignKey("matches.id", ondelete="CASCADE"),
        primary_key=True,
    ),
    Column("kind", String(8), primary_key=True),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("decisions", Integer, primary_key=True, autoincrement=False),
)

# Analyses that were made, by all that they follow from; the least used give way to new ones.
analyses: Final = Table(
    "analyses",
    metadata,
    Column("key", String(64), primary_key=True),
    Column("used_at", Double, nullable=False, index=True),
    Column("size", Integer, nullable=False),  # bytes
    Column("content", LargeBinary, nullable=False),  # packed JSON
)

chat: Final = Table(
    "chat",
    metadata,
    _table_id(),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", Double, nullable=False),
    Column("seat", Integer),
    Column("name", Text),
    Column("text", Text, nullable=False),
)
