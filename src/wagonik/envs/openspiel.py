"""OpenSpiel: games and states with OpenSpiel's names, with or without the package.

A match begins with one move of chance, the deal: which of so many shuffles it is played with.
From then on nothing is left to chance, as with real decks: what is drawn next is hidden, not
undecided. `resample_from_infostate` deals all that a player can't know again, and what will be
drawn as well; that is what a search has to do before it looks ahead.
"""

import hashlib
import json
from collections.abc import Callable, Sequence
from functools import lru_cache
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wagonik.engine.errors import IllegalAction, WagonikError
from wagonik.envs.core.adapted import AdaptedMatch
from wagonik.envs.desk import Play
from wagonik.envs.matches import LIMIT, reward_kind
from wagonik.envs.render import Renderer
from wagonik.games import find_game

CHANCE: Final = -1
TERMINAL: Final = -4
DEALS: Final = 10_000  # shuffles that chance chooses from
WIDE: Final = 10_000.0  # more than any match is worth in points

Floats = list[float]


class SpielGame:
    """A game with a number of players, as OpenSpiel describes games."""

    def __init__(
        self,
        game: str,
        players: int = 2,
        options: dict[str, bool] | None = None,
        reward: str = "win",
        deals: int = DEALS,
        limit: int = LIMIT,
        board: str | None = None,
    ) -> None:
        self.play: Final = Play(game, players, options, board, None)
        self.reward: Final = reward_kind(reward)
        self.reward_name: Final = reward
        self.deals: Final = deals
        self.limit: Final = limit
        chosen = tuple(sorted(name for name, on in (options or {}).items() if on))
        # All that makes the same game again.
        self.settings: Final = (game, players, chosen, reward, deals, limit, board)
        self.outcomes: Final = [(deal, 1.0 / deals) for deal in range(deals)]
        self.renderer: Final = Renderer(self.play.rules)

    def new_initial_state(self) -> "SpielState":
        return SpielState(self)

    def num_players(self) -> int:
        return self.play.players

    def num_distinct_actions(self) -> int:
        return self.play.layout.actions

    def max_chance_outcomes(self) -> int:
        return self.deals

    def max_game_length(self) -> int:
        return self.limit

    def min_utility(self) -> float:
        return -1.0 if self.reward_name == "win" else -WIDE

    def max_utility(self) -> float:
        return 1.0 if self.reward_name == "win" else WIDE

    def utility_sum(self) -> float | None:
        return 0.0 if self.reward_name == "win" else None

    def information_state_tensor_shape(self) -> list[int]:
        return [self.play.layout.size]

    def information_state_tensor_size(self) -> int:
        return self.play.layout.size

    observation_tensor_shape = information_state_tensor_shape
    observation_tensor_size = information_state_tensor_size

    def action_to_string(self, player: int, action: int) -> str:
        if player == CHANCE:
            return f"deal:{action}"
        return self.play.rules.table.actions[action].text

    def deserialize_state(self, text: str) -> "SpielState":
        """The state that `serialize` wrote."""
        state = self.new_initial_state()
        try:
            for kind, *values in json.loads(text):
                if kind == "act":
                    state.apply_action(values[0])
                else:
                    state = state.resampled(values[0], values[1])
        except (ValueError, TypeError, IndexError) as error:
            raise WagonikError("This is not a serialized state.") from error
        return state


