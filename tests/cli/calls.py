"""Calling the command line from tests."""

import json
import os
import signal
import subprocess
import sys
from typing import Any

from typer.testing import CliRunner

from wagonik.cli.app import app


class Answer:
    """What a call printed, and its exit code."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    def json(self) -> Any:
        return json.loads(self.out)


def call(*arguments: object, stdin: str | None = None) -> Answer:
    """Call `wagonik` in this process; a traceback is a failure of the test."""
    runner = CliRunner()
    result = runner.invoke(app, [str(a) for a in arguments], input=stdin, env={"COLUMNS": "120"})
    if result.exception is not None and not isinstance(result.exception, SystemExit):
        raise result.exception
    return Answer(result.exit_code, result.stdout, result.stderr)


def start(*arguments: object) -> "subprocess.Popen[str]":
    """Start `wagonik` as a user does, in a process of its own."""
    return subprocess.Popen(
        [sys.executable, "-m", "wagonik.cli", *map(str, arguments)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "COLUMNS": "120"},
        # A shell's background job ignores Ctrl-C; what it starts must not inherit that.
        preexec_fn=_listen_to_ctrl_c,
    )


def _listen_to_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def mistake(answer: Answer, *words: str) -> None:
    """The call was refused in words that help, with exit code 2 and nothing on stdout."""
    assert answer.code == 2, answer.out + answer.err
    assert answer.out == ""
    for word in words:
        assert word in answer.err, answer.err
    assert "Traceback" not in answer.err
