"""The named layout of a game's observations."""

from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from wagonik.engine.boardfile import BoardFile, load
from wagonik.engine.rules import Rules
from wagonik.envs.core.encoder import Block, Encoder
from wagonik.envs.core.games import make_encoder
from wagonik.games import make_rules

Observation = NDArray[np.int16]
Mask = NDArray[np.int8]
LEAST: Final = -1  # no number of an observation is below it


def array_of(buffer: Any, kind: type[np.generic]) -> NDArray[Any]:
    """What compiled code writes, as an array that shows it in place."""
    return np.frombuffer(buffer, dtype=kind)


class Layout:
    """Which numbers of an observation mean what.

    >>> shown = layout("paris", 2)
    >>> shown.size, shown.actions
    (424, 182)
    >>> shown["hand"]
    <hand (9,) at 13>
    """

    def __init__(self, rules: Rules, encoder: Encoder) -> None:
        self.rules: Final = rules
        self.blocks: Final[tuple[Block, ...]] = tuple(encoder.blocks)
        self.size: Final = int(encoder.size)
        self.actions: Final = len(rules.table)

    def __getitem__(self, name: str) -> Block:
        for block in self.blocks:
            if block.name == name:
                return block
        raise KeyError(name)

    def split(self, observation: Observation) -> dict[str, Observation]:
        """The blocks of an observation, or of many (the last axis is split), by name. They are
        views: nothing is copied."""
        front = observation.shape[:-1]
        return {
            block.name: observation[..., block.offset : block.offset + block.size].reshape(
                *front, *block.shape
            )
            for block in self.blocks
        }

    def action_names(self) -> list[str]:
        """The notation of every action, by its integer."""
        return [action.text for action in self.rules.table.actions]

    def table(self) -> str:
        """The layout as a table in Markdown."""
        lines = ["| cells | block | shape | what it says |", "|---|---|---|---|"]
        for block in self.blocks:
            last = block.offset + block.size - 1
            cells = f"{block.offset}–{last}" if last > block.offset else f"{last}"
            shape = " × ".join(str(extent) for extent in block.shape)
            lines.append(f"| {cells} | `{block.name}` | {shape} | {block.about} |")
        return "\n".join(lines)


def layout(
    game: str,
    players: int = 2,
    options: dict[str, bool] | None = None,
    board: BoardFile | str | None = None,
) -> Layout:
    """The layout of a game's observations for a number of players."""
    file = load(board) if isinstance(board, str) else board
    rules = make_rules(game, players, options, file)
    return Layout(rules, make_encoder(rules))
