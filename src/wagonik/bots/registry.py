"""All bots by name, the levels for people, and bots of one's own from a file."""

import importlib.util
import inspect
import re
from collections.abc import Callable
from functools import partial
from pathlib import Path as FilePath
from typing import Final

from wagonik.bots.base import Bot, Random
from wagonik.bots.guard import SafeBot
from wagonik.bots.master.bot import Master
from wagonik.bots.roster import Hungry, LongRoute, Modest, Novice, OneStep, Path, Planner
from wagonik.engine.boardfile import did_you_mean
from wagonik.engine.errors import WagonikError
from wagonik.games import find_game


class UnknownBot(WagonikError):
    """There is no such bot, or its file can't be used."""


class Entry:
    """A bot of the registry: how it is made, and what is said about it."""

    def __init__(
        self,
        bot: type[Bot],
        about_pl: str,
        board_only: bool = False,
        name: str = "",
        make: Callable[[int], Bot] | None = None,
        own: bool = False,
    ) -> None:
        self.bot: Final = bot
        self.own: Final = own  # somebody's own, from a file
        self.make: Final[Callable[[int], Bot]] = bot if make is None else make
        self.name: Final = name or str(bot.name)
        self.about: Final = str(bot.about)
        self.about_pl: Final = about_pl
        self.board_only: Final = board_only

    def plays(self, game: str) -> bool:
        return find_game(game).has_board or not self.board_only


class Level:
    """A level for people: which bot plays it, and its character in a sentence."""

    def __init__(self, name: str, name_pl: str, bot: str, about: str, about_pl: str) -> None:
        self.name: Final = name
        self.name_pl: Final = name_pl
        self.bot: Final = bot
        self.about: Final = about
        self.about_pl: Final = about_pl


BOTS: Final[tuple[Entry, ...]] = (
    Entry(Random, "Gra dowolną dozwoloną akcję, losowo."),
    Entry(Hungry, "Bierze wiele biletów, a potem buduje dla nich najtańszą sieć.", True),
    Entry(Path, "Ceni trasę za jej punkty i podwojone punkty biletów, którym służy.", True),
    Entry(OneStep, "Myśli o jednym bilecie i jednej trasie naraz.", True),
    Entry(LongRoute, "Woli długie trasy, w drodze do celów i poza nią.", True),
    Entry(Novice, "Pracuje nad jednym biletem i jedną trasą naraz, jak ktoś początkujący."),
    Entry(Modest, "Dobrze planuje swoje pierwsze bilety i na nich poprzestaje."),
    Entry(Planner, "Planuje sieć dla wszystkich biletów, dobiera do niej karty i liczy tury."),
    Entry(
        Master,
        "Rozgrywa w myślach najlepsze pomysły Planisty na wielu domysłach o tym, co zakryte, "
        "i ocenia wynik doświadczeniem.",
    ),
)

LEVELS: Final[tuple[Level, ...]] = (
    Level(
        "easy",
        "łatwy",
        "novice",
        "New to the table: one ticket, one route at a time, and never in your way on purpose.",
        "Nowicjusz: jeden bilet, jedna trasa naraz, i nigdy nie wchodzi ci w drogę umyślnie.",
    ),
    Level(
        "normal",
        "zwykły",
        "modest",
        "Calm and sensible: plans its first tickets well and is content with them.",
        "Spokojny i rozsądny: dobrze planuje pierwsze bilety i na nich poprzestaje.",
    ),
    Level(
        "hard",
        "trudny",
        "planner",
        "Ambitious: takes more tickets whenever they fit, and counts the turns to the end.",
        "Ambitny: bierze kolejne bilety, gdy tylko pasują, i liczy tury do końca.",
    ),
    Level(
        "master",
        "mistrz",
        "master",
        "Far-sighted: tries its best ideas on many guesses of your hand before every move.",
        "Dalekowzroczny: przed każdym ruchem sprawdza swoje pomysły na wielu domysłach "
        "o twoich kartach.",
    ),
)

# A bot that searches may be given a budget: `master@1s` thinks for a second, `master@400` for 400
# play-outs, `master@1sx4` for a second on four cores.
BUDGET: Final = re.compile(r"master@(?:(\d+(?:\.\d+)?)s|(\d+))(?:x(\d+))?")
MOST_SECONDS: Final = 3600.0
MOST_CORES: Final = 64


def find_bot(name: str) -> Entry:
    """A bot by its name, a level's name, or the place of one's own: `path.py:Class`."""
    if ".py:" in name:
        return Entry(load_bot(name), "", own=True)
    if "@" in name:
        return _with_budget(name)
    for entry in BOTS:
        if entry.name == name:
            return entry
    for level in LEVELS:
        if level.name == name:
            return find_bot(level.bot)
    names = [entry.name for entry in BOTS]
    names += [level.name for level in LEVELS if level.name not in names]
    hint = did_you_mean(name, names) or "."
    raise UnknownBot(
        f"There is no bot {name!r}{hint} The bots: {', '.join(names)}; "
        "master@1s or master@400 with a budget; or one of your own as path.py:Class."
    )


def _with_budget(name: str) -> Entry:
    found = BUDGET.fullmatch(name)
    seconds = float(found[1] or 0) if found else 0.0
    iterations = int(found[2] or 0) if found else 0
    cores = int(found[3] or 1) if found else 0
    if not (0 < seconds <= MOST_SECONDS or iterations > 0) or not 0 < cores <= MOST_CORES:
        raise UnknownBot(
            f"{name!r} is not a bot with a budget. Write master@1s for a second a decision, "
            "master@400 for 400 play-outs, master@1sx4 for a second on four cores."
        )
    make = partial(Master, seconds=seconds, iterations=iterations, cores=cores)
    return Entry(Master, "", name=name, make=make)


def load_bot(place: str) -> type[Bot]:
    """The class of a bot of one's own, like `my_bots.py:Mine`."""
    file, _, name = place.rpartition(":")
    path = FilePath(file)
    if not path.is_file():
        raise UnknownBot(f"There is no file {file!r}.")
    spec = importlib.util.spec_from_file_location(f"wagonik_own_{path.stem}", path)
    if spec is None or spec.loader is None:
        raise UnknownBot(f"{file!r} is not a Python file.")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:
        raise UnknownBot(f"{file!r} can't be run: {type(error).__name__}: {error}") from error
    found: object = getattr(module, name, None)
    if not (inspect.isclass(found) and issubclass(found, Bot)):
        own = [
            key
            for key, value in vars(module).items()
            if inspect.isclass(value) and issubclass(value, Bot) and value is not Bot
        ]
        raise UnknownBot(
            f"{file!r} has no bot {name!r}. Its bots: {', '.join(own) if own else 'none'}."
        )
    if not found.name:
        found.name = name
    return found


def make_bot(name: str, seed: int, seconds: float | None = None) -> SafeBot:
    """A bot that is ready to play and can't stop a match."""
    entry = find_bot(name)
    return SafeBot(entry.make, seed, entry.name, seconds)
