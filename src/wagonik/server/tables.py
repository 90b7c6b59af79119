"""A table in memory: its rows, its match, and the clients that look at it."""

import asyncio
import math
import time
from collections import Counter
from collections.abc import Callable
from typing import Final, Literal, NamedTuple

import msgspec

from wagonik.engine.state import SPECTATOR
from wagonik.server import colours
from wagonik.server.changes import checksum, patches
from wagonik.server.limits import Bucket
from wagonik.server.live import LiveMatch
from wagonik.server.protocol import answers
from wagonik.server.protocol.answers import Answer, ChatLine, Update
from wagonik.server.protocol.views import ViewData
from wagonik.server.protocol.web import Asking, Helped, SeatInfo, TableInfo, Taken
from wagonik.server.settings import Settings
from wagonik.server.store import Note, SeatRow, TableRow

DAY: Final = 86_400
AWAY: Final = 600.0  # seconds after which the others may give somebody's seat to another
encode: Final = msgspec.json.Encoder().encode
# What both forms of an update tell of a moment, but for its events.
_SHARED: Final = tuple(
    name for name in answers.Shared.__struct_fields__ if name not in ("start", "events")
)


class Seen(NamedTuple):
    """What a client was last sent as one viewer."""

    match: int
    line: int
    number: int
    open: bool  # everything was laid open: the match was over
    head: bytes
    stamp: int = -1  # of the view that it has


class Shown(NamedTuple):
    """The last view that was made for a viewer, to tell what changed since."""

    match: int
    stamp: int
    view: ViewData


class Client:
    """One connection. Messages wait in a queue; whoever lets it fill up is cut off. Whoever reads
    slowly gets the newest state when it has read what waits, not all of them."""

    def __init__(
        self,
        settings: Settings,
        address: str,
        abort: Callable[[], None] | None = None,
        write: Callable[[bytes], bool] | None = None,
    ) -> None:
        self.address: Final = address
        self.write: Final = write  # sends at once, if nothing has to wait
        self.abort: Final = abort  # cuts the connection, whatever waits
        self.hashes: frozenset[bytes] = frozenset()
        self.seats: frozenset[int] = frozenset()
        self.asking: frozenset[int] = frozenset()  # seats that it has asked for
        self.keys: tuple[str, str] | None = None  # of the links, for the host
        self.host = False
        self.changes = False  # whether it can put a view together from what changed
        self.watching = False
        self.seen: dict[int, Seen] = {}
        self.queue: Final[asyncio.Queue[bytes | None]] = asyncio.Queue()
        self.waiting = 0  # bytes in the queue
        self.most_messages: Final = settings.queue_messages
        self.most_bytes: Final = settings.queue_bytes
        self.behind = False  # something newer is to be sent when the queue is empty
        self.closed = False
        self.rate: Final = Bucket(settings.messages_rate, settings.messages_burst)
        self.explore_rate: Final = Bucket(settings.explore_rate, settings.explore_burst)
        self.chat_rate: Final = Bucket(settings.chat_rate, settings.chat_burst)
        self.emotes_rate: Final = Bucket(settings.emotes_rate, settings.emotes_burst)

    def viewers(self) -> list[int]:
        return sorted(self.seats) or [SPECTATOR]

    def send(self, message: Answer) -> None:
        self.send_bytes(encode(message))

    def send_bytes(self, data: bytes) -> None:
        if self.closed:
            return
        if self.waiting == 0 and self.write is not None and self.write(data):
            return
        full = self.waiting > 0 and self.waiting + len(data) > self.most_bytes
        if full or self.queue.qsize() >= self.most_messages:
            self.cut()
        else:
            self.waiting += len(data)
            self.queue.put_nowait(data)

    def sent(self, data: bytes) -> None:
        self.waiting -= len(data)

    @property
    def slow(self) -> bool:
        """Too much waits for another state to be added to it."""
        return self.waiting > self.most_bytes // 4

    def cut(self) -> None:
        """Say no more, and drop what waits."""
        self.close()
        if self.abort is not None:
            self.abort()

    def close(self) -> None:
        """Say no more; what waits is still sent."""
        if not self.closed:
            self.closed = True
            self.queue.put_nowait(None)


