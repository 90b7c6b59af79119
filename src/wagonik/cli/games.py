"""`wagonik games`: what can be played."""

from typing import Any

from wagonik.cli.common import Json, console, escaped, friendly, print_json
from wagonik.engine.boardfile import published
from wagonik.engine.game import MEMORY, Game
from wagonik.games import GAMES, make_rules

EXAMPLES = """\b
[bold]Examples[/]
wagonik games
wagonik games --json
"""


@friendly
def command(json: Json = False) -> None:
    """List the games with their players, options and boards."""
    facts = [game_facts(game) for game in GAMES]
    if json:
        print_json(facts)
        return
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, show_edge=False, padding=(0, 1, 0, 0))
    for title in ("game", "name", "players"):
        table.add_column(title, no_wrap=True)
    for title in ("places", "tracks", "tickets", "cards"):
        table.add_column(title, justify="right")
    for game in facts:
        least, most = game["players"]
        names = f"{game['name']}{'*' if game['reconstruction'] else ''}"
        table.add_row(
            f"[bold]{game['game']}[/]",
            f"{escaped(names)}\n[dim]{escaped(game['name_pl'])}[/]",
            f"{least}–{most}",
            *("–" if game[key] is None else str(game[key]) for key in ("places", "tracks")),
            str(game["tickets"]),
            str(game["cards"]),
        )
    out = console()
    out.print(table)
    for game in facts:
        for option in game["options"]:
            if option["values"]:
                continue  # what every game has is told once
            out.print(
                f"[bold]{game['game']} --option {option['name']}[/]: {option['about']}",
                soft_wrap=True,
            )
    for value in MEMORY.values:
        usual = ", as usual" if value is MEMORY.values[0] else ""
        out.print(
            f"[bold]--option {MEMORY.name}={value.name}[/]{usual}: {value.about}", soft_wrap=True
        )
    if any(game["reconstruction"] for game in facts):
        out.print("* a reconstruction: it stands in for the published board (docs/games.md)")


def game_facts(game: Game) -> dict[str, Any]:
    """What there is to know about a game before playing it."""
    board = published(game.key) if game.has_board else None
    rules = make_rules(game.key, game.least_players)
    return {
        "game": game.key,
        "name": game.name,
        "name_pl": game.name_pl,
        "rules": game.version,
        "players": [game.least_players, game.most_players],
        "options": [
            {
                "name": option.name,
                "about": option.about,
                "about_pl": option.about_pl,
                "values": [value.name for value in option.values],
            }
            for option in game.all_options()
        ],
        "places": None if board is None else len(board.places),
        "tracks": None if board is None else len(board.routes),
        "pieces": None if board is None else board.numbers.pieces,
        "tickets": int(rules.ticket_count),
        "cards": sum(rules.setup.deck),
        "actions": len(rules.table),
        "reconstruction": board is not None and board.reconstruction,
    }
