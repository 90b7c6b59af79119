"""All bots by name, the levels for people, and bots of one's own from a file."""

import importlib.util
import inspect
from pathlib import Path as FilePath
from typing import Final

from wagonik.bots.base import Bot, Random
from wagonik.bots.baselines import Hungry, LongRoute, OneStep, Path
from wagonik.bots.guard import SafeBot
from wagonik.bots.planner_bot import Modest, Novice, Planner
from wagonik.engine.boardfile import did_you_mean
from wagonik.engine.errors import WagonikError
from wagonik.games import find_game


class UnknownBot(WagonikError):
    """There is no such bot, or its file can't be used."""


class Entry:
    """A bot of the registry: how it is made, and what is said about it."""

    def __init__(self, bot: type[Bot], about_pl: str, board_only: bool = False) -> None:
        self.bot: Final = bot
        self.name: Final = str(bot.name)
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
)


def find_bot(name: str) -> Entry:
    """A bot by its name, a level's name, or the place of one's own: `path.py:Class`."""
    if ".py:" in name:
        return Entry(load_bot(name), "")
    for level in LEVELS:
        if level.name == name:
            return find_bot(level.bot)
    for entry in BOTS:
        if entry.name == name:
            return entry
    names = [entry.name for entry in BOTS] + [level.name for level in LEVELS]
    hint = did_you_mean(name, names) or "."
    raise UnknownBot(
        f"There is no bot {name!r}{hint} The bots: {', '.join(names)}; "
        "or one of your own as path.py:Class."
    )


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
    return SafeBot(entry.bot, seed, entry.name, seconds)
