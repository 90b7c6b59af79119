"""A moment's view in parts of JSON: what everybody sees is made once, and for a seat only what it
sees otherwise than a spectator.

What is large is kept as bytes, not as trees: thousands of trees that are kept to be compared with
the next ones would cost memory, and the garbage collector would look at all of them again and
again, while everybody waits. And there are few parts: this is done for every viewer after every
move, and each part costs, whatever is in it.
"""

import zlib
from typing import Any, Final, final

import msgspec
from mypy_extensions import mypyc_attr

from wagonik.engine.state import SPECTATOR
from wagonik.engine.viewdata import player_data, view_data
from wagonik.engine.views import view_of
from wagonik.match import Match
from wagonik.server.changes import canonical

_raw: Final = msgspec.Raw
_PLAYERS: Final = "players"
_MECHANICS: Final = "mechanics"
_VIEWER: Final = "viewer"


@final
@mypyc_attr(acyclic=True)
class Claims:
    """All claims of a match as a list in JSON, and how many they are."""

    def __init__(self, data: bytes, number: int) -> None:
        self.data: Final = data
        self.number: Final = number


@final
@mypyc_attr(acyclic=True)
class Sight:
    """A moment as one viewer sees it."""

    def __init__(
        self,
        plain: dict[str, Any],
        mechanics: bytes,
        claims: Claims,
        players: list[bytes],
        head: bytes,
        head_sum: int,
        tail: bytes,
    ) -> None:
        self.plain: Final = plain  # all but what has a part of its own; mostly single numbers
        self.mechanics: Final = mechanics
        self.claims: Final = claims
        self.players: Final = players
        # The view's JSON, whose keys are sorted, before and behind the players.
        self.head: Final = head
        self.head_sum: Final = head_sum  # its CRC-32
        self.tail: Final = tail

    def with_players(self, players: list[bytes]) -> "Sight":
        """The same, but for what is seen of the players."""
        return Sight(
            self.plain,
            self.mechanics,
            self.claims,
            players,
            self.head,
            self.head_sum,
            self.tail,
        )

    def same(self, other: "Sight") -> bool:
        """Whether nothing can be told apart."""
        return self.tail == other.tail and self.players == other.players and self.head == other.head

    def _rest(self, viewer: int) -> bytes:
        return b"%b%b%d}" % (b",".join(self.players), self.tail, viewer)

    def checksum(self, viewer: int) -> int:
        """Of the whole view."""
        return zlib.crc32(self._rest(viewer), self.head_sum)

    def whole(self, viewer: int) -> bytes:
        """The JSON of the view, with sorted keys."""
        return self.head + self._rest(viewer)


@final
class PublicView:
    """What a spectator sees, and by comparison with it what the others do."""

    def __init__(self, match: Match, claims: Claims) -> None:
        rules, state = match.rules, match.state
        self._private: Final = int(state.seat) if rules.steps[state.step].private else SPECTATOR
        self.sight: Final = _sight(view_data(rules, view_of(rules, state, SPECTATOR)), claims)

    def of(self, match: Match, viewer: int) -> Sight:
        """What a viewer sees."""
        public = self.sight
        if viewer == SPECTATOR:
            return public
        rules = match.rules
        view = view_of(rules, match.state, viewer)
        if viewer == self._private:
            # Here much differs: a move that others do not see is being put together.
            return _sight(view_data(rules, view), public.claims)
        players = public.players.copy()
        players[viewer] = canonical(player_data(rules, view, viewer))
        if not rules.shows_otherwise(match.state, viewer):
            return public.with_players(players)
        mechanics: dict[str, object] = {}
        rules.show(view, mechanics)
        return _sight_of(public.plain, canonical(mechanics), public.claims, players)


def _sight(data: dict[str, Any], claims: Claims) -> Sight:
    """A view taken apart."""
    players = data.pop(_PLAYERS)
    mechanics = canonical(data.pop(_MECHANICS))
    del data[_VIEWER]
    return _sight_of(data, mechanics, claims, [canonical(player) for player in players])


def _sight_of(
    plain: dict[str, Any], mechanics: bytes, claims: Claims, players: list[bytes]
) -> Sight:
    first: dict[str, Any] = {"claims": _raw(claims.data), _MECHANICS: _raw(mechanics)}
    last: dict[str, Any] = {}
    for key, value in plain.items():
        if key < _PLAYERS:
            first[key] = value
        else:
            last[key] = value
    head: bytes = canonical(first)[:-1] + b',"players":['
    tail: bytes = b"]," + canonical(last)[1:-1] + b',"viewer":'
    return Sight(plain, mechanics, claims, players, head, zlib.crc32(head), tail)
