"""States as plain numbers, which can be sent to another process.

A state of the same class is built again there by rules that were made of the same things.
"""

from typing import Any, Final

from wagonik.engine.cards import packed
from wagonik.engine.rules import Rules
from wagonik.engine.state import State

# The numbers of a state by name; a list is an array.
StateNumbers = dict[str, Any]

_FLAG: Final = 0
_NUMBER: Final = 1
_ARRAY: Final = 2
_FIELDS: Final[dict[type[State], list[tuple[str, int]]]] = {}


def _fields(state: State) -> list[tuple[str, int]]:
    """What a class of states holds; its randomness stays behind, as a view has none."""
    found = _FIELDS.get(type(state))
    if found is None:
        found = []
        for name in dir(state):
            value: Any = getattr(state, name)
            if name.startswith("_") or callable(value):
                continue
            if isinstance(value, bool):  # compiled code takes no number for a flag
                found.append((name, _FLAG))
            elif isinstance(value, int):
                found.append((name, _NUMBER))
            elif hasattr(value, "__len__"):
                found.append((name, _ARRAY))
        _FIELDS[type(state)] = found
    return found


def pack(state: State) -> StateNumbers:
    """The numbers of a state."""
    found: StateNumbers = {}
    for name, kind in _fields(state):
        value: Any = getattr(state, name)
        if kind == _FLAG:
            found[name] = bool(value)
        elif kind == _NUMBER:
            found[name] = int(value)
        else:
            found[name] = [int(number) for number in value]
    return found


def unpack(rules: Rules, numbers: StateNumbers) -> State:
    """The state of these numbers."""
    state = rules.new_state()
    for name, value in numbers.items():
        setattr(state, name, packed(value) if isinstance(value, list) else value)
    return state
