"""Every recipe runs, for a moment: `make recipes`. What they learn in it is nothing."""

import importlib
import sys
from pathlib import Path

import polars as pl
import pytest

from wagonik.arena.dataset import Writer
from wagonik.arena.matches import TABLE, Run, simulate

sys.path.insert(0, str(Path(__file__).parent))
pytestmark = pytest.mark.filterwarnings("default")  # these libraries warn of their own future


def test_maskable_ppo() -> None:
    recipe = importlib.import_module("sb3_maskable_ppo")
    rate = recipe.main(["--steps", "1024", "--envs", "8", "--matches", "8", "--opponent", "random"])
    assert 0 <= rate <= 1


def test_the_masks_of_the_adapter_are_those_of_the_environment() -> None:
    recipe = importlib.import_module("sb3_maskable_ppo")
    env = recipe.WagonikVecEnv("paris", 4, opponents=["random"])
    env.seed(1)
    env.reset()
    ended = 0
    for _ in range(400):
        masks = env.env_method("action_masks")
        actions = env.inner.sample()
        assert all(mask[action] for mask, action in zip(masks, actions, strict=True))
        _, rewards, done, infos = env.step(actions)
        for i in range(4):
            assert ("terminal_observation" in infos[i]) == done[i]
            assert done[i] or rewards[i] == 0
        ended += int(done.sum())
    assert ended > 0


def test_ppo_in_one_file() -> None:
    recipe = importlib.import_module("cleanrl_ppo")
    rate = recipe.main(
        [
            "--steps",
            "512",
            "--envs",
            "8",
            "--length",
            "32",
            "--matches",
            "8",
            "--opponent",
            "random",
        ]
    )
    assert 0 <= rate <= 1


def test_rllib() -> None:
    recipe = importlib.import_module("rllib_ppo")
    assert 0 <= recipe.main(["--iterations", "1", "--batch", "512", "--opponent", "random"]) <= 1


def test_tianshou() -> None:
    recipe = importlib.import_module("tianshou_dqn")
    rate = recipe.main(
        ["--epochs", "1", "--steps", "400", "--envs", "2", "--matches", "4", "--opponent", "random"]
    )
    assert 0 <= rate <= 1


@pytest.fixture(scope="module")
def matches(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("recipes") / "matches.parquet"
    run = Run("paris", players=3, seed=4, keep=TABLE, bots=("planner",))
    with Writer(file, run) as writer:
        for chunk in simulate(run, 30, workers=1):
            writer.write(chunk.frame())
    return file


def test_questions_in_sql_and_in_pandas(matches: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The same answers as by Polars, whose own are checked in tests/docs/test_numbers.py."""
    asked = importlib.import_module("ask_duckdb")
    data = pl.read_parquet(matches)
    seats = data.select("seats").explode("seats").unnest("seats")
    order = seats.group_by("order").agg(pl.col("share").mean()).sort("order")
    told = asked.by_order(str(matches))
    assert told["wins"].tolist() == pytest.approx(order["share"].to_list())
    assert told["seats"].sum() == 90
    means = asked.seats(str(matches)).groupby("order")["share"].mean()
    assert means.tolist() == pytest.approx(order["share"].to_list())
    kept: dict[str, list[float]] = {}
    for row in data.iter_rows(named=True):
        for ticket in row["tickets"]:
            if ticket["kept"]:
                share = row["seats"][ticket["seat"]]["share"]
                kept.setdefault(ticket["name"], []).append(share)
    tickets = asked.by_ticket(str(matches)).set_index("name")
    assert set(tickets.index) == set(kept)
    for name, shares in kept.items():
        assert tickets.loc[name, "kept"] == len(shares)
        assert tickets.loc[name, "won"] == pytest.approx(sum(shares) / len(shares))
    asked.main([str(matches)])
    assert "tracks_claimed" in capsys.readouterr().out
