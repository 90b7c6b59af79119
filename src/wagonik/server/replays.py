"""Replays: a record is checked by playing it, and cut into the moments that can be looked at.

The views of the moments are asked for in parts (`POST /api/replays`), from any seat's eyes.
"""

from collections.abc import Callable
from typing import Any, Final

import msgspec

from wagonik.engine.errors import WagonikError
from wagonik.match import EVENT_SIZE, Match
from wagonik.records import parse, replay, to_text
from wagonik.server.boards import checked
from wagonik.server.facts import drawing, game_facts, replay_frames
from wagonik.server.live import result_of
from wagonik.server.protocol.replays import Moment, OpenedReplay, OpenReplay
from wagonik.server.protocol.web import ReplayRequest


def open_replay(request: OpenReplay) -> OpenedReplay:
    """A record with all that is needed to show it, if the engine can vouch for it."""
    given = parse(request.record) if isinstance(request.record, str) else request.record
    if isinstance(given.get("board"), str):
        checked(given["board"])
    match = replay(given)
    board = match.board
    record = match.record()
    return OpenedReplay(
        game=match.game,
        players=match.players,
        options=sorted(match.options),
        custom_board=board is not None,
        facts=game_facts(match.game, match.players, sorted(match.options), board),
        drawing=None if board is None else drawing(board),
        record=record,
        notation=to_text(record),
        decisions=len(match.history),
        moments=moments(match),
        result=result_of(match),
    )


def moments(match: Match) -> list[Moment]:
    """Where something happened that a spectator sees; the last decision always."""
    twin = match.again()
    found: list[Moment] = []
    actions: list[str] = []
    size = len(twin.state.log)
    for decision, (seat, action) in enumerate(match.history, start=1):
        turn = int(twin.state.turn)
        actions.append(twin.rules.table.actions[action].text)
        twin.play(action, seat)
        if len(twin.state.log) >= size + EVENT_SIZE or decision == len(match.history):
            found.append(Moment(decision=decision, turn=turn, seat=seat, actions=actions))
            actions = []
            size = len(twin.state.log)
    return found


def work(what: str, body: bytes) -> tuple[str, bytes]:
    """In the other process: a request's answer, or the code and the words of a refusal."""
    kind, make = _WORK[what]
    try:
        request = msgspec.json.decode(body, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return "bad_message", f"The body is not as expected: {error}".encode(errors="replace")
    try:
        return "", msgspec.json.encode(make(request))
    except WagonikError as error:
        return "refused", str(error).encode(errors="replace")


_WORK: Final[dict[str, tuple[Any, Callable[[Any], Any]]]] = {
    "frames": (ReplayRequest, replay_frames),
    "open": (OpenReplay, open_replay),
}
