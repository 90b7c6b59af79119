"""Counts of decision sequences: how many there are to a fixed depth from fixed positions.

A rule that changes changes a count, also where no recorded match goes.
"""

import random
from pathlib import Path

from tests.properties.playing import SETTINGS, Setting, Stepper, choose
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.rules import Rules
from wagonik.engine.state import State

FILE = Path(__file__).parent / "counts.txt"
SEED = 2024
START_DEPTHS = (1, 2)
DEPTHS = (1, 2, 3)
LATER = (40, 90)  # decisions made before a position is counted from


def sequences(rules: Rules, state: State, depth: int) -> int:
    """The number of sequences of so many decisions; fewer where the match ends before."""
    out = ActionBuffer()
    rules.advance(state, out)
    if out.count == 0 or depth == 1:
        return int(out.count)
    total = 0
    for action in out.list():
        twin = state.copy()
        rules.play(twin, action, out)
        total += sequences(rules, twin, depth - 1)
    return total


def position(setting: Setting, decisions: int) -> State:
    """The state after so many decisions of a lively match."""
    rules = setting.rules()
    rng = random.Random(f"counts {setting}")
    stepper = Stepper(rules, rules.start(SEED))
    for number in range(decisions):
        style = ("random", "builder", "exchanger")[number // 7 % 3]
        if stepper.state.over:
            break
        stepper.apply(choose(rules, stepper.state, stepper.legal(), style, rng))
    return stepper.state


def row(setting: Setting) -> str:
    rules = setting.rules()
    counts = [sequences(rules, rules.start(SEED), depth) for depth in START_DEPTHS]
    for decisions in LATER:
        counts += [sequences(rules, position(setting, decisions), depth) for depth in DEPTHS]
    return f"{setting} {' '.join(map(str, counts))}"


def table() -> str:
    heads = [f"start:{d}" for d in START_DEPTHS]
    heads += [f"after{n}:{d}" for n in LATER for d in DEPTHS]
    return "\n".join([f"# setting {' '.join(heads)}", *map(row, SETTINGS)]) + "\n"
