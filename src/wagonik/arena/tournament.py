"""Tournaments: who plays whom, at which tables, and until when."""

import itertools
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from wagonik.arena.contestants import find_contestant
from wagonik.arena.intervals import Until, parse_until
from wagonik.arena.play import LineUp, Table
from wagonik.bots.registry import BOTS
from wagonik.engine.boardfile import did_you_mean, load
from wagonik.engine.errors import WagonikError
from wagonik.games import GAMES, find_game

ROBIN: Final = "robin"
GAUNTLET: Final = "gauntlet"
TABLES: Final = "tables"
LADDER: Final = "ladder"
MIXED: Final = "mixed"
FORMS: Final = {
    ROBIN: "each against each, one against a table of the other; as many bots as seats: one table",
    GAUNTLET: "the first against a table of each other",
    TABLES: "every choice of different bots that fills the table",
    LADDER: "from the best to the weakest: who beats the one above takes its place",
    MIXED: "all bots in turn at every table",
}
ALL: Final = "all"
MATCHES: Final = 100
MATCHES_UNTIL: Final = 20_000  # the most, if results decide when to stop
QUICK: Final = {"master": "master@8"}  # with its usual time, faults would be looked for all day

# Whether the first bot of a line-up was better than the others; None: not yet known.
Verdict = Callable[[LineUp], bool | None]


class TournamentError(WagonikError):
    """A tournament that can't be played as it is written."""


