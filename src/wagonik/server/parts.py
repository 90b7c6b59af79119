"""A moment's view in parts of JSON: what everybody sees is made once, and for a seat only what it
sees otherwise than a spectator.

A part is named by the path that leads to it: `("deck",)`, `("players", 2)`. Parts are bytes, not
trees: thousands of trees that are kept to be compared with the next ones would cost memory, and the
garbage collector would look at all of them again and again, while everybody waits.
"""

import zlib
from functools import cache
from typing import Any, Final

from wagonik.engine.state import SPECTATOR
from wagonik.engine.viewdata import player_data, view_data
from wagonik.engine.views import view_of
from wagonik.match import Match
from wagonik.server.changes import canonical

Path = tuple[str | int, ...]
Parts = dict[Path, bytes]
Own = dict[Path, bytes | None]  # None: the seat does not see this part
_PLAYERS: Final = "players"
_VIEWER: Final = "viewer"
_MECHANICS: Final = ("mechanics",)


def _taken_apart(view: dict[str, Any]) -> Parts:
    parts: Parts = {}
    for key, value in view.items():
        if key == _PLAYERS:
            for seat, player in enumerate(value):
                parts[key, seat] = canonical(player)
        elif key != _VIEWER:
            parts[key,] = canonical(value)
    return parts


@cache
def _named(key: str) -> bytes:
    return b'"%s":' % key.encode()


def _members(parts: dict[str, bytes]) -> list[bytes]:
    return [_named(key) + parts[key] for key in sorted(parts)]


class PublicView:
    """What a spectator sees."""

    def __init__(self, match: Match, claims: bytes) -> None:
        rules, state = match.rules, match.state
        data: dict[str, Any] = view_data(rules, view_of(rules, state, SPECTATOR))
        self.players: Final[list[Any]] = data[_PLAYERS]
        self.mechanics: Final[Any] = data["mechanics"]
        self.parts: Final = _taken_apart(data)
        self.parts["claims",] = claims
        plain = {str(path[0]): part for path, part in self.parts.items() if len(path) == 1}
        self._before: Final = (
            b"{"
            + b"".join(
                member + b","
                for member in _members({k: v for k, v in plain.items() if k < _PLAYERS})
            )
            + b'"players":['
        )
        self._sum: Final = zlib.crc32(self._before)
        self._after: Final = (
            b"]"
            + b"".join(
                b"," + member
                for member in _members({k: v for k, v in plain.items() if _PLAYERS < k < _VIEWER})
            )
            + b',"viewer":'
        )
        self._seats: Final = [part for path, part in self.parts.items() if len(path) == 2]

    def own(self, match: Match, viewer: int) -> Own:
        """What a viewer sees otherwise than a spectator."""
        if viewer == SPECTATOR:
            return {}
        rules, state = match.rules, match.state
        view = view_of(rules, state, viewer)
        if viewer == state.seat and rules.steps[state.step].private:
            # Here other parts differ, too: a move that others do not see is being put together.
            parts = _taken_apart(view_data(rules, view))
            found: Own = {
                path: part for path, part in parts.items() if self.parts.get(path) != part
            }
            found.update((path, None) for path in self.parts if path not in parts)
            found.pop(("claims",), None)
            return found
        player = player_data(rules, view, viewer)
        own: Own = {}
        if player != self.players[viewer]:
            own[_PLAYERS, viewer] = canonical(player)
        mechanics: dict[str, object] = {}
        rules.show(view, mechanics)
        if mechanics != self.mechanics:
            own[_MECHANICS] = canonical(mechanics)
        return own

    def whole(self, viewer: int, own: Own) -> tuple[bytes, int]:
        """The JSON of a view with sorted keys, and its checksum."""
        number = b"%d" % viewer
        if len(own) > 1 or (own and (_PLAYERS, viewer) not in own):
            parts = {**self.parts, **own}
            plain = {str(p[0]): v for p, v in parts.items() if len(p) == 1 and v is not None}
            plain[_PLAYERS] = (
                b"["
                + b",".join(v for p, v in parts.items() if len(p) == 2 and v is not None)
                + b"]"
            )
            plain[_VIEWER] = number
            whole = b"{" + b",".join(_members(plain)) + b"}"
            return whole, zlib.crc32(whole)
        seats = self._seats
        if own:
            mine = own[_PLAYERS, viewer]
            assert mine is not None
            seats = seats.copy()
            seats[viewer] = mine
        rest = b"".join((b",".join(seats), self._after, number, b"}"))
        return self._before + rest, zlib.crc32(rest, self._sum)
