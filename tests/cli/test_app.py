"""The command itself: help, version, mistakes, interruption."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import wagonik
from tests.cli.calls import call, mistake, start
from wagonik import cli
from wagonik.games import GAMES

COMMANDS = ("games", "simulate", "replay", "check", "bench")


def test_version_says_whether_the_engine_is_compiled() -> None:
    answer = call("--version")
    assert answer.code == 0
    assert wagonik.__version__ in answer.out
    assert ("engine: compiled" in answer.out) == wagonik.compiled
    assert ("engine: plain Python" in answer.out) == (not wagonik.compiled)


def test_pure_runs_the_plain_sources_of_the_same_package() -> None:
    script = Path(cli.__file__).with_name("pure.py")
    done = subprocess.run(
        [sys.executable, str(script), "wagonik.cli", "--version"],
        capture_output=True,
        text=True,
        check=True,
    )
    assert "engine: plain Python" in done.stdout


@pytest.mark.parametrize("command", COMMANDS)
def test_every_command_has_help_with_examples_and_json(command: str) -> None:
    answer = call(command, "--help")
    assert answer.code == 0
    assert "Examples" in answer.out
    assert f"wagonik {command}" in answer.out
    assert "--json" in answer.out


def test_without_arguments_it_helps() -> None:
    answer = call()
    for command in COMMANDS:
        assert command in answer.out + answer.err


def test_an_unknown_command_is_a_mistake() -> None:
    mistake(call("simulat"), "simulat")


def test_help_needs_no_bars_tables_or_processes() -> None:
    code = (
        "import sys, wagonik.cli\n"
        "for name in ('multiprocessing.pool', 'rich.progress', 'asyncio', 'sqlalchemy'):\n"
        "    assert name not in sys.modules, name"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_games_lists_every_game_and_marks_the_reconstruction() -> None:
    answer = call("games")
    assert answer.code == 0
    for game in GAMES:
        assert game.key in answer.out
        assert game.name in answer.out
        assert game.name_pl in answer.out
        for option in game.options():
            assert option.name in answer.out
    marked = [line for line in answer.out.splitlines() if "*" in line]
    assert len(marked) == 2
    assert "Paris*" in marked[0]
    assert "reconstruction" in marked[1]


def test_games_as_json_has_the_facts_of_the_boards() -> None:
    games = {game["game"]: game for game in call("games", "--json").json()}
    assert list(games) == [game.key for game in GAMES]
    assert games["nordic_countries"]["tracks"] == 81
    assert games["nordic_countries"]["cards"] == 110
    assert games["card_game"]["places"] is None
    assert games["card_game"]["tickets"] == 46
    assert [key for key, game in games.items() if game["reconstruction"]] == ["paris"]


def test_ctrl_c_ends_cleanly_and_keeps_the_records(tmp_path: Path) -> None:
    out = tmp_path / "matches.jsonl"
    process = start("simulate", "paris", "-m", 100_000_000, "-o", out, "--workers", 1)
    deadline = time.monotonic() + 60
    while not (out.exists() and out.stat().st_size) and time.monotonic() < deadline:
        time.sleep(0.1)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Interrupted after" in err
    assert "Traceback" not in err
    assert call("replay", out, "--number", 1).code == 0


def test_a_reader_that_has_seen_enough_is_no_error(tmp_path: Path) -> None:
    out = tmp_path / "one.jsonl"
    assert call("simulate", "paris", "-m", 1, "-s", 1, "-o", out).code == 0
    shell = f"{sys.executable} -m wagonik.cli replay {out} | head -1"
    done = subprocess.run(shell, shell=True, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Paris")
    assert done.stderr == ""
