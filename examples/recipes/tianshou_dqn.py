"""DQN of Tianshou with masked actions: learn Paris against Novice.

pip install tianshou
python examples/recipes/tianshou_dqn.py --epochs 20 --opponent novice
"""

import argparse
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from tianshou.algorithm import DQN
from tianshou.algorithm.modelfree.dqn import DiscreteQLearningPolicy
from tianshou.algorithm.optim import AdamOptimizerFactory
from tianshou.data import Collector, CollectStats, VectorReplayBuffer
from tianshou.env import DummyVectorEnv
from tianshou.trainer import OffPolicyTrainerParams
from tianshou.utils.net.common import Net
from torch import nn

from wagonik.envs.gymnasium_env import WagonikEnv


class MaskedObservation(gymnasium.Wrapper):
    """The mask beside the observation, under the names that Tianshou's policies know."""

    def __init__(self, game: str, opponent: str) -> None:
        super().__init__(WagonikEnv(game, opponents=[opponent]))

    def _seen(self, observation: np.ndarray, info: dict[str, Any]) -> dict[str, np.ndarray]:
        return {"obs": observation.astype(np.float32), "mask": info["action_mask"].astype(bool)}

    def reset(self, **given: Any) -> tuple[dict[str, np.ndarray], dict[str, Any]]:
        observation, info = self.env.reset(**given)
        return self._seen(observation, info), {}

    def step(self, action: Any) -> tuple[dict[str, np.ndarray], float, bool, bool, dict[str, Any]]:
        observation, reward, terminated, truncated, info = self.env.step(action)
        return self._seen(observation, info), float(reward), terminated, truncated, {}


class MaskedNet(nn.Module):
    """Tianshou's network, given only the numbers of the observation."""

    def __init__(self, size: int, actions: int) -> None:
        super().__init__()
        self.net = Net(state_shape=size, action_shape=actions, hidden_sizes=(256, 256))

    def forward(self, obs: Any, state: Any = None, info: Any = None) -> Any:
        return self.net(getattr(obs, "obs", obs), state, info)


def main(arguments: Sequence[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="paris")
    parser.add_argument("--opponent", default="novice")
    parser.add_argument("--epochs", type=int, default=20)
    parser.add_argument("--steps", type=int, default=20_000, help="decisions of an epoch")
    parser.add_argument("--envs", type=int, default=8)
    parser.add_argument("--matches", type=int, default=100)
    chosen = parser.parse_args(arguments)

    def envs(count: int) -> DummyVectorEnv:
        return DummyVectorEnv(
            [lambda: MaskedObservation(chosen.game, chosen.opponent) for _ in range(count)]
        )

    sample = WagonikEnv(chosen.game)
    policy = DiscreteQLearningPolicy(
        model=MaskedNet(sample.layout.size, sample.layout.actions),
        action_space=sample.action_space,
        eps_training=0.1,
    )
    algorithm = DQN(
        policy=policy,
        optim=AdamOptimizerFactory(lr=3e-4),
        gamma=1.0,
        n_step_return_horizon=8,
        target_update_freq=500,
    )
    training = Collector[CollectStats](
        algorithm, envs(chosen.envs), VectorReplayBuffer(200_000, chosen.envs),
        exploration_noise=True,
    )  # fmt: skip
    testing = Collector[CollectStats](algorithm, envs(chosen.envs))
    training.reset()
    training.collect(n_step=512, random=False)
    algorithm.run_training(
        OffPolicyTrainerParams(
            training_collector=training,
            test_collector=None,
            max_epochs=chosen.epochs,
            epoch_num_steps=chosen.steps,
            collection_step_num_env_steps=chosen.envs * 8,
            update_step_num_gradient_steps_per_sample=0.1,
            batch_size=256,
            verbose=False,
            show_progress=False,
        )
    )
    testing.reset()
    told = testing.collect(n_episode=chosen.matches)
    rate = float((np.asarray(told.returns) + 1).mean()) / 2  # 1 is a win, −1 a loss
    print(f"{rate:.1%} of {chosen.matches} matches won against {chosen.opponent}")
    return rate


if __name__ == "__main__":
    main()
