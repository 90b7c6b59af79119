"""The table of a game's actions: every decision has a stable integer and a short notation."""

from typing import Final

from librt.vecs import vec
from mypy_extensions import i64

from wagonik.engine.cards import zeros

LARGEST_TABLE: Final = 1024


class Action:
    """One entry of the table: what a seat may choose. Shared, immutable, compared by index."""

    def __init__(self, index: int, family: str, argument: int, text: str) -> None:
        self.index: Final = index
        self.family: Final = family
        self.argument: Final = argument
        self.text: Final = text

    def __int__(self) -> int:
        return self.index

    def __index__(self) -> int:
        return self.index

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Action):
            return self.index == other.index and self.text == other.text
        return False

    def __hash__(self) -> int:
        return self.index

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<{self.index} {self.text}>"


class Family:
    """A block of actions of one sort, for example all claims, one for each track."""

    def __init__(self, name: str, base: int, texts: list[str]) -> None:
        self.name: Final = name
        self.base: Final = base
        self.texts: Final = texts


class ActionTable:
    """All actions of one game on one board."""

    def __init__(self) -> None:
        self.families: list[Family] = []
        self.actions: list[Action] = []
        self.by_text: dict[str, Action] = {}

    def add(self, name: str, texts: list[str]) -> int:
        """Append a family; the texts of its actions must be new. Returns its first integer."""
        base = len(self.actions)
        self.families.append(Family(name, base, texts))
        for argument, text in enumerate(texts):
            action = Action(base + argument, name, argument, text)
            if text in self.by_text:
                raise ValueError(f"two actions are written {text!r}")
            self.by_text[text] = action
            self.actions.append(action)
        if len(self.actions) > LARGEST_TABLE:
            raise ValueError("too many actions in one table")
        return base

    def base(self, name: str) -> int:
        for family in self.families:
            if family.name == name:
                return family.base
        raise KeyError(name)

    def __len__(self) -> int:
        return len(self.actions)


class ActionBuffer:
    """A reused list of legal actions, of a table with at most so many."""

    def __init__(self, size: int = LARGEST_TABLE) -> None:
        self.items: vec[i64] = zeros(size)
        self.count: i64 = 0

    def add(self, action: i64) -> None:
        self.items[self.count] = action
        self.count += 1

    def contains(self, action: i64) -> bool:
        items = self.items
        i: i64 = 0
        while i < self.count:
            if items[i] == action:
                return True
            i += 1
        return False

    def list(self) -> list[int]:
        return [int(self.items[i]) for i in range(self.count)]
