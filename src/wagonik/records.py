"""Records: a match as JSON and as readable text, both lossless.

A record is the game and its version, the options, the seed and the actions; everything else is
rebuilt from it. The scores at the end are there to notice damage.
"""

import json
import re
from typing import TYPE_CHECKING, Any, Final

from wagonik.engine.boardfile import BoardError, BoardFile, load
from wagonik.engine.cards import KIND_NAMES
from wagonik.engine.errors import IllegalAction, RecordError, WagonikError
from wagonik.engine.events import EVENT_SIZE, PAID
from wagonik.games import find_game

if TYPE_CHECKING:
    from wagonik.match import Match

FORMAT: Final = "wagonik-record"
VERSION: Final = 1
_KEYS: Final = {
    "format",
    "version",
    "game",
    "rules",
    "players",
    "seed",
    "options",
    "first",
    "board",
    "actions",
    "scores",
    "winners",
    "taken",
    "hints",
    "what_if",
}


def record_of(match: "Match") -> dict[str, object]:
    """The record of a match as JSON data, compact: an action is its integer, or [seat, action]
    where first tickets were chosen out of order."""
    actions: list[object] = []
    waiting = list(range(match.players))
    for seat, action in match.history:
        expected = waiting[0] if waiting else seat
        actions.append(action if seat == expected else [seat, action])
        if seat in waiting:
            waiting.remove(seat)
    record: dict[str, object] = {
        "format": FORMAT,
        "version": VERSION,
        "game": match.game,
        "rules": match.version,
        "players": match.players,
        "seed": str(match.seed),  # JSON numbers are too small for it
        "options": sorted(match.options),
    }
    if match.first is not None:
        record["first"] = match.first
    if match.board is not None:
        record["board"] = match.board.content
    record["actions"] = actions
    if match.over:
        record["scores"] = [sheet.total for sheet in match.scores]
        record["winners"] = match.winners
    return record


