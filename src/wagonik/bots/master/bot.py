"""Master: the strongest bot, a search on samples of what it can't see."""

import hashlib
import time
from typing import ClassVar, Final

from wagonik.bots.base import Bot, Tries
from wagonik.bots.master.foresight import Foresight
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
    `cores` play the samples in processes of their own. While others think it may `ponder`: by the
    clock it then spends no time on what was bad in most futures.
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
        self.foresight: Foresight | None = None
        self.legal: ActionBuffer = ActionBuffer()
        self.tries: Tries = Tries()

    def start(self, view: View) -> None:
        self.decisions = 0
        self.tries.start()
        self.search = None
        self.find_search(view.rules)

    def find_search(self, rules: Rules) -> Search:
        """The search for some rules, which are the same ones all through a match."""
        search = self.search
        if search is None or search.rules is not rules:
            search = self.make_search(rules)
            self.search = search
            self.foresight = None
        return search

    def make_search(self, rules: Rules) -> Search:
        search = make_search(rules)
        search.team = find_team(rules, self.cores)
        return search

    def choose(self, view: View) -> int:
        search = self.find_search(view.rules)
        self.tries.list_wise(view, self.legal)
        self.decisions += 1
        action = search.choose(
            view.state,
            view.seat,
            self.legal,
            decision_seed(self.seed, self.decisions),
            self.iterations,
            self.seconds,
            self.take_foresight(view),
        )
        self.tries.note(view, action)
        return int(action)

    def ponder(self, view: View, seconds: float, futures: int = 0) -> int:
        """Look ahead from a view in which others decide, for some time or at so many futures.
        Returns how many futures of its next turn it has looked at so far."""
        rules = view.rules
        state = view.state
        if (
            self.iterations > 0
            or view.seat < 0
            or view.seat == state.seat
            or state.over
            or state.step == rules.first_tickets_step
        ):
            return 0
        until = time.perf_counter() + seconds
        search = self.find_search(rules)
        foresight = self.foresight
        if foresight is None:
            foresight = Foresight(search)
            self.foresight = foresight
        foresight.study(state, view.seat)
        seed = decision_seed(self.seed, -self.decisions - 1)
        done = 0
        while done < futures or (futures == 0 and (done == 0 or time.perf_counter() < until)):
            foresight.look(state, view.seat, seed)
            done += 1
        return int(foresight.futures)

    def take_foresight(self, view: View) -> list[int] | None:
        """What a decision can do without. It was for the next turn, so it is forgotten."""
        foresight = self.foresight
        if foresight is None:
            return None
        found: list[int] | None = None
        if view.state.step == view.rules.turn_step and self.iterations == 0:
            found = foresight.hopeless(view.state, self.legal)
        foresight.forget()
        return found


def decision_seed(seed: int, decision: int) -> int:
    """A seed for one decision's samples."""
    digest = hashlib.sha256(f"{seed} {decision}".encode()).digest()
    return int.from_bytes(digest[:6], "little")
