"""What the coach does in processes of its own: check a record, analyse it, advise a seat."""

import hashlib
import os
import time
from dataclasses import dataclass
from multiprocessing.connection import Connection
from typing import Final, Literal

import msgspec

from wagonik.engine.boardfile import BoardFile
from wagonik.engine.errors import WagonikError
from wagonik.match import Match
from wagonik.records import parse, replay, to_json
from wagonik.server.boards import checked, stored
from wagonik.server.children import begin
from wagonik.server.protocol.coach import NewAnalysis

MEMORY: Final = 1 << 30  # bytes of address space
SEED: Final = 1  # of the samples: a match always gets the same analysis
_TELL_SECONDS: Final = 0.25  # between two reports of progress
_encode: Final = msgspec.json.encode


# Records


@dataclass(frozen=True)
class Checked:
    """A record that the engine vouches for, in the one form in which it is kept."""

    record: str
    seed: str
    budget: str
    decisions: int

    def key(self, code: str) -> str:
        """All that its analysis follows from."""
        told = "\0".join((self.record, code, self.budget, str(SEED)))
        return hashlib.sha256(told.encode()).hexdigest()


def check(body: bytes) -> Checked | tuple[str, str]:
    """Read a request; or the code and the words of a refusal."""
    try:
        request = msgspec.json.decode(body, type=NewAnalysis)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        return "bad_message", f"The body is not as expected: {error}"
    try:
        given = parse(request.record) if isinstance(request.record, str) else request.record
        if isinstance(given.get("board"), str):
            checked(given["board"])
        match = replay(given)
    except WagonikError as error:
        return "refused", str(error)
    if not match.history:
        return "refused", "Nothing was decided in this record yet: there is nothing to analyse."
    return Checked(to_json(match.record()), str(match.seed), request.budget, len(match.history))


# Analyses


def analysis(pipe: Connection, record: str, budget: str) -> None:
    """Analyse a record, and send what is known so far: `working`, at last `done` or `failed`, each
    followed by its data."""
    from wagonik.analysis import analyse

    begin(MEMORY)
    os.nice(5)  # after bots, too
    told_at = 0.0

    def progress(part: object) -> None:
        nonlocal told_at
        now = time.monotonic()
        if now - told_at >= _TELL_SECONDS:
            told_at = now
            send(pipe, "working", _encode(part))

    try:
        found = analyse(record, budget=budget, seed=SEED, progress=progress)
        send(pipe, "done", _encode(found))
    except WagonikError as error:
        send(pipe, "failed", str(error).encode(errors="replace"))
    except MemoryError:
        send(pipe, "failed", b"This record takes too much memory to analyse.")


def send(pipe: Connection, what: str, data: bytes) -> None:
    pipe.send_bytes(what.encode() + b" " + data)


# Advice


@dataclass(frozen=True)
class Position:
    """Where a seat asks for advice."""

    match: str
    seat: int
    game: str
    seats: int
    seed: int
    options: tuple[str, ...]
    board: str | None
    version: int
    history: tuple[tuple[int, int], ...]

    def played(self) -> Match:
        board: BoardFile | None = None if self.board is None else stored(self.board)
        options = dict.fromkeys(self.options, True)
        match = Match(self.game, self.seats, self.seed, options, board, version=self.version)
        for seat, action in self.history:
            match.play(action, seat)
        return match

    def samples(self) -> int:
        """The seed of the samples: it follows from nothing that is hidden."""
        told = f"{self.match}:{self.seat}:{len(self.history)}".encode()
        return int.from_bytes(hashlib.sha256(told).digest()[:6], "big")


Question = Literal["hint", "offer"]


def advise(question: Question, position: Position, playouts: int, also: int = -1) -> bytes:
    """The coach's answer as JSON, from the view of the seat and nothing else."""
    return answered(question, position.played(), position.seat, playouts, position.samples(), also)


def answered(
    question: Question, match: Match, seat: int, playouts: int, seed: int, also: int = -1
) -> bytes:
    from wagonik.analysis import hint, offers

    view = match.observe(seat)
    if question == "offer":
        return _encode(offers(view, playouts, seed))
    return _encode(hint(view, playouts, seed, (also,) if also >= 0 else ()))


def ready() -> None:
    """In a process that has just started: what it needs first."""
    import wagonik.analysis  # noqa: F401
