"""The HTTP API: games, tables, seats, records, replays."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Any, Final, TypeVar, cast

import msgspec
from fastapi import APIRouter, Request, Response
from starlette.requests import ClientDisconnect

import wagonik
from wagonik.engine.boardfile import BoardFile, published
from wagonik.engine.errors import WagonikError
from wagonik.games import find_game
from wagonik.records import to_json, to_text
from wagonik.server.boards import drawn
from wagonik.server.children import GaveUp
from wagonik.server.coachstore import notes
from wagonik.server.errors import Refused
from wagonik.server.facts import game_facts, game_infos
from wagonik.server.failures import words
from wagonik.server.hosting import Hosting
from wagonik.server.hub import Hub
from wagonik.server.limits import Buckets
from wagonik.server.live import LiveMatch
from wagonik.server.openapi import described
from wagonik.server.protocol.answers import ErrorCode, Replay
from wagonik.server.protocol.facts import Facts
from wagonik.server.protocol.puzzles import PuzzleList, PuzzleQuestion, PuzzleSolution
from wagonik.server.protocol.replays import OpenedReplay, OpenReplay
from wagonik.server.protocol.web import (
    CreatedTable,
    Health,
    JoinTable,
    NewLesson,
    NewTable,
    ReplayRequest,
    SeatToken,
    TableInfo,
    TakeSeat,
    Welcoming,
)
from wagonik.server.puzzles import Puzzles
from wagonik.server.replays import work
from wagonik.server.strangers import Strangers
from wagonik.server.tables import LiveTable

Body = TypeVar("Body")
Answering = Callable[[Request], Awaitable[Response]]
_encode: Final = msgspec.json.encode
_MOST_DRAWINGS: Final = 64


def answer(data: Any, status: int = 200, cache: int = 0) -> Response:
    # What is in answers may be secret: it is kept only where it never changes.
    control = f"public, max-age={cache}" if cache else "no-store"
    return Response(
        _encode(data), status, {"cache-control": control}, media_type="application/json"
    )


class Api:
    """The routes, and what they share."""

    def __init__(self, hub: Hub, hosting: Hosting) -> None:
        settings = hub.settings
        self.hub: Final = hub
        self.hosting: Final = hosting
        self.new_tables: Final = Buckets(settings.tables_rate, settings.tables_burst)
        self.replays: Final = Buckets(settings.replays_rate, settings.replays_burst)
        # Records are played in a process of their own: matches that share rules can't be played in
        # two threads at once, and nobody at a table waits for a replay.
        self.replaying: Final = Strangers()
        self.puzzles: Final = Puzzles(self.replaying, self.replays)
        self.drawings: Final[OrderedDict[str, bytes | None]] = OrderedDict()

    @staticmethod
    def address(request: Request) -> str:
        return request.client.host if request.client else ""

    async def raw(self, request: Request) -> bytes:
        try:
            return await request.body()
        except ClientDisconnect as error:
            raise Refused("bad_message", "The body is too large, or was cut off.") from error

    async def body(self, request: Request, kind: type[Body]) -> Body:
        try:
            return msgspec.json.decode(await self.raw(request), type=kind)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise Refused("bad_message", f"The body is not as expected: {error}") from error

    async def table(self, request: Request) -> tuple[LiveTable, str]:
        """The table of the path, and the secret with which it was asked for."""
        kind, _, secret = request.headers.get("authorization", "").partition(" ")
        table = await self.hub.table(request.path_params["table"])
        if kind.lower() != "bearer" or not self.hosting.opens(table, secret.strip()):
            raise Refused("not_found", "There is no such table, or the key does not open it.")
        return table, secret.strip()

    # Games

    async def home(self, request: Request) -> Response:
        return answer(
            Welcoming(
                games=game_infos(),
                bots=self.hub.thinking.levels(),
                custom_boards=self.hub.settings.custom_boards,
                boards=self.hub.shelf.infos(),
                origin=self.hub.settings.origin,
                version=wagonik.__version__,
                compiled=wagonik.compiled,
            )
        )

    async def facts(self, request: Request) -> Response:
        game = request.path_params["game"]
        query = request.query_params
        players = query.get("players", "2")
        options = [name for name in query.get("options", "").split(",") if name]
        try:
            find_game(game)
        except WagonikError as error:
            raise Refused("not_found", str(error)) from error
        if not players.isascii() or not players.isdigit() or len(players) > 2:
            raise Refused("refused", "players must be a number.")
        try:
            return answer(game_facts(game, int(players), options))
        except WagonikError as error:
            raise Refused("refused", str(error)) from error

    async def drawing(self, request: Request) -> Response:
        try:
            game = find_game(request.path_params["game"])
        except WagonikError as error:
            raise Refused("not_found", str(error)) from error
        return await self._drawing(published(game.key) if game.has_board else None)

    async def board_drawing(self, request: Request) -> Response:
        return await self._drawing(self.hub.shelf.boards.get(request.path_params["board"]))

    async def _drawing(self, board: BoardFile | None) -> Response:
        found = None if board is None else await self._drawn(board.content)
        if found is None:
            raise Refused("not_found", "This board is not drawn.")
        return Response(found, 200, {"cache-control": "no-store"}, media_type="application/json")

    async def _drawn(self, text: str) -> bytes | None:
        """Drawings take a while and never change: they are made in another process, and kept."""
        if text in self.drawings:
            self.drawings.move_to_end(text)
        else:
            try:
                self.drawings[text] = await self.hub.strangers.run("", drawn, text)
            except GaveUp as error:
                raise Refused("failed", "This board can't be drawn now.") from error
            while len(self.drawings) > _MOST_DRAWINGS:
                self.drawings.popitem(last=False)
        return self.drawings[text]

    # Tables

    async def create(self, request: Request) -> Response:
        new = await self.body(request, NewTable)
        if not self.new_tables.take(self.address(request)):
            raise Refused("too_fast", "Too many new tables: wait a moment.")
        return answer(await self.hosting.create(new, self.address(request)), 201)

    async def lesson(self, request: Request) -> Response:
        new = await self.body(request, NewLesson)
        if not self.new_tables.take(self.address(request)):
            raise Refused("too_fast", "Too many new tables: wait a moment.")
        return answer(await self.hosting.lesson(new, self.address(request)), 201)

    async def info(self, request: Request) -> Response:
        table, _ = await self.table(request)
        return answer(table.info())

    async def delete(self, request: Request) -> Response:
        table, secret = await self.table(request)
        if not self.hosting.is_host(table, secret):
            raise Refused("not_yours", "Only the host can delete the table.")
        await self.hosting.delete(table)
        return Response(status_code=204)

    async def join(self, request: Request) -> Response:
        body = await self.body(request, JoinTable)
        table = await self.hub.table(request.path_params["table"])
        return answer(await self.hosting.join(table, body), 201)

    async def take(self, request: Request) -> Response:
        body = await self.body(request, TakeSeat)
        table = await self.hub.table(request.path_params["table"])
        return answer(await self.hosting.take(table, body), 201)

    async def table_facts(self, request: Request) -> Response:
        table, _ = await self.table(request)
        row = table.row
        assert row is not None
        options = row.options
        board = await self.hub.board(row.board)
        return answer(game_facts(options.game, options.players, list(options.options), board))

    async def table_drawing(self, request: Request) -> Response:
        table, _ = await self.table(request)
        row = table.row
        assert row is not None
        if row.board is not None:
            return await self._drawing(await self.hub.board(row.board))
        game = find_game(row.options.game)
        return await self._drawing(published(game.key) if game.has_board else None)

    async def record(self, request: Request) -> Response:
        """The record of a finished match; a running one stays here."""
        table, _ = await self.table(request)
        number = request.path_params["number"]
        if not number.isascii() or not number.isdigit() or len(number) > 6:
            raise Refused("not_found", "There is no such match at this table.")
        found = await self.hub.store.match(table.id, int(number))
        if found is None:
            raise Refused("not_found", "There is no such match at this table.")
        setup, over = found
        most = self.hub.settings.moves_a_match
        try:
            live = LiveMatch(setup, await self.hub.store.moves(setup.id), most, over)
        except WagonikError as error:
            raise Refused("not_now", str(error)) from error
        if not live.over:
            raise Refused.because(
                "not_now", "not_over", "The record can be had when the match is over."
            )
        record = live.match.record()
        taken = await self.hub.store.takeovers(setup.id)
        if any(row.name is not None for row in taken):
            record["taken"] = [[row.decisions, row.seat] for row in taken if row.name is not None]
        helped = [note for note in await notes(self.hub.store, setup.id) if note[0] == "hint"]
        if helped:
            record["hints"] = sorted([decisions, seat] for _, seat, decisions in helped)
        if setup.what_if is not None:
            record["what_if"] = setup.what_if
        text = request.query_params.get("form") == "text"
        return Response(
            to_text(record) if text else to_json(record),
            headers={"cache-control": "no-store"},
            media_type="text/plain" if text else "application/json",
        )

    # Replays

    async def replay(self, request: Request) -> Response:
        return await self._replay("open", request)

    async def frames(self, request: Request) -> Response:
        return await self._replay("frames", request)

    async def _replay(self, what: str, request: Request) -> Response:
        body = await self.raw(request)
        if not self.replays.take(self.address(request)):
            raise Refused("too_fast", "Too many replays: wait a moment.")
        try:
            code, found = await self.replaying.run(self.address(request), work, what, body)
        except GaveUp as error:
            raise Refused("refused", "It takes too long to replay this record.") from error
        if code:
            raise Refused(cast(ErrorCode, code), found.decode())
        return Response(found, 200, {"cache-control": "no-store"}, media_type="application/json")

    # The server

    async def health(self, request: Request) -> Response:
        try:
            async with asyncio.timeout(5):
                await self.hub.store.check()
        except Exception as error:
            raise Refused("failed", words(error)) from error
        if self.hub.listening.deaf:
            raise Refused("failed", "The other workers are not heard; connecting again.")
        return answer(Health(status="ok", version=wagonik.__version__))

    async def metrics(self, request: Request) -> Response:
        self.hub.metrics.live_tables.set(len(self.hub.tables))
        return Response(self.hub.metrics.text(), media_type="text/plain; version=0.0.4")

    def router(self) -> APIRouter:
        router = APIRouter()
        at = "/api/tables/{table}"
        routes: list[tuple[str, str, Answering, dict[str, Any]]] = [
            ("GET", "/api/home", self.home, described(Welcoming)),
            (
                "GET",
                "/api/games/{game}/facts",
                self.facts,
                described(Facts, path=["game"], query=["players", "options"]),
            ),
            ("GET", "/api/games/{game}/drawing", self.drawing, described(None, path=["game"])),
            (
                "GET",
                "/api/boards/{board}/drawing",
                self.board_drawing,
                described(None, path=["board"]),
            ),
            ("POST", "/api/tables", self.create, described(CreatedTable, NewTable, status=201)),
            ("POST", "/api/lessons", self.lesson, described(CreatedTable, NewLesson, status=201)),
            ("GET", at, self.info, described(TableInfo, path=["table"], key=True)),
            ("DELETE", at, self.delete, described(None, path=["table"], key=True, status=204)),
            (
                "POST",
                at + "/seats",
                self.join,
                described(SeatToken, JoinTable, path=["table"], status=201),
            ),
            (
                "POST",
                at + "/invitations",
                self.take,
                described(SeatToken, TakeSeat, path=["table"], status=201),
            ),
            ("GET", at + "/facts", self.table_facts, described(Facts, path=["table"], key=True)),
            (
                "GET",
                at + "/drawing",
                self.table_drawing,
                described(None, path=["table"], key=True),
            ),
            (
                "GET",
                at + "/matches/{number}/record",
                self.record,
                described(None, path=["table", "number"], query=["form"], key=True),
            ),
            ("POST", "/api/replays", self.frames, described(Replay, ReplayRequest)),
            ("POST", "/api/replays/open", self.replay, described(OpenedReplay, OpenReplay)),
            ("GET", "/api/puzzles", self.puzzles.titles, described(PuzzleList)),
            (
                "GET",
                "/api/puzzles/{puzzle}",
                self.puzzles.position,
                described(PuzzleQuestion, path=["puzzle"]),
            ),
            (
                "GET",
                "/api/puzzles/{puzzle}/solution",
                self.puzzles.solved,
                described(PuzzleSolution, path=["puzzle"]),
            ),
            ("GET", "/health", self.health, described(Health)),
        ]
        for method, path, function, extra in routes:
            router.add_api_route(
                path, function, methods=[method], openapi_extra=extra, response_model=None
            )
        if self.hub.settings.metrics:
            router.add_api_route("/metrics", self.metrics, response_model=None, methods=["GET"])
        return router
