"""PettingZoo: every game as an AEC environment, in which the seats take turns.

from wagonik.envs import pettingzoo_env

env = pettingzoo_env.env("paris", players=3)
"""

from typing import Any, Final

import numpy as np
from gymnasium import spaces
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils.env_logger import EnvLogger  # type: ignore[import-untyped]

from wagonik.engine.boardfile import BoardFile
from wagonik.engine.errors import WagonikError
from wagonik.envs.desk import Play
from wagonik.envs.layout import Layout
from wagonik.envs.matches import LIMIT, reward_kind
from wagonik.envs.render import RENDER_MODES
from wagonik.match import Match

Observed = dict[str, np.ndarray[Any, Any]]
ILLEGAL_REWARD: Final = -1


class raw_env(AECEnv, EzPickle):  # type: ignore[misc] # noqa: N801 - PettingZoo's own name
    """One game with a number of players. An action that is not legal raises an error."""

    def __init__(
        self,
        game: str,
        players: int = 2,
        options: dict[str, bool] | None = None,
        board: BoardFile | str | None = None,
        render_mode: str | None = None,
        reward: str = "win",
        limit: int = LIMIT,
        version: int = 0,
    ) -> None:
        EzPickle.__init__(self, game, players, options, board, render_mode, reward, limit, version)
        super().__init__()
        self.metadata: dict[str, Any] = {
            "render_modes": list(RENDER_MODES),
            "name": f"{game}_v{version}",
            "is_parallelizable": False,
            "render_fps": 2,
        }
        self.render_mode = render_mode
        self.possible_agents: list[str] = [f"player_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self._play: Final = Play(game, players, options, board, render_mode)
        self._reward: Final = reward_kind(reward)
        self._limit: Final = limit
        self._seats: Final = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {
            agent: spaces.Discrete(self._play.layout.actions) for agent in self.possible_agents
        }
        self.observation_spaces = {
            agent: spaces.Dict(
                {
                    "observation": self._play.observation_space(),
                    "action_mask": self._play.mask_space(),
                }
            )
            for agent in self.possible_agents
        }
        self._seen: Observed = {}

    @property
    def layout(self) -> Layout:
        """What the numbers of an observation mean."""
        return self._play.layout

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self._play.reset(seed, options)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._next()

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None, "None is for agents that are done"
        table = self._play.table
        table.play(int(action))
        self.infos[agent] = {}
        self._cumulative_rewards[agent] = 0.0
        if table.over:
            for seat, reward in enumerate(table.rewards(self._reward)):
                self.rewards[self.possible_agents[seat]] = reward
                self._cumulative_rewards[self.possible_agents[seat]] += reward
            self.terminations = dict.fromkeys(self.agents, True)
        elif table.decisions >= self._limit:
            self.truncations = dict.fromkeys(self.agents, True)
        self._next()
        if self.render_mode == "human":
            self.render()

    def _next(self) -> None:
        """Turn to the seat that decides next: its mask is in its info, too."""
        agent = self.possible_agents[self._play.table.seat]
        self.agent_selection = agent
        self._seen = self._look(agent)
        self.infos[agent] = {"action_mask": self._seen["action_mask"]}

    def _look(self, agent: str) -> Observed:
        cells, mask = self._play.observe(self._seats[agent])
        return {"observation": cells, "action_mask": mask}

    def observe(self, agent: str) -> Observed:
        """What an agent may know; the mask is empty unless it is the one to act."""
        if agent == self.agent_selection and self._seen:
            return self._seen
        return self._look(agent)

    def render(self) -> Any:
        """The match as the agent to act sees it."""
        over = self._play.table.over
        return self._play.render(-1 if over else self._play.table.seat)

    def match(self) -> Match:
        """The match so far, as the engine plays it: for its events, scores and record."""
        return self._play.match()

    def close(self) -> None:
        """Nothing is left open."""


class SafeEnv(raw_env):
    """The same, with what PettingZoo's wrappers add to its own games: an illegal action loses, and
    calls before `reset` are explained. The wrappers themselves would take five times as long as the
    rest."""

    def step(self, action: int | None) -> None:
        if not self._seen:
            EnvLogger.error_step_before_reset()
        if not self.agents:
            EnvLogger.warn_step_after_terminated_truncated()
            return
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is not None and 0 <= action < self._play.layout.actions:
            if self._seen["action_mask"][action]:
                super().step(action)
                return
        elif action is not None:
            raise WagonikError(
                f"There is no action {action}: they end at {self._play.layout.actions - 1}."
            )
        EnvLogger.warn_on_illegal_move()
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.rewards[agent] = float(ILLEGAL_REWARD)
        self._cumulative_rewards[agent] = 0.0
        self.terminations = dict.fromkeys(self.agents, True)
        self.truncations = dict.fromkeys(self.agents, True)
        self._accumulate_rewards()
        self._deads_step_first()

    def observe(self, agent: str) -> Observed:
        if not self._seen:
            EnvLogger.error_observe_before_reset()
        return super().observe(agent)

    def render(self) -> Any:
        if not self._seen:
            EnvLogger.error_render_before_reset()
        return super().render()


def env(game: str, players: int = 2, **settings: Any) -> AECEnv:
    """The environment to use: an illegal action loses, as in PettingZoo's own games."""
    return SafeEnv(game, players, **settings)
