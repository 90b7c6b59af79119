"""Foresight: what Master makes of the time in which others think, and that nothing else changes."""

import pytest

from tests.bots.positions import legal_of
from tests.bots.test_master import middle, view_at
from wagonik import Match
from wagonik.bots.base import fill
from wagonik.bots.master.bot import Master
from wagonik.bots.master.foresight import LEAST, Foresight
from wagonik.bots.master.parts import make_search
from wagonik.bots.master.search import FEW, OTHERWISE
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.rules import Rules
from wagonik.engine.state import State
from wagonik.engine.views import view_of
from wagonik.games import GAMES
from wagonik.match import View

FUTURES = 3


def other_view(rules: Rules, state: State) -> View:
    """What the seat sees that is next but one."""
    seat = int(state.seat + 1) % int(state.seats)
    return View(rules, view_of(rules, state, seat), seat, [])


def gains_of(foresight: Foresight) -> dict[int, tuple[int, float, float]]:
    return {a: (int(g.count), g.total, g.squares) for a, g in foresight.gains.items()}


def foreseen(gains: dict[int, list[float]]) -> Foresight:
    """Foresight that has found these numbers."""
    rules, state = middle("paris")
    foresight = Foresight(make_search(rules))
    foresight.turn = state.turn - 1
    for action, found in gains.items():
        for gain in found:
            foresight.note(action, gain)
    return foresight


def hopeless(foresight: Foresight, legal: list[int]) -> list[int]:
    _, state = middle("paris")
    out = ActionBuffer()
    fill(out, legal)
    return foresight.hopeless(state, out)


def about(mean: float, count: int = 2 * LEAST) -> list[float]:
    return [mean + 0.01 * (-1) ** i for i in range(count)]


def test_what_is_clearly_worse_is_left_out_the_worst_first() -> None:
    found = foreseen({1: about(-0.2), 2: about(-0.3), 3: about(-0.001), 4: about(0.002)})
    assert hopeless(found, [1, 2, 3, 4, 5]) == [2, 1]


def test_it_is_compared_with_what_is_possible_now() -> None:
    found = foreseen({1: about(0.1), 2: about(0.3)})
    assert hopeless(found, [1, 2]) == [1]
    assert hopeless(found, [1]) == []
    assert hopeless(found, [2]) == []
    # Planner's own choice is always possible.
    assert hopeless(foreseen({1: about(-0.1)}), [1]) == [1]


def test_a_few_futures_say_nothing() -> None:
    assert hopeless(foreseen({1: about(-0.3, LEAST - 1), 2: about(0.3)}), [1, 2]) == []
    assert hopeless(foreseen({1: about(-0.3, LEAST), 2: about(0.3)}), [1, 2]) == [1]


def test_many_futures_do_not_make_a_small_difference_a_clear_one() -> None:
    """The mean of a thousand is certain, but the turn that comes is one of them."""
    often_good = [0.1 * (-1) ** i - 0.01 for i in range(1000)]
    assert hopeless(foreseen({1: often_good, 2: about(0.01, 1000)}), [1, 2]) == []


def test_another_way_to_play_is_a_candidate_of_its_own() -> None:
    found = foreseen({1: about(0.0), 1 + OTHERWISE: about(-0.3)})
    assert hopeless(found, [1]) == [1 + OTHERWISE]


def test_planners_choice_and_a_few_others_stay_whatever_was_foreseen() -> None:
    rules, state = middle("nordic_countries", turns=40)
    view = view_at(rules, state)
    out = ActionBuffer()
    fill(out, view.legal)
    search = make_search(rules)
    search.choose(view.state, view.seat, out, 5, 160, 0.0)
    actions = [int(search.actions[i]) for i in range(search.count)]
    assert len(actions) > 2 * FEW
    tried = actions[:1] + actions[-FEW + 1 :]
    assert search.choose(view.state, view.seat, out, 5, 160, 0.0, actions) in tried
    assert [actions[i] for i in range(search.count) if len(search.worths[i]) > 0] == tried
    some = actions[2:4]
    search.choose(view.state, view.seat, out, 5, 160, 0.0, some)
    left = [actions[i] for i in range(search.count) if len(search.worths[i]) == 0]
    assert left == some


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_it_looks_at_futures_of_its_next_turn(game: str) -> None:
    rules, state = middle(game, 2, 12)
    view = other_view(rules, state)
    before = view.state.numbers()
    bots = [Master(3, seconds=0.01) for _ in range(2)]
    for bot in bots:
        bot.start(view)
        assert bot.ponder(view, 0.0, FUTURES) == FUTURES
    assert view.state.numbers() == before
    found = [bot.foresight for bot in bots]
    assert found[0] is not None
    assert found[1] is not None
    gains = gains_of(found[0])
    assert gains == gains_of(found[1])
    assert sum(count for count, _, _ in gains.values()) > FUTURES
    assert all(action % OTHERWISE < len(rules.table) for action in gains)


