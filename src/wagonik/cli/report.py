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
    from wagonik.arena.metrics import Figures, figures_of
    from wagonik.arena.report import report_page

    found: list[Figures] = []
    with messages().status("Counting the matches …"):
        for path in (file, second):
            if path is not None:
                found += figures_of(path)
    if out is None and not json:
        out = file.with_suffix(".html")
    if out is not None:
        with messages().status("Drawing the page …"):
            out.write_text(report_page(found), encoding="utf-8")
    if json:
        print_json([figures.data() for figures in found])
        return
    screen = console()
    for figures in found:
        matches = plural(figures.matches, "match", "matches")
        first = figures.orders[0]
        screen.print(
            f"[bold]{escaped(figures.board or figures.game)}[/], {figures.players} players: "
            f"{matches}; winners have {figures.winning.value:.1f} points; the first player wins "
            f"{first.value:.1%} [dim]({first.low:.1%} to {first.high:.1%})[/]",
            soft_wrap=True,
        )
    screen.print(f"Report: {escaped(str(out))}", soft_wrap=True)
