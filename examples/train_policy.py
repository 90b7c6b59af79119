"""Train a small policy against bots, on one core, in minutes, with NumPy alone.

    python examples/train_policy.py --game paris --minutes 5 --out policy.npz

An advantage actor-critic: many matches are stepped in one call, the policy chooses among the
legal actions, and what a match turned out to be worth, compared with what was expected, makes its
decisions likelier or less likely. `examples/policy_bot.py` plays the result.
"""

import argparse
import time
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

from wagonik.envs import Matches
from wagonik.envs.policy import Floats, Policy

HORIZON: Final = 48  # decisions of each match between two updates
SCALE: Final = 40.0  # points that count as one
LAMBDA: Final = 0.97
ENTROPY: Final = 0.01
VALUE: Final = 0.5
LARGEST: Final = 0.5  # the largest step of all weights together


def choose(chances: Floats, rng: np.random.Generator) -> NDArray[np.int64]:
    """An action for each row, by its chances."""
    drawn = rng.random((len(chances), 1), dtype=np.float32)
    found = (chances.cumsum(axis=1) < drawn).sum(axis=1)
    last: NDArray[np.int64] = np.minimum(found, chances.shape[1] - 1)
    return last


class Adam:
    """Steps that are as large for rare as for frequent inputs."""

    def __init__(self, weights: dict[str, Floats], rate: float) -> None:
        self.rate = rate
        self.count = 0
        self.mean = {name: np.zeros_like(value) for name, value in weights.items()}
        self.square = {name: np.zeros_like(value) for name, value in weights.items()}

    def step(self, weights: dict[str, Floats], slopes: dict[str, Floats]) -> None:
        norm = float(np.sqrt(sum(float((slope**2).sum()) for slope in slopes.values())))
        shrink = min(1.0, LARGEST / (norm + 1e-8))
        self.count += 1
        for name, slope in slopes.items():
            slope = slope * shrink
            self.mean[name] += 0.1 * (slope - self.mean[name])
            self.square[name] += 0.001 * (slope**2 - self.square[name])
            mean = self.mean[name] / (1 - 0.9**self.count)
            square = self.square[name] / (1 - 0.999**self.count)
            weights[name] -= (self.rate * mean / (np.sqrt(square) + 1e-8)).astype(np.float32)


