"""The QR code of `wagonik play --lan`: what a phone sees is the code of the link."""

import io

import pytest
import segno
from rich.console import Console

from wagonik.cli.qr import code_lines, show_code

LINK = "http://192.168.100.200:8000/"


def terminal(width: int, encoding: str = "utf-8", colours: bool = True) -> Console:
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding, write_through=True)
    return Console(
        file=file,
        force_terminal=True,
        width=width,
        color_system="truecolor" if colours else None,
        legacy_windows=False,
        _environ={},
    )


def printed(out: Console) -> str:
    assert isinstance(out.file, io.TextIOWrapper)
    buffer = out.file.buffer
    assert isinstance(buffer, io.BytesIO)
    return buffer.getvalue().decode("utf-8")


@pytest.mark.parametrize("link", [LINK, "http://[2001:db8::1]:8000/#/t/abcdefgh?join=" + "k" * 43])
def test_the_modules_are_those_of_the_link_with_their_margin(link: str) -> None:
    lines = code_lines(link)
    modules = [
        [character in blocks for character in line]
        for line in lines
        for blocks in ("█▀", "█▄")  # the upper row of a line, then the lower one
    ]
    matrix = [[bool(module) for module in row] for row in segno.make_qr(link).matrix]
    size = len(matrix)
    assert [row[4 : 4 + size] for row in modules[4 : 4 + size]] == matrix
    around = [row for i, row in enumerate(modules) if not 4 <= i < 4 + size]
    assert len(around) >= 8
    assert not any(any(row) for row in around)
    assert not any(any(row[:4] + row[4 + size :]) for row in modules)
    assert {len(line) for line in lines} == {size + 8}


def test_it_is_printed_dark_on_light_in_whole_lines() -> None:
    lines = code_lines(LINK)
    out = terminal(len(lines[0]))
    assert show_code(out, LINK)
    said = printed(out)
    assert said.count("\n") == len(lines)
    for line, want in zip(said.splitlines(), lines, strict=True):
        assert line == f"\x1b[38;2;0;0;0;48;2;255;255;255m{want}\x1b[0m"


def test_it_is_left_out_where_it_could_not_be_read() -> None:
    width = len(code_lines(LINK)[0])
    pipe = Console(file=io.StringIO(), width=200, _environ={})
    narrow, ascii_only = terminal(width - 1), terminal(200, encoding="ascii")
    for out in (narrow, ascii_only, terminal(200, colours=False), pipe):
        assert not show_code(out, LINK)
    assert printed(narrow) == ""
