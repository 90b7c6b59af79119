"""Two builds of the engine beside each other, in turns: `benchmarks/bench.py --against PYTHON`.

Both play the same random matches in short pieces, one after the other, game by game, and the best
piece of each counts: whatever else the machine does slows down some pieces of both.
"""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any, Final

from wagonik.cli.measure import cases

PIECES: Final = 25
PIECE_SECONDS: Final = 0.04


class Build:
    """A Python with a Wagonik of its own, which plays what it is told."""

    def __init__(self, python: Path) -> None:
        inside = python / "bin" / "python"
        command = [inside if inside.exists() else python, Path(__file__).with_name("pieces.py")]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def play(self, game: str, players: int, matches: int) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{game} {players} {matches}\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline() or "{}")
        if not answer:
            sys.exit(f"{self.process.args} does not play {game}; what it said is above.")
        return answer

    def close(self) -> None:
        assert self.process.stdin is not None
        self.process.stdin.close()
        self.process.wait()


def compare(before: Path, pieces: int, games: list[str]) -> list[dict[str, Any]]:
    """Decisions a second of another build and of this one, for every game and number of players."""
    builds = [Build(before), Build(Path(sys.executable))]
    rows: list[dict[str, Any]] = []
    try:
        for game, players in cases():
            if games and game not in games:
                continue
            first = builds[1].play(game, players, 20)
            matches = max(1, round(20 * PIECE_SECONDS / max(first["seconds"], 1e-3)))
            best = [0.0, 0.0]
            same = True
            for _ in range(pieces):
                played = [build.play(game, players, matches) for build in builds]
                same = same and played[0]["checksum"] == played[1]["checksum"]
                for i, piece in enumerate(played):
                    best[i] = max(best[i], piece["decisions"] / piece["seconds"])
            rows.append(
                {
                    "game": game,
                    "players": players,
                    "before": round(best[0]),
                    "after": round(best[1]),
                    "times": round(best[1] / best[0], 3),
                    "same_matches": same,
                }
            )
            show_row(rows[-1])
    finally:
        for build in builds:
            build.close()
    return rows


def show_row(row: dict[str, Any]) -> None:
    line = f"{row['game']:18} {row['players']} {row['before']:>12,} {row['after']:>12,}"
    other = "" if row["same_matches"] else "  other matches"
    print(f"{line} {row['times']:>6.2f} ×{other}", flush=True)
