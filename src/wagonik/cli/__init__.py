"""The command line: `wagonik games`, `simulate`, `replay`, `check` and `bench`."""

from wagonik.cli.app import main

__all__ = ["main"]