class LiveTable:
    """Changes happen under the lock; what is here is a copy of what is stored."""

    def __init__(self, table: str, grace: float = 0.0) -> None:
        self.id: Final = table
        self.grace: Final = grace  # seconds that bots wait where the table's options don't say
        self.lock: Final = asyncio.Lock()
        self.row: TableRow | None = None  # None: not loaded, or gone
        self.live: LiveMatch | None = None
        self.chat: list[ChatLine] = []
        self.clients: Final[set[Client]] = set()
        # Who is there at other workers: seats, watchers, and until when that holds.
        self.elsewhere: Final[dict[str, tuple[frozenset[int], int, float]]] = {}
        self.shown: Final[dict[int, Shown]] = {}
        self.told: bytes = b""  # the last info sent to everybody
        self.visible_at = 0.0  # when others last saw something happen
        self.released = -1  # how long the match was when its person let the bots go on
        self.stirred: Final = asyncio.Event()  # whoever waits for something to happen looks again
        self.driver: asyncio.Task[None] | None = None
        self.used_at = time.monotonic()
        self.taken: list[Taken] = []  # seats that changed hands in this match
        self.notes: set[Note] = set()  # what is noted beside the rules of this match
        # When the people of seats were last here.
        self.here_at: Final[dict[int, float]] = {}
        self.loaded_at: Final = time.monotonic()

    # Knowing

    @staticmethod
    def agreed(seat: SeatRow) -> frozenset[int]:
        """The seats whose people let somebody have this one."""
        return frozenset(map(int, (seat.agreed or "").split()))

    def _silent(self, seat: SeatRow) -> set[int]:
        """The seats with people who have not agreed."""
        seats = self.row.seats if self.row is not None else []
        return {other.seat for other in seats if other.token_hash} - self.agreed(seat)

    def may_have(self, seat: SeatRow) -> bool:
        """Whether all who are here agreed that somebody takes this seat. The one who has it must
        agree, too, or have been away for a while."""
        if not self.agreed(seat):
            return False
        silent = self._silent(seat)
        if silent & self.online()[0]:
            return False
        here_at = self.here_at.get(seat.seat, self.loaded_at)
        return seat.seat not in silent or time.monotonic() - here_at > AWAY

    def seat(self, number: int) -> SeatRow | None:
        row = self.row
        if row is None or not 0 <= number < len(row.seats):
            return None
        return row.seats[number]

    def online(self) -> tuple[set[int], int]:
        seats: set[int] = set()
        watchers = 0
        for client in self.clients:
            seats |= client.seats
            watchers += not client.seats
        now = time.monotonic()
        for worker, (there, count, until) in list(self.elsewhere.items()):
            if until < now:
                del self.elsewhere[worker]
            else:
                seats |= there
                watchers += count
        return seats, watchers

    def info(self) -> TableInfo:
        row = self.row
        assert row is not None
        online, watchers = self.online()
        return TableInfo(
            table=row.id,
            options=row.options,
            status=row.status,  # type: ignore[arg-type]  # stored as plain text
            match=row.match,
            matches=row.match if row.status == "over" else max(0, row.match - 1),
            seats=[
                SeatInfo(
                    seat=seat.seat,
                    name=seat.name,
                    colour=colour,
                    kind=_kind(seat),
                    level=seat.level,
                    standing_in=seat.level is not None
                    and (seat.token_hash is not None or seat.open),
                    online=seat.seat in online,
                    host=seat.seat == row.host_seat,
                )
                for seat, colour in zip(row.seats, colours.shown(row.seats), strict=True)
            ],
            watchers=watchers,
            custom_board=row.board is not None,
            asking=[
                Asking(
                    seat=seat.seat,
                    name=seat.asked_name,
                    waiting=sorted(self._silent(seat) & online),
                )
                for seat in row.seats
                if seat.asked_hash is not None
            ],
            taken=self.taken,
            helped=self._helped(),
            shown=sorted(seat for kind, seat, _ in self.notes if kind == "shown"),
            what_if=None if self.live is None else self.live.setup.what_if,
        )

    def _helped(self) -> list[Helped]:
        counts = Counter(seat for kind, seat, _ in self.notes if kind == "hint")
        return [Helped(seat=seat, decisions=count) for seat, count in sorted(counts.items())]

    def deadline(self) -> float | None:
        """When the seats that decide now run out of time."""
        row, live = self.row, self.live
        if row is None or live is None or live.over or row.options.pace.kind == "none":
            return None
        if all(row.seats[seat].level is not None for seat in live.deciding):
            return None
        unit = 1 if row.options.pace.kind == "live" else DAY
        return live.since + row.options.pace.limit * unit

    def due(self) -> float | None:
        """When a bot or a clock has something to do."""
        row, live = self.row, self.live
        if row is None or live is None or live.over:
            return None
        if any(row.seats[seat].level is not None for seat in live.deciding):
            return live.last_at
        return self.deadline()

    def bot_seat(self) -> int | None:
        """A seat that a bot decides for now."""
        row, live = self.row, self.live
        if row is None or live is None or live.over:
            return None
        for seat in live.deciding:
            if row.seats[seat].level is not None:
                return seat
        return None

    def held_until(self) -> float | None:
        """Until when bots wait, so that the only person here can take a move back; infinity
        until that person goes on. Nothing was revealed since, or it could not be taken back."""
        row, live = self.row, self.live
        if row is None or live is None or not row.options.undo or self.bot_seat() is None:
            return None
        grace = self.grace if row.options.grace is None else row.options.grace
        people = [seat for seat in row.seats if seat.token_hash is not None]
        if grace == 0 or len(people) != 1 or people[0].level is not None:
            return None
        if self.released == live.length or live.undo_at(people[0].seat) is None:
            return None
        return math.inf if grace < 0 else self.visible_at + grace

    # Telling

    def tell(self, message: Answer) -> None:
        data = encode(message)
        for client in self.clients:
            client.send_bytes(data)

    def push_info(self) -> None:
        """Send the table's info to everybody, if it changed."""
        if self.row is None:
            return
        data = encode(answers.TableChanged(table=self.info()))
        if data != self.told:
            self.told = data
            for client in self.clients:
                if client.slow:
                    client.behind = True
                else:
                    client.send_bytes(data)

    def catch_up(self, client: Client) -> None:
        """Send the newest state to a client that was too slow for those before."""
        client.behind = False
        if self.row is not None:
            client.send(answers.TableChanged(table=self.info()))
            self.push_to(client, always=False)

    def push(self, only: int | None = None) -> None:
        """Send every client what it may see and has not seen; or only those of one seat."""
        if self.live is None or self.row is None:
            return
        self.stirred.set()
        views = _Views(self, self.live)
        for client in self.clients:
            for viewer in client.viewers():
                if only is None or viewer == only:
                    views.send(client, viewer)

    def push_to(self, client: Client, always: bool = True) -> None:
        """Send one client everything about the present moment."""
        if self.live is None or self.row is None:
            return
        views = _Views(self, self.live)
        for viewer in client.viewers():
            views.send(client, viewer, always)


