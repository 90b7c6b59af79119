"""Taking over a seat of a running match: whoever sits there sees hidden cards, so the people at the
table must agree, everybody is told, and it stands in the record."""

import time
from typing import Final

from wagonik.server import schema
from wagonik.server.errors import Refused
from wagonik.server.hub import Hub
from wagonik.server.keys import hashed, new_secret
from wagonik.server.protocol.web import SeatToken
from wagonik.server.store import SeatRow, Takeover
from wagonik.server.tables import LiveTable


class Takeovers:
    """Seats that somebody asks to take over, until the others agree."""

    def __init__(self, hub: Hub) -> None:
        self.hub: Final = hub
        hub.settle_takeovers = self.settle

    @staticmethod
    def needed(table: LiveTable) -> bool:
        """Between matches nothing is hidden; and where nobody sits, nobody is cheated."""
        row = table.row
        return (
            row is not None
            and row.status == "running"
            and any(seat.token_hash is not None for seat in row.seats)
        )

    async def ask(self, table: LiveTable, seat: SeatRow, name: str | None) -> SeatToken:
        """Under the lock: somebody wants the seat."""
        token = new_secret()
        asked = await self.hub.store.change_seat(
            table.id,
            seat.seat,
            time.time(),
            only_if=schema.seats.c.asked_hash.is_(None),
            asked_hash=hashed(token),
            asked_name=name,
            agreed="",
            invite_hash=None,
        )
        if not asked:
            raise Refused.because(
                "not_now", "seat_asked", "Somebody else asks for this seat already."
            )
        await self.hub.reload(table)
        return SeatToken(seat=seat.seat, token=token)

    async def check_departed(self, table: LiveTable, tokens: list[str]) -> None:
        """Who left a seat of this match knows its cards: another seat has to wait."""
        if table.live is None or table.row is None or table.row.status != "running":
            return
        mine = {hashed(token) for token in tokens}
        if any(row.left_hash in mine for row in await self._rows(table) if row.left_hash):
            raise Refused.because(
                "not_now",
                "seat_left",
                "You left a seat of this match: sit down again in the next one.",
            )

    async def _rows(self, table: LiveTable) -> list[Takeover]:
        assert table.live is not None
        return await self.hub.store.takeovers(table.live.setup.id)

    async def note_left(self, table: LiveTable, seat: int, token_hash: bytes | None) -> None:
        """Under the lock: somebody gives a seat up."""
        live = table.live
        if live is not None and not live.over and token_hash is not None:
            left = Takeover(seat, None, len(live.match.history), token_hash)
            await self.hub.store.take_over(live.setup.id, left)

    async def agree(self, table: LiveTable, seats: frozenset[int], seat: int, yes: bool) -> None:
        """People of some seats say whether somebody may have a seat."""
        async with self.hub.changing(table):
            row = table.seat(seat)
            if row is None or row.asked_hash is None:
                raise Refused.because("not_now", "nobody_asks", "Nobody asks for this seat.")
            if not yes:
                await self._clear(table, seat)
            else:
                agreed = table.agreed(row) | seats
                await self.hub.store.change_seat(
                    table.id,
                    seat,
                    time.time(),
                    only_if=schema.seats.c.asked_hash == row.asked_hash,
                    agreed=" ".join(map(str, sorted(agreed))),
                )
            await self.hub.reload(table)
            await self.settle(table)

    async def _clear(self, table: LiveTable, seat: int) -> None:
        await self.hub.store.change_seat(
            table.id, seat, time.time(), asked_hash=None, asked_name=None, agreed=None
        )

    async def settle(self, table: LiveTable) -> None:
        """Under the lock: give seats to those for whom all have spoken."""
        row, live = table.row, table.live
        if row is None:
            return
        running = row.status == "running" and live is not None
        changed = False
        for seat in row.seats:
            if seat.asked_hash is None or (running and not table.may_have(seat)):
                continue
            changed = await self.hub.store.change_seat(
                table.id,
                seat.seat,
                time.time(),
                only_if=schema.seats.c.asked_hash == seat.asked_hash,
                name=seat.asked_name or seat.name,
                token_hash=seat.asked_hash,
                asked_hash=None,
                asked_name=None,
                agreed=None,
                open=False,
                level=None,
            )
            if changed and running and live is not None:
                name = seat.asked_name or seat.name or ""
                taken = Takeover(seat.seat, name, len(live.match.history), seat.token_hash)
                await self.hub.store.take_over(live.setup.id, taken)
        if changed:
            await self.hub.reload(table)
