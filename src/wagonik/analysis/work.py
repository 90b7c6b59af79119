"""Whole records: their decisions judged one by one, on one core or on several at low priority."""

import contextlib
import hashlib
import json
import os
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Final

from wagonik.analysis.balance import balances
from wagonik.analysis.decisions import (
    KEY_ERRORS,
    Budget,
    Verdict,
    find_budget,
    judge_luck,
    judge_open,
    judge_view,
)
from wagonik.analysis.judge import Judge, Measured
from wagonik.analysis.moments import at_the_edge, key_moments
from wagonik.analysis.reasons import explain
from wagonik.analysis.report import (
    STANDARD,
    Analysis,
    AnalysisError,
    AnalysisStopped,
    JudgedMove,
    KeyMoment,
    MoveReason,
    Progress,
    Stop,
    Stroke,
)
from wagonik.code import fingerprint
from wagonik.match import Match
from wagonik.processes import Pool
from wagonik.records import parse, replay

GRAPH: Final = "graph"
LUCK: Final = "luck"
VIEW: Final = "view"
CLOSER: Final = "closer"
WHY: Final = "why"

STROKE: Final = 0.08  # a stroke of luck moves a chance by more
SUSPECT: Final = 0.05  # a move of the graph that is looked at more closely
LOW: Final = 10  # how much lower than others the processes stand in line for a core
CARDS: Final = "cards"
TICKETS: Final = "tickets"
# Parts of the whole that the kinds of work take, about.
SHARES: Final[dict[str, float]] = {
    GRAPH: 0.25,
    LUCK: 0.05,
    VIEW: 0.6,
    CLOSER: 0.05,
    WHY: 0.05,
}


def own_code() -> str:
    """The fingerprint of the code that judges."""
    return fingerprint("analysis")


