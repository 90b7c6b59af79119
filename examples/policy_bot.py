"""A trained policy as a bot, for the arena and for the table.

    python examples/train_policy.py --out policy.npz
    wagonik arena paris --bots examples/policy_bot.py:Policy,random
    python examples/policy_bot.py

The last line opens the table in which the policy is one more level. The policy's file is named by
WAGONIK_POLICY; without it, `policy.npz` is looked for where the command is run. It plays the game
and the number of players that it was trained for.
"""

import argparse
import os
from typing import TYPE_CHECKING

from wagonik.bots.base import Bot
from wagonik.bots.guard import SafeBot
from wagonik.engine.errors import WagonikError
from wagonik.envs import policy
from wagonik.match import View

if TYPE_CHECKING:
    from wagonik.server.players import TableBot
    from wagonik.server.protocol.web import BotInfo


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


# The table asks a module for its levels; this one adds a level to the usual ones.


def levels() -> "list[BotInfo]":
    from wagonik.server import players
    from wagonik.server.protocol.web import BotInfo

    own = BotInfo(
        level=Policy.name,
        name=Policy.name,
        name_pl="wyuczony",
        about=Policy.about,
        about_pl="Gra to, czego się nauczył.",
    )
    return [*players.levels(), own]


def make(level: str, seed: int) -> "TableBot":
    from wagonik.server import players

    if level == Policy.name:
        return SafeBot(Policy, seed, Policy.name)
    return players.make(level, seed)


def patient(level: str) -> bool:
    from wagonik.server import players

    return level != Policy.name and players.patient(level)


def allow(player: "TableBot", seconds: float) -> None:
    from wagonik.server import players

    players.allow(player, seconds)


def main() -> None:
    from wagonik.server import Settings, run

    parser = argparse.ArgumentParser(description="The table, with a trained policy as a level.")
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on")
    parser.add_argument("--port", type=int, default=8000, help="the port to listen on")
    asked = parser.parse_args()
    print(f"The table is open at http://{asked.host}:{asked.port}/. Ctrl-C closes it.")
    run(Settings(bots="policy_bot"), asked.host, asked.port)


if __name__ == "__main__":
    main()
