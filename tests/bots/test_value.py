"""The learnt value: the same weights from the same matches, and better than knowing nothing."""

import json
import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.bots.positions import TABLES
from wagonik.bots.floats import packed_floats
from wagonik.bots.games import make_outlook
from wagonik.bots.master.fit import Fitted, fit_value
from wagonik.bots.master.learning import FIRST, SECOND, Learner, Scale, learn_network
from wagonik.bots.master.parts import (
    OWN,
    WEIGHTS,
    BrokenWeights,
    load_value,
    network_data,
    read_value,
    weights_name,
)
from wagonik.bots.master.training import Positions, Sums, log_loss, solve, surprise
from wagonik.bots.master.value import (
    FLAT,
    KNOTS,
    LEAST_DOUBT,
    MARGIN,
    Value,
    ValueNetwork,
    final_worth,
    network_width,
)
from wagonik.engine.cards import packed
from wagonik.engine.rng import FastRng
from wagonik.games import make_rules

SEATS, SIZE, ONES, TWOS = 4, 5, 6, 3  # of a small network


def numbers(count: int, seed: int, most: float = 1.0) -> list[float]:
    """Random ones, some of them 0."""
    rng = FastRng(seed)
    found = [most * (float(rng.below(2000)) / 1000.0 - 1.0) for _ in range(count)]
    return [0.0 if number * 7 % 1 < 0.1 else number for number in found]


def small_network(seed: int = 3) -> ValueNetwork:
    return ValueNetwork(SEATS, SIZE, ONES, TWOS, numbers(network_width(SIZE, ONES, TWOS), seed))


def contests(count: int, seed: int) -> Positions:
    """Matches that a linear function can't foretell: who is farthest from 0 wins."""
    found = Positions(3, 2)
    for match in range(count):
        row = numbers(6, seed + match, 3.0)
        far = [abs(row[seat * 2]) for seat in range(3)]
        wins = [float(seat == far.index(max(far))) for seat in range(3)]
        found.add((row, [0.5], [won - 1 / 3 for won in wins], wins))
    return found


def test_training_is_repeatable_and_explains_the_points() -> None:
    first = fit_value("paris", 2, 40, seed=1)
    again = fit_value("paris", 2, 40, seed=1)
    assert first.data() == again.data()
    assert first.explained[-1] > 0.2
    assert len(first.weights) == KNOTS * 2 * len(first.features)
    assert len(first.network) == network_width(len(first.features), FIRST, SECOND)
    assert 0.3 < first.linear_loss < 2 * math.log(2)
    assert 0.3 < first.network_loss < 2 * math.log(2)


def test_processes_do_not_change_the_weights() -> None:
    one = fit_value("paris", 2, 12, seed=2)
    two = fit_value("paris", 2, 12, seed=2, processes=2)
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
    assert (own.network is not None) == ("network" in json.loads(place.read_text()))
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


def plain_chances(
    weights: list[float], features: list[float], progress: float, seats: int
) -> list[float]:
    """What a network does, in plain Python and in the same order."""
    into_second = (2 * SIZE + 2) * ONES
    common = [
        progress * weights[2 * SIZE * ONES + k] + weights[(2 * SIZE + 1) * ONES + k]
        for k in range(ONES)
    ]
    for i in range(SIZE):
        mean = 0.0
        for seat in range(seats):
            mean += features[seat * SIZE + i]
        mean /= seats
        common = [common[k] + mean * weights[(SIZE + i) * ONES + k] for k in range(ONES)]
    scores = []
    for seat in range(seats):
        ones = common[:]
        for i in range(SIZE):
            own = features[seat * SIZE + i]
            ones = [ones[k] + own * weights[i * ONES + k] for k in range(ONES)]
        twos = [weights[into_second + ONES * TWOS + k] for k in range(TWOS)]
        for i in range(ONES):
            unit = max(0.0, ones[i])
            twos = [twos[k] + unit * weights[into_second + i * TWOS + k] for k in range(TWOS)]
        score = 0.0
        for k in range(TWOS):
            score += max(0.0, twos[k]) * weights[into_second + (ONES + 1) * TWOS + k]
        scores.append(score)
    parts = [math.exp(max(-FLAT, score - max(scores))) for score in scores]
    total = 0.0
    for part in parts:
        total += part
    return [part / total for part in parts]


