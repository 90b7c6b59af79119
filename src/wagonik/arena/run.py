"""Playing a tournament: jobs for an executor, results into counts and, if wanted, a folder."""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from wagonik.arena.contestants import find_contestant
from wagonik.arena.executors import Executor, executor
from wagonik.arena.intervals import looks
from wagonik.arena.lineups import ArenaResult, BotResult, Count
from wagonik.arena.play import Job, LineUp, Row, Table
from wagonik.arena.tournament import ROBIN, Tournament, ladder, line_ups

if TYPE_CHECKING:
    from wagonik.arena.store import Store

__all__ = ["ArenaResult", "BotResult", "Runner", "line_ups", "run_arena", "run_tournament"]

JOB_SECONDS: Final = 0.25  # work that is sent at once: little enough to share out evenly
MOST_DEALS: Final = 64  # of a job

# Matches played so far, and matches in all (the most, if results decide when to stop).
Progress = Callable[[int, int], None]


class Course:
    """How far one line-up is."""

    def __init__(self, count: Count, most: int, tournament: Tournament) -> None:
        self.count: Final = count
        self.most: Final = most
        self.until: Final = tournament.until
        self.looks: Final = looks(most) if tournament.until else [most]
        self.target: int = 0  # deals that are wanted for now
        self.sent: int = 0  # all deals below have been looked through for sending
        self.waiting: set[int] = set()  # deals that were sent and have not come back
        self.seconds: float = 0.0  # a deal takes about this long
        self.over: bool = False
        self.look()

    def look(self) -> None:
        """Decide how many deals are wanted; called when all that were wanted are there."""
        for look in self.looks:
            if look <= self.target:
                continue
            done = self.target
            if done > 0 and self.until and self._enough(done):
                break
            self.target = look
            if not self._complete():
                return
        self.over = True

    def _complete(self) -> bool:
        """Whether all deals that are wanted now are there, perhaps from an earlier run."""
        return all(deal in self.count.shares for deal in range(self.sent, self.target))

    def _enough(self, deals: int) -> bool:
        assert self.until is not None
        return self.until.enough(self.count.columns(deals), self.count.seats)

    def next_deals(self, workers: int) -> tuple[int, ...]:
        """The next few deals to play: about as many as fit into a job's time."""
        fitting = int(JOB_SECONDS / self.seconds) if self.seconds > 0 else 1
        fair = (self.target - self.sent) // (2 * workers)  # the last jobs are small ones
        size = max(1, min(fitting, fair, MOST_DEALS))
        found: list[int] = []
        while self.sent < self.target and len(found) < size:
            if self.sent not in self.count.shares:
                found.append(self.sent)
            self.sent += 1
        while self.sent < self.target and self.sent in self.count.shares:
            self.sent += 1  # so that the last deal that is sent is known to be the last one
        self.waiting |= set(found)
        return tuple(found)

    def receive(self, job: Job, rows: list[Row]) -> None:
        self.count.add(rows)
        self.seconds = sum(row.seconds for row in rows) / len(job.deals)
        self.waiting -= set(job.deals)
        if not self.waiting and self.sent >= self.target:
            self.look()


