"""What a bot is, and what a brain is.

A bot is anything that answers a view with an action; people write their own. A brain is how our
bots think: it decides on a state for one seat and reads only what that seat may know, so that
it can decide on a view or, in play-outs, on a whole state without a view being built first.
"""

from typing import ClassVar

from mypy_extensions import i64, mypyc_attr

from wagonik.engine.actions import ActionBuffer
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import PILE, TOTAL
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


class Tries:
    """Remembers a claim that came to nothing (a tunnel), so that it is not tried again before a
    card was drawn. In the last turns, when cards are no use any more, it may be."""

    def __init__(self) -> None:
        self.claim: i64 = -1  # the action
        self.cards: i64 = 0  # that the hand had

    def start(self) -> None:
        self.claim = -1

    def list_wise(self, view: View, out: ActionBuffer) -> None:
        """The legal actions without the claim that has just failed, if there are others."""
        fill(out, view.legal)
        state = view.state
        if (
            self.claim < 0
            or state.step != view.rules.turn_step
            or state.last_turns >= 0
            or state.hand[view.seat * PILE + TOTAL] != self.cards
            or out.count < 2
        ):
            return
        kept: i64 = 0
        i: i64
        for i in range(out.count):
            if out.items[i] != self.claim:
                out.items[kept] = out.items[i]
                kept += 1
        out.count = kept

    def note(self, view: View, action: i64) -> None:
        """What was chosen."""
        rules = view.rules
        if view.state.step == rules.turn_step and isinstance(rules, BoardRules):
            track = action - rules.claim_action
            self.claim = action if 0 <= track < rules.track_count else -1
            self.cards = view.state.hand[view.seat * PILE + TOTAL]


class BrainBot(Bot):
    """A bot that thinks with a brain."""

    def __init__(self, seed: int) -> None:
        super().__init__(seed)
        self.brain: Brain | None = None
        self.legal: ActionBuffer = ActionBuffer()
        self.tries: Tries = Tries()

    def make_brain(self, rules: Rules) -> Brain:
        """The brain for some rules; called once a match."""
        raise NotImplementedError

    def start(self, view: View) -> None:
        self.brain = self.make_brain(view.rules)
        self.tries.start()

    def choose(self, view: View) -> int:
        brain = self.brain
        if brain is None or brain.rules is not view.rules:
            brain = self.make_brain(view.rules)
            self.brain = brain
        self.tries.list_wise(view, self.legal)
        action = brain.decide(view.state, view.seat, self.legal)
        self.tries.note(view, action)
        return int(action)


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
