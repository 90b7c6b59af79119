"""A table in memory: its rows, its match, and the clients that look at it."""

import asyncio
import math
import time
from collections import Counter
from typing import Final, Literal

from wagonik.server import colours
from wagonik.server.clients import Client, encode
from wagonik.server.live import LiveMatch
from wagonik.server.locks import TableLock
from wagonik.server.protocol import answers
from wagonik.server.protocol.answers import Answer, ChatLine
from wagonik.server.protocol.web import Asking, Helped, SeatInfo, TableInfo, Taken
from wagonik.server.store import Note, SeatRow, TableRow
from wagonik.server.telling import ShownViews, Telling

DAY: Final = 86_400
AWAY: Final = 600.0  # seconds after which the others may give somebody's seat to another


class LiveTable:
    """Changes happen under the lock; what is here is a copy of what is stored."""

    def __init__(self, table: str, grace: float = 0.0) -> None:
        self.id: Final = table
        self.grace: Final = grace  # seconds that bots wait where the table's options don't say
        self.lock: Final = TableLock()
        self.loading = True  # until then whoever asks for it waits: its match comes last
        self.row: TableRow | None = None  # None: not loaded, or gone
        self.live: LiveMatch | None = None
        self.chat: list[ChatLine] = []
        self.clients: Final[set[Client]] = set()
        # Who is there at other workers: seats, watchers, and until when that holds.
        self.elsewhere: Final[dict[str, tuple[frozenset[int], int, float]]] = {}
        self.shown: Final = ShownViews()
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

    def _telling(self, live: LiveMatch) -> Telling:
        assert self.row is not None
        held = self.held_until()
        return Telling(
            live,
            self.shown,
            self.row.options.undo,
            self.deadline(),
            0.0 if held == math.inf else held,
        )

    def push(self, only: int | None = None) -> None:
        """Send every client what it may see and has not seen; or only those of one seat."""
        if self.live is None or self.row is None:
            return
        self.stirred.set()
        if not self.clients:
            return  # another worker has them: nobody here is told anything
        telling = self._telling(self.live)
        for client in self.clients:
            for viewer in client.viewers():
                if only is None or viewer == only:
                    telling.send(client, viewer)

    def push_to(self, client: Client, always: bool = True) -> None:
        """Send one client everything about the present moment."""
        if self.live is None or self.row is None:
            return
        telling = self._telling(self.live)
        for viewer in client.viewers():
            telling.send(client, viewer, always)


def _kind(seat: SeatRow) -> Literal["open", "person", "bot"]:
    if seat.token_hash is not None:
        return "person"
    return "open" if seat.open else "bot"