class Runner:
    """Plays a tournament, or goes on with one."""

    def __init__(
        self, tournament: Tournament, store: "Store | None" = None, play: bool = True
    ) -> None:
        if play:  # what is only shown may be of bots that are gone
            tournament.check()
        self.tournament: Final = tournament
        self.store: Final = store
        self.courses: dict[tuple[Table, LineUp], Course] = {}
        self.stored: Final = {} if store is None else store.counts()
        self._extend_if_needed()

    def _extend(self) -> None:
        """Take up the line-ups that are known by now."""
        for table in self.tournament.tables:
            for line_up in self.tournament.line_ups(table, self._verdict(table)):
                if (table, line_up) not in self.courses:
                    count = self.stored.get((table, line_up)) or Count(table, line_up)
                    most = self.tournament.deals(table)
                    self.courses[table, line_up] = Course(count, most, self.tournament)

    def _verdict(self, table: Table) -> Callable[[LineUp], bool | None]:
        def better(line_up: LineUp) -> bool | None:
            course = self.courses.get((table, line_up))
            if course is None or not course.over:
                return None
            shares = course.count.columns(course.target)[0]
            return sum(shares) / len(shares) > 1 / len(line_up)

        return better

    def _next_job(self, workers: int) -> Job | None:
        tournament = self.tournament
        for (table, line_up), course in self.courses.items():
            if not course.over and course.sent < course.target:
                deals = course.next_deals(workers)
                if deals:
                    return Job(table, line_up, tournament.seed, deals, tournament.seconds)
        return None

    def progress(self) -> tuple[int, int]:
        """Matches that have been played, and matches in all (the most, with `until`)."""
        done = total = 0
        for (table, _), course in self.courses.items():
            played = len(course.count.shares)
            done += played * table.players
            total += (played if course.over else max(course.most, played)) * table.players
        return done, total

    def play(
        self, where: Executor, progress: Progress | None = None, seconds: float | None = None
    ) -> bool:
        """Play until all is played (True) or the time is over. What was played is stored, even
        if something goes wrong on the way."""
        end = None if seconds is None else time.monotonic() + seconds
        flying = 0
        try:
            while True:
                self._extend_if_needed()
                while flying < 2 * where.workers and (end is None or time.monotonic() < end):
                    job = self._next_job(where.workers)
                    if job is None:
                        break
                    where.send(job)
                    flying += 1
                if flying == 0:
                    return self.complete
                job, rows = where.receive()
                flying -= 1
                if self.store is not None:
                    self.store.append(rows)
                self.courses[job.table, job.line_up].receive(job, rows)
                if progress is not None:
                    progress(*self.progress())
        finally:
            if self.store is not None:
                self.store.flush()

    def _extend_if_needed(self) -> None:
        while self.complete:
            before = len(self.courses)
            self._extend()
            if len(self.courses) == before:
                return

    @property
    def complete(self) -> bool:
        """Whether everything has been played."""
        return all(course.over for course in self.courses.values())

    def counts(self) -> list[Count]:
        return [course.count for course in self.courses.values()]

    def results(self) -> list[ArenaResult]:
        until = self.tournament.until
        return [count.result(until) for count in self.counts() if count.shares]

    def order(self, table: Table) -> list[str]:
        """The order of a ladder as it stands."""
        bots = self.tournament.bots_at(table)
        return ladder(bots, table.players, self._verdict(table))[1]


def run_tournament(
    tournament: Tournament,
    jobs: int | None = None,
    ray: str | None = None,
    store: "Store | None" = None,
    progress: Progress | None = None,
) -> Runner:
    """Play a tournament to its end: on all cores, some processes, or a Ray cluster."""
    runner = Runner(tournament, store)
    with executor(jobs, ray) as where:
        runner.play(where, progress)
    return runner


def run_arena(
    game: str,
    line_up: LineUp,
    deals: int,
    seed: int = 0,
    processes: int | None = None,
    seconds: float | None = None,
    options: dict[str, bool] | None = None,
    progress: Progress | None = None,
) -> ArenaResult:
    """Play deals of a line-up, each once for every rotation of the seats.

    The same seed gives the same matches, however many processes play them; bots with a time
    budget excepted. `seconds` is a bot's time for a decision, after which its move is replaced.
    `progress` is told the deals that were played, and all deals.
    """
    for name in line_up:
        find_contestant(name)  # an unknown name is told at once
    chosen = tuple(sorted(name for name, on in (options or {}).items() if on))
    table = Table(game, len(line_up), chosen)
    table.rules()
    bots = tuple(dict.fromkeys(line_up))
    tournament = Tournament(
        (table,), bots, ROBIN, deals * len(line_up), seed, None, seconds, (line_up,)
    )

    def told(done: int, total: int) -> None:
        if progress is not None:
            progress(done // len(line_up), total // len(line_up))

    return run_tournament(tournament, processes, progress=told).results()[0]
