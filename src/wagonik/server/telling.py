"""What clients are told of one moment of a match: what several of them are sent is made once, and
a change is told by comparison with what was shown last."""

from typing import Final, NamedTuple, cast

import msgspec

from wagonik.server.changes import canonical, patches
from wagonik.server.clients import Client, Seen, encode
from wagonik.server.live import LiveMatch
from wagonik.server.parts import Own, Parts, Path, PublicView
from wagonik.server.protocol.answers import Decision, Patch, Result

_decode: Final = msgspec.json.Decoder().decode
_NESTED: Final = b"[{"  # how a part begins in which something can have changed


def _difference(path: Path, old: bytes | None, new: bytes | None) -> bytes:
    """Patches that make one part of another, in JSON."""
    if new is None:
        return encode(Patch(path=list(path)))
    if old is None or new[0] not in _NESTED:
        return b'{"path":%s,"value":%s}' % (encode(path), new)
    return encode(patches(_decode(old), _decode(new), list(path)))[1:-1]


class _Rest(msgspec.Struct, kw_only=True):
    """What both forms of an update share, but for its events."""

    seat: int
    match: int
    line: int
    number: int
    deciding: list[int]
    decision: Decision | None
    undo: bool
    undo_at: int | None
    deadline: float | None
    held_until: float | None
    result: Result | None


class Shown(NamedTuple):
    """The last view that was made for a viewer, to tell what changed since."""

    match: int
    stamp: int
    public: Parts  # what a spectator saw then
    own: Own


class ShownViews:
    """What was shown last at a table."""

    def __init__(self) -> None:
        self.by_viewer: Final[dict[int, Shown]] = {}
        self.stamp = 0
        self._claims = b"[]"
        self._claims_of: tuple[int, int, int] = (0, 0, 0)

    def claims(self, live: LiveMatch) -> bytes:
        """All claims of a match, which are the same for all viewers. They only grow, but for what
        is taken back, and what fades by the book."""
        claims = live.match.claims()
        key = live.setup.number, live.line, len(claims)
        if key != self._claims_of or live.match.rules.by_the_book:
            data = canonical(claims)
            if data != self._claims:
                self._claims = data
            self._claims_of = key
        return self._claims


class _Told(NamedTuple):
    """A moment for one viewer."""

    rest: bytes  # all but events and view, as members of a JSON object
    stamp: int
    own: Own
    view: bytes  # with sorted keys
    checksum: int
    before: Shown | None  # what was shown before


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
        self.deadline: Final = deadline
        self.held_until: Final = held_until
        self.number: Final = live.events
        self.over: Final = live.over
        self.deciding: Final = live.deciding
        self.public: Final = PublicView(live.match, shown.claims(live))
        self._told: Final[dict[int, _Told]] = {}
        self._events: Final[dict[tuple[int, int], bytes]] = {}
        self._messages: Final[dict[tuple[int, int, int], bytes]] = {}
        self._changes: Final[dict[int, list[tuple[Path, bytes]]]] = {}

    # Making

    def told(self, viewer: int) -> _Told:
        found = self._told.get(viewer)
        if found is None:
            own = self.public.own(self.live.match, viewer)
            view, checksum = self.public.whole(viewer, own)
            before, stamp = self._stamp(viewer, own)
            rest = self._rest(viewer)
            found = self._told[viewer] = _Told(rest, stamp, own, view, checksum, before)
        return found

    def _stamp(self, viewer: int, own: Own) -> tuple[Shown | None, int]:
        """What was shown before, and the number of what is shown now."""
        match = self.live.setup.number
        shown = self.shown.by_viewer.get(viewer)
        if shown is not None and shown.match == match:
            if shown.public == self.public.parts and shown.own == own:
                return shown, shown.stamp
        else:
            shown = None
        self.shown.stamp += 1
        now = Shown(match, self.shown.stamp, self.public.parts, own)
        self.shown.by_viewer[viewer] = now
        return shown, now.stamp

    def _rest(self, viewer: int) -> bytes:
        live = self.live
        undo_at = live.undo_at(viewer) if self.undo else None
        rest = _Rest(
            seat=viewer,
            match=live.setup.number,
            line=live.line,
            number=self.number,
            deciding=self.deciding,
            decision=live.decision(viewer) if viewer in self.deciding else None,
            undo=undo_at is not None,
            undo_at=undo_at,
            deadline=self.deadline,
            # Only who may take a move back is told that it is waited for.
            held_until=None if undo_at is None else self.held_until,
            result=live.result() if self.over else None,
        )
        return encode(rest)[1:-1]

    def events(self, viewer: int, start: int) -> bytes:
        key = viewer, start
        found = self._events.get(key)
        if found is None:
            if start >= self.number:
                found = b"[]"
            else:
                found = encode(self.live.events_since(viewer, start))
            self._events[key] = found
        return found

    def _change(self, told: _Told, before: Shown) -> bytes:
        """What makes the present view of the one before, as patches in JSON."""
        old, new = before.own, told.own
        found = [
            patch
            for path, patch in self._public_change(before.public)
            if path not in old and path not in new
        ]
        public = self.public.parts
        for path in {**old, **new}:
            one = old[path] if path in old else before.public.get(path)
            other = new[path] if path in new else public.get(path)
            if one != other:
                found.append(_difference(path, one, other))
        return b",".join(found)

    def _public_change(self, before: Parts) -> list[tuple[Path, bytes]]:
        """What changed for spectators, and so, but for its own parts, for everybody who was shown
        the same moment before."""
        found = self._changes.get(id(before))
        if found is None:
            now = self.public.parts
            found = [
                (path, _difference(path, part, now.get(path)))
                for path, part in before.items()
                if now.get(path) != part
            ]
            found += [
                (path, _difference(path, None, part))
                for path, part in now.items()
                if path not in before
            ]
            self._changes[id(before)] = found
        return found

    # Sending

    def _start(self, seen: Seen | None) -> int:
        """The first event that the client does not have, or that is told otherwise by now."""
        live = self.live
        if seen is None or seen.match != live.setup.number or self.over != seen.open:
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
        if client.changes and not always and seen is not None and seen.open == self.over:
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
                whole = (b'{"type":"update",', told.rest, events, b',"view":', told.view, b"}")
                found = b"".join(whole)
            else:
                before = cast(Shown, told.before)
                change = b"" if since == told.stamp else self._change(told, before)
                end = b'],"checksum":%d}' % told.checksum
                short = (b'{"type":"change",', told.rest, events, b',"patches":[', change, end)
                found = b"".join(short)
            self._messages[key] = found
        return found
