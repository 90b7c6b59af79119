"""`wagonik analyse`: a recorded match judged, decision by decision."""

import dataclasses
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from wagonik.cli.common import (
    Json,
    RecordFile,
    RecordNumber,
    console,
    escaped,
    fail,
    friendly,
    messages,
    print_json,
)
from wagonik.cli.replay import STYLES, read_record
from wagonik.cli.words import joined

if TYPE_CHECKING:
    from wagonik.analysis import Analysis, KeyMoment
    from wagonik.match import Match

EXAMPLES: Final = """\b
[bold]Examples[/]
wagonik analyse match.json
wagonik analyse matches.jsonl --number 17 --seat 0
wagonik analyse match.json --budget deep --json > analysis.json
wagonik analyse match.json --parquet decisions.parquet
"""

WIDTH: Final = 64  # of the graph
BARS: Final = " ▁▂▃▄▅▆▇█"


@friendly
def command(
    file: RecordFile,
    number: RecordNumber = None,
    budget: Annotated[
        str, typer.Option(help="How long to look: quick, standard or deep.")
    ] = "standard",
    seed: Annotated[int, typer.Option(help="The same seed gives the same analysis.")] = 1,
    seat: Annotated[
        int | None, typer.Option(help="Show the key moments of this seat only.")
    ] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", min=1, help="Processes; all cores without it."),
    ] = None,
    parquet: Annotated[
        Path | None, typer.Option(help="Write a row for every decision into this file.")
    ] = None,
    json: Json = False,
) -> None:
    """Judge every decision of a match: chances, key moments with reasons, luck and skill.

    Decisions are judged on what their seat knew; the graph has all cards open. See docs/coach.md.
    """
    from wagonik.analysis.work import Analyst
    from wagonik.processes import cores

    record = read_record(file, number)
    analyst = Analyst(record, budget, seed, jobs=jobs if jobs is not None else cores())
    match = analyst.match
    if seat is not None and not 0 <= seat < match.players:
        fail(f"There is no seat {seat}: the match has seats 0 to {match.players - 1}.")
    if parquet is not None:
        _need_polars()
    found = _run(analyst)
    if parquet is not None:
        _write(parquet, match, found)
    if json:
        print_json(dataclasses.asdict(found))
    else:
        _show(match, found, seat)


def _run(analyst: Any) -> "Analysis":
    """Make it, with a bar."""
    from rich.progress import BarColumn, Progress, TaskProgressColumn, TimeRemainingColumn

    columns = (BarColumn(), TaskProgressColumn(), "{task.description}", TimeRemainingColumn())
    with Progress(*columns, console=messages(), transient=True) as bar:
        task = bar.add_task("of the analysis", total=1.0)
        analyst.progress = lambda analysis: bar.update(task, completed=analysis.done)
        found: Analysis = analyst.run()
        return found


def _need_polars() -> None:
    try:
        import polars  # noqa: F401
    except ModuleNotFoundError as error:
        fail(f"Parquet needs {error.name}: pip install 'wagonik[lab]'.")


def rows(match: "Match", found: "Analysis") -> list[dict[str, object]]:
    """A row for every decision, with the chances before and after it."""
    table = match.rules.table.actions
    made = []
    for move in found.moves:
        row: dict[str, object] = {
            **dataclasses.asdict(move),
            "played": table[move.played].text,
            "best": table[move.best].text,
            "planner": table[move.planner].text,
        }
        for seat in range(found.players):
            row[f"before_{seat}"] = found.chances[move.decision][seat]
            row[f"after_{seat}"] = found.chances[move.decision + 1][seat]
        row["chance_error"] = found.errors[move.decision]
        made.append(row)
    return made


def _write(place: Path, match: "Match", found: "Analysis") -> None:
    import polars as pl

    pl.DataFrame(rows(match, found)).write_parquet(place)


# For people