@dataclass(frozen=True)
class Tournament:
    """What is played. The same tournament gives the same results, wherever it is played."""

    tables: tuple[Table, ...]
    bots: tuple[str, ...]
    form: str = ROBIN
    matches: int = MATCHES  # for each line-up, the most if there is `until`
    seed: int = 0
    until: Until | None = None
    seconds: float | None = None
    own: tuple[LineUp, ...] = ()  # line-ups of one's own, instead of a form's

    def check(self) -> None:
        """Everything that can be wrong is said before the first match."""
        if self.form not in FORMS:
            hint = did_you_mean(self.form, list(FORMS)) or "."
            raise TournamentError(
                f"There is no form {self.form!r}{hint} The forms: {', '.join(FORMS)}."
            )
        if not self.tables:
            raise TournamentError("No game was named that is played with so many players.")
        if len(set(self.bots)) < len(self.bots):
            raise TournamentError("A bot is named twice; name each once.")
        for bot in self.bots:
            assert find_contestant(bot).name  # which says what is wrong with a bot's file
        for table in self.tables:
            table.rules()
            if not self.line_ups(table, _unknown):
                self._why_none(table)

    def _why_none(self, table: Table) -> None:
        game = find_game(table.game)
        own = self.bots_at(table)
        for bot in self.bots:
            if bot not in own:
                raise TournamentError(f"The bot {bot!r} plays board games only, not {game.name}.")
        if self.form == TABLES and len(own) > 1:
            raise TournamentError(
                f"{table.players} seats need at least {table.players} bots; {len(own)} are named."
            )
        raise TournamentError("Name at least two bots, separated by commas.")

    def bots_at(self, table: Table) -> list[str]:
        """The bots that can play a game."""
        return [bot for bot in self.bots if find_contestant(bot).plays(table.game)]

    def line_ups(self, table: Table, better: Verdict) -> list[LineUp]:
        """The line-ups at a table, as far as they are known; only a ladder has to wait for the
        verdict on earlier ones."""
        bots = self.bots_at(table)
        players = table.players
        if self.own:
            return [up for up in self.own if len(up) == players and set(up) <= set(bots)]
        if self.form == MIXED:
            return mixed(bots, players)
        if len(self.tables) == 1 and len(bots) < len(self.bots):
            return []  # with one game, a bot that can't play it is a mistake
        if self.form == GAUNTLET:
            return [against(bots[0], other, players) for other in bots[1:]]
        if self.form == TABLES:
            return list(itertools.combinations(bots, players))
        if self.form == LADDER:
            return ladder(bots, players, better)[0]
        return line_ups(bots, players)

    def deals(self, table: Table) -> int:
        """The deals of each line-up; every one is as many matches as there are seats. `mixed`
        shares its matches out among all line-ups."""
        matches = self.matches
        if self.form == MIXED:
            matches //= sum(len(self.line_ups(each, _unknown)) for each in self.tables)
        return max(1, -(-matches // table.players))


def _unknown(line_up: LineUp) -> bool | None:
    return None


def against(one: str, other: str, players: int) -> LineUp:
    """One bot against a table of another."""
    return (one, *([other] * (players - 1)))


def line_ups(bots: list[str], players: int) -> list[LineUp]:
    """Who plays whom: the bots as they are if they fill the table, else each against each, one
    of the first against a table of the second."""
    if len(bots) == players:
        return [tuple(bots)]
    return [
        against(bots[i], bots[j], players)
        for i in range(len(bots))
        for j in range(len(bots))
        if i < j or (players > 2 and i != j)
    ]


def all_bots() -> list[str]:
    """Every bot that there is, those that search with a small budget."""
    return [QUICK.get(entry.name, entry.name) for entry in BOTS]


def mixed(bots: list[str], players: int) -> list[LineUp]:
    """As many line-ups as there are bots, each starting with another one."""
    if len(bots) < 2:
        return []
    return [
        tuple(bots[(start + seat) % len(bots)] for seat in range(players))
        for start in range(len(bots))
    ]


def ladder(bots: list[str], players: int, better: Verdict) -> tuple[list[LineUp], list[str]]:
    """The matches of a ladder that are known so far, and its order after them.

    The bots stand from the best to the weakest as they were named. From the foot upwards each
    plays a table of the one above, and takes its place if it is better; then again from the
    foot, until nobody moves, or everybody could have climbed to the top.
    """
    order = list(bots)
    played: list[LineUp] = []
    for _ in range(len(order) - 1):
        moved = False
        for low in range(len(order) - 1, 0, -1):
            line_up = against(order[low], order[low - 1], players)
            if line_up not in played:
                played.append(line_up)
            verdict = better(line_up)
            if verdict is None:
                return played, order
            if verdict:
                order[low - 1], order[low] = order[low], order[low - 1]
                moved = True
        if not moved:
            break
    return played, order


# Tournaments from files and options


def find_tables(
    games: list[str], players: list[int] | str, options: tuple[str, ...] = (), board: str = ""
) -> tuple[Table, ...]:
    """Tables for games (`all`: every one) and numbers of players (`all`, or `least`). Options
    and counts that only some of the games have make tables of these games only."""
    if board:
        games = [load(board).game]
    keys = [game.key for game in GAMES] if games == [ALL] else games
    found: list[Table] = []
    for key in dict.fromkeys(keys):
        game = find_game(key)
        counts = range(game.least_players, game.most_players + 1)
        wanted: list[int] = list(counts)
        if isinstance(players, list):
            if len(keys) == 1:
                for count in players:
                    game.check_players(count)
            wanted = [count for count in players if count in counts]
        elif players != ALL:
            wanted = wanted[:1]
        game.check_options(dict.fromkeys(options, True))
        found += [Table(key, count, tuple(sorted(options)), board) for count in wanted]
    return tuple(found)


FILE_KEYS: Final[dict[str, type | tuple[type, ...]]] = {
    "games": (str, list),
    "players": (str, int, list),
    "bots": list,
    "form": str,
    "matches": int,
    "seed": int,
    "until": (str, int, float),
    "seconds": (int, float),
    "options": list,
    "board": str,
}


def load_tournament(path: Path) -> Tournament:
    """A tournament from a TOML file (docs/arena.md)."""
    try:
        data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise TournamentError(f"{path}: {error}") from None
    for key, value in data.items():
        if key not in FILE_KEYS:
            hint = did_you_mean(key, list(FILE_KEYS)) or "."
            raise TournamentError(
                f"{path}: there is no {key!r}{hint} Known: {', '.join(FILE_KEYS)}."
            )
        if not isinstance(value, FILE_KEYS[key]) or isinstance(value, bool):
            raise TournamentError(f"{path}: {key} can't be {value!r}.")
    for key in ("games", "bots"):
        if key not in data and not (key == "games" and "board" in data):
            raise TournamentError(f"{path}: {key} is missing.")
    # Files that a tournament names are looked for beside it.
    folder = path.parent
    board = (folder / data["board"]).read_text(encoding="utf-8") if "board" in data else ""
    bots = [
        str(folder / bot) if ".py:" in str(bot) and not Path(str(bot)).is_absolute() else str(bot)
        for bot in data["bots"]
    ]
    until = parse_until(str(data["until"])) if "until" in data else None
    return Tournament(
        tables=find_tables(
            _listed(data.get("games", [])),
            _counts(path, data.get("players", "least")),
            tuple(map(str, data.get("options", []))),
            board,
        ),
        bots=tuple(bots),
        form=data.get("form", ROBIN),
        matches=data.get("matches", MATCHES_UNTIL if until else MATCHES),
        seed=data.get("seed", 0),
        until=until,
        seconds=data.get("seconds"),
    )


def _listed(value: str | list[Any]) -> list[str]:
    return [value] if isinstance(value, str) else [str(entry) for entry in value]


def _counts(path: Path, value: str | int | list[Any]) -> list[int] | str:
    if value in (ALL, "least"):
        return str(value)
    counts = value if isinstance(value, list) else [value]
    if not all(isinstance(count, int) for count in counts):
        raise TournamentError(f'{path}: players is a number, several in brackets, or "all".')
    return [int(count) for count in counts]
