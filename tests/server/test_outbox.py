"""What is told together is sent together, in order, and one bad connection harms nobody else."""

import asyncio
from typing import Any, cast

from wagonik.server.gate import GuardedSocket, frame
from wagonik.server.live import Move
from wagonik.server.outbox import Outbox, outbox
from wagonik.server.store import _TOLD_TOGETHER, TableStore
from wagonik.server.writing import NewMove


class Wire:
    """A connection that notes what is written to it, and when."""

    def __init__(self, log: list[tuple[str, bytes]], name: str) -> None:
        self.log = log
        self.name = name
        self.closing = False
        self.broken = False

    def is_closing(self) -> bool:
        return self.closing

    def write(self, data: bytes) -> None:
        if self.broken:
            raise RuntimeError("it is gone")
        self.log.append((self.name, data))

    def abort(self) -> None:
        self.closing = True


def transport(wire: Wire) -> asyncio.Transport:
    return cast(asyncio.Transport, wire)


def test_all_goes_at_the_end_and_in_order() -> None:
    log: list[tuple[str, bytes]] = []
    box = Outbox()
    box.open()
    assert box.held == []
    one, two = transport(Wire(log, "one")), transport(Wire(log, "two"))
    box.held += [(one, b"1"), (two, b"2"), (one, b"3")]
    assert log == []
    box.send()
    assert log == [("one", b"1"), ("two", b"2"), ("one", b"3")]
    box.send()  # nothing was held
    assert len(log) == 3


def test_a_broken_connection_harms_no_other() -> None:
    log: list[tuple[str, bytes]] = []
    box = Outbox()
    gone, broken, well = Wire(log, "gone"), Wire(log, "broken"), Wire(log, "well")
    gone.closing = broken.broken = True
    box.open()
    assert box.held == []
    box.held += [(transport(wire), b"x") for wire in (gone, broken, broken, well)]
    box.send()
    assert log == [("well", b"x")]
    assert broken.closing  # it is cut off: it was not told what it believes to know


def socket_of(wire: Wire) -> GuardedSocket:
    """A connection as far as it writes."""
    made: Any = GuardedSocket.__new__(GuardedSocket)
    made.transport = wire
    made.writable = asyncio.Event()
    made.writable.set()
    made.handshake_complete, made.close_sent, made.disconnected = True, False, False
    return cast(GuardedSocket, made)


def test_clients_are_told_of_some_moves_in_one_go() -> None:
    """What is made for a few moves goes out together; not all of a large batch, as the first would
    wait for the last. What goes wrong with one move keeps nothing back."""
    log: list[tuple[str, bytes]] = []
    sockets = [socket_of(Wire(log, str(number))) for number in range(_TOLD_TOGETHER + 3)]
    store: Any = TableStore.__new__(TableStore)
    sent_before: list[int] = []

    def told(number: int) -> Any:
        def done(_: bool | BaseException) -> None:
            sent_before.append(len(log))
            assert sockets[number].write_now(b"update", b"done")
            if number == 1:
                raise ValueError("wrong")

        return done

    new = NewMove("table", "match", Move(1, 0, (1,), 0.0), None, False, False)
    batch = [(new, told(number)) for number in range(len(sockets))]
    store._tell_all(batch, [True] * len(batch))
    assert sent_before == [0] * _TOLD_TOGETHER + [_TOLD_TOGETHER] * 3
    both = frame(b"update") + frame(b"done")
    assert log == [(str(number), both) for number in range(len(sockets))]
    assert outbox.held is None
    assert sockets[0].write_now(b"later")  # at once, as before
    assert log[-1] == ("0", frame(b"later"))
