"""CONTRIBUTING's recipes for a new game and for a new mechanic, carried out to the letter on copies
of the package."""

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


def recipe(title: str) -> str:
    """One of the recipes."""
    text = RECIPE.read_text(encoding="utf-8")
    return text[text.index(f"## {title}") :].split("\n## ", 1)[0]


def written(text: str) -> list[tuple[str, str]]:
    """The files that a recipe writes, with what is in them."""
    return re.findall(
        r"^`src/(wagonik/\S+)`:\n\n```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE
    )


def last_script(text: str) -> str:
    found: list[str] = re.findall(r"^```python\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    return found[-1]


def insert(path: Path, after: str, line: str) -> None:
    """Put a line behind the last one that begins so."""
    lines = path.read_text(encoding="utf-8").splitlines()
    last = max(i for i, each in enumerate(lines) if each.startswith(after))
    lines.insert(last + 1, line)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")


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
    text = recipe("Add a game")
    made = next(block.text for block in blocks(RECIPE) if block.language == "sh")
    for command in made.splitlines():
        subprocess.run(command.replace("src/", ""), shell=True, cwd=root, check=True)
    folder = package / "games" / "little_poland"
    board = next(block.text for block in blocks(BOARD) if block.language == "toml")
    renamed = board.replace('game = "nordic_countries"', 'game = "little_poland"')
    assert renamed != board
    (folder / "board.toml").write_text(renamed, encoding="utf-8")
    files = written(text)
    assert [path.rpartition("/")[2] for path, _ in files] == ["rules.py", "game.py"]
    for path, code in files:
        (root / path).write_text(code, encoding="utf-8")
    found = re.search(r"^```\n(from .*?)\n\n(    \w+\(\),)\n```", text, re.MULTILINE)
    assert found is not None
    registry = package / "games" / "__init__.py"
    lines = registry.read_text(encoding="utf-8").splitlines()
    end = lines.index(")", next(i for i, line in enumerate(lines) if line.startswith("GAMES")))
    lines.insert(end, found[2])
    registry.write_text("\n".join(lines) + "\n", encoding="utf-8")
    insert(registry, "from wagonik.games", found[1])
    return package


@pytest.fixture(scope="module")
def lit(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of that with the mechanic of the second recipe in it."""
    copy = tmp_path_factory.mktemp("mechanic") / "wagonik"
    shutil.copytree(package, copy, ignore=shutil.ignore_patterns("__pycache__"))
    text = recipe("Add a mechanic")
    files = written(text)
    assert [path for path, _ in files] == [
        "wagonik/games/little_poland/lantern.py",
        "wagonik/bots/games/little_poland.py",
        "wagonik/envs/core/games/little_poland.py",
    ]
    for path, code in files:
        (copy.parent / path).write_text(code, encoding="utf-8")
    game = copy / "games" / "little_poland" / "game.py"
    code = game.read_text(encoding="utf-8")
    game.write_text(
        code.replace("little_poland.rules import", "little_poland.lantern import").replace(
            "LittlePolandRules", "LanternRules"
        ),
        encoding="utf-8",
    )
    bots = copy / "bots" / "games" / "__init__.py"
    insert(bots, "    paris,", "    little_poland,")
    insert(bots, '    "paris":', '    "little_poland": little_poland.KNOWLEDGE,')
    envs = copy / "envs" / "core" / "games" / "__init__.py"
    insert(envs, "from wagonik.envs.core.games.paris", ENCODER)
    insert(envs, '    "paris":', '    "little_poland": LanternEncoder,')
    line = re.search(r"^    lanterns: .*$", text, re.MULTILINE)
    assert line is not None
    insert(copy / "server" / "protocol" / "views.py", "    decks_left:", line[0])
    return copy


ENCODER: Final = "from wagonik.envs.core.games.little_poland import LanternEncoder"


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
    played = run_on(package, "-c", last_script(recipe("Add a game")))
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
    """ruff, as `make test` would run it on it."""
    folder = package / "games" / "little_poland"
    settings = str(ROOT / "pyproject.toml")
    ruff = run_on(package, "-m", "ruff", "check", "--config", settings, str(folder))
    assert ruff.returncode == 0, ruff.stdout
    neat = run_on(package, "-m", "ruff", "format", "--check", "--config", settings, str(folder))
    assert neat.returncode == 0, neat.stdout


# The mechanic


def test_the_mechanic_is_played_by_bots_and_told(lit: Path) -> None:
    played = run_on(lit, "-c", last_script(recipe("Add a mechanic")))
    assert played.returncode == 0, played.stderr
    assert "lanterns: [True, True] [" in played.stdout
    told = run_on(
        lit,
        "-c",
        "import wagonik\n"
        "from wagonik.cli.words import Words\n"
        "match = wagonik.Match('little_poland', players=2, seed=1)\n"
        "print(Words(match).kinds['lantern'].before)\n",
    )
    assert "lights a lantern" in told.stdout, told.stderr


def test_its_points_are_a_statistic_by_themselves(lit: Path) -> None:
    simulated = run_on(
        lit, "-m", "wagonik.cli", "simulate", "little_poland", "--matches", "20", "--seed", "1"
    )
    assert simulated.returncode == 0, simulated.stdout + simulated.stderr
    assert "lantern" in simulated.stdout


def test_it_is_observed(lit: Path) -> None:
    script = (
        "from wagonik.envs.core.games import make_encoder\n"
        "from wagonik.games import make_rules\n"
        "print([block.name for block in make_encoder(make_rules('little_poland', 2)).blocks])\n"
    )
    observed = run_on(lit, "-c", script)
    assert "'lanterns'" in observed.stdout, observed.stderr


def test_it_reaches_the_client_with_its_type_and_its_reasons(lit: Path) -> None:
    script = (
        "import msgspec, wagonik\n"
        "from wagonik.engine.actions import ActionBuffer\n"
        "from wagonik.server import typescript\n"
        "from wagonik.server.protocol.views import ViewData\n"
        "match = wagonik.Match('little_poland', players=2, seed=1)\n"
        "msgspec.convert(match.view(0), ViewData)\n"
        "assert 'lanterns?: boolean[];' in typescript.generate()\n"
        "while match.rules.step_names[match.state.step] != 'turn':\n"
        "    match.play(match.legal_actions()[0])\n"
        "match.state.hand[match.seat * 10 + 8] = 0\n"
        "action = int(match.rules.lantern_action)\n"
        "try:\n"
        "    match.rules.check(match.state, action, ActionBuffer())\n"
        "except wagonik.IllegalAction as error:\n"
        "    print(error.code, error.values, error)\n"
    )
    told = run_on(lit, "-c", script)
    assert told.returncode == 0, told.stderr
    assert told.stdout.startswith("unlit {'need': 1} 'lantern' is not possible now: a lantern")


def test_its_code_is_as_strict_as_ours(lit: Path) -> None:
    settings = str(ROOT / "pyproject.toml")
    files = [str(lit.parent / path) for path, _ in written(recipe("Add a mechanic"))]
    for command in (["check"], ["format", "--check"]):
        ruff = run_on(lit, "-m", "ruff", *command, "--config", settings, *files)
        assert ruff.returncode == 0, ruff.stdout


def test_every_place_that_the_recipe_names_is_there() -> None:
    """Each file of its table, and each name that is to be found in the file named before it."""
    rows = re.findall(r"^\| ([^|]+) \| ([^|]+) \| (.+) \|$", recipe("Add a mechanic"), re.MULTILINE)
    layers = [layer for layer, _, _ in rows[1:]]
    assert len(layers) == len(set(layers)) == 16
    for _, files, what in rows[1:]:
        path = ROOT
        for name in re.findall(r"`([^`]+)`", f"{files} {what}"):
            if "/" in name and " " not in name:
                path = ROOT / name.replace("GAME", "paris")
                assert path.exists(), name
            elif re.fullmatch(r"[A-Z_]+|[a-z]+[A-Z]\w+", name) and path.is_file():
                assert name in path.read_text(encoding="utf-8"), f"{path} has no {name}"
