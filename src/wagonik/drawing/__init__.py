"""The drawn board: where everything goes, whether it fits, and the drawing as data."""

from wagonik.drawing.drawing import BoardDrawing, draw
from wagonik.drawing.layout import BoardLayout, layout
from wagonik.drawing.overlaps import Overlap, overlaps
from wagonik.drawing.tomlwrite import with_layout

__all__ = ["BoardDrawing", "BoardLayout", "Overlap", "draw", "layout", "overlaps", "with_layout"]
