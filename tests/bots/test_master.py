"""Master: repeatable with a number of play-outs, in time with a clock, weights for every table."""

import time

import pytest

from tests.bots.positions import SEARCHED, TABLES, legal_of, positions
from wagonik.bots.base import fill
from wagonik.bots.floats import floats
from wagonik.bots.games import make_outlook
from wagonik.bots.master.bot import Master
from wagonik.bots.master.parts import load_value, make_search
from wagonik.bots.master.search import MOST, ROUGH, Knobs, Search
from wagonik.bots.master.team import (
    CoreTeam,
    close_teams,
    find_search,
    find_team,
    start_team,
)
from wagonik.bots.packing import pack, unpack
from wagonik.bots.registry import LEVELS, UnknownBot, find_bot, make_bot
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.entries import entry_ticket
from wagonik.engine.rng import FastRng
from wagonik.engine.rules import Rules
from wagonik.engine.state import CHOICE, IN_DECK, OFFER, UNKNOWN, State
from wagonik.engine.views import sample, view_of
from wagonik.games import make_rules
from wagonik.games.united_kingdom.scoring import HEADING_POINTS
from wagonik.games.united_kingdom.technology import DOUBLE_HEADING, TECH_BIT, KingdomState
from wagonik.match import View

BOARDS = ["nordic_countries", "northern_lights", "pennsylvania", "united_kingdom", "paris"]


def view_at(rules: Rules, state: State) -> View:
    seat = int(state.seat)
    return View(rules, view_of(rules, state, seat), seat, legal_of(rules, state))


def middle(game: str, players: int = 2, turns: int = 12) -> tuple[Rules, State]:
    """A position of quick play."""
    rules = make_rules(game, players)
    outlook = make_outlook(rules)
    out = ActionBuffer()
    state = rules.start(8)
    rules.advance(state, out)
    while state.turn < turns:
        rules.play(state, outlook.decide(state, state.seat, out), out)
    return rules, state


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_table_has_weights(game: str, players: int) -> None:
    rules = make_rules(game, players)
    outlook = make_outlook(rules)
    value = load_value(rules, outlook)
    assert value is not None
    _, state = middle(game, players)
    features = floats(players * int(outlook.size))
    outlook.assess(state, features)
    value.predict(features, outlook.progress(state))
    assert all(-300 < value.points[seat] < 300 for seat in range(players))
    for seat in range(players):
        assert -1 < value.worth(seat, outlook.progress(state)) < 2


@pytest.mark.parametrize(("game", "players"), SEARCHED)
def test_the_same_seed_and_play_outs_give_the_same_answers(game: str, players: int) -> None:
    for rules, state in positions(game, players, seed=6, every=149):
        view = view_at(rules, state)
        answer = Master(3, iterations=12).choose(view)
        assert answer in view.legal
        assert Master(3, iterations=12).choose(view) == answer


def test_a_search_leaves_the_view_as_it_was() -> None:
    rules, state = middle("nordic_countries")
    view = view_at(rules, state)
    before = view.state.numbers()
    Master(3, iterations=30).choose(view)
    assert view.state.numbers() == before


def test_it_stops_in_time_by_itself() -> None:
    """No more than about one sample over its time; the bound is loose for busy machines."""
    rules, state = middle("pennsylvania")
    bot = Master(1, seconds=0.05)
    view = view_at(rules, state)
    bot.start(view)
    before = time.process_time()
    assert bot.choose(view) in view.legal
    assert time.process_time() - before < 30


def test_candidates_are_legal_and_begin_with_the_planners_own() -> None:
    for game in [*BOARDS, "card_game"]:
        out = ActionBuffer()
        rules = make_rules(game, 2)
        outlook = make_outlook(rules)
        for _, state in positions(game, 2, seed=9, every=31):
            fill(out, legal_of(rules, state))
            found = outlook.candidates(state, state.seat, out, 5).list()
            assert 1 <= len(found) <= 5
            assert len(set(found)) == len(found)
            assert all(out.contains(action) for action in found)


