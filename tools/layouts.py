"""Write docs/reference/observations.md from the code: `python -m tools.layouts`."""

from pathlib import Path
from typing import Final

from wagonik import GAMES
from wagonik.envs.layout import layout

TARGET: Final = Path(__file__).parents[1] / "docs" / "reference" / "observations.md"

INTRODUCTION: Final = """<!-- made by python -m tools.layouts -->

# Observations

What a seat may know, as a row of whole numbers: the same for every environment, and the same
whether it is read from a view or from a whole state. The seat that observes comes first, then the
others in the order of play. `wagonik.envs.layout.layout(game, players)` gives this table as an
object that also splits observations by name.

```python
>>> from wagonik.envs.layout import layout
>>> shown = layout("paris", players=2)
>>> shown["hand"].name
'hand'

```

How long an observation is, and how many actions a game has, by the number of players:
"""


def render() -> str:
    most = max(game.most_players for game in GAMES)
    counts = range(2, most + 1)
    lines = [
        INTRODUCTION,
        "| game | actions | " + " | ".join(f"{n} players" for n in counts) + " |",
    ]
    lines += ["|---|---|" + "---|" * len(counts)]
    for game in GAMES:
        sizes = {
            n: layout(game.key, n).size for n in range(game.least_players, game.most_players + 1)
        }
        cells = [f"{sizes[n]:,}" if n in sizes else "" for n in counts]
        actions = layout(game.key, game.least_players).actions
        lines.append(f"| {game.name} | {actions} | " + " | ".join(cells) + " |")
    for game in GAMES:
        players = game.least_players
        lines += ["", f"## {game.name}", "", f"With {players} players:", ""]
        lines.append(layout(game.key, players).table())
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    TARGET.write_text(render(), encoding="utf-8")
