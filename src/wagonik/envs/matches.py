"""Many matches stepped in one call, for NumPy."""

import secrets
from collections.abc import Sequence
from functools import partial
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wagonik.bots.base import Brain
from wagonik.bots.guard import Fault
from wagonik.engine.boardfile import BoardFile, load
from wagonik.engine.errors import IllegalAction, WagonikError
from wagonik.envs.core.batch import EVERYBODY, IN_TURN, Batch
from wagonik.envs.core.games import make_encoder
from wagonik.envs.core.rewards import REWARDS
from wagonik.envs.layout import Layout, Mask, Observation, array_of
from wagonik.envs.opponents import Warner, find_opponents, is_shared, make_brain
from wagonik.games import make_rules

LIMIT: Final = 10_000  # decisions after which a match is broken off; real ones take hundreds


def reward_kind(name: str) -> int:
    """A kind of reward by its name."""
    if name not in REWARDS:
        raise WagonikError(f"There is no reward {name!r}. The rewards: {', '.join(REWARDS)}.")
    return REWARDS.index(name)


class Matches:
    """So many matches side by side, each waiting for a decision.

    The arrays are views of what compiled code writes: after every step they show the next
    decisions. Copy what you want to keep. A match that ends is followed by the next at once; in
    that step `terminated` and `rewards` tell how it ended, and the observation is the new one's.

    >>> matches = Matches("paris", players=2, count=4, seed=1)
    >>> matches.observations.shape, matches.masks.shape
    ((4, 424), (4, 182))
    >>> for _ in range(100):
    ...     matches.step(matches.sample())
    >>> int(matches.masks[0].sum()) > 0
    True

    With opponents, only the learner's decisions are asked for, and named bots play the others;
    `replaced` counts the moves in which one of them failed, since the reset.
    """

    def __init__(
        self,
        game: str,
        players: int = 2,
        count: int = 64,
        seed: int | None = None,
        options: dict[str, bool] | None = None,
        board: BoardFile | str | None = None,
        opponents: Sequence[str] | None = None,
        seat: int | None = None,
        reward: str = "win",
        limit: int = LIMIT,
        keep_final: bool = False,
    ) -> None:
        file = load(board) if isinstance(board, str) else board
        rules = make_rules(game, players, options, file)
        encoder = make_encoder(rules)
        if count < 1:
            raise WagonikError(f"At least one match is needed, not {count}.")
        self.rules: Final = rules
        self.layout: Final = Layout(rules, encoder)
        self.count: Final = count
        self.players: Final = players
        self.replaced: Final[NDArray[np.int64]] = np.zeros(count, np.int64)
        self._warner: Final = Warner()
        learner = EVERYBODY
        brains: list[Brain] | None = None
        base = secrets.randbits(64) if seed is None else seed
        if opponents is not None:
            if seat is not None and not 0 <= seat < players:
                raise WagonikError(f"The learner's seat is one of 0 to {players - 1}, not {seat}.")
            learner = IN_TURN if seat is None else seat
            brains = self._brains(opponents, base)
        elif seat is not None:
            raise WagonikError("A seat of the learner's own needs opponents: name them.")
        self.batch: Final = Batch(
            encoder,
            [base + i for i in range(count)],
            learner,
            brains,
            reward_kind(reward),
            limit,
            keep_final,
        )
        batch = self.batch

        def view(buffer: Any, kind: type[np.generic], *shape: int) -> NDArray[Any]:
            return array_of(buffer, kind).reshape(count, *shape)

        self.observations: Final[Observation] = view(batch.rows.cells, np.int16, self.layout.size)
        self.masks: Final[Mask] = view(batch.masks, np.int8, self.layout.actions)
        self.seats: Final[NDArray[np.int64]] = view(batch.mover, np.int64)
        self.rewards: Final[NDArray[np.float64]] = view(batch.rewards, np.float64, players)
        self.gains: Final[NDArray[np.float64]] = view(batch.gains, np.float64)
        self.terminated: Final[NDArray[np.bool_]] = view(batch.terminated, np.bool_)
        self.truncated: Final[NDArray[np.bool_]] = view(batch.truncated, np.bool_)
        self.totals: Final[NDArray[np.int64]] = view(batch.totals, np.int64, players)
        self.lengths: Final[NDArray[np.int64]] = view(batch.lengths, np.int64)
        self._choices: Final[NDArray[np.int64]] = view(batch.choices, np.int64)
        self.finals: Observation | None = None
        if keep_final:
            self.finals = view(batch.finals.cells, np.int16, self.layout.size)

    def _brains(self, names: Sequence[str], seed: int) -> list[Brain]:
        """The opponents of every match, in the order in which they sit after the learner."""
        entries = find_opponents(self.rules, names)
        reports = [partial(self._failed, match) for match in range(self.count)]
        shared = [
            make_brain(self.rules, entry, seed + i, reports[0]) for i, entry in enumerate(entries)
        ]
        found: list[Brain] = []
        for report in reports:
            for entry, brain in zip(entries, shared, strict=True):
                if not is_shared(entry):
                    brain = make_brain(self.rules, entry, seed + len(found), report)
                found.append(brain)
        return found

    def _failed(self, match: int, fault: Fault) -> None:
        """An opponent's move was replaced."""
        self.replaced[match] += 1
        self._warner.tell(fault)

    def reset(self, seed: int) -> None:
        """Begin new matches."""
        self.replaced[:] = 0
        self.batch.reset([seed + i for i in range(self.count)])

    def sample(self) -> NDArray[np.int64]:
        """A legal action for every match, each as likely as the others; chosen by compiled code,
        faster than from the masks."""
        self.batch.sample()
        return self._choices

    def step(self, actions: NDArray[Any]) -> None:
        """Make a decision in every match."""
        given = np.asarray(actions)
        if given.shape != (self.count,) or given.dtype.kind not in "iu":
            raise IllegalAction(
                f"{self.count} actions are needed, a whole number for each match; "
                f"an array of {given.dtype} with the shape {given.shape} came."
            )
        self.batch.step(np.ascontiguousarray(given, dtype="<i8").tobytes())

    @property
    def ended(self) -> int:
        """How many matches ended with the last step."""
        return int(self.batch.ended)
