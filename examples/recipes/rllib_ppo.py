"""PPO of RLlib with masked actions: learn Paris against Novice.

pip install 'ray[rllib]' torch
python examples/recipes/rllib_ppo.py --iterations 50 --opponent novice
"""

import argparse
import os
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np

os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")

from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.rl_module import RLModuleSpec
from ray.rllib.examples.rl_modules.classes.action_masking_rlm import (
    ActionMaskingTorchRLModule,
)

from wagonik.envs.gymnasium_env import WagonikEnv


class MaskedObservation(gymnasium.Wrapper):
    """The mask beside the observation, under the names that RLlib's module for masked actions
    knows; numbers as it computes with them."""

    def __init__(self, config: dict[str, Any]) -> None:
        super().__init__(WagonikEnv(config["game"], opponents=[config["opponent"]]))
        inner = self.env.observation_space
        assert isinstance(inner, gymnasium.spaces.Box)
        actions = int(self.env.action_space.n)
        self.observation_space = gymnasium.spaces.Dict(
            {
                "observations": gymnasium.spaces.Box(-1.0, 1000.0, inner.shape, np.float32),
                "action_mask": gymnasium.spaces.Box(0.0, 1.0, (actions,), np.float32),
            }
        )

    def _seen(self, observation: np.ndarray, info: dict[str, Any]) -> dict[str, np.ndarray]:
        return {
            "observations": observation.astype(np.float32),
            "action_mask": info["action_mask"].astype(np.float32),
        }

    def reset(self, **given: Any) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        observation, info = self.env.reset(**given)
        return self._seen(observation, info), {}

    def step(self, action: Any) -> tuple[dict[str, np.ndarray], float, bool, bool, dict[str, Any]]:
        observation, reward, terminated, truncated, info = self.env.step(action)
        return self._seen(observation, info), float(reward), terminated, truncated, {}


def main(arguments: Sequence[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="paris")
    parser.add_argument("--opponent", default="novice")
    parser.add_argument("--iterations", type=int, default=50)
    parser.add_argument("--batch", type=int, default=4000)
    parser.add_argument("--runners", type=int, default=0, help="processes; 0 plays in this one")
    chosen = parser.parse_args(arguments)
    config = (
        PPOConfig()
        .environment(
            MaskedObservation, env_config={"game": chosen.game, "opponent": chosen.opponent}
        )
        .env_runners(num_env_runners=chosen.runners)
        .rl_module(
            rl_module_spec=RLModuleSpec(
                module_class=ActionMaskingTorchRLModule,
                model_config={"head_fcnet_hiddens": [256], "head_fcnet_activation": "tanh"},
            )
        )
        .training(gamma=1.0, lr=5e-4, train_batch_size_per_learner=chosen.batch, minibatch_size=256)
        .debugging(seed=1)
    )
    algorithm = config.build_algo()
    rate = 0.0
    for iteration in range(chosen.iterations):
        told = algorithm.train()["env_runners"]
        mean = float(told.get("episode_return_mean", float("nan")))
        rate = (mean + 1) / 2  # two players: 1 is a win, −1 a loss
        print(f"{iteration + 1}: {rate:.1%} won against {chosen.opponent}")
    algorithm.stop()
    return rate


if __name__ == "__main__":
    main()
