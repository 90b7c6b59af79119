"""Matches between brains, at full speed: nobody builds views, since brains need none."""

from mypy_extensions import i64

from wagonik.bots.base import Brain
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.errors import IllegalAction
from wagonik.engine.rules import Rules
from wagonik.engine.state import State


def play_brains(
    rules: Rules, state: State, brains: list[Brain], out: ActionBuffer, played: list[int]
) -> None:
    """Play a new match to its end; the actions are added to `played`."""
    rules.advance(state, out)
    while out.count > 0:
        action: i64 = brains[state.seat].decide(state, state.seat, out)
        # The rules trust whoever calls them, and a board of one's own may surprise a brain.
        if not out.contains(action):
            raise IllegalAction(f"A bot answered {action}, which is not legal here.")
        rules.play(state, action, out)
        played.append(int(action))
