"""Gymnasium's own checks, and learners against named bots."""

import random
import warnings
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

from tests.bots.positions import TABLES
from wagonik import GAMES
from wagonik.engine.errors import IllegalAction, WagonikError
from wagonik.envs import gymnasium_id
from wagonik.envs.gymnasium_env import WagonikEnv, WagonikVectorEnv
from wagonik.envs.opponents import OpponentFailed
from wagonik.games import make_rules

OWN_BOT = """
from wagonik.bots.base import Bot

class Last(Bot):
    name = "last"
    def start(self, view):
        self.seen = 0
    def choose(self, view):
        self.seen += 1
        return view.legal[-1]
"""


def play(env: Any, seed: int) -> tuple[float, dict[str, Any]]:
    rng = random.Random(seed)
    _, info = env.reset(seed=seed)
    while True:
        action = rng.choice(np.flatnonzero(info["action_mask"]).tolist())
        _, reward, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            return reward, info


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_check_env(game: str) -> None:
    """Warnings are errors: none of the checker's applies, but for wide bounds of counts."""
    env = gymnasium.make(gymnasium_id(game), opponents=["random"])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped, skip_render_check=False)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_match_against_bots(game: str, players: int) -> None:
    env = gymnasium.make(gymnasium_id(game), players=players, opponents=["novice"])
    reward, info = play(env, 3)
    own = env.unwrapped
    assert isinstance(own, WagonikEnv)
    match = own.match()
    assert match.over
    assert info["totals"] == [sheet.total for sheet in match.scores]
    assert (reward > 0) == (match.winners == [info["seat"]])


def test_the_same_seed_gives_the_same_match() -> None:
    envs = [gymnasium.make("wagonik/Paris-v0", opponents=["planner"]) for _ in range(2)]
    records = []
    for env in envs:
        play(env, 11)
        assert isinstance(env.unwrapped, WagonikEnv)
        records.append(env.unwrapped.match().record())
    assert records[0] == records[1]


