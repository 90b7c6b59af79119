"""`wagonik arena`: bots against each other."""

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, NoReturn

import typer

from wagonik.cli.common import (
    FOUND,
    Json,
    console,
    fail,
    friendly,
    interrupted,
    messages,
    plural,
    print_json,
    tell_faults,
)
from wagonik.engine.errors import WagonikError

if TYPE_CHECKING:
    from wagonik.arena.run import Runner
    from wagonik.arena.standings import Standings
    from wagonik.arena.store import Store
    from wagonik.arena.tournament import Tournament

EXAMPLES: Final = """\b
[bold]Examples[/]
wagonik arena nordic_countries --bots planner,hungry --matches 1000
wagonik arena paris --players 3 --bots easy,normal,hard
wagonik arena united_kingdom --bots my_bots.py:Mine,planner --json
wagonik arena paris --bots planner,path,hungry,random --players 2 --until 0.02
wagonik arena all --players all --bots planner,hungry,path --out results
wagonik arena cup.toml --out results --ray auto
wagonik arena --show results
wagonik arena --mixed --matches 10000
wagonik arena paris --bots master@1s,planner --matches 40 --luck-adjusted
"""
BOTS: Final = "planner,random"


@friendly
def command(
    game: Annotated[
        str | None,
        typer.Argument(
            help="A game, several separated by commas, `all`, or a tournament in a TOML file."
        ),
    ] = None,
    bots: Annotated[
        str | None,
        typer.Option(
            help="Bots by name or level, separated by commas; one of your own is path.py:Class. "
            "Without it, planner and random."
        ),
    ] = None,
    players: Annotated[
        str | None,
        typer.Option(
            help="Seats at the table: a number, several separated by commas, or `all`; without "
            "it, one for each bot, or the fewest."
        ),
    ] = None,
    form: Annotated[
        str, typer.Option(help="Who plays whom: robin, gauntlet, tables, ladder or mixed.")
    ] = "robin",
    matches: Annotated[
        int | None,
        typer.Option(
            min=1, help="Matches for each line-up: 100; with --until at most, and then 20,000."
        ),
    ] = None,
    until: Annotated[
        str | None,
        typer.Option(
            help="Stop a line-up when its interval is this narrow (0.02: ± 2 %), or when it is "
            "`clear` who is best."
        ),
    ] = None,
    seed: Annotated[int, typer.Option(help="The same seed gives the same deals.")] = 0,
    seconds: Annotated[
        float | None,
        typer.Option(min=0.001, help="A bot's time for a decision; its move is replaced after it."),
    ] = None,
    option: Annotated[
        list[str] | None, typer.Option(help="An option of the game; may be given several times.")
    ] = None,
    board: Annotated[Path | None, typer.Option(help="Play on the board of this file.")] = None,
    jobs: Annotated[
        int | None,
        typer.Option("--jobs", "-j", "--processes", min=1, help="Processes; all cores without it."),
    ] = None,
    ray: Annotated[
        str | None,
        typer.Option(help="Play on the Ray cluster at this address; `local` starts one here."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", help="Keep the results in this folder, or go on with those in it."
        ),
    ] = None,
    minutes: Annotated[
        float | None,
        typer.Option(min=0, help="Stop after this time; with --out, the same call goes on later."),
    ] = None,
    anyway: Annotated[
        bool, typer.Option("--anyway", help="Go on with results of another version of the code.")
    ] = False,
    show: Annotated[
        Path | None, typer.Option(help="Play nothing; show the results of this folder.")
    ] = None,
    mixed: Annotated[
        bool,
        typer.Option(
            "--mixed", help="All bots mixed at every table, --matches in all; to find faults."
        ),
    ] = False,
    luck_adjusted: Annotated[
        bool,
        typer.Option(
            "--luck-adjusted",
            help="One line-up with the luck of the draw taken out: unbiased, narrower intervals. "
            "It costs about a second a match.",
        ),
    ] = False,
    json: Json = False,
) -> None:
    """Let bots play each other: the same deals from every seat, win rates with intervals.

    As many bots as seats play one table; otherwise each plays a table of each other one. See
    docs/arena.md for tournaments, ratings and files.
    Exit code 1: a bot failed and a move had to be replaced.
    """
    if show is not None:
        stored = _stored(show)
        _tell(stored, json)
        if not stored.complete:
            messages().print(
                f"Not all has been played: {stored.matches:,} of "
                f"{plural(stored.planned, 'match', 'matches')}. The call that made the folder "
                "goes on.",
                soft_wrap=True,
            )
        return
    tournament = _tournament(
        game, bots, players, form, matches, until, seed, seconds, option or [], board, mixed
    )
    tournament.check()
    if luck_adjusted:
        if out is not None or ray is not None or until is not None or minutes is not None:
            fail("--luck-adjusted goes without --out, --ray, --until and --minutes.")
        _adjusted(tournament, jobs, json)
        return
    if out is None:
        standings = _play(tournament, None, jobs, ray, minutes)
    else:
        with _store_module().open_store(out, tournament, anyway) as store:
            standings = _play(tournament, store, jobs, ray, minutes)
    _tell(standings, json)
    if out is not None and not standings.complete:
        messages().print("Not all has been played; the same call goes on.")
    if standings.replaced:
        raise typer.Exit(FOUND)


