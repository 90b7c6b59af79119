"""One match for the environments that ask for one decision at a time."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64, u8

from wagonik.bots.base import Brain
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.rules import Rules
from wagonik.engine.state import State
from wagonik.engine.views import sample, view_of
from wagonik.envs.core.encoder import Encoder, Rows
from wagonik.envs.core.rewards import add_rewards


class Desk:
    """Where the observations of tables are written, one at a time. `rows.cells` and `mask` can be
    read in place; they hold what was written last."""

    def __init__(self, encoder: Encoder) -> None:
        self.encoder: Final = encoder
        self.rules: Final[Rules] = encoder.rules
        self.rows: Final = Rows(1, encoder)
        actions = len(encoder.rules.table)
        self.mask: vec[u8] = vec[u8]([0] * actions)
        self.masked: vec[i64] = vec[i64]([0] * actions)  # the actions that are in the mask
        self.masked_count: i64 = 0

    def write(self, state: State, seat: i64, legal: ActionBuffer) -> None:
        """Write what a seat may know, and the mask of what it may do now."""
        self.rows.forget(0)  # any match may come after any other
        self.encoder.write(state, seat, self.rows, 0)
        mask = self.mask
        masked = self.masked
        i: i64
        for i in range(self.masked_count):
            mask[masked[i]] = 0
        self.masked_count = 0
        if seat == state.seat:
            for i in range(legal.count):
                action = legal.items[i]
                mask[action] = 1
                masked[i] = action
            self.masked_count = legal.count


class AdaptedMatch:
    """A match, with everything that adapters ask for."""

    def __init__(self, desk: Desk, state: State) -> None:
        self.desk: Final = desk
        self.rules: Final[Rules] = desk.rules
        self.out: Final = ActionBuffer()
        self.history: list[tuple[int, int]] = []  # (seat, action) of every decision
        self.state: State = state
        self.rules.advance(state, self.out)

    def reset(self, seed: int, first: int = -1) -> None:
        """Begin another match."""
        self.history = []
        self.state = self.rules.start(seed, first)
        self.rules.advance(self.state, self.out)

    @property
    def seat(self) -> int:
        """The seat whose decision is next."""
        return int(self.state.seat)

    @property
    def over(self) -> bool:
        return self.state.over

    @property
    def decisions(self) -> int:
        return len(self.history)

    def legal(self) -> list[int]:
        return self.out.list()

    def play(self, action: int) -> None:
        """Make a decision; an action that is not legal raises an error and changes nothing."""
        state = self.state
        if not self.out.contains(action):
            self.rules.check(state, action, self.out)
        self.history.append((int(state.seat), action))
        self.rules.play(state, action, self.out)

    def play_others(self, learner: int, brains: list[Brain], limit: int) -> None:
        """Let the other seats play until the learner decides, or so many decisions have been made.
        The brains are in the order in which they sit after the learner."""
        state = self.state
        out = self.out
        while out.count > 0 and state.seat != learner and len(self.history) < limit:
            rank = (state.seat - learner) % self.rules.seats
            action = brains[rank - 1].decide(state, state.seat, out)
            self.history.append((int(state.seat), int(action)))
            self.rules.play(state, action, out)

    def observe(self, seat: int) -> None:
        """Write what a seat may know on the desk, and what it may do now."""
        self.desk.write(self.state, seat, self.out)

    def rewards(self, kind: int) -> list[float]:
        """What the match is worth to each seat; nothing before its end."""
        out = vec[float]([0.0] * self.rules.seats)
        if self.state.over:
            add_rewards(self.rules.score(self.state), kind, out, 0)
        return list(out)

    def totals(self) -> list[int]:
        """The points of each seat, as they would be if the match ended now."""
        totals = self.rules.score(self.state).totals
        return [int(totals[seat]) for seat in range(self.rules.seats)]

    def copy(self) -> "AdaptedMatch":
        """An independent match in the same state, with the same randomness to come."""
        twin = AdaptedMatch(self.desk, self.state.copy())
        twin.history = list(self.history)
        return twin

    def resampled(self, seat: int, seed: int) -> "AdaptedMatch":
        """A match that looks the same to a seat: all that it can't know is dealt again."""
        view = view_of(self.rules, self.state, seat)
        twin = AdaptedMatch(self.desk, sample(self.rules, view, seed))
        twin.history = list(self.history)
        return twin
