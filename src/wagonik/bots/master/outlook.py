"""What a search asks about a game: actions worth a thought, quick play, a position in numbers."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.bots.floats import floats
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.rng import FastRng
from wagonik.engine.rules import Rules
from wagonik.engine.state import State

LEFT_OUT: Final = -1.0e9  # the score of an action of another kind
NO_CANDIDATE: Final = -1.0e8  # nor is one whose score is so low: it can't be carried out
FEW: Final = 2  # candidates of one kind, before other kinds are looked at


class Outlook:
    """The questions; boards and the Card Game answer each in their own way.

    A position in numbers is a row of `size` features for every seat, one row after the other.
    """

    def __init__(self, rules: Rules, names: list[str]) -> None:
        self.rules: Final = rules
        self.names: Final = names
        self.size: i64 = len(names)
        self.found: ActionBuffer = ActionBuffer()
        self.scores: vec[float] = floats(len(rules.table))  # of the legal actions, in their order

    def candidates(self, state: State, seat: i64, legal: ActionBuffer, most: i64) -> ActionBuffer:
        """Up to so many actions worth a thought; the planner's own choice comes first."""
        raise NotImplementedError

    def others(self, state: State, seat: i64, legal: ActionBuffer) -> ActionBuffer:
        """A few actions of another way to play, if the game has one that differs here. The
        candidates come first."""
        self.found.count = 0
        return self.found

    def adopt(self, seat: i64) -> None:
        """From here on this seat plays the other way, and nobody if it is -1."""

    def lead(self, seat: i64) -> None:
        """From here on this seat plays as Master's own does, until all is forgotten."""

    def add(self, action: i64, most: i64) -> None:
        if self.found.count < most and not self.found.contains(action):
            self.found.add(action)

    def add_best(self, legal: ActionBuffer, most: i64) -> None:
        """Add the actions with the highest scores, until so many are found."""
        scores = self.scores
        i: i64
        while self.found.count < most:
            best: i64 = -1
            for i in range(legal.count):
                if scores[i] > NO_CANDIDATE and not self.found.contains(legal.items[i]):
                    if best < 0 or scores[i] > scores[best]:
                        best = i
            if best < 0:
                return
            self.found.add(legal.items[best])

    def add_few(self, legal: ActionBuffer, most: i64) -> None:
        """Add the best of a kind of actions, so that there is room for other kinds."""
        few = self.found.count + FEW
        self.add_best(legal, few if few < most else most)

    def forget(self) -> None:
        """Another position follows: nothing that was worked out before counts."""

    def decide(self, state: State, seat: i64, legal: ActionBuffer) -> i64:
        """Play quickly: what a planner would do, with plans kept from turn to turn."""
        raise NotImplementedError

    def progress(self, state: State) -> float:
        """How much of the match is over, from 0 to 1."""
        raise NotImplementedError

    def assess(self, state: State, features: vec[float]) -> None:
        """The features of all seats. It reads hidden things, so it is for samples only."""
        raise NotImplementedError

    def guess(self, state: State, viewer: i64, unknown: vec[i64], count: i64, rng: FastRng) -> None:
        """Make a sample more likely: the tickets listed were unknown to the viewer, and may be
        exchanged for one another."""

    def trust_fits(self, fit: float, swaps: i64) -> None:
        """How strongly a guess believes that seats build what their tickets ask for."""

    def study(self, view: State, viewer: i64) -> None:
        """Look at a view once, before samples of it are guessed at."""