def _adjusted(tournament: "Tournament", jobs: int | None, json: bool) -> None:
    """Play one line-up and tell its win rates with luck taken out."""
    from rich import box
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
    from rich.table import Table

    from wagonik.arena.adjusted import LEAST_DEALS, run_adjusted
    from wagonik.arena.lineups import shown_name
    from wagonik.processes import cores

    table = tournament.tables[0]
    line_ups = tournament.line_ups(table, lambda _: None)
    if len(tournament.tables) != 1 or len(line_ups) != 1:
        fail("--luck-adjusted is for one table and one line-up.")
    deals = max(LEAST_DEALS, tournament.deals(table))
    columns = (BarColumn(), MofNCompleteColumn(), "{task.description}", TimeRemainingColumn())
    with Progress(*columns, console=messages(), transient=True) as bar:
        task = bar.add_task("deals", total=deals)
        found = run_adjusted(
            table,
            line_ups[0],
            deals,
            tournament.seed,
            tournament.seconds,
            jobs=jobs if jobs is not None else cores(),
            progress=lambda done, total: bar.update(task, completed=done, total=total),
        )
    if json:
        bots = [{**asdict(bot), "name": shown_name(bot.name)} for bot in found]
        print_json({"game": table.game, "players": table.players, "deals": deals, "bots": bots})
        return
    shown = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("bot", "wins", "luck taken out", "deals saved"):
        shown.add_column(name, justify="left" if name == "bot" else "right")
    for bot in found:
        shown.add_row(
            shown_name(bot.name),
            f"{100 * bot.rate:.1f} ± {100 * bot.half:.1f} %",
            f"{100 * bot.adjusted:.1f} ± {100 * bot.adjusted_half:.1f} %",
            f"× {bot.factor:.2f}",
        )
    console().print(shown)


def _store_module() -> Any:
    try:
        from wagonik.arena import store
    except ModuleNotFoundError as error:
        fail(f"Folders of results need {error.name}: pip install 'wagonik[lab]'.")
    return store


def _stored(folder: Path) -> "Standings":
    from wagonik.arena.run import Runner
    from wagonik.arena.standings import runner_standings

    store = _store_module().read_store(folder)
    return runner_standings(Runner(store.tournament, store, play=False))


def _tournament(
    game: str | None,
    bots: str | None,
    players: str | None,
    form: str,
    matches: int | None,
    until: str | None,
    seed: int,
    seconds: float | None,
    options: list[str],
    board: Path | None,
    mixed: bool,
) -> "Tournament":
    from wagonik.arena import tournament as t
    from wagonik.arena.contestants import find_contestant
    from wagonik.arena.intervals import parse_until
    from wagonik.games import find_game

    if game is not None and game.endswith(".toml"):
        return t.load_tournament(Path(game))
    if mixed:
        form = t.MIXED
        game, players = game or t.ALL, players or t.ALL
        bots = bots or ",".join(t.all_bots())
    names = [name.strip() for name in (bots or BOTS).split(",") if name.strip()]
    for name in names:
        find_contestant(name)
    if game is None and board is None:
        raise WagonikError("Which game? `wagonik games` lists them; `all` is every one.")
    games = [] if game is None else [name.strip() for name in game.split(",")]
    counts: list[int] | str = "least"
    if players is not None:
        counts = t.ALL if players == t.ALL else _numbers(players)
    elif len(games) == 1 and games != [t.ALL]:
        found = find_game(games[0])
        if form == t.ROBIN and found.least_players <= len(names) <= found.most_players:
            counts = [len(names)]
    rule = None if until is None else parse_until(until)
    most = t.MATCHES_UNTIL if rule else t.MATCHES
    text = board.read_text(encoding="utf-8") if board is not None else ""
    return t.Tournament(
        tables=t.find_tables(games, counts, tuple(options), text),
        bots=tuple(names),
        form=form,
        matches=most if matches is None else matches,
        seed=seed,
        until=rule,
        seconds=seconds,
    )


def _numbers(text: str) -> list[int]:
    try:
        return [int(number) for number in text.split(",")]
    except ValueError:
        raise WagonikError(
            f"--players is a number, several separated by commas, or `all`, not {text!r}."
        ) from None


def _play(
    tournament: "Tournament",
    store: "Store | None",
    jobs: int | None,
    ray: str | None,
    minutes: float | None,
) -> "Standings":
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

    from wagonik.arena.executors import executor
    from wagonik.arena.run import Runner
    from wagonik.arena.standings import runner_standings

    runner = Runner(tournament, store)
    columns = (BarColumn(), MofNCompleteColumn(), "{task.description}", TimeRemainingColumn())
    before = runner.progress()[0]
    try:
        with Progress(*columns, console=messages(), transient=True) as bar:
            task = bar.add_task("matches", total=runner.progress()[1], completed=before)

            def told(done: int, total: int) -> None:
                bar.update(task, completed=done, total=total)

            with executor(jobs, ray) as where:
                runner.play(where, told, None if minutes is None else 60 * minutes)
    except KeyboardInterrupt:
        _interrupted(runner, before, store)
    return runner_standings(runner)


def _interrupted(runner: "Runner", before: int, store: "Store | None") -> NoReturn:
    played = plural(runner.progress()[0] - before, "match", "matches")
    kept = "" if store is None else f" They are in {store.folder}; the same call goes on."
    interrupted(f"Interrupted after {played}.{kept}")


def _tell(standings: "Standings", json: bool) -> None:
    if json:
        print_json(standings.data())
        if standings.replaced:
            tell_faults(messages(), standings.replaced, standings.faults)
    else:
        screen = console()
        for part in standings.show():
            screen.print(part)
        if standings.until is not None and standings.until.clear:
            screen.print("The intervals hold whenever one stops, and are wider for it.")
        tell_faults(screen, standings.replaced, standings.faults)
