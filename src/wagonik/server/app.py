"""The application: everything put together, and started."""

import asyncio
import contextlib
import logging
import multiprocessing
import socket
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, Final

import msgspec
import uvicorn
from fastapi import FastAPI, WebSocket
from fastapi.openapi.utils import get_openapi
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

import wagonik
from wagonik.server.coach import Coach
from wagonik.server.errors import Refused
from wagonik.server.failures import DATABASE_ERRORS, is_full, note, words
from wagonik.server.files import Lasting, send
from wagonik.server.garbage import collector
from wagonik.server.gate import HEADER_BYTES, protocols
from wagonik.server.hosting import Hosting
from wagonik.server.http import Api
from wagonik.server.hub import Hub
from wagonik.server.limits import Buckets
from wagonik.server.openapi import components
from wagonik.server.playing import Playing
from wagonik.server.protocol.web import Cause, HttpProblem
from wagonik.server.safety import Safety
from wagonik.server.settings import Settings
from wagonik.server.sockets import Socket

log = logging.getLogger(__name__)
PING_SECONDS: Final = 20  # after which a client that says nothing is asked whether it is there
PONG_SECONDS: Final = 30  # in which it has to answer


def create_app(settings: Settings | None = None) -> FastAPI:
    """The server as an ASGI application."""
    settings = settings or Settings()
    hub = Hub(settings)
    hosting = Hosting(hub)
    playing = Playing(hub)
    api = Api(hub, hosting)
    coach = Coach(hub, playing, api)

    @contextlib.asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await hub.open()
        try:
            yield
        finally:
            await coach.close()
            api.replaying.close()
            await hub.close()

    app = FastAPI(
        title="Wagonik",
        version=wagonik.__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    app.state.hub = hub
    app.include_router(api.router())
    app.include_router(coach.router())

    @app.websocket("/api/tables/{table}/socket")
    async def talk(websocket: WebSocket, table: str) -> None:
        await Socket(hub, hosting, playing, coach, websocket).run(table)

    _errors(app)
    _describe(app)
    _static(app, settings.static)
    app.add_middleware(_Requests, hub=hub)
    app.add_middleware(Safety, settings=settings)
    return app


def _problem(code: str, text: str, status: int, why: Cause | None = None) -> Response:
    return Response(
        msgspec.json.encode(HttpProblem(code=code, text=text, why=why)),
        status,
        media_type="application/json",
    )


def _errors(app: FastAPI) -> None:
    @app.exception_handler(Refused)
    async def refused(_: Request, error: Refused) -> Response:
        return _problem(error.code, error.text, error.status, error.why)

    async def database(_: Request, error: Exception) -> Response:
        note(log, "a request could not be answered", error)
        return _problem("failed", words(error), 507 if is_full(error) else 503)

    for kind in DATABASE_ERRORS:
        app.add_exception_handler(kind, database)

    @app.exception_handler(HTTPException)
    async def other(_: Request, error: HTTPException) -> Response:
        answer = _problem(
            "not_found" if error.status_code == 404 else "refused", error.detail, error.status_code
        )
        answer.headers.update(error.headers or {})
        return answer


def _describe(app: FastAPI) -> None:
    def openapi() -> dict[str, Any]:
        if app.openapi_schema is None:
            found = get_openapi(title=app.title, version=app.version, routes=app.routes)
            found["components"] = components()
            app.openapi_schema = found
        return app.openapi_schema

    app.openapi = openapi  # type: ignore[method-assign]  # FastAPI's own way to extend it


def _static(app: FastAPI, folder: Path) -> None:
    """The web client: its files, and its one page for every path that is not the API's."""
    page = folder / "index.html"
    if not page.is_file():
        return

    # Listed once: no path that someone asks for ever goes to the file system.
    files = {
        file.relative_to(folder).as_posix(): file for file in folder.rglob("*") if file.is_file()
    }

    @app.get("/{path:path}", include_in_schema=False)
    async def client(path: str, request: Request) -> Response:
        if path.startswith(("api/", "assets/")):
            raise HTTPException(404, "There is nothing here.")
        return send(files.get(path, page), request.scope, "no-cache")

    if (folder / "assets").is_dir():
        # The names of built files change with what is in them.
        app.router.routes.insert(0, _mount("/assets", Lasting(directory=folder / "assets")))


def _mount(path: str, app: ASGIApp) -> Any:
    from starlette.routing import Mount

    return Mount(path, app)


class _Requests:
    """Counts requests and holds back an address that sends too many."""

    def __init__(self, app: ASGIApp, hub: Hub) -> None:
        self.app: Final = app
        self.hub: Final = hub
        self.buckets: Final = Buckets(hub.settings.requests_rate, hub.settings.requests_burst)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                self.hub.metrics.requests.labels(message["status"]).inc()
            await send(message)

        address = scope["client"][0] if scope.get("client") else ""
        if scope["path"].startswith("/api/") and not self.buckets.take(address):
            await _problem("too_fast", "Too many requests: wait a moment.", 429)(
                scope, receive, counted
            )
        else:
            await self.app(scope, receive, counted)


def run(
    settings: Settings | None = None,
    host: str = "127.0.0.1",
    port: int = 8000,
    log_level: str = "info",
) -> None:
    """Serve until interrupted. One process; several of them share a PostgreSQL database."""
    settings = settings or Settings()
    if getattr(multiprocessing.current_process(), "_inheriting", False):
        return  # a process for bots that reads a program without its guard: no second server
    http, sockets = protocols(settings)
    config = uvicorn.Config(
        create_app(settings),
        http=http,
        ws=sockets,
        h11_max_incomplete_event_size=HEADER_BYTES,
        host=host,
        port=port,
        log_level=log_level,
        access_log=False,  # paths hold no secrets, but who asked for what is nobody's business
        proxy_headers=True,
        forwarded_allow_ips=settings.proxies,
        ws_max_size=settings.message_bytes * 2,
        ws_per_message_deflate=False,
        ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PONG_SECONDS,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    _Server(config).run()


class _Server(uvicorn.Server):
    _collector: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._collector = asyncio.create_task(collector.run())
        # Threads that write wait for the one that talks: not longer than a move takes.
        sys.setswitchinterval(0.0005)
