"""The examples of training and of playing what was trained."""

import importlib.util
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
import pytest

from tests.cli.calls import call
from wagonik import Match
from wagonik.engine.errors import WagonikError
from wagonik.envs import Matches
from wagonik.envs.policy import Observer, Policy

EXAMPLES = Path(__file__).parents[2] / "examples"


def example(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def untrained(path: Path, game: str = "paris", players: int = 2) -> Policy:
    matches = Matches(game, players, 1, seed=1)
    policy = Policy.new(matches.layout, 8, np.random.default_rng(1))
    policy.save(path)
    return policy


def test_training_runs_and_keeps_a_policy(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "policy.npz"
    small = ["--rounds", "2", "--matches", "8", "--hidden", "8", "--test", "4"]
    example("train_policy").main([*small, "--out", str(out)])
    said = capsys.readouterr().out
    assert "decisions" in said
    assert "of 4 matches won against random" in said
    assert Policy.load(out).game == "paris"


def test_training_is_repeatable() -> None:
    module = example("train_policy")
    found = []
    for _ in range(2):
        matches = Matches("paris", 2, 6, 3, opponents=["random"], reward="margin")
        trainer = module.Trainer(matches, 8, 0.001, 3)
        trainer.round()
        found.append(trainer.policy.weights["w1"].copy())
    assert (found[0] == found[1]).all()
    assert np.isfinite(found[0]).all()


def test_it_learns() -> None:
    """A decision that is always better becomes likelier."""
    module = example("train_policy")
    matches = Matches("paris", 2, 16, 3, opponents=["random"], reward="margin")
    trainer = module.Trainer(matches, 16, 0.01, 3)
    seen, masks = matches.observations.copy(), matches.masks.copy()
    best = np.array([np.flatnonzero(row)[-1] for row in masks])

    def chance() -> float:
        chances: np.ndarray[Any, Any] = trainer.policy.forward(seen, masks)[2]
        assert not chances[masks == 0].any()
        return float(chances[np.arange(16), best].mean())

    before = chance()
    good, goal = np.ones(16, np.float32), np.zeros(16, np.float32)
    for _ in range(60):
        slopes = trainer.slopes(seen, masks, best, good, goal)
        trainer.adam.step(trainer.policy.weights, slopes)
    assert chance() > before + 0.2


def test_slopes_are_the_changes_of_the_loss() -> None:
    module = example("train_policy")
    matches = Matches("paris", 2, 4, 3, opponents=["random"], reward="margin")
    trainer = module.Trainer(matches, 6, 0.01, 3)
    rng = np.random.default_rng(1)
    weights = trainer.policy.weights
    for name, value in weights.items():
        weights[name] = value.astype(np.float64)
    seen, masks = matches.observations.copy(), matches.masks.copy()
    actions = matches.sample().copy()
    better, goal = rng.standard_normal(4), rng.standard_normal(4)

    def loss() -> float:
        _, _, chances, values = trainer.policy.forward(seen, masks)
        logs = np.log(np.maximum(chances, 1e-12))
        chosen = -(better * logs[np.arange(4), actions]).mean()
        tried = (chances * logs).sum(axis=1).mean()
        wrong = 0.5 * ((values - goal) ** 2).mean()
        return float(chosen + module.ENTROPY * tried + module.VALUE * wrong)

    slopes = trainer.slopes(seen, masks, actions, better, goal)
    for name in ("w1", "b1", "w2", "b2", "w3", "b3"):
        flat = weights[name].reshape(-1)
        for at in rng.integers(len(flat), size=4):
            kept = flat[at]
            flat[at] = kept + 1e-5
            up = loss()
            flat[at] = kept - 1e-5
            down = loss()
            flat[at] = kept
            slope = float(slopes[name].reshape(-1)[at])
            assert slope == pytest.approx((up - down) / 2e-5, abs=2e-4), name


def test_the_observer_sees_what_the_environment_shows() -> None:
    matches = Matches("pennsylvania", 3, 1, seed=8)
    match = Match("pennsylvania", 3, 8)
    observer = Observer(match.rules)
    for _ in range(120):
        view = match.observe(match.seat)
        assert (observer.observe(view) == matches.observations[0]).all()
        assert (observer.mask(view) == matches.masks[0]).all()
        action = int(matches.sample()[0])
        match.play(action)
        matches.step(np.array([action]))


def test_a_policy_plays_in_the_arena(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    untrained(tmp_path / "policy.npz")
    monkeypatch.setenv("WAGONIK_POLICY", str(tmp_path / "policy.npz"))
    bots = f"{EXAMPLES / 'policy_bot.py'}:Policy,random"
    said = call("arena", "paris", "--bots", bots, "--matches", "4", "--seed", "1")
    assert said.code == 0, said.err
    assert "Policy" in said.out
    assert "Replaced moves: 0" in said.out


def test_a_policy_sits_at_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the server uses it: a module of levels, and a decision of a job."""
    from wagonik.server.thinking import BotTurn, Thinking, think

    untrained(tmp_path / "policy.npz")
    monkeypatch.setenv("WAGONIK_POLICY", str(tmp_path / "policy.npz"))
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.delitem(sys.modules, "policy_bot", raising=False)
    levels = [info.level for info in Thinking("policy_bot", 0, 1.0).levels()]
    assert levels[-1] == "policy"
    assert len(levels) > 3
    match = Match("paris", 2, 5)
    for level in ("policy", "hard"):
        job = BotTurn("policy_bot", level, 0, f"a {level}", "paris", 2, 5, (), None, ())
        assert think(job, 0.1)[0] in match.legal(0)


def test_wrong_files_and_games_are_explained(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "no.npz").write_text("nothing", encoding="utf-8")
    with pytest.raises(WagonikError, match="not the file of a policy"):
        Policy.load(tmp_path / "no.npz")
    with pytest.raises(WagonikError, match="not the file of a policy"):
        Policy.load(tmp_path / "missing.npz")
    untrained(tmp_path / "policy.npz", "paris", 3)
    monkeypatch.setenv("WAGONIK_POLICY", str(tmp_path / "policy.npz"))
    bot = example("policy_bot").Policy(1)
    with pytest.raises(WagonikError, match="plays paris with 3 players"):
        bot.start(Match("paris", 2, 1).observe(0))
