"""`wagonik bench`: how fast the engine is here, compiled and as plain Python side by side."""

import json as jsonlib
import platform
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from wagonik.cli.common import Json, console, fail, friendly, messages, print_json
from wagonik.games import find_game

EXAMPLES: Final = """\b
[bold]Examples[/]
wagonik bench --quick
wagonik bench --game paris
wagonik bench --json > bench.json
"""

SECONDS: Final = 1.0
QUICK_SECONDS: Final = 0.1

Measurement = dict[str, Any]


@friendly
def command(
    quick: Annotated[
        bool, typer.Option("--quick", help="Measure a tenth as long; less exact.")
    ] = False,
    game: Annotated[
        list[str] | None, typer.Option("--game", help="Only this game; may be repeated.")
    ] = None,
    json: Json = False,
) -> None:
    """Measure the engine: random play, the API, copies, views and samples.

    One thread, processor time. The compiled engine and the same sources as plain Python run one
    after the other, in processes of their own.
    """
    for key in game or ():
        find_game(key)
    results = run(QUICK_SECONDS if quick else SECONDS, game or [])
    if json:
        print_json(results)
    else:
        show(results)
    if not results["same_matches"]:
        fail("The compiled engine and the plain sources played different matches.")


def run(seconds: float, games: list[str]) -> dict[str, Any]:
    """Measure both builds; the compiled one only where there is one."""
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    import wagonik
    from wagonik.cli.measure import cases

    builds = ["compiled", "interpreted"] if wagonik.compiled else ["interpreted"]
    chosen = [case for case in cases() if not games or case[0] in games]
    rows: dict[str, list[Measurement]] = {}
    columns = (BarColumn(), TextColumn("{task.description}"), TimeElapsedColumn())
    with Progress(*columns, console=messages(), transient=True) as progress:
        task = progress.add_task("", total=len(builds) * len(chosen))
        for build in builds:
            rows[build] = []
            progress.update(task, description=f"{build}: starting")
            for row in _measured(build, seconds, games):
                rows[build].append(row)
                done = f"{build}: {row['game']}, {row['players']} players"
                progress.update(task, advance=1, description=done)
    sums = [[row["checksum"] for row in rows[build]] for build in builds]
    return {
        "wagonik": wagonik.__version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "machine": _machine(),
        "seconds": seconds,
        "same_matches": all(each == sums[0] for each in sums),
        "builds": rows,
    }


def _measured(build: str, seconds: float, games: list[str]) -> Iterator[Measurement]:
    module = ["wagonik.cli.measure", "--seconds", str(seconds)]
    for game in games:
        module += ["--game", game]
    if build == "compiled":
        command = [sys.executable, "-m", *module]
    else:
        command = [sys.executable, str(Path(__file__).with_name("pure.py")), *module]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        try:
            assert process.stdout is not None
            for line in process.stdout:
                row = jsonlib.loads(line)
                if row["compiled"] != (build == "compiled"):
                    fail(f"Python did not load the {build} engine.")
                yield row
            if process.wait() != 0:
                fail(f"Measuring the {build} engine failed; what it said is above.")
        finally:
            process.kill()


def _machine() -> str:
    """The processor, as far as the system tells."""
    try:
        for line in Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines():
            if line.startswith("model name"):
                return f"{platform.system()}, {line.partition(':')[2].strip()}"
    except OSError:
        pass
    return f"{platform.system()} {platform.machine()}"


def show(results: dict[str, Any]) -> None:
    from rich import box
    from rich.table import Table

    builds = list(results["builds"])
    screen = console()
    screen.print(f"{results['python']}, {results['machine']}, one thread\n")
    play = Table(box=box.SIMPLE_HEAD, pad_edge=False, title="Random play, scored (a second)")
    play.add_column("game", no_wrap=True)
    play.add_column("players", justify="right")
    for build in builds:
        play.add_column(f"decisions\n{build}", justify="right")
        play.add_column(f"matches\n{build}", justify="right")
    tools = Table(box=box.SIMPLE_HEAD, pad_edge=False, title=f"One decision or state ({builds[0]})")
    tools.add_column("game", no_wrap=True)
    tools.add_column("players", justify="right")
    for title in ("API\ndecisions/s", "copy\nns", "copy\nbytes", "view\nµs", "sample\nµs"):
        tools.add_column(title, justify="right")
    for number, row in enumerate(results["builds"][builds[0]]):
        head = (row["game"], str(row["players"]))
        cells: list[str] = []
        for build in builds:
            mine = results["builds"][build][number]
            cells += [f"{mine['decisions']:,}", f"{mine['matches']:,.0f}"]
        play.add_row(*head, *cells)
        tools.add_row(
            *head,
            f"{row['api_decisions']:,}",
            f"{1e9 / row['copies']:,.0f}",
            f"{row['copy_bytes']:,}",
            f"{1e6 / row['views']:,.1f}",
            f"{1e6 / row['samples']:,.1f}",
        )
    screen.print(play)
    screen.print(tools)
    if len(builds) == 1:
        screen.print(
            "The engine is installed as plain Python. To compile it: install a C compiler, "
            "then Wagonik again."
        )
    elif results["same_matches"]:
        screen.print("Both builds played the same matches to the same scores.")
