"""`wagonik report`: a data set as one page with plots."""

from pathlib import Path
from typing import Annotated, Final

import typer

from wagonik.cli.common import Json, console, escaped, friendly, messages, plural, print_json

EXAMPLES: Final = """\b
[bold]Examples[/]
wagonik report matches.parquet
wagonik report matches.parquet --out report.html
wagonik report published.parquet with-refresh.parquet --out both.html
wagonik report cup --out cup.html
wagonik report matches.parquet --json
"""


@friendly
def command(
    file: Annotated[
        Path,
        typer.Argument(
            metavar="FILE",
            help="Matches of `simulate --out`, or a folder of `arena --out`.",
        ),
    ],
    second: Annotated[
        Path | None,
        typer.Argument(metavar="[FILE2]", help="Other matches, to compare: a board, a rule set."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", help="The page.  [default: FILE with the ending .html]"),
    ] = None,
    json: Json = False,
) -> None:
    """Make a page of matches: scores, seats, tickets, tracks and a map, with intervals.

    The page is one HTML file that needs nothing from the network. Two files are set side by
    side. --json prints the figures, and writes the page only if --out names it.
    """
    from rich import box
    from rich.table import Table

    from wagonik.arena.metrics import Figures, figures_of
    from wagonik.arena.report import differences, report_page
    from wagonik.arena.report.page import label

    found: list[Figures] = []
    names: list[str] = []
    paths = [file] if second is None else [file, second]
    with messages().status("Counting the matches …"):
        for path, name in zip(paths, file_names(paths), strict=True):
            sets = figures_of(path)
            found += sets
            names += [name if len(sets) == 1 else f"{name}: {label(one, sets)}" for one in sets]
    if out is None and not json:
        out = file.with_suffix(".html")
    if out is not None:
        with messages().status("Drawing the page …"):
            shown = report_page(found, None if second is None else names)
            out.write_text(shown, encoding="utf-8")
    if json:
        print_json([{"file": name, **one.data()} for name, one in zip(names, found, strict=True)])
        return
    screen = console()
    for figures, name in zip(found, names, strict=True):
        matches = plural(figures.matches, "match", "matches")
        first = figures.orders[0]
        screen.print(
            (f"{escaped(name)}: " if second is not None else "")
            + f"[bold]{escaped(figures.board or figures.game)}[/], {figures.players} players: "
            f"{matches}; winners have {figures.winning.value:.1f} points; the first player wins "
            f"{first.value:.1%} [dim]({first.low:.1%} to {first.high:.1%})[/]",
            soft_wrap=True,
        )
    if len(paths) == len(found) == 2:
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
        for title in ("", *names, "difference (95 %)"):
            table.add_column(escaped(title))
        for row in differences(found[0], found[1]):
            words = f"[bold]{row.words()}[/]" if row.is_sure else row.words()
            table.add_row(row.name, row.first, row.second, words)
        screen.print(table)
    screen.print(f"Report: {escaped(str(out))}", soft_wrap=True)


def file_names(paths: list[Path]) -> list[str]:
    """What files are called beside each other: by their folders, too, if they have one name."""
    names = [path.name for path in paths]
    return names if len(set(names)) == len(names) else [str(path) for path in paths]
