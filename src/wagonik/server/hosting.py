"""Tables and seats: creating, joining, inviting, bots for seats, starting, deleting."""

import time
import unicodedata
from itertools import count
from typing import Final

import msgspec

from wagonik.engine.boardfile import BoardFile
from wagonik.engine.errors import WagonikError
from wagonik.games import find_game, make_rules
from wagonik.server import colours, schema
from wagonik.server.boards import players_of, read_board, remember
from wagonik.server.children import GaveUp
from wagonik.server.clients import Client
from wagonik.server.errors import Refused
from wagonik.server.hub import Hub
from wagonik.server.keys import address_hash, hashed, link_key, new_id, new_secret, new_seed
from wagonik.server.lessons import lesson_of
from wagonik.server.live import LiveMatch, MatchSetup
from wagonik.server.notices import FeelingShown
from wagonik.server.protocol import requests
from wagonik.server.protocol.answers import ChatLine, Chats, Emoted
from wagonik.server.protocol.web import (
    CreatedTable,
    EmoteName,
    JoinTable,
    NewLesson,
    NewSeat,
    NewTable,
    SeatToken,
    TableOptions,
    TakeSeat,
)
from wagonik.server.store import SeatRow, TableRow
from wagonik.server.tables import LiveTable
from wagonik.server.takeovers import Takeovers
from wagonik.server.whatif import Past, past_of

# Letters and signs that are drawn as nothing: fillers of Hangul, the empty pattern of Braille, and
# vowels of Khmer that nobody sees.
_BLANK: Final = frozenset("\u115f\u1160\u3164\uffa0\u2800\u17b4\u17b5")


def clean(text: str) -> str:
    """Text of people on one line: nothing that is not seen, no space at its ends."""
    shown = "".join(
        " "
        if c in _BLANK or unicodedata.category(c) in ("Cc", "Cf", "Zl", "Zp", "Cs", "Co", "Cn")
        else c
        for c in unicodedata.normalize("NFC", text)
    )
    return " ".join(shown.split())


def clean_name(name: str | None) -> str | None:
    if name is None:
        return None
    found = clean(name)
    if all(unicodedata.category(c)[0] in "MZ" for c in found):
        raise Refused.because("refused", "name_empty", "A name needs at least one letter.")
    return found


