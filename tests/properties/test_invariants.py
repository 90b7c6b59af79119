"""Random and strange matches of every game: nothing is lost, every score is derived again."""

import random
from collections import Counter

import pytest

from tests.oracle import (
    TooDense,
    WrongMatching,
    best_value,
    brute_value,
    decide,
    facts,
    judge,
    longest_trail,
    most,
    story_of,
    table_value,
)
from tests.properties.invariants import check, check_legal, check_over
from tests.properties.playing import (
    EXAMPLES,
    SETTINGS,
    STYLES,
    Setting,
    played,
    settings_of,
    walk,
)
from wagonik import Match, replay
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.cards import KIND_NAMES
from wagonik.engine.rules import Rules
from wagonik.engine.sheets import score_sheets
from wagonik.engine.state import State
from wagonik.games import GAMES

GAME_KEYS = [game.key for game in GAMES]


def agrees(rules: Rules, state: State) -> str:
    """Compare the final score of a match with the independent one; returns how it ended."""
    story = story_of(rules, state)
    verdict = judge(story)
    sheets = score_sheets(rules, state)
    for sheet in sheets:
        expected = dict(verdict.sources[sheet.seat])
        for line in sheet.sources:
            assert line.points == expected.pop(line.name, 0), (sheet, verdict.sources)
        assert not any(expected.values()), (sheet, expected)
    assert [sheet.total for sheet in sheets] == verdict.totals
    assert rules.score(state).winners == verdict.winners
    return story.ended


def examine(setting: Setting, seed: int, style: str) -> None:
    """All invariants at every step of a match, then its score and its longest routes."""
    last = None
    for stepper, legal in walk(setting, seed, style):
        check(stepper.rules, stepper.state)
        if legal:
            check_legal(stepper.rules, stepper.state, legal)
        last = stepper
    assert last is not None
    check_over(last.rules, last.state)
    agrees(last.rules, last.state)
    if isinstance(last.rules, BoardRules):
        story = story_of(last.rules, last.state)
        standing = last.rules.board_standing
        standing.assess(last.state)
        for seat in range(setting.players):
            expected = longest_trail(story.edges(seat))
            assert standing.longest_of(last.state, seat) == expected


@pytest.mark.parametrize("setting", SETTINGS, ids=str)
def test_nothing_is_lost_and_scores_are_derived_again(setting: Setting) -> None:
    """Conservation at every step; the match ends; an independent scorer agrees."""
    at = SETTINGS.index(setting)
    for i in range(2 * EXAMPLES):
        style = "random" if i % 2 == 0 else STYLES[(at + i // 2) % len(STYLES)]
        try:
            examine(setting, 1000 * at + i, style)
        except TooDense:
            # The engine's own tests compare dense networks with an exact method.
            assert style != "random"


@pytest.mark.parametrize("game", GAME_KEYS)
def test_copies_are_independent(game: str) -> None:
    """Playing a copy to its end changes nothing in the original, and the reverse."""
    for setting in settings_of(game)[:: max(1, 3 - EXAMPLES)]:
        rng = random.Random(f"copy {setting}")
        match = Match(game, setting.players, 5, setting.switches())
        while not match.over:
            if rng.random() < 0.04:
                before = match.state.numbers()
                twin = match.copy()
                assert twin.state.numbers() == before
                assert twin.legal() == match.legal()
                other = match.state.copy()
                out = ActionBuffer()
                match.rules.advance(other, out)
                for _ in range(30):
                    if not twin.over:
                        twin.play(rng.choice(twin.legal()))
                    if not other.over:
                        match.rules.play(other, rng.choice(out.list()), out)
                assert match.state.numbers() == before
            match.play(rng.choice(match.legal()))


@pytest.mark.parametrize("game", GAME_KEYS)
def test_a_replayed_record_gives_identical_states(game: str) -> None:
    for setting in settings_of(game)[:: max(1, 3 - EXAMPLES)]:
        rng = random.Random(f"replay {setting}")
        match = Match(game, setting.players, 9, setting.switches())
        states = [match.state.numbers()]
        while not match.over:
            match.play(rng.choice(match.legal()))
            if match.decision % 40 == 0:
                states.append(match.state.numbers())
        twin = replay(match.record())
        assert twin.state.numbers() == match.state.numbers()
        assert [int(x) for x in twin.state.log] == [int(x) for x in match.state.log]
        for i, numbers in enumerate(states):
            assert replay(match.record(), 40 * i).state.numbers() == numbers


# The scorer itself: examples whose answers are known.


def test_the_scorer_finds_longest_trails() -> None:
    ring = [("a", "b", 2), ("b", "c", 3), ("c", "a", 4)]
    assert longest_trail([]) == 0
    assert longest_trail(ring) == 9
    assert longest_trail([*ring, ("c", "d", 5)]) == 14
    assert longest_trail([*ring, ("x", "y", 6)]) == 9
    star = [("o", "a", 1), ("o", "b", 2), ("o", "c", 3)]
    assert longest_trail(star) == 5


def test_the_scorer_matches_tickets_in_two_ways() -> None:
    """Every subset, and the table of sums: the same answer on random stacks."""
    rng = random.Random(7)
    for _ in range(60 * EXAMPLES):
        stack = Counter({kind: rng.randrange(4) for kind in KIND_NAMES})
        tickets = rng.sample(range(len(facts("card_game")["tickets"])), rng.randrange(10))
        assert brute_value(stack, tickets) == table_value(stack, tickets)
        assert best_value(stack, tickets) == table_value(stack, tickets)


def test_the_scorer_breaks_ties() -> None:
    assert most([0, 0]) == [False, False]  # R7
    assert most([2, 2, 1]) == [True, True, False]
    assert decide([5, 7, 7]) == [1, 2]
    assert decide([7, 7, 7], [1, 2, 2], [0, 0, 3]) == [2]


def test_the_scorer_notices_a_wrong_score() -> None:
    """The comparison can fail: a ticket, a track or a matching changed by hand is noticed."""
    board = played(Setting("nordic_countries", 2), 3)
    agrees(board.rules, board.state)
    kept = next(t for t in range(46) if board.state.holder[t] == 0)
    board.state.holder[kept] = 1
    with pytest.raises(AssertionError):
        agrees(board.rules, board.state)
    cards = played(Setting("card_game", 2), 3, "claimer")
    story = story_of(cards.rules, cards.state)
    judge(story)
    done = next(seat for seat in range(2) if story.scorings[0].completed[seat])
    story.scorings[0].completed[done].pop()
    with pytest.raises(WrongMatching):
        judge(story)


def test_the_invariants_notice_a_lost_card() -> None:
    stepper = played(Setting("paris", 2), 1)
    check(stepper.rules, stepper.state)
    for array, at in (
        (stepper.state.hand, 0),
        (stepper.state.piles, 0),
        (stepper.state.holder, 0),
        (stepper.state.tally, 0),
        (stepper.state.tally, 1),
        (stepper.state.known, 3),
    ):
        array[at] += 1
        with pytest.raises(AssertionError):
            check(stepper.rules, stepper.state)
        array[at] -= 1
    check(stepper.rules, stepper.state)
