"""Ctrl-C at any moment: it is heard once, and not lost in other people's code."""

import subprocess
import sys

WAITS = """
import signal
from wagonik.arena.interrupts import interrupts_wait

signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever started the tests may ignore it
done = []
try:
    with interrupts_wait():
        signal.raise_signal(signal.SIGINT)
        done.append("block")
    done.append("behind")
except KeyboardInterrupt:
    done.append("heard")
assert done == ["block", "heard"], done
assert signal.getsignal(signal.SIGINT) is signal.default_int_handler

signal.signal(signal.SIGINT, signal.SIG_IGN)
with interrupts_wait():
    signal.raise_signal(signal.SIGINT)
assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN
"""
WITHIN_A_TEXT = """
import typer
from wagonik.cli.common import friendly

app = typer.Typer()

@app.command()
@friendly
def run() -> None:
    exec("raise KeyboardInterrupt")

app()
"""


def run(code: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)


def test_a_ctrl_c_waits_for_the_end_of_a_block_and_is_ignored_where_it_was() -> None:
    done = run(WAITS)
    assert done.returncode == 0, done.stderr


def test_a_ctrl_c_while_a_text_is_executed_ends_like_any_other() -> None:
    done = run(WITHIN_A_TEXT)
    assert (done.returncode, done.stderr) == (130, "Interrupted.\n")
