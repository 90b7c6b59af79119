"""The coach: analyses of matches that are over, and advice where everybody agreed to it."""

import asyncio
import contextlib
import logging
from collections import OrderedDict
from functools import partial
from typing import Final, cast

import msgspec
from fastapi import APIRouter, Request, Response
from fastapi.responses import StreamingResponse

from wagonik.analysis.report import Hint, Offer
from wagonik.analysis.work import own_code
from wagonik.engine.errors import IllegalAction, StaleAction, WagonikError
from wagonik.server import coachstore
from wagonik.server.analyses import Analyses, line
from wagonik.server.children import Child, GaveUp
from wagonik.server.clients import Client
from wagonik.server.coachjobs import MEMORY, Position, Question, advise, analysis, check, ready
from wagonik.server.errors import Refused
from wagonik.server.http import Api
from wagonik.server.hub import Hub
from wagonik.server.limits import Buckets
from wagonik.server.live import LiveMatch
from wagonik.server.openapi import described
from wagonik.server.playing import Playing
from wagonik.server.protocol import answers, requests
from wagonik.server.protocol.answers import ErrorCode
from wagonik.server.protocol.coach import AnalysisPart, NewAnalysis
from wagonik.server.store import Note
from wagonik.server.tables import LiveTable

log = logging.getLogger(__name__)
_START_SECONDS: Final = 120.0  # in which a process must have started
_ADVICE_SECONDS: Final = 20.0  # far more than advice takes
_MOST_WAITING: Final = 16  # questions that wait for advice
_MOST_REMEMBERED: Final = 256  # answers, for whoever asks the same again
_LINES: Final = "application/x-ndjson"
# Proxies must not hold back what is said while it works.
_STREAMED: Final = {"cache-control": "no-store", "x-accel-buffering": "no"}