def _show(match: "Match", found: "Analysis", seat: int | None) -> None:
    from wagonik.games import find_game

    screen = console()
    state = "" if found.finished else ", not finished"
    screen.print(
        f"[bold]{escaped(find_game(match.game).name)}[/], {match.players} players{state}, "
        f"{len(match.history)} decisions, {found.budget}, seed {found.seed}\n"
    )
    screen.print("Chances with all cards open, in the order of decisions:", style="dim")
    for each in range(match.players):
        line = graph([row[each] for row in found.chances])
        screen.print(f"{_seat(each)} {line} {100 * found.chances[-1][each]:.0f} %")
    screen.print()
    _show_moments(match, found, seat)
    _show_balance(found)


def _seat(seat: int) -> str:
    return f"[{STYLES[seat % len(STYLES)]}]seat {seat}[/]"


def graph(chances: Sequence[float], width: int = WIDTH) -> str:
    """Chances as a row of small bars."""
    width = min(width, len(chances))
    bars = []
    for column in range(width):
        first = column * len(chances) // width
        last = max(first + 1, (column + 1) * len(chances) // width)
        mean = sum(chances[first:last]) / (last - first)
        bars.append(BARS[round(mean * (len(BARS) - 1))])
    return "".join(bars)


def _show_moments(match: "Match", found: "Analysis", seat: int | None) -> None:
    from wagonik.cli.advice import move_words, offered, reason_words
    from wagonik.cli.words import Words
    from wagonik.records import replay

    screen = console()
    words = Words(match)
    moments = [moment for moment in found.moments if seat in (None, moment.seat)]
    if not moments:
        screen.print("No decision cost clearly more than 3 % of a win.\n")
    for moment in moments:
        screen.print(_headline(moment), soft_wrap=True)
        offer = offered(replay(match.record(), moment.decision), moment.seat)
        played, *others = (
            move_words(match, words, action, offer) for action in (moment.played, *moment.better)
        )
        better = joined(others, "or")
        label = "instead of" if moment.size == "good" else "better:"
        screen.print(f"        {escaped(played)}; {label} {escaped(better)}", soft_wrap=True)
        for reason in moment.reasons:
            text = escaped(reason_words(match, words, reason))
            screen.print(f"        [dim]{text}[/]", soft_wrap=True)
    if moments:
        screen.print()


def _headline(moment: "KeyMoment") -> str:
    where = "first tickets" if moment.turn == 0 else f"turn {moment.turn}"
    cost = f"{100 * abs(moment.loss):.1f} ± {100 * moment.error:.1f} %"
    told = f"won {cost}" if moment.size == "good" else f"cost {cost}"
    word = "good move" if moment.size == "good" else moment.size
    again = ""
    if moment.again:
        noun = "decision" if len(moment.again) == 1 else "decisions"
        again = f", also {noun} {joined([str(n + 1) for n in moment.again])}"
    return (
        f"[dim]{moment.decision + 1:>6}[/]  {_seat(moment.seat)} [bold]{word}[/], {where}: "
        f"{told}{again}"
    )


def _show_balance(found: "Analysis") -> None:
    from rich import box
    from rich.table import Table

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title="Where the result came from, in %")
    table.title_justify = "left"
    for name in ("", "start", "cards", "tickets", "own moves", "others' moves", "result"):
        table.add_column(name, justify="left" if not name else "right")
    figure = any(balance.accuracy is not None for balance in found.seats)
    if figure:
        table.add_column("accuracy", justify="right")
    for balance in found.seats:
        parts = (balance.cards, balance.tickets)
        cells = [
            f"{100 * balance.start:.0f}",
            *(f"{100 * part:+.0f}" for part in parts),
            f"{100 * balance.own:+.0f} ± {100 * balance.error:.0f}",
            f"{100 * balance.others:+.0f}",
            f"{100 * balance.result:.0f}",
        ]
        if figure:
            cells.append("" if balance.accuracy is None else f"{balance.accuracy:.0f}")
        table.add_row(_seat(balance.seat), *cells)
    screen = console()
    screen.print(table)
    screen.print(
        "Moves are counted beside Planner's; cards hold what nobody could see.", style="dim"
    )
