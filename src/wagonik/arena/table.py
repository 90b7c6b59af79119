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
    """A section for each line-up, a row for each of its bots; the game is in the title if there
    is only one."""
    games = {result.game for result in results}
    one = len(games) == 1
    table = Table(title=f"Arena: {find_game(games.pop()).name}" if one else "Arena")
    if not one:
        table.add_column("game")
    table.add_column("bot", no_wrap=True)
    for heading in ("matches", "wins", "score", "turns", "median", "99 %"):
        table.add_column(heading, justify="right", no_wrap=True)
    for result in results:
        for i, bot in enumerate(result.bots):
            first = i == 0
            row = [] if one else [find_game(result.game).name if first else ""]
            row += [
                bot.name if bot.seats < 2 else f"{bot.name} × {bot.seats}",
                f"{result.matches:,}" if first else "",
                f"{bot.rate:.1%} ± {bot.margin:.1%}",
                f"{bot.score:.1f}",
                f"{result.turns:.0f}" if first else "",
                seconds_text(bot.median),
                seconds_text(bot.slow),
            ]
            table.add_row(*row, end_section=i == len(result.bots) - 1)
    return table