class SpielState:
    """A state of a match. The names are OpenSpiel's."""

    def __init__(self, game: SpielGame) -> None:
        self.game: Final = game
        self.table: AdaptedMatch | None = None
        self.deeds: list[tuple[str, int] | tuple[str, int, int]] = []  # what made this state
        # What each player has seen and done when it decided, as a running digest.
        self.recalled: list[bytes] = [b""] * game.play.players

    def get_game(self) -> SpielGame:
        return self.game

    # Who decides what

    def current_player(self) -> int:
        if self.table is None:
            return CHANCE
        return TERMINAL if self.is_terminal() else self.table.seat

    def is_terminal(self) -> bool:
        table = self.table
        return table is not None and (table.over or table.decisions >= self.game.limit)

    def is_chance_node(self) -> bool:
        return self.table is None

    def is_player_node(self) -> bool:
        return self.current_player() >= 0

    def is_simultaneous_node(self) -> bool:
        return False

    def is_initial_state(self) -> bool:
        return not self.deeds

    def num_players(self) -> int:
        return self.game.num_players()

    def num_distinct_actions(self) -> int:
        return self.game.num_distinct_actions()

    def move_number(self) -> int:
        return len(self.history())

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.game.outcomes if self.is_chance_node() else []

    def legal_actions(self, player: int | None = None) -> list[int]:
        """In ascending order; none for a player that does not decide."""
        table = self.table
        if table is None:
            return list(range(self.game.deals)) if player in (None, CHANCE) else []
        if self.is_terminal() or (player is not None and player != table.seat):
            return []
        return sorted(table.legal())

    def legal_actions_mask(self, player: int | None = None) -> list[int]:
        size = self.game.deals if self.is_chance_node() else self.num_distinct_actions()
        mask = [0] * size
        for action in self.legal_actions(player):
            mask[action] = 1
        return mask

    def action_to_string(self, player: int, action: int | None = None) -> str:
        """With one argument, an action of the player who decides."""
        if action is None:
            player, action = self.current_player(), player
        return self.game.action_to_string(player, action)

    def string_to_action(self, text: str) -> int:
        if self.is_chance_node() and text.startswith("deal:"):
            return int(text.removeprefix("deal:"))
        found = self.game.play.rules.table.by_text.get(text)
        if found is None:
            raise IllegalAction(f"There is no action written {text!r}.")
        return found.index

    def apply_action(self, action: int) -> None:
        """Make a decision; an illegal one raises an error and changes nothing."""
        table = self.table
        if table is None:
            if not 0 <= action < self.game.deals:
                raise IllegalAction(
                    f"There is no deal {action}: there are {self.game.deals}, from 0."
                )
            desk = self.game.play.table.desk
            self.table = AdaptedMatch(desk, self.game.play.rules.start(int(action)))
        else:
            if self.is_terminal():
                raise IllegalAction("The match is over.")
            seat = table.seat
            seen = self._cells(seat).tobytes()
            table.play(int(action))
            more = self.recalled[seat] + seen + int(action).to_bytes(4, "little")
            self.recalled[seat] = hashlib.blake2b(more, digest_size=16).digest()
        self.deeds.append(("act", int(action)))

    def child(self, action: int) -> "SpielState":
        twin = self.clone()
        twin.apply_action(action)
        return twin

    def history(self) -> list[int]:
        return [int(deed[1]) for deed in self.deeds if deed[0] == "act"]

    # What it is worth

    def returns(self) -> Floats:
        table = self.table
        if table is None:
            return [0.0] * self.num_players()
        return table.rewards(self.game.reward)

    rewards = returns  # all rewards come at the end

    def player_return(self, player: int) -> float:
        return self.returns()[player]

    player_reward = player_return

    # What a player knows

    def _cells(self, player: int) -> NDArray[np.int16]:
        """What a player may know, on the desk: read it before the next is written."""
        table = self.table
        if table is None:
            raise WagonikError("Nobody knows anything before the deal.")
        if not 0 <= player < self.num_players():
            raise WagonikError(f"There is no player {player}.")
        table.observe(player)
        return self.game.play.cells

    def observation_tensor(self, player: int | None = None) -> Floats:
        """The documented observation; `wagonik.envs.layout` names its parts."""
        if self.table is None:
            return [0.0] * self.game.play.layout.size
        cells: Floats = self._cells(self._who(player)).astype(np.float32).tolist()
        return cells

    # What is told about the past (known cards, own tickets, counts) is in the observation; the
    # string below tells apart all that a player can tell apart.
    information_state_tensor = observation_tensor

    def information_state_string(self, player: int | None = None) -> str:
        """Equal for two states if, and only if, the player has seen and done the same in all its
        decisions so far, and sees the same now."""
        if self.table is None:
            return ""
        who = self._who(player)
        seen = hashlib.blake2b(self._cells(who).tobytes(), digest_size=16).hexdigest()
        return f"{who} {self.recalled[who].hex()} {seen}"

    def observation_string(self, player: int | None = None) -> str:
        """What a player sees, for people."""
        if self.table is None:
            return ""
        text = self.game.renderer.render("ansi", self.table.state, self._who(player))
        return str(text)

    def _who(self, player: int | None) -> int:
        if player is not None:
            return player
        table = self.table
        return 0 if table is None else table.seat

    def __str__(self) -> str:
        if self.table is None:
            return "before the deal"
        return str(self.game.renderer.render("ansi", self.table.state, CHANCE))

    # Copies

    def clone(self) -> "SpielState":
        """An independent state, with the same cards to come."""
        twin = SpielState(self.game)
        twin.table = None if self.table is None else self.table.copy()
        twin.deeds = list(self.deeds)
        twin.recalled = list(self.recalled)
        return twin

    def __deepcopy__(self, memo: dict[int, Any]) -> "SpielState":
        return self.clone()

    def __reduce__(self) -> tuple[Any, ...]:
        return _revive, (*self.game.settings, self.serialize())

    def resample_from_infostate(self, player: int, rng: Callable[[], float]) -> "SpielState":
        """A state that the player can't tell from this one: hands, tickets and decks that it does
        not know are dealt again. `rng` gives numbers from 0 to 1."""
        return self.resampled(player, int(rng() * 2**52))

    def resampled(self, player: int, seed: int) -> "SpielState":
        """The same, by a seed."""
        if self.table is None:
            raise WagonikError("Nothing is hidden before the deal.")
        twin = self.clone()
        twin.table = self.table.resampled(player, seed)
        twin.deeds.append(("resample", player, seed))
        return twin

    def serialize(self) -> str:
        """Everything that makes this state again, as text."""
        return json.dumps(self.deeds)


@lru_cache(maxsize=16)
def _same_game(
    game: str,
    players: int,
    options: tuple[str, ...],
    reward: str,
    deals: int,
    limit: int,
    board: str | None,
) -> SpielGame:
    return SpielGame(game, players, dict.fromkeys(options, True), reward, deals, limit, board)


def _revive(
    game: str,
    players: int,
    options: tuple[str, ...],
    reward: str,
    deals: int,
    limit: int,
    board: str | None,
    text: str,
) -> SpielState:
    """A state from a pickle."""
    same = _same_game(game, players, options, reward, deals, limit, board)
    return same.deserialize_state(text)


def load_game(name: str, params: dict[str, Any] | None = None) -> SpielGame:
    """A game by its key, with OpenSpiel's kind of parameters."""
    found = dict(params or {})
    options = str(found.pop("options", ""))
    switches = dict.fromkeys((part for part in options.split(",") if part), True)
    return SpielGame(find_game(name).key, options=switches, **found)


def observation_pieces(game: SpielGame) -> Sequence[tuple[str, int, tuple[int, ...]]]:
    """The blocks of the tensors: name, where it begins, shape."""
    return [(block.name, block.offset, block.shape) for block in game.play.layout.blocks]
