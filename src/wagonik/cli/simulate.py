"""`wagonik simulate`: many matches of random players, and what came of them."""

import secrets
import time
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from wagonik.cli.common import (
    INTERRUPTED,
    Json,
    console,
    escaped,
    friendly,
    messages,
    plural,
    print_json,
)
from wagonik.cli.simulation import (
    MOST_MATCHES,
    Run,
    Tally,
    deviation,
    empty_tally,
    simulate,
    wilson,
)
from wagonik.games import find_game

EXAMPLES: Final = """\b
[bold]Examples[/]
wagonik simulate nordic_countries --players 3 --matches 10000 --seed 1
wagonik simulate united_kingdom --option advanced_technologies
wagonik simulate paris --matches 200 --out matches.jsonl
wagonik simulate paris --board my-board.toml --json
"""


@friendly
def command(
    game: Annotated[str, typer.Argument(help="The game, as `wagonik games` lists it.")],
    players: Annotated[
        int | None,
        typer.Option("--players", "-p", help="How many play.  [default: the fewest]"),
    ] = None,
    matches: Annotated[
        int,
        typer.Option("--matches", "-m", min=1, max=MOST_MATCHES, help="How many matches."),
    ] = 1000,
    seed: Annotated[
        int | None,
        typer.Option("--seed", "-s", help="The same seed plays the same matches.  [default: any]"),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="Write the matches' records here, one JSON line each."),
    ] = None,
    option: Annotated[
        list[str] | None,
        typer.Option("--option", help="Switch on an option of the game; may be repeated."),
    ] = None,
    board: Annotated[
        Path | None, typer.Option("--board", help="Play on the board of this file.")
    ] = None,
    workers: Annotated[
        int, typer.Option("--workers", min=0, help="Processes; 0: as many as are worth it.")
    ] = 0,
    json: Json = False,
) -> None:
    """Play matches between random players and show their results."""
    from wagonik.engine.boardfile import load

    fewest = find_game(game).least_players
    if seed is None:
        seed = secrets.randbits(32)
    text = None
    if board is not None:
        file = load(board)
        text, fewest = file.content, file.players[0]
    run = Run(
        game,
        fewest if players is None else players,
        seed,
        tuple(option or ()),
        text,
        out is not None,
    )
    rules = run.rules()
    tally = empty_tally(rules)
    began = time.perf_counter()
    try:
        _play(run, matches, workers, out, tally)
    except KeyboardInterrupt:
        kept = "" if out is None else f" Their records are in {out}."
        messages().print(f"Interrupted after {plural(tally.matches, 'match', 'matches')}.{kept}")
        raise typer.Exit(INTERRUPTED) from None
    seconds = time.perf_counter() - began
    results = results_data(run, [scorer.name for scorer in rules.scorers], tally)
    if json:
        print_json(results)
    else:
        _show(results, seconds, out)


def _play(run: Run, matches: int, workers: int, out: Path | None, tally: Tally) -> None:
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), "matches", TimeRemainingColumn())
    file = None if out is None else out.open("w", encoding="utf-8")
    try:
        with Progress(*columns, console=messages(), transient=True) as progress:
            task = progress.add_task("", total=matches)
            for part, lines in simulate(run, matches, workers):
                if file is not None:
                    file.writelines(line + "\n" for line in lines)
                tally.add(part)
                progress.advance(task, part.matches)
    finally:
        if file is not None:
            file.close()


def results_data(run: Run, sources: list[str], tally: Tally) -> dict[str, Any]:
    """The results as data: what --json prints and the tables show."""
    matches = tally.matches
    return {
        "game": run.game,
        "players": run.players,
        "options": sorted(run.options),
        "seed": run.seed,
        "matches": matches,
        "decisions": tally.decisions,
        "decisions_a_match": round(tally.decisions / matches, 2),
        "turns": {
            "mean": round(tally.turns / matches, 2),
            "min": tally.shortest,
            "max": tally.longest,
        },
        "shared_wins": tally.shared,
        "first_player": _rate(tally.first_wins, matches),
        "seats": [
            {
                "seat": seat,
                "mean": round(counted.total / matches, 2),
                "deviation": round(deviation(counted, matches), 2),
                "min": counted.lowest,
                "max": counted.highest,
                "wins": _rate(counted.wins, matches),
                "sources": {
                    name: round(points / matches, 2)
                    for name, points in zip(sources, counted.sources, strict=True)
                },
            }
            for seat, counted in enumerate(tally.seats)
        ],
    }


def _rate(wins: float, matches: int) -> dict[str, float]:
    low, high = wilson(wins, matches)
    return {"rate": round(wins / matches, 4), "low": round(low, 4), "high": round(high, 4)}


def _percent(rate: dict[str, float]) -> str:
    low, high = rate["low"] * 100, rate["high"] * 100
    return f"{rate['rate']:.1%} [dim]({low:.1f}–{high:.1f})[/]"


def _show(results: dict[str, Any], seconds: float, out: Path | None) -> None:
    from rich import box
    from rich.table import Table

    name = find_game(results["game"]).name
    switched = "".join(f", {option}" for option in results["options"])
    screen = console()
    screen.print(
        f"[bold]{escaped(name)}[/], {results['players']} random players{switched}: "
        f"{plural(results['matches'], 'match', 'matches')}, seed {results['seed']}"
    )
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column("seat")
    for title in ("mean", "± dev.", "min", "max"):
        table.add_column(title, justify="right")
    table.add_column("wins (95 % interval)")
    for seat in results["seats"]:
        table.add_row(
            str(seat["seat"]),
            f"[bold]{seat['mean']:.1f}[/]",
            f"{seat['deviation']:.1f}",
            str(seat["min"]),
            str(seat["max"]),
            _percent(seat["wins"]),
        )
    screen.print(table)
    sources = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    sources.add_column("points from")
    for seat in results["seats"]:
        sources.add_column(f"seat {seat['seat']}", justify="right")
    for source in results["seats"][0]["sources"]:
        cells = (f"{seat['sources'][source]:+.1f}" for seat in results["seats"])
        sources.add_row(source, *cells)
    screen.print(sources)
    turns = results["turns"]
    screen.print(f"The first player wins {_percent(results['first_player'])}.")
    screen.print(
        f"A match has {turns['mean']:.1f} turns ({turns['min']} to {turns['max']}) and "
        f"{results['decisions_a_match']:.1f} decisions; {results['shared_wins']} ended shared."
    )
    speed = f"{results['matches'] / seconds:,.0f} matches and {results['decisions'] / seconds:,.0f}"
    screen.print(f"[dim]{seconds:.1f} s: {speed} decisions a second.[/]")
    if out is not None:
        screen.print(f"Records: {escaped(str(out))}")
