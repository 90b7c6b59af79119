"""Batches: what compiled code writes is what the engine says."""

import numpy as np
import pytest

from tests.bots.positions import TABLES
from wagonik import Match
from wagonik.engine.errors import IllegalAction, WagonikError
from wagonik.engine.state import State
from wagonik.envs import Matches
from wagonik.envs.core.encoder import Encoder, Rows
from wagonik.envs.core.games import make_encoder


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_batch_plays_what_matches_play(game: str, players: int) -> None:
    """Three matches of a batch, and the same by `Match`: seats, masks, observations, rewards."""
    matches = Matches(game, players, count=3, seed=10)
    twins = [Match(game, players, 10 + i) for i in range(3)]
    number = [0, 0, 0]
    encoder = make_encoder(matches.rules)
    ended = 0
    for _ in range(600):
        actions = matches.sample().copy()
        for i, twin in enumerate(twins):
            assert matches.seats[i] == twin.seat
            assert np.flatnonzero(matches.masks[i]).tolist() == sorted(twin.legal())
            assert actions[i] in twin.legal()
            # What a row remembers of the decisions before never shows, nor of a match before.
            assert matches.observations[i].tolist() == fresh(encoder, twin.state, twin.seat)
            twin.play(int(actions[i]))
        matches.step(actions)
        for i, twin in enumerate(twins):
            assert matches.terminated[i] == twin.over
            if twin.over:
                ended += 1
                number[i] += 1
                assert matches.totals[i].tolist() == [sheet.total for sheet in twin.scores]
                assert matches.lengths[i] == twin.decision
                won = np.flatnonzero(matches.rewards[i] == matches.rewards[i].max())
                assert won.tolist() == twin.winners
                assert matches.rewards[i].sum() == pytest.approx(0)
                twins[i] = Match(game, players, 10 + i + 3 * number[i])
            else:
                assert not matches.rewards[i].any()
        if ended >= 2:
            break
    assert ended >= 1


def fresh(encoder: Encoder, state: State, seat: int) -> list[int]:
    """The observation in a row of its own."""
    rows = Rows(1, encoder)
    encoder.write(state, seat, rows, 0)
    return list(rows.cells)


def test_sampling_is_uniform_and_seeded() -> None:
    first, second = (Matches("paris", 2, count=8, seed=3) for _ in range(2))
    for _ in range(50):
        assert (first.sample() == second.sample()).all()
        first.step(first.sample())
        second.step(second.sample())
    matches = Matches("paris", 2, count=1, seed=1)
    legal = np.flatnonzero(matches.masks[0])
    counts = np.bincount([int(matches.sample()[0]) for _ in range(3000)])[legal]
    assert counts.sum() == 3000
    assert counts.min() > 3000 / len(legal) * 0.8


def test_limits_break_matches_off() -> None:
    matches = Matches("paris", 2, count=2, seed=1, limit=15)
    for _ in range(15):
        matches.step(matches.sample())
    assert matches.truncated.all()
    assert not matches.terminated.any()
    assert not matches.rewards.any()
    assert matches.lengths.tolist() == [15, 15]
    matches.step(matches.sample())
    assert not matches.truncated.any()


def test_what_is_no_action_is_refused() -> None:
    matches = Matches("paris", 2, count=2, seed=1)
    before = matches.observations.copy()
    chosen = matches.sample()
    for wrong in (chosen[:1], chosen.reshape(1, 2), chosen + 0.5, chosen > 0):
        with pytest.raises(IllegalAction, match="2 actions are needed, a whole number"):
            matches.step(wrong)
    assert (matches.observations == before).all()
    matches.step(chosen.astype(np.int32))
    assert (matches.observations != before).any()


def test_the_learner_changes_seats() -> None:
    matches = Matches("paris", 3, count=3, seed=1, opponents=["random"])
    assert matches.seats.tolist() == [0, 1, 2]
    while matches.ended < 1:
        matches.step(matches.sample())
    done = int(np.flatnonzero(matches.terminated)[0])
    assert matches.seats[done] == (done + 1) % 3
    assert matches.gains[done] == matches.rewards[done][done]


def test_a_seat_of_its_own() -> None:
    matches = Matches("paris", 2, count=4, seed=1, opponents=["planner"], seat=1)
    for _ in range(100):
        assert (matches.seats == 1).all()
        matches.step(matches.sample())


def test_wrong_settings_are_explained() -> None:
    with pytest.raises(WagonikError, match="At least one match"):
        Matches("paris", count=0)
    with pytest.raises(WagonikError, match="needs opponents"):
        Matches("paris", seat=1)
    with pytest.raises(WagonikError, match="There is no game"):
        Matches("pariss")
