"""Write the reference of docs/cli.md from the commands: `python -m tools.cli_reference`."""

from pathlib import Path
from typing import Any, Final

import typer.main

from wagonik.cli.app import app

ROOT: Final = Path(__file__).parents[1]
TARGET: Final = ROOT / "docs" / "cli.md"
START: Final = "<!-- generated: python -m tools.cli_reference -->"
END: Final = "<!-- end of the generated part -->"


def _parameters(command: Any) -> list[str]:
    lines = ["| parameter | meaning |", "|---|---|"]
    for parameter in command.params:
        if parameter.param_type_name == "argument":
            name = f"`{parameter.name.upper().removesuffix('S')}`"
            if parameter.nargs == -1:
                name = f"`{parameter.metavar}`"
        else:
            names = [*parameter.opts, *parameter.secondary_opts]
            name = ", ".join(f"`{option}`" for option in names)
        meaning = " ".join((parameter.help or "").split())
        meaning = meaning.replace("|", "\\|")
        default = parameter.default
        told = isinstance(default, int | float | str) and not isinstance(default, bool)
        if told and default != "" and parameter.param_type_name != "argument":
            meaning += f" Default: {default}."
        lines.append(f"| {name} | {meaning} |")
    return lines


def _examples(text: str) -> list[str]:
    lines = [line for line in text.splitlines() if line.startswith("wagonik ")]
    return ["```console", *(f"$ {line}" for line in lines), "```"]


def reference() -> str:
    group: Any = typer.main.get_command(app)
    parts: list[str] = []
    for name, command in group.commands.items():
        help_text = (command.help or "").strip()
        parts += [f"## wagonik {name}", "", help_text, "", *_parameters(command), ""]
        parts += [*_examples(command.epilog or ""), ""]
    parts += ["## wagonik", "", *_parameters(group), ""]
    return "\n".join(parts)


def render(page: str) -> str:
    """The page with its generated part made anew."""
    before, _, rest = page.partition(START)
    _, _, after = rest.partition(END)
    return f"{before}{START}\n\n{reference()}\n{END}{after}"


if __name__ == "__main__":
    TARGET.write_text(render(TARGET.read_text(encoding="utf-8")), encoding="utf-8")