class Hosting:
    """Tables and seats: creating, joining, inviting, starting."""

    def __init__(self, hub: Hub) -> None:
        self.hub: Final = hub
        self.takeovers: Final = Takeovers(hub)
        deals = hub.settings.deals
        self._seeds: Final = iter(new_seed, None) if deals is None else count(deals)

    # Creating

    def check(self, options: TableOptions, board: BoardFile | None) -> TableOptions:
        """Whether the options fit the game and its board."""
        if board is not None and board.game == options.game:
            counts = players_of(board)
            if options.players not in counts:
                words = " or ".join(map(str, counts))
                raise Refused("refused", f"The board {board.name!r} is for {words} players.")
        names = dict.fromkeys(options.options, True)
        try:
            rules = make_rules(options.game, options.players, names, board)
        except WagonikError as error:
            raise Refused("refused", str(error)) from error
        pace = options.pace
        least, most = {"none": (0, 3600), "live": (10, 3600), "days": (1, 30)}[pace.kind]
        if not least <= pace.limit <= most:
            raise Refused("refused", f"The limit of this pace must be from {least} to {most}.")
        if options.stand_in is not None:
            self.level(options.stand_in)
        return msgspec.structs.replace(options, options=sorted(rules.options))

    def level(self, level: str | None) -> str:
        levels = [bot.level for bot in self.hub.thinking.levels()]
        if level is None:
            return levels[0]
        if level not in levels:
            raise Refused("refused", f"There is no bot {level!r}. The bots: {', '.join(levels)}.")
        return level

    async def board(self, text: str | None, key: str | None, address: str) -> BoardFile | None:
        if key is not None:
            found = self.hub.shelf.boards.get(key)
            if found is None or text is not None:
                raise Refused("refused", f"This server has no board {key!r}.")
            return found
        if text is None:
            return None
        if not self.hub.settings.custom_boards:
            raise Refused("refused", "This server plays on the published boards only.")
        try:
            read = await self.hub.strangers.run(address, read_board, text)
        except GaveUp as error:
            raise Refused("refused", "It takes too long to read this board.") from error
        if isinstance(read, str):
            raise Refused("refused", read)
        return remember(read)

    async def create(self, new: NewTable, address: str) -> CreatedTable:
        past = await past_of(self.hub, new, address)
        board = past.board if past else await self.board(new.board, new.board_key, address)
        options = self.check(new.options, board)
        if options.lesson:
            raise Refused("refused", "A lesson has a deal of its own: it is begun as a lesson.")
        return await self._create(new, options, board, address, past)

    async def lesson(self, new: NewLesson, address: str) -> CreatedTable:
        """Begin the guided first match of a game."""
        try:
            found = lesson_of(new.game)
        except WagonikError as error:
            raise Refused("refused", str(error)) from error
        if found is None:
            raise Refused("refused", "This game has no lesson.")
        options = TableOptions(
            game=new.game, players=found.players, grace=new.grace, stand_in=None, lesson=True
        )
        others = [
            NewSeat(kind="bot", name=new.bots[i] if i < len(new.bots) else None)
            for i in range(found.players - 1)
        ]
        seats = [NewSeat(kind="mine", name=new.name), *others]
        table = NewTable(options=options, seats=seats, start=True)
        return await self._create(table, self.check(options, None), None, address)

    async def _create(
        self,
        new: NewTable,
        options: TableOptions,
        board: BoardFile | None,
        address: str,
        past: Past | None = None,
    ) -> CreatedTable:
        if len(new.seats) != options.players:
            raise Refused("refused", f"{options.players} players need as many seats.")
        creator = address_hash(address, self.hub.store.salt)
        most = self.hub.settings.tables_a_host
        if await self.hub.store.open_tables(creator) >= most:
            raise Refused.because(
                "too_many", "tables", f"You have {most} tables that are not over: delete some."
            )
        host_token = new_secret()
        tokens: list[SeatToken] = []
        seats = [self._new_seat(number, seat, tokens) for number, seat in enumerate(new.seats)]
        chosen = [seat.colour for seat in seats if seat.colour is not None]
        if len(set(chosen)) < len(chosen):
            raise Refused("refused", "Every player needs a colour of their own.")
        for seat, colour in zip(seats, colours.shown(seats), strict=True):
            if seat.token_hash is not None:
                seat.colour = colour
        row = TableRow(
            id=new_id(),
            created_at=time.time(),
            creator=creator,
            host_hash=hashed(host_token),
            join_hash=hashed(link_key(host_token, "join")),
            watch_hash=hashed(link_key(host_token, "watch")),
            host_seat=tokens[0].seat if tokens else None,
            options=options,
            board=board.content if board else None,
            seats=seats,
        )
        await self.hub.store.create_table(row)
        self.hub.metrics.tables.inc()
        if new.start or past:
            await self.start(await self.hub.table(row.id), past)
        return CreatedTable(
            table=row.id,
            host_token=host_token,
            join_key=link_key(host_token, "join"),
            watch_key=link_key(host_token, "watch"),
            seats=tokens,
        )

    def _new_seat(self, number: int, seat: NewSeat, tokens: list[SeatToken]) -> SeatRow:
        row = SeatRow(number, clean_name(seat.name))
        if seat.kind == "mine":
            token = new_secret()
            row.token_hash = hashed(token)
            row.colour = seat.colour
            tokens.append(SeatToken(seat=number, token=token))
        elif seat.kind == "bot":
            row.level = self.level(seat.level)
        else:
            row.open = True
        return row

    # Who is who

    def opens(self, table: LiveTable, secret: str) -> bool:
        """Whether a token or key belongs to the table."""
        row = table.row
        if row is None:
            return False
        digest = hashed(secret)
        return digest in (row.host_hash, row.join_hash, row.watch_hash) or any(
            digest in (seat.token_hash, seat.invite_hash, seat.asked_hash) for seat in row.seats
        )

    def is_host(self, table: LiveTable, secret: str) -> bool:
        return table.row is not None and hashed(secret) == table.row.host_hash

    # Seats

    async def join(self, table: LiveTable, request: JoinTable) -> SeatToken:
        """Take an open seat with the key of the link, also from the bot that keeps it warm."""
        name = clean_name(request.name)
        async with self.hub.changing(table):
            row = table.row
            if row is None or hashed(request.key) not in (row.join_hash, row.host_hash):
                raise Refused("not_found", "This link opens no table.")
            await self.takeovers.check_departed(table, request.tokens)
            token = new_secret()
            for seat in row.seats:
                if not seat.open or seat.asked_hash is not None:
                    continue
                if request.seat in (None, seat.seat):
                    if self.takeovers.needed(table):
                        return await self.takeovers.ask(table, seat, name)
                    taken = await self.hub.store.change_seat(
                        table.id,
                        seat.seat,
                        time.time(),
                        only_if=schema.seats.c.open.is_(True),
                        name=name,
                        token_hash=hashed(token),
                        open=False,
                        level=None,
                    )
                    if taken:
                        await self._sat_down(table, seat.seat, request.colour)
                        return SeatToken(seat=seat.seat, token=token)
            raise Refused.because("not_now", "seat_gone", "No such seat is free.")

    async def _sat_down(self, table: LiveTable, seat: int, wish: int | None) -> None:
        """Somebody has a seat now, in the colour that they wished for, or in that of the seat."""
        row = table.row
        assert row is not None
        has = colours.shown(row.seats)[seat]
        if row.status == "running" or wish is None or not colours.is_free(row.seats, seat, wish):
            wish = has
        if not await self.hub.store.paint_seat(table.id, seat, wish, time.time()):
            # Another worker's guest was quicker.
            await self.hub.store.change_seat(table.id, seat, time.time(), colour=None)
        await self.hub.reload(table)
        await self._reschedule(table)

    async def paint(self, table: LiveTable, seat: int, colour: int) -> None:
        """Another colour for a seat, between matches."""
        async with self.hub.changing(table):
            row = self._between(table)
            if not colours.is_free(row.seats, seat, colour) or not await self.hub.store.paint_seat(
                table.id, seat, colour, time.time()
            ):
                raise Refused.because("not_now", "colour_taken", "Somebody else has this colour.")
            await self.hub.reload(table)

    async def invite(self, table: LiveTable, seat: int) -> str:
        self._seat(table, seat)
        key = new_secret()
        async with self.hub.changing(table):
            self._check_alone(table, seat)
            await self.hub.store.change_seat(table.id, seat, time.time(), invite_hash=hashed(key))
            await self.hub.reload(table)
        return key

    async def take(self, table: LiveTable, request: TakeSeat) -> SeatToken:
        """Take a seat by invitation, which works once; the old token opens nothing any more."""
        digest = hashed(request.key)
        async with self.hub.changing(table):
            row = table.row
            for seat in row.seats if row is not None else ():
                if seat.invite_hash == digest:
                    if self.takeovers.needed(table):
                        called = clean_name(request.name) or seat.name
                        return await self.takeovers.ask(table, seat, called)
                    token = new_secret()
                    taken = await self.hub.store.change_seat(
                        table.id,
                        seat.seat,
                        time.time(),
                        only_if=schema.seats.c.invite_hash == digest,
                        name=clean_name(request.name) or seat.name,
                        token_hash=hashed(token),
                        invite_hash=None,
                        open=False,
                        level=None,
                    )
                    if taken:
                        await self._sat_down(table, seat.seat, request.colour)
                        return SeatToken(seat=seat.seat, token=token)
        raise Refused.because(
            "not_found", "invitation_used", "This invitation is used up, or never was one."
        )

    def _seat(self, table: LiveTable, seat: int) -> SeatRow:
        found = table.seat(seat)
        if found is None:
            raise Refused("refused", f"There is no seat {seat} at this table.")
        return found

    def _check_alone(self, table: LiveTable, seat: int) -> None:
        """The deal of a lesson is known to everybody: no second person comes to its match."""
        row = table.row
        if row is not None and row.options.lesson and row.status == "running" and row.match == 1:
            if self._seat(table, seat).token_hash is None:
                raise Refused.because(
                    "not_now",
                    "lesson_alone",
                    "A lesson is for one person, until its match is over.",
                )

    async def rename(self, table: LiveTable, seat: int, name: str) -> None:
        await self._change(table, seat, name=clean_name(name))

    async def stand_in(self, table: LiveTable, seat: int) -> None:
        await self._change(table, seat, level=self._stand_in_level(table))

    async def come_back(self, table: LiveTable, seat: int) -> None:
        await self._change(table, seat, level=None)

    async def leave(self, table: LiveTable, seat: int) -> None:
        """Open the seat; in a running match a bot plays it until somebody comes."""
        await self._open(table, seat)

    async def set_seat(self, table: LiveTable, request: requests.SetSeat) -> None:
        seat = self._seat(table, request.seat)
        running = table.row is not None and table.row.status == "running"
        if request.to == "open":
            await self._open(table, request.seat)
        elif request.to == "person":
            if seat.token_hash is None:
                raise Refused.because(
                    "not_now", "seat_empty", "Nobody has this seat: open it, or invite someone."
                )
            await self._change(table, request.seat, level=None)
        elif running and seat.token_hash is not None:
            # The person may come back.
            await self._change(table, request.seat, level=self.level(request.level))
        else:
            await self._change(
                table,
                request.seat,
                level=self.level(request.level),
                token_hash=None,
                name=None,
                open=False,
                invite_hash=None,
                colour=None,
            )

    async def _open(self, table: LiveTable, seat: int) -> None:
        running = table.row is not None and table.row.status == "running"
        colour: dict[str, object] = {} if running else {"colour": None}
        if running:
            async with self.hub.changing(table):
                self._check_alone(table, seat)
                left = self._seat(table, seat).token_hash
                await self.takeovers.note_left(table, seat, left)
        await self._change(
            table,
            seat,
            token_hash=None,
            invite_hash=None,
            name=None,
            open=True,
            level=self._stand_in_level(table) if running else None,
            **colour,  # in a match nobody changes colour
        )

    def _stand_in_level(self, table: LiveTable) -> str:
        assert table.row is not None
        return self.level(table.row.options.stand_in)

    async def _change(self, table: LiveTable, seat: int, **values: object) -> None:
        self._seat(table, seat)
        async with self.hub.changing(table):
            await self.hub.store.change_seat(table.id, seat, time.time(), **values)
            await self.hub.reload(table)
            await self._reschedule(table)

    async def _reschedule(self, table: LiveTable) -> None:
        """Bots have come or gone: when something is due has changed."""
        row = table.row
        if row is not None and row.status == "running":
            due = table.due()
            if due != row.due:
                row.due = due
                await self.hub.store.change_table(table.id, time.time(), due=due)

    # The table

    async def configure(self, table: LiveTable, options: TableOptions) -> None:
        async with self.hub.changing(table):
            row = self._between(table)
            board = await self.hub.board(row.board)
            # Other options are another match, with a deal of its own.
            options = msgspec.structs.replace(self.check(options, board), lesson=False)
            seats = self._resized(row.seats, options.players)
            host = next((n for n, seat in enumerate(seats) if seat.seat == row.host_seat), None)
            changed = TableRow(**{**vars(row), "options": options, "host_seat": host})
            changed.seats = [
                SeatRow(**{**vars(seat), "seat": number}) for number, seat in enumerate(seats)
            ]
            await self.hub.store.configure(changed, time.time())
            await self.hub.reload(table)

    @staticmethod
    def _resized(seats: list[SeatRow], players: int) -> list[SeatRow]:
        """As many seats as players: people keep theirs, bots and open seats come and go."""
        if players == len(seats):
            return seats
        people = [seat for seat in seats if seat.token_hash is not None]
        if len(people) > players:
            raise Refused.because(
                "refused", "people_sit", f"{len(people)} people have a seat at this table."
            )
        others = [seat for seat in seats if seat.token_hash is None]
        kept = (people + others)[:players]
        return kept + [SeatRow(-1, open=True) for _ in range(players - len(kept))]

    def _between(self, table: LiveTable) -> TableRow:
        if table.row is None:
            raise Refused("not_found", "The table is gone.")
        if table.row.status == "running":
            raise Refused.because(
                "not_now", "between_matches", "That can be changed only between matches."
            )
        return table.row

    async def start(self, table: LiveTable, past: Past | None = None) -> None:
        """Begin the first match, or the next one. Bots take the empty seats, which stay open. With
        a past, it plays on from there."""
        async with self.hub.changing(table):
            await self.takeovers.settle(table)
            row = self._between(table)
            board = await self.hub.board(row.board)
            for seat in row.seats:
                if seat.token_hash is None and seat.level is None:
                    level = self._stand_in_level(table)
                    await self.hub.store.change_seat(table.id, seat.seat, time.time(), level=level)
                    seat.level = level
            options = row.options
            lesson = lesson_of(options.game) if options.lesson and row.match == 0 else None
            dealt = past or lesson
            setup = MatchSetup(
                id=new_id(),
                number=row.match + 1,
                game=options.game,
                players=options.players,
                seed=dealt.seed if dealt else next(self._seeds),
                options=tuple(options.options),
                board=board,
                started_at=time.time(),
                version=past.version if past else find_game(options.game).version,
                what_if=len(past.history) if past else None,
            )
            moves = past.moves(setup.started_at) if past else []
            live = LiveMatch(setup, moves)
            table.live = live
            due = table.due()
            first = await self.hub.store.start_match(table.id, setup, due, moves)
            table.live = None  # reloaded as it was stored
            await self.hub.reload(table)
            if not first:
                raise Refused.because("not_now", "begun", "The match has begun already.")
        # What is begun in the middle, or the same one again, tells nothing of what is played.
        if past is None and lesson is None:
            self.hub.metrics.matches.labels(options.game).inc()

    async def delete(self, table: LiveTable) -> None:
        async with self.hub.changing(table):
            await self.hub.store.delete_table(table.id)
            self.hub.forget(table)

    # Chat

    async def emote(self, table: LiveTable, seat: int, emote: EmoteName) -> None:
        table.tell(Emoted(seat=seat, emote=emote))
        await self.hub.store.announce(FeelingShown(table.id, seat, emote))

    async def say(self, table: LiveTable, client: Client, text: str) -> None:
        said = clean(text)
        if not said:
            raise Refused("refused", "There is nothing in this line.")
        if not client.seats and not client.host:
            raise Refused("not_yours", "Only those who play can write.")
        seat = min(client.seats) if client.seats else None
        row = table.seat(seat) if seat is not None else None
        async with self.hub.changing(table):
            while True:
                line = ChatLine(
                    number=(table.chat[-1].number if table.chat else 0) + 1,
                    at=time.time(),
                    seat=seat,
                    name=row.name if row is not None else None,
                    text=said,
                )
                if await self.hub.store.say(table.id, line, self.hub.settings.chat_lines):
                    break
                await self.hub.follow_chat(table)
            table.chat = [*table.chat, line][-self.hub.settings.chat_lines :]
            table.tell(Chats(lines=[line]))