@pytest.mark.parametrize("seed", range(8))
def test_a_network_finds_the_numbers_of_plain_python_to_the_last_digit(seed: int) -> None:
    """So both builds, and every machine, play the same matches."""
    weights = numbers(network_width(SIZE, ONES, TWOS), seed)
    features = numbers(SEATS * SIZE, seed + 100, 4.0)
    network = ValueNetwork(SEATS, SIZE, ONES, TWOS, weights)
    network.run(packed_floats(features), 0, 0.37)
    found = [float(chance) for chance in network.chances]
    assert found == plain_chances(weights, features, 0.37, SEATS)
    assert sum(found) == pytest.approx(1.0, abs=1e-12)


def test_a_network_treats_all_seats_alike() -> None:
    network = small_network()
    rows = [numbers(SIZE, 50 + seat, 4.0) for seat in range(SEATS)]
    network.run(packed_floats([x for row in rows for x in row]), 0, 0.5)
    chances = list(network.chances)
    assert max(chances) > 1.1 * min(chances)
    network.run(packed_floats([x for row in rows[::-1] for x in row]), 0, 0.5)
    assert list(network.chances) == pytest.approx(chances[::-1])


def test_worth_is_the_networks_chance_and_a_little_for_the_linear_margin() -> None:
    network = small_network()
    weights = ([1.0] + [0.0] * (2 * SIZE - 1)) * KNOTS
    value = Value(SEATS, SIZE, weights, [9.0] * KNOTS, network)
    features = numbers(SEATS * SIZE, 8)
    value.predict(packed_floats(features), 0.5)
    told = packed_floats([0.0] * SEATS)
    value.tell(0.5, told)
    assert list(told) == list(network.chances)
    points = [features[seat * SIZE] for seat in range(SEATS)]
    for seat in range(SEATS):
        lead = points[seat] - (sum(points) - points[seat]) / (SEATS - 1)
        assert value.worth(seat, 0.5) == pytest.approx(told[seat] + MARGIN * lead)


def test_without_a_network_chances_follow_from_the_points() -> None:
    value = Value(3, 1, [1.0, 0.0] * KNOTS, [10.0] * KNOTS)
    value.predict(packed_floats([6.0, 0.0, -2.0]), 0.5)
    told = packed_floats([0.0] * 3)
    value.tell(0.5, told)
    assert sum(told) == pytest.approx(1.0)
    assert told[0] > told[1] > told[2]
    alone = [value.worth(seat, 0.5) for seat in range(3)]
    assert alone[0] > alone[1] > alone[2]


def test_slopes_are_those_of_the_surprise() -> None:
    found = contests(1, seed=4)
    learner = Learner(3, 2, seed=5)
    learner.descend(found, 0)
    weights = learner.network.weights
    step = 1e-6
    seen = 0
    for at in range(0, int(learner.width), 7):
        before = weights[at]
        losses = []
        for moved in (before + step, before - step):
            weights[at] = moved
            learner.network.run(found.features, 0, 0.5)
            losses.append(surprise(learner.network.chances, found.wins, 0, 3))
        weights[at] = before
        slope = (losses[0] - losses[1]) / (2 * step)
        assert learner.slopes[at] == pytest.approx(slope, abs=1e-5)
        seen += abs(slope) > 1e-3
    assert seen > 5


def test_a_network_learns_what_is_not_linear() -> None:
    tested = contests(100, seed=90000)
    weights = learn_network(contests(700, seed=1), contests(100, seed=50000), 2, seed=7)
    network = ValueNetwork(3, 2, FIRST, SECOND, weights)
    value = Value(3, 2, [0.0] * 4 * KNOTS, [LEAST_DOUBT] * KNOTS, network)
    nothing = Value(3, 2, [0.0] * 4 * KNOTS, [LEAST_DOUBT] * KNOTS)
    assert log_loss(nothing, tested) == pytest.approx(math.log(3))
    assert log_loss(value, tested) < 0.7 * math.log(3)


