"""CONTRIBUTING's recipe for a new game, carried out to the letter on a copy of the package."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.docs.pages import ROOT, blocks

RECIPE: Final = ROOT / "CONTRIBUTING.md"
BOARD: Final = ROOT / "docs" / "board-files.md"


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the package with the game of the recipe in it."""
    root = tmp_path_factory.mktemp("recipe")
    package = root / "wagonik"
    shutil.copytree(
        ROOT / "src" / "wagonik",
        package,
        ignore=shutil.ignore_patterns("*.so", "__pycache__", "static"),
    )
    text = RECIPE.read_text(encoding="utf-8")
    made = next(block.text for block in blocks(RECIPE) if block.language == "sh")
    for command in made.splitlines():
        subprocess.run(command.replace("src/", ""), shell=True, cwd=root, check=True)
    folder = package / "games" / "little_poland"
    board = next(block.text for block in blocks(BOARD) if block.language == "toml")
    renamed = board.replace('game = "nordic_countries"', 'game = "little_poland"')
    assert renamed != board
    (folder / "board.toml").write_text(renamed, encoding="utf-8")
    files = re.findall(
        r"^`src/(wagonik/\S+)`:\n\n```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE
    )
    assert [path.rpartition("/")[2] for path, _ in files] == ["rules.py", "game.py"]
    for path, code in files:
        (root / path).write_text(code, encoding="utf-8")
    found = re.search(r"^```\n(from .*?)\n\n(    \w+\(\),)\n```", text, re.MULTILINE)
    assert found is not None
    registry = package / "games" / "__init__.py"
    lines = registry.read_text(encoding="utf-8").splitlines()
    end = lines.index(")", next(i for i, line in enumerate(lines) if line.startswith("GAMES")))
    lines.insert(end, found[2])
    last = max(i for i, line in enumerate(lines) if line.startswith("from wagonik.games"))
    lines.insert(last + 1, found[1])
    registry.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return package


def run_on(package: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run Python with the copy of the package instead of the installed one."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=package.parent,
        env={**os.environ, "PYTHONPATH": str(package.parent), "NO_COLOR": "1"},
        capture_output=True,
        text=True,
        check=False,
    )


def test_the_new_game_is_played_recorded_and_replayed(package: Path) -> None:
    script = [block.text for block in blocks(RECIPE) if block.language == "python"][-1]
    played = run_on(package, "-c", script)
    assert played.returncode == 0, played.stderr
    assert "crossroads" in played.stdout
    assert "replayed" in played.stdout


def test_its_board_is_checked_like_the_others(package: Path) -> None:
    board = package / "games" / "little_poland" / "board.toml"
    checked = run_on(package, "-m", "wagonik.cli", "check", str(board))
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_command_line_knows_it_at_once(package: Path) -> None:
    listed = run_on(package, "-m", "wagonik.cli", "games")
    assert "Little Poland" in listed.stdout, listed.stderr
    simulated = run_on(
        package, "-m", "wagonik.cli", "simulate", "little_poland", "--matches", "20", "--seed", "1"
    )
    assert simulated.returncode == 0, simulated.stdout + simulated.stderr
    assert "crossroads" in simulated.stdout


def test_bots_play_it(package: Path) -> None:
    """Random and the styles need nothing of a game's own."""
    script = (
        "import wagonik\n"
        "from wagonik.bots.registry import make_bot\n"
        "match = wagonik.Match('little_poland', players=2, seed=1)\n"
        "bots = [make_bot('random', 1), make_bot('hungry', 2)]\n"
        "for seat, bot in enumerate(bots):\n"
        "    bot.start(match.observe(seat))\n"
        "while not match.over:\n"
        "    match.play(bots[match.seat].choose(match.observe(match.seat)))\n"
        "print(match.winners)\n"
    )
    played = run_on(package, "-c", script)
    assert played.returncode == 0, played.stderr


def test_the_code_of_the_recipe_is_as_strict_as_ours(package: Path) -> None:
    """ruff and mypy --strict, as `make test` would run them on it."""
    folder = package / "games" / "little_poland"
    settings = str(ROOT / "pyproject.toml")
    ruff = run_on(package, "-m", "ruff", "check", "--config", settings, str(folder))
    assert ruff.returncode == 0, ruff.stdout
    neat = run_on(package, "-m", "ruff", "format", "--check", "--config", settings, str(folder))
    assert neat.returncode == 0, neat.stdout
