"""No bot sees hidden cards: what it can't know does not change what it does."""

import pytest

from tests.bots.positions import SEARCHED, TABLES, legal_of, positions, steady
from wagonik import compiled
from wagonik.bots.base import Brain, fill
from wagonik.bots.games import make_planner
from wagonik.bots.registry import BOTS, find_bot
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.views import sample, view_of
from wagonik.games import make_rules
from wagonik.match import View


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_same_view_of_other_cards_gives_the_same_decision(game: str, players: int) -> None:
    names = [steady(entry.name) for entry in BOTS if entry.plays(game)]
    for number, (rules, state) in enumerate(positions(game, players, seed=3, every=67)):
        seat = int(state.seat)
        legal = legal_of(rules, state)
        seen = view_of(rules, state, seat)
        twin = sample(rules, seen, 1)
        seen_again = view_of(rules, twin, seat)
        assert seen_again.numbers() == seen.numbers()
        for name in names:
            if name == steady("master") and not compiled:
                if number != 1 or (game, players) not in SEARCHED:
                    continue
            first = find_bot(name).make(5)
            second = find_bot(name).make(5)
            answer = first.choose(View(rules, seen, seat, legal))
            assert answer in legal
            assert second.choose(View(rules, seen_again, seat, legal)) == answer, name


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_brains_read_only_what_their_seat_may_know(game: str, players: int) -> None:
    """A brain decides the same on a whole state, on its view, and on any sample of the view."""
    brain: Brain | None = None
    out = ActionBuffer()
    for rules, state in positions(game, players, seed=4, every=29):
        if brain is None:
            brain = make_planner(rules)
        seat = int(state.seat)
        fill(out, legal_of(rules, state))
        seen = view_of(rules, state, seat)
        answer = brain.decide(state, seat, out)
        assert brain.decide(seen, seat, out) == answer
        assert brain.decide(sample(rules, seen, 8), seat, out) == answer
        assert brain.decide(state, seat, out) == answer


@pytest.mark.parametrize("game", ["pennsylvania", "card_game"])
def test_bots_recall_what_was_public_also_by_the_book(game: str) -> None:
    """What people must remember, a bot has not forgotten: it decides as at any other table."""
    book = make_rules(game, 2, {"memory": "book"})
    names = ["planner", steady("master")]  # one look of the slower one is enough
    for rules, state in positions(game, 2, seed=6, every=61):
        seat = int(state.seat)
        legal = legal_of(rules, state)
        for name in [names.pop()] if len(names) > 1 else names:
            answers = [
                find_bot(name).make(5).choose(View(each, view_of(each, state, seat), seat, legal))
                for each in (rules, book)
            ]
            assert answers[0] == answers[1] in legal, name
