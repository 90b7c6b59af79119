"""Makes the recorded matches, the counts and the playthroughs again: see the README beside.

python -m tests.recorded.make [GAME ...]
"""

import random
import sys
from pathlib import Path

from tests.properties.playing import STYLES, Setting, choose, settings_of
from tests.recorded import counts, playthroughs
from tests.recorded.lines import FOLDER, Recorded, line_of, marks_of
from wagonik import Match
from wagonik.games import GAMES

MATCHES = 104  # of each game, spread over its settings
STALLED = 4  # of these, matches that end because nobody can move
# Where stalling players reach such an end. The other boards have more short routes than all
# players have pieces, and whoever holds cards can always claim one of them.
STALLING = (Setting("pennsylvania", 5), *settings_of("united_kingdom"))


def play(setting: Setting, seed: int, styles: list[str]) -> tuple[Match, list[str]]:
    """A match by players of these styles, and the marks of its states."""
    rng = random.Random(f"{setting} {seed} {styles}")
    match = Match(setting.game, setting.players, seed, setting.switches())
    marks: list[str] = []
    while not match.over:
        style = styles[match.seat]
        match.play(choose(match.rules, match.state, match.legal(), style, rng))
        marks += marks_of(match)
    return match, marks


def stalled(match: Match) -> bool:
    return match.state.passes >= match.players


def stalls(game: str) -> list[tuple[Setting, int]]:
    """Settings and seeds with which stalling players end a board game without last turns."""
    found: list[tuple[Setting, int]] = []
    settings = [setting for setting in STALLING if setting.game == game]
    for seed in range(500 if settings else 0):
        for setting in settings:
            if stalled(play(setting, seed, ["stall"] * setting.players)[0]):
                found.append((setting, seed))
                if len(found) == STALLED:
                    return found
    return found


def make(game: str) -> list[str]:
    lines: list[str] = []
    settings = settings_of(game)
    for setting, seed in stalls(game):
        lines.append(line_of(setting, *play(setting, seed, ["stall"] * setting.players)))
    for number in range(MATCHES - len(lines)):
        setting = settings[number % len(settings)]
        rng = random.Random(number)
        if number % 3 == 0:
            styles = [STYLES[number // 3 % len(STYLES)]] * setting.players
        else:
            styles = [rng.choice(STYLES) for _ in range(setting.players)]
        lines.append(line_of(setting, *play(setting, number, styles)))
    return lines


def main(games: list[str]) -> None:
    for game in games or [entry.key for entry in GAMES]:
        lines = make(game)
        path = FOLDER / f"{game}.txt"
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        decisions = sum(len(Recorded.parse(game, line).actions) for line in lines)
        print(f"{game}: {len(lines)} matches, {decisions} decisions, {path.stat().st_size} bytes")
    Path(counts.FILE).write_text(counts.table(), encoding="utf-8")
    playthroughs.write()


if __name__ == "__main__":
    main(sys.argv[1:])
