"""Master: the strongest bot, a search on samples of what it can't see."""

import hashlib
from typing import ClassVar, Final

from wagonik.bots.base import Bot, Tries
from wagonik.bots.master.parts import make_search
from wagonik.bots.master.search import Search
from wagonik.bots.master.team import find_team
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.rules import Rules
from wagonik.match import View

SECONDS: Final = 0.2


class Master(Bot):
    """Tries Planner's best few actions on samples of the hidden cards and tickets.

    It thinks for `seconds` about every decision that is worth a search, or for `iterations`
    play-outs; with a number of iterations the same seed gives the same answers. Several
    `cores` play the samples in processes of their own.
    """

    name: ClassVar[str] = "master"
    about: ClassVar[str] = (
        "Plays Planner's best ideas on in its head, on many guesses of what is hidden, and "
        "judges the outcome by experience."
    )

    def __init__(
        self, seed: int, seconds: float = SECONDS, iterations: int = 0, cores: int = 1
    ) -> None:
        super().__init__(seed)
        self.cores: int = cores
        self.seconds: float = seconds
        self.iterations: int = iterations
        self.decisions: int = 0
        self.search: Search | None = None
        self.legal: ActionBuffer = ActionBuffer()
        self.tries: Tries = Tries()

    def start(self, view: View) -> None:
        self.decisions = 0
        self.tries.start()
        self.search = self.make_search(view.rules)

    def make_search(self, rules: Rules) -> Search:
        search = make_search(rules)
        search.team = find_team(rules, self.cores)
        return search

    def choose(self, view: View) -> int:
        search = self.search
        if search is None or search.rules is not view.rules:
            search = self.make_search(view.rules)
            self.search = search
        self.tries.list_wise(view, self.legal)
        self.decisions += 1
        action = search.choose(
            view.state,
            view.seat,
            self.legal,
            decision_seed(self.seed, self.decisions),
            self.iterations,
            self.seconds,
        )
        self.tries.note(view, action)
        return int(action)


def decision_seed(seed: int, decision: int) -> int:
    """A seed for one decision's samples."""
    digest = hashlib.sha256(f"{seed} {decision}".encode()).digest()
    return int.from_bytes(digest[:6], "little")
