"""How sure a win rate is: intervals over deals, and when enough has been played.

The unit is the deal: its matches share the cards, so only deals are independent of each other.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from wagonik.engine.errors import WagonikError

CERTAINTY: Final = 0.95
STANDARD: Final = 1.959964  # standard errors of a 95 % interval
FIRST_LOOK: Final = 20  # deals before the first look at the results
LOOK_AGAIN: Final = 1.1  # deals grow by this factor from one look to the next
MOST_BET: Final = 0.5  # of what is left to lose: the gambler is never ruined
STEPS: Final = 40  # of the bisection, more than a float needs


def interval(shares: Sequence[float]) -> tuple[float, float]:
    """The 95 % interval of a mean of shares between 0 and 1, for a number of deals that does not
    depend on the results.

    About two won and two lost deals are added (as Agresti and Coull do for single matches), so
    that it is also right near 0 and 1, where the spread of few results says nothing.
    """
    extra = STANDARD * STANDARD
    count = len(shares) + extra
    middle = (sum(shares) + extra / 2) / count
    squares = sum(share * share for share in shares) + extra / 2
    half = STANDARD * math.sqrt(max(0.0, squares / count - middle * middle) / count)
    return max(0.0, middle - half), min(1.0, middle + half)


def lasting_interval(shares: Sequence[float]) -> tuple[float, float]:
    """A 95 % interval that may be looked at after every deal, and stopped at whenever one likes.

    It is wider than `interval`, and the true rate is outside at any time at all in at most 5 %
    of all runs: a confidence sequence by betting (Waudby-Smith and Ramdas, 2024).
    """
    each = (1 - CERTAINTY) / 2
    return _lower(shares, each), 1.0 - _lower([1.0 - share for share in shares], each)


def exceeds(shares: Sequence[float], rate: float, error: float) -> bool:
    """Whether shares between 0 and 1 show that their mean is above a rate.

    A gambler with a stake of 1 bets on every deal that the share will be above the rate. If that
    is not so, the game is fair or worse, and the chance that the stake ever reaches 1/error is at
    most `error`, however often one looks (Ville).
    """
    return _most_wealth(shares, rate, _bets(shares, error)) >= math.log(1 / error)


def _bets(shares: Sequence[float], error: float) -> list[float]:
    """How much to bet on each share, from those before it only."""
    bets: list[float] = []
    total, squares = 0.5, 0.25
    for number, share in enumerate(shares, 1):
        spread = squares / number
        bets.append(math.sqrt(2 * math.log(1 / error) / (spread * number * math.log(1 + number))))
        total += share
        squares += (share - total / (number + 1)) ** 2
    return bets


def _most_wealth(shares: Sequence[float], rate: float, bets: list[float]) -> float:
    """The logarithm of the most that the gambler ever had."""
    if rate <= 0:
        return math.inf if any(share > 0 for share in shares) else 0.0
    wealth = most = 0.0
    for share, bet in zip(shares, bets, strict=True):
        wealth += math.log1p(min(bet, MOST_BET / rate) * (share - rate))
        most = max(most, wealth)
    return most


def _lower(shares: Sequence[float], error: float) -> float:
    """The greatest rate that the shares show to be exceeded; wealth falls as the rate grows."""
    bets = _bets(shares, error)
    low, high = 0.0, 1.0
    for _ in range(STEPS):
        middle = (low + high) / 2
        if _most_wealth(shares, middle, bets) >= math.log(1 / error):
            low = middle
        else:
            high = middle
    return low


@dataclass(frozen=True)
class Until:
    """When a line-up has been played enough: an interval of ± `half`, or a clear winner."""

    half: float | None = None

    @property
    def clear(self) -> bool:
        return self.half is None

    def enough(self, columns: list[list[float]], seats: list[int]) -> bool:
        """`columns` has for each bot its share of the wins in every deal, in the deals' order;
        `seats` how many seats of the table are its own."""
        if self.half is not None:
            bounds = [interval(column) for column in columns]
            return all((high - low) / 2 <= self.half for low, high in bounds)
        return len(columns) < 2 or best(columns, seats) is not None

    def interval(self, shares: Sequence[float]) -> tuple[float, float]:
        """The interval that may be told after stopping by this rule."""
        return interval(shares) if self.half is not None else lasting_interval(shares)


def best(columns: list[list[float]], seats: list[int]) -> int | None:
    """The bot that is clearly better, seat for seat, than each of the others; the chance that any
    bot is wrongly called better than another is at most 5 %, however often one looks."""
    count = len(columns)
    error = (1 - CERTAINTY) / (count * (count - 1))
    for one in range(count):
        others = [other for other in range(count) if other != one]
        if all(_ahead(columns, seats, one, other, error) for other in others):
            return one
    return None


def _ahead(
    columns: list[list[float]], seats: list[int], one: int, other: int, error: float
) -> bool:
    mine, theirs = seats[one], seats[other]
    halves = [
        (1 + a / mine - b / theirs) / 2 for a, b in zip(columns[one], columns[other], strict=True)
    ]
    return exceeds(halves, 0.5, error)


def parse_until(text: str) -> Until:
    """`clear`, or the half of an interval like 0.02."""
    if text == "clear":
        return Until()
    try:
        half = float(text)
    except ValueError:
        half = 0.0
    if not 0.0005 <= half < 0.5:
        raise WagonikError(
            f"Play until what? {text!r} is neither `clear` nor half an interval like 0.02."
        )
    return Until(half)


def looks(most: int) -> list[int]:
    """After how many deals the results are looked at. The same for every `most`, so that a
    longer run goes on as a shorter one began."""
    found: list[int] = []
    at = FIRST_LOOK
    while at < most:
        found.append(at)
        at = max(at + FIRST_LOOK, int(at * LOOK_AGAIN))
    return [*found, most]
