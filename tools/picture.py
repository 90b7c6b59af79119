"""Draw the picture of the README from the real command: `python -m tools.picture`."""

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text

TARGET: Final = Path(__file__).parents[1] / "docs" / "images" / "wagonik.svg"
PREPARE: Final = "wagonik simulate paris --matches 1 --seed 1 --out match.jsonl"
COMMANDS: Final = (
    "wagonik simulate paris --matches 100000 --seed 1",
    "wagonik replay match.jsonl | head -22",
)
WIDTH: Final = 118


def output(command: str, folder: Path) -> str:
    run = command.replace("wagonik ", f"{sys.executable} -m wagonik.cli ", 1)
    environment = {**os.environ, "FORCE_COLOR": "1", "COLUMNS": str(WIDTH)}
    done = subprocess.run(
        run, shell=True, cwd=folder, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


def draw(folder: Path) -> None:
    console = Console(record=True, width=WIDTH, file=Path(os.devnull).open("w"))  # noqa: SIM115
    output(PREPARE, folder)
    for command in COMMANDS:
        console.print(f"[bold green]$[/] {command}", highlight=False)
        console.print(Text.from_ansi(output(command, folder).rstrip()))
        console.print()
    svg = console.export_svg(title="wagonik")
    svg = re.sub(r"<!--.*?-->", "", svg, flags=re.DOTALL)
    # A picture asks nobody's server for its font.
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.DOTALL)
    TARGET.parent.mkdir(exist_ok=True)
    TARGET.write_text(svg.replace("Fira Code", "monospace"), encoding="utf-8")


if __name__ == "__main__":
    import tempfile

    with tempfile.TemporaryDirectory() as name:
        draw(Path(name))
