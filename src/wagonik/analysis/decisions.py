"""One decision of a match, judged: the moves that were possible, on samples of what the seat that
made it could not see, and what chance did after it, on the open table."""

from dataclasses import dataclass, replace
from typing import Final

from wagonik.analysis.judge import Judge, Measured, Trial, measured, sample_seed
from wagonik.analysis.report import DEEP, QUICK, STANDARD, AnalysisError, Candidate
from wagonik.bots.master.judge import FORWARD
from wagonik.bots.master.search import OTHERWISE
from wagonik.engine.state import State
from wagonik.match import Match

KEY: Final = 0.03  # a loss above it, and above so many errors, makes a key moment
KEY_ERRORS: Final = 3.0
NEAR: Final = 2.5  # errors above the threshold within which a loss is worth more samples
MAYBE: Final = 2.0  # errors that a move may be better by than it looks, before the best is picked
EQUAL_ERRORS: Final = 2.0  # moves that differ by no more are about equal
ALIKE: Final = 0.01  # moves that can't differ by more: it does not matter which is picked
FINALISTS: Final = 4  # moves that are compared on fresh samples, besides those that must be
PARTS: Final = 8  # of fresh samples, each of which judges the move that all others pick
CLOSER: Final = 4.0  # how many times as fine a decision is judged that may be told or not


@dataclass(frozen=True, slots=True)
class Budget:
    """How many samples a decision gets.

    Attributes:
        graph: Futures of the open table for every row of chances.
        look: Samples on which all moves are tried.
        pick: As many at the most to pick the best one, where one may matter.
        judge: Fresh samples on which it is compared with the one played.
        most: As many at the most, where a loss is near a threshold.
        why: Samples from which reasons are read.
        doubt: Errors below the threshold within which a loss is worth more samples, too.
        fine: An error that is small enough, as a part of a loss.
    """

    name: str
    graph: int
    look: int
    pick: int
    judge: int
    most: int
    why: int
    doubt: float = 1.5
    fine: float = 0.2

    @property
    def careful(self) -> bool:
        """Whether more samples are played where the best move may have been missed."""
        return self.pick > self.look

    def closer(self) -> "Budget":
        """For decisions of which it is not clear whether they are told."""
        return replace(self, fine=self.fine / CLOSER)


BUDGETS: Final[dict[str, Budget]] = {
    QUICK: Budget(QUICK, 24, 12, 12, 32, 64, 60),
    STANDARD: Budget(STANDARD, 64, 36, 36, 96, 800, 120),
    DEEP: Budget(DEEP, 240, 96, 768, 400, 12000, 300, doubt=2.5, fine=0.1),
}


