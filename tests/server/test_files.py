"""Files of the web client are sent packed, and only when they are new to the browser."""

import gzip
import os
from pathlib import Path

import pytest

from wagonik.server.files import accepted, send

TEXT = b"export const text = 'wagonik';\n" * 60


@pytest.fixture
def script(tmp_path: Path) -> Path:
    path = tmp_path / "app-1.js"
    path.write_bytes(TEXT)
    path.with_name("app-1.js.br").write_bytes(b"brotli")
    path.with_name("app-1.js.gz").write_bytes(gzip.compress(TEXT))
    return path


def headers(path: Path, **asked: str) -> tuple[int, dict[str, str]]:
    given = [(key.replace("_", "-").encode(), value.encode()) for key, value in asked.items()]
    answer = send(path, {"type": "http", "method": "GET", "headers": given}, "no-cache")
    return answer.status_code, dict(answer.headers)


def test_the_smallest_form_that_a_browser_takes(script: Path) -> None:
    for takes, coding, size in [
        ("gzip, deflate, br, zstd", "br", 6),
        ("gzip, br;q=0", "gzip", script.with_name("app-1.js.gz").stat().st_size),
        ("identity", None, len(TEXT)),
    ]:
        status, found = headers(script, accept_encoding=takes)
        assert status == 200
        assert found.get("content-encoding") == coding
        assert found["content-length"] == str(size)
        assert found["vary"] == "accept-encoding"
        assert found["content-type"].startswith("text/javascript")


def test_each_form_has_a_tag_of_its_own(script: Path) -> None:
    tags = {headers(script, accept_encoding=takes)[1]["etag"] for takes in ("br", "gzip", "")}
    assert len(tags) == 3
    packed = headers(script, accept_encoding="br")[1]["etag"]
    status, found = headers(script, accept_encoding="br", if_none_match=f'"x", W/{packed}')
    assert status == 304
    assert found["vary"] == "accept-encoding"
    assert headers(script, accept_encoding="gzip", if_none_match=packed)[0] == 200


def test_a_packed_form_of_an_older_build_is_not_sent(script: Path) -> None:
    later = script.stat().st_mtime + 60
    os.utime(script, (later, later))
    assert "content-encoding" not in headers(script, accept_encoding="br")[1]


def test_a_file_without_packed_forms(tmp_path: Path) -> None:
    path = tmp_path / "icon.svg"
    path.write_text("<svg/>")
    status, found = headers(path, accept_encoding="br")
    assert status == 200
    assert "vary" not in found
    assert found["content-type"].startswith("image/svg+xml")


def test_what_a_browser_takes() -> None:
    assert accepted("gzip;q=0.5, br ; q=1.0") == {"gzip", "br"}
    assert accepted("br;q=0.0, gzip;q=x") == set()
    assert accepted("") == set()
