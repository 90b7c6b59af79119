"""What Master would do, and why, from the view of one seat."""

from collections.abc import Sequence
from typing import Final

from wagonik.analysis.decisions import EQUAL_ERRORS, FINALISTS, plain
from wagonik.analysis.judge import Judge, Trial, sample_seed
from wagonik.analysis.reasons import explain_choice
from wagonik.analysis.report import AnalysisError, Candidate, Hint, MoveReason
from wagonik.match import View

PLAYOUTS: Final = 2400  # about half a second
LOOKED: Final = 0.5  # of them, on which the best is picked
LEAST_LOOK: Final = 8
LEAST_JUDGE: Final = 24


def hint(view: View, playouts: int = PLAYOUTS, seed: int = 1, also: Sequence[int] = ()) -> Hint:
    """What to play now.

    Args:
        view: What the seat knows, from `Match.observe(seat)`; nothing else is read.
        playouts: About how many matches are played on to find it.
        seed: Where the samples come from; the same seed gives the same hint.
        also: Actions that are judged in any case, to be told what they cost.

    Raises:
        AnalysisError: It is not this seat's decision, or our bots do not know the game.
    """
    if not view.legal:
        raise AnalysisError("There is nothing to decide here for this seat.")
    for action in also:
        if action not in view.legal:
            raise AnalysisError("This move is not possible now.")
    judge = Judge(view.rules)
    state, seat = view.state, view.seat
    codes = judge.candidates(state, seat, view.legal)
    for action in also:
        if action not in map(plain, codes):
            codes.append(action)
    if len({plain(code) for code in codes}) < 2:
        return Hint((Candidate(plain(codes[0]), 0.0, 0.0),), (plain(codes[0]),), (), 0)
    planner = codes[0]
    asked = [code for code in codes if plain(code) in also]
    look = max(LEAST_LOOK, int(playouts * LOOKED / len(codes)))
    trial = Trial(judge, state, seat, codes, sample_seed(seed, "look"))
    trial.look(look, (planner, *asked))
    trial.one_way()
    ranked = sorted(trial.actions, key=lambda code: -trial.mean(code))
    musts = [code for code in trial.actions if plain(code) in (plain(planner), *also)]
    actions = list(dict.fromkeys([*ranked[:FINALISTS], *musts]))
    final = Trial(judge, state, seat, actions, sample_seed(seed, "judge"))
    final.play(max(LEAST_JUDGE, (playouts - judge.playouts) // len(actions)))
    best = final.best()
    found: dict[int, Candidate] = {}
    for code in sorted(actions, key=lambda code: -final.mean(code)):
        gain = final.gain(code, best)
        found.setdefault(plain(code), Candidate(plain(code), min(0.0, gain.mean), gain.error))
    for code in sorted(trial.rows, key=lambda code: trial.gain(best, code).mean):
        gain = trial.gain(code, best)  # given up on the way
        found.setdefault(plain(code), Candidate(plain(code), min(0.0, gain.mean), gain.error))
    equal = [
        plain(code)
        for code in actions
        if code == best or not final.gain(best, code).clear(EQUAL_ERRORS)
    ]
    ranking = sorted(found.values(), key=lambda each: -each.gain)
    # Between moves that are about equal there is nothing to explain.
    rivals = also or [plain(planner), *(each.action for each in ranking)]
    beside = next(
        (
            action
            for action in rivals
            if action not in equal and -found[action].gain > EQUAL_ERRORS * found[action].error
        ),
        None,
    )
    reasons: tuple[MoveReason, ...] = ()
    if beside is not None:
        reasons = explain_choice(judge, view, plain(best), beside, LEAST_JUDGE * 2, seed) or (
            MoveReason("sampled", {"gain": -found[beside].gain}),
        )
    return Hint(tuple(ranking), tuple(dict.fromkeys(equal)), reasons, judge.playouts, beside)
