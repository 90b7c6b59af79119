"""The `wagonik` command and its subcommands."""

import platform
from typing import Annotated

import typer

from wagonik.cli import (
    analyse,
    arena,
    bench,
    check,
    games,
    layout,
    newboard,
    play,
    puzzles,
    replay,
    report,
    serve,
    simulate,
    study,
    train,
    tune,
)

ABOUT = """The open table and laboratory for the Ticket to Ride family of board games.

An unofficial fan project; the games' names belong to their publishers.
"""

EXAMPLES = """\b
[bold]Examples[/]
wagonik games
wagonik simulate paris --players 2 --matches 1000 --seed 7
wagonik replay match.json
"""

app = typer.Typer(
    name="wagonik",
    help=ABOUT,
    epilog=EXAMPLES,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    add_completion=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
MODULES = (
    play,
    serve,
    games,
    simulate,
    report,
    arena,
    replay,
    analyse,
    puzzles,
    newboard,
    check,
    layout,
    study,
    bench,
    train,
    tune,
)
for module in MODULES:
    app.command(epilog=module.EXAMPLES)(module.command)
    own = module.__name__.rpartition(".")[2]
    app.registered_commands[-1].name = getattr(module, "NAME", own)


def version(wanted: bool) -> None:
    if wanted:
        import wagonik

        engine = "compiled" if wagonik.compiled else "plain Python"
        python = f"{platform.python_implementation()} {platform.python_version()}"
        print(f"wagonik {wagonik.__version__} (engine: {engine}; {python})")
        raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option(
            "--version",
            callback=version,
            is_eager=True,
            help="Print the version and whether the engine is compiled.",
        ),
    ] = False,
) -> None:
    """The options of `wagonik` itself."""


def main() -> None:
    app(prog_name="wagonik")