def test_own_bots_are_opponents(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(OWN_BOT, encoding="utf-8")
    env = gymnasium.make("wagonik/Paris-v0", players=3, opponents=[f"{file}:Last", "random"])
    play(env, 1)
    many = WagonikVectorEnv("paris", 3, players=3, opponents=[f"{file}:Last", "random"])
    many.reset(seed=1)
    for _ in range(200):
        many.step(many.sample())


def test_illegal_actions() -> None:
    env = gymnasium.make("wagonik/Paris-v0", opponents=["random"])
    env.reset(seed=1)
    _, reward, terminated, _, info = env.step(0)
    assert (reward, terminated, info["illegal"]) == (-1, True, True)
    strict = gymnasium.make("wagonik/Paris-v0", opponents=["random"], illegal="raise")
    strict.reset(seed=1)
    with pytest.raises(IllegalAction):
        strict.step(0)


def test_opponents_are_checked() -> None:
    with pytest.raises(WagonikError, match="name 3 bots, or one for all"):
        WagonikEnv("paris", 4, opponents=["random", "planner"])
    with pytest.raises(WagonikError, match="does not play"):
        WagonikEnv("card_game", 2, opponents=["hungry"])
    with pytest.raises(WagonikError, match="There is no bot"):
        WagonikEnv("paris", 2, opponents=["nobody"])
    with pytest.raises(WagonikError, match="seat is one of"):
        WagonikEnv("paris", 2, seat=2)
    with pytest.raises(WagonikError, match="no reward"):
        WagonikEnv("paris", 2, reward="fame")


def test_action_masks_for_learners_that_ask() -> None:
    env = WagonikEnv("paris", 2, opponents=["random"])
    _, info = env.reset(seed=4)
    assert (env.action_masks() == info["action_mask"].astype(bool)).all()


# Many at once


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_the_vector_environment(game: str, players: int) -> None:
    env = gymnasium.make_vec(
        gymnasium_id(game),
        num_envs=5,
        vectorization_mode="vector_entry_point",
        players=players,
        opponents=["random"],
    )
    assert isinstance(env, WagonikVectorEnv)
    assert env.metadata["autoreset_mode"] == AutoresetMode.SAME_STEP
    seen, info = env.reset(seed=2)
    assert seen in env.observation_space
    ended = 0
    for _ in range(400):
        mask = info["action_mask"]
        actions = np.array([env.single_action_space.sample(row) for row in mask])
        assert actions in env.action_space
        seen, rewards, terminated, truncated, info = env.step(actions)
        assert seen.shape == (5, env.layout.size)
        assert not truncated.any()
        for i in np.flatnonzero(terminated):
            ended += 1
            final = env.layout.split(info["final_obs"][i])
            assert final["over"][0] == 1
            totals = info["final_info"]["totals"][i]
            assert (rewards[i] > 0) <= (totals.max() <= totals.max())
        assert not rewards[~terminated].any()
        if ended >= 2:
            break
    assert ended >= 1
    assert env.steps_a_second > 0


def test_one_of_many_is_the_same_as_one() -> None:
    """Every match of a batch goes as it would alone."""
    alone = WagonikVectorEnv("paris", 1, opponents=["planner"], seat=0)
    many = WagonikVectorEnv("paris", 3, opponents=["planner"], seat=0)
    one, _ = alone.reset(seed=9)
    three, info = many.reset(seed=9)
    assert (one[0] == three[0]).all()
    for _ in range(150):
        actions = np.array([np.flatnonzero(row)[-1] for row in info["action_mask"]])
        one, *_ = alone.step(actions[:1])
        three, _, done, _, info = many.step(actions)
        if done[0]:
            break
        assert (one[0] == three[0]).all()


def test_views_or_copies() -> None:
    copied = WagonikVectorEnv("paris", 2, opponents=["random"])
    seen, _ = copied.reset(seed=1)
    before = seen.copy()
    copied.step(copied.sample())
    assert (seen == before).all()
    shared = WagonikVectorEnv("paris", 2, opponents=["random"], copy=False)
    seen, _ = shared.reset(seed=1)
    shared.step(shared.sample())
    assert not (seen == before).all()


def test_an_illegal_action_changes_nothing() -> None:
    env = WagonikVectorEnv("paris", 3, opponents=["random"])
    seen, info = env.reset(seed=6)
    actions = np.array([np.flatnonzero(row)[0] for row in info["action_mask"]])
    actions[2] = 0
    with pytest.raises(IllegalAction, match="Match 2 of the batch"):
        env.step(actions)
    with pytest.raises(IllegalAction, match="3 actions are needed"):
        env.step(actions[:2])
    again, _, _, _, _ = env.step(env.sample())
    assert again.shape == seen.shape


FAILING = """
from wagonik.bots.base import Bot

class Broken(Bot):
    name = "broken"
    def choose(self, view):
        raise ValueError("no idea")

class Cheat(Bot):
    name = "cheat"
    def choose(self, view):
        points = view.rules.board.points
        for track in range(len(points)):
            points[track] = 50
        return view.legal[0]
"""


def test_an_opponent_that_fails_is_warned_of_and_counted(tmp_path: Path) -> None:
    file = tmp_path / "failing.py"
    file.write_text(FAILING, encoding="utf-8")
    env = WagonikEnv("paris", opponents=[f"{file}:Broken"], seat=1)
    with pytest.warns(OpponentFailed, match=r"broken \(seat 0.*ValueError: no idea") as told:
        _, info = play(env, 3)
    assert len(told) == 1  # however often
    moves = [seat for seat, _ in env.match().history]
    assert info["replaced_moves"] == moves.count(0) > 1
    with pytest.warns(OpponentFailed, match="broken"):
        many = WagonikVectorEnv("paris", 2, opponents=[f"{file}:Broken"], seat=1)
    _, first = many.reset(seed=1)
    for _ in range(5):
        _, _, _, _, info = many.step(many.sample())
    assert (info["replaced_moves"] > first["replaced_moves"]).all()
    fine = WagonikEnv("paris", opponents=["planner"])
    assert play(fine, 3)[1]["replaced_moves"] == 0


def test_an_opponent_can_not_change_what_counts(tmp_path: Path) -> None:
    file = tmp_path / "failing.py"
    file.write_text(FAILING, encoding="utf-8")
    env = WagonikEnv("paris", opponents=[f"{file}:Cheat"])
    _, info = play(env, 5)
    assert [sheet.total for sheet in env.match().scores] == info["totals"]
    assert max(info["totals"]) < 100  # a single track would be 50
    assert max(make_rules("paris", 2).board.points) < 50  # type: ignore[attr-defined]
