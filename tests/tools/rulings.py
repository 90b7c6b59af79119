"""Put docs/rulings.md together from the pages in docs/rulings: `python -m tests.tools.rulings`.

A page holds rulings as `### R3 · Title`, a text, and a list of the tests that hold it.
"""

import ast
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from wagonik import GAMES

ROOT: Final = Path(__file__).parents[2]
PAGES: Final = ROOT / "docs" / "rulings"
TARGET: Final = ROOT / "docs" / "rulings.md"

INTRODUCTION: Final = """# Rulings

Where the rules leave something open, we had to decide. Each ruling has a number that comments,
messages and tests cite, and tests that fail if it is broken.

*This page is put together by `python -m tests.tools.rulings`; edit the pages in
[rulings](rulings).*
"""


@dataclass
class Ruling:
    number: int
    title: str
    page: str
    tests: list[str] = field(default_factory=list)


def pages() -> list[Path]:
    """The pages: first what the games share, then the games in their order."""
    order = ["common", *(game.key for game in GAMES)]
    found = {path.stem: path for path in PAGES.glob("*.md")}
    known = [found.pop(name) for name in order if name in found]
    return known + [found[name] for name in sorted(found)]


def read(path: Path) -> list[Ruling]:
    rulings: list[Ruling] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        heading = re.fullmatch(r"### R(\d+) · (.+)", line)
        if heading:
            rulings.append(Ruling(int(heading[1]), heading[2], path.stem))
        elif line.startswith("#"):
            if line.startswith("### "):
                raise ValueError(f"{path.name}: a ruling's heading looks like ### R3 · Title")
        elif rulings:
            rulings[-1].tests += re.findall(r"`(tests/\S+?::\S+?)`", line)
    return rulings


def all_rulings() -> list[Ruling]:
    found = [ruling for path in pages() for ruling in read(path)]
    return sorted(found, key=lambda ruling: ruling.number)


def _anchor(ruling: Ruling) -> str:
    heading = f"r{ruling.number} · {ruling.title}".lower()
    return re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")


def render() -> str:
    lines = [INTRODUCTION, "| ruling | about | tests |", "|---|---|---|"]
    for ruling in all_rulings():
        link = f"[R{ruling.number}](#{_anchor(ruling)})"
        lines.append(f"| {link} | {ruling.title} | {len(ruling.tests)} |")
    body = [path.read_text(encoding="utf-8").strip() for path in pages()]
    return "\n".join(lines) + "\n\n" + "\n\n".join(body) + "\n"


def test_names(path: Path) -> set[str]:
    """The tests of a file as pytest names them, without parameters."""
    names: set[str] = set()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            names.add(node.name)
        elif isinstance(node, ast.ClassDef):
            names |= {f"{node.name}::{f.name}" for f in node.body if isinstance(f, ast.FunctionDef)}
        elif isinstance(node, ast.Assign):  # TestX = Machine.TestCase
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return names


def missing_tests() -> list[str]:
    """Tests that a ruling names and that do not exist."""
    found: list[str] = []
    for ruling in all_rulings():
        for name in ruling.tests:
            path, _, test = name.partition("::")
            file = ROOT / path
            if not file.is_file() or test.partition("[")[0] not in test_names(file):
                found.append(f"R{ruling.number}: {name}")
    return found


if __name__ == "__main__":
    TARGET.write_text(render(), encoding="utf-8")
    for missing in missing_tests():
        print(f"no such test: {missing}")
