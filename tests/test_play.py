"""The first minute: the table opens before the engine is compiled, and changes over by itself."""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Final

import httpx
import pytest

from tests.server.table import PATIENCE, PLAIN, ROOT, free_port
from tools.play import Changeover

# A table that says who it is and is closed by Ctrl-C, as the real one, or when a file is there.
TABLE: Final = """
import pathlib, signal, sys, time
signal.signal(signal.SIGINT, signal.default_int_handler)
said = pathlib.Path(sys.argv[1])
def say(word):
    with said.open("a") as file:
        file.write(word + "\\n")
say(sys.argv[2] + " opens")
try:
    while not pathlib.Path(sys.argv[3]).exists():
        time.sleep(0.02)
except KeyboardInterrupt:
    pass
say(sys.argv[2] + " closes")
sys.exit(int(sys.argv[4]))
"""


def answers(address: str) -> bool:
    with contextlib.suppress(httpx.TransportError):
        return httpx.get(f"{address}/health", **PLAIN).status_code == 200
    return False


def wait_for(holds: Callable[[], bool], output: Path) -> None:
    until = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < until, output.read_text()
        time.sleep(0.05)


def table(said: Path, name: str, until: Path, code: int = 0) -> list[str]:
    return [sys.executable, "-c", TABLE, str(said), name, str(until), str(code)]


def build(code: int, wait_for: Path) -> list[str]:
    """A build that says something and is done once a table is open."""
    program = (
        "import pathlib, sys, time\n"
        f"while not pathlib.Path({str(wait_for)!r}).exists(): time.sleep(0.02)\n"
        "print('cc: out of ink')\n"
        f"sys.exit({code})"
    )
    return [sys.executable, "-c", program]


def test_the_compiled_table_follows_the_plain_one(tmp_path: Path) -> None:
    said = tmp_path / "said"
    changeover = Changeover(
        table(said, "plain", tmp_path / "never"),
        build(0, said),
        table(said, "compiled", said, 3),
        tmp_path / "log",
    )
    assert changeover.run(dict(os.environ)) == 3  # the exit code of the last one
    assert said.read_text().split("\n")[:-1] == [
        "plain opens",
        "plain closes",
        "compiled opens",
        "compiled closes",
    ]


def test_a_failed_build_leaves_the_plain_table_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said, told = tmp_path / "said", tmp_path / "told"
    monkeypatch.setattr("tools.play.say", told.write_text)
    changeover = Changeover(
        table(said, "plain", told),
        build(2, said),
        table(said, "compiled", said),
        tmp_path / "log",
    )
    assert changeover.run(dict(os.environ)) == 0
    assert said.read_text() == "plain opens\nplain closes\n"
    assert "could not be compiled; the table goes on as plain Python" in told.read_text()
    assert "  cc: out of ink" in told.read_text()


def test_a_table_that_ends_takes_the_build_with_it(tmp_path: Path) -> None:
    changeover = Changeover(
        table(tmp_path / "said", "plain", tmp_path, 2),
        build(0, tmp_path / "never"),
        table(tmp_path / "said", "compiled", tmp_path),
        tmp_path / "log",
    )
    assert changeover.run(dict(os.environ)) == 2
    assert "compiled" not in (tmp_path / "said").read_text()


def test_a_table_goes_on_over_the_changeover(tmp_path: Path) -> None:
    """With the real table: what was set up on the plain sources is there afterwards."""
    port = str(free_port())
    go = tmp_path / "go"
    serve = [sys.executable, "-m", "wagonik", "play", "--no-browser", "--port", port]
    program = (
        "import os, signal, sys\nfrom pathlib import Path\nfrom tools.play import Changeover\n"
        # Whoever started the tests may ignore it.
        "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        f"serve = {serve!r}\n"
        f"plain = {{**os.environ, 'PYTHONPATH': {str(ROOT / 'src')!r}}}\n"
        f"made = Changeover(serve, {build(0, go)!r}, serve, Path('log'))\n"
        "sys.exit(made.run(plain))"
    )
    output = tmp_path / "output"
    with output.open("wb") as told:
        process = subprocess.Popen(
            [sys.executable, "-c", program],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200"},
            stdout=told,
            stderr=subprocess.STDOUT,
        )
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for(lambda: output.read_text().count("The table is open at") == 1, output)
        wait_for(lambda: answers(address), output)
        made = httpx.post(f"{address}/api/lessons", json={"game": "paris"}, **PLAIN)
        assert made.status_code == 201, made.text
        where = f"{address}/api/tables/{made.json()['table']}"
        secret = {"Authorization": f"Bearer {made.json()['host_token']}"}
        before = httpx.get(where, headers=secret, **PLAIN).json()
        assert before["match"] is not None
        go.touch()
        wait_for(lambda: output.read_text().count("The table is open at") == 2, output)
        wait_for(lambda: answers(address), output)
        assert httpx.get(where, headers=secret, **PLAIN).json() == before
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGINT)  # it closes the table that it has opened
            process.wait(PATIENCE)
    assert "changes over; matches go on" in output.read_text()
    assert "Traceback" not in output.read_text()
