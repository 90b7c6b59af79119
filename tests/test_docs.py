"""The documentation is true: its examples run, its links lead somewhere, nothing is missing."""

import ast
import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

import wagonik
from tests.tools import cli_reference, rulings
from wagonik import GAMES

ROOT: Final = Path(__file__).parents[1]
PAGES: Final = sorted(
    [*ROOT.glob("*.md"), *(path for path in (ROOT / "docs").rglob("*.md"))],
)
RULINGS: Final = range(1, 27)


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def blocks(path: Path, language: str) -> list[str]:
    text = path.read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```", text, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_examples_give_what_they_say(
    path: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    failed, _ = doctest.testfile(str(path), module_relative=False, encoding="utf-8")
    assert failed == 0


def test_the_readme_has_examples() -> None:
    parsed = doctest.DocTestParser().get_examples((ROOT / "README.md").read_text(encoding="utf-8"))
    assert len(parsed) >= 5


@pytest.mark.parametrize("module", ["match"])
def test_docstrings_give_what_they_say(module: str) -> None:
    """From the source: a compiled module keeps its docstrings where doctest does not look."""
    file = Path(wagonik.__file__).with_name(f"{module}.py")
    parsed = ast.parse(file.read_text(encoding="utf-8"))
    found = 0
    for node in ast.walk(parsed):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.Module):
            text = ast.get_docstring(node) or ""
            test = doctest.DocTestParser().get_doctest(
                text, {"Match": wagonik.Match}, module, str(file), 0
            )
            found += len(test.examples)
            assert doctest.DocTestRunner().run(test).failed == 0
    assert found > 0


@pytest.mark.parametrize("path", PAGES, ids=name)
def test_links_lead_somewhere(path: Path) -> None:
    text = re.sub(r"```.*?```", "", path.read_text(encoding="utf-8"), flags=re.DOTALL)
    for link in re.findall(r"\]\(([^)\s]+)\)", text):
        if re.match(r"[a-z]+:", link):
            continue
        file, _, anchor = link.partition("#")
        there = (path.parent / file).resolve() if file else path
        assert there.exists(), f"{name(path)} links to {link}"
        if anchor:
            assert anchor in anchors(there), f"{name(path)} links to {link}"


def anchors(path: Path) -> set[str]:
    headings = re.findall(r"^#+ (.+)$", path.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", text.lower()).replace(" ", "-") for text in headings}


def test_every_page_can_be_reached_from_the_index() -> None:
    index = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
    for path in (ROOT / "docs").glob("*.md"):
        if path.name != "index.md":
            assert f"]({path.name})" in index, f"docs/index.md has no link to {path.name}"


def test_the_command_line_reference_is_up_to_date() -> None:
    page = cli_reference.TARGET.read_text(encoding="utf-8")
    assert cli_reference.render(page) == page, "run python -m tests.tools.cli_reference"


def test_every_game_has_its_section() -> None:
    page = (ROOT / "docs" / "games.md").read_text(encoding="utf-8")
    for game in GAMES:
        assert f"`{game.key}`" in page
        assert game.name in page
        for option in game.options():
            assert f"`{option.name}`" in page


def test_every_make_target_is_in_the_help() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z][a-z-]*):", makefile, flags=re.MULTILINE))
    explained = set(re.findall(r"^([a-z][a-z-]*):.*## ", makefile, flags=re.MULTILINE))
    assert targets == explained


# Rulings


def test_the_page_of_rulings_is_up_to_date() -> None:
    page = rulings.TARGET.read_text(encoding="utf-8")
    assert page == rulings.render(), "run python -m tests.tools.rulings"


@pytest.mark.parametrize("number", RULINGS)
def test_every_ruling_is_listed_once_with_a_test(number: int) -> None:
    found = [ruling for ruling in rulings.all_rulings() if ruling.number == number]
    assert len(found) == 1, f"R{number} is listed {len(found)} times"
    assert found[0].tests, f"R{number} names no test"


def test_every_test_that_a_ruling_names_exists() -> None:
    assert rulings.missing_tests() == []


# The recipe


def test_the_recipe_for_a_new_game_works(tmp_path: Path) -> None:
    """The code of CONTRIBUTING's recipe, put into a copy of the package, makes a game that is
    played, recorded and replayed like the others."""
    package = tmp_path / "wagonik"
    shutil.copytree(ROOT / "src" / "wagonik", package, ignore=shutil.ignore_patterns("*.so"))
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    files = re.findall(
        r"^`src/(wagonik/\S+)`:\n\n```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE
    )
    assert [path.rpartition("/")[2] for path, _ in files] == ["rules.py", "game.py"]
    folder = package / "games" / "little_poland"
    folder.mkdir()
    (folder / "__init__.py").touch()
    board = blocks(ROOT / "docs" / "board-files.md", "toml")[0]
    renamed = board.replace('game = "nordic_countries"', 'game = "little_poland"')
    (folder / "board.toml").write_text(renamed, encoding="utf-8")
    for path, code in files:
        (tmp_path / path).write_text(code, encoding="utf-8")
    found = re.search(r"^```\n(from .*?)\n\n(    \w+\(\),)\n```", text, re.MULTILINE)
    assert found is not None
    registry = package / "games" / "__init__.py"
    lines = registry.read_text(encoding="utf-8").splitlines()
    end = lines.index(")", next(i for i, line in enumerate(lines) if line.startswith("GAMES")))
    lines.insert(end, found[2])
    last = max(i for i, line in enumerate(lines) if line.startswith("from wagonik.games"))
    lines.insert(last + 1, found[1])
    registry.write_text("\n".join(lines) + "\n", encoding="utf-8")
    played = run_on(package, "-c", blocks(ROOT / "CONTRIBUTING.md", "python")[-1])
    assert played.returncode == 0, played.stderr
    assert "crossroads" in played.stdout
    assert "replayed" in played.stdout
    checked = run_on(package, "-m", "wagonik.cli", "check", str(folder / "board.toml"))
    assert checked.returncode == 0, checked.stdout + checked.stderr


def run_on(package: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python with a copy of the package instead of the installed one."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=package.parent,
        env={**os.environ, "PYTHONPATH": str(package.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
