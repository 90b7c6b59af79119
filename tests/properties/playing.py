"""Players for the tests: every setting of every game, and strange ways to play it."""

import os
import random
from collections.abc import Iterator
from itertools import combinations
from typing import NamedTuple

from wagonik.engine.actions import Action, ActionBuffer
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.rules import Rules
from wagonik.engine.state import PIECES, TALLY, State
from wagonik.games import GAMES, find_game, make_rules

# The tests play more matches with a larger number.
EXAMPLES = int(os.environ.get("WAGONIK_EXAMPLES", "1"))
MOST_DECISIONS = 20_000  # no match by these players comes near it


class Setting(NamedTuple):
    """A game, a number of players and the options that are on."""

    game: str
    players: int
    options: tuple[str, ...] = ()

    def rules(self) -> Rules:
        return make_rules(self.game, self.players, self.switches())

    def switches(self) -> dict[str, bool]:
        return dict.fromkeys(self.options, True)

    def __str__(self) -> str:
        return "-".join([self.game, str(self.players), *self.options])


def settings_of(game: str) -> list[Setting]:
    """All settings of one game."""
    entry = find_game(game)
    names = [option.name for option in entry.options()]
    return [
        Setting(game, players, options)
        for players in range(entry.least_players, entry.most_players + 1)
        for size in range(len(names) + 1)
        for options in combinations(names, size)
    ]


SETTINGS = [setting for game in GAMES for setting in settings_of(game.key)]

# What a style does first, if it can: families in order of liking. What is not listed comes last.
LIKES: dict[str, tuple[str, ...]] = {
    "random": (),
    "claimer": ("claim", "row", "trio", "add", "market", "deck"),
    "long": ("row", "add", "market", "deck"),
    "hoarder": ("market", "deck", "withdraw", "stop"),
    "tickets": ("tickets", "claim", "row", "trio"),
    "returner": ("tickets", "claim", "row", "trio", "deck"),
    "exchanger": ("buy", "claim", "trio", "row", "deck"),
    "builder": ("buy", "claim", "row", "market", "deck"),
    "stall": ("market", "deck", "tickets", "withdraw", "stop", "pass"),
}
# Who draws tickets and returns most of them is for the tests that need it.
STYLES = tuple(style for style in LIKES if style != "returner")
WHIM = 0.1  # how often a style does something else, so that no match is endless


def choose(rules: Rules, state: State, legal: list[int], style: str, rng: random.Random) -> int:
    """An action of a player of some style."""
    if style == "random" or len(legal) == 1 or (style != "stall" and rng.random() < WHIM):
        return rng.choice(legal)
    actions = [rules.table.actions[index] for index in legal]
    if style == "stall" and isinstance(rules, BoardRules):
        return _stalling(rules, state, actions, rng)
    if style == "long":
        far = [a for a in actions if a.family == "claim" and _length(rules, a) >= 4]
        if far:
            return rng.choice(far).index
    for family in LIKES[style]:
        liked = [a for a in actions if a.family == family]
        if liked:
            return _of_family(rules, liked, style, rng)
    return _other(rules, actions, style, rng)


def _length(rules: Rules, action: Action) -> int:
    assert isinstance(rules, BoardRules)
    return int(rules.board.length[action.argument])


def _of_family(rules: Rules, liked: list[Action], style: str, rng: random.Random) -> int:
    rng.shuffle(liked)
    if liked[0].family == "claim" and style in ("claimer", "builder"):
        return max(liked, key=lambda a: _length(rules, a)).index
    return liked[0].index


def _other(rules: Rules, actions: list[Action], style: str, rng: random.Random) -> int:
    """Choices inside a move: keep much or little, exchange wildly or not at all."""
    family = actions[0].family
    if family == "keep":
        count = [a.argument.bit_count() for a in actions]
        wanted = max(count) if style in ("tickets", "stall") else min(count)
        return rng.choice([a for a in actions if a.argument.bit_count() == wanted]).index
    if style == "exchanger" and family in ("pay", "exchange", "locomotives"):
        if family == "pay" and isinstance(rules, BoardRules):
            width = int(rules.pay_width)
            return max(actions, key=lambda a: a.argument % width).index
        return max(actions, key=lambda a: a.argument).index
    return rng.choice(actions).index


def _stalling(rules: BoardRules, state: State, actions: list[Action], rng: random.Random) -> int:
    """Play for a position in which nobody can move: take the short tracks away, never buy, stop
    with a few pieces left, and hoard all cards and tickets (common, R5)."""
    if actions[0].family in ("keep", "pay", "exchange", "give", "share", "add"):
        return _other(rules, actions, "stall", rng)
    spare = int(state.tally[state.seat * TALLY + PIECES] - rules.last_turns_at - 1)
    claims = [a for a in actions if a.family == "claim" and _length(rules, a) <= spare]
    if claims:
        exact = _sums({_length(rules, a) for a in claims}, spare)
        # The shortest first, but so that the rest can be used up to the last piece to spare.
        return min(
            claims,
            key=lambda a: (
                spare - _length(rules, a) not in exact,
                _length(rules, a),
                rng.random(),
            ),
        ).index
    for family in LIKES["stall"]:
        liked = [a for a in actions if a.family == family]
        if liked:
            return rng.choice(liked).index
    return rng.choice([a for a in actions if a.family != "buy"] or actions).index


def _sums(lengths: set[int], most: int) -> set[int]:
    """All sums of lengths, up to a most."""
    found = {0}
    for total in range(1, most + 1):
        if any(total - length in found for length in lengths):
            found.add(total)
    return found


class Stepper:
    """Plays a state one decision at a time, decisions with one answer included."""

    def __init__(self, rules: Rules, state: State) -> None:
        self.rules = rules
        self.state = state
        self.out = ActionBuffer()

    def legal(self) -> list[int]:
        self.out.count = 0
        self.rules.steps[self.state.step].legal(self.state, self.out)
        return self.out.list()

    def apply(self, action: int) -> None:
        self.rules.steps[self.state.step].apply(self.state, action)


def walk(
    setting: Setting, seed: int, style: str = "random", logging: bool = True
) -> Iterator[tuple[Stepper, list[int]]]:
    """Every moment of a match by players of one style, with its legal actions, then the end.

    Whoever iterates may look at the state, not change it.
    """
    rng = random.Random(f"{setting} {seed} {style}")
    rules = setting.rules()
    stepper = Stepper(rules, rules.start(seed, -1, logging))
    for _ in range(MOST_DECISIONS):
        state = stepper.state
        if state.over:
            yield stepper, []
            return
        legal = stepper.legal()
        yield stepper, legal
        stepper.apply(choose(rules, state, legal, style, rng))
    raise AssertionError(f"{setting}, seed {seed}, {style}: no end in sight")


def played(setting: Setting, seed: int, style: str = "random") -> Stepper:
    """A finished match, with its events."""
    last = None
    for stepper, _ in walk(setting, seed, style):
        last = stepper
    assert last is not None
    return last
