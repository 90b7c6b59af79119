"""`wagonik simulate`: many matches between bots, and what came of them."""

import secrets
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from wagonik.arena.changes import written
from wagonik.arena.matches import (
    NOTHING,
    RECORDS,
    TABLE,
    Chunk,
    Run,
    parse_bots,
    simulate,
)
from wagonik.arena.seeds import MOST_MATCHES
from wagonik.arena.tally import Tally, deviation, empty_tally, wilson
from wagonik.cli.common import (
    FOUND,
    Json,
    Workers,
    console,
    escaped,
    friendly,
    interrupted,
    messages,
    plural,
    print_json,
    tell_faults,
)
from wagonik.games import find_game

EXAMPLES: Final = """\b
[bold]Examples[/]
wagonik simulate nordic_countries --players 3 --matches 10000 --seed 1
wagonik simulate united_kingdom --option advanced_technologies
wagonik simulate paris --bots planner,random --matches 2000
wagonik simulate paris --bots planner --matches 100000 --out matches.parquet
wagonik simulate nordic_countries --rule refresh=on --rule pieces=35
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
        typer.Option(
            "--out",
            "-o",
            help="Write the matches here: a table if it ends in .parquet, one row each; else "
            "records, one JSON line each.",
        ),
    ] = None,
    bots: Annotated[
        str,
        typer.Option(
            "--bots",
            "-b",
            help="Who plays, separated by commas. They take the seats in turn; fewer than "
            "players take several seats.",
        ),
    ] = "random",
    option: Annotated[
        list[str] | None,
        typer.Option("--option", help="Switch on an option of the game; may be repeated."),
    ] = None,
    board: Annotated[
        Path | None, typer.Option("--board", help="Play on the board of this file.")
    ] = None,
    rule: Annotated[
        list[str] | None,
        typer.Option(
            "--rule",
            help="Change a rule for an experiment, like refresh=on or pieces=35; may be repeated.",
        ),
    ] = None,
    workers: Workers = 0,
    json: Json = False,
) -> None:
    """Play matches between bots and show their results.

    A table (--out matches.parquet) is described in docs/data-sets.md; `wagonik report` makes a
    page of it. Interrupted by Ctrl-C, the file holds the matches played until then.
    Exit code 1: a bot failed and a move had to be replaced, or one of our own bots crashed.
    """
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
        NOTHING if out is None else TABLE if out.suffix == ".parquet" else RECORDS,
        parse_bots(bots),
        tuple(map(written, rule or ())),
    )
    run.check()
    rules = run.rules()
    tally = empty_tally(rules)
    began = time.perf_counter()
    try:
        _play(run, matches, workers, out, tally)
    except KeyboardInterrupt:
        kept = "" if out is None or not tally.matches else f" They are in {out}."
        interrupted(f"Interrupted after {plural(tally.matches, 'match', 'matches')}.{kept}")
    seconds = time.perf_counter() - began
    results = results_data(run, [scorer.name for scorer in rules.scorers], tally)
    if json:
        print_json(results)
    else:
        _show(results, seconds, out)
    if tally.faults:
        tell_faults(messages() if json else console(), tally.faults, tally.reasons)
    tell_crashes(tally)
    if tally.faults or tally.crashes:
        raise typer.Exit(FOUND)


def tell_crashes(tally: Tally) -> None:
    """A fault of ours: where it is, for whoever can mend it."""
    if not tally.crashes:
        return
    screen = messages()
    screen.print(
        f"[bold red]One of our own bots crashed in {plural(tally.crashes, 'match', 'matches')}"
        "[/], which bots under guard played again. Please report it:"
    )
    for trace in tally.traces:
        screen.print(escaped(trace), soft_wrap=True)


def _play(run: Run, matches: int, workers: int, out: Path | None, tally: Tally) -> None:
    chunks = simulate(run, matches, workers)
    if out is None:
        _watch(chunks, matches, tally, lambda chunk: None)
    elif run.keep == RECORDS:
        with out.open("w", encoding="utf-8") as file:
            _watch(
                chunks,
                matches,
                tally,
                lambda chunk: file.writelines(line + "\n" for line in chunk.lines),
            )
    else:
        from wagonik.arena.dataset import Writer

        with Writer(out, run) as writer:
            _watch(chunks, matches, tally, lambda chunk: writer.write(chunk.frame()))


def _watch(
    chunks: Iterator[Chunk], matches: int, tally: Tally, keep: Callable[[Chunk], object]
) -> None:
    """Take the chunks as they come, under a progress bar."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    columns = (BarColumn(), MofNCompleteColumn(), "matches", TimeRemainingColumn())
    with Progress(*columns, console=messages(), transient=True) as progress:
        task = progress.add_task("", total=matches)
        for chunk in chunks:
            keep(chunk)
            tally.add(chunk.tally)
            progress.advance(task, chunk.tally.matches)


def results_data(run: Run, sources: list[str], tally: Tally) -> dict[str, Any]:
    """The results as data: what --json prints and the tables show."""
    matches = tally.matches
    return {
        "game": run.game,
        "players": run.players,
        "options": sorted(run.options),
        "changes": list(run.changes),
        "bots": list(run.bots),
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
        "replaced_moves": tally.faults,
        "faults": [reason.partition("\n")[0] for reason in tally.reasons],
        "crashes": tally.crashes,
        "bot_wins": {
            bot: _rate(wins, matches, _seats_of(run, bot) / run.players)
            for bot, wins in tally.bot_wins.items()
        },
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


def _seats_of(run: Run, bot: str) -> float:
    """How many seats a bot has in a match, on average."""
    return run.players * run.bots.count(bot) / len(run.bots)


def _rate(wins: float, matches: int, fair: float | None = None) -> dict[str, float]:
    low, high = wilson(wins, matches)
    rate = {"rate": round(wins / matches, 4), "low": round(low, 4), "high": round(high, 4)}
    return rate if fair is None else {**rate, "fair": round(fair, 4)}


def _percent(rate: dict[str, float]) -> str:
    low, high = rate["low"] * 100, rate["high"] * 100
    return f"{rate['rate']:.1%} [dim]({low:.1f}–{high:.1f})[/]"


def _show(results: dict[str, Any], seconds: float, out: Path | None) -> None:
    from rich import box
    from rich.table import Table

    name = find_game(results["game"]).name
    switched = "".join(f", {option}" for option in results["options"] + results["changes"])
    who = "random players" if results["bots"] == ["random"] else "bots"
    screen = console()
    screen.print(
        f"[bold]{escaped(name)}[/], {results['players']} {who}{switched}: "
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
    if results["bot_wins"]:
        bots = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        for title in ("bot", "wins (95 % interval)", "by its seats"):
            bots.add_column(title)
        for bot, rate in results["bot_wins"].items():
            bots.add_row(escaped(bot), _percent(rate), f"{rate['fair']:.1%}")
        screen.print(bots)
    turns = results["turns"]
    screen.print(f"The first player wins {_percent(results['first_player'])}.")
    screen.print(
        f"A match has {turns['mean']:.1f} turns ({turns['min']} to {turns['max']}) and "
        f"{results['decisions_a_match']:.1f} decisions; {results['shared_wins']} ended shared."
    )
    speed = f"{results['matches'] / seconds:,.0f} matches and {results['decisions'] / seconds:,.0f}"
    screen.print(f"[dim]{seconds:.1f} s: {speed} decisions a second.[/]")
    if out is not None:
        kind = "Table" if out.suffix == ".parquet" else "Records"
        screen.print(f"{kind}: {escaped(str(out))}")