def record_hash(record: Mapping[str, Any]) -> str:
    """The same for the same match, in whichever form it was kept."""
    parts = {key: record.get(key) for key in ("game", "rules", "players", "seed", "first", "board")}
    parts["options"] = sorted(record.get("options", []))
    parts["actions"] = record["actions"]
    text = json.dumps(parts, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class Task:
    """One decision to be judged in one way. It travels to other processes."""

    record: str  # JSON
    kind: str
    decision: int
    budget: Budget
    seed: int
    moment: KeyMoment | None = None  # that reasons are asked for


class Follower:
    """Does the tasks of one record; positions are reached by playing on from the last one."""

    def __init__(self, record: str) -> None:
        self.record: Final = record
        data = json.loads(record)
        self.whole: Final = replay(data)
        self.match: Match = self.whole.again()
        self.judge: Final = Judge(self.whole.rules)

    def go_to(self, decision: int) -> Match:
        if decision < len(self.match.history):
            self.match = self.whole.again()
        for seat, action in self.whole.history[len(self.match.history) : decision]:
            self.match.play(action, seat)
        return self.match

    def do(self, task: Task) -> Any:
        match = self.go_to(task.decision)
        if task.kind == GRAPH:
            return judge_open(self.judge, match, task.budget.graph, task.seed)
        seat, action = self.whole.history[task.decision]
        if task.kind == LUCK:
            return judge_luck(self.judge, match, seat, action, task.budget.graph * 2, task.seed)
        if task.kind in (VIEW, CLOSER):
            return judge_view(self.judge, match, seat, action, task.budget, task.seed)
        assert task.moment is not None
        view = match.observe(seat)
        rest = self.rest_of(task.decision)
        return explain(self.judge, view, task.moment, task.budget.why, task.seed, rest)

    def rest_of(self, decision: int) -> list[int]:
        """What the seat went on to do in the same turn, its payment above all."""
        history = self.whole.history
        seat = history[decision][0]
        found = []
        for who, action in history[decision + 1 :]:
            if who != seat:
                break
            found.append(action)
        return found


_followers: Final[list[Follower]] = []  # of this process, the latest


def do_task(task: Task) -> Any:
    """Do a task in this process."""
    if not _followers or _followers[0].record != task.record:
        _followers[:] = [Follower(task.record)]
    return _followers[0].do(task)


def do_task_low(task: Task) -> Any:
    """The same in a process of its own, which lets others go first."""
    if hasattr(os, "nice") and not _followers:
        with contextlib.suppress(OSError):
            os.nice(LOW)
    return do_task(task)


def _told(task: Task) -> str:
    return f"decision {task.decision + 1} of an analysis"


class Analyst:
    """One analysis while it is made."""

    def __init__(
        self,
        record: Mapping[str, Any] | str,
        budget: str = STANDARD,
        seed: int = 1,
        progress: Progress | None = None,
        stop: Stop | None = None,
        jobs: int = 1,
    ) -> None:
        self.budget: Final = find_budget(budget)
        self.seed: Final = seed
        self.progress: Progress | None = progress
        self.stop: Final = stop
        self.jobs: Final = jobs
        match = _read(record)
        self.match: Final = match
        data = match.record()
        self.record: Final = json.dumps(data, separators=(",", ":"))
        self.hash: Final = record_hash(data)
        self.decisions: Final = len(match.history)
        Judge(match.rules)  # says at once if the game can't be judged
        self.turns, self.reveals = _course(match)
        self.rows: dict[int, list[Measured]] = {}
        if match.over:
            won = match.winners
            self.rows[self.decisions] = [
                Measured(1.0 / len(won) if seat in won else 0.0, 0.0)
                for seat in range(match.players)
            ]
        self.luck: dict[int, list[Measured]] = {}
        self.verdicts: dict[int, Verdict] = {}
        self.reasons: dict[int, tuple[MoveReason, ...]] = {}
        self.done: dict[str, float] = dict.fromkeys(SHARES, 0.0)

    def run(self) -> Analysis:
        """Make it, telling about it on the way."""
        with self._pool() as pool:
            rows = range(self.decisions if self.match.over else self.decisions + 1)
            self._do(pool, GRAPH, self._tasks(GRAPH, rows), self.rows)
            self._do(pool, LUCK, self._tasks(LUCK, self._lucky()), self.luck)
            self._judge(pool, self._by_drop())
            asked = [
                Task(self.record, WHY, moment.decision, self.budget, self.seed, moment)
                for moment in self.moments()
            ]
            self._do(pool, WHY, asked, self.reasons)
        return self.report()

    def judge_moves(self) -> None:
        """Only judge the decisions, without graph, luck and reasons."""
        self._judge(None, range(self.decisions))

    def _judge(self, pool: "Pool[Task, Any] | None", decisions: Iterable[int]) -> None:
        """All decisions; with care, those again of which it is not clear whether they are told."""
        self._do(pool, VIEW, self._tasks(VIEW, decisions), self.verdicts)
        again: list[Task] = []
        if self.budget.careful:
            known = [self.verdicts[number] for number in sorted(self.verdicts)]
            again = [
                Task(self.record, CLOSER, each, self.budget.closer(), self.seed)
                for each in at_the_edge(self.match.rules, known)
            ]
        self._do(pool, CLOSER, again, self.verdicts)

    @contextlib.contextmanager
    def _pool(self) -> "Iterator[Pool[Task, Any] | None]":
        if self.jobs <= 1:
            yield None
            return
        pool: Pool[Task, Any] = Pool(do_task_low, self.jobs, _told)
        try:
            yield pool
        finally:
            pool.close()

    def _tasks(self, kind: str, decisions: Iterable[int]) -> list[Task]:
        return [Task(self.record, kind, each, self.budget, self.seed) for each in decisions]

    def _do(
        self, pool: "Pool[Task, Any] | None", kind: str, tasks: list[Task], found: dict[int, Any]
    ) -> None:
        if pool is not None:
            for task in tasks:
                pool.send(task)
        for number, task in enumerate(tasks, start=1):
            if self.stop is not None and self.stop():
                raise AnalysisStopped("The analysis was stopped.")
            if pool is not None:
                task, answer = pool.receive()
            else:
                answer = do_task(task)
            found[task.decision] = answer
            self.done[kind] = number / len(tasks)
            if self.progress is not None:
                self.progress(self.report())
        self.done[kind] = 1.0

    def _lucky(self) -> list[int]:
        """Decisions after which chance is measured: where tickets were drawn, and where cards
        turned up and the graph jumped."""
        found = []
        for number in range(self.decisions):
            if self.is_ticket_draw(number):
                found.append(number)
            elif number in self.reveals and number + 1 in self.rows:
                before, after = self.rows[number], self.rows[number + 1]
                if any(abs(b.mean - a.mean) > SUSPECT for a, b in zip(before, after, strict=True)):
                    found.append(number)
        return found

    def _by_drop(self) -> list[int]:
        """All decisions, those first after which the chance of their seat fell most: what matters
        is likely among them, and is told early."""

        def drop(number: int) -> float:
            seat = self.match.history[number][0]
            return self.rows[number][seat].mean - self.rows[number + 1][seat].mean

        return sorted(range(self.decisions), key=lambda number: (-drop(number), number))

    def is_ticket_draw(self, decision: int) -> bool:
        return self.match.history[decision][1] == self.match.rules.tickets_action

    # What is known so far

    def moments(self) -> list[KeyMoment]:
        known = [self.verdicts[number] for number in sorted(self.verdicts)]
        return [
            replace(moment, reasons=self.reasons.get(moment.decision, ()))
            for moment in key_moments(self.match.rules, known)
        ]

    def strokes(self) -> list[Stroke]:
        found = []
        for number in sorted(self.luck):
            gains = self.luck[number]
            if any(
                abs(gain.mean) > STROKE and abs(gain.mean) > KEY_ERRORS * gain.error
                for gain in gains
            ):
                kind = TICKETS if self.is_ticket_draw(number) else CARDS
                found.append(
                    Stroke(
                        number,
                        self.turns[number],
                        self.match.history[number][0],
                        kind,
                        tuple(gain.mean for gain in gains),
                    )
                )
        return found

    def report(self) -> Analysis:
        """The analysis as far as it has come."""
        match = self.match
        done = sum(SHARES[kind] * self.done[kind] for kind in SHARES)
        complete = all(part >= 1.0 for part in self.done.values())
        empty: list[Measured] = []
        rows = [self.rows.get(number, empty) for number in range(self.decisions + 1)]
        chances = tuple(tuple(each.mean for each in row) for row in rows)
        return Analysis(
            self.hash,
            match.game,
            match.players,
            own_code(),
            self.budget.name,
            self.seed,
            1.0 if complete else done,
            match.over,
            tuple(seat for seat, _ in match.history),
            tuple(self.turns),
            chances,
            tuple(max((each.error for each in row), default=0.0) for row in rows),
            tuple(_judged(self.verdicts[number]) for number in sorted(self.verdicts)),
            tuple(self.moments()),
            tuple(self.strokes()),
            self._balances(chances) if complete else (),
        )

    def _balances(self, chances: tuple[tuple[float, ...], ...]) -> Any:
        tickets = {
            number: gains for number, gains in self.luck.items() if self.is_ticket_draw(number)
        }
        return balances(
            self.match.game,
            self.match.players,
            chances[0],
            chances[-1],
            [self.verdicts[number] for number in range(self.decisions)],
            tickets,
        )


def _judged(verdict: Verdict) -> JudgedMove:
    return JudgedMove(
        verdict.decision,
        verdict.turn,
        verdict.seat,
        verdict.played,
        verdict.best,
        verdict.planner,
        verdict.loss.mean,
        verdict.loss.error,
        verdict.lead.mean,
        verdict.lead.error,
        verdict.searched,
    )


def _read(record: Mapping[str, Any] | str) -> Match:
    """The match of a record.

    Raises:
        RecordError: The record is damaged, foreign or of rules that are no longer played.
        AnalysisError: It has nothing to analyse.
    """
    data: Any = parse(record) if isinstance(record, str) else record
    match = replay(dict(data) if isinstance(data, Mapping) else data)
    if not match.history:
        raise AnalysisError("Nothing has been decided in this match yet: there is nothing to say.")
    return match


def _course(match: Match) -> tuple[list[int], set[int]]:
    """The turn of every decision, and after which something hidden was revealed."""
    twin = match.again()
    turns: list[int] = []
    reveals: set[int] = set()
    for number, (seat, action) in enumerate(match.history):
        turns.append(int(twin.state.turn))
        before = twin.state.reveals
        twin.play(action, seat)
        if twin.state.reveals != before:
            reveals.add(number)
    return turns, reveals


def analyse(
    record: Mapping[str, Any] | str,
    budget: str = STANDARD,
    seed: int = 1,
    progress: Progress | None = None,
    stop: Stop | None = None,
    jobs: int = 1,
) -> Analysis:
    """Judge every decision of a match.

    The same record, budget, seed and code give the same analysis, whatever the number of jobs.
    A match that is not finished is analysed as far as it went.

    Args:
        record: JSON data, JSON text or notation.
        budget: `quick`, `standard` or `deep`.
        seed: Where the samples come from.
        progress: Called after every decision with what is known so far.
        stop: Asked before every decision whether to stop.
        jobs: In so many processes, at low priority; 1 is in this one.

    Raises:
        RecordError: The record is damaged, foreign or of rules that are no longer played.
        AnalysisError: The game or the budget is unknown, or there is nothing to analyse.
        AnalysisStopped: `stop` said so.
    """
    return Analyst(record, budget, seed, progress, stop, jobs).run()