def test_weights_are_for_features_as_they_are() -> None:
    """A network learns from features in units of their spread; a file has other weights."""
    found, same = contests(40, seed=2), contests(40, seed=2)
    scale = Scale(found, 2)
    scale.apply(found)
    learner = Learner(3, 2, seed=1)
    learner.network.run(found.features, 30, 0.5)
    plain = ValueNetwork(3, 2, FIRST, SECOND, scale.unfold(list(learner.network.weights), FIRST))
    plain.run(same.features, 30, 0.5)
    assert list(plain.chances) == pytest.approx(list(learner.network.chances))


def fitted_with(linear: float, network: float) -> Fitted:
    outlook = make_outlook(make_rules("paris", 3))
    size = int(outlook.size)
    fitted = Fitted("paris", 3, 10, 0)
    fitted.features = outlook.names
    fitted.weights = numbers(KNOTS * 2 * size, 1)
    fitted.doubt = fitted.explained = [5.0] * KNOTS
    fitted.linear_loss, fitted.network_loss = linear, network
    fitted.network = numbers(network_width(size, FIRST, SECOND), 2)
    return fitted


@pytest.mark.parametrize(
    ("linear", "network", "kept"), [(1.1, 0.9, "network"), (0.9, 1.1, "linear")]
)
def test_the_value_with_the_lower_log_loss_is_kept(
    linear: float,
    network: float,
    kept: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    fitted = fitted_with(linear, network)
    place = fitted.write(tmp_path)
    assert fitted.kept == kept
    data = json.loads(place.read_text())
    assert data["log loss"] == {"linear": linear, "network": network}
    monkeypatch.setenv(OWN, str(tmp_path))
    rules = make_rules("paris", 3)
    value = load_value(rules, make_outlook(rules))
    assert value is not None
    assert (value.network is not None) == (kept == "network")
    if value.network is not None:
        assert list(value.network.weights) == pytest.approx(fitted.network, rel=1e-4)


def no_row(data: dict[str, Any]) -> None:
    data["network"]["second"].pop()


def short_row(data: dict[str, Any]) -> None:
    data["network"]["first"][3].pop()


def not_finite(data: dict[str, Any]) -> None:
    data["network"]["score"][0][2] = math.nan


def no_layer(data: dict[str, Any]) -> None:
    del data["network"]["score"]


def few_knots(data: dict[str, Any]) -> None:
    data["weights"].pop()


@pytest.mark.parametrize("damage", [no_row, short_row, not_finite, no_layer, few_knots])
def test_a_broken_file_is_told(
    damage: Callable[[dict[str, Any]], None], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    place = fitted_with(1.1, 0.9).write(tmp_path)
    data = json.loads(place.read_text())
    damage(data)
    place.write_text(json.dumps(data))
    monkeypatch.setenv(OWN, str(tmp_path))
    rules = make_rules("paris", 3)
    with pytest.raises(BrokenWeights, match=r"paris-3.json is no file of weights .*wagonik train"):
        load_value(rules, make_outlook(rules))


def test_what_is_no_json_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "paris-3.json").write_text("weights")
    monkeypatch.setenv(OWN, str(tmp_path))
    rules = make_rules("paris", 3)
    with pytest.raises(BrokenWeights, match=r"paris-3.json"):
        load_value(rules, make_outlook(rules))


def test_a_network_goes_into_a_file_and_back() -> None:
    weights = numbers(network_width(SIZE, ONES, TWOS), 3)
    data = {
        "weights": [[0.0] * 2 * SIZE] * KNOTS,
        "doubt": [4.0] * KNOTS,
        "network": network_data(weights, SIZE, ONES, TWOS),
    }
    value = read_value(json.loads(json.dumps(data)), SEATS, SIZE)
    assert value.network is not None
    assert list(value.network.weights) == weights


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_packaged_network_foretells_matches_better_than_the_linear_value(
    game: str, players: int
) -> None:
    data = json.loads((WEIGHTS / weights_name(game, players)).read_text(encoding="utf-8"))
    if "network" in data:
        assert data["log loss"]["network"] < data["log loss"]["linear"]
    if players == 2:
        assert "network" not in data  # the coach's numbers and puzzles are proved with these
