"""Every example of the documentation is carried out, and does what the page says."""

import ast
import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

import pytest
import typer.main

import wagonik
from tests.docs.pages import PAGES, ROOT, Command, blocks, commands, has_examples, name
from tests.docs.test_second_ways import has_numbers
from wagonik.cli.app import app

# The recipe for a new game is carried out by tests/docs/test_recipe.py, and pages whose examples
# print numbers by tests/docs/test_second_ways.py.
RECIPE: Final = ROOT / "CONTRIBUTING.md"
EXAMPLES: Final = [page for page in PAGES if has_examples(page) and page != RECIPE]
GROUP: Final[Any] = typer.main.get_command(app)


@pytest.mark.parametrize("page", [page for page in EXAMPLES if not has_numbers(page)], ids=name)
def test_the_examples_of_a_page(page: Path, tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.docs.runner", str(page)],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": path_with(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr


def path_with(folder: Path) -> str:
    """The same wagonik as here, from any folder, and the tests beside it."""
    parts = [part for part in os.environ.get("PYTHONPATH", "").split(os.pathsep) if part]
    return os.pathsep.join([*(str(Path(part).resolve()) for part in parts), str(folder)])


def test_pages_that_must_have_examples_have_some() -> None:
    found = {name(page) for page in EXAMPLES}
    assert {"README.md", "docs/program/start.md", "docs/board-files.md"} <= found
    assert len(found) >= 8


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_an_example_that_is_not_run_says_why(page: Path) -> None:
    for block in blocks(page):
        if block.mark == "run by":
            assert (ROOT / block.reason).is_file(), f"{name(page)}:{block.line}: {block.reason}"
        elif block.mark == "not run:":
            assert len(block.reason) > 10, f"{name(page)}:{block.line} does not say why"


@pytest.mark.parametrize("module", ["match", "records", "bots/base"])
def test_docstrings_give_what_they_say(module: str) -> None:
    """From the source: a compiled module keeps its docstrings where doctest does not look."""
    file = Path(wagonik.__file__).parent / f"{module}.py"
    found = 0
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.Module):
            text = ast.get_docstring(node) or ""
            test = doctest.DocTestParser().get_doctest(
                text, {"Match": wagonik.Match}, module, str(file), 0
            )
            found += len(test.examples)
            assert doctest.DocTestRunner().run(test).failed == 0
    assert found > 0 or module != "match"


# Commands


def calls() -> list[tuple[str, Command]]:
    return [
        (name(page), command)
        for page in PAGES
        for block in blocks(page)
        if block.language == "console"
        for command in commands(block)
    ]


def test_every_command_that_is_shown_exists_with_its_options() -> None:
    wrong: list[str] = []
    checked = 0
    for page, command in calls():
        for part in re.split(r"\|\||&&|[|;]", command.text):
            words = shlex.split(part, comments=True)
            if words and words[0] == "wagonik":
                checked += 1
                wrong += [f"{page}:{command.line}: {fault}" for fault in faults(words[1:])]
    assert wrong == []
    assert checked > 20


def faults(words: list[str]) -> list[str]:
    """What is wrong with the words after `wagonik`."""
    node = GROUP
    while words and words[0] in getattr(node, "commands", {}):
        node = node.commands[words[0]]
        words = words[1:]
    if node is GROUP and words and not words[0].startswith("-"):
        return [f"there is no command {words[0]}"]
    known = {option for each in node.params for option in [*each.opts, *each.secondary_opts]}
    known.add("--help")
    flags = [word.partition("=")[0] for word in words if re.match(r"--?[a-zA-Z]", word)]
    return [f"{flag} is no option of {node.name}" for flag in flags if flag not in known]


def leaves(node: Any, path: str) -> list[tuple[str, Any]]:
    found = getattr(node, "commands", None)
    if not found:
        return [(path, node)]
    return [leaf for key, each in found.items() for leaf in leaves(each, f"{path} {key}")]


@pytest.mark.parametrize(
    ("path", "command"), leaves(GROUP, "wagonik"), ids=lambda value: str(value)
)
def test_every_command_is_documented(path: str, command: Any) -> None:
    page = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
    section = re.search(rf"^#+ {re.escape(path)}\n(.*?)(?=^#+ wagonik|\Z)", page, re.S | re.M)
    assert section is not None, f"docs/cli.md says nothing about {path}"
    assert (command.help or "").strip(), f"{path} has no help"
    assert path in (command.epilog or ""), f"the help of {path} has no example"
    for parameter in command.params:
        assert parameter.help, f"{path}: {parameter.name} has no help"
        for option in [*parameter.opts, *parameter.secondary_opts]:
            if option.startswith("-"):
                assert f"`{option}`" in section[1], f"docs/cli.md: {path} has {option}, too"


def test_every_command_is_used_in_a_guide() -> None:
    """The reference alone teaches nobody."""
    guides = "".join(
        page.read_text(encoding="utf-8") for page in PAGES if name(page) != "docs/cli.md"
    )
    for path, _ in leaves(GROUP, "wagonik"):
        assert path in guides, f"no page but the reference mentions {path}"
