"""Hints and the ticket helper: from a view alone, the same for the same seed, for every game."""

import pytest

from tests.support import started
from wagonik import GAMES, Match
from wagonik.analysis import AnalysisError, Hint, hint, offers
from wagonik.engine.state import OFFER
from wagonik.match import View

KEYS = [game.key for game in GAMES]


@pytest.mark.parametrize("game", KEYS)
def test_a_hint_ranks_legal_moves(game: str) -> None:
    match = started(game)
    view = match.observe(0)
    found = hint(view, playouts=120)
    assert found.candidates[0].gain == 0.0
    assert all(each.gain <= 0.0 for each in found.candidates)
    assert [each.gain for each in found.candidates] == sorted(
        (each.gain for each in found.candidates), reverse=True
    )
    actions = [each.action for each in found.candidates]
    assert len(set(actions)) == len(actions)
    assert set(actions) <= set(view.legal)
    assert found.candidates[0].action in found.equal
    assert set(found.equal) <= set(actions)
    assert found == hint(match.observe(0), playouts=120)


def twin(match: Match, seed: int) -> View:
    """The same view of seat 0, cut out of another match that it could be looking at."""
    view = match.observe(0)
    other = Match(match.game, match.players, match.seed)
    other.state.copy_from(view.sample(seed))
    return View(view.rules, other.observe(0).state, 0, view.legal)


@pytest.mark.parametrize("game", KEYS)
def test_a_hint_knows_no_more_than_the_view(game: str) -> None:
    """Whatever the others hold, the same view has the same hint."""
    match = started(game)
    assert hint(twin(match, 1), playouts=60) == hint(twin(match, 2), playouts=60)


def test_any_legal_move_can_be_asked_about() -> None:
    match = started("nordic_countries")
    view = match.observe(0)
    plain = hint(view, playouts=60)
    left = [action for action in view.legal if action not in {c.action for c in plain.candidates}]
    assert left
    found = hint(view, playouts=60, also=left[:1])
    assert left[0] in {each.action for each in found.candidates}
    with pytest.raises(AnalysisError, match="not possible now"):
        hint(view, also=[0])


def worse(found: Hint) -> list[int]:
    """Moves that are clearly worse than the best."""
    return [
        each.action
        for each in found.candidates
        if each.action not in found.equal and -each.gain > 2 * each.error
    ]


@pytest.mark.parametrize("game", KEYS)
def test_reasons_compare_with_a_move_that_is_worse(game: str) -> None:
    """Where there is one; of a move that was asked about it is told why that one is worse."""
    view = started(game).observe(0)
    found = hint(view, playouts=400)
    assert bool(found.reasons) == bool(worse(found)) == (found.beside is not None)
    assert found.beside in (*worse(found), None)
    last = found.candidates[-1].action
    asked = hint(view, playouts=400, also=(last,))
    assert asked.beside == (last if last in worse(asked) else None)


def test_no_hint_when_others_decide() -> None:
    match = started("paris")
    with pytest.raises(AnalysisError, match="nothing to decide"):
        hint(match.observe(1))
    with pytest.raises(AnalysisError, match="nothing to decide"):
        hint(match.observe(-1))


@pytest.mark.parametrize("game", KEYS)
def test_tickets_on_offer(game: str) -> None:
    match = Match(game, 2, 4)
    view = match.observe(0)
    found = offers(view, playouts=60)
    count = int(view.state.offer[0])
    assert [each.ticket for each in found.tickets] == [
        int(view.state.offer[1 + i]) for i in range(count)
    ]
    assert sorted(keep.action for keep in found.keeps) == sorted(view.legal)
    assert found.keeps[0].gain == 0.0
    for keep in found.keeps:
        assert 0.0 <= keep.chance <= 1.0
        assert set(keep.tickets) <= {each.ticket for each in found.tickets}
        assert match.action(keep.action).text == "keep:" + ",".join(
            str([each.ticket for each in found.tickets].index(ticket) + 1)
            for ticket in keep.tickets
        )
    assert found == offers(match.observe(0), playouts=60)


def test_longer_sets_need_no_fewer_turns() -> None:
    found = offers(Match("nordic_countries", 2, 5).observe(0), playouts=60)
    turns = {keep.tickets: keep.turns for keep in found.keeps}
    everything = max(turns, key=len)
    most = turns[everything]
    assert most is not None
    assert all(need is not None and need <= most + 3 for need in turns.values())
    assert all(each.turns is not None and each.turns > 0 for each in found.tickets)
    assert found.time is not None
    assert found.time > 10


def test_no_helper_without_an_offer() -> None:
    match = started("paris")
    assert match.state.offer[1 * OFFER] >= 0
    with pytest.raises(AnalysisError, match="No tickets are on offer"):
        offers(match.observe(0))
