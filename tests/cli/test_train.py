"""`wagonik train`."""

import json
from pathlib import Path

from tests.cli.calls import call, mistake
from wagonik.bots.games import make_outlook
from wagonik.games import make_rules


def test_weights_are_written_and_told(tmp_path: Path) -> None:
    options = ["--players", 2, "--matches", 10, "--processes", 1, "--folder", tmp_path]
    data = call("train", "paris", *options, "--json").json()
    assert [(row["game"], row["players"], row["matches"]) for row in data] == [("paris", 2, 10)]
    written = json.loads(Path(data[0]["file"]).read_text(encoding="utf-8"))
    assert written["features"] == make_outlook(make_rules("paris", 2)).names
    losses = data[0]["log_loss"]
    assert data[0]["kept"] == ("network" if losses["network"] < losses["linear"] else "linear")
    assert ("network" in written) == (data[0]["kept"] == "network")
    first = Path(data[0]["file"]).read_bytes()
    answer = call("train", "paris", *options)
    assert answer.code == 0
    assert "Paris, 2 players" in answer.out
    told = " ".join(answer.out.split())
    assert f"{losses['linear']:.4f} linear, {losses['network']:.4f} network" in told
    assert f"the {data[0]['kept']} value is kept" in told
    assert Path(data[0]["file"]).read_bytes() == first


def test_wrong_calls_are_told() -> None:
    mistake(call("train", "monaco"), "monaco")
    mistake(call("train", "paris", "--players", 7), "players")
