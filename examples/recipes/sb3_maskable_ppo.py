"""MaskablePPO of sb3-contrib: learn Paris against Novice.

pip install sb3-contrib
python examples/recipes/sb3_maskable_ppo.py --steps 2000000 --opponent novice
"""

import argparse
from collections.abc import Sequence
from typing import Any

import numpy as np
from sb3_contrib import MaskablePPO
from sb3_contrib.common.maskable.utils import get_action_masks
from stable_baselines3.common.vec_env import VecEnv, VecMonitor

from wagonik.envs.gymnasium_env import WagonikVectorEnv


class WagonikVecEnv(VecEnv):
    """Our vector environment as Stable-Baselines3 wants it: all matches in one call of compiled
    code, no processes. The masks are asked for by the name `action_masks`."""

    def __init__(self, game: str, num_envs: int, **settings: Any) -> None:
        self.inner = WagonikVectorEnv(game, num_envs, **settings)
        self.masks = np.ones((num_envs, self.inner.single_action_space.n), bool)
        self.actions = np.zeros(num_envs, np.int64)
        space = self.inner.single_observation_space
        super().__init__(num_envs, space, self.inner.single_action_space)

    def reset(self) -> np.ndarray:
        observations, infos = self.inner.reset(seed=self._seeds[0])
        self._reset_seeds()
        self.masks = infos["action_mask"].astype(bool)
        return observations

    def step_async(self, actions: np.ndarray) -> None:
        self.actions = actions

    def step_wait(self) -> tuple[np.ndarray, np.ndarray, np.ndarray, list[dict[str, Any]]]:
        observations, rewards, terminated, truncated, infos = self.inner.step(self.actions)
        self.masks = infos["action_mask"].astype(bool)
        done = terminated | truncated
        told: list[dict[str, Any]] = [{} for _ in range(self.num_envs)]
        for i in np.flatnonzero(done):
            told[i] = {
                "terminal_observation": infos["final_obs"][i],
                "TimeLimit.truncated": bool(truncated[i] and not terminated[i]),
            }
        return observations, rewards.astype(np.float32), done, told

    def env_method(
        self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any
    ) -> list[Any]:
        if method_name != "action_masks":
            raise AttributeError(method_name)
        return [self.masks[i] for i in self._get_indices(indices)]

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        if attr_name == "action_masks":
            return self.env_method(attr_name, indices=indices)
        return [getattr(self.inner, attr_name) for _ in self._get_indices(indices)]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        setattr(self.inner, attr_name, value)

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False for _ in self._get_indices(indices)]

    def close(self) -> None:
        self.inner.close()


def win_rate(model: MaskablePPO, game: str, opponent: str, matches: int) -> float:
    """The learner's wins in matches that it has not seen, with its likeliest actions."""
    env = WagonikVecEnv(game, 64, opponents=[opponent])
    env.seed(123)
    observations, won, played = env.reset(), 0.0, 0
    while played < matches:
        actions, _ = model.predict(
            observations, action_masks=get_action_masks(env), deterministic=True
        )
        observations, rewards, done, _ = env.step(actions)
        won += float((rewards[done] + 1).sum()) / 2  # two players: 1 is a win, −1 a loss
        played += int(done.sum())
    return won / played


def main(arguments: Sequence[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="paris")
    parser.add_argument("--opponent", default="novice")
    parser.add_argument("--steps", type=int, default=2_000_000)
    parser.add_argument("--envs", type=int, default=64)
    parser.add_argument("--matches", type=int, default=1000)
    chosen = parser.parse_args(arguments)
    env = VecMonitor(WagonikVecEnv(chosen.game, chosen.envs, opponents=[chosen.opponent]))
    model = MaskablePPO(
        "MlpPolicy", env, n_steps=128, batch_size=1024, gamma=1.0, ent_coef=0.01, verbose=0, seed=1
    )
    model.learn(chosen.steps)
    rate = win_rate(model, chosen.game, chosen.opponent, chosen.matches)
    print(f"{rate:.1%} of {chosen.matches} matches won against {chosen.opponent}")
    return rate


if __name__ == "__main__":
    main()
