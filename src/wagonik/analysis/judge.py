"""Chances on samples: of an open table, and of what a seat could not see.

On the open table hands and tickets are as they are, and the decks are dealt anew. From a seat's
own view only differences between its moves are taken, all on the same samples: what is guessed
wrongly about the others is wrong for both.
"""

import hashlib
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from wagonik.analysis.calibration import find_calibration
from wagonik.analysis.report import AnalysisError
from wagonik.bots.base import fill
from wagonik.bots.games import make_outlook
from wagonik.bots.master.judge import TableJudge
from wagonik.bots.master.parts import load_value, make_knobs
from wagonik.bots.master.search import MOST, OTHERWISE, Search
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.errors import UnknownGame
from wagonik.engine.rng import FastRng, Rng, seed_key
from wagonik.engine.rules import Rules
from wagonik.engine.state import State
from wagonik.engine.views import sample

# How sharply others' tickets are guessed by what they build: Master's own numbers are made for
# speed, and leave a seat far too hopeful about its chances.
SHARP: Final[dict[str, float]] = {"fit": 15.0, "swaps": 24.0}
MOST_PAYMENTS: Final = 12  # ways to pay that are tried
AHEAD: Final = 3.0  # standard errors behind the best that end the trial of a move
ROUND: Final = 12  # samples between two looks at what is hopeless

Chances = tuple[float, ...]  # of all seats


@dataclass(frozen=True, slots=True)
class Measured:
    """A mean and its standard error."""

    mean: float
    error: float

    def clear(self, errors: float) -> bool:
        """Whether it is above 0 by more than so many errors."""
        return self.mean > errors * self.error


def measured(numbers: Sequence[float]) -> Measured:
    count = len(numbers)
    mean = sum(numbers) / count
    if count < 2:
        return Measured(mean, 1.0)
    spread = sum((number - mean) ** 2 for number in numbers)
    return Measured(mean, math.sqrt(spread / (count * (count - 1))))


def sample_seed(seed: int, *what: object) -> int:
    """A seed for some samples, which have nothing in common with those of other questions."""
    text = " ".join(str(part) for part in (seed, *what))
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:7], "little")


class Judge:
    """Judges positions of one match. It keeps working space, but no memory.

    Args:
        calibrated: Whether chances are made honest, where that was measured.
    """

    def __init__(self, rules: Rules, calibrated: bool = True) -> None:
        try:
            outlook = make_outlook(rules)
        except UnknownGame as error:
            raise AnalysisError(
                f"{rules.game} can't be analysed: our bots do not know how to play it."
            ) from error
        knobs = make_knobs(rules)
        knobs.update(SHARP)
        self.rules: Final = rules
        self.search: Final = Search(rules, outlook, load_value(rules, outlook), knobs)
        self.table: Final = TableJudge(self.search)
        self.horizon: Final = int(knobs.turns)  # turns that are played on
        self.calibration: Final = (
            find_calibration(rules.game, rules.seats)
            if calibrated and not rules.own_board
            else None
        )
        self.state: Final = rules.new_state()
        self.playouts: int = 0

    # The open table

    def open(
        self,
        state: State,
        seat: int,
        action: int,
        seed: int,
        count: int,
        until: int | None = None,
        to_end: bool = False,
    ) -> list[Chances]:
        """The chances of all seats after an action (or FORWARD, without one), in some futures.

        Args:
            until: The turn that is judged; by default a horizon ahead. Two positions of a match
                must be judged at the same one to tell what chance did between them.
        """
        last = int(state.turn) + self.horizon if until is None else until
        self.table.settle(state)
        found = []
        for number in range(count):
            key = seed_key(sample_seed(seed, number))
            self.state.copy_from(state)
            self.state.cards = Rng(key + b"cards")
            self.state.shared_cards = False
            self.state.tickets = Rng(key + b"tickets")
            self.state.shared_tickets = False
            found.append(self.play(seat, action, last, to_end))
        return found

    def play(self, seat: int, action: int, last: int, to_end: bool = False) -> Chances:
        """Play `state` on up to a turn; its chances. At the very end they are the result."""
        self.table.play(self.state, seat, action, last, to_end)
        self.playouts += 1
        return tuple(self.table.chances) if to_end else self.told(self.state, last)

    def result(self, state: State, last: int) -> Chances:
        """The same for a match that is over."""
        self.table.ended = True
        self.table.take_result(state)
        return self.told(state, last)

    def told(self, state: State, last: int) -> Chances:
        """The chances where a play-out stopped that was begun a horizon before a turn."""
        table = self.table
        chances = tuple(table.chances)
        if self.calibration is None:
            return chances
        ahead = 1.0 - (last - int(state.turn)) / self.horizon
        return self.calibration.honest(chances, table.progress, table.ended, ahead)

    # A seat's own view

    def candidates(self, view: State, seat: int, legal: Sequence[int]) -> list[int]:
        """The moves that are worth a trial, Planner's own first. Above OTHERWISE, the seat goes
        on in another way after it."""
        buffer = ActionBuffer()
        fill(buffer, list(legal))
        search = self.search
        search.prepare(view, seat, buffer)
        found = [int(search.actions[i]) for i in range(search.count)]
        rules = self.rules
        if isinstance(rules, BoardRules) and view.step in (
            rules.pay_step,
            rules.exchange_step,
            rules.give_step,
        ):
            for action in legal:
                if action not in found and len(found) < MOST_PAYMENTS:
                    found.append(action)
        return found[:MOST]

    def samples(
        self,
        view: State,
        seat: int,
        actions: Sequence[int],
        seed: int,
        first: int,
        count: int,
        to_end: bool = False,
    ) -> list[list[Chances]]:
        """The chances of all seats after each action, on samples of what the seat can't see: a
        list for each action, with the same samples in the same order."""
        search = self.search
        found: list[list[Chances]] = [[] for _ in actions]
        last = int(view.turn) + self.horizon
        search.outlook.study(view, seat)
        for number in range(first, first + count):
            root = self.deal(view, seat, seed, number)
            for i, action in enumerate(actions):
                self.state.copy_from(root)
                found[i].append(self.play(seat, action, last, to_end))
        return found

    def deal(self, view: State, seat: int, seed: int, number: int) -> State:
        """A sample of what the seat can't see; its `study` comes first."""
        search = self.search
        own = sample_seed(seed, number)
        root = sample(self.rules, view, own)
        search.guess(view, root, seat, FastRng(own))
        search.settle_first_tickets(root, seat)
        for other in range(self.rules.seats):
            self.table.keeps[other] = search.keeps[other]
        return root


