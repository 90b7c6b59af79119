"""The pages of the documentation and the blocks of code in them.

How a block is treated stands in its opening line, or in a comment on the line before it:

- ```` ```python ```` is executed, all blocks of a page one after the other; with `>>>`, as a
  doctest;
- a block with `title="name.py"` is a file: it is written, not executed;
- ```` ```console ```` with output is carried out, and the output compared, where `…` stands for
  anything; without output it is carried out after `<!-- run -->`, and otherwise only its commands
  and options are checked;
- ```` ```text title="output" ```` is what the block of Python before it prints;
- `<!-- run by tests/x/test_y.py -->`: what takes longer is carried out by that test;
- `<!-- not run: why -->`: what can't be carried out in a test, like a server that never ends.
"""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).parents[2]
DOCS: Final = ROOT / "docs"
PAGES: Final = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
FENCE: Final = re.compile(r"^(`{3,})([^`\n]*)\n(.*?)^\1[ ]*$", re.DOTALL | re.MULTILINE)
COMMENT: Final = re.compile(r"<!-- (run by|not run:|run)\s*(.*?) ?-->\n+\Z")


@dataclass(frozen=True)
class Block:
    line: int
    language: str
    title: str
    mark: str  # "run", "run by", "not run:" or nothing
    reason: str
    text: str


@dataclass(frozen=True)
class Command:
    line: int
    text: str
    output: str


def name(path: Path) -> str:
    return str(path.relative_to(ROOT))


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    found: list[Block] = []
    for fence in FENCE.finditer(text):
        before = text[: fence.start()]
        comment = COMMENT.search(before)
        title = re.search(r'title="([^"]*)"', fence[2])
        found.append(
            Block(
                line=before.count("\n") + 2,
                language=fence[2].split(" ")[0].strip(),
                title=title[1] if title else "",
                mark=comment[1] if comment else "",
                reason=comment[2] if comment else "",
                text=fence[3],
            )
        )
    return found


def commands(block: Block) -> list[Command]:
    """The commands of a block of console, each with the output that is shown."""
    found: list[Command] = []
    lines = block.text.splitlines()
    at = 0
    while at < len(lines):
        if not lines[at].startswith("$ "):
            raise ValueError(f"line {block.line + at}: a command starts with $")
        start, command = at, lines[at][2:]
        while command.endswith("\\") and at + 1 < len(lines):
            at += 1
            command = command[:-1] + lines[at].strip()
        at += 1
        output: list[str] = []
        while at < len(lines) and not lines[at].startswith("$ "):
            output.append(lines[at])
            at += 1
        found.append(Command(block.line + start, command, "\n".join(output).strip()))
    return found


def prose(page: Path) -> str:
    """A page without its code."""
    text = FENCE.sub("", page.read_text(encoding="utf-8"))
    return re.sub(r"`[^`\n]+`", "", text)


def has_examples(page: Path) -> bool:
    return any(block.language in ("python", "console") for block in blocks(page))
