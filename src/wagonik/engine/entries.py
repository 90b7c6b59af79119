"""Entries of the ticket deck: a ticket, and who put it there.

An entry of State.queue is one integer: the ticket and a tag. The tag tells the seat that has put
the ticket under the deck, or that nobody has. In a view, an entry whose ticket is unknown has its
tag alone, and is negative.
"""

from typing import Final

from mypy_extensions import i64

TAG_BITS: Final = 3
TAGS: Final = 1 << TAG_BITS  # nobody, and more seats than any game has
NOBODY: Final = -1  # as the seat of a tag: the ticket has lain in the deck from the start


def seat_tag(seat: i64) -> i64:
    return seat + 1


def tag_seat(tag: i64) -> i64:
    return tag - 1


def queue_entry(ticket: i64, tag: i64) -> i64:
    return ticket * TAGS + tag


def entry_ticket(entry: i64) -> i64:
    return entry >> TAG_BITS


def entry_tag(entry: i64) -> i64:
    return entry & (TAGS - 1)


def unknown_entry(tag: i64) -> i64:
    return -1 - tag


def unknown_tag(entry: i64) -> i64:
    return -1 - entry
