"""Rooms: a bot of one's own plays in a process of its own.

Whatever it does there (changes the rules that it is shown, prints, ends its process, forks, runs
for ever, takes all memory) ends its move and nothing else. It gets views, as plain numbers, and
answers with integers; what it answers is read as JSON, so it can't run anything here either.
"""

import atexit
import itertools
import json
import os
import pickle
import secrets
import signal
import socket
import subprocess
import sys
import time
from typing import Any, Final, NamedTuple

from wagonik.bots.base import Bot
from wagonik.bots.guard import BotFailed
from wagonik.bots.packing import pack
from wagonik.bots.registry import UnknownBot
from wagonik.engine.boardfile import BoardFile
from wagonik.match import View

SECONDS: Final = 30.0  # for a decision, if nothing else is said
STARTING: Final = 120.0  # seconds until a bot's file must have been read
MOST_DEATHS: Final = 3  # of a bot's process in one match; then it is out of this match
LARGEST: Final = 1 << 20  # bytes of an answer
# A room is one core's share of the work.
THREADS: Final = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "POLARS_MAX_THREADS")

_slots: Final = itertools.count()


class Origin(NamedTuple):
    """What rules are made from."""

    game: str
    players: int
    options: tuple[str, ...] = ()
    board: BoardFile | None = None
    changes: tuple[str, ...] = ()


class Room:
    """The process of the bots of one class. It is started when it is needed, and again after it
    was ended."""

    def __init__(self, key: str) -> None:
        self.key: Final = key
        self.name: str = ""
        self.started: int = 0  # how many times; bots of an earlier process are gone
        self._asked: int = 0
        self._process: subprocess.Popen[bytes] | None = None
        self._line: socket.socket | None = None

    @property
    def process(self) -> int | None:
        """The process's number, while there is one."""
        return None if self._process is None else self._process.pid

    def open(self) -> None:
        """Start the process, if there is none, and let it read the bot's file.

        Raises:
            UnknownBot: There is no such file, or no such bot in it.
        """
        if self._line is not None:
            return
        token = secrets.token_hex(16)
        self.started += 1
        with socket.create_server(("127.0.0.1", 0)) as door:
            door.settimeout(0.1)
            environment = {**dict.fromkeys(THREADS, "1"), **os.environ}
            paths = [os.path.abspath(path) for path in sys.path if path]
            environment["PYTHONPATH"] = os.pathsep.join(paths)
            # Its standard input stays open as long as we live: it ends when we do.
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "wagonik.arena.inside", str(door.getsockname()[1])],
                stdin=subprocess.PIPE,
                stdout=subprocess.DEVNULL,
                env=environment,
                start_new_session=True,  # Ctrl-C is ours, and what it forks can be found
            )
            assert self._process.stdin is not None
            try:
                self._process.stdin.write(token.encode() + b"\n")
                self._process.stdin.flush()
                self._line = self._answered(door, token)
            except OSError as error:
                self.close()
                raise UnknownBot(f"No process could be started for {self.key!r}.") from error
        try:
            found = self.ask(("load", self.key), STARTING)
        except BotFailed as error:
            raise UnknownBot(f"{self.key.rpartition(':')[0]!r} can't be run: it {error}.") from None
        self.name = str(found)

    def _answered(self, door: socket.socket, token: str) -> socket.socket:
        """The line to our process. Others who knock do not know the word."""
        assert self._process is not None
        end = time.monotonic() + STARTING
        while time.monotonic() < end and self._process.poll() is None:
            try:
                line, _ = door.accept()
            except TimeoutError:
                continue
            line.settimeout(STARTING)
            line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            if _receive(line, len(token)).decode(errors="replace") == token:
                return line
            line.close()
        raise ConnectionError("nobody called")

    def ask(self, question: tuple[Any, ...], seconds: float) -> object:
        """What the process answers.

        Raises:
            BotFailed: The bot raised, took too long, or ended its process.
        """
        assert self._line is not None
        self._asked += 1
        end = time.monotonic() + seconds
        try:
            _send(self._line, pickle.dumps((self._asked, question)))
            while True:
                answer = json.loads(_hear(self._line, end))
                # A bot that forks may answer twice; only the answer to this question counts.
                if isinstance(answer, dict) and answer.get("to") == self._asked:
                    break
        except TimeoutError:
            self.close()
            raise BotFailed(f"took longer than {seconds:g} s") from None
        except (OSError, ValueError, EOFError):
            self.close()
            raise BotFailed("ended its process") from None
        if "unknown" in answer:
            self.close()
            raise UnknownBot(str(answer["unknown"]))
        if "reason" in answer:
            raise BotFailed(
                str(answer["reason"]), str(answer.get("said", "")), str(answer.get("trace", ""))
            )
        return answer.get("answer")

    def close(self) -> None:
        """End the process, and whatever it has started."""
        line, self._line = self._line, None
        process, self._process = self._process, None
        if line is not None:
            line.close()
        if process is not None:
            if sys.platform == "win32":
                process.kill()
            else:
                try:
                    os.killpg(process.pid, signal.SIGKILL)
                except (ProcessLookupError, PermissionError):
                    process.kill()
            process.wait()
            if process.stdin is not None:
                process.stdin.close()


