"""Print the drawing of a board as JSON: `python -m wagonik.drawing BOARD.toml`."""

import json
import sys
from pathlib import Path

from wagonik.drawing.drawing import draw
from wagonik.engine.boardfile import BoardError, load, published


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("usage: python -m wagonik.drawing BOARD.toml | GAME", file=sys.stderr)
        return 2
    try:
        name = arguments[0]
        board = load(Path(name)) if name.endswith(".toml") else published(name)
        drawing = draw(board)
    except (BoardError, ValueError) as error:
        print(error, file=sys.stderr)
        return 1
    print(json.dumps(drawing, ensure_ascii=False, separators=(",", ":")))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
