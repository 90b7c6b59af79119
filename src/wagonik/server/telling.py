"""What clients are told of one moment of a match: what several of them are sent is made once, and
a change is told by comparison with what was shown last."""

from typing import Final, cast, final

import msgspec
from mypy_extensions import mypyc_attr

from wagonik.engine.events import CLAIMED, PAID
from wagonik.engine.state import SPECTATOR
from wagonik.match import EVENT_SIZE
from wagonik.server.changes import canonical, patches
from wagonik.server.clients import Client, Seen, encode
from wagonik.server.live import LiveMatch
from wagonik.server.parts import Claims, PublicView, Sight

_decode: Final = msgspec.json.Decoder().decode
_members: Final = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode
_MECHANICS: Final = ("mechanics",)
_CLAIMS: Final = ("claims",)
# What is told to who neither decides nor may take anything back.
_NOTHING: Final = b'"decision":null,"undo":false,"undo_at":null,"held_until":null,'


def _difference(path: tuple[str, ...], old: bytes, new: bytes) -> bytes:
    """Patches that make one part of another, in JSON."""
    return encode(patches(_decode(old), _decode(new), list(path)))[1:-1]


def _player(seat: int, old: bytes, new: bytes) -> bytes:
    """What changed of a player, in JSON. A member that differs is told whole: most are short, and
    nothing inside of them has to be looked at."""
    before, after = _members(old), _members(new)
    found: list[bytes] = []
    for key, value in after.items():
        if before.get(key) != value:
            place = (seat, encode(key), value)
            found.append(b'{"path":["players",%d,%b],"value":%b}' % place)
    for key in before:
        if key not in after:
            found.append(b'{"path":["players",%d,%b]}' % (seat, encode(key)))
    return b",".join(found)


def _claimed(old: Claims, new: Claims) -> bytes:
    """What was claimed since. Nearly always it is one more, which is seen at a glance."""
    begun = old.data[:-1]
    if old.number and new.number == old.number + 1 and new.data.startswith(begun):
        return b'{"path":["claims",%d],"value":%b}' % (old.number, new.data[len(begun) + 1 : -1])
    return _difference(_CLAIMS, old.data, new.data)


@final
@mypyc_attr(acyclic=True)
class Shown:
    """The last view that was made for a viewer, to tell what changed since."""

    def __init__(self, match: int, stamp: int, sight: Sight) -> None:
        self.match: Final = match
        self.stamp: Final = stamp
        self.sight: Final = sight


@final
class ShownViews:
    """What was shown last at a table."""

    def __init__(self) -> None:
        self.by_viewer: Final[dict[int, Shown]] = {}
        self.stamp = 0
        self._claims = Claims(b"[]", 0)
        self._claims_of: tuple[int, int] = (0, 0)
        self._read = 0  # of the log

    def claims(self, live: LiveMatch) -> Claims:
        """All claims of a match, which are the same for all viewers. They only grow, but for what
        is taken back, and what fades by the book."""
        match, key = live.match, (live.setup.number, live.line)
        log = match.state.log
        start, self._read = self._read, len(log)
        if key == self._claims_of and not match.rules.by_the_book and start <= self._read:
            for at in range(start, self._read, EVENT_SIZE):
                if log[at] == CLAIMED or log[at] == PAID:
                    break
            else:
                return self._claims
        self._claims_of = key
        claims = match.claims()
        data = canonical(claims)
        if data != self._claims.data:
            self._claims = Claims(data, len(claims))
        return self._claims


@final
@mypyc_attr(acyclic=True)
class _Told:
    """A moment for one viewer."""

    def __init__(self, rest: bytes, stamp: int, sight: Sight, before: Shown | None) -> None:
        self.rest: Final = rest  # all but events and view, as members of a JSON object
        self.stamp: Final = stamp
        self.sight: Final = sight
        self.before: Final = before  # what was shown before


