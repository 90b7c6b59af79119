"""The direction of the imports, and no game named where all games are served."""

import ast
import re
import sys
from functools import cache
from pathlib import Path
from typing import Final

import pytest

from wagonik import GAMES

SOURCE: Final = Path(__file__).parents[1] / "src" / "wagonik"
KEYS: Final = {game.key for game in GAMES}

FACE: Final = {
    "engine",
    "games",
    "bots",
    "match.py",
    "records.py",
    "processes.py",
    "code.py",
    "__init__.py",
}
# What each layer may import besides itself. The files beside the folders (match, records) are
# the public face: they stand on the games, and everything above may use them.
BELOW: Final[dict[str, set[str]]] = {
    "engine": set(),
    "games": {"engine"},
    "match.py": {"engine", "games", "records.py"},
    "records.py": {"engine", "games", "match.py"},
    "__init__.py": {"engine", "games", "match.py", "records.py"},
    "processes.py": {"engine"},
    "drawing": {"engine"},
    "bots": {"engine", "games", "match.py", "records.py", "processes.py", "__init__.py"},
    "code.py": {"games", "__init__.py"},
    "analysis": FACE,
    "arena": FACE | {"drawing", "analysis"},
    "envs": FACE | {"drawing"},
    "server": FACE | {"drawing", "analysis"},
    "cli": FACE | {"drawing", "analysis", "arena", "envs", "server"},
    "__main__.py": {"cli"},
}

# mypyc's run-time halves are all that the engine has besides the standard library.
RUNTIME: Final = {"librt", "mypy_extensions"}
SHARED: Final = (
    "engine",
    "match.py",
    "records.py",
    "drawing",
    "bots",
    "analysis",
    "arena",
    "envs",
    "server",
    "cli",
)
# Where games are told apart: one file or folder a game, and one table that lists them.
ROOMS: Final = ("games", "bots/games", "envs/core/games")


def files(*layers: str) -> list[Path]:
    found: list[Path] = []
    for layer in layers:
        path = SOURCE / layer
        found += sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return found


def room_of(path: Path) -> str:
    """The room for games that a file stands in, or ""."""
    name = path.relative_to(SOURCE).as_posix()
    return next((room for room in ROOMS if name.startswith(f"{room}/")), "")


def layer_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0]


@cache
def tree_of(path: Path) -> ast.Module:
    """A file as it is parsed, which several tests look at."""
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def imports(path: Path) -> set[str]:
    """The full names of all modules that a file imports, wherever in it."""
    found: set[str] = set()
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            module = node.module or ""
            found |= {f"{module}.{alias.name}" for alias in node.names}
    return found


def target(name: str) -> str:
    """The layer that an imported name of ours belongs to."""
    parts = name.split(".")
    if len(parts) == 1 or not (SOURCE / parts[1]).is_dir():
        file = f"{parts[1]}.py" if len(parts) > 1 else "__init__.py"
        return file if (SOURCE / file).is_file() else "__init__.py"
    return parts[1]


def everything() -> list[Path]:
    return sorted(SOURCE.rglob("*.py"))