class RoomBot(Bot):
    """A bot that plays in its room."""

    def __init__(self, seed: int, room: Room, origin: Origin, seconds: float | None) -> None:
        super().__init__(seed)
        self.room: Final = room
        self.origin: Final = origin
        self.seconds: Final = SECONDS if seconds is None else seconds
        self.slot: Final = next(_slots)
        self.made_in: int = 0  # which start of the process
        self.deaths: int = 0
        self._make()

    def _make(self) -> None:
        self.room.open()
        self.made_in = self.room.started
        self._ask("make", self.slot, self.seed, self.origin)

    def _ask(self, *question: object) -> object:
        try:
            return self.room.ask(question, self.seconds)
        except BotFailed:
            self.deaths += self.room.process is None
            raise

    def start(self, view: View) -> None:
        self._ask("start", self.slot, pack(view.state), view.seat)

    def choose(self, view: View) -> int:
        if self.deaths >= MOST_DEATHS:
            raise BotFailed(f"is out of this match: its process was ended {MOST_DEATHS} times")
        if self.room.process is None or self.made_in != self.room.started:
            self._make()  # without what it remembered
            self.start(view)
        # Whether it is an action is for the guard to say.
        answer: Any = self._ask("choose", self.slot, pack(view.state), view.seat, view.legal)
        return answer  # type: ignore[no-any-return]

    def end(self) -> None:
        """The match is over: the room can forget it.

        Raises:
            BotFailed: The bot has changed the rules that it was shown.
        """
        if self.room.process is not None and self.made_in == self.room.started:
            try:
                self._ask("end", self.slot)
            except BotFailed:
                self.room.close()  # the next match gets the rules as they are
                raise


# Talking


def _send(line: socket.socket, data: bytes) -> None:
    line.sendall(len(data).to_bytes(4, "little") + data)


def _hear(line: socket.socket, end: float) -> bytes:
    size = int.from_bytes(_receive(line, 4, end), "little")
    if size > LARGEST:
        raise ValueError("a bot talks too much")
    return _receive(line, size, end)


def _receive(line: socket.socket, size: int, end: float | None = None) -> bytes:
    data = bytearray()
    while len(data) < size:
        if end is not None:
            left = end - time.monotonic()
            if left <= 0:
                raise TimeoutError
            line.settimeout(left)
        part = line.recv(size - len(data))
        if not part:
            raise EOFError
        data += part
    return bytes(data)


# The rooms of this process

_rooms: Final[dict[tuple[str, str], Room]] = {}


def room_of(key: str, code: str) -> Room:
    """The room of a bot; `code` is the fingerprint of its file, which is read again if it
    changes."""
    if (key, code) not in _rooms:
        _rooms[key, code] = Room(key)
    return _rooms[key, code]


def close_rooms() -> None:
    """End all processes; new ones are started when they are asked for."""
    for room in _rooms.values():
        room.close()


atexit.register(close_rooms)
