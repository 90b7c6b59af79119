"""A small policy in NumPy: one hidden layer, a value, and a mask that is always obeyed."""

import os
from pathlib import Path
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wagonik.engine.errors import WagonikError
from wagonik.engine.rules import Rules
from wagonik.envs.core.encoder import Rows
from wagonik.envs.core.games import make_encoder
from wagonik.envs.layout import Layout, Mask, Observation, array_of
from wagonik.match import View

Floats = NDArray[np.float32]
NEVER: Final = np.float32(-1e9)  # the logit of an action that is not legal
WEIGHTS: Final = ("scale", "w1", "b1", "w2", "b2", "w3", "b3")


class Observer:
    """Observations of views, for bots that were trained in the environments."""

    def __init__(self, rules: Rules) -> None:
        self.encoder: Final = make_encoder(rules)
        self.layout: Final = Layout(rules, self.encoder)
        self.rows: Final = Rows(1, self.encoder)
        self.cells: Final[Observation] = array_of(self.rows.cells, np.int16)

    def observe(self, view: View) -> Observation:
        """The same numbers as in the environments: a new array."""
        self.rows.forget(0)
        self.encoder.write(view.state, view.seat, self.rows, 0)
        return self.cells.copy()

    def mask(self, view: View) -> Mask:
        mask = np.zeros(self.layout.actions, dtype=np.int8)
        mask[view.legal] = 1
        return mask


class Policy:
    """Weights, and what they say about observations."""

    def __init__(self, game: str, players: int, weights: dict[str, Floats]) -> None:
        self.game: Final = game
        self.players: Final = players
        self.weights: Final = weights

    @classmethod
    def new(cls, shown: Layout, hidden: int, rng: np.random.Generator) -> "Policy":
        """Small random weights."""

        def matrix(rows: int, columns: int, gain: float) -> Floats:
            found = rng.standard_normal((rows, columns), dtype=np.float32)
            return found * np.float32(gain / rows**0.5)

        weights: dict[str, Floats] = {
            "scale": np.ones(shown.size, np.float32),
            "w1": matrix(shown.size, hidden, 1.0),
            "b1": np.zeros(hidden, np.float32),
            "w2": matrix(hidden, shown.actions, 0.1),
            "b2": np.zeros(shown.actions, np.float32),
            "w3": matrix(hidden, 1, 0.1),
            "b3": np.zeros(1, np.float32),
        }
        return cls(shown.rules.game, shown.rules.seats, weights)

    def forward(
        self, observations: Observation, masks: Mask
    ) -> tuple[Floats, Floats, Floats, Floats]:
        """Scaled observations, hidden layer, probabilities of the actions, and values."""
        w = self.weights
        inputs: Floats = observations * w["scale"]
        hidden = np.tanh(inputs @ w["w1"] + w["b1"])
        logits = np.where(masks != 0, hidden @ w["w2"] + w["b2"], NEVER)
        logits -= logits.max(axis=-1, keepdims=True)
        chances = np.exp(logits)
        chances /= chances.sum(axis=-1, keepdims=True)
        values: Floats = (hidden @ w["w3"] + w["b3"])[..., 0]
        return inputs, hidden, chances, values

    def best(self, observations: Observation, masks: Mask) -> NDArray[np.int64]:
        """The likeliest action of each row."""
        found: NDArray[np.int64] = self.forward(observations, masks)[2].argmax(axis=-1)
        return found

    def save(self, path: Path) -> None:
        named: dict[str, Any] = {**self.weights, "game": self.game, "players": self.players}
        with path.open("wb") as file:
            np.savez_compressed(file, **named)

    @classmethod
    def load(cls, path: str | os.PathLike[str]) -> "Policy":
        """A policy from its file. Nothing but numbers is read: a file can't run code."""
        try:
            with np.load(path, allow_pickle=False) as file:
                weights = {name: file[name] for name in WEIGHTS}
                return cls(str(file["game"]), int(file["players"]), weights)
        except (OSError, KeyError, ValueError) as error:
            raise WagonikError(f"{os.fspath(path)!r} is not the file of a policy.") from error
