"""Write the figures of docs/performance.md: `python -m tools.performance bench.json NOTE`.

bench.json is what `wagonik bench --json` prints; NOTE says on what machine, and how busy it was.
"""

import json
import sys
from pathlib import Path
from typing import Any, Final

from wagonik import GAMES

TARGET: Final = Path(__file__).parents[1] / "docs" / "performance.md"
START: Final = "<!-- generated: wagonik bench --json, python -m tools.performance -->"
END: Final = "<!-- end of the generated part -->"
NAMES: Final = {game.key: game.name for game in GAMES}


def figures(results: dict[str, Any], note: str) -> str:
    plain = {(row["game"], row["players"]): row for row in results["builds"]["interpreted"]}
    lines = [
        f"{results['python']}, {results['machine']}; one thread, processor time. {note}",
        "",
        "| game | players | decisions a second | matches a second | through the API | copies "
        "| views | as plain Python |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for row in results["builds"]["compiled"]:
        other = plain[row["game"], row["players"]]
        cells = [
            NAMES[row["game"]],
            str(row["players"]),
            f"**{row['decisions']:,}**",
            f"{row['matches']:,.0f}",
            f"{row['api_decisions']:,}",
            f"{row['copies']:,}",
            f"{row['views']:,}",
            f"{other['decisions']:,}",
        ]
        lines.append("| " + " | ".join(cells) + " |")
    return "\n".join(lines)


def render(page: str, results: dict[str, Any], note: str) -> str:
    """The page with its generated part made anew."""
    before, _, rest = page.partition(START)
    _, _, after = rest.partition(END)
    return f"{before}{START}\n\n{figures(results, note)}\n\n{END}{after}"


if __name__ == "__main__":
    given = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    TARGET.write_text(
        render(TARGET.read_text(encoding="utf-8"), given, sys.argv[2]), encoding="utf-8"
    )
