"""Moves: of people, of bots, and of the clock."""

import asyncio
import contextlib
import logging
import secrets
import time
from functools import partial
from typing import Final, Protocol

from wagonik.engine.errors import IllegalAction, Refusal, StaleAction, UndoRefused
from wagonik.server.errors import Refused
from wagonik.server.failures import note, words
from wagonik.server.hub import Hub
from wagonik.server.live import LiveMatch, Move
from wagonik.server.protocol.answers import Choice, Way
from wagonik.server.tables import LiveTable
from wagonik.server.thinking import BotTurn
from wagonik.server.ways import explore
from wagonik.server.writing import NewMove

log = logging.getLogger(__name__)


_LOOK_SECONDS: Final = 5.0  # however long a bot waits, it looks so often whether the match goes on


class Asker(Protocol):
    """Who asked for a move."""

    def hold(self) -> None:
        """The answer comes at once, behind what is told now: both can go together."""

    def answer(self, refused: Refused | None) -> None:
        """It was made, or why not."""


class _Waiting:
    """A task that waits for its move."""

    def __init__(self) -> None:
        self.found: Final[asyncio.Future[Refused | None]] = (
            asyncio.get_running_loop().create_future()
        )

    def hold(self) -> None:
        pass

    def answer(self, refused: Refused | None) -> None:
        self.found.set_result(refused)


class _Conflict(Exception):
    """Another worker stored a move first."""

    def __init__(self) -> None:
        super().__init__()
        self.refused: Final = Refused("stale", "Another move came first.")