class Coach:
    """Analyses by HTTP, advice by the table's socket."""

    def __init__(self, hub: Hub, playing: Playing, api: Api) -> None:
        settings = hub.settings
        self.hub: Final = hub
        self.playing: Final = playing
        self.api: Final = api
        self.asked: Final = Buckets(settings.analyses_rate, settings.analyses_burst)
        self.hints: Final = Buckets(settings.hints_rate, settings.hints_burst)
        self.analyses: Final = Analyses(
            settings.analysis_workers,
            settings.analysis_seconds,
            settings.analyses_waiting,
            settings.analyses_an_address,
        )
        self._child: Final = Child(MEMORY)
        self._warming: asyncio.Task[None] | None = None
        self._given: Final[OrderedDict[tuple[object, ...], bytes]] = OrderedDict()

    async def close(self) -> None:
        if self._warming is not None:
            self._warming.cancel()
        self._child.close()
        await self.analyses.close()

    def router(self) -> APIRouter:
        router = APIRouter()
        router.add_api_route(
            "/api/analyses",
            self.analyse,
            methods=["POST"],
            openapi_extra=described(AnalysisPart, NewAnalysis),
            response_model=None,
        )
        return router

    # After a match

    async def analyse(self, request: Request) -> Response:
        """A record analysed, told line by line while it is made. Whoever goes away stops it."""
        body = await self.api.raw(request)
        address = self.api.address(request)
        if not self.asked.take(address):
            raise Refused("too_fast", "Too many analyses: wait a moment.")
        try:
            found = await self.api.replaying.run(address, check, body)
        except GaveUp as error:
            raise Refused("refused", "It takes too long to replay this record.") from error
        if isinstance(found, tuple):
            raise Refused(cast(ErrorCode, found[0]), found[1])
        store = self.hub.store
        if await coachstore.is_running(store, found.seed):
            raise Refused.because(
                "not_now", "still_played", "This match is still being played here."
            )
        key = found.key(own_code())
        kept = await coachstore.kept(store, key)
        if kept is not None:
            return Response(line("done", analysis=kept), 200, _STREAMED, media_type=_LINES)
        keep = partial(self._keep, key)
        lines = self.analyses.listen(key, address, analysis, (found.record, found.budget), keep)
        return StreamingResponse(lines, 200, _STREAMED, media_type=_LINES)

    async def _keep(self, key: str, found: bytes) -> None:
        await coachstore.keep(self.hub.store, key, found, self.hub.settings.analyses_bytes)

    async def show(self, table: LiveTable, seat: int, on: bool) -> None:
        """Whether the analysis of a seat is shown to the table."""
        async with self.hub.changing(table):
            live = self.playing.running(table)
            note: Note = ("shown", seat, 0)
            if on:
                await coachstore.note(self.hub.store, table.id, live.setup.id, note)
                table.notes.add(note)
            else:
                await coachstore.forget(self.hub.store, table.id, live.setup.id, note)
                table.notes.discard(note)
            table.push_info()

    # During a match

    async def ask(
        self,
        table: LiveTable,
        client: Client,
        message: requests.AskHint | requests.AskOffer | requests.AskCost,
    ) -> None:
        """Answer a question about a seat's decision, where that is allowed."""
        if not self.hints.take(client.address):
            raise Refused("too_fast", "Too many questions: wait a moment.")
        seat = message.seat
        async with self.hub.changing(table):
            live = self.playing.own(table, seat)
            if not hints_allowed(table, seat):
                raise Refused("no_hints", "At this table nobody asks the coach.")
            try:
                live.check_turn(seat, message.at)
            except StaleAction as error:
                raise Refused("stale", str(error)) from error
            except IllegalAction as error:
                raise Refused.by_rule("not_your_turn", error) from error
            legal = live.match.legal(seat)
            if isinstance(message, requests.AskCost) and message.action not in legal:
                raise Refused("illegal", "This is not possible now.")
            position = position_of(live, seat)
            await self._note(table, live, ("hint", seat, len(position.history)))
        match message:
            case requests.AskOffer():
                found = await self._advice("offer", position)
                offer = msgspec.json.decode(found, type=Offer)
                client.send(answers.Offered(id=message.id, seat=seat, offer=offer))
            case requests.AskHint():
                found = await self._advice("hint", position)
                hint = msgspec.json.decode(found, type=Hint)
                client.send(answers.Hinted(id=message.id, seat=seat, hint=hint))
            case requests.AskCost():
                found = await self._advice("hint", position, message.action)
                hint = msgspec.json.decode(found, type=Hint)
                client.send(cost(message, hint))

    def warm(self, table: LiveTable, client: Client) -> None:
        """Somebody came who may ask: the process that answers is there before a question is."""
        allowed = any(hints_allowed(table, seat) for seat in client.seats)
        if allowed and self.hub.settings.bot_workers and not self._child.processes:
            self._warming = asyncio.create_task(self._ready())

    async def _ready(self) -> None:
        with contextlib.suppress(GaveUp):
            await self._child.run(_START_SECONDS, ready)

    async def _note(self, table: LiveTable, live: LiveMatch, note: Note) -> None:
        """Before anything is told: who asked stands in the record, and everybody sees it."""
        if note not in table.notes:
            await coachstore.note(self.hub.store, table.id, live.setup.id, note)
            table.notes.add(note)
            table.push_info()

    async def _advice(self, question: Question, position: Position, also: int = -1) -> bytes:
        # What a move costs is told beside that move: a hint's words are about another one.
        key = (question, position.match, position.seat, position.history, also)
        known = self._given.get(key)
        if known is not None:
            return known
        if self._child.waiting >= _MOST_WAITING:
            raise Refused("too_many", "Many ask the coach just now: try again in a moment.")
        try:
            if not self._child.processes:
                await self._child.run(_START_SECONDS, ready)
            # Tickets are played for to the end of the match, which takes twice as long.
            playouts = self.hub.settings.hint_playouts // (2 if question == "offer" else 1)
            found = await self._child.run(
                _ADVICE_SECONDS, advise, question, position, playouts, also
            )
        except GaveUp as error:
            raise Refused("failed", "The coach has no answer now; try again.") from error
        except WagonikError as error:
            raise Refused("refused", str(error)) from error
        self._given[key] = found
        while len(self._given) > _MOST_REMEMBERED:
            self._given.popitem(last=False)
        return found


def hints_allowed(table: LiveTable, seat: int) -> bool:
    """Only where nobody is cheated: all others are bots, or the host said so before it began."""
    row = table.row
    if row is None:
        return False
    return row.options.hints or all(
        other.token_hash is None for other in row.seats if other.seat != seat
    )


def position_of(live: LiveMatch, seat: int) -> Position:
    setup = live.setup
    return Position(
        match=setup.id,
        seat=seat,
        game=setup.game,
        seats=setup.players,
        seed=setup.seed,
        options=setup.options,
        board=setup.board.content if setup.board else None,
        version=setup.version,
        history=tuple(live.match.history),
    )


def cost(message: requests.AskCost, hint: Hint) -> answers.Cost:
    """What an action costs against the best one, as far as it was looked at."""
    found = next((one for one in hint.candidates if one.action == message.action), None)
    return answers.Cost(
        id=message.id,
        seat=message.seat,
        action=message.action,
        loss=0.0 if found is None else -found.gain,
        error=0.0 if found is None else found.error,
        better=list(hint.equal),
        reasons=list(hint.reasons),
    )
