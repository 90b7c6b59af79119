"""Charts as SVG, drawn by hand: few kinds, readable in any colour scheme and on paper."""

import math
from collections.abc import Sequence
from html import escape
from typing import Final

from wagonik.arena.metrics import Estimate

WIDTH: Final = 520.0


def number(value: float) -> str:
    return f"{value:.1f}".rstrip("0").rstrip(".")


def ticks(low: float, high: float, wanted: int = 6) -> list[float]:
    """Round numbers that divide a range."""
    span = max(high - low, 1e-9)
    step = 10 ** math.floor(math.log10(span / wanted))
    for factor in (1, 2, 5, 10):
        if span / (step * factor) <= wanted:
            step *= factor
            break
    first = math.ceil(low / step - 1e-9)
    return [round(i * step, 10) for i in range(first, math.floor(high / step + 1e-9) + 1)]


def svg(width: float, height: float, title: str, parts: Sequence[str]) -> str:
    """A picture that says in words what it shows."""
    return (
        f'<svg viewBox="0 0 {number(width)} {number(height)}" role="img" '
        f'aria-label="{escape(title, quote=True)}">{"".join(parts)}</svg>'
    )


def text(x: float, y: float, words: str, anchor: str = "middle", css: str = "") -> str:
    kind = f' class="{css}"' if css else ""
    return (
        f'<text x="{number(x)}" y="{number(y)}" text-anchor="{anchor}"{kind}>{escape(words)}</text>'
    )


def line(x1: float, y1: float, x2: float, y2: float, colour: str = "grid", more: str = "") -> str:
    return (
        f'<line x1="{number(x1)}" y1="{number(y1)}" x2="{number(x2)}" y2="{number(y2)}" '
        f'stroke="var(--{colour})" {more}/>'
    )


def bar(x: float, y: float, width: float, height: float, colour: str, title: str = "") -> str:
    told = f"<title>{escape(title)}</title>" if title else ""
    return (
        f'<rect x="{number(x)}" y="{number(y)}" width="{number(max(width, 0.0))}" '
        f'height="{number(max(height, 0.0))}" fill="var(--{colour})">{told}</rect>'
    )