def find_budget(name: str) -> Budget:
    found = BUDGETS.get(name)
    if found is None:
        raise AnalysisError(f"There is no budget {name!r}: it is one of {', '.join(BUDGETS)}.")
    return found


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was found out about a decision from the view of its seat.

    Attributes:
        played: The move that was made.
        planner: What Planner would have done.
        best: The best move that was found, perhaps the one played.
        better: The best, and others that can't be told from it; only moves better than the one
            played, so it is empty if there is none.
        loss: Of the move played against the best; 0 if it is the best itself.
        regret: The same, but below 0 where fresh samples speak against the move that was picked
            as the best: over many decisions it is not flattered by chance.
        effects: What the move did to the chances of all seats, beside Planner's.
        lead: What it gained its seat beside Planner's, with its error.
        candidates: All moves tried, best first, with their gains over the one played.
    """

    decision: int
    turn: int
    seat: int
    played: int
    planner: int
    best: int
    better: tuple[int, ...]
    loss: Measured
    regret: float
    effects: tuple[float, ...]
    lead: Measured
    candidates: tuple[Candidate, ...]
    searched: bool


def plain(action: int) -> int:
    """The action of a candidate, however the seat goes on after it."""
    return action % OTHERWISE


def open_position(match: Match, seat: int) -> State:
    """The whole state before a decision of a seat."""
    state = match.state.copy()
    state.seat = seat  # first tickets may be chosen in any order
    return state


def judge_view(
    judge: Judge, match: Match, seat: int, played: int, budget: Budget, seed: int
) -> Verdict:
    """Judge a decision before it is made."""
    view = match.observe(seat).state
    decision, turn = len(match.history), int(match.state.turn)
    codes = judge.candidates(view, seat, match.legal(seat))
    planner = codes[0]
    if played not in map(plain, codes):
        codes.append(played)
    nothing = Measured(0.0, 0.0)
    if len({plain(code) for code in codes}) < 2:
        return Verdict(
            decision, turn, seat, played, plain(planner), played, (), nothing, 0.0,
            (0.0,) * match.players, nothing, (), False,
        )  # fmt: skip
    mine = [code for code in codes if plain(code) == played]
    trial = Trial(judge, view, seat, codes, sample_seed(seed, decision, "look"))
    trial.look(budget.look, (planner, *mine))
    trial.one_way()
    chosen = next(code for code in trial.actions if plain(code) == played)
    reference = next(code for code in trial.actions if plain(code) == plain(planner))
    look_closer(trial, chosen, budget.pick)
    final = judge_finalists(trial, (chosen, reference), budget, seed, decision)
    best, loss = final.picked, final.loss
    lost = best != chosen and loss.mean > 0.0
    effects = final.effect(chosen, reference) if chosen != reference else None
    ranked = sorted(trial.rows, key=lambda code: -trial.gain(code, chosen).mean)
    tried = [*final.rows] + [code for code in ranked if code not in final.rows]
    found: dict[int, Candidate] = {}
    for code in tried:
        gain = (final if final.rows.get(code) else trial).gain(code, chosen)
        # What is told of the best move is its loss, and no other is told to be ahead of it.
        if lost and (code == best or gain.mean > loss.mean):
            gain = Measured(loss.mean, loss.error if code == best else gain.error)
        found.setdefault(plain(code), Candidate(plain(code), gain.mean, gain.error))
    better: list[int] = []
    if lost and loss.clear(EQUAL_ERRORS):
        better = [best] + [
            code
            for code in final.rows
            if code not in (best, chosen)
            and final.gain(code, chosen).clear(EQUAL_ERRORS)
            and not final.gain(best, code).clear(EQUAL_ERRORS)
        ]
    return Verdict(
        decision,
        turn,
        seat,
        played,
        plain(planner),
        plain(best) if lost else played,
        tuple(map(plain, better)),
        loss if lost else nothing,
        loss.mean,
        tuple(each.mean for each in effects) if effects else (0.0,) * match.players,
        effects[seat] if effects else nothing,
        tuple(
            sorted(
                found.values(), key=lambda each: (-each.gain, lost and each.action != plain(best))
            )
        ),
        True,
    )


def look_closer(trial: Trial, chosen: int, most: int) -> None:
    """Pick the best move with care where it may matter: who picks on few samples often misses it,
    and then finds a small loss, or none, where the next analysis finds a large one."""
    while trial.count < most:
        best = trial.best()
        trial.actions = [
            code
            for code in trial.actions
            if code in (best, chosen) or not trial.gain(best, code).clear(EQUAL_ERRORS)
        ]
        rivals = [code for code in trial.actions if code != chosen]
        if not any(at_most(trial.gain(code, chosen), MAYBE) > KEY for code in rivals):
            return
        others = [code for code in trial.actions if code != best]
        if all(is_settled(trial.gain(best, code)) for code in others):
            return
        trial.play(min(trial.count, most - trial.count))


def at_most(gain: Measured, errors: float) -> float:
    return gain.mean + errors * gain.error


def is_settled(lead: Measured) -> bool:
    """Whether the best move is ahead of another one, or it does not matter which is picked."""
    return lead.clear(EQUAL_ERRORS) or at_most(lead, MAYBE) < ALIKE


class Finals(Trial):
    """The best move of a trial and its rivals on fresh samples, which go on picking."""

    def __init__(self, trial: Trial, musts: tuple[int, ...], seed: int) -> None:
        self.trial: Final = trial
        self.chosen: Final = musts[0]
        self.picked: int = trial.best()
        self.loss: Measured = Measured(0.0, 0.0)
        actions = list(dict.fromkeys((self.picked, *musts)))
        super().__init__(trial.judge, trial.view, trial.seat, actions, seed)

    def weigh(self) -> Measured:
        """Pick the best move on all samples, and tell how much it is better than the one played.

        Each part of the fresh samples judges the move that all others pick: so all of them help to
        pick, and none is flattered by having been picked."""
        seat, before = self.seat, self.trial
        said = {
            code: [row[seat] for row in self.rows[code]]
            for code in self.actions
            if len(before.rows[code]) == before.count  # others were given up
        }
        first = {code: sum(row[seat] for row in before.rows[code]) for code in said}
        total = {code: first[code] + sum(said[code]) for code in said}
        self.picked = max(said, key=lambda code: total[code])
        gains: list[float] = []
        for part in range(PARTS):
            here = {code: said[code][part::PARTS] for code in said}
            rest = {code: total[code] - sum(here[code]) for code in said}
            best = max(said, key=lambda code: rest[code])
            pairs = zip(here[best], here[self.chosen], strict=True)
            gains += [mine - theirs for mine, theirs in pairs]
        self.loss = measured(gains)
        return self.loss

    def drop(self) -> None:
        """Only the pair whose difference is asked for, and what can't be told from the best, get
        more samples."""
        pair = (self.picked, self.chosen)
        self.actions = [
            code
            for code in self.actions
            if code in pair or not self.gain(self.picked, code).clear(EQUAL_ERRORS)
        ]


def judge_finalists(
    trial: Trial, musts: tuple[int, ...], budget: Budget, seed: int, decision: int
) -> Finals:
    """Compare the best of a trial and what must be compared on fresh samples, or the best would
    be flattered by having been picked. Where the best was played there is no loss to measure;
    where a loss may matter, moves that are about as good as the best take part."""
    chosen = musts[0]
    final = Finals(trial, musts, sample_seed(seed, decision, "judge"))
    best = final.picked
    if len(final.actions) == 1:
        return final
    final.play(budget.judge)
    if best == chosen:
        return final
    ranked = sorted(trial.actions, key=lambda code: -trial.mean(code))
    close = [code for code in ranked[1:] if not trial.gain(best, code).clear(EQUAL_ERRORS)]
    loss = final.weigh()
    missed = budget.careful and any(
        at_most(trial.gain(code, chosen), MAYBE) > KEY for code in close if code != chosen
    )
    if not (is_open(loss, budget) or loss.mean > KEY or missed):
        return final
    final.join(close[: FINALISTS - 1])
    loss = final.weigh()
    while final.count < budget.most and is_open(loss, budget):
        final.drop()
        final.play(min(final.count, budget.most - final.count))
        loss = final.weigh()
    return final


def is_open(loss: Measured, budget: Budget) -> bool:
    """Whether more samples could change what is said about a loss."""
    if at_most(loss, budget.doubt) < KEY:
        return False
    if loss.mean - NEAR * loss.error < KEY or not loss.clear(KEY_ERRORS + 1.0):
        return True
    return loss.error > budget.fine * loss.mean


def judge_open(judge: Judge, match: Match, samples: int, seed: int) -> list[Measured]:
    """The chances of all seats in a position, with all cards open."""
    seat = match.deciding[0]
    rows = judge.open(
        open_position(match, seat), seat, FORWARD, sample_seed(seed, len(match.history)), samples
    )
    return [measured([row[seat] for row in rows]) for seat in range(match.players)]


def judge_luck(
    judge: Judge, match: Match, seat: int, played: int, samples: int, seed: int
) -> list[Measured]:
    """What chance did to all seats in a decision that is made now: the position that came of it,
    against what could be expected of the move, both judged at the same turn. The match goes on.

    Its mean is 0, because from here on everybody plays the same in both. The futures are those of
    all that has been revealed so far, so what came of one draw and what could be expected of the
    next are judged on the same ones: over a whole match their errors cancel for the most part."""
    before = open_position(match, seat)
    until = int(before.turn) + judge.horizon
    futures = sample_seed(seed, before.reveals, "luck")
    expected = judge.open(before, seat, played, futures, samples, until)
    match.play(played, seat)
    if match.over:
        came = [judge.result(match.state, until)] * samples
    else:
        mover = match.deciding[0]
        state = open_position(match, mover)
        futures = sample_seed(seed, state.reveals, "luck")
        came = judge.open(state, mover, FORWARD, futures, samples, until)
    found = []
    for each in range(match.players):
        a = measured([row[each] for row in came])
        b = measured([row[each] for row in expected])
        found.append(Measured(a.mean - b.mean, (a.error**2 + b.error**2) ** 0.5))
    return found