@final
class Telling:
    """One moment of a match for several clients."""

    def __init__(
        self,
        live: LiveMatch,
        shown: ShownViews,
        undo: bool,
        deadline: float | None,
        held_until: float | None,
    ) -> None:
        self.live: Final = live
        self.shown: Final = shown
        self.undo: Final = undo  # whether moves can be taken back at this table
        self.held_until: Final = held_until
        self.number: Final = live.events
        self.over: Final = live.over
        self.deciding: Final = live.deciding
        self.public: Final = PublicView(live.match, shown.claims(live))
        # What stands before and behind what only one viewer is told, and what it is for most.
        first = (live.setup.number, live.line, self.number, encode(self.deciding))
        last = (encode(deadline), encode(live.result()) if self.over else b"null")
        self._first: Final[bytes] = b'"match":%d,"line":%d,"number":%d,"deciding":%b,' % first
        self._last: Final[bytes] = b'"deadline":%b,"result":%b' % last
        self._most: Final[bytes] = b"".join((self._first, _NOTHING, self._last))
        self._told: Final[dict[int, _Told]] = {}
        self._events: Final[dict[tuple[int, int], bytes]] = {}
        self._messages: Final[dict[tuple[int, int, int], bytes]] = {}
        self._changes: Final[dict[object, bytes]] = {}

    # Making

    def told(self, viewer: int) -> _Told:
        found = self._told.get(viewer)
        if found is None:
            sight = self.public.of(self.live.match, viewer)
            before, stamp = self._stamp(viewer, sight)
            found = self._told[viewer] = _Told(self._rest(viewer), stamp, sight, before)
        return found

    def _stamp(self, viewer: int, sight: Sight) -> tuple[Shown | None, int]:
        """What was shown before, and the number of what is shown now."""
        match = self.live.setup.number
        shown = self.shown.by_viewer.get(viewer)
        if shown is not None and shown.match == match:
            if shown.sight.same(sight):
                return shown, shown.stamp
        else:
            shown = None
        self.shown.stamp += 1
        self.shown.by_viewer[viewer] = Shown(match, self.shown.stamp, sight)
        return shown, self.shown.stamp

    def _rest(self, viewer: int) -> bytes:
        """The members that both forms of an update share (`answers.Shared`), but for its events."""
        live = self.live
        undo_at = live.undo_at(viewer) if self.undo else None
        decides = viewer in self.deciding
        if undo_at is None and not decides:
            return b'"seat":%d,%b' % (viewer, self._most)
        own = (
            viewer,
            self._first,
            encode(live.decision(viewer)) if decides else b"null",
            b"false" if undo_at is None else b"true",
            encode(undo_at),
            # Only who may take a move back is told that it is waited for.
            b"null" if undo_at is None else encode(self.held_until),
            self._last,
        )
        return b'"seat":%d,%b"decision":%b,"undo":%b,"undo_at":%b,"held_until":%b,%b' % own

    def events(self, viewer: int, start: int) -> bytes:
        if start >= self.number:
            return b"[]"
        if not self.live.concerns(viewer, start):
            viewer = SPECTATOR
        key = viewer, start
        found = self._events.get(key)
        if found is None:
            found = self._events[key] = encode(self.live.events_since(viewer, start))
        return found

    def _change(self, old: Sight, new: Sight) -> bytes:
        """What makes the present view of the one before, as patches in JSON. Most of it changed for
        others in the same way, and is made once."""
        made = self._changes
        found: list[bytes] = []
        key: object
        if old.plain is not new.plain:
            key = id(old.plain), id(new.plain)
            if key not in made:
                made[key] = encode(patches(old.plain, new.plain))[1:-1]
            found.append(made[key])
        if old.claims is not new.claims:
            key = id(old.claims), id(new.claims)
            if key not in made:
                made[key] = _claimed(old.claims, new.claims)
            found.append(made[key])
        if old.mechanics != new.mechanics:
            key = _MECHANICS, old.mechanics, new.mechanics
            if key not in made:
                made[key] = _difference(_MECHANICS, old.mechanics, new.mechanics)
            found.append(made[key])
        for seat, player in enumerate(new.players):
            before = old.players[seat]
            if before != player:
                key = seat, before, player
                if key not in made:
                    made[key] = _player(seat, before, player)
                found.append(made[key])
        return b",".join(filter(None, found))

    # Sending

    def _start(self, seen: Seen | None) -> int:
        """The first event that the client does not have, or that is told otherwise by now."""
        live = self.live
        if seen is None or seen.match != live.setup.number or self.over != seen.laid_open:
            return 0
        if seen.line == live.line:
            return live.told_again(min(seen.number, self.number))
        if seen.line == live.line - 1:
            return live.told_again(min(seen.number, live.line_start))
        return 0

    def send(self, client: Client, viewer: int, always: bool = False) -> None:
        if client.slow:
            client.behind = True
            if always:
                client.seen.pop(viewer, None)
            return
        seen = client.seen.get(viewer)
        told = self.told(viewer)
        if not always and seen is not None and seen.stamp == told.stamp and seen.rest == told.rest:
            return
        live = self.live
        start = self._start(seen)
        client.seen[viewer] = Seen(
            live.setup.number, live.line, self.number, self.over, told.rest, told.stamp
        )
        before = told.before
        since = -1  # the stamp of the view from which it is told what changed
        if client.changes and not always and seen is not None and seen.laid_open == self.over:
            if seen.stamp == told.stamp or (before is not None and seen.stamp == before.stamp):
                since = seen.stamp
        client.send_bytes(self._message(viewer, start, since))

    def _message(self, viewer: int, start: int, since: int) -> bytes:
        key = viewer, start, since
        found = self._messages.get(key)
        if found is None:
            told = self._told[viewer]
            events = b',"start":%d,"events":' % start + self.events(viewer, start)
            if since < 0:
                whole = (b'{"type":"update",', told.rest, events, b',"view":')
                found = b"".join((*whole, told.sight.whole(viewer), b"}"))
            else:
                before = cast(Shown, told.before)
                change = b"" if since == told.stamp else self._change(before.sight, told.sight)
                end = b'],"checksum":%d}' % told.sight.checksum(viewer)
                short = (b'{"type":"change",', told.rest, events, b',"patches":[', change, end)
                found = b"".join(short)
            self._messages[key] = found
        return found
