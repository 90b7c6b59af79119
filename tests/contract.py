"""What every game of the registry has in every layer.

A game that lacks something is told so in a sentence that names the file to write; the recipe "Add a
game" of CONTRIBUTING.md goes through the same files.
"""

import re
from collections.abc import Callable, Collection
from pathlib import Path
from typing import Final

from tests import oracle, test_registry
from tests.properties import test_recorded
from tests.recorded import playthroughs
from wagonik.bots.games import KNOWLEDGE
from wagonik.engine.game import Game
from wagonik.envs.core.games import ENCODERS

ROOT: Final = Path(__file__).parents[1]
LANGUAGES: Final = ("en", "pl")


class Need:
    """One thing that every game has.

    Args:
        what: What it is, to be read after "has no".
        file: Where it is written. {game} is the game's key; {language} and {players} stand for
            every language, and for every number of players.
        boards: Whether only games with a board need it.
    """

    def __init__(self, what: str, file: str, boards: bool = False) -> None:
        self.what: Final = what
        self.file: Final = file
        self.boards: Final = boards

    def files(self, game: Game) -> list[str]:
        languages = LANGUAGES if "{language}" in self.file else ("",)
        players = range(game.least_players, game.most_players + 1)
        return [
            self.file.format(game=game.key, language=language, players=count)
            for language in languages
            for count in (players if "{players}" in self.file else (0,))
        ]

    def lacks(self, game: Game, root: Path) -> list[str]:
        """The files to write, with what has to be done there."""
        raise NotImplementedError


class Written(Need):
    """A file of the game's own, or a part of one that several games share.

    Args:
        part: The part of a shared file, as a regular expression with {game}, {name} and
            {name_pl} in it.
        how: How it is made, where nobody writes it by hand.
        unless: A file with {game} in it that stands for this one.
    """

    def __init__(
        self,
        what: str,
        file: str,
        part: str = "",
        how: str = "",
        boards: bool = False,
        unless: str = "",
    ) -> None:
        super().__init__(what, file, boards)
        self.part: Final = part
        self.how: Final = how
        self.unless: Final = unless

    def pattern(self, game: Game) -> str:
        return self.part.format(
            game=game.key, name=re.escape(game.name), name_pl=re.escape(game.name_pl)
        )

    def lacks(self, game: Game, root: Path) -> list[str]:
        found: list[str] = []
        if self.unless and (root / self.unless.format(game=game.key)).is_file():
            return found
        for file in self.files(game):
            path = root / file
            text = path.read_text(encoding="utf-8") if self.part and path.is_file() else ""
            there = re.search(self.pattern(game), text, re.M) if self.part else path.exists()
            if not there:
                found.append(f"{self.how} {file}" if self.how else f"write {file}")
        return found


class Listed(Need):
    """An entry of a table in Python."""

    def __init__(self, what: str, file: str, keys: Callable[[], Collection[str]]) -> None:
        super().__init__(what, file)
        self.keys: Final = keys

    def lacks(self, game: Game, root: Path) -> list[str]:
        return [] if game.key in self.keys() else [f"write {self.file.format(game=game.key)}"]


NEEDS: Final[tuple[Need, ...]] = (
    # rules
    Written("rules", "src/wagonik/games/{game}/rules.py"),
    Written("board", "src/wagonik/games/{game}/board.toml", boards=True),
    # bots
    Listed(
        "entry in what Planner and Master know of games",
        "src/wagonik/bots/games/{game}.py and list it in KNOWLEDGE of "
        "src/wagonik/bots/games/__init__.py",
        lambda: KNOWLEDGE,
    ),
    Written(
        "learnt value for Master",
        "src/wagonik/bots/master/weights/{game}-{players}.json",
        how="let `wagonik train` write",
    ),
    # coach
    Written(
        "measure of how sure its coach may be",
        "src/wagonik/analysis/calibration.json",
        part=r'^ "{game}-2"',
        how="let `python -m benchmarks.coach` write it into",
    ),
    Written(
        "set of puzzles",
        "src/wagonik/analysis/shipped/{game}.json",
        how="let `wagonik puzzles make` write",
    ),
    # observations
    Listed(
        "encoder of its own for observations",
        "src/wagonik/envs/core/games/{game}.py and list it in ENCODERS of "
        "src/wagonik/envs/core/games/__init__.py",
        lambda: ENCODERS,
    ),
    Written(
        "observation in the reference",
        "docs/reference/observations.md",
        part=r"^## {name}$",
        how="let `make docs` write",
    ),
    # client
    Written("words in the client", "web/src/i18n/{language}/games/{game}.ts"),
    Written("rule page in the client", "web/src/learn/texts/{game}.{language}.json"),
    Written(
        "title among the rule pages", "web/src/learn/texts/common.{language}.json", r'^ +"{game}":'
    ),
    Written(
        "tour of what is special in it",
        "web/src/guide/texts/tour.{game}.{language}.json",
        unless="web/src/guide/lessons/{game}.json",
    ),
    Written(
        "drawing of its board",
        "src/wagonik/games/{game}/board.toml",
        part=r"^drawing = ",
        how="let `wagonik layout` write it into",
        boards=True,
    ),
    Written(
        "land under its drawn board",
        "web/public/geography/{game}.json",
        how="name its countries in web/tools/geo/boards.mjs and let `npm run geography` write",
        boards=True,
    ),
    # documentation
    Written(
        "rule page on the site", "docs/rules/{language}/{game}.md", how="let `make docs` write"
    ),
    Written("description", "docs/games.md", part=r"^## {name}$"),
    Written("line in the table of games", "README.md", part=r"^\| \[{name}\]"),
    Written("page of rulings", "docs/rulings/{game}.md"),
    Written("rulings in Polish", "docs/rulings/pl/rulings.md", part=r"^## {name_pl}$"),
    Written("list of its rulebook's sentences", "docs/rulebooks/{game}.md"),
    Written("place in the navigation of the site", "mkdocs.yml", part=r"rules/en/{game}\.md"),
    # tests
    Written("tests of its rules", "tests/games/{game}"),
    Listed(
        "action table that its records can rely on",
        "the digest of its table into TABLES of tests/test_registry.py",
        lambda: {key for key, _ in test_registry.TABLES},
    ),
    Listed(
        "second opinion on its scores",
        "it into JUDGES of tests/oracle.py",
        lambda: oracle.JUDGES,
    ),
    Listed(
        "list of what its recorded matches can't show",
        "it into UNUSED of tests/properties/test_recorded.py",
        lambda: test_recorded.UNUSED,
    ),
    Listed(
        "players for its playthrough",
        "them into MATCHES of tests/recorded/playthroughs.py",
        lambda: playthroughs.MATCHES,
    ),
    Written(
        "recorded matches",
        "tests/recorded/{game}.txt",
        how="let `python -m tests.recorded.make GAME` write",
    ),
    Written(
        "counts of its decisions",
        "tests/recorded/counts.txt",
        part=r"^{game}-",
        how="let `python -m tests.recorded.make GAME` write",
    ),
    Written(
        "playthrough",
        "docs/playthroughs/{game}.md",
        how="let `python -m tests.recorded.make GAME` write",
    ),
)


def lacking(game: Game, root: Path = ROOT) -> list[str]:
    """A sentence for each thing that a game lacks."""
    return [
        f"{game.name} has no {need.what}: {todo}."
        for need in NEEDS
        if game.has_board or not need.boards
        for todo in need.lacks(game, root)
    ]
