"""PettingZoo's own tests, for every game and number of players."""

import random
import sys
import warnings
from typing import Any

import numpy as np
import pettingzoo  # type: ignore[import-untyped]
import pytest

import wagonik.envs
from tests.bots.positions import TABLES
from wagonik import GAMES
from wagonik.engine.errors import IllegalAction, WagonikError
from wagonik.envs import NAMES, make, pettingzoo_env
from wagonik.envs.canvas import ascii_letters
from wagonik.records import replay

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # PettingZoo's tests import its own games in an old way
    from pettingzoo.test import (  # type: ignore[import-untyped]
        api_test,
        performance_benchmark,
        render_test,
        seed_test,
    )


def play(env: Any, seed: int) -> dict[str, float]:
    """A match of random play; what every agent got in all."""
    env.reset(seed=seed)
    rng = random.Random(seed)
    got = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, reward, terminated, truncated, info = env.last()
        got[agent] += reward
        if terminated or truncated:
            env.step(None)
            continue
        assert (seen["action_mask"] == info["action_mask"]).all()
        env.step(rng.choice(np.flatnonzero(seen["action_mask"]).tolist()))
    return got


# PettingZoo wants masks in dictionaries, and warns about dictionaries of all but its own games.
@pytest.mark.filterwarnings("ignore:Observation space for each agent probably")
@pytest.mark.filterwarnings("ignore:Observation is not a NumPy array")
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_api(game: str, players: int, capsys: pytest.CaptureFixture[str]) -> None:
    api_test(make(f"{game}_v0", players), num_cycles=120)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_seeds(game: str, players: int) -> None:
    seed_test(lambda: make(game, players), num_cycles=60)


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_render(game: str, capsys: pytest.CaptureFixture[str]) -> None:
    pages: list[str] = []

    def is_page(result: object) -> bool:
        assert isinstance(result, str)
        pages.append(result)
        return result.startswith("<!doctype html>") and "</svg>" in result

    render_test(lambda render_mode: make(game, render_mode=render_mode), {"html": is_page})
    assert len(pages) == 5
    assert "Market:" in capsys.readouterr().out


def test_names_in_plain_letters() -> None:
    assert (
        ascii_letters("Åndalsnes–Honningsvåg, Łódź, Tromsø")
        == "Andalsnes-Honningsvag, Lodz, Tromso"
    )


def test_performance_benchmark(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """With a clock of its own, so that it ends when it has played enough."""
    module = sys.modules["pettingzoo.test.performance_benchmark"]
    seconds = iter(range(1000))
    monkeypatch.setattr(module.time, "time", lambda: next(seconds) / 100)
    monkeypatch.setattr(module.random, "choice", random.Random(1).choice)
    performance_benchmark(make("paris_v0"))
    monkeypatch.undo()
    assert next(seconds) > 2  # its time was ours
    assert "Finished performance benchmark" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_rewards_of_a_match(game: str, players: int) -> None:
    env = make(game, players)
    got = play(env, 5)
    match = env.unwrapped.match()
    assert match.over
    assert sum(got.values()) == pytest.approx(0)
    best = max(got.values())
    assert [agent for agent, value in got.items() if value == best] == [
        f"player_{seat}" for seat in match.winners
    ]
    assert replay(match.record()).winners == match.winners


def test_points_and_margin_as_rewards() -> None:
    points = play(make("paris", 3, reward="points"), 8)
    env = make("paris", 3, reward="margin")
    margins = play(env, 8)
    totals = [sheet.total for sheet in env.unwrapped.match().scores]
    assert list(points.values()) == totals
    best = sorted(totals)[-2:]
    assert list(margins.values()) == [
        total - (best[0] if total == best[1] and totals.count(total) == 1 else best[1])
        for total in totals
    ]


def test_a_long_match_is_broken_off() -> None:
    env = make("paris", limit=20)
    env.reset(seed=1)
    decisions = 0
    for _ in env.agent_iter():
        seen, _, terminated, truncated, _ = env.last()
        if truncated:
            break
        assert not terminated
        env.step(int(np.flatnonzero(seen["action_mask"])[0]))
        decisions += 1
    assert decisions == 20
    assert all(env.truncations.values())


def test_others_have_an_empty_mask_and_may_look() -> None:
    env = make("paris", 3)
    env.reset(seed=2)
    others = [agent for agent in env.agents if agent != env.agent_selection]
    for agent in others:
        assert not env.observe(agent)["action_mask"].any()
        assert env.observe(agent)["observation"].any()


def test_illegal_actions() -> None:
    raw = wagonik.envs.paris_v0.raw_env()
    raw.reset(seed=1)
    with pytest.raises(IllegalAction, match="choose your tickets"):
        raw.step(0)
    env = wagonik.envs.paris_v0.env()
    env.reset(seed=1)
    loser = env.agent_selection
    env.step(0)
    assert env.terminations[loser]
    assert env.rewards[loser] == -1
    assert env.agents == [agent for agent in env.possible_agents if agent in env.rewards]
    while env.agents:
        env.step(None)
    with pytest.raises(WagonikError, match="they end at 181"):
        fresh().step(182)


def fresh() -> Any:
    env = make("paris")
    env.reset(seed=1)
    return env


def test_calls_before_reset_are_explained() -> None:
    env = make("paris", render_mode="ansi")
    asked: list[Any] = [lambda: env.step(0), lambda: env.observe("player_0"), env.render]
    for call in asked:
        with pytest.raises(AssertionError, match=r"reset\(\) needs to be called"):
            call()


def test_names() -> None:
    assert NAMES[0] == "nordic_countries_v0"
    registered = pettingzoo.make("aec", "wagonik/nordic_countries_v0", players=3)
    assert registered.metadata["name"] == "nordic_countries_v0"
    assert make("nordic_countries", 3).metadata["name"] == "nordic_countries_v0"
    with pytest.raises(WagonikError, match="did you mean"):
        make("nordic_countrys_v0")
    with pytest.raises(AttributeError):
        _ = wagonik.envs.chess_v0
    with pytest.raises(WagonikError, match="render mode"):
        pettingzoo_env.raw_env("paris", render_mode="film")


def test_who_begins_can_be_said() -> None:
    env = make("paris", 4)
    for first in range(4):
        env.reset(seed=3, options={"first": first})
        assert env.unwrapped.match().state.first == first
    with pytest.raises(WagonikError, match="first seat"):
        env.reset(options={"first": 4})


def test_options_reach_the_rules() -> None:
    env = make("united_kingdom", 2, options={"advanced_technologies": True})
    play(env, 4)
    assert env.unwrapped.match().options == {"advanced_technologies": True}
