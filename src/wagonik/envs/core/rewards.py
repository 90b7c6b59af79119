"""What a match is worth to each seat, once it is over."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.engine.scoring import FinalScore

WIN: Final = 0
MARGIN: Final = 1
POINTS: Final = 2
REWARDS: Final = ("win", "margin", "points")


def add_rewards(final: FinalScore, kind: i64, out: vec[float], at: i64) -> None:
    """Write the reward of every seat."""
    totals = final.totals
    seats = len(totals)
    seat: i64
    other: i64
    if kind == WIN:
        others = float(seats - 1)
        for seat in range(seats):
            out[at + seat] = -1.0 / others
        for winner in final.winners:
            out[at + winner] = (float(seats) / len(final.winners) - 1.0) / others
        return
    for seat in range(seats):
        best: i64 = 0
        if kind == MARGIN:
            best = -10_000
            for other in range(seats):
                if other != seat and totals[other] > best:
                    best = totals[other]
        out[at + seat] = float(totals[seat] - best)
