"""Write the locks of Python packages again, in the newest versions allowed: `python -m tools.lock`.

Each file of requirements/ holds exact versions with the hashes of all their files, for every
platform and every Python that is supported, so pip refuses anything else. `make` installs them;
pyproject.toml says what is needed at all. Needs uv.
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
FOLDER: Final = ROOT / "requirements"
OLDEST: Final = "3.11"
TOOLS: Final = ("dev", "lab", "ray", "docs")
MADE: Final = (
    "# Exact versions with hashes, written by `make lock`; pyproject.toml says what is needed.\n"
)


def needs() -> dict[str, list[str]]:
    """What each lock is about, by its name: widest first, since the others follow it."""
    told: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
    project = told["project"]
    extras: dict[str, list[str]] = project["optional-dependencies"]
    build: list[str] = told["build-system"]["requires"]
    table: list[str] = project["dependencies"] + extras["server"]
    tools = [need for name in TOOLS for need in extras[name]]
    return {"tools": [*build, *table, *tools], "table": table, "build": build}


def write(name: str, wanted: list[str]) -> None:
    target = FOLDER / f"{name}.txt"
    command = [
        sys.executable,
        "-m",
        "uv",
        "pip",
        "compile",
        "--quiet",
        "--no-progress",
        "--upgrade",
    ]
    command += ["--universal", "--python-version", OLDEST, "--generate-hashes"]
    command += ["--no-emit-index-url", "--no-emit-find-links", "--no-header", "--no-annotate"]
    if name != "tools":
        command += ["--constraints", str(FOLDER / "tools.txt")]
    done = subprocess.run(
        [*command, "-"], input="\n".join(wanted), cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    if done.returncode:
        sys.exit(f"uv could not lock {name}: see above why")
    if re.search(r"https?://", done.stdout):
        sys.exit(f"the lock of {name} would name a host")
    target.write_text(MADE + done.stdout, "utf-8")
    print(
        f"{target.relative_to(ROOT)}: {len(re.findall(r'^[^ #]+==', done.stdout, re.M))} packages"
    )


def main() -> None:
    if sys.argv[1:2] == ["needs"]:  # `python -m tools.lock needs requirements/table.txt`
        print(*needs()[Path(sys.argv[2]).stem], sep="\n")
        return
    FOLDER.mkdir(exist_ok=True)
    for name, wanted in needs().items():
        write(name, wanted)


if __name__ == "__main__":
    main()
