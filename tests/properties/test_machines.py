"""Hypothesis plays every game by itself and looks for a position that breaks the rules."""

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from tests.properties.invariants import check, check_legal
from tests.properties.playing import EXAMPLES, STYLES, choose, settings_of
from tests.properties.test_invariants import agrees
from wagonik import IllegalAction, Match, replay
from wagonik.games import GAMES

STEPS = 30
UNDO_BEFORE = 60  # decisions: to undo one, all are made again


class Machine(RuleBasedStateMachine):
    """A match whose decisions Hypothesis takes, with habits that change as it likes."""

    game = ""

    def __init__(self) -> None:
        super().__init__()
        self.match: Match | None = None

    @initialize(data=st.data(), seed=st.integers(0, 10**6))
    def start(self, data: st.DataObject, seed: int) -> None:
        setting = data.draw(st.sampled_from(settings_of(self.game)))
        self.match = Match(self.game, setting.players, seed, setting.switches())

    def going(self) -> bool:
        return self.match is not None and not self.match.over

    @precondition(going)
    @rule(data=st.data())
    def decide(self, data: st.DataObject) -> None:
        """One decision, any legal one."""
        assert self.match is not None
        legal = self.match.legal()
        self.match.play(legal[data.draw(st.integers(0, len(legal) - 1))])

    @precondition(going)
    @rule(style=st.sampled_from(STYLES), count=st.integers(5, 30), rng=st.randoms())
    def habit(self, style: str, count: int, rng: Any) -> None:
        """Many decisions by one habit: hoarding, only tickets, only claims, wild exchanges."""
        match = self.match
        assert match is not None
        for _ in range(count):
            if not match.over:
                match.play(choose(match.rules, match.state, match.legal(), style, rng))

    @precondition(going)
    @rule(data=st.data())
    def illegal(self, data: st.DataObject) -> None:
        """An illegal action is refused, with a reason, and changes nothing."""
        match = self.match
        assert match is not None
        legal = set(match.legal())
        action = data.draw(st.integers(-3, len(match.rules.table) + 3))
        if action in legal:
            return
        before = match.state.numbers()
        with pytest.raises(IllegalAction) as caught:
            match.play(action)
        assert len(str(caught.value)) > 20
        assert match.state.numbers() == before
        assert set(match.legal()) == legal

    @precondition(going)
    @rule()
    def undo(self) -> None:
        """What can be undone comes back exactly when it is done again."""
        match = self.match
        assert match is not None
        if match.decision < UNDO_BEFORE and match.can_undo:
            before = match.state.numbers()
            seat, action = match.history[-1]
            match.undo()
            match.play(action, seat)
            assert match.state.numbers() == before

    @precondition(lambda self: self.match is not None and self.match.over)
    @rule(action=st.integers(0, 200))
    def too_late(self, action: int) -> None:
        """After the end there is nothing to decide, and nothing to take back."""
        match = self.match
        assert match is not None
        assert match.legal() == []
        with pytest.raises(IllegalAction):
            match.play(action)

    @invariant()
    def holds(self) -> None:
        match = self.match
        if match is None:
            return
        check(match.rules, match.state)
        if not match.over:
            check_legal(match.rules, match.state, match.legal())

    def teardown(self) -> None:
        match = self.match
        if match is None:
            return
        twin = replay(json.loads(json.dumps(match.record())))
        assert twin.state.numbers() == match.state.numbers()
        if match.over:
            agrees(match.rules, match.state)


def machine_of(game: str) -> type[RuleBasedStateMachine]:
    return type(f"Machine_{game}", (Machine,), {"game": game})


@pytest.mark.parametrize("game", [entry.key for entry in GAMES])
def test_strange_play(game: str) -> None:
    run_state_machine_as_test(
        machine_of(game),
        settings=settings(
            max_examples=15 * EXAMPLES,
            stateful_step_count=STEPS,
            deadline=None,
            derandomize=True,
            database=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