class _Views:
    """One moment of a match for several clients: each viewer's update is made once."""

    def __init__(self, table: LiveTable, live: LiveMatch) -> None:
        self.table: Final = table
        self.live: Final = live
        self.heads: dict[int, tuple[Update, bytes]] = {}
        self.bodies: dict[tuple[int, int], bytes] = {}
        self.before: dict[int, Shown | None] = {}  # what was shown before
        self.short: dict[tuple[int, int, int], bytes] = {}

    def head(self, viewer: int) -> tuple[Update, bytes]:
        found = self.heads.get(viewer)
        if found is None:
            live = self.live
            row = self.table.row
            assert row is not None
            undo_at = live.undo_at(viewer) if row.options.undo else None
            update = Update(
                seat=viewer,
                match=live.setup.number,
                line=live.line,
                start=0,
                number=live.events,
                events=[],
                view=live.view(viewer),
                deciding=live.deciding,
                decision=live.decision(viewer),
                undo=undo_at is not None,
                undo_at=undo_at,
                deadline=self.table.deadline(),
                held_until=self.held_until(viewer),
                result=live.result(),
            )
            found = self.heads[viewer] = (update, encode(update))
        return found

    def held_until(self, viewer: int) -> float | None:
        """Only who may take a move back is told that it is waited for."""
        held = self.table.held_until()
        if held is None or self.live.undo_at(viewer) is None:
            return None
        return 0.0 if held == math.inf else held

    def start(self, seen: Seen | None) -> int:
        """The first event that the client does not have, or that is told otherwise by now."""
        live = self.live
        if seen is None or seen.match != live.setup.number or live.over != seen.open:
            return 0
        if seen.line == live.line:
            return live.told_again(min(seen.number, live.events))
        if seen.line == live.line - 1:
            return live.told_again(min(seen.number, live.line_start))
        return 0

    def send(self, client: Client, viewer: int, always: bool = False) -> None:
        if client.slow:
            client.behind = True
            if always:
                client.seen.pop(viewer, None)
            return
        live = self.live
        seen = client.seen.get(viewer)
        update, head = self.head(viewer)
        if not always and seen is not None and seen.head == head:
            return
        start = self.start(seen)
        stamp = self.stamp(viewer, update) if client.changes else -1
        client.seen[viewer] = Seen(
            live.setup.number, live.line, live.events, live.over, head, stamp
        )
        if client.changes and not always and seen is not None and seen.match == update.match:
            short = self.change(update, seen, start)
            if short is not None:
                client.send_bytes(short)
                return
        body = self.bodies.get((viewer, start))
        if body is None:
            body = encode(
                msgspec.structs.replace(
                    update, start=start, events=live.events_since(viewer, start)
                )
            )
            self.bodies[(viewer, start)] = body
        client.send_bytes(body)

    def stamp(self, viewer: int, update: Update) -> int:
        """The number of this view among those of the viewer."""
        if viewer not in self.before:
            shown = self.table.shown.get(viewer)
            if shown is not None and shown.match != update.match:
                shown = None
            self.before[viewer] = shown
            if shown is None or shown.view != update.view:
                number = 0 if shown is None else shown.stamp + 1
                self.table.shown[viewer] = Shown(update.match, number, update.view)
        return self.table.shown[viewer].stamp

    def change(self, update: Update, seen: Seen, start: int) -> bytes | None:
        """What changed since the view that the client has, if that was the last one."""
        viewer = update.seat
        stamp = self.stamp(viewer, update)
        before = self.before[viewer]
        if before is None or seen.stamp not in (stamp, before.stamp) or seen.open != self.live.over:
            return None
        key = viewer, start, seen.stamp
        found = self.short.get(key)
        if found is None:
            found = self.short[key] = encode(
                answers.Change(
                    **{name: getattr(update, name) for name in _SHARED},
                    start=start,
                    events=self.live.events_since(viewer, start),
                    patches=[] if seen.stamp == stamp else patches(before.view, update.view),
                    checksum=checksum(update.view),
                )
            )
        return found


def _kind(seat: SeatRow) -> Literal["open", "person", "bot"]:
    if seat.token_hash is not None:
        return "person"
    return "open" if seat.open else "bot"
