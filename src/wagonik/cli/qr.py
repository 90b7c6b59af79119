"""A link as a QR code in the terminal, for phones."""

from typing import Final

from rich.console import Console
from rich.text import Text

# Two rows of a code in one line of text: is the upper one dark, is the lower one?
_BLOCKS: Final = {(1, 1): "█", (1, 0): "▀", (0, 1): "▄", (0, 0): " "}
_MARGIN: Final = 4  # light modules around a code, as its standard wants


def show_code(out: Console, link: str) -> bool:
    """Print the code where a phone can read it; whether it was printed.

    Nobody scans a pipe, and a code that is broken into lines or lacks its colours can't be read.
    """
    if not out.is_terminal or out.color_system is None or out.options.ascii_only:
        return False
    lines = code_lines(link)
    if len(lines[0]) > out.width:
        return False
    # Dark on light in every theme: many phones can't read the opposite.
    out.print(Text("\n".join(lines), style="#000000 on #ffffff"), soft_wrap=True)
    return True


def code_lines(link: str) -> list[str]:
    """The code in half blocks, dark modules drawn."""
    import segno

    rows = [list(row) for row in segno.make_qr(link).matrix_iter(border=_MARGIN)]
    if len(rows) % 2:
        rows.append([0] * len(rows[0]))
    return [
        "".join(_BLOCKS[upper, lower] for upper, lower in zip(*rows[i : i + 2], strict=True))
        for i in range(0, len(rows), 2)
    ]
