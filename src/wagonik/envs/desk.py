"""What the one-match environments share: the match, its observations as arrays, its pictures."""

import secrets
from typing import Any, Final

import numpy as np
from gymnasium import spaces

from wagonik.engine.boardfile import BoardFile, load
from wagonik.engine.errors import WagonikError
from wagonik.envs.core.adapted import AdaptedMatch, Desk
from wagonik.envs.core.games import make_encoder
from wagonik.envs.layout import LEAST, Layout, Mask, Observation, array_of
from wagonik.envs.render import RENDER_MODES, Renderer
from wagonik.games import make_rules
from wagonik.match import Match

MOST: Final = 32_767


class Play:
    """One match at a time of one game, for an environment."""

    def __init__(
        self,
        game: str,
        players: int,
        options: dict[str, bool] | None,
        board: BoardFile | str | None,
        render_mode: str | None,
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise WagonikError(
                f"There is no render mode {render_mode!r}. The modes: {', '.join(RENDER_MODES)}."
            )
        self.game: Final = game
        self.players: Final = players
        self.options: Final = options
        self.board: Final = load(board) if isinstance(board, str) else board
        self.rules: Final = make_rules(game, players, options, self.board)
        encoder = make_encoder(self.rules)
        self.layout: Final = Layout(self.rules, encoder)
        desk = Desk(encoder)
        self.cells: Final[Observation] = array_of(desk.rows.cells, np.int16)
        self.mask: Final[Mask] = array_of(desk.mask, np.int8)
        self.seed: int = 0
        self.first: int | None = None
        self.table: Final = AdaptedMatch(desk, self.rules.start(0))
        self.render_mode: Final = render_mode
        self._renderer: Renderer | None = None

    def reset(self, seed: int | None, options: dict[str, Any] | None) -> None:
        """Begin another match; `options` may name the seat that has the first turn."""
        self.seed = secrets.randbits(64) if seed is None else int(seed)
        first = (options or {}).get("first")
        if first is not None and not 0 <= first < self.players:
            raise WagonikError(f"The first seat is one of 0 to {self.players - 1}, not {first}.")
        self.first = first
        self.table.reset(self.seed, -1 if first is None else first)

    def observe(self, seat: int) -> tuple[Observation, Mask]:
        """What a seat may know, and what it may do now: new arrays."""
        self.table.observe(seat)
        return self.cells.copy(), self.mask.copy()

    def observation_space(self) -> Any:
        return spaces.Box(LEAST, MOST, (self.layout.size,), np.int16)

    def mask_space(self) -> spaces.Box:
        return spaces.Box(0, 1, (self.layout.actions,), np.int8)

    def match(self) -> Match:
        """The same match through the engine's own interface: its events, scores and record."""
        twin = Match(self.game, self.players, self.seed, self.options, self.board, self.first)
        for seat, action in self.table.history:
            twin.play(action, seat)
        return twin

    def render(self, viewer: int) -> str | np.ndarray[Any, np.dtype[np.uint8]] | None:
        """The match as the render mode wants it, as a seat (or a spectator, -1) sees it."""
        if self.render_mode is None:
            raise WagonikError(
                f"Say how to render when the environment is made: render_mode= one of "
                f"{', '.join(RENDER_MODES)}."
            )
        if self._renderer is None:
            self._renderer = Renderer(self.rules)
        return self._renderer.render(self.render_mode, self.table.state, viewer)