class Playing:
    """A move is checked, played in memory, stored, and only then acknowledged and shown."""

    def __init__(self, hub: Hub) -> None:
        self.hub: Final = hub
        self._mending: Final[set[asyncio.Task[None]]] = set()
        hub.set_driver(self)

    @staticmethod
    def running(table: LiveTable) -> LiveMatch:
        if table.row is None:
            raise Refused("not_found", "The table is gone.")
        if table.live is None:
            raise Refused.because("not_now", "not_begun", "The match has not begun.")
        return table.live

    def own(self, table: LiveTable, seat: int) -> LiveMatch:
        live = self.running(table)
        row = table.seat(seat)
        if row is not None and row.level is not None and not live.over:
            raise Refused.because(
                "not_now", "bot_plays", "A bot plays this seat. Take it back first."
            )
        return live

    async def play(self, table: LiveTable, seat: int, at: int, actions: list[int]) -> None:
        waiting = _Waiting()
        await table.lock.acquire()
        self.play_now(table, seat, at, actions, waiting)
        refused = await asyncio.shield(waiting.found)
        if refused is not None:
            raise refused

    def play_now(
        self, table: LiveTable, seat: int, at: int, actions: list[int], asker: Asker
    ) -> None:
        """Under the lock, which is given back here when the move is stored and shown, or refused;
        then comes the answer. No task waits meanwhile, as thousands of them would cost more than
        the moves do."""
        try:
            self.hub.check_live(table)
            live = self.own(table, seat)
            before = live.events, live.line
            move = self._made(live, seat, at, actions)
        except Refused as refused:
            if table.live is not None and table.live.halfway:
                self._mend(table, refused, asker)
            else:
                self._end(table, asker, refused)
            return
        except BaseException:
            log.exception("a move went wrong")
            self.hub.give_up(table)
            self._end(table, asker, Refused("failed", "Something went wrong here; try again."))
            return

        new = self._new(table, live, move)

        def stored(written: bool | BaseException) -> None:
            refused: Refused | None = None
            if written is True:
                asker.hold()
            try:
                self._stored(table, live, new, before, "person", written)
            except _Conflict as conflict:
                self._mend(table, conflict.refused, asker)
                return
            except Refused as found:
                refused = found
            except Exception:
                log.exception("a move could not be shown")
                self.hub.give_up(table)
                refused = Refused("failed", "Something went wrong here; try again.")
            self._end(table, asker, refused)
            if refused is None:
                self.hub.wake(table)

        self.hub.store.write(new, stored)

    @staticmethod
    def _end(table: LiveTable, asker: Asker, refused: Refused | None) -> None:
        table.lock.release()
        asker.answer(refused)

    def _mend(self, table: LiveTable, refused: Refused, asker: Asker) -> None:
        """The match in memory is not the stored one: load it again, and only then answer."""

        async def mend() -> None:
            try:
                await self.hub.rebuild(table)
                table.push()
            except Exception as error:
                note(log, "a table could not be loaded", error)
                self.hub.give_up(table)
            except BaseException:
                self.hub.give_up(table)
                raise
            finally:
                self._end(table, asker, refused)

        task = asyncio.create_task(mend())
        self._mending.add(task)
        task.add_done_callback(self._mending.discard)

    @staticmethod
    def _made(live: LiveMatch, seat: int, at: int, actions: list[int]) -> Move:
        if not actions:
            raise Refused("bad_message", "A play needs at least one action.")
        mine = seat in live.deciding
        try:
            live.check_turn(seat, at)
            return live.play(seat, actions, time.time())
        except StaleAction as error:
            raise Refused("stale", str(error)) from error
        except IllegalAction as error:
            raise Refused.by_rule("illegal" if mine else "not_your_turn", error) from error

    async def undo(self, table: LiveTable, seat: int, at: int) -> None:
        async with self.hub.changing(table):
            live = self.own(table, seat)
            if table.row is None or not table.row.options.undo:
                raise Refused("no_undo", "This table plays without undo.")
            if at != live.counts[seat]:
                raise Refused("stale", "This was meant for an earlier moment of the match.")
            before = live.events, live.line
            try:
                move = live.undo(seat, time.time())
            except UndoRefused as error:
                raise Refused("no_undo", str(error)) from error
            await self._commit(table, live, move, before, "person")
        self.hub.wake(table)

    async def go_on(self, table: LiveTable, seat: int) -> None:
        """The person does not take the move back: bots need not wait."""
        async with self.hub.changing(table):
            table.released = self.own(table, seat).length
        table.stirred.set()
        self.hub.wake(table)

    @staticmethod
    def _new(table: LiveTable, live: LiveMatch, move: Move) -> NewMove:
        row = table.row
        assert row is not None
        due = table.due()
        return NewMove(
            table=table.id,
            match=live.setup.id,
            move=move,
            due=due,
            due_changed=due != row.due,
            over=live.over,
        )

    async def _commit(
        self,
        table: LiveTable,
        live: LiveMatch,
        move: Move,
        before: tuple[int, int],
        by: str,
    ) -> None:
        """Store a move that was played in memory, then show it."""
        written: bool | BaseException
        new = self._new(table, live, move)
        try:
            written = await self.hub.store.append(new)
        except Exception as error:
            written = error
        try:
            self._stored(table, live, new, before, by, written)
        except _Conflict as conflict:
            await self.hub.rebuild(table)
            table.push()
            raise conflict.refused from conflict

    def _stored(
        self,
        table: LiveTable,
        live: LiveMatch,
        new: NewMove,
        before: tuple[int, int],
        by: str,
        written: bool | BaseException,
    ) -> None:
        """Show a move that was stored."""
        row = table.row
        assert row is not None
        if isinstance(written, BaseException):
            # Whether it was stored is not known.
            self.hub.give_up(table)
            note(log, "a move could not be stored", written)
            raise Refused("failed", words(written)) from written
        if not written:
            self.hub.metrics.resyncs.inc()
            raise _Conflict
        row.due = new.due
        self.hub.metrics.moves_by[by].inc()
        if live.private and (live.events, live.line) == before and new.move.actions[0] >= 0:
            # Others must not even learn that something was chosen.
            table.push(only=new.move.seat)
        else:
            table.visible_at = time.time()
            table.push()
        if live.over and row.status != "over":
            row.status = "over"
            if live.setup.what_if is None:
                self.hub.metrics.finished.labels(live.setup.game).inc()
            table.push_info()

    # Questions

    def explore(
        self,
        table: LiveTable,
        seat: int,
        at: int,
        actions: list[int],
        after: list[int] | None = None,
    ) -> tuple[list[Choice], list[Way], bool]:
        live = self.own(table, seat)
        try:
            live.check_turn(seat, at)
            return explore(live, seat, actions, after)
        except StaleAction as error:
            raise Refused("stale", str(error)) from error
        except IllegalAction as error:
            mine = seat in live.deciding
            raise Refused.by_rule("illegal" if mine else "not_your_turn", error) from error

    def why(self, table: LiveTable, seat: int, action: int) -> Refusal | None:
        live = self.running(table)
        try:
            return live.why(seat, action)
        except IllegalAction as error:
            raise Refused.by_rule("illegal", error) from error

    def openings(self, table: LiveTable, seat: int) -> dict[str, list[int]]:
        return self.running(table).openings(seat)

    # Bots and the clock

    async def drive(self, table: LiveTable) -> None:
        """Let bots decide until it is a person's turn."""
        with contextlib.suppress(Refused):  # the table was loaded anew, and has another driver
            while await self._one_bot_move(table):
                pass

    async def _one_bot_move(self, table: LiveTable) -> bool:
        async with self.hub.changing(table):
            self.ponder(table)
            seat = table.bot_seat()
            live, row = table.live, table.row
            if seat is None or live is None or row is None:
                return False
            level = row.seats[seat].level
            assert level is not None
            length = live.length
            job = self._job(live, seat, level)
            together = live.match.state.step == live.match.rules.first_tickets_step
        began = time.monotonic()
        actions = await self._think(live, job)
        self.hub.metrics.bot_seconds.observe(time.monotonic() - began)
        if not together:  # first tickets are chosen by all at once: nobody waits to see them
            await self._wait(table, live, length)
        async with self.hub.changing(table):
            if table.live is not live or live.length != length or table.bot_seat() != seat:
                return table.bot_seat() is not None
            before = live.events, live.line
            try:
                move = live.play(seat, actions, time.time())
            except IllegalAction:
                log.exception("a bot of level %s chose what is not possible", level)
                await self.hub.rebuild(table)
                live = self.running(table)
                move = live.play(seat, [secrets.choice(live.match.legal(seat))], time.time())
            try:
                await self._commit(table, live, move, before, "bot")
            except Refused:
                return self.hub.is_live(table)  # another worker was faster, or it failed
        return True

    def ponder(self, table: LiveTable) -> None:
        live, row = table.live, table.row
        if not self.hub.settings.bot_ponder or live is None or row is None or live.over:
            return
        for seat in row.seats:
            if seat.level is not None and seat.seat not in live.deciding:
                job = self._job(live, seat.seat, seat.level)
                waits = partial(self._waits, table, live, live.length, job)
                self.hub.thinking.ponder(job, waits)

    def _waits(self, table: LiveTable, live: LiveMatch, length: int, job: BotTurn) -> bool:
        """Whether a bot still waits for its turn as it did."""
        seat = table.seat(job.seat)
        there = self.hub.is_live(table) and seat is not None and seat.level == job.level
        return there and table.live is live and live.length == length

    async def _wait(self, table: LiveTable, live: LiveMatch, length: int) -> None:
        """Moves of bots can be followed, and a person who may take a move back has time for it."""
        delay = self.hub.settings.bot_delay
        while table.live is live and live.length == length:
            held = table.held_until()
            wait = min(table.visible_at + delay - time.time(), delay)
            if held is not None:
                wait = max(wait, held - time.time())
            if wait <= 0:
                return
            table.stirred.clear()
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(table.stirred.wait(), min(wait, _LOOK_SECONDS))

    async def _think(self, live: LiveMatch, job: BotTurn) -> list[int]:
        try:
            return await self.hub.thinking.choose(job)
        except asyncio.CancelledError:
            raise
        except Exception:
            # The match must go on, whatever is wrong with a bot.
            log.exception("a bot of level %s failed", job.level)
            return [secrets.choice(live.match.legal(job.seat))]

    def _job(self, live: LiveMatch, seat: int, level: str) -> BotTurn:
        setup = live.setup
        return BotTurn(
            players=self.hub.settings.bots,
            level=level,
            seat=seat,
            match=setup.id,
            game=setup.game,
            seats=setup.players,
            seed=setup.seed,
            options=setup.options,
            version=setup.version,
            board=setup.board.content if setup.board else None,
            history=tuple(live.match.history),
        )

    async def stand_in(self, table: LiveTable) -> None:
        """The clock ran out: bots play for those who did not."""
        async with self.hub.changing(table):
            deadline = table.deadline()
            live, row = table.live, table.row
            if deadline is None or deadline > time.time() or live is None or row is None:
                return
            level = row.options.stand_in or self.hub.thinking.levels()[0].level
            for seat in live.deciding:
                if row.seats[seat].level is None:
                    await self.hub.store.change_seat(table.id, seat, time.time(), level=level)
            await self.hub.reload(table)
