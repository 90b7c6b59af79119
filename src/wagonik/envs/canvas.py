"""Two ways to draw the same few shapes: as SVG, and as pixels."""

import unicodedata
from html import escape
from typing import Any, Final, Protocol

import numpy as np
from numpy.typing import NDArray

from wagonik.engine.errors import WagonikError

Point = tuple[float, float]
FONT: Final = "DejaVuSans.ttf"
_LETTERS: Final = str.maketrans(
    {"ø": "o", "Ø": "O", "æ": "ae", "Æ": "AE", "ł": "l", "Ł": "L", "ß": "ss", "–": "-", "’": "'"}
)


def ascii_letters(text: str) -> str:
    """Names as far as plain letters can write them."""
    split = unicodedata.normalize("NFKD", text.translate(_LETTERS))
    return split.encode("ascii", "ignore").decode("ascii")


class Canvas(Protocol):
    """What pictures are drawn on. Colours are like `#d6403a`; an empty one draws nothing."""

    def polygon(self, points: list[Point], fill: str, edge: str, width: float = 1.0) -> None: ...

    def line(self, points: list[Point], colour: str, width: float) -> None: ...

    def disc(self, x: float, y: float, radius: float, fill: str, edge: str) -> None: ...

    def text(
        self, x: float, y: float, text: str, size: float, colour: str, middle: bool = False
    ) -> None: ...


class SvgCanvas:
    """A picture as the elements of an SVG."""

    def __init__(self, width: float, height: float) -> None:
        self.width: Final = width
        self.height: Final = height
        self.parts: Final[list[str]] = []

    def polygon(self, points: list[Point], fill: str, edge: str, width: float = 1.0) -> None:
        self.parts.append(
            f'<polygon points="{_points(points)}" fill="{fill or "none"}" '
            f'stroke="{edge or "none"}" stroke-width="{width:g}"/>'
        )

    def line(self, points: list[Point], colour: str, width: float) -> None:
        self.parts.append(
            f'<polyline points="{_points(points)}" fill="none" stroke="{colour}" '
            f'stroke-width="{width:g}" stroke-linecap="round"/>'
        )

    def disc(self, x: float, y: float, radius: float, fill: str, edge: str) -> None:
        self.parts.append(
            f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{fill or "none"}" '
            f'stroke="{edge or "none"}" stroke-width="2"/>'
        )

    def text(
        self, x: float, y: float, text: str, size: float, colour: str, middle: bool = False
    ) -> None:
        anchor = ' text-anchor="middle"' if middle else ""
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" font-size="{size:g}" fill="{colour}"{anchor}>'
            f"{escape(text)}</text>"
        )

    def svg(self, title: str) -> str:
        return (
            f'<svg xmlns="http://www.w3.org/2000/svg" role="img" font-family="sans-serif" '
            f'viewBox="0 0 {self.width:g} {self.height:g}"><title>{escape(title)}</title>'
            f"{''.join(self.parts)}</svg>"
        )


def _points(points: list[Point]) -> str:
    return " ".join(f"{x:.1f},{y:.1f}" for x, y in points)


class PixelCanvas:
    """A picture in pixels, drawn with Pillow."""

    def __init__(self, width: float, height: float, scale: float, ground: str) -> None:
        try:
            from PIL import Image, ImageDraw, ImageFont
        except ImportError as error:
            raise WagonikError(
                "Pictures in pixels need Pillow: pip install pillow, or render as text or html."
            ) from error
        self._fonts: Final[dict[float, Any]] = {}
        self._font_kinds: Final = ImageFont
        self._plain: bool = False  # whether the font has ASCII letters only
        self.scale: Final = scale
        size = (round(width * scale), round(height * scale))
        self.image: Final = Image.new("RGB", size, ground)
        self._draw: Final = ImageDraw.Draw(self.image)

    def _at(self, points: list[Point]) -> list[Point]:
        return [(x * self.scale, y * self.scale) for x, y in points]

    def polygon(self, points: list[Point], fill: str, edge: str, width: float = 1.0) -> None:
        pen = max(1, round(width * self.scale))
        self._draw.polygon(self._at(points), fill=fill or None, outline=edge or None, width=pen)

    def line(self, points: list[Point], colour: str, width: float) -> None:
        self._draw.line(self._at(points), fill=colour, width=max(1, round(width * self.scale)))

    def disc(self, x: float, y: float, radius: float, fill: str, edge: str) -> None:
        box = [((x - radius) * self.scale, (y - radius) * self.scale)]
        box.append(((x + radius) * self.scale, (y + radius) * self.scale))
        self._draw.ellipse(box, fill=fill or None, outline=edge or None)

    def text(
        self, x: float, y: float, text: str, size: float, colour: str, middle: bool = False
    ) -> None:
        pixels = max(7.0, round(size * self.scale))
        if pixels not in self._fonts:
            self._fonts[pixels] = self._font(pixels)
        self._draw.text(
            (x * self.scale, y * self.scale),
            ascii_letters(text) if self._plain else text,
            fill=colour,
            font=self._fonts[pixels],
            anchor="ms" if middle else "ls",
        )

    def _font(self, pixels: float) -> Any:
        """A font with all letters, where the system has one; Pillow's own knows only ASCII."""
        try:
            return self._font_kinds.truetype(FONT, pixels)
        except OSError:
            self._plain = True
            return self._font_kinds.load_default(pixels)

    def pixels(self) -> NDArray[np.uint8]:
        return np.array(self.image, dtype=np.uint8)
