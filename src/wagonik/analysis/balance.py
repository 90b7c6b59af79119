"""Luck and skill apart: a result as a sum.

    result = start + cards + tickets + own + others

for every seat, exactly. `start` is the chance before the first decision. `own` and `others` are
what the decisions did beside Planner's, each on samples of what its seat could not see: a move
that was right for what could be known is right, whatever lay hidden. `tickets` is what the drawn
tickets did against what could be expected of drawing, both judged at the same turn. `cards` is the
rest: what the drawn cards did, and what nobody could see.

For every seat the five add up; over all seats, `start` and `result` add up to 1 and each of the
others to 0.
"""

from collections.abc import Mapping, Sequence

from wagonik.analysis.accuracy import accuracy
from wagonik.analysis.decisions import Verdict
from wagonik.analysis.judge import Measured
from wagonik.analysis.report import Balance


def balances(
    game: str,
    players: int,
    start: Sequence[float],
    result: Sequence[float],
    verdicts: Sequence[Verdict],
    tickets: Mapping[int, Sequence[Measured]],
) -> tuple[Balance, ...]:
    """The balance of every seat.

    Args:
        start: Chances before the first decision.
        result: What came of it.
        verdicts: Of all decisions.
        tickets: By decision, what the tickets did that were drawn then.
    """
    found = []
    for seat in range(players):
        mine = [verdict for verdict in verdicts if verdict.seat == seat]
        own = sum(verdict.effects[seat] for verdict in mine)
        others = sum(verdict.effects[seat] for verdict in verdicts if verdict.seat != seat)
        drawn = sum(each[seat].mean for each in tickets.values())
        searched = [verdict for verdict in mine if verdict.searched]
        loss = sum(verdict.regret for verdict in searched) / max(1, len(searched))
        found.append(
            Balance(
                seat,
                start[seat],
                result[seat] - start[seat] - own - others - drawn,
                drawn,
                own,
                others,
                result[seat],
                sum(verdict.lead.error**2 for verdict in mine) ** 0.5,
                len(mine),
                len(searched),
                loss,
                accuracy(game, players, loss),
            )
        )
    return tuple(found)
