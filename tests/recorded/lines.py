"""One recorded match a line: players, options, seed, actions, scores, winners, marks.

Actions are two bytes each, compressed, in base64; a mark is the start of a hash of the position,
after every 25th decision, and a longer one at the end. What goes into a mark is listed here, and
not simply all numbers of a state, so that the matches outlive a change of how states are stored.
"""

import base64
import hashlib
import json
import zlib
from dataclasses import dataclass
from pathlib import Path

from tests.properties.playing import Setting
from wagonik import Match
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.entries import entry_ticket
from wagonik.engine.state import OFFER, OWN, PIECES, POINTS, TALLY, TICKETS

FOLDER = Path(__file__).parent
EVERY = 25
SHORT, LONG = 4, 16
SIXTY = 60  # tracks in a word of a mark


@dataclass(frozen=True)
class Recorded:
    """A line, read."""

    setting: Setting
    seed: int
    actions: list[int]
    scores: list[int]
    winners: list[int]
    marks: list[str]
    version: int | None = None  # of the rules; None: the newest

    @staticmethod
    def parse(game: str, line: str, version: int | None = None) -> "Recorded":
        players, options, seed, actions, scores, winners, marks = line.split()
        packed = zlib.decompress(base64.b64decode(actions))
        return Recorded(
            Setting(game, int(players), tuple(o for o in options.split(",") if o != "-")),
            int(seed),
            [int.from_bytes(packed[i : i + 2], "little") for i in range(0, len(packed), 2)],
            [int(score) for score in scores.split(",")],
            [int(seat) for seat in winners.split(",")],
            marks.split(","),
            version,
        )


def read(game: str, version: int | None = None) -> list[Recorded]:
    """The recorded matches of a game, or those that were recorded with older rules."""
    path = FOLDER / (f"{game}.txt" if version is None else f"{game}-{version}.txt")
    if not path.exists():
        return []
    lines = path.read_text(encoding="utf-8").splitlines()
    return [Recorded.parse(game, line, version) for line in lines]


# What games add to a state.
MECHANICS = (
    "goals",
    "shares",
    "held",
    "copies",
    "extra",
    "bought",
    "claims",
    "flags",
    "flag_points",
    "yard",
    "stack",
    "decks",
)
# Of these, what a game keeps among the numbers of each seat.
IN_TALLY = {("united_kingdom", "extra"), ("paris", "flag_points")}


def position(match: Match) -> list[object]:
    """Everything that makes the position, hidden things and the legal actions included."""
    state = match.state
    count = len(state.holder)
    seats = range(match.players)
    offers = [
        [int(state.offer[seat * OFFER + 1 + i]) for i in range(int(state.offer[seat * OFFER]))]
        for seat in seats
    ]
    found: list[object] = [
        match.rules.step_names[state.step],
        [
            int(value)
            for value in (
                state.seat,
                state.first,
                state.turn,
                state.last_turns,
                state.passes,
                state.over,
                state.shuffles,
                state.drawn,
                state.pool,
            )
        ],
        [int(x) for x in state.hand],
        [int(x) for x in state.known],
        [int(x) for x in state.piles],
        [int(x) for x in state.market],
        _owned(match),
        [int(x) for x in state.holder],
        [[int(state.tally[seat * TALLY + i]) for i in (PIECES, POINTS, TICKETS)] for seat in seats],
        offers,
        [
            int(entry_ticket(state.queue[(state.head + i) % count]))
            for i in range(int(state.queued))
        ],
        match.legal(),
    ]
    for name in MECHANICS:
        value = getattr(state, name, None)
        if (match.game, name) in IN_TALLY:
            value = [state.tally[seat * TALLY + OWN] for seat in seats]
        if value is not None:
            found.append([name, int(value) if isinstance(value, int) else [int(x) for x in value]])
    return found


def _owned(match: Match) -> list[int]:
    """The tracks of every seat as bits in words of sixty, whatever the engine's words hold."""
    rules = match.rules
    if not isinstance(rules, BoardRules):
        return [int(x) for x in match.state.owned]
    words: list[int] = []
    for seat in range(rules.seats):
        tracks = [t for t in range(rules.track_count) if rules.owns(match.state, seat, t)]
        for first in range(0, int(rules.track_count), SIXTY):
            words.append(sum(1 << t - first for t in tracks if 0 <= t - first < SIXTY))
    return words


def mark(match: Match, size: int) -> str:
    return hashlib.sha256(json.dumps(position(match)).encode()).hexdigest()[:size]


def marks_of(match: Match) -> list[str]:
    """The mark to be written after the last decision, if one is."""
    if match.over:
        return [mark(match, LONG)]
    return [mark(match, SHORT)] if match.decision % EVERY == 0 else []


def line_of(setting: Setting, match: Match, marks: list[str]) -> str:
    # First tickets are chosen in order of seats here, so an action needs no seat.
    actions = b"".join(action.to_bytes(2, "little") for _, action in match.history)
    return " ".join(
        [
            str(setting.players),
            ",".join(setting.options) or "-",
            str(match.seed),
            base64.b64encode(zlib.compress(actions, 9)).decode(),
            ",".join(str(sheet.total) for sheet in match.scores),
            ",".join(map(str, match.winners)),
            ",".join(marks),
        ]
    )


def replayed(recorded: Recorded) -> tuple[Match, list[str]]:
    """The match played again, decision by decision, and its marks."""
    setting = recorded.setting
    match = Match(
        setting.game,
        setting.players,
        recorded.seed,
        setting.switches(),
        version=recorded.version,
    )
    marks: list[str] = []
    for action in recorded.actions:
        match.play(action)
        marks += marks_of(match)
    return match, marks
