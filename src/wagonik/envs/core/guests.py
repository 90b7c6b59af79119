"""Opponents inside the compiled loop that answer views."""

from collections.abc import Callable
from typing import Final

from mypy_extensions import i64

from wagonik.bots.base import Brain
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.rules import Rules
from wagonik.engine.state import State
from wagonik.engine.views import view_of
from wagonik.games import shown_rules
from wagonik.match import View


class GuestBrain(Brain):
    """A bot that answers views, such as one of people's own; it gets views of its seat. It may
    keep a memory of its match, so every match has its own."""

    def __init__(
        self, rules: Rules, start: Callable[[View], None], choose: Callable[[View], int]
    ) -> None:
        super().__init__(rules)
        self.start: Final = start
        self.choose: Final = choose
        self.shown: Final = shown_rules(rules)  # a guest may do to them what it likes
        self.match: State | None = None

    def decide(self, state: State, seat: i64, legal: ActionBuffer) -> i64:
        view = View(self.shown, view_of(self.rules, state, seat), int(seat), legal.list())
        if state is not self.match:  # every match has a state of its own
            self.match = state
            self.start(view)
        return self.choose(view)
