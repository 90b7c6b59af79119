"""Inside the room of a bot of one's own: what its process does (see rooms.py).

It is started by `rooms.py` and talks to it over a socket: questions come as pickles, answers go
as JSON. What the bot prints goes to the standard error, never into results.
"""

import hashlib
import json
import operator
import os
import pickle
import socket
import sys
import threading
import traceback
from collections import OrderedDict
from typing import Any, Final

from wagonik.arena.changes import SWITCHES, changed_rules
from wagonik.arena.rooms import Origin
from wagonik.bots.base import Bot
from wagonik.bots.guard import BotFailed
from wagonik.bots.packing import unpack
from wagonik.bots.registry import UnknownBot, load_bot
from wagonik.engine.actions import Action
from wagonik.engine.rules import Rules
from wagonik.match import View

MEMORY: Final = "WAGONIK_BOT_MEMORY"  # gigabytes that a bot may use
GIGABYTES: Final = 2.0
MOST_BOTS: Final = 16  # of matches that were given up, too
MOST_RULES: Final = 4


def rules_print(rules: Rules) -> bytes:
    """A fingerprint of what rules show to a bot: their board, their numbers, their switches."""
    total = hashlib.sha256()
    for thing in (getattr(rules, "board", None), rules.setup):
        for name in dir(thing):
            value: Any = getattr(thing, name)
            if name.startswith("_") or callable(value):
                continue
            if isinstance(value, int | list):
                total.update(repr(value).encode())
            elif _is_array(value):
                total.update(memoryview(value))
    total.update(repr([getattr(rules, name) for name in SWITCHES]).encode())
    return total.digest()


def _is_array(value: Any) -> bool:
    try:
        memoryview(value).release()
    except TypeError:
        return False
    return True


class Guest:
    """The bots of one class, and the rules that they are shown."""

    def __init__(self) -> None:
        self.kind: type[Bot] | None = None
        self.bots: Final[OrderedDict[int, tuple[Bot, Origin]]] = OrderedDict()
        self.rules: Final[OrderedDict[str, tuple[Rules, bytes]]] = OrderedDict()

    def find_rules(self, origin: Origin) -> tuple[Rules, bytes]:
        key = repr(origin)
        if key not in self.rules:
            options = dict.fromkeys(origin.options, True)
            made = changed_rules(origin.game, origin.players, options, origin.board, origin.changes)
            self.rules[key] = made, rules_print(made)
            if len(self.rules) > MOST_RULES:
                self.rules.popitem(last=False)
        return self.rules[key]

    def answer(self, question: tuple[Any, ...]) -> object:
        """Do what is asked for."""
        what, *values = question
        if what == "load":
            self.kind = load_bot(values[0])
            return self.kind.name
        assert self.kind is not None
        if what == "make":
            slot, seed, origin = values
            self.bots[slot] = self.kind(seed), origin
            if len(self.bots) > MOST_BOTS:
                self.bots.popitem(last=False)
            return None
        bot, origin = self.bots[values[0]]
        rules, before = self.find_rules(origin)
        if what == "start":
            _, numbers, seat = values
            bot.start(View(rules, unpack(rules, numbers), seat, []))
            return None
        if what == "choose":
            _, numbers, seat, legal = values
            chosen: object = bot.choose(View(rules, unpack(rules, numbers), seat, legal))
            if isinstance(chosen, Action):
                return chosen.index
            if not hasattr(chosen, "__index__"):  # NumPy's integers are integers, too
                raise BotFailed(f"answered {chosen!r:.200}, which is not an action's integer")
            return operator.index(chosen)
        assert what == "end", what
        del self.bots[values[0]]
        if rules_print(rules) != before:
            raise BotFailed("changed the rules that it was shown")
        return None


def talk(line: socket.socket) -> None:
    """Answer until nobody asks any more."""
    guest = Guest()
    process = os.getpid()
    reader = line.makefile("rb")
    while True:
        size = reader.read(4)
        if len(size) < 4:
            return
        number, question = pickle.loads(reader.read(int.from_bytes(size, "little")))
        answer: dict[str, object] = {"to": number}
        try:
            answer["answer"] = guest.answer(question)
        except UnknownBot as error:
            answer["unknown"] = str(error)
        except BotFailed as error:
            answer["reason"] = error.reason
        except BaseException as error:
            said = f"{type(error).__name__}: {error}"
            answer |= {"reason": f"raised {said}", "said": said, "trace": traceback.format_exc()}
        if os.getpid() != process:
            os._exit(0)  # the bot has forked: only one of us may answer
        data = json.dumps(answer).encode()
        line.sendall(len(data).to_bytes(4, "little") + data)


def _end_with_parent() -> None:
    while sys.stdin.buffer.read(1024):
        pass
    os._exit(0)


def _limit_memory() -> None:
    """A bot that takes more gets a MemoryError. (Not on Windows, and macOS does not hold to it.)"""
    try:
        import resource
    except ImportError:
        return
    most = int(float(os.environ.get(MEMORY, GIGABYTES)) * (1 << 30))
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def main() -> None:
    """Call whoever started us, and say the word."""
    token = sys.stdin.buffer.readline().strip()
    line = socket.create_connection(("127.0.0.1", int(sys.argv[1])))
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    line.sendall(token)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    os.dup2(2, 1)
    _limit_memory()
    talk(line)


if __name__ == "__main__":
    main()
