"""Two builds of the engine beside each other, in turns: `make bench AGAINST=v1.0`.

Both play the same random matches in short pieces, one after the other, game by game, and the best
piece of each counts: whatever else the machine does slows down some pieces of both. With `WORK=all`
they also do what bots, servers and laboratories do, piece by piece (`benchmarks/pieces.py`).
"""

import json
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import Any, Final

from benchmarks.pieces import WORK
from wagonik.cli.measure import cases

ROOT: Final = Path(__file__).parent.parent
DECISIONS: Final = "decisions"
ALL: Final = tuple(WORK)
PIECES: Final = 25
PIECE_SECONDS: Final = 0.04


def build_of(name: str) -> Path:
    """The Python of a build: of an environment, or of a revision, which is built if need be."""
    place = Path(name)
    inside = place / "bin" / "python"
    if inside.exists() or place.is_file():
        return inside if inside.exists() else place
    git = [
        "git",
        "-C",
        str(ROOT),
        "rev-parse",
        "--short",
        "--verify",
        "--quiet",
        f"{name}^{{commit}}",
    ]
    revision = subprocess.run(git, capture_output=True, text=True).stdout.strip()
    if not revision:
        sys.exit(f"{name!r} is no environment, no Python and no revision of this repository.")
    place = Path(sys.prefix) / "against" / revision
    python = place / "bin" / "python"
    if not python.exists():
        print(f"Building {revision}, which takes a minute or more", file=sys.stderr)
        with tempfile.TemporaryDirectory() as sources:
            archive = Path(sources) / "sources.tar"
            command = ["git", "-C", str(ROOT), "archive", "--output", str(archive), revision]
            subprocess.run(command, check=True)
            with tarfile.open(archive) as packed:
                packed.extractall(sources, filter="data")
            archive.unlink()
            subprocess.run([sys.executable, "-m", "venv", "--clear", str(place)], check=True)
            command = [str(python), "-m", "pip", "install", "--quiet", sources]
            if subprocess.run(command).returncode != 0:
                shutil.rmtree(place)
                sys.exit(f"{revision} could not be built; what pip said is above.")
    return python


class Build:
    """A Python with a Wagonik of its own, which plays what it is told."""

    def __init__(self, python: Path) -> None:
        self.python: Final = python
        command = [str(python), str(Path(__file__).with_name("pieces.py"))]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def do(self, work: str, game: str, players: int, count: int) -> dict[str, Any]:
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(f"{work} {game} {players} {count}\n")
        self.process.stdin.flush()
        answer: dict[str, Any] = json.loads(self.process.stdout.readline() or "{}")
        if not answer:
            sys.exit(f"{self.python} does no {work} of {game}; what it said is above.")
        return answer

    def close(self) -> None:
        self.process.communicate()  # which closes both ends and waits


def compare(
    before: Path, pieces: int, games: list[str], works: tuple[str, ...] = (DECISIONS,)
) -> list[dict[str, Any]]:
    """How much a second another build and this one do, for every game and number of players."""
    builds = [Build(before), Build(Path(sys.executable))]
    rows: list[dict[str, Any]] = []
    try:
        for work in works:
            print(f"{'game':18} {'players':7} {'before':>12} {'after':>12}   {work} a second")
            for game, players in cases():
                if not games or game in games:
                    rows.append(compare_one(builds, pieces, work, game, players))
                    show_row(rows[-1])
    finally:
        for build in builds:
            build.close()
    return rows


def compare_one(
    builds: list[Build], pieces: int, work: str, game: str, players: int
) -> dict[str, Any]:
    row: dict[str, Any] = {"work": work, "game": game, "players": players}
    first = [build.do(work, game, players, 20) for build in builds]
    for name, answer in zip(("before", "after"), first, strict=True):
        if "unknown" in answer:
            return {**row, "unknown": f"{name}: {answer['unknown']}"}
    count = max(1, round(20 * PIECE_SECONDS / max(first[1]["seconds"], 1e-5)))
    best = [0.0, 0.0]
    same = True
    for _ in range(pieces):
        done = [build.do(work, game, players, count) for build in builds]
        same = same and done[0]["checksum"] == done[1]["checksum"]
        for i, piece in enumerate(done):
            best[i] = max(best[i], piece["done"] / piece["seconds"])
    return {
        **row,
        "before": round(best[0]),
        "after": round(best[1]),
        "times": round(best[1] / best[0], 3),
        "same_matches": same,
    }


def show_row(row: dict[str, Any]) -> None:
    line = f"{row['game']:18} {row['players']:7}"
    if "unknown" in row:
        print(f"{line} {row['unknown']}", flush=True)
        return
    other = "" if row["same_matches"] else "  other matches"
    figures = f"{row['before']:>12,} {row['after']:>12,} {row['times']:>6.2f} ×"
    print(f"{line} {figures}{other}", flush=True)