class Trial:
    """Moves of one seat compared on samples of its view; hopeless ones are given up on the way."""

    def __init__(
        self, judge: Judge, view: State, seat: int, actions: Sequence[int], seed: int
    ) -> None:
        self.judge: Final = judge
        self.view: Final = view
        self.seat: Final = seat
        self.seed: Final = seed
        self.actions: list[int] = list(actions)
        self.rows: Final[dict[int, list[Chances]]] = {action: [] for action in actions}
        self.count: int = 0

    def play(self, samples: int, to_end: bool = False) -> None:
        """Try all that are left on so many samples more."""
        found = self.judge.samples(
            self.view, self.seat, self.actions, self.seed, self.count, samples, to_end
        )
        for action, rows in zip(self.actions, found, strict=True):
            self.rows[action] += rows
        self.count += samples

    def look(self, samples: int, kept: Sequence[int]) -> None:
        """Try so many samples, and give up what is hopeless on the way, except some."""
        while self.count < samples and len(self.actions) > 1:
            self.play(min(ROUND, samples - self.count))
            best = self.best()
            self.actions = [
                action
                for action in self.actions
                if action in (best, *kept) or not self.gain(best, action).clear(AHEAD)
            ]

    def join(self, others: Sequence[int]) -> None:
        """Moves that come late are tried on all samples so far."""
        new = [action for action in others if action not in self.rows]
        rows = self.judge.samples(self.view, self.seat, new, self.seed, 0, self.count)
        self.rows.update(zip(new, rows, strict=True))
        self.actions += new

    def mean(self, action: int) -> float:
        rows = self.rows[action]
        return sum(row[self.seat] for row in rows) / len(rows)

    def best(self) -> int:
        """The best that is left; of equal ones the first."""
        return max(self.actions, key=self.mean)

    def gain(self, action: int, other: int) -> Measured:
        """How much more often a move wins than another, on their common samples."""
        return self.effect(action, other)[self.seat]

    def effect(self, action: int, other: int) -> list[Measured]:
        """The same for all seats."""
        pairs = list(zip(self.rows[action], self.rows[other], strict=False))
        return [
            measured([mine[seat] - theirs[seat] for mine, theirs in pairs])
            for seat in range(self.judge.rules.seats)
        ]

    def one_way(self) -> None:
        """Of an action that can be gone on with in two ways, keep the better one."""
        better: dict[int, int] = {}
        for action in self.actions:
            plain = action % OTHERWISE
            if plain not in better or self.mean(action) > self.mean(better[plain]):
                better[plain] = action
        self.actions = list(better.values())
