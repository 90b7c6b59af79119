"""Shrink the pictures that web/e2e/tables.mjs and web/tools/rule-pictures.mjs took:
`python -m tools.pictures`.

Photographs of the table become WebP, a third of their size; the small pictures of the rules stay
PNG with a palette, clear at the edges.
"""

from pathlib import Path
from typing import Final

from PIL import Image

IMAGES: Final = Path(__file__).parents[1] / "docs" / "images"
QUALITY: Final = 88


def shrink() -> None:
    for path in [*IMAGES.glob("*.png"), *(IMAGES / "boards").glob("*.png")]:
        with Image.open(path) as picture:
            picture.convert("RGB").save(path.with_suffix(".webp"), quality=QUALITY, method=6)
        path.unlink()
    for path in (IMAGES / "rules").glob("*.png"):
        with Image.open(path) as picture:
            if picture.mode == "RGBA":
                picture.quantize(192, method=Image.Quantize.FASTOCTREE).save(path, optimize=True)


if __name__ == "__main__":
    shrink()
