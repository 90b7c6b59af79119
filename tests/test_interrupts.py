"""Ctrl-C at any moment is a KeyboardInterrupt: it never ends the process or breaks a file.

`WAGONIK_INTERRUPTS=200 pytest tests/test_interrupts.py` tries more moments.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Final

import pytest

TRIES: Final = int(os.environ.get("WAGONIK_INTERRUPTS", "12"))
LONGEST: Final = 0.2  # seconds until an interrupt, at the most
PATIENCE: Final = 120.0

# Works until it is interrupted, says so, and begins again; large seeds are multiplied as they are.
LOOP: Final = """
import signal

signal.signal(signal.SIGINT, signal.default_int_handler)
{begin}

while True:
    try:
        print("ready", flush=True)
        while True:
            {work}
    except KeyboardInterrupt:
        pass
"""
# Whoever is started in the background of a shell ignores interrupts, and so would what it starts.
CLI: Final = """
import signal

from wagonik.cli.app import main

signal.signal(signal.SIGINT, signal.default_int_handler)
main()
"""
BUSY: Final = {
    "make_vec": (
        "import gymnasium, wagonik.envs\n"
        "make = lambda: gymnasium.make_vec(\n"
        "    'wagonik/Paris-v0', 16, vectorization_mode='vector_entry_point')",
        "vec = make(); vec.reset(seed=7); [vec.step(vec.sample()) for _ in range(50)]",
    ),
    "Matches": (
        "from wagonik.envs import Matches",
        "many = Matches('paris', 2, 16, 2**61); [many.step(many.sample()) for _ in range(50)]",
    ),
    "random play": (
        "from wagonik.engine.playout import random_matches\n"
        "from wagonik.games import make_rules\n"
        "rules = make_rules('paris', 2)",
        "random_matches(rules, 1, 2**61)",
    ),
    "Master": (
        "import wagonik\n"
        "from wagonik.bots.master.bot import Master\n"
        "match = wagonik.Match('paris', 2, 1)",
        "Master(2**61, iterations=20).choose(match.observe(0))",
    ),
}


def wait_for(process: subprocess.Popen[str], line: str) -> None:
    assert process.stdout is not None
    said = process.stdout.readline()
    assert said == f"{line}\n", f"said {said!r}, ended with {process.poll()}"


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send to another process")
@pytest.mark.parametrize("name", BUSY)
def test_an_interrupt_is_an_exception(name: str) -> None:
    begin, work = BUSY[name]
    chance = random.Random(1)
    program = LOOP.format(begin=begin, work=work)
    with subprocess.Popen(
        [sys.executable, "-c", program], stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            for _ in range(TRIES):
                wait_for(process, "ready")
                time.sleep(chance.random() * LONGEST)
                process.send_signal(signal.SIGINT)
            wait_for(process, "ready")
        finally:
            process.kill()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no SIGINT to send to another process")
def test_an_interrupted_simulation_keeps_its_file(tmp_path: Path) -> None:
    chance = random.Random(2)
    for number in range(TRIES):
        file = tmp_path / f"{number}.jsonl"
        command = ["simulate", "paris", "--workers", "1", "--matches", "100000", "--out", str(file)]
        with subprocess.Popen(
            [sys.executable, "-c", CLI, *command],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        ) as process:
            while process.poll() is None and not (file.exists() and file.stat().st_size):
                time.sleep(0.05)
            time.sleep(chance.random() * LONGEST)
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=PATIENCE)
            assert process.returncode > 0, errors  # no signal ended it
        lines = file.read_text(encoding="utf-8").splitlines()
        assert lines
        for line in lines:
            json.loads(line)
