"""Many matches stepped in one call. Observations, masks and rewards are written into arrays that
NumPy reads in place; actions come as bytes, 64 bits each, lowest byte first."""

from typing import Final

from librt.strings import read_i64_le
from librt.vecs import vec
from mypy_extensions import i64, u8

from wagonik.bots.base import Brain
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.errors import IllegalAction
from wagonik.engine.rng import FastRng
from wagonik.engine.rules import Rules
from wagonik.engine.state import State
from wagonik.envs.core.encoder import Encoder, Rows
from wagonik.envs.core.rewards import add_rewards

EVERYBODY: Final = -1  # as the learner: every seat's decisions are asked for
IN_TURN: Final = -2  # as the learner: another seat with each match
ACTION_BYTES: Final = 8


class Batch:
    """Matches side by side, each at a decision. A match that ends is followed by a new one at
    once: the observation is then the new match's first, while the rewards are the old one's.

    Without opponents every seat's decisions are asked for. With opponents only the learner's are,
    and brains play in between: so many for each match, match by match, in the order in which
    they sit after the learner.
    """

    def __init__(
        self,
        encoder: Encoder,
        seeds: list[int],
        learner: int = EVERYBODY,
        brains: list[Brain] | None = None,
        reward: int = 0,
        limit: int = 10_000,
        keep_final: bool = False,
    ) -> None:
        rules = encoder.rules
        count = len(seeds)
        self.encoder: Final = encoder
        self.rules: Final[Rules] = rules
        self.count: i64 = count
        self.seats: i64 = rules.seats
        self.actions: i64 = len(rules.table)
        self.learner: i64 = learner
        self.brains: vec[Brain] = vec[Brain](brains if brains is not None else [])
        self.reward: i64 = reward
        self.limit: i64 = limit
        self.keep_final: Final = keep_final
        self.seeds: list[int] = seeds
        self.rng: FastRng = FastRng(seeds[0])
        self.states: vec[State] = vec[State]([rules.new_state() for _ in seeds])
        # The legal actions of each match: the buffers are as small as they can be, to stay close.
        self.legal: vec[ActionBuffer] = vec[ActionBuffer](
            [ActionBuffer(len(rules.table)) for _ in seeds]
        )
        # What NumPy reads; never appended to.
        self.rows: Final = Rows(count, encoder)
        self.finals: Final = Rows(count if keep_final else 0, encoder)
        self.masks: vec[u8] = vec[u8]([0] * (count * len(rules.table)))
        self.mover: vec[i64] = vec[i64]([0] * count)  # the seat that decides
        self.choices: vec[i64] = vec[i64]([0] * count)  # what `sample` chose
        self.rewards: vec[float] = vec[float]([0.0] * (count * rules.seats))
        self.gains: vec[float] = vec[float]([0.0] * count)  # of the seat that has just decided
        self.terminated: vec[u8] = vec[u8]([0] * count)
        self.truncated: vec[u8] = vec[u8]([0] * count)
        # Of the match that ended last:
        self.totals: vec[i64] = vec[i64]([0] * (count * rules.seats))
        self.lengths: vec[i64] = vec[i64]([0] * count)
        self.decisions: vec[i64] = vec[i64]([0] * count)
        self.matches: vec[i64] = vec[i64]([0] * count)
        self.ended: i64 = 0  # matches that ended in the last step
        self.reset(seeds)

    def reset(self, seeds: list[int]) -> None:
        """Begin new matches, one a seed."""
        self.seeds = list(seeds)
        self.rng = FastRng(seeds[0])
        self.ended = 0
        i: i64
        for i in range(self.count):
            self.matches[i] = 0
            self._clear(i)
            out = self.legal[i]
            self._wipe_mask(i, out)
            self._start(i, out)
            self._show(i, self.states[i], out)

    # Stepping

    def step(self, actions: bytes) -> None:
        """Make a decision in every match. If one is not legal, an error says so and nothing is
        played."""
        count = self.count
        if len(actions) != count * ACTION_BYTES:
            raise IllegalAction(
                f"{count} actions are needed, of {ACTION_BYTES} bytes each; "
                f"{len(actions)} bytes came."
            )
        masks = self.masks
        width = self.actions
        i: i64
        for i in range(count):
            action = read_i64_le(actions, i * ACTION_BYTES)
            if action < 0 or action >= width or masks[i * width + action] == 0:
                self._refuse(i, action)
        self.ended = 0
        for i in range(count):
            self._play(i, read_i64_le(actions, i * ACTION_BYTES))

    def sample(self) -> None:
        """Choose a legal action for every match, each as likely as the others."""
        choices = self.choices
        legal = self.legal
        rng = self.rng
        i: i64
        for i in range(self.count):
            out = legal[i]
            choices[i] = out.items[rng.below(out.count)]

    def _refuse(self, i: i64, action: i64) -> None:
        try:
            self.rules.check(self.states[i], int(action), ActionBuffer())
        except IllegalAction as error:
            raise IllegalAction(f"Match {i} of the batch: {error}") from None

    def _play(self, i: i64, action: i64) -> None:
        state = self.states[i]
        out = self.legal[i]
        self._wipe_mask(i, out)
        if self.terminated[i] + self.truncated[i] != 0:
            self._clear(i)
        actor = state.seat
        self.rules.play(state, action, out)
        self.decisions[i] += 1
        if self.learner != EVERYBODY:
            self._play_others(i, state, out, actor)
        if out.count == 0 or self.decisions[i] >= self.limit:
            self._finish(i, state, actor)
            self._start(i, out)
            state = self.states[i]
        self._show(i, state, out)

    def _wipe_mask(self, i: i64, out: ActionBuffer) -> None:
        masks = self.masks
        items = out.items
        at = i * self.actions
        k: i64
        for k in range(out.count):
            masks[at + items[k]] = 0

    def _show(self, i: i64, state: State, out: ActionBuffer) -> None:
        """Write the next decision of a match: mask, seat and observation."""
        masks = self.masks
        items = out.items
        at = i * self.actions
        k: i64
        for k in range(out.count):
            masks[at + items[k]] = 1
        self.mover[i] = state.seat
        self.encoder.write(state, state.seat, self.rows, i)

    def _play_others(self, i: i64, state: State, out: ActionBuffer, learner: i64) -> None:
        brains = self.brains
        first = i * (self.seats - 1) - 1
        while out.count > 0 and state.seat != learner and self.decisions[i] < self.limit:
            rank = state.seat - learner
            if rank < 0:
                rank += self.seats
            action = brains[first + rank].decide(state, state.seat, out)
            self.rules.play(state, action, out)
            self.decisions[i] += 1

    def _clear(self, i: i64) -> None:
        """Forget how the last match of a place ended."""
        self.terminated[i] = 0
        self.truncated[i] = 0
        self.gains[i] = 0.0
        seat: i64
        for seat in range(self.seats):
            self.rewards[i * self.seats + seat] = 0.0

    def _finish(self, i: i64, state: State, actor: i64) -> None:
        at = i * self.seats
        final = self.rules.score(state)
        seat: i64
        for seat in range(self.seats):
            self.totals[at + seat] = final.totals[seat]
        self.lengths[i] = self.decisions[i]
        self.ended += 1
        if state.over:
            self.terminated[i] = 1
            add_rewards(final, self.reward, self.rewards, at)
            self.gains[i] = self.rewards[at + actor]
        else:
            self.truncated[i] = 1
        if self.keep_final:
            self.finals.forget(i)
            self.encoder.write(state, actor, self.finals, i)

    def _start(self, i: i64, out: ActionBuffer) -> None:
        """The next match of a place, up to a decision that is asked for."""
        match = self.matches[i]
        self.matches[i] = match + 1
        self.decisions[i] = 0
        state = self.rules.start(self.seeds[i] + int(match) * int(self.count))
        self.states[i] = state
        self.rows.forget(i)
        self.rules.advance(state, out)
        if self.learner != EVERYBODY:
            learner = self.learner if self.learner >= 0 else (i + match) % self.seats
            self._play_others(i, state, out, learner)
