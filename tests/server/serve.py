"""Start a server for a test: `python -m tests.server.serve PORT JSON-OF-SETTINGS`.

It ends when its standard input does, so that it never outlives the test.
"""

import json
import sys
from pathlib import Path


def main() -> None:
    # Not above: the processes that a server starts read this file, too, and most need no server.
    from wagonik.server import Settings, run
    from wagonik.server.children import end_with_stdin

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
