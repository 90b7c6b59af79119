"""What is written in the sources is what `help` shows, compiled or not."""

import ast
import importlib
import inspect
from pathlib import Path

import pytest

import wagonik
from tests.docs.pages import ROOT

MODULES = [
    "wagonik.match",
    "wagonik.engine.rules",
    "wagonik.engine.state",
    "wagonik.engine.boardrules",
    "wagonik.bots.base",
    "wagonik.envs.core.batch",
]


def written(source: Path) -> dict[str, str]:
    """The docstrings of a module's public classes, methods, properties and functions."""
    found: dict[str, str | None] = {}
    tree = ast.parse(source.read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            found[node.name] = ast.get_docstring(node)
        if isinstance(node, ast.ClassDef):
            for inner in node.body:
                if isinstance(inner, ast.FunctionDef):
                    found[f"{node.name}.{inner.name}"] = ast.get_docstring(inner)
    return {name: text for name, text in found.items() if text and not name.startswith("_")}


@pytest.mark.parametrize("name", MODULES)
def test_what_is_said_of_code_is_there_to_be_asked_for(name: str) -> None:
    module = importlib.import_module(name)
    source = ROOT / "src" / Path(*name.split(".")).with_suffix(".py")
    assert inspect.getdoc(module) == ast.get_docstring(ast.parse(source.read_text("utf-8")))
    texts = written(source)
    assert texts
    for path, text in texts.items():
        thing: object = module
        for part in path.split("."):
            thing = inspect.getattr_static(thing, part)
        assert inspect.cleandoc(getattr(thing, "__doc__", None) or "") == text, path


def test_help_tells_what_a_match_is() -> None:
    assert "One play of a game" in (wagonik.Match.__doc__ or "")
    assert "Whether the match has ended" in (inspect.getdoc(wagonik.Match.over) or "")


def test_every_public_class_says_what_it_is() -> None:
    """Of all layers: who reads `help`, or a message of the protocol, finds a sentence."""
    silent = [
        f"{path.relative_to(ROOT)}: {node.name}"
        for path in sorted((ROOT / "src" / "wagonik").rglob("*.py"))
        for node in ast.parse(path.read_text(encoding="utf-8")).body
        if isinstance(node, ast.ClassDef)
        and not node.name.startswith("_")
        and not ast.get_docstring(node)
    ]
    assert silent == []
