"""The built files of the web client, in the smallest form that a browser takes."""

import mimetypes
from pathlib import Path
from typing import Final

from starlette.datastructures import Headers
from starlette.responses import FileResponse, Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles
from starlette.types import Scope

_YEAR: Final = 31_536_000

# Beside a file lie its packed forms, the smallest first: see web/vite.config.ts.
_PACKED: Final = (("br", ".br"), ("gzip", ".gz"))


def accepted(header: str) -> set[str]:
    """The codings that a browser takes; one with the weight 0 it does not take."""
    found: set[str] = set()
    for part in header.split(","):
        name, _, weight = part.partition(";")
        value = weight.strip().removeprefix("q=")
        try:
            refused = value != "" and float(value) == 0
        except ValueError:
            refused = True
        if name.strip() and not refused:
            found.add(name.strip().lower())
    return found


def send(path: Path, scope: Scope, cache: str) -> Response:
    """A file in the smallest form that the browser takes, or word that it has it already."""
    asked = Headers(scope=scope)
    takes = accepted(asked.get("accept-encoding", ""))
    packed = [(coding, path.with_name(path.name + ending)) for coding, ending in _PACKED]
    packed = [(coding, form) for coding, form in packed if form.is_file()]
    # A form older than the file was left behind by another build.
    made = path.stat().st_mtime_ns
    fresh = [(coding, form) for coding, form in packed if form.stat().st_mtime_ns >= made]
    coding, form = next((each for each in fresh if each[0] in takes), ("", path))
    headers = {"cache-control": cache}
    if packed:
        headers["vary"] = "accept-encoding"
    if coding:
        headers["content-encoding"] = coding
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    # The tag is of the form that is sent, so no browser takes one for another.
    answer = FileResponse(form, headers=headers, media_type=kind, stat_result=form.stat())
    if _known(asked, answer.headers["etag"]):
        return NotModifiedResponse(answer.headers)
    return answer


def _known(asked: Headers, tag: str) -> bool:
    tags = asked.get("if-none-match", "")
    return tag in [each.strip().removeprefix("W/") for each in tags.split(",")]


class Lasting(StaticFiles):
    """Files whose names change with what is in them: a browser keeps them for good."""

    async def get_response(self, path: str, scope: Scope) -> Response:
        response = await super().get_response(path, scope)
        if not isinstance(response, FileResponse):
            return response
        return send(Path(response.path), scope, f"public, max-age={_YEAR}, immutable")
