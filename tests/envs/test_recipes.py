"""The recipe whose package every run has; `make recipes` tries the others."""

import importlib.util
import re
from pathlib import Path
from typing import Any

import pytest

from tests.docs.pages import ROOT

RECIPES = ROOT / "examples" / "recipes"


def recipe(name: str) -> Any:
    spec = importlib.util.spec_from_file_location(name, RECIPES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("search", ["ismcts", "mcts"])
@pytest.mark.filterwarnings("default")  # OpenSpiel's own
def test_searches_of_openspiel(search: str) -> None:
    rate = recipe("openspiel_search").main(f"--search {search} --matches 1 --simulations 3".split())
    assert rate in (-1.0, 0.0, 1.0)


def test_every_recipe_is_told_and_tried() -> None:
    page = (ROOT / "docs" / "recipes.md").read_text("utf-8")
    tried = (RECIPES / "test_recipes.py").read_text("utf-8") + Path(__file__).read_text("utf-8")
    for path in RECIPES.glob("*.py"):
        if path.stem != "test_recipes":
            assert f"examples/recipes/{path.name}" in page, f"docs/recipes.md lacks {path.name}"
            assert re.search(rf'"{path.stem}"', tried), f"nobody tries {path.name}"
