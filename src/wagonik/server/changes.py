"""What changed between two views of one viewer, as short as it can be told, and a checksum of the
whole by which a client sees that it has put it together rightly."""

import zlib
from typing import Any, Final

import msgspec

from wagonik.server.protocol.answers import Patch

_NESTED: Final = (dict, list)  # in which something can have changed
_NOTHING: Final = object()
canonical: Final = msgspec.json.Encoder(order="sorted").encode  # sorted keys, no spaces


def checksum(view: object) -> int:
    """CRC-32 of the view's JSON with sorted keys and no spaces."""
    return zlib.crc32(canonical(view))


def patches(before: Any, after: Any, path: list[str | int] | None = None) -> list[Patch]:
    """What makes `after` of `before`; both may be inside something, to which a path leads."""
    found: list[Patch] = []
    if before != after:
        _compare(before, after, path or [], found)
    return found


def _compare(before: Any, after: Any, path: list[str | int], found: list[Patch]) -> None:
    """Two things that differ. What is equal in them is passed over by one comparison each, and most
    of what differs is a single value, as this is done for every viewer after every move. (Python
    takes 1 for True, JSON does not.)"""
    kind = type(before)
    if kind is not type(after) or (kind is not dict and kind is not list):
        found.append(Patch(path=path, value=after))
    elif kind is dict:
        if not before.keys() <= after.keys():
            found += [Patch(path=[*path, key]) for key in before if key not in after]
        for key, value in after.items():
            old = before.get(key, _NOTHING)
            if old != value or type(old) is not type(value):
                if type(old) in _NESTED:
                    _compare(old, value, [*path, key], found)
                else:
                    found.append(Patch(path=[*path, key], value=value))
    elif len(before) <= len(after):
        for index, old in enumerate(before):
            value = after[index]
            if old != value or type(old) is not type(value):
                _compare(old, value, [*path, index], found)
        for index in range(len(before), len(after)):
            found.append(Patch(path=[*path, index], value=after[index]))
    else:
        found.append(Patch(path=path, value=after))


def patched(view: Any, changes: list[dict[str, Any]]) -> Any:
    """A view with changes made in it, as a client does it; the old one stays as it was."""
    for change in changes:
        view = _patched(view, change["path"], change)
    return view


def _patched(view: Any, path: list[str | int], change: dict[str, Any]) -> Any:
    if not path:
        return change["value"]
    copy = view.copy()
    key, *rest = path
    if rest:
        copy[key] = _patched(view[key], rest, change)
    elif "value" not in change:
        del copy[key]
    elif isinstance(copy, list) and key == len(copy):
        copy.append(change["value"])
    else:
        copy[key] = change["value"]
    return copy
