"""PPO in one file and in CleanRL's style, with PyTorch: learn Paris against Novice.

pip install torch
python examples/recipes/cleanrl_ppo.py --steps 2000000 --opponent novice
"""

import argparse
import time
from collections.abc import Sequence

import numpy as np
import torch
from torch import nn
from torch.distributions import Categorical

from wagonik.envs.gymnasium_env import WagonikVectorEnv

NEVER = -1e9  # the logit of an action that is not legal


class Agent(nn.Module):
    """A policy and a value on one body."""

    def __init__(self, size: int, actions: int, hidden: int = 256) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.LayerNorm(size), nn.Linear(size, hidden), nn.Tanh(), nn.Linear(hidden, hidden),
            nn.Tanh(),
        )  # fmt: skip
        self.policy = nn.Linear(hidden, actions)
        self.value = nn.Linear(hidden, 1)
        nn.init.orthogonal_(self.policy.weight, 0.01)

    def forward(self, seen: torch.Tensor, mask: torch.Tensor) -> tuple[Categorical, torch.Tensor]:
        body = self.body(seen)
        logits = self.policy(body).masked_fill(mask == 0, NEVER)
        return Categorical(logits=logits, validate_args=False), self.value(body).squeeze(-1)


def train(chosen: argparse.Namespace) -> Agent:
    torch.manual_seed(chosen.seed)
    env = WagonikVectorEnv(chosen.game, chosen.envs, opponents=[chosen.opponent])
    agent = Agent(env.layout.size, env.layout.actions)
    optimiser = torch.optim.Adam(agent.parameters(), lr=chosen.rate, eps=1e-5)
    n, t = chosen.envs, chosen.length
    seen = torch.zeros(t, n, env.layout.size)
    masks = torch.zeros(t, n, env.layout.actions)
    actions, chances = torch.zeros(t, n, dtype=torch.long), torch.zeros(t, n)
    rewards, done, values = torch.zeros(t, n), torch.zeros(t, n), torch.zeros(t, n)
    observation, info = env.reset(seed=chosen.seed)
    began, ended, won = time.monotonic(), 0, 0.0
    updates = max(1, chosen.steps // (n * t))
    for update in range(updates):
        for group in optimiser.param_groups:
            group["lr"] = chosen.rate * (1 - update / updates)
        for step in range(t):
            seen[step] = torch.as_tensor(observation, dtype=torch.float32)
            masks[step] = torch.as_tensor(info["action_mask"])
            with torch.no_grad():
                policy, values[step] = agent(seen[step], masks[step])
                actions[step] = policy.sample()
                chances[step] = policy.log_prob(actions[step])
            observation, reward, terminated, truncated, info = env.step(actions[step].numpy())
            over = terminated | truncated
            rewards[step] = torch.as_tensor(reward, dtype=torch.float32)
            done[step] = torch.as_tensor(over, dtype=torch.float32)
            ended += int(over.sum())
            won += float((reward[over] + 1).sum()) / 2  # two players: 1 is a win, −1 a loss
        # Advantages of several steps mixed; a match that ended is worth what it brought.
        with torch.no_grad():
            _, after = agent(
                torch.as_tensor(observation, dtype=torch.float32),
                torch.as_tensor(info["action_mask"]),
            )
        advantages, last = torch.zeros(t, n), torch.zeros(n)
        for step in reversed(range(t)):
            goes_on = 1 - done[step]
            gap = rewards[step] + chosen.gamma * after * goes_on - values[step]
            last = gap + chosen.gamma * chosen.mix * goes_on * last
            advantages[step], after = last, values[step]
        returns = advantages + values
        flat = [x.flatten(0, 1) for x in (seen, masks, actions, chances, advantages, returns)]
        for _ in range(chosen.epochs):
            for part in torch.randperm(n * t).split(chosen.batch):
                s, m, a, c, adv, ret = (x[part] for x in flat)
                policy, value = agent(s, m)
                ratio = (policy.log_prob(a) - c).exp()
                adv = (adv - adv.mean()) / (adv.std() + 1e-8)
                clipped = ratio.clamp(1 - chosen.clip, 1 + chosen.clip)
                loss = -torch.min(ratio * adv, clipped * adv).mean()
                loss = loss + 0.5 * (value - ret).pow(2).mean()
                loss = loss - chosen.entropy * policy.entropy().mean()
                optimiser.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(agent.parameters(), 0.5)
                optimiser.step()
        if ended >= 1000 or update == updates - 1:
            made = (update + 1) * n * t
            speed = made / (time.monotonic() - began)
            print(f"{made:,} decisions, {speed:,.0f} a second: {won / max(1, ended):.1%} won")
            ended, won = 0, 0.0
    return agent


def win_rate(agent: Agent, game: str, opponent: str, matches: int) -> float:
    """The learner's wins in matches that it has not seen, with its likeliest actions."""
    env = WagonikVectorEnv(game, 64, opponents=[opponent])
    observation, info = env.reset(seed=123)
    won, played = 0.0, 0
    while played < matches:
        with torch.no_grad():
            policy, _ = agent(
                torch.as_tensor(observation, dtype=torch.float32),
                torch.as_tensor(info["action_mask"]),
            )
        actions = policy.logits.argmax(-1).numpy()
        observation, reward, terminated, truncated, info = env.step(actions.astype(np.int64))
        over = terminated | truncated
        won += float((reward[over] + 1).sum()) / 2
        played += int(over.sum())
    return won / played


def main(arguments: Sequence[str] | None = None) -> float:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--game", default="paris")
    parser.add_argument("--opponent", default="novice")
    parser.add_argument("--steps", type=int, default=2_000_000)
    parser.add_argument("--envs", type=int, default=64)
    parser.add_argument("--length", type=int, default=128, help="steps between two updates")
    parser.add_argument("--batch", type=int, default=2048)
    parser.add_argument("--epochs", type=int, default=4)
    parser.add_argument("--rate", type=float, default=1e-3)
    parser.add_argument("--gamma", type=float, default=1.0)
    parser.add_argument("--mix", type=float, default=0.95, help="lambda of the advantages")
    parser.add_argument("--clip", type=float, default=0.2)
    parser.add_argument("--entropy", type=float, default=0.01)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--matches", type=int, default=1000)
    chosen = parser.parse_args(arguments)
    agent = train(chosen)
    rate = win_rate(agent, chosen.game, chosen.opponent, chosen.matches)
    print(f"{rate:.1%} of {chosen.matches} matches won against {chosen.opponent}")
    return rate


if __name__ == "__main__":
    main()
