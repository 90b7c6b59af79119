"""The learnt value: the same weights from the same matches, and better than knowing nothing."""

import json
from pathlib import Path

import pytest

from wagonik.bots.floats import packed_floats
from wagonik.bots.games import make_outlook
from wagonik.bots.master.fit import fit_value
from wagonik.bots.master.parts import OWN, load_value
from wagonik.bots.master.training import Sums, solve
from wagonik.bots.master.value import KNOTS, Value, final_worth
from wagonik.engine.cards import packed
from wagonik.games import make_rules


def test_training_is_repeatable_and_explains_the_points() -> None:
    first = fit_value("paris", 2, 40, seed=1)
    again = fit_value("paris", 2, 40, seed=1)
    assert first.data() == again.data()
    assert first.explained[-1] > 0.2
    assert len(first.weights) == KNOTS * 2 * len(first.features)


def test_processes_do_not_change_the_weights() -> None:
    one = fit_value("paris", 2, 60, seed=2)
    two = fit_value("paris", 2, 60, seed=2, processes=2)
    assert one.data() == two.data()


def test_weights_of_ones_own_come_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rules = make_rules("paris", 2)
    outlook = make_outlook(rules)
    place = fit_value("paris", 2, 5, seed=3).write(tmp_path)
    monkeypatch.setenv(OWN, str(tmp_path))
    own = load_value(rules, outlook)
    assert own is not None
    written = [weight for row in json.loads(place.read_text())["weights"] for weight in row]
    assert list(own.weights) == written
    place.unlink()
    packaged = load_value(rules, outlook)
    assert packaged is not None
    assert list(packaged.weights) != written


def test_the_normal_equations_are_solved() -> None:
    sums = Sums(2)
    for x, y, target in ((1.0, 0.0, 2.0), (0.0, 1.0, -3.0), (1.0, 1.0, -1.0)):
        for i, a in enumerate((x, y)):
            sums.targets[i] += 1e6 * a * target
            for j, b in enumerate((x, y)):
                sums.products[i * 2 + j] += 1e6 * a * b
    sums.positions = 3000000
    assert solve(sums) == pytest.approx([2.0, -3.0], abs=1e-3)


def test_a_lead_is_worth_more_the_surer_it_is() -> None:
    value = Value(2, 1, [1.0, 0.0] * KNOTS, [40.0, 40.0, 40.0, 5.0])
    value.predict(packed_floats([10.0, 0.0]), 0.0)
    early = value.worth(0, 0.0)
    late = value.worth(0, 1.0)
    assert 0.5 < early < late < 1.1
    assert value.worth(1, 1.0) < 0.1
    assert value.margin(0) == 10.0


def test_a_finished_match_is_worth_winning() -> None:
    totals = packed([50, 49])
    assert final_worth(totals, [0], 2, 0) > 0.99
    assert final_worth(totals, [0], 2, 1) < 0.01
    assert 0.4 < final_worth(packed([50, 50]), [0, 1], 2, 0) < 0.6
