"""Colours of seats: what people chose, and what is left for the others."""

from collections.abc import Iterable

from wagonik.server.protocol.web import COLOURS
from wagonik.server.store import SeatRow


def shown(seats: Iterable[SeatRow]) -> list[int]:
    """The colour of every seat. Who chose none has the one of the seat's number, or, where that
    is another's, the first that is left."""
    rows = list(seats)
    left = [colour for colour in range(COLOURS) if all(row.colour != colour for row in rows)]
    found: list[int] = []
    for row in rows:
        colour = row.colour
        if colour is None:
            colour = row.seat if row.seat in left else left[0]
            left.remove(colour)
        found.append(colour)
    return found


def is_free(seats: Iterable[SeatRow], seat: int, colour: int) -> bool:
    """Whether no other person has it: bots and empty seats give theirs away."""
    rows = list(seats)
    return all(
        row.seat == seat or row.token_hash is None or has != colour
        for row, has in zip(rows, shown(rows), strict=True)
    )
