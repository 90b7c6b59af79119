"""`wagonik replay`: a match told move by move, with its final score sheet."""

import json as jsonlib
import sys
from pathlib import Path
from typing import Annotated, Any, Final, TextIO

import typer

from wagonik.cli.common import (
    Json,
    RecordFile,
    RecordNumber,
    console,
    escaped,
    fail,
    friendly,
    plural,
    print_json,
)
from wagonik.cli.words import Words, joined
from wagonik.engine.errors import RecordError
from wagonik.engine.events import event_data
from wagonik.engine.state import EVERYTHING, SPECTATOR
from wagonik.games import find_game
from wagonik.match import EVENT_SIZE, Match
from wagonik.records import parse, replay, to_text

EXAMPLES: Final = """\b
[bold]Examples[/]
wagonik replay match.json
wagonik replay matches.jsonl --number 17
wagonik replay match.json --seat 0 --until 20
wagonik replay match.json --notation > match.txt
wagonik simulate paris -m 1 -o match.jsonl && wagonik replay match.jsonl
"""


@friendly
def command(
    file: RecordFile,
    number: RecordNumber = None,
    seat: Annotated[
        int | None,
        typer.Option("--seat", help="Tell only what this seat knew; -1: a spectator."),
    ] = None,
    until: Annotated[
        int | None, typer.Option("--until", min=0, help="Stop after so many decisions.")
    ] = None,
    notation: Annotated[
        bool, typer.Option("--notation", help="Print the record in notation instead.")
    ] = False,
    json: Json = False,
) -> None:
    """Print a match move by move in words, and its final score sheet."""
    record = read_record(file, number)
    if notation and (seat is not None or until is not None or json):
        fail("--notation prints the whole record: leave out --seat, --until and --json.")
    if notation:
        replay(record)
        print(to_text(record), end="")
        return
    match = replay(record, until)
    if seat is not None and not SPECTATOR <= seat < match.players:
        fail(f"There is no seat {seat}: the match has seats 0 to {match.players - 1}.")
    viewer = EVERYTHING if seat is None else seat
    moves = told(record, match, viewer)
    if json:
        print_json(replay_data(match, moves, seat))
        return
    _show(match, moves, seat)


def read_record(file: str, number: int | None) -> dict[str, Any]:
    """One record of a file, which may hold many, one JSON line each."""
    if file == "-":
        return _read(sys.stdin, number)
    try:
        with Path(file).open(encoding="utf-8") as lines:
            return _read(lines, number)
    except UnicodeDecodeError:
        raise RecordError(f"{file}: this is not UTF-8 text, so it is not a record.") from None


def _read(file: TextIO, number: int | None) -> dict[str, Any]:
    first = file.readline()
    if not _is_whole(first):
        if number not in (None, 1):
            raise RecordError("The file holds one record, not JSON lines: leave out --number.")
        return parse(first + file.read())
    count = 0
    wanted = ""
    line = first
    while line:
        if line.strip():
            count += 1
            if count == (number or 1):
                wanted = line
                if number is not None:
                    break
        if number is None and count == 2:
            raise RecordError("The file holds several records: choose one with --number.")
        line = file.readline()
    if not wanted:
        raise RecordError(f"There is no record {number}: the file holds {count}.")
    try:
        return parse(wanted)
    except RecordError as error:
        reason = str(error).removeprefix("Line 1: ")
        raise RecordError(f"Record {number or 1} of the file: {reason}") from None


def _is_whole(line: str) -> bool:
    """Whether one line is a JSON object of its own."""
    try:
        return isinstance(jsonlib.loads(line), dict)
    except (ValueError, RecursionError):
        return False


Told = list[tuple[int, list[dict[str, Any]]]]


def told(record: dict[str, Any], match: Match, viewer: int) -> Told:
    """The events of a match by decision, as its viewer learnt of them at the time."""
    twin = replay({k: v for k, v in record.items() if k not in ("scores", "winners")}, 0)
    found = [(0, _events(twin, viewer, 0))]
    count = len(found[0][1])
    for number, (seat, action) in enumerate(match.history, 1):
        twin.play(action, seat)
        new = _events(twin, viewer, count)
        count += len(new)
        found.append((number, new))
    return found


def _events(match: Match, viewer: int, since: int) -> list[dict[str, Any]]:
    """A match's events; a record that lies open may be told with everything hidden in it."""
    if viewer != EVERYTHING:
        return match.events(viewer, since)
    log, types = match.state.log, match.rules.event_types
    return [
        event_data(types[log[at]], int(log[at + 1]), int(log[at + 2]), int(log[at + 3]), viewer)
        for at in range(since * EVENT_SIZE, len(log), EVENT_SIZE)
    ]


