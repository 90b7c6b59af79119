"""Start a server for a test: `python -m tests.server.serve PORT JSON-OF-SETTINGS`.

It ends when its standard input does, so that it never outlives the test.
"""

import json
import os
import sys
import threading
from pathlib import Path


def end_with_stdin() -> None:
    """End when whoever holds the other end of our standard input is gone."""

    def wait() -> None:
        while os.read(sys.stdin.fileno(), 1024):
            pass
        os._exit(0)

    threading.Thread(target=wait, daemon=True).start()


def main() -> None:
    # Not above: the processes that a server starts read this file, too, and most need no server.
    from wagonik.server import Settings, run

    end_with_stdin()
    values = json.loads(sys.argv[2])
    if "static" in values:
        values["static"] = Path(values["static"])
    if "boards" in values:
        values["boards"] = tuple(map(Path, values["boards"]))
    if "origins" in values:
        values["origins"] = tuple(values["origins"])
    run(Settings(**values), port=int(sys.argv[1]), log_level="warning")


if __name__ == "__main__":
    main()
