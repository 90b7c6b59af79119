"""What if: a table whose match begins with the first decisions of a record. It is alone with bots,
and kept out of what is counted."""

from dataclasses import dataclass

from wagonik.engine.boardfile import BoardFile
from wagonik.engine.errors import WagonikError
from wagonik.records import parse, replay
from wagonik.server.boards import checked
from wagonik.server.children import GaveUp
from wagonik.server.coachstore import is_running
from wagonik.server.errors import Refused
from wagonik.server.hub import Hub
from wagonik.server.live import Move
from wagonik.server.protocol.web import NewTable, PlayOn


@dataclass(frozen=True)
class PastRecord:
    """What a record says, as another process read it."""

    game: str
    players: int
    seed: int
    version: int
    options: tuple[str, ...]
    board: str | None
    history: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Past:
    """Where a match plays on from."""

    seed: int
    version: int
    board: BoardFile | None
    history: tuple[tuple[int, int], ...]

    def moves(self, made_at: float) -> list[Move]:
        return [
            Move(number, seat, (action,), made_at)
            for number, (seat, action) in enumerate(self.history, start=1)
        ]


def read(play_on: PlayOn) -> PastRecord | str:
    """In the other process: the match so far, or why it can't be played on."""
    try:
        record = play_on.record
        given = parse(record) if isinstance(record, str) else record
        if isinstance(given.get("board"), str):
            checked(given["board"])
        match = replay(given)
        if match.first is not None:
            return "A match whose first seat was chosen can't be played on at a table."
        if play_on.decisions > len(match.history):
            return f"The record has only {len(match.history)} decisions."
        then = match.again()
        for seat, action in match.history[: play_on.decisions]:
            then.play(action, seat)
    except WagonikError as error:
        return str(error)
    if then.over:
        return "The match is over there: choose an earlier moment."
    return PastRecord(
        game=match.game,
        players=match.players,
        seed=match.seed,
        version=match.version,
        options=tuple(sorted(match.options)),
        board=None if match.board is None else match.board.content,
        history=tuple(then.history),
    )


async def past_of(hub: Hub, new: NewTable, address: str) -> Past | None:
    """What a new table begins with, if that is asked for."""
    if new.play_on is None:
        return None
    try:
        found = await hub.strangers.run(address, read, new.play_on)
    except GaveUp as error:
        raise Refused("refused", "It takes too long to replay this record.") from error
    if isinstance(found, str):
        raise Refused("refused", found)
    if await is_running(hub.store, str(found.seed)):
        raise Refused.because("not_now", "still_played", "This match is still being played here.")
    options = new.options
    same = (found.game, found.players, found.options)
    if same != (options.game, options.players, tuple(sorted(options.options))):
        raise Refused("refused", "The table must have the game, seats and options of the record.")
    if sorted(seat.kind for seat in new.seats) != ["bot"] * (len(new.seats) - 1) + ["mine"]:
        raise Refused("refused", "One seat is yours, and bots have the others.")
    if new.board is not None or new.board_key is not None:
        raise Refused("refused", "The record brings its board along.")
    if found.board is not None and not hub.settings.custom_boards:
        raise Refused("refused", "This server plays on the published boards only.")
    board = await hub.board(found.board)
    return Past(found.seed, found.version, board, found.history)
