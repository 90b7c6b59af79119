"""Environments for learning: PettingZoo, Gymnasium, OpenSpiel, and batches for NumPy.

Importing this registers every game with Gymnasium, as `wagonik/NordicCountries-v0` and so on,
and with PettingZoo, as `wagonik/nordic_countries_v0`. The latter is also to be had by
`wagonik.envs.make("nordic_countries_v0", players=3)`, or as
`from wagonik.envs import nordic_countries_v0`.
"""

from typing import TYPE_CHECKING, Any, Final

from wagonik.engine.boardfile import did_you_mean
from wagonik.engine.errors import WagonikError
from wagonik.games import GAMES

try:
    import gymnasium
except ImportError as error:
    raise ImportError(
        "The environments need NumPy and Gymnasium: pip install 'wagonik[lab]'."
    ) from error

from wagonik.envs.layout import Layout, layout
from wagonik.envs.matches import Matches

if TYPE_CHECKING:
    from pettingzoo import AECEnv  # type: ignore[import-untyped]

VERSION: Final = 0  # grows when the same actions would give other observations or rewards
NAMES: Final = tuple(f"{game.key}_v{VERSION}" for game in GAMES)

__all__ = ["NAMES", "Layout", "Matches", "PettingZooGame", "gymnasium_id", "layout", "make"]


class PettingZooGame:
    """One game in the shape of PettingZoo's own modules: `paris_v0.env(players=3)`."""

    def __init__(self, game: str) -> None:
        self.game: Final = game

    def env(self, players: int = 2, **settings: Any) -> "AECEnv":
        from wagonik.envs import pettingzoo_env

        return pettingzoo_env.env(self.game, players, **settings)

    def raw_env(self, players: int = 2, **settings: Any) -> "AECEnv":
        from wagonik.envs import pettingzoo_env

        return pettingzoo_env.raw_env(self.game, players, **settings)


def make(name: str, players: int = 2, **settings: Any) -> "AECEnv":
    """A PettingZoo environment by its name, like `paris_v0`; the version may be left out."""
    return _find(name).env(players, **settings)


def _find(name: str) -> PettingZooGame:
    for known, game in zip(NAMES, GAMES, strict=True):
        if name in (known, game.key):
            return PettingZooGame(game.key)
    hint = did_you_mean(name, list(NAMES)) or "."
    raise WagonikError(f"There is no environment {name!r}{hint} They are: {', '.join(NAMES)}.")


def gymnasium_id(game: str) -> str:
    """The name of a game in Gymnasium's registry."""
    return f"wagonik/{''.join(part.title() for part in game.split('_'))}-v{VERSION}"


def __getattr__(name: str) -> PettingZooGame:
    if name in NAMES:
        return _find(name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _register() -> None:
    for game in GAMES:
        if gymnasium_id(game.key) not in gymnasium.registry:
            gymnasium.register(
                id=gymnasium_id(game.key),
                entry_point="wagonik.envs.gymnasium_env:WagonikEnv",
                vector_entry_point="wagonik.envs.gymnasium_env:WagonikVectorEnv",
                kwargs={"game": game.key},
            )

    try:
        import pettingzoo
    except ImportError:
        return  # Gymnasium's environments do without it
    # Newer versions have a registry, too.
    register = getattr(pettingzoo, "register", None)
    for name, game in zip(NAMES, GAMES, strict=True):
        if register and f"wagonik/{game.key}-v{VERSION}" not in pettingzoo.aec_registry:
            register(
                "aec",
                f"wagonik/{name}",
                entry_point="wagonik.envs.pettingzoo_env:env",
                kwargs={"game": game.key},
            )


_register()
