"""What Master finds out while others think: which actions are not worth a trial in its next turn.

It plays on to that turn on samples of its view, tries every candidate of each such future once, and
keeps how much better or worse than the planner's own choice it was there. Which future comes is
not known yet, so this says nothing about the best action, but much about the many bad ones.
"""

import math
from typing import Final

from mypy_extensions import i64

from wagonik.bots.master.search import MOST, NO_SPREAD, OTHERWISE, SAME, SPREAD, Search
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.rng import FastRng
from wagonik.engine.state import State
from wagonik.engine.views import sample

LEAST: Final = 12  # futures before an action is judged by them
# However many there are, they count as so many: they tell what is bad on the whole, and the turn
# that comes is one of them.
TRUSTED: Final = 120
ENOUGH: Final = 400  # futures, beyond which nothing new comes of them
CLEARLY: Final = 3.0  # standard errors


class Gains:
    """Of one action in many futures: by how much it was better than the planner's own choice."""

    def __init__(self) -> None:
        self.count: i64 = 0
        self.total: float = 0.0
        self.squares: float = 0.0

    def add(self, gain: float) -> None:
        self.count += 1
        self.total += gain
        self.squares += gain * gain

    def mean(self) -> float:
        return self.total / float(self.count)

    def error(self) -> float:
        """The variance of the mean."""
        mean = self.mean()
        spread = self.squares / float(self.count) - mean * mean
        if spread < NO_SPREAD:
            return 0.0
        trusted = self.count
        if trusted > TRUSTED:
            trusted = TRUSTED
        return spread / float(trusted - 1)


class Foresight:
    """Looks at futures of views of one seat, and belongs to its next turn."""

    def __init__(self, search: Search) -> None:
        self.search: Final = search
        self.turn: i64 = -1  # of the first view that was looked at
        self.futures: i64 = 0
        self.gains: dict[int, Gains] = {}  # of candidates, as a search numbers them

    def forget(self) -> None:
        self.turn = -1
        self.futures = 0
        self.gains = {}

    def study(self, view: State, seat: i64) -> None:
        """Another view follows. What was found in views before counts as long as the seat has not
        had its turn."""
        if self.turn < 0 or view.turn - self.turn >= view.seats:
            self.forget()
            self.turn = view.turn
        if self.search.knobs.guess:
            self.search.outlook.study(view, seat)

    def look(self, view: State, seat: i64, seed: int) -> None:
        """Try the candidates of one future of a view that was studied, in which others decide."""
        search = self.search
        rules = search.rules
        outlook = search.outlook
        out = search.out
        number = seed * SPREAD + int(self.futures)
        self.futures += 1
        state = sample(rules, view, number)
        if search.knobs.guess:
            search.guess(view, state, seat, FastRng(number))
        outlook.forget()
        rules.advance(state, out)
        while out.count > 0 and (state.seat != seat or state.step != rules.turn_step):
            rules.play(state, outlook.decide(state, state.seat, out), out)
        if out.count < 2 or search.prepare(state, seat, out, MOST) < 2:
            return
        own: float = 0.0
        i: i64
        for i in range(search.count):
            search.state.copy_from(state)
            worth = search.play_on(search.state, seat, search.actions[i])
            if i == 0:
                own = worth
            self.note(int(search.actions[i]), worth - own)

    def note(self, action: int, gain: float) -> None:
        gains = self.gains.get(action)
        if gains is None:
            gains = Gains()
            self.gains[action] = gains
        gains.add(gain)

    def hopeless(self, view: State, legal: ActionBuffer) -> list[int]:
        """The candidates of a turn that were clearly worse than the best of those that it has, or
        than the planner's own choices; the worst ones first. Nothing, if it is another turn."""
        found: list[int] = []
        if self.turn < 0 or view.turn - self.turn >= view.seats:
            return found
        best: float = 0.0  # what the planner would do is always possible
        doubt: float = 0.0
        means: list[tuple[float, int]] = []
        for action, gains in self.gains.items():
            if gains.count >= LEAST and legal.contains(action % OTHERWISE):
                mean = gains.mean()
                means.append((mean, action))
                if mean > best:
                    best = mean
                    doubt = gains.error()
        for mean, action in sorted(means):
            behind = best - mean
            if behind > SAME and behind >= CLEARLY * math.sqrt(doubt + self.gains[action].error()):
                found.append(action)
        return found