class Trainer:
    """Plays, and learns from what it played."""

    def __init__(self, matches: Matches, hidden: int, rate: float, seed: int) -> None:
        self.matches = matches
        self.rng = np.random.default_rng(seed)
        self.policy = Policy.new(matches.layout, hidden, self.rng)
        self._measure_inputs()
        self.adam = Adam(self.policy.weights, rate)
        self.decisions = 0
        self.margins: list[float] = []

    def _measure_inputs(self) -> None:
        """Random play shows how large the numbers of an observation are."""
        seen = []
        for _ in range(100):
            seen.append(self.matches.observations[::4].copy())
            self.matches.step(self.matches.sample())
        size = np.abs(np.concatenate(seen)).mean(axis=0)
        self.policy.weights["scale"][:] = 1.0 / np.maximum(1.0, size)

    def round(self) -> None:
        """Play a while, then learn from it."""
        matches, count = self.matches, self.matches.count
        seen = np.empty((HORIZON, count, matches.layout.size), np.int16)
        masks = np.empty((HORIZON, count, matches.layout.actions), np.int8)
        actions = np.empty((HORIZON, count), np.int64)
        values = np.empty((HORIZON + 1, count), np.float32)
        rewards = np.empty((HORIZON, count), np.float32)
        going = np.empty((HORIZON, count), np.float32)
        for t in range(HORIZON):
            seen[t], masks[t] = matches.observations, matches.masks
            _, _, chances, values[t] = self.policy.forward(seen[t], masks[t])
            actions[t] = choose(chances, self.rng)
            matches.step(actions[t])
            rewards[t] = matches.gains / SCALE
            going[t] = ~(matches.terminated | matches.truncated)
            if matches.ended:
                self.margins += matches.gains[matches.terminated].tolist()
        values[HORIZON] = self.policy.forward(matches.observations, matches.masks)[3]
        better = np.zeros((HORIZON, count), np.float32)
        gain = np.zeros(count, np.float32)
        for t in reversed(range(HORIZON)):
            surprise = rewards[t] + going[t] * values[t + 1] - values[t]
            gain = surprise + LAMBDA * going[t] * gain
            better[t] = gain
        self.decisions += HORIZON * count
        goal = (better + values[:HORIZON]).reshape(-1)
        flat = better.reshape(-1)
        flat = (flat - flat.mean()) / (flat.std() + 1e-6)
        self._learn(
            seen.reshape(HORIZON * count, -1),
            masks.reshape(HORIZON * count, -1),
            actions.reshape(-1),
            flat,
            goal,
        )

    def _learn(
        self,
        seen: NDArray[np.int16],
        masks: NDArray[np.int8],
        actions: NDArray[np.int64],
        better: Floats,
        goal: Floats,
    ) -> None:
        order = self.rng.permutation(len(seen))
        for part in np.array_split(order, max(1, len(seen) // 2048)):
            slopes = self.slopes(seen[part], masks[part], actions[part], better[part], goal[part])
            self.adam.step(self.policy.weights, slopes)

    def slopes(
        self,
        seen: NDArray[np.int16],
        masks: NDArray[np.int8],
        actions: NDArray[np.int64],
        better: Floats,
        goal: Floats,
    ) -> dict[str, Floats]:
        """How the loss changes with every weight."""
        w = self.policy.weights
        rows = len(seen)
        inputs, hidden, chances, values = self.policy.forward(seen, masks)
        # Policy: -better × log chance of the action, minus a bonus for trying things out.
        logs = np.log(np.maximum(chances, 1e-12))
        spread = -(chances * logs).sum(axis=1, keepdims=True)
        by_logit = chances * better[:, None]
        by_logit[np.arange(rows), actions] -= better
        by_logit += ENTROPY * chances * (logs + spread)
        by_logit *= masks != 0
        by_value = VALUE * (values - goal)
        by_hidden = by_logit @ w["w2"].T + by_value[:, None] @ w["w3"].T
        by_sum = by_hidden * (1 - hidden**2)
        found: dict[str, Any] = {
            "w2": hidden.T @ by_logit,
            "b2": by_logit.sum(axis=0),
            "w3": hidden.T @ by_value[:, None],
            "b3": by_value.sum(keepdims=True),
            "w1": inputs.T @ by_sum,
            "b1": by_sum.sum(axis=0),
        }
        return {name: value.astype(np.float32) / rows for name, value in found.items()}


def evaluate(policy: Policy, opponent: str, count: int, seed: int) -> tuple[float, float]:
    """The share of matches that the likeliest actions win, and the margin in points. Every match
    place plays one match; a tie that nothing breaks counts as half."""
    matches = Matches(
        policy.game, policy.players, count, seed, opponents=[opponent], reward="margin"
    )
    wins = np.full(count, np.nan)
    margins = np.zeros(count)
    while np.isnan(wins).any():
        matches.step(policy.best(matches.observations, matches.masks))
        done = (matches.terminated | matches.truncated) & np.isnan(wins)
        margins[done] = matches.gains[done]
        wins[done] = np.where(matches.gains[done] > 0, 1.0, np.where(margins[done] == 0, 0.5, 0.0))
    return float(wins.mean()), float(margins.mean())


def train(
    game: str,
    players: int,
    opponent: str,
    minutes: float,
    rounds: int | None,
    count: int,
    hidden: int,
    rate: float,
    seed: int,
) -> Trainer:
    """Train for so many minutes of CPU time, or for so many rounds."""
    matches = Matches(game, players, count, seed, opponents=[opponent], reward="margin")
    trainer = Trainer(matches, hidden, rate, seed)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    began = time.process_time()
    with Progress(*columns) as progress:
        task = progress.add_task("playing", total=1.0)
        done = 0
        while True:
            trainer.round()
            done += 1
            spent = (time.process_time() - began) / 60
            part = done / rounds if rounds is not None else spent / minutes
            recent = trainer.margins[-1000:]
            margin = f"{np.mean(recent):+.1f}" if recent else "?"
            text = f"{trainer.decisions:,} decisions, margin {margin}"
            progress.update(task, completed=min(1.0, part), description=text)
            if part >= 1.0:
                return trainer


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--game", default="paris", help="which game (default: paris)")
    parser.add_argument("--players", type=int, default=2, help="how many seats (default: 2)")
    parser.add_argument("--opponent", default="random", help="a bot's name (default: random)")
    parser.add_argument("--minutes", type=float, default=5.0, help="CPU time (default: 5)")
    parser.add_argument("--rounds", type=int, help="stop after so many rounds instead")
    parser.add_argument("--matches", type=int, default=256, help="at once (default: 256)")
    parser.add_argument("--hidden", type=int, default=128, help="hidden units (default: 128)")
    parser.add_argument("--rate", type=float, default=1e-3, help="of learning (default: 0.001)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--test", type=int, default=1000, help="matches of the last test")
    parser.add_argument("--out", type=Path, default=Path("policy.npz"), help="where it is kept")
    asked = parser.parse_args(arguments)
    trainer = train(
        asked.game,
        asked.players,
        asked.opponent,
        asked.minutes,
        asked.rounds,
        asked.matches,
        asked.hidden,
        asked.rate,
        asked.seed,
    )
    trainer.policy.save(asked.out)
    print(f"Kept in {asked.out} after {trainer.decisions:,} decisions.")
    for opponent in dict.fromkeys(["random", asked.opponent]):
        won, margin = evaluate(trainer.policy, opponent, asked.test, asked.seed + 10**6)
        print(f"{won:.1%} of {asked.test} matches won against {opponent}, margin {margin:+.1f}")


if __name__ == "__main__":
    main()
