"""The tables of a board that no rule mentions but every rule uses."""

from wagonik.engine.board import BIT_PLACES, BIT_RUNS, BIT_SEQUENCE, BIT_SHIFT
from wagonik.engine.cards import BIT, WORD_BITS


def test_every_lone_bit_is_found() -> None:
    places = [
        int(BIT_PLACES[(int(BIT[place]) * BIT_SEQUENCE >> BIT_SHIFT) & BIT_RUNS])
        for place in range(WORD_BITS)
    ]
    assert places == list(range(WORD_BITS))
