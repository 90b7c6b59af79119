"""Bots against each other, with balanced seats."""

from wagonik.arena.run import ArenaResult, BotResult, line_ups, run_arena
from wagonik.arena.table import render

__all__ = ["ArenaResult", "BotResult", "line_ups", "render", "run_arena"]
