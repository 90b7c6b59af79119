"""Build: the engine and the games are compiled with mypyc where a C compiler is at hand.

`pip install .` works without one, too: the same modules then run as plain Python.
Set WAGONIK_PURE=1 to install them uncompiled on purpose.
"""

import os
import re
import sys
import sysconfig
from pathlib import Path
from shutil import which

from setuptools import setup

COMPILED = [
    "src/wagonik/engine",
    "src/wagonik/games",
    "src/wagonik/match.py",
    "src/wagonik/bots",
    "src/wagonik/arena/core",
    "src/wagonik/envs/core",
]
# These read files with dataclasses and the like, once a match at the most, or (the guard) must take
# whatever people's own bots answer, which compiled code would refuse by its type.
PLAIN = {
    "boardfile.py",
    "boardcheck.py",
    "boardformat.py",
    "tomllines.py",
    "guard.py",
    "registry.py",
    "__init__.py",
}

# How mypyc asks whether an index is within range before it takes an item, and then whether it
# counts from the end.
IN_RANGE = re.compile(
    r"(    (cpy_r_r\d+) = \(uint64_t\)cpy_r_\w+ < \(uint64_t\)cpy_r_\w+;\n    if )\(\2\)( goto| \{)"
)
# What every error passes through, and what the C compiler is told about it.
TRACEBACK = "CPy_AddTraceback"
RARE = f"extern __typeof__({TRACEBACK}) {TRACEBACK} __attribute__((cold));\n"


def modules() -> list[str]:
    found: list[Path] = []
    for name in COMPILED:
        path = Path(name)
        found += sorted(path.rglob("*.py")) if path.is_dir() else [path]
    return [str(path) for path in found if path.name not in PLAIN]


def can_compile() -> bool:
    """Whether there are a C compiler and the headers of Python."""
    if not (Path(sysconfig.get_path("include")) / "Python.h").exists():
        return False
    command = os.environ.get("CC") or sysconfig.get_config_var("CC") or "cc"
    return os.name == "nt" or which(command.split()[0]) is not None


def add_hints(path: Path) -> None:
    """Tell the C compiler what nearly always holds: indices are within range and do not count from
    the end, and nothing is raised. The code is about a sixth faster."""
    hints = {" goto": "likely", " {": "unlikely"}
    text = IN_RANGE.sub(lambda m: f"{m[1]}({hints[m[3]]}({m[2]})){m[3]}", path.read_text("utf-8"))
    first, line, rest = text.partition("#include <init.c>\n")
    if line and f"{TRACEBACK}(" in rest and os.name != "nt":
        text = first + line + RARE + rest
    path.write_text(text, "utf-8")


def extensions() -> list:
    if os.environ.get("WAGONIK_PURE") == "1" or not can_compile():
        print("wagonik: installing the engine as plain Python", file=sys.stderr)
        return []
    from mypyc.build import mypycify

    # What is not compiled may need packages that a build does not have.
    flags = ["--strict", "--disable-error-code=unused-ignore", "--follow-imports=silent"]
    level = os.environ.get("WAGONIK_OPT", "3")  # 1 builds in half the time, to try something out
    found = mypycify([*flags, *modules()], opt_level=level, debug_level="0", strip_asserts=True)
    for path in {source for extension in found for source in extension.sources}:
        add_hints(Path(path))
    if os.name != "nt":
        # Nobody else calls the compiled functions by their C names, so they may be inlined and
        # called without a detour: about a tenth faster.
        for extension in found:
            extension.extra_compile_args = [
                *extension.extra_compile_args,
                "-fvisibility=hidden",
                "-fno-semantic-interposition",
            ]
    return found


setup(ext_modules=extensions())
