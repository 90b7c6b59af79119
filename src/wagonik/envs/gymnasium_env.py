"""Gymnasium: one learner against named bots, one match at a time or many in one call.

import gymnasium
import wagonik.envs

env = gymnasium.make("wagonik/Paris-v0", players=2, opponents=["planner"])
"""

import time
from collections.abc import Sequence
from typing import Any, Final

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from wagonik.bots.base import Brain
from wagonik.bots.guard import Fault
from wagonik.engine.boardfile import BoardFile, load
from wagonik.engine.errors import IllegalAction, WagonikError
from wagonik.envs.desk import MOST, Play
from wagonik.envs.layout import LEAST, Layout, Mask, Observation
from wagonik.envs.matches import LIMIT, Matches, reward_kind
from wagonik.envs.opponents import Warner, find_opponents, make_brain
from wagonik.envs.render import RENDER_MODES
from wagonik.match import Match

OPPONENT: Final = "modest"
ILLEGAL_REWARD: Final = -1.0


class WagonikEnv(gymnasium.Env[Observation, np.int64]):
    """The learner sits at one seat, named bots at the others. The mask of legal actions is in the
    info, and `action_masks()` gives it to learners that ask for it. An opponent that fails is
    warned of once, and `replaced_moves` in the info counts its moves in this match."""

    metadata: dict[str, Any] = {  # noqa: RUF012 - as the parent class declares it
        "render_modes": list(RENDER_MODES),
        "render_fps": 2,
    }

    def __init__(
        self,
        game: str,
        players: int = 2,
        opponents: Sequence[str] = (OPPONENT,),
        seat: int | None = None,
        options: dict[str, bool] | None = None,
        board: BoardFile | str | None = None,
        reward: str = "win",
        limit: int = LIMIT,
        illegal: str = "lose",
        render_mode: str | None = None,
    ) -> None:
        if illegal not in ("lose", "raise"):
            raise WagonikError(f"An illegal action may 'lose' or 'raise', not {illegal!r}.")
        if seat is not None and not 0 <= seat < players:
            raise WagonikError(f"The learner's seat is one of 0 to {players - 1}, not {seat}.")
        self._play: Final = Play(game, players, options, board, render_mode)
        self._entries: Final = find_opponents(self._play.rules, opponents)
        self._seat: Final = seat
        self._reward: Final = reward_kind(reward)
        self._limit: Final = limit
        self._illegal: Final = illegal
        self._brains: list[Brain] = []
        self._warner: Final = Warner()
        self._replaced: int = 0  # moves of opponents in this match
        self._learner: int = 0
        self._done: bool = True
        self._mask: Mask = np.zeros(self._play.layout.actions, dtype=np.int8)
        self.render_mode = render_mode
        self.observation_space = self._play.observation_space()
        self.action_space: spaces.Discrete = spaces.Discrete(self._play.layout.actions)

    @property
    def layout(self) -> Layout:
        """What the numbers of an observation mean."""
        return self._play.layout

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a match; `options` may say who has the first turn: {"first": 0}."""
        super().reset(seed=seed)
        match_seed = int(self.np_random.integers(2**62))
        self._play.reset(match_seed, options)
        players = self._play.players
        # Without a seat of its own, the learner sits anywhere, each seat as likely.
        chosen = int(self.np_random.integers(players))
        self._learner = chosen if self._seat is None else self._seat
        self._replaced = 0
        self._brains = [
            make_brain(self._play.rules, entry, match_seed + i, self._failed)
            for i, entry in enumerate(self._entries)
        ]
        self._done = False
        self._play.table.play_others(self._learner, self._brains, self._limit)
        return self._look()

    def step(self, action: np.int64 | int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        table = self._play.table
        if self._done:
            raise WagonikError("The match is over: call reset() first.")
        try:
            table.play(int(action))
        except IllegalAction:
            if self._illegal == "raise":
                raise
            self._done = True
            seen, info = self._look()
            info["illegal"] = True
            return seen, ILLEGAL_REWARD, True, False, info
        table.play_others(self._learner, self._brains, self._limit)
        over = table.over
        truncated = not over and table.decisions >= self._limit
        self._done = over or truncated
        reward = table.rewards(self._reward)[self._learner] if over else 0.0
        seen, info = self._look()
        if over:
            info["totals"] = table.totals()
        if self.render_mode == "human":
            self.render()
        return seen, reward, over, truncated, info

    def _failed(self, fault: Fault) -> None:
        self._replaced += 1
        self._warner.tell(fault)

    def _look(self) -> tuple[Observation, dict[str, Any]]:
        seen, self._mask = self._play.observe(self._learner)
        return seen, {
            "action_mask": self._mask,
            "seat": self._learner,
            "replaced_moves": self._replaced,
        }

    def action_masks(self) -> NDArray[np.bool_]:
        """What the learner may do now."""
        return self._mask.astype(np.bool_)

    def render(self) -> Any:
        """The match as the learner sees it."""
        return self._play.render(self._learner)

    def match(self) -> Match:
        """The match so far, as the engine plays it: for its events, scores and record."""
        return self._play.match()


class WagonikVectorEnv(VectorEnv[Observation, NDArray[np.int64], NDArray[Any]]):
    """Many matches of one learner, stepped in one call of compiled code.

    A match that ends is followed by a new one in the same step (`AutoresetMode.SAME_STEP`): its
    last observation is in `infos["final_obs"]`. The masks are in `infos["action_mask"]`, the moves
    of opponents that failed, since the reset, in `infos["replaced_moves"]`. With
    `copy=False` observations and masks are views that the next step writes over.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as the parent class declares it
        "autoreset_mode": AutoresetMode.SAME_STEP,
        "render_modes": [],
    }

    def __init__(
        self,
        game: str,
        num_envs: int = 64,
        players: int = 2,
        opponents: Sequence[str] = (OPPONENT,),
        seat: int | None = None,
        options: dict[str, bool] | None = None,
        board: BoardFile | str | None = None,
        reward: str = "win",
        limit: int = LIMIT,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None:
            raise WagonikError("Many matches at once are not rendered: render one of them.")
        file = load(board) if isinstance(board, str) else board
        self._matches: Final = Matches(
            game, players, num_envs, 0, options, file, opponents, seat, reward, limit, True
        )
        shown = self._matches.layout
        self.num_envs = num_envs
        self.single_observation_space = spaces.Box(LEAST, MOST, (shown.size,), np.int16)
        self.single_action_space = spaces.Discrete(shown.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy: Final = copy
        self._steps = 0
        self._seconds = 0.0

    @property
    def layout(self) -> Layout:
        """What the numbers of an observation mean."""
        return self._matches.layout

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self._matches.reset(int(self.np_random.integers(2**62)))
        self._steps = 0
        self._seconds = 0.0
        return self._seen(), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Make the learner's decision in every match. An illegal one raises an error, and nothing
        is played."""
        matches = self._matches
        began = time.perf_counter()
        matches.step(actions)
        self._seconds += time.perf_counter() - began
        self._steps += self.num_envs
        info = self._info()
        if matches.ended:
            self._add_endings(info)
        return (
            self._seen(),
            matches.gains.copy(),
            matches.terminated.copy(),
            matches.truncated.copy(),
            info,
        )

    def sample(self) -> NDArray[np.int64]:
        """A legal action for every match, chosen by compiled code."""
        return self._matches.sample().copy()

    @property
    def steps_a_second(self) -> float:
        """The learner's decisions a second since the last reset, the opponents' moves included."""
        return self._steps / self._seconds if self._seconds else 0.0

    def _seen(self) -> Observation:
        seen = self._matches.observations
        return seen.copy() if self._copy else seen

    def _info(self) -> dict[str, Any]:
        masks = self._matches.masks
        return {
            "action_mask": masks.copy() if self._copy else masks,
            "seat": self._matches.seats.copy(),
            "replaced_moves": self._matches.replaced.copy(),
        }

    def _add_endings(self, info: dict[str, Any]) -> None:
        matches = self._matches
        ended = matches.terminated | matches.truncated
        finals = np.full(self.num_envs, None, dtype=object)
        assert matches.finals is not None
        for i in np.flatnonzero(ended):
            finals[i] = matches.finals[i].copy()
        info["final_obs"] = finals
        info["_final_obs"] = ended
        info["final_info"] = {
            "totals": matches.totals.copy(),
            "_totals": ended,
            "length": matches.lengths.copy(),
            "_length": ended,
        }
        info["_final_info"] = ended
