"""What every answer carries, and who may ask: headers, origins, sizes."""

import logging
from typing import Final
from urllib.parse import urlsplit

from starlette.types import ASGIApp, Message, Receive, Scope, Send

from wagonik.server.settings import Settings

log = logging.getLogger(__name__)
CSP: Final = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "media-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)


_HERE: Final = ("localhost", "127.0.0.1", "::1")


def headers(settings: Settings) -> list[tuple[bytes, bytes]]:
    found = {
        "content-security-policy": CSP,
        "x-content-type-options": "nosniff",
        "x-frame-options": "DENY",
        "referrer-policy": "no-referrer",
        "cross-origin-opener-policy": "same-origin",
        "cross-origin-resource-policy": "same-origin",
        "permissions-policy": "camera=(), geolocation=(), microphone=(), payment=()",
    }
    if settings.https:
        found["strict-transport-security"] = "max-age=31536000"
    return [(name.encode(), value.encode()) for name, value in found.items()]


def header(scope: Scope, name: bytes) -> str | None:
    for key, value in scope["headers"]:
        if key == name:
            return str(value.decode("latin-1"))
    return None


def allowed_origin(scope: Scope, settings: Settings) -> bool:
    """Browsers say where a page comes from: from this server, or from a listed origin. What is
    not a browser says nothing, and has no one's cookies or tokens to misuse."""
    origin = header(scope, b"origin")
    if origin is None:
        return True
    if origin in settings.origins or origin == settings.origin:
        return True
    try:
        found = urlsplit(origin)
        name, netloc = found.hostname, found.netloc.lower()
    except ValueError:
        return False
    # Where the server has names of its own, another one is a stranger's that points here.
    if (settings.origins or settings.origin) and name not in _HERE:
        return False
    return netloc == (header(scope, b"host") or "").lower() != ""


class Safety:
    """Adds the headers, refuses foreign origins and bodies that are too large."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self.app: Final = app
        self.settings: Final = settings
        self.headers: Final = headers(settings)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        read = 0
        most = self.settings.body_bytes

        async def limited() -> Message:
            nonlocal read
            message = await receive()
            if message["type"] == "http.request":
                read += len(message.get("body", b""))
                if read > most:
                    return {"type": "http.disconnect"}
            return message

        started = False

        async def guarded(message: Message) -> None:
            nonlocal started
            if message["type"] == "http.response.start":
                started = True
                message = {**message, "headers": [*message["headers"], *self.headers]}
            await send(message)

        length = header(scope, b"content-length")
        if length is not None and (not length.isdigit() or int(length) > most):
            await _refuse(guarded, 413, b'{"code":"refused","text":"The body is too large."}')
        elif scope["method"] not in ("GET", "HEAD") and not allowed_origin(scope, self.settings):
            await _refuse(guarded, 403, b'{"code":"not_yours","text":"A foreign origin."}')
        else:
            try:
                await self.app(scope, limited, guarded)
            except Exception:
                log.exception("a request could not be answered")
                if not started:
                    text = b'{"code":"failed","text":"Something went wrong here; try again."}'
                    await _refuse(guarded, 500, text)


async def _refuse(send: Send, status: int, body: bytes) -> None:
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [(b"content-type", b"application/json")],
        }
    )
    await send({"type": "http.response.body", "body": body})
