"""The results of the arena for people's eyes."""

from rich.table import Table

from wagonik.arena.run import ArenaResult
from wagonik.games import find_game


def seconds_text(seconds: float) -> str:
    if seconds < 0.001:
        return f"{seconds * 1e6:.0f} µs"
    if seconds < 1:
        return f"{seconds * 1e3:.1f} ms"
    return f"{seconds:.1f} s"


def render(results: list[ArenaResult]) -> Table:
    """One row for each bot of each line-up."""
    table = Table(title="Arena")
    for heading in ("game", "line-up", "bot"):
        table.add_column(heading)
    for heading in ("matches", "wins", "± 95 %", "score", "turns", "median", "99 %", "replaced"):
        table.add_column(heading, justify="right")
    for result in results:
        for i, bot in enumerate(result.bots):
            replaced = sum(1 for fault in result.faults if fault.startswith(f"{bot.name} "))
            table.add_row(
                find_game(result.game).name if i == 0 else "",
                " · ".join(result.line_up) if i == 0 else "",
                bot.name,
                str(result.matches) if i == 0 else "",
                f"{bot.rate:.1%}",
                f"{bot.margin:.1%}",
                f"{bot.score:.1f}",
                f"{result.turns:.0f}" if i == 0 else "",
                seconds_text(bot.median),
                seconds_text(bot.slow),
                str(replaced),
            )
    return table
