"""The games in OpenSpiel's own registry: `import wagonik.envs.openspiel_games`, then
`pyspiel.load_game("wagonik_paris(players=3)")`.
"""

from collections.abc import Callable
from typing import Any, Final

import numpy as np

try:
    import pyspiel  # type: ignore[import-not-found, import-untyped, unused-ignore]
except ImportError as error:
    raise ImportError(
        "OpenSpiel is not installed: pip install open-spiel. Without it, "
        "wagonik.envs.openspiel has the same games and states."
    ) from error

from wagonik.engine.game import Game
from wagonik.envs.matches import LIMIT
from wagonik.envs.openspiel import DEALS, SpielGame, SpielState, load_game, observation_pieces
from wagonik.games import GAMES, find_game

PREFIX: Final = "wagonik_"


def game_type(game: Game, zero_sum: bool = True) -> Any:
    """What OpenSpiel wants to know of a game before it is made."""
    utilities = pyspiel.GameType.Utility
    return pyspiel.GameType(
        short_name=PREFIX + game.key,
        long_name=game.name,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utilities.ZERO_SUM if zero_sum else utilities.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.most_players,
        min_num_players=game.least_players,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={
            "players": game.least_players,
            "options": "",
            "reward": "win",
            "deals": DEALS,
            "limit": LIMIT,
        },
    )


class RegisteredGame(pyspiel.Game):  # type: ignore[misc]
    """A game as OpenSpiel loads it; the one inside does the work."""

    key = ""  # a subclass names its game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        game = find_game(self.key)
        self.inner: SpielGame = load_game(game.key, params)
        inner = self.inner
        info = pyspiel.GameInfo(
            num_distinct_actions=inner.num_distinct_actions(),
            max_chance_outcomes=inner.max_chance_outcomes(),
            num_players=inner.num_players(),
            min_utility=inner.min_utility(),
            max_utility=inner.max_utility(),
            utility_sum=inner.utility_sum(),
            max_game_length=inner.max_game_length(),
        )
        super().__init__(game_type(game, inner.reward_name == "win"), info, params or {})

    def new_initial_state(self, from_string: str | None = None) -> "RegisteredState":
        return RegisteredState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SpielObserver":
        recall = iig_obs_type is not None and iig_obs_type.perfect_recall
        return SpielObserver(self.inner, recall)

    def max_chance_nodes_in_history(self) -> int:
        return 1


class RegisteredState(pyspiel.State):  # type: ignore[misc]
    """A state as OpenSpiel's algorithms use it."""

    def __init__(self, game: RegisteredGame) -> None:
        super().__init__(game)
        self.inner: SpielState = game.inner.new_initial_state()

    def current_player(self) -> int:
        return self.inner.current_player()

    def _legal_actions(self, player: int) -> list[int]:
        return self.inner.legal_actions(player)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.inner.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.inner.apply_action(action)

    def _action_to_string(self, player: int, action: int) -> str:
        return self.inner.action_to_string(player, action)

    def is_terminal(self) -> bool:
        return self.inner.is_terminal()

    def returns(self) -> list[float]:
        return self.inner.returns()

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> "RegisteredState":
        twin: RegisteredState = self.clone()
        twin.inner = self.inner.resample_from_infostate(player, rng)
        return twin

    def __str__(self) -> str:
        return str(self.inner)


class SpielObserver:
    """Writes tensors with the documented layout, part by part."""

    def __init__(self, game: SpielGame, recall: bool) -> None:
        self.recall: Final = recall
        self.tensor: Final = np.zeros(game.play.layout.size, np.float32)
        self.dict: Final = {
            name: self.tensor[at : at + int(np.prod(shape))].reshape(shape)
            for name, at, shape in observation_pieces(game)
        }

    def set_from(self, state: RegisteredState, player: int) -> None:
        self.tensor[:] = state.inner.observation_tensor(player)

    def string_from(self, state: RegisteredState, player: int) -> str:
        inner = state.inner
        if self.recall:
            return inner.information_state_string(player)
        return inner.observation_string(player)


def register() -> None:
    """Add every game to OpenSpiel's registry, once."""
    known = set(pyspiel.registered_names())
    for game in GAMES:
        if PREFIX + game.key not in known:
            # A class and not a function: OpenSpiel lets go of it only after Python has ended.
            made = type(f"Registered{game.name}", (RegisteredGame,), {"key": game.key})
            pyspiel.register_game(game_type(game), made)


register()
