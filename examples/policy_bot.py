"""A trained policy as a bot, for the arena and the table.

    python examples/train_policy.py --out policy.npz
    WAGONIK_POLICY=policy.npz wagonik arena paris --bots examples/policy_bot.py:Policy,random

The policy's file is named by WAGONIK_POLICY; without it, `policy.npz` is looked for where the
command is run. It plays the game and the number of players that it was trained for.
"""

import os

from wagonik.bots.base import Bot
from wagonik.engine.errors import WagonikError
from wagonik.envs import policy
from wagonik.match import View


class Policy(Bot):
    """Plays the action that its policy thinks likeliest."""

    name = "policy"
    about = "Plays what it has learnt."

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.policy = policy.Policy.load(os.environ.get("WAGONIK_POLICY", "policy.npz"))
        self.observer: policy.Observer | None = None

    def start(self, view: View) -> None:
        trained = self.policy
        if (trained.game, trained.players) != (view.rules.game, view.rules.seats):
            raise WagonikError(
                f"This policy plays {trained.game} with {trained.players} players, not "
                f"{view.rules.game} with {view.rules.seats}."
            )
        self.observer = policy.Observer(view.rules)

    def choose(self, view: View) -> int:
        if self.observer is None:
            self.start(view)
        assert self.observer is not None
        seen = self.observer.observe(view)[None]
        return int(self.policy.best(seen, self.observer.mask(view)[None])[0])