def replay_data(match: Match, moves: Told, seat: int | None) -> dict[str, Any]:
    open_now = match.over or seat is None
    return {
        "game": match.game,
        "players": match.players,
        "options": sorted(match.options),
        "seed": str(match.seed),
        "decisions": match.decision,
        "over": match.over,
        "events": [{"decision": number, **event} for number, events in moves for event in events],
        "scores": [sheet.data() for sheet in match.scores] if open_now else None,
        "winners": match.winners,
        "decided_by": match.decided_by,
    }


STYLES: Final = ("cyan", "magenta", "yellow", "green", "blue")


def _seat(seat: int) -> str:
    return f"[{STYLES[seat % len(STYLES)]}]seat {seat}[/]"


def _show(match: Match, moves: Told, seat: int | None) -> None:
    screen = console()
    words = Words(match)
    board = "" if match.board is None else f" on {match.board.name}"
    switched = "".join(f", {option}" for option in sorted(match.options))
    screen.print(
        f"[bold]{escaped(find_game(match.game).name)}[/]{escaped(board)}, "
        f"{match.players} players{switched}, seed {match.seed}\n"
    )
    for line in _lines(words, moves):
        screen.print(line, soft_wrap=True)
    screen.print()
    if match.over or seat is None:
        _show_scores(match, words)
    else:
        points = [match.rules.public_points(match.state, s) for s in range(match.players)]
        on_table = joined([f"{_seat(s)} {p}" for s, p in enumerate(points)])
        screen.print(f"After {plural(match.decision, 'decision')}. On the table: {on_table}.")


def _lines(words: Words, moves: Told) -> list[str]:
    """One line a turn; what comes before the first turn has a line for each seat."""
    turns: list[list[dict[str, Any]]] = [[]]
    for _, events in moves:
        for event in events:
            if event["event"] in ("turn", "over"):
                turns.append([])
            turns[-1].append(event)
    lines: list[str] = []
    for group in _by_seat(turns[0]):
        seat = group[0].get("seat")
        text = escaped(words.tell(group, seat))
        if text:
            lines.append(f"[dim]set-up[/]  {text if seat is None else f'{_seat(seat)} {text}'}")
    for events in turns[1:]:
        if events[0]["event"] == "over":
            continue
        seat = events[0]["seat"]
        text = words.tell(events[1:], seat) or "…"
        lines.append(f"[dim]{events[0]['turn']:>6}[/]  {_seat(seat)} {escaped(text)}")
    return lines


def _by_seat(events: list[dict[str, Any]]) -> list[list[dict[str, Any]]]:
    groups: list[list[dict[str, Any]]] = []
    for event in events:
        if groups and groups[-1][0].get("seat") == event.get("seat"):
            groups[-1].append(event)
        else:
            groups.append([event])
    return groups


def _show_scores(match: Match, words: Words) -> None:
    from rich import box
    from rich.table import Table

    title = "Final score" if match.over else f"If it ended after {match.decision} decisions"
    table = Table(box=box.SIMPLE_HEAD, pad_edge=False, title=title, title_justify="left")
    table.add_column("")
    sheets = match.scores
    for sheet in sheets:
        table.add_column(_seat(sheet.seat), justify="right", header_style="bold")
    for i, source in enumerate(sheets[0].sources):
        table.add_row(source.name, *(f"{sheet.sources[i].points:+d}" for sheet in sheets))
        if any(sheet.sources[i].items for sheet in sheets):
            cells = ["\n".join(_item(words, each) for each in s.sources[i].items) for s in sheets]
            table.add_row("", *cells, style="dim")
    table.add_section()
    table.add_row("[bold]total[/]", *(f"[bold]{sheet.total}[/]" for sheet in sheets))
    screen = console()
    screen.print(table)
    if not match.over:
        return
    who = joined([_seat(winner) for winner in match.winners])
    by = f" by {match.decided_by}" if match.decided_by else ""
    screen.print(f"{who} {'wins' if len(match.winners) == 1 else 'share the win'}{by}.")


def _item(words: Words, item: dict[str, object]) -> str:
    """A line of a score sheet's small print."""
    name, value = next(iter(item.items()))
    text = words.value(name, value)
    if name == "ticket":
        text = f"{text.rpartition(' (')[0]} {'✓' if item['done'] else '✗'}"
    return f"{escaped(text)} {item['points']:+d}"
