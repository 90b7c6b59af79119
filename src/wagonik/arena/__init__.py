"""Bots against each other, with balanced seats."""

from wagonik.arena.play import Table
from wagonik.arena.run import ArenaResult, BotResult, line_ups, run_arena, run_tournament
from wagonik.arena.table import render
from wagonik.arena.tournament import Tournament, load_tournament

__all__ = [
    "ArenaResult",
    "BotResult",
    "Table",
    "Tournament",
    "line_ups",
    "load_tournament",
    "render",
    "run_arena",
    "run_tournament",
]