def test_with_a_number_of_play_outs_nothing_changes() -> None:
    rules, state = middle("paris")
    other = other_view(rules, state)
    view = view_at(rules, state)
    plain, asked = (Master(3, iterations=40) for _ in range(2))
    assert asked.ponder(other, 0.0, FUTURES) == 0
    assert asked.foresight is None
    answer = plain.choose(view)
    assert asked.choose(view) == answer
    # Nor if the same search has looked at futures before, or there is nothing to do without.
    search = make_search(rules)
    foresight = Foresight(search)
    out = ActionBuffer()
    fill(out, view.legal)
    first = search.choose(view.state, view.seat, out, 9, 40, 0.0)
    rows = [list(search.worths[i]) for i in range(search.count)]
    foresight.study(other.state, other.seat)
    foresight.look(other.state, other.seat, 1)
    assert search.choose(view.state, view.seat, out, 9, 40, 0.0, []) == first
    assert [list(search.worths[i]) for i in range(search.count)] == rows


def test_it_ponders_only_while_others_decide() -> None:
    match = Match("paris", players=2, seed=3)
    bot = Master(1)
    bot.start(match.observe(1))
    assert bot.ponder(match.observe(1), 0.0, 1) == 0  # everybody chooses first tickets
    while match.state.step == match.rules.first_tickets_step or match.seat != 0:
        match.play(match.legal()[0])
    assert bot.ponder(match.observe(0), 0.0, 1) == 0  # its own decision
    assert bot.ponder(match.observe(-1), 0.0, 1) == 0
    assert bot.ponder(match.observe(1), 0.0, 1) == 1
    while not match.over:
        match.play(match.legal()[0])
    assert bot.ponder(match.observe(1), 0.0, 1) == 0


def test_views_of_one_round_add_up_and_the_turn_ends_it() -> None:
    rules, state = middle("paris", 3, 15)
    out = ActionBuffer()
    seat = int(state.seat + 2) % 3
    bot = Master(1, seconds=0.0)
    view = View(rules, view_of(rules, state, seat), seat, [])
    assert bot.ponder(view, 0.0, 1) == 1
    outlook = make_search(rules).outlook
    fill(out, legal_of(rules, state))
    while state.turn < 16:
        rules.play(state, outlook.decide(state, state.seat, out), out)
    view = View(rules, view_of(rules, state, seat), seat, [])
    assert bot.ponder(view, 0.0, 1) == 2
    while state.turn < 17:
        rules.play(state, outlook.decide(state, state.seat, out), out)
    assert state.seat == seat
    assert bot.choose(view_at(rules, state)) in legal_of(rules, state)
    assert bot.foresight is not None
    assert bot.foresight.turn == -1
    assert not bot.foresight.gains
    # Somebody else has played this seat for a while: what was foreseen is too old.
    while state.turn < 18:
        rules.play(state, outlook.decide(state, state.seat, out), out)
    view = View(rules, view_of(rules, state, seat), seat, [])
    assert bot.ponder(view, 0.0, 1) == 1
    while state.turn < 21:
        rules.play(state, outlook.decide(state, state.seat, out), out)
    assert bot.foresight.hopeless(state, out) == []
    view = View(rules, view_of(rules, state, seat), seat, [])
    assert bot.ponder(view, 0.0, 1) == 1


def test_by_the_clock_it_does_without_what_was_foreseen_as_bad() -> None:
    rules, state = middle("nordic_countries", turns=40)
    view = view_at(rules, state)
    bot = Master(1, seconds=0.0)
    bot.start(view)
    search, foresight = bot.search, Foresight(make_search(rules))
    assert search is not None
    fill(bot.legal, view.legal)
    count = search.prepare(view.state, view.seat, bot.legal, 64)
    actions = [int(search.actions[i]) for i in range(count)]
    bad = actions[1:4]
    foresight.turn = state.turn - 1
    for gain in about(-0.2):
        for action in bad:
            foresight.note(action, gain)
    bot.foresight = foresight
    assert bot.choose(view) in view.legal
    assert [actions[i] for i in range(count) if len(search.worths[i]) == 0] == bad
