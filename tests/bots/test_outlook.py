"""What a search asks of Planner."""

from tests.support import started
from wagonik.bots.base import fill
from wagonik.bots.outlook import FEATURES, Outlook
from wagonik.bots.planner import BoardPlanner
from wagonik.bots.planners import make_planner
from wagonik.engine.actions import ActionBuffer
from wagonik.engine.views import view_of


def test_candidates_are_legal_and_begin_with_the_own_choice() -> None:
    match = started("northern_lights")
    planner = make_planner(match.rules)
    assert isinstance(planner, BoardPlanner)
    outlook = Outlook(planner)
    out = ActionBuffer()
    for _ in range(40):
        seat = match.seat
        fill(out, match.legal())
        own_choice = planner.decide(match.state, seat, out)
        found = outlook.candidates(match.state, seat, out, 5).list()
        assert found[0] == own_choice
        assert 1 <= len(found) <= 5
        assert len(set(found)) == len(found)
        assert set(found) <= set(match.legal())
        seen = view_of(match.rules, match.state, seat)
        numbers = [float(x) for x in outlook.assess(match.state, seat)]
        assert len(numbers) == FEATURES
        assert numbers == [float(x) for x in outlook.assess(seen, seat)]
        match.play(int(own_choice))
