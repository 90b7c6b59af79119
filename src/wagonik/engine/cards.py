"""The kinds of train cards, and how piles of them are counted.

A pile (hand, deck, discards) is ten integers: how many cards of each of the nine kinds it
holds, and their total. No pile has an order: a card drawn from the face-down deck is chosen
at random when it is drawn, which is the same as shuffling first, and leaves nothing to peek at.
"""

from typing import Final

from librt.vecs import append, vec
from mypy_extensions import i64

RED: Final = 0
ORANGE: Final = 1
YELLOW: Final = 2
GREEN: Final = 3
BLUE: Final = 4
PURPLE: Final = 5
BLACK: Final = 6
WHITE: Final = 7
LOCOMOTIVE: Final = 8

COLOURS: Final = 8
KINDS: Final = 9
TOTAL: Final = 9  # where a pile keeps the number of all its cards
PILE: Final = 10  # integers in a pile
ANY_COLOUR: Final = 8  # the colour of a grey track

KIND_NAMES: Final = (
    "red",
    "orange",
    "yellow",
    "green",
    "blue",
    "purple",
    "black",
    "white",
    "locomotive",
)
COLOUR_NAMES: Final = (*KIND_NAMES[:8], "grey")


def zeros(count: int) -> vec[i64]:
    return ZEROS[:count] if count <= len(ZEROS) else filled(count, 0)


def filled(count: int, value: i64) -> vec[i64]:
    items = vec[i64]()
    for _ in range(count):
        items = append(items, value)
    return items


ZEROS: Final = filled(256, 0)  # copying some of them is quicker than filling


def packed(values: list[int]) -> vec[i64]:
    items = vec[i64]()
    for value in values:
        items = append(items, value)
    return items


# A word holds as many bits as a number with a sign has beside it.
WORD_BITS: Final = 63


def _bits() -> vec[i64]:
    items = vec[i64]()
    value: i64 = 1
    for _ in range(WORD_BITS):
        items = append(items, value)
        value = value * 2
    return items


# mypyc compiles `1 << t` with a 32-bit constant, so single bits come from a table.
BIT: Final = _bits()