@pytest.mark.parametrize("game", BOARDS)
def test_every_legal_turn_and_draw_is_a_candidate(game: str) -> None:
    """A claim beside the plan is often what is missing."""
    out = ActionBuffer()
    rules = make_rules(game, 2)
    outlook = make_outlook(rules)
    turns = 0
    for _, state in positions(game, 2, seed=9, every=5):
        fill(out, legal_of(rules, state))
        if state.step in (rules.turn_step, rules.second_card_step) and out.count < MOST:
            turns += 1
            found = outlook.candidates(state, state.seat, out, MOST).list()
            assert set(found) == set(out.list())
    assert turns > 5


@pytest.mark.parametrize(("count", "samples"), [(8, 25), (30, 8), (60, 5), (2, 300)])
def test_the_first_round_looks_at_many_candidates_a_few_times(count: int, samples: int) -> None:
    """An equal part of 600 play-outs, or eight samples each as long as that is half of them."""
    rules = make_rules("paris", 2)
    search = make_search(rules)
    search.playouts = 0
    rounds = max(1, (count - 1).bit_length())
    assert search.share_of(600, rounds, count, ROUGH) == samples


@pytest.mark.parametrize(("playouts", "tried"), [(12, 8), (160, 20), (-1, -1), (0, 0)])
def test_every_action_is_tried_that_can_be_looked_at_often_enough(
    playouts: int, tried: int
) -> None:
    """Eight play-outs each, and eight actions at least; by the clock there are enough."""
    rules, state = middle("nordic_countries", turns=40)
    view = view_at(rules, state)
    every = len(view.legal)
    assert 20 < every < MOST
    search = make_search(rules)
    out = ActionBuffer()
    fill(out, view.legal)
    if playouts < 0:  # enough for all but one, or for all
        search.choose(view.state, view.seat, out, 5, 8 * every - 1, 0.001)
        assert search.count == every - 1
        playouts = 8 * every
    search.choose(view.state, view.seat, out, 5, playouts, 0.001)
    assert search.count == (tried if tried > 0 else every)


def test_what_double_heading_scores_is_known_and_not_learnt() -> None:
    """Nobody in self-play has it early: a weight learnt for it made a start with it look won."""
    rules, state = middle("united_kingdom", turns=20)
    assert isinstance(state, KingdomState)
    outlook = make_outlook(rules)
    value = load_value(rules, outlook)
    assert value is not None
    features = floats(2 * int(outlook.size))
    leads = []
    for bought in (False, True):
        if bought:
            state.held[0] |= TECH_BIT[DOUBLE_HEADING]
        outlook.assess(state, features)
        value.predict(features, outlook.progress(state))
        leads.append(value.points[0] - value.points[1])
    tickets = sum(state.holder[ticket] == 0 for ticket in range(rules.ticket_count))
    assert 0 < leads[1] - leads[0] <= 1.5 * HEADING_POINTS * tickets


@pytest.mark.parametrize("game", BOARDS)
def test_guessed_tickets_are_a_state_that_the_viewer_could_be_looking_at(game: str) -> None:
    rules, state = middle(game, 2, 16)
    seat = int(state.seat)
    seen = view_of(rules, state, seat)
    search = make_search(rules)
    search.outlook.study(seen, seat)
    changed = 0
    for seed in range(6):
        plain = sample(rules, seen, seed)
        guessed = sample(rules, seen, seed)
        search.guess(seen, guessed, seat, FastRng(seed))
        changed += guessed.numbers() != plain.numbers()
        assert view_of(rules, guessed, seat).numbers() == seen.numbers()
        decked = {
            int(entry_ticket(guessed.queue[(guessed.head + i) % rules.ticket_count]))
            for i in range(guessed.queued)
        }
        for ticket in range(rules.ticket_count):
            assert (guessed.holder[ticket] == IN_DECK) == (ticket in decked)
            assert guessed.holder[ticket] != UNKNOWN
    assert changed > 0