def to_json(record: dict[str, object]) -> str:
    """A record as one line of JSON."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":"))


def replay(record: "dict[str, Any] | str", decisions: int | None = None) -> "Match":
    """Rebuild a match from its record, up to some decision.

    Args:
        record: JSON data, JSON text or notation.
        decisions: Stop after so many; without it, the whole match, and its result is compared.

    Raises:
        RecordError: The record is damaged, foreign or of another version of the rules; the
            message says where and why.
    """
    data = parse(record) if isinstance(record, str) else record
    match, actions = _start(data)
    for number, (seat, action) in enumerate(actions[:decisions]):
        try:
            match.play(action, seat)
        except IllegalAction as error:
            raise RecordError(
                f"Decision {number + 1} of {len(actions)} can't be replayed. {error}"
            ) from error
    if decisions is None or decisions >= len(actions):
        _compare(data, match)
    return match


# Beside the rules: seats that changed hands, and seats that asked the coach, each after how many
# decisions.
_NOTES: Final = {"taken": "Taken", "hints": "Hints"}


def _pairs(data: dict[str, Any], key: str) -> list[tuple[int, int]]:
    """How many decisions had been made, and the seat."""
    found = []
    for pair in _typed(data, key, list):
        if type(pair) is not list or len(pair) != 2 or not all(type(n) is int for n in pair):
            raise RecordError(f"{key!r} of the record must be pairs of numbers, not {pair!r}.")
        found.append((pair[0], pair[1]))
    return found


def _compare(data: dict[str, Any], match: "Match") -> None:
    if ("scores" in data) != ("winners" in data):
        raise RecordError('"scores" and "winners" of a record belong together: one is missing.')
    if "scores" not in data:
        return
    for key in ("scores", "winners"):
        if not all(type(value) is int for value in _typed(data, key, list)):
            raise RecordError(f"{key!r} of the record must be whole numbers, not {data[key]!r}.")
    if not match.over:
        raise RecordError(
            f"The record has the scores of a finished match, but its {len(match.history)} actions "
            "stop before the end. Some are missing."
        )
    scores = [sheet.total for sheet in match.scores]
    if scores != data["scores"] or match.winners != data["winners"]:
        raise RecordError(
            f"The replayed match ends {scores}, won by {match.winners}, but the record says "
            f"{data['scores']}, won by {data['winners']}: it has been changed."
        )


def _start(data: dict[str, Any]) -> "tuple[Match, list[tuple[int | None, int]]]":
    from wagonik.match import Match

    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise RecordError(f'This is not a record of a match: "format" is not "{FORMAT}".')
    for key in data:
        if key not in _KEYS:
            raise RecordError(f"The record has an unknown entry {key!r}.")
    for key in _NOTES:
        if key in data:
            _pairs(data, key)
    # Its first decisions were taken from another match.
    _typed(data, "what_if", int, 0)
    if _typed(data, "version", int) != VERSION:
        raise RecordError(
            f"The record has version {data['version']}; this program reads {VERSION}."
        )
    options = _typed(data, "options", list, [])
    seed = _integer(_typed(data, "seed", str), "The seed")
    board = data.get("board")
    try:
        game = find_game(_typed(data, "game", str))
        rules = _typed(data, "rules", int)
        if not game.oldest <= rules <= game.version:
            raise RecordError(
                f"The record was made with version {rules} of the rules of "
                f"{data['game']}; this program has version {game.version}."
            )
        match = Match(
            data["game"],
            _typed(data, "players", int),
            seed,
            {str(name): True for name in options},
            None if board is None else _board(board),
            _typed(data, "first", int, None),
            rules,
        )
    except RecordError:
        raise
    except WagonikError as error:
        raise RecordError(f"The record can't be started. {error}") from error
    return match, _actions(data, match)


def _board(text: object) -> BoardFile:
    if not isinstance(text, str) or "\n" not in text:
        raise RecordError("The record's board is not the text of a board file.")
    try:
        return load(text)
    except BoardError as error:
        raise RecordError(f"The record's board is damaged.\n{error}") from error


def _actions(data: dict[str, Any], match: "Match") -> list[tuple[int | None, int]]:
    found: list[tuple[int | None, int]] = []
    for number, entry in enumerate(_typed(data, "actions", list)):
        if type(entry) is int:
            found.append((None, entry))
        elif (
            isinstance(entry, list) and len(entry) == 2 and all(type(part) is int for part in entry)
        ):
            found.append((entry[0], entry[1]))
        elif isinstance(entry, str) and entry in match.rules.table.by_text:
            found.append((None, match.rules.table.by_text[entry].index))
        else:
            raise RecordError(
                f"Entry {number + 1} of the actions is {entry!r}; "
                "an action is a whole number, or [seat, number]."
            )
    return found


def _integer(text: str, what: str) -> int:
    """A whole number in ASCII digits, none so long that Python refuses it."""
    if not re.fullmatch(r"-?[0-9]{1,2000}", text):
        raise RecordError(f"{what} must be a whole number, not {text[:40]!r}.")
    return int(text)


_MISSING: Final = object()


def _typed(data: dict[str, Any], key: str, kind: type, default: object = _MISSING) -> Any:
    if key not in data:
        if default is _MISSING:
            raise RecordError(f"The record has no {key!r}.")
        return default
    if type(data[key]) is not kind:
        raise RecordError(f"{key!r} of the record must be a {kind.__name__}, not {data[key]!r}.")
    return data[key]


# Notation: the record as text that people read


def to_text(record: dict[str, Any]) -> str:
    """A record as text: headers in brackets, then the decisions, one line a turn."""
    match, actions = _start(record)
    lines = [
        f'[Wagonik "{VERSION}"]',
        f'[Game "{match.game}"]',
        f'[Rules "{match.version}"]',
        f'[Players "{match.players}"]',
        f'[Seed "{match.seed}"]',
    ]
    if match.options:
        lines.append(f'[Options "{" ".join(sorted(match.options))}"]')
    if match.first is not None:
        lines.append(f'[First "{match.first}"]')
    if "board" in record:
        lines.append(f"[Board {json.dumps(record['board'], ensure_ascii=False)}]")
    for name, key in (("Scores", "scores"), ("Winners", "winners")):
        if key in record:
            values = " ".join(str(value) for value in _typed(record, key, list))
            lines.append(f'[{name} "{values}"]')
    for key, name in _NOTES.items():
        if key in record:
            pairs = " ".join(f"{decisions}:{seat}" for decisions, seat in _pairs(record, key))
            lines.append(f'[{name} "{pairs}"]')
    if "what_if" in record:
        lines.append(f'[WhatIf "{record["what_if"]}"]')
    lines.append("")
    last = (-1, -1)
    told = len(match.state.log)
    paid = ""  # what was paid in the turn of the last line, as a comment behind it
    for seat, action in actions:
        actor = match.seat if seat is None else seat
        moment = (int(match.state.turn), actor)
        try:
            text = match.action(action).text
            match.play(action, seat)
        except IllegalAction as error:
            raise RecordError(
                f"Decision {match.decision + 1} can't be replayed. {error}"
            ) from error
        if moment == last and moment[0] > 0:
            lines[-1] += f" {text}"
        else:
            lines[-1] += paid
            paid = ""
            lines.append(f"{moment[0]} seat{actor}: {text}")
        paid += _paid(match, told, paid)
        told = len(match.state.log)
        last = moment
    lines[-1] += paid
    _compare(record, match)
    return "\n".join(lines) + "\n"


def _paid(match: "Match", since: int, before: str) -> str:
    """The cards that were paid since, for people: not all of them were a choice."""
    log = match.state.log
    cards = [
        f"{log[at + 3]} {KIND_NAMES[log[at + 2]]}"
        for at in range(since, len(log), EVENT_SIZE)
        if log[at] == PAID
    ]
    if not cards:
        return ""
    return (", then " if before else "  ; paid ") + ", ".join(cards)


def parse(text: str) -> dict[str, Any]:
    """Read a record from JSON or from notation; what it is made of is checked by `replay`."""
    if not text.strip():
        raise RecordError("The record is empty.")
    if text.lstrip().startswith("{"):
        try:
            data = json.loads(text)
        except json.JSONDecodeError as error:
            raise RecordError(f"Line {error.lineno}: this is not JSON: {error.msg}.") from error
        except RecursionError as error:
            raise RecordError("The record is nested too deeply.") from error
        except ValueError as error:
            raise RecordError(f"The record can't be read: {error}.") from error
        if not isinstance(data, dict):
            raise RecordError("The record must be a JSON object.")
        return data
    return _parse_notation(text)


def _parse_notation(text: str) -> dict[str, Any]:
    if not re.search(r"^[ \t]*\[[A-Z]", text, re.M):
        raise RecordError(
            "This is not a record of a match: neither JSON nor notation, which starts with "
            '[Wagonik "1"].'
        )
    headers: dict[str, str] = {}
    moves: list[tuple[int, int, int, str]] = []
    # Not splitlines: a board in a header may hold other separators than the newline.
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.strip(" \t\r")
        if not line or line.startswith(";"):
            continue
        if line.startswith("["):
            name, value = _header(line, number)
            if name in headers:
                raise RecordError(f"Line {number}: {name} stands there twice.")
            headers[name] = value
        else:
            moves.extend(_moves(line, number))
    if "Wagonik" not in headers:
        raise RecordError('Line 1: a record in notation starts with [Wagonik "1"].')
    data = _from_headers(headers)
    data["actions"] = _numbered(data, moves)
    return data


def _header(line: str, number: int) -> tuple[str, str]:
    name, _, rest = line[1:-1].partition(" ")
    try:
        value = json.loads(rest)
    except (ValueError, RecursionError):
        value = None
    if not line.endswith("]") or not isinstance(value, str):
        raise RecordError(f'Line {number}: a header looks like [Name "value"].')
    if name not in _HEADERS:
        raise RecordError(f"Line {number}: there is no header {name!r}.")
    return name, value


_HEADERS: Final = {
    "Wagonik",
    "Game",
    "Rules",
    "Players",
    "Seed",
    "Options",
    "First",
    "Board",
    "Scores",
    "Winners",
    "Taken",
    "Hints",
    "WhatIf",
}


def _moves(line: str, number: int) -> list[tuple[int, int, int, str]]:
    """Line, turn, seat and text of every action of a line."""
    found = re.fullmatch(r"([0-9]{1,9}) seat([0-9]{1,9}): (.*)", re.sub(r"\s+;.*", "", line))
    if not found:
        raise RecordError(f'Line {number}: a line of actions looks like "12 seat1: deck deck".')
    return [(number, int(found[1]), int(found[2]), text) for text in found[3].split()]


def _whole(headers: dict[str, str], name: str) -> int:
    if name not in headers:
        raise RecordError(f"The record has no header {name}.")
    return _integer(headers[name], name)


def _wholes(headers: dict[str, str], name: str) -> list[int]:
    return [_integer(word, name) for word in headers[name].split()]


def _from_headers(headers: dict[str, str]) -> dict[str, Any]:
    data: dict[str, Any] = {
        "format": FORMAT,
        "version": _whole(headers, "Wagonik"),
        "game": headers.get("Game", ""),
        "rules": _whole(headers, "Rules"),
        "players": _whole(headers, "Players"),
        "seed": str(_whole(headers, "Seed")),
        "options": headers.get("Options", "").split(),
    }
    if "First" in headers:
        data["first"] = _whole(headers, "First")
    if "Board" in headers:
        data["board"] = headers["Board"]
    data["actions"] = []
    if "Scores" in headers:
        data["scores"] = _wholes(headers, "Scores")
    if "Winners" in headers:
        data["winners"] = _wholes(headers, "Winners")
    for key, name in _NOTES.items():
        if name in headers:
            pairs = [word.partition(":") for word in headers[name].split()]
            data[key] = [[_integer(a, name), _integer(b, name)] for a, _, b in pairs]
    if "WhatIf" in headers:
        data["what_if"] = _whole(headers, "WhatIf")
    return data


def _numbered(data: dict[str, Any], moves: list[tuple[int, int, int, str]]) -> list[object]:
    """The actions as integers; first tickets keep their seat where it is out of order."""
    match, _ = _start(data)
    actions: list[object] = []
    for number, turn, seat, text in moves:
        expected = match.seat
        if match.over:
            raise RecordError(f"Line {number}: the match is over before {text!r}.")
        if seat not in match.deciding or turn != match.state.turn:
            raise RecordError(
                f"Line {number}: {text!r} stands in turn {turn} of seat{seat}, but it is turn "
                f"{match.state.turn} of seat{expected}."
            )
        try:
            index = match.action(text).index
            match.play(index, seat)
        except IllegalAction as error:
            raise RecordError(f"Line {number}: {error}") from error
        actions.append(index if seat == expected else [seat, index])
    return actions
