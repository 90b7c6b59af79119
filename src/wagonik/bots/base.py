"""What a bot is, and what a brain is.

A bot is anything that answers a view with an action; people write their own. A brain is how our
bots think: it decides on a state for one seat and reads only what that seat may know, so that
it can decide on a view or, in play-outs, on a whole state without a view being built first.
"""

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from wagonik.engine.actions import ActionBuffer
from wagonik.engine.cards import PILE
from wagonik.engine.rng import FastRng
from wagonik.engine.rules import Rules
from wagonik.engine.state import DECK, State
from wagonik.match import View


@mypyc_attr(allow_interpreted_subclasses=True)
class Bot:
    """A player. It sees views of its own seat, and nothing else.

    Write a subclass with `choose`, and name it wherever a bot is asked for, as `file.py:Class`.

    Args:
        seed: Where the bot's own chance comes from, so that its matches can be repeated.

    Attributes:
        name: Its name, in tables of results.
        about: Its character, in one sentence.
    """

    name: ClassVar[str] = ""
    about: ClassVar[str] = ""  # its character, in one sentence

    def __init__(self, seed: int) -> None:
        self.seed: int = seed

    def start(self, view: View) -> None:
        """The match begins; called once, before the first choice."""

    def choose(self, view: View) -> int:
        """The bot's decision: one of `view.legal`, or of `view.actions()`."""
        raise NotImplementedError


class Brain:
    """Decides for one seat at a time. It keeps working space, but no memory of the match."""

    def __init__(self, rules: Rules) -> None:
        self.rules: Rules = rules

    def decide(self, state: State, seat: i64, legal: ActionBuffer) -> i64:
        """The action of a seat: one of the legal ones."""
        raise NotImplementedError


class BrainBot(Bot):
    """A bot that thinks with a brain."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.brain: Brain | None = None
        self.legal: ActionBuffer = ActionBuffer()

    def make_brain(self, rules: Rules) -> Brain:
        """The brain for some rules; called once a match."""
        raise NotImplementedError

    def start(self, view: View) -> None:
        self.brain = self.make_brain(view.rules)

    def choose(self, view: View) -> int:
        brain = self.brain
        if brain is None or brain.rules is not view.rules:
            brain = self.make_brain(view.rules)
            self.brain = brain
        fill(self.legal, view.legal)
        return int(brain.decide(view.state, view.seat, self.legal))


class Random(Bot):
    """Any legal action, each as likely as the others."""

    name: ClassVar[str] = "random"
    about: ClassVar[str] = "Plays any legal action at random."

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.rng: FastRng = FastRng(seed)

    def choose(self, view: View) -> int:
        legal = view.legal
        return legal[self.rng.below(len(legal))]


class RandomBrain(Brain):
    """Any legal action, each as likely as the others."""

    def __init__(self, rules: Rules, seed: int = 0) -> None:
        super().__init__(rules)
        self.rng: FastRng = FastRng(seed)

    def decide(self, state: State, seat: i64, legal: ActionBuffer) -> i64:
        return legal.items[self.rng.below(legal.count)]


def fill(buffer: ActionBuffer, legal: list[int]) -> None:
    buffer.count = 0
    for action in legal:
        buffer.add(action)


def unseen_cards(state: State, seat: i64, kind: i64) -> i64:
    """Cards of a kind that a seat can't place: in the deck, or unknown in other hands.

    The same number in a view and in the whole state.
    """
    count = state.piles[DECK + kind]
    other: i64
    for other in range(state.seats):
        if other != seat:
            at = other * PILE + kind
            count += state.hand[at] - state.known[at]
    return count