def test_others_keep_the_same_first_tickets_whatever_the_seat_keeps() -> None:
    rules = make_rules("northern_lights", 3)
    out = ActionBuffer()
    state = rules.start(5)
    rules.advance(state, out)
    rules.play(state, out.items[3], out)  # the first seat has chosen, the third has not yet
    assert state.step == rules.first_tickets_step
    assert state.seat == 1
    search = make_search(rules)
    root = sample(rules, view_of(rules, state, 1), 77)
    search.settle_first_tickets(root, 1)
    assert root.tally[CHOICE] == search.keeps[0] - rules.keep_action
    expected: dict[int, int] = {}
    for other in (0, 2):
        kept = int(search.keeps[other] - rules.keep_action)
        offer = [int(root.offer[other * OFFER + 1 + i]) for i in range(root.offer[other * OFFER])]
        expected |= {ticket: other for i, ticket in enumerate(offer) if kept >> i & 1}
    assert len(expected) >= 4
    for action in out.list():
        played = root.copy()
        search.play_on(played, 1, action)
        assert played.turn > 10
        assert {ticket: played.holder[ticket] for ticket in expected} == expected


def test_without_weights_play_outs_go_to_the_end() -> None:
    rules, state = middle("paris")
    view = view_at(rules, state)
    search = Search(rules, make_outlook(rules), None, Knobs(2))
    out = ActionBuffer()
    fill(out, view.legal)
    assert search.choose(view.state, view.seat, out, 5, 10, 0.0) in view.legal


def test_budgets_by_name() -> None:
    quick = find_bot("master@25").make(1)
    slow = find_bot("master@1.5s").make(1)
    assert isinstance(quick, Master)
    assert isinstance(slow, Master)
    assert quick.iterations == 25
    assert slow.seconds == 1.5
    assert make_bot("master@25", 1).name == "master@25"
    for wrong in (
        "master@",
        "master@0",
        "master@0s",
        "master@fast",
        "planner@1s",
        "master@9999s",
        "master@1sx0",
    ):
        with pytest.raises(UnknownBot, match="master@1s"):
            find_bot(wrong)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_views_travel_as_numbers(game: str, players: int) -> None:
    rules, state = middle(game, players)
    view = view_at(rules, state)
    assert unpack(rules, pack(view.state)).numbers() == view.state.numbers()


def test_several_processes_give_the_same_rows_as_one() -> None:
    rules, state = middle("paris")
    view = view_at(rules, state)
    search = make_search(rules)
    team = find_team(rules, 2)
    assert team is not None
    assert find_team(rules, 1) is None
    actions = view.legal[:2]
    try:
        rows = team.play(view.state, view.seat, 7, actions, 3, 5, 0.0)
        timed = team.play(view.state, view.seat, 7, actions, 0, 0, 0.001)
        bots = [Master(4, iterations=30, cores=2) for _ in range(2)]
        assert bots[0].choose(view) == bots[1].choose(view)
    finally:
        close_teams()
    assert rows == search.play_samples(view.state, view.seat, 7, actions, 3, 5, 0.0)
    assert len(rows) == 5
    assert len(timed) >= 2


def test_a_team_plays_by_the_same_rules() -> None:
    """A running match keeps the version of the rules that it was begun with."""
    for version in (1, None):
        rules = make_rules("united_kingdom", 2, version=version)
        team = find_team(rules, 2)
        assert isinstance(team, CoreTeam)
        assert find_search(team.origin).rules is rules


def test_a_team_can_be_there_before_it_is_asked() -> None:
    rules, state = middle("paris")
    view = view_at(rules, state)
    team = find_team(rules, 2)
    assert team is not None
    try:
        start_team(2)
        assert len(team.play(view.state, view.seat, 7, view.legal[:2], 0, 3, 0.0)) == 3
    finally:
        close_teams()


def test_the_level_is_the_strongest() -> None:
    assert LEVELS[-1].name == "master"
    assert find_bot("master").bot is Master