def binned(
    values: Sequence[tuple[int, int]], low: int, high: int, bins: int = 32
) -> tuple[int, list[int]]:
    """Counts in bins of equal whole width from low on: the width, and the counts."""
    width = max(1, math.ceil((high - low + 1) / bins))
    counts = [0] * ((high - low) // width + 1)
    for value, count in values:
        counts[min(max(value - low, 0) // width, len(counts) - 1)] += count
    return width, counts


def histogram(
    title: str,
    low: int,
    width: int,
    counts: Sequence[int],
    inner: Sequence[int] | None = None,
    top: float = 0.0,
    noun: str = "",
) -> str:
    """Shares of a whole in bins; `inner` is a part of each bin, drawn in front."""
    height, left, bottom = 220.0, 40.0, 184.0
    whole = max(1, sum(counts))
    top = max(top, max(counts) / whole)
    plot = WIDTH - left - 8
    step = plot / len(counts)
    parts = []
    for tick in ticks(0, top * 100, 4):
        y = bottom - tick / 100 / top * (bottom - 12)
        parts += [line(left, y, WIDTH - 8, y), text(left - 6, y + 4, f"{tick:g} %", "end", "m")]
    for i, count in enumerate(counts):
        x = left + i * step
        tall = count / whole / top * (bottom - 12)
        first, last = low + i * width, low + (i + 1) * width - 1
        name = f"{first}" if width == 1 else f"{first} to {last}"
        told = f"{name} {noun}: {count / whole:.1%}"
        if inner is not None:
            parts.append(bar(x, bottom - tall, step - 1, tall, "soft", told))
            won = inner[i] / whole / top * (bottom - 12)
            told = f"{name} {noun}, winners: {inner[i] / whole:.1%}"
            parts.append(bar(x, bottom - won, step - 1, won, "a", told))
        else:
            parts.append(bar(x, bottom - tall, step - 1, tall, "a", told))
    for tick in ticks(low, low + width * len(counts)):
        x = left + (tick - low) / width * step
        parts += [
            line(x, bottom, x, bottom + 4, "muted"),
            text(x, bottom + 18, f"{tick:g}", "middle", "m"),
        ]
    parts.append(line(left, bottom, WIDTH - 8, bottom, "muted"))
    return svg(WIDTH, height, title, parts)


def intervals(
    title: str,
    rows: Sequence[tuple[str, Estimate]],
    low: float,
    high: float,
    fair: float | None,
    percent: bool = True,
) -> str:
    """One dot with its interval in each row, and a line for what would be fair."""
    pitch, left, right = 30.0, 118.0, 150.0
    height = pitch * len(rows) + 40
    plot = WIDTH - left - right
    scale = 100 if percent else 1
    unit = " %" if percent else ""

    def at(value: float) -> float:
        return left + (min(max(value, low), high) - low) / max(high - low, 1e-9) * plot

    bottom = pitch * len(rows) + 12
    parts = []
    for tick in ticks(low * scale, high * scale, 5):
        x = at(tick / scale)
        parts += [
            line(x, 6, x, bottom),
            text(x, bottom + 18, f"{tick:g}{unit}", "middle", "m"),
        ]
    if fair is not None:
        x = at(fair)
        parts.append(line(x, 2, x, bottom, "fair", 'stroke-width="2" stroke-dasharray="4 3"'))
    for i, (name, estimate) in enumerate(rows):
        y = 8 + pitch * (i + 0.5)
        words = f"{estimate.value * scale:.1f}{unit}"
        dash = " to " if low < 0 else "–"
        span = f"{estimate.low * scale:.1f}{dash}{estimate.high * scale:.1f}"
        parts += [
            text(left - 12, y + 4, name, "end"),
            line(at(estimate.low), y, at(estimate.high), y, "a", 'stroke-width="3"'),
            f'<circle cx="{number(at(estimate.value))}" cy="{number(y)}" r="5.5" fill="var(--a)">'
            f"<title>{escape(name)}: {words} ({span})</title></circle>",
            text(WIDTH - right + 14, y + 4, words, "start"),
            text(WIDTH - 2, y + 4, span, "end", "m"),
        ]
    return svg(WIDTH, height, title, parts)


def paired_bars(
    title: str, rows: Sequence[tuple[str, float, float]], low: float, high: float
) -> str:
    """Two bars in each row: winners and the others."""
    pitch, left, right = 44.0, 132.0, 44.0
    plot = WIDTH - left - right
    height = pitch * len(rows) + 30

    def at(value: float) -> float:
        return left + (value - low) / max(high - low, 1e-9) * plot

    bottom = pitch * len(rows) + 6
    parts = []
    for tick in ticks(low, high):
        x = at(tick)
        parts += [line(x, 2, x, bottom), text(x, bottom + 17, f"{tick:g}", "middle", "m")]
    parts.append(line(at(0), 2, at(0), bottom, "muted"))
    for i, (name, won, lost) in enumerate(rows):
        y = pitch * i + 7
        parts.append(text(left - 12, y + 19, name, "end"))
        for offset, value, colour, who in ((0, won, "a", "winners"), (16, lost, "soft", "others")):
            start, end = min(at(0), at(value)), max(at(0), at(value))
            parts.append(
                bar(start, y + offset, end - start, 14, colour, f"{name}, {who}: {value:+.1f}")
            )
            near = at(value) + (5 if value >= 0 else -5)
            parts.append(
                text(near, y + offset + 11, f"{value:.1f}", "start" if value >= 0 else "end", "m")
            )
    return svg(WIDTH, height, title, parts)


def spark(estimate: Estimate, low: float, high: float, fair: float) -> str:
    """An interval small enough for a cell of a table."""
    wide, y = 150.0, 9.0

    def at(value: float) -> float:
        return 4 + (min(max(value, low), high) - low) / max(high - low, 1e-9) * (wide - 8)

    sure = estimate.excludes(fair)
    colour = "muted" if not sure else "high" if estimate.value > fair else "low"
    return svg(
        wide,
        18,
        "",
        [
            line(at(fair), 1, at(fair), 17, "fair", 'stroke-dasharray="3 2"'),
            line(at(estimate.low), y, at(estimate.high), y, colour, 'stroke-width="2.5"'),
            f'<circle cx="{number(at(estimate.value))}" cy="9" r="4" fill="var(--{colour})"/>',
        ],
    ).replace('role="img" aria-label=""', 'aria-hidden="true"')
