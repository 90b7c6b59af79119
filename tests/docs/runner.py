"""Carry out the examples of a page, in an empty folder: `python -m tests.docs.runner PAGE`.

A process of its own for each page: examples may start processes, and share nothing with the
others. See tests/docs/pages.py for how a block says what is to be done with it.
"""

import contextlib
import doctest
import io
import os
import re
import subprocess
import sys
from doctest import Example
from pathlib import Path
from typing import Any, Final

from tests.docs.pages import Block, blocks, commands, name

FLAGS: Final = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
SHIM: Final = '#!/bin/sh\nexec "{python}" -m wagonik.cli "$@"\n'
PYTHON: Final = '#!/bin/sh\nexec "{python}" "$@"\n'


class Failed(Exception):
    """An example does not do what the page says."""


def agree(shown: str, given: str) -> bool:
    """Whether an output is what is shown; `…` stands for anything, and tables may be as wide as
    they like."""
    wanted, got = (re.sub("[─═]+", "─", text).strip() + "\n" for text in (shown, given))
    return doctest.OutputChecker().check_output(wanted.replace("…", "..."), got, FLAGS)


class Runner:
    def __init__(self, page: Path, folder: Path) -> None:
        self.page = page
        self.folder = folder
        self.names: dict[str, Any] = {"__name__": "example"}
        self.printed: str | None = None
        self.tools = folder / ".tools"
        self.tools.mkdir()
        for tool, text in (("wagonik", SHIM), ("python", PYTHON)):
            path = self.tools / tool
            path.write_text(text.format(python=sys.executable), encoding="utf-8")
            path.chmod(0o755)

    def run(self) -> None:
        for block in blocks(self.page):
            try:
                self.block(block)
            except Failed as failed:
                raise SystemExit(f"{name(self.page)}:{block.line}: {failed}") from None

    def block(self, block: Block) -> None:
        if block.mark in ("run by", "not run:"):
            return
        if block.title == "output":
            if self.printed is None or not agree(block.text, self.printed):
                raise Failed(f"the page says\n{block.text}\nand the program\n{self.printed}")
        elif block.title:
            path = self.folder / block.title
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.text, encoding="utf-8")
        elif block.language == "python" and ">>> " in block.text:
            self.doctest(block)
        elif block.language == "python":
            self.python(block)
        elif block.language == "console":
            self.console(block)

    def doctest(self, block: Block) -> None:
        self.examples(doctest.DocTestParser().get_examples(block.text), block.line)

    def examples(self, found: list[Example], line: int) -> None:
        page = name(self.page)
        test = doctest.DocTest(found, self.names, page, page, line, None)
        said = io.StringIO()
        runner = doctest.DocTestRunner(optionflags=FLAGS)
        runner.run(test, out=said.write, clear_globs=False)
        self.names = test.globs
        if runner.failures:
            raise Failed(said.getvalue())

    def python(self, block: Block) -> None:
        code = compile("\n" * (block.line - 1) + block.text, str(self.page), "exec")
        said = io.StringIO()
        with contextlib.redirect_stdout(said):
            exec(code, self.names)
        self.printed = said.getvalue()

    def console(self, block: Block) -> None:
        found = commands(block)
        if block.mark != "run" and not any(command.output for command in found):
            return
        for command in found:
            given = self.shell(command.text)
            if command.output and not agree(command.output, given.stdout):
                raise Failed(f"$ {command.text}\nsays\n{given.stdout}")
            if not command.output and given.returncode:
                raise Failed(f"$ {command.text}\nfails:\n{given.stdout}")

    def shell(self, command: str) -> subprocess.CompletedProcess[str]:
        path = f"{self.tools}{os.pathsep}{os.environ.get('PATH', '')}"
        return subprocess.run(
            command,
            shell=True,
            cwd=self.folder,
            env={**os.environ, "PATH": path, "COLUMNS": "100", "NO_COLOR": "1", "TERM": "dumb"},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            stdin=subprocess.DEVNULL,
            text=True,
            check=False,
        )


if __name__ == "__main__":
    sys.path.insert(0, "")  # files of the page can be imported
    Runner(Path(sys.argv[1]), Path.cwd()).run()
