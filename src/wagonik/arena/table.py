"""The results of the arena for people's eyes."""

from collections.abc import Iterable
from typing import TYPE_CHECKING

from rich import box
from rich.table import Table as Grid

from wagonik.arena.lineups import ArenaResult, BotResult
from wagonik.arena.play import Table
from wagonik.games import find_game

if TYPE_CHECKING:
    from wagonik.arena.ratings import Rating


def seconds_text(seconds: float) -> str:
    """A time with about two digits: more are not known."""
    if seconds < 0.001:
        return f"{seconds * 1e6:.0f} µs"
    number, unit = (seconds * 1e3, "ms") if seconds < 1 else (seconds, "s")
    return f"{number:.1f} {unit}" if number < 10 else f"{number:.0f} {unit}"


def rate_text(bot: BotResult) -> str:
    """A win rate with its interval, which is not always even on both sides."""
    return f"{bot.rate:.1%} ({bot.low * 100:.1f}–{bot.high * 100:.1f})"


def bot_text(bot: BotResult) -> str:
    return bot.name if bot.seats < 2 else f"{bot.name} × {bot.seats}"


def table_text(table: Table) -> str:
    """A game with what sets this table of it apart, but for its players."""
    game = find_game(table.game).name
    return ", ".join([game, *table.options, *([table.board_name] if table.board else [])])


def _grid(title: str) -> Grid:
    return Grid(title=title, box=box.HORIZONTALS, pad_edge=False)


def render(results: list[ArenaResult]) -> Grid:
    """A section for each line-up, a row for each of its bots; the game is in the title if there
    is only one."""
    texts = {table_text(result.table) for result in results}
    one = len(texts) == 1
    replaced = any(result.replaced for result in results)
    grid = _grid(f"Arena: {texts.pop()}" if one else "Arena")
    if not one:
        grid.add_column("game")
    grid.add_column("bot", no_wrap=True)
    grid.add_column("matches", justify="right", no_wrap=True)
    grid.add_column("wins (95 %)", justify="right", no_wrap=True)
    for heading in ("score", "turns", "median", "99 %"):
        grid.add_column(heading, justify="right", no_wrap=True)
    if replaced:
        grid.add_column("replaced", justify="right", no_wrap=True)
    for result in results:
        for i, bot in enumerate(result.bots):
            first = i == 0
            row = [] if one else [table_text(result.table) if first else ""]
            row += [
                bot_text(bot),
                f"{result.matches:,}" if first else "",
                rate_text(bot),
                f"{bot.score:.1f}",
                f"{result.turns:.0f}" if first else "",
                seconds_text(bot.median),
                seconds_text(bot.slow),
            ]
            if replaced:
                row.append(str(bot.replaced))
            grid.add_row(*row, end_section=i == len(result.bots) - 1)
    return grid


def render_matrix(results: list[ArenaResult], title: str) -> Grid:
    """Win rates of one bot (the row) against a table of another (the column)."""
    rates: dict[tuple[str, str], str] = {}
    names: dict[str, str] = {}
    for result in results:
        first, second = result.bots
        names |= {first.key: first.name, second.key: second.name}
        if first.seats == 1:
            rates[first.key, second.key] = f"{first.rate:.0%}"
        if second.seats == 1:
            rates[second.key, first.key] = f"{second.rate:.0%}"
    grid = _grid(title)
    grid.add_column("wins against", no_wrap=True)
    for name in names.values():
        grid.add_column(name, justify="right", overflow="fold", min_width=4)
    for row, name in names.items():
        grid.add_row(name, *(rates.get((row, column), "") for column in names))
    return grid


def has_matrix(results: list[ArenaResult]) -> bool:
    """Whether results are pairs of bots, more than one pair of them."""
    return len(results) > 2 and all(len(result.bots) == 2 for result in results)


def render_ratings(rated: Iterable["Rating"], title: str) -> Grid:
    grid = _grid(title)
    grid.add_column("bot", no_wrap=True)
    grid.add_column("rating (95 %)", justify="right", no_wrap=True)
    for rating in rated:
        grid.add_row(rating.name, f"{rating.points:.0f} ({rating.low:.0f}–{rating.high:.0f})")
    return grid