@pytest.mark.parametrize("path", everything(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_imports_point_downwards(path: Path) -> None:
    layer = layer_of(path)
    assert layer in BELOW, f"{layer} is a new layer: say in BELOW what it may import"
    for name in imports(path):
        if name.split(".")[0] == "wagonik":
            assert target(name) in BELOW[layer] | {layer}, f"{layer} must not import {name}"


@pytest.mark.parametrize("path", files("engine", "games"), ids=lambda path: path.stem)
def test_engine_and_games_need_only_the_standard_library(path: Path) -> None:
    allowed = set(sys.stdlib_module_names) | RUNTIME | {"wagonik"}
    for name in imports(path):
        assert name.split(".")[0] in allowed, f"{path.name} imports {name}"


def game_of(name: str) -> str:
    """The game that an imported name of ours belongs to, or ""."""
    for room in ROOMS:
        prefix = f"wagonik.{room.replace('/', '.')}."
        if name.startswith(prefix):
            first = name.removeprefix(prefix).split(".")[0]
            return first if first in KEYS else ""
    return ""


def test_which_game_an_import_belongs_to() -> None:
    assert game_of("wagonik.games.paris.rules.ParisRules") == "paris"
    assert game_of("wagonik.bots.games.card_game.planner.CardPlanner") == "card_game"
    assert game_of("wagonik.envs.core.games.united_kingdom") == "united_kingdom"
    assert game_of("wagonik.bots.games.make_planner") == ""
    assert game_of("wagonik.games.find_game") == ""


@pytest.mark.parametrize("room", ROOMS)
@pytest.mark.parametrize("game", sorted(KEYS))
def test_a_game_has_its_file_in_every_room_and_imports_no_other(room: str, game: str) -> None:
    """Whoever changes one game reads one file or folder a layer."""
    own = files(f"{room}/{game}") if (SOURCE / room / game).is_dir() else files(f"{room}/{game}.py")
    assert own
    for path in own:
        for name in imports(path):
            assert game_of(name) in ("", game), f"{path.relative_to(SOURCE)} imports {name}"


@pytest.mark.parametrize("path", everything(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_only_rooms_for_games_import_games(path: Path) -> None:
    if room_of(path):
        return
    for name in imports(path):
        assert not game_of(name), f"{path.relative_to(SOURCE)} imports {name}"


# Inside the bots: what thinks about any game stands below what is known of one.
INSIDE_BOTS: Final[dict[str, set[str]]] = {
    "bots/planner": {"bots/games", "bots/master", "bots/knowledge", "bots/roster", "bots/registry"},
    "bots/styles.py": {"bots/games", "bots/master", "bots/knowledge", "bots/roster"},
    "bots/games": {"bots/roster", "bots/registry", "bots/guard"},
}


@pytest.mark.parametrize("part", sorted(INSIDE_BOTS))
def test_planning_knows_no_game(part: str) -> None:
    for path in files(part):
        for name in imports(path):
            inner = "/".join(name.split(".")[1:3])
            assert inner not in INSIDE_BOTS[part], f"{path.relative_to(SOURCE)} imports {name}"


def test_envs_core_stands_on_the_engine_alone() -> None:
    """What is compiled needs none of the packages that environments are made with."""
    allowed = set(sys.stdlib_module_names) | RUNTIME | {"wagonik"}
    for path in files("envs/core", "bots"):
        for name in imports(path):
            assert name.split(".")[0] in allowed, f"{path.relative_to(SOURCE)} imports {name}"


def strings(path: Path) -> list[tuple[int, str]]:
    """The strings of a file's code, without its docstrings and examples for people."""
    tree = tree_of(path)
    prose: set[int] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            if node.body and isinstance(node.body[0], ast.Expr):
                prose |= {id(inner) for inner in ast.walk(node.body[0])}
        if isinstance(node, ast.Assign | ast.AnnAssign):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            if any(isinstance(name, ast.Name) and name.id == "EXAMPLES" for name in targets):
                prose |= {id(inner) for inner in ast.walk(node)}
    return [
        (node.lineno, node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in prose
    ]


# A file format shows what a value looks like; that is the one place for an example by name.
SHOWN_AS_EXAMPLE: Final = {"boardformat.py"}


@pytest.mark.parametrize("path", files(*SHARED), ids=lambda path: str(path.relative_to(SOURCE)))
def test_shared_code_names_no_game(path: Path) -> None:
    if path.name in SHOWN_AS_EXAMPLE or room_of(path):
        return
    for line, text in strings(path):
        words = set(re.findall(r"[a-z_]+", text))
        assert not words & KEYS, f"{path.name}:{line} names a game: {text!r}"


@pytest.mark.parametrize("path", everything(), ids=lambda path: str(path.relative_to(SOURCE)))
def test_no_branch_asks_which_game_it_is(path: Path) -> None:
    if layer_of(path) == "games":
        return
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Compare | ast.MatchValue):
            for inner in ast.walk(node):
                if isinstance(inner, ast.Constant):
                    assert inner.value not in KEYS, f"{path.name}:{node.lineno} asks for a game"


def test_a_class_has_a_name_of_its_own() -> None:
    """One vocabulary: no two public classes of the package are called the same."""
    seen: dict[str, Path] = {}
    for path in sorted(SOURCE.rglob("*.py")):
        for node in tree_of(path).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                first = seen.setdefault(node.name, path)
                assert first == path, f"{node.name} is a class of {first} and of {path}"
    assert len(seen) > 300
