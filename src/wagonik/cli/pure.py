"""Run a module of Wagonik as plain Python, even where its compiled form is installed.

An installed package holds the sources beside the compiled modules, and Python prefers the
compiled ones. This script, started by its path, puts a finder before the others that knows only
sources: `python …/wagonik/cli/pure.py wagonik.cli --version`.
"""

import runpy
import sys
from collections.abc import Sequence
from importlib.machinery import SOURCE_SUFFIXES, FileFinder, ModuleSpec, SourceFileLoader
from pathlib import Path
from types import ModuleType

PACKAGE = "wagonik"
ROOT = Path(__file__).resolve().parents[2]  # where the package lies


class SourceFinder:
    """Finds the package's modules as .py files and leaves all others to Python."""

    @classmethod
    def find_spec(
        cls, name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        if name.partition(".")[0] != PACKAGE:
            return None
        for folder in path or [str(ROOT)]:
            spec = FileFinder(folder, (SourceFileLoader, SOURCE_SUFFIXES)).find_spec(name)
            if spec is not None:
                return spec
        return None


def main() -> None:
    module = sys.argv[1]
    del sys.argv[0]
    # Python put this script's folder in front; its modules must not shadow others.
    del sys.path[0]
    sys.meta_path.insert(0, SourceFinder)
    runpy.run_module(module, run_name="__main__", alter_sys=True)


if __name__ == "__main__":
    main()
