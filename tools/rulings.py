"""Put the pages of rulings together: `python -m tools.rulings`.

docs/rulings/*.md hold rulings as `### R3 · Title`, a text, and a list of the tests that hold it;
docs/rulings/pl/rulings.md holds the same rulings in Polish. docs/rulings.md and
docs/rules/pl/rulings.md are made of them.
"""

import ast
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from wagonik import GAMES

ROOT: Final = Path(__file__).parents[1]
PAGES: Final = ROOT / "docs" / "rulings"
POLISH: Final = PAGES / "pl" / "rulings.md"
TARGET: Final = ROOT / "docs" / "rulings.md"
TARGET_POLISH: Final = ROOT / "docs" / "rules" / "pl" / "rulings.md"

MADE: Final = "<!-- put together from docs/rulings by python -m tools.rulings -->\n\n"

INTRODUCTION: Final = """# Rulings

Where the rules leave something open, we had to decide. Each ruling has a number that comments,
messages and tests cite, and tests that fail if it is broken.

[Po polsku](rules/pl/rulings.md)
"""

INTRODUCTION_POLISH: Final = """# Rozstrzygnięcia

Gdzie zasady zostawiają coś otwartym, trzeba było zdecydować. Każde rozstrzygnięcie ma numer, na
który powołują się komunikaty i testy, oraz testy, które wykryją jego naruszenie.

[In English](../../rulings.md)
"""


@dataclass
class Ruling:
    number: int
    title: str
    page: str
    text: str = ""
    tests: list[str] = field(default_factory=list)

    @property
    def anchor(self) -> str:
        """As GitHub and the site make it of the heading."""
        heading = f"r{self.number} · {self.title}".lower()
        return re.sub(r"[^\w\- ]", "", heading).replace(" ", "-")


def pages() -> list[Path]:
    """The pages: first what the games share, then the games in their order."""
    order = ["common", *(game.key for game in GAMES)]
    found = {path.stem: path for path in PAGES.glob("*.md")}
    known = [found.pop(name) for name in order if name in found]
    return known + [found[name] for name in sorted(found)]


def read(path: Path) -> tuple[list[str], list[Ruling]]:
    """The headings of a page and its rulings; a ruling's page is the number of its heading."""
    headings: list[str] = []
    rulings: list[Ruling] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        heading = re.fullmatch(r"### R(\d+) · (.+)", line)
        if heading:
            rulings.append(Ruling(int(heading[1]), heading[2], headings[-1]))
        elif line.startswith("## "):
            headings.append(line.removeprefix("## "))
        elif line.startswith("#"):
            raise ValueError(f"{path.name}: a ruling's heading looks like ### R3 · Title")
        elif rulings:
            found = re.findall(r"`(tests/\S+?::\S+?)`", line)
            rulings[-1].tests += found
            if not found:
                rulings[-1].text += line + "\n"
        elif line.strip():
            raise ValueError(f"{path.name}: a text that belongs to no ruling: {line}")
    for ruling in rulings:
        ruling.text = ruling.text.strip()
    return headings, rulings


def all_rulings() -> list[Ruling]:
    found = [ruling for path in pages() for ruling in read(path)[1]]
    return sorted(found, key=lambda ruling: ruling.number)


def polish_rulings() -> list[Ruling]:
    return sorted(read(POLISH)[1], key=lambda ruling: ruling.number)


def of_page(path: Path) -> list[Ruling]:
    return read(path)[1]


def render() -> str:
    found = [read(path) for path in pages()]
    headings = [heading for some, _ in found for heading in some]
    rulings = [ruling for _, some in found for ruling in some]
    tests = {ruling.number: ruling.tests for ruling in rulings}
    head = ["| ruling | about | tests |", "|---|---|---|"]
    return MADE + INTRODUCTION + _body(head, headings, rulings, tests, "tests that hold R{}: {}")


def render_polish() -> str:
    headings, rulings = read(POLISH)
    tests = {ruling.number: ruling.tests for ruling in all_rulings()}
    head = ["| nr | o czym | testy |", "|---|---|---|"]
    return MADE + INTRODUCTION_POLISH + _body(head, headings, rulings, tests, "testy do R{}: {}")


def _body(
    head: list[str],
    headings: list[str],
    rulings: list[Ruling],
    tests: dict[int, list[str]],
    summary: str,
) -> str:
    lines = ["", *head]
    for ruling in sorted(rulings, key=lambda each: each.number):
        link = f"[R{ruling.number}](#{ruling.anchor})"
        lines.append(f"| {link} | {ruling.title} | {len(tests[ruling.number])} |")
    for heading in headings:
        lines += ["", f"## {heading}"]
        for ruling in rulings:
            if ruling.page == heading:
                held = tests[ruling.number]
                lines += ["", f"### R{ruling.number} · {ruling.title}", "", ruling.text, ""]
                lines += ['<details markdown="1">']
                lines += [f"<summary>{summary.format(ruling.number, len(held))}</summary>", ""]
                lines += [*(f"- `{name}`" for name in held), "", "</details>"]
    return "\n".join(lines) + "\n"


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


def unlisted_tests() -> list[str]:
    """Tests that are named after a ruling, like test_r3_…, and that it does not list."""
    listed = {(ruling.number, name) for ruling in all_rulings() for name in ruling.tests}
    found: list[str] = []
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        for name in test_names(path):
            number = re.match(r"(?:\w+::)?test_r(\d+)_", name)
            full = f"{path.relative_to(ROOT)}::{name}"
            if number and (int(number[1]), full) not in listed:
                found.append(f"R{number[1]}: {full}")
    return found


if __name__ == "__main__":
    TARGET.write_text(render(), encoding="utf-8")
    TARGET_POLISH.parent.mkdir(parents=True, exist_ok=True)
    TARGET_POLISH.write_text(render_polish(), encoding="utf-8")
    for missing in missing_tests():
        print(f"no such test: {missing}")
    for missing in unlisted_tests():
        print(f"not listed: {missing}")
