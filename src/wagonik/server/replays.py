"""Replays: a record is checked by playing it, and cut into the moments that can be looked at.

The views of the moments are asked for in parts (`POST /api/replays`), from any seat's eyes.
"""

import asyncio
from typing import TYPE_CHECKING, Final

from fastapi import Request, Response

from wagonik.engine.errors import WagonikError
from wagonik.match import EVENT_SIZE, Match
from wagonik.records import replay, to_text
from wagonik.server.errors import Refused
from wagonik.server.facts import drawing, game_facts
from wagonik.server.live import result_of
from wagonik.server.protocol.replays import Moment, OpenedReplay, OpenReplay
from wagonik.server.protocol.web import LONGEST_BOARD

if TYPE_CHECKING:
    from wagonik.server.http import Api


def open_replay(request: OpenReplay) -> OpenedReplay:
    """A record with all that is needed to show it, if the engine can vouch for it."""
    match = replay(request.record)
    board = match.board
    if board is not None and len(board.content) > LONGEST_BOARD:
        raise WagonikError(f"A board file has at most {LONGEST_BOARD} characters.")
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
    twin = Match(match.game, match.players, match.seed, match.options, match.board, match.first)
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


class Replays:
    """The route; it shares the limits of the API."""

    def __init__(self, api: "Api") -> None:
        self.api: Final = api

    async def open(self, request: Request) -> Response:
        from wagonik.server.http import answer

        body = await self.api.body(request, OpenReplay)
        if not self.api.replays.take(self.api.address(request)):
            raise Refused("too_fast", "Too many replays: wait a moment.")
        try:
            return answer(await asyncio.to_thread(open_replay, body))
        except WagonikError as error:
            raise Refused("refused", str(error)) from error
