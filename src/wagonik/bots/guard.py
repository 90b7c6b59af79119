"""A guard around a bot: whatever the bot does, the match goes on.

A bot that raises, answers illegally or exceeds its time is reported, and a random legal action
is played in place of its own.
"""

import os
import threading
import traceback
from collections.abc import Callable
from typing import Final

from wagonik.bots.base import Bot, Random
from wagonik.engine.actions import Action
from wagonik.match import View


class BotFailed(Exception):
    """How a bot failed that answers from another process.

    Attributes:
        reason: What it did, after its name: "raised ValueError: no idea".
        said: The same as the end of another sentence: "ValueError: no idea".
        trace: Where it happened, if it raised.
    """

    def __init__(self, reason: str, said: str = "", trace: str = "") -> None:
        super().__init__(reason)
        self.reason: Final = reason
        self.said: Final = said or reason
        self.trace: Final = trace


class Fault:
    """One move that had to be replaced; `trace` says where a bot raised."""

    def __init__(self, bot: str, seat: int, turn: int, reason: str, trace: str = "") -> None:
        self.bot: Final = bot
        self.seat: Final = seat
        self.turn: Final = turn
        self.reason: Final = reason
        self.trace: Final = trace

    def __str__(self) -> str:
        return f"{self.bot} (seat {self.seat}, turn {self.turn}): {self.reason}"

    def text(self) -> str:
        """The fault, and in the lines below it where it happened."""
        return f"{self}\n{self.trace.rstrip()}" if self.trace else str(self)


class _Call:
    """One call of a bot in a thread of its own, so that it can be given up."""

    def __init__(self, bot: Bot, view: View) -> None:
        self.bot: Final = bot
        self.view: Final = view
        self.answer: object = None
        self.error: Exception | SystemExit | None = None

    def run(self) -> None:
        try:
            self.answer = self.bot.choose(self.view)
        except (Exception, SystemExit) as error:
            self.error = error


class SafeBot:
    """A bot that never stops a match. `seconds` is its time for a decision, if it has a limit."""

    def __init__(
        self,
        make: Callable[[int], Bot],
        seed: int,
        name: str,
        seconds: float | None = None,
        report: Callable[[Fault], None] | None = None,
    ) -> None:
        self.name: Final = name
        self.seconds: Final = seconds
        self.report: Final = report
        self.faults: list[Fault] = []
        self.spare: Final = Random(seed)
        self.thread: threading.Thread | None = None
        self.bot: Bot | None = None
        self.broken: str = ""
        self.trace: str = ""
        try:
            self.bot = make(seed)
        except (Exception, SystemExit) as error:
            self.broken = f"could not be made: {_said(error)}"
            self.trace = _trace(error)

    def start(self, view: View) -> None:
        if self.bot is None:
            return
        try:
            self.bot.start(view)
        except (Exception, SystemExit) as error:
            self.broken = f"could not start: {_said(error)}"
            self.trace = _trace(error)

    def choose(self, view: View) -> int:
        """The bot's action if it is a legal one, else a random legal one."""
        reason, trace = self.broken, self.trace
        answer: object = None
        if not reason and self.bot is not None:
            process = os.getpid()
            try:
                answer = self._ask(self.bot, view)
                if isinstance(answer, Action):
                    answer = answer.index
                reason = _why_not(answer, view.legal)
            except TimeoutError as error:
                reason = str(error)
            except (Exception, SystemExit) as error:
                reason = error.reason if isinstance(error, BotFailed) else f"raised {_said(error)}"
                trace = _trace(error)
            if os.getpid() != process:
                os._exit(0)  # a bot has forked: only one of us may go on
        if not reason and isinstance(answer, int):
            return answer
        self.replaced(Fault(self.name, view.seat, int(view.state.turn), reason, trace))
        return self.spare.choose(view)

    def replaced(self, fault: Fault) -> None:
        """Report a fault."""
        self.faults.append(fault)
        if self.report is not None:
            self.report(fault)

    def _ask(self, bot: Bot, view: View) -> object:
        if self.seconds is None:
            return bot.choose(view)
        if self.thread is not None and self.thread.is_alive():
            raise TimeoutError("is still thinking about an earlier decision")
        call = _Call(bot, view)
        self.thread = threading.Thread(target=call.run, daemon=True)
        self.thread.start()
        self.thread.join(self.seconds)
        if self.thread.is_alive():
            raise TimeoutError(f"took longer than {self.seconds:g} s")
        if call.error is not None:
            raise call.error
        return call.answer


def _why_not(answer: object, legal: list[int]) -> str:
    if not isinstance(answer, int):
        return f"answered {answer!r}, which is not an action's integer"
    if answer not in legal:
        return f"answered {answer}, which is not legal here"
    return ""


def _said(error: Exception | SystemExit) -> str:
    return error.said if isinstance(error, BotFailed) else f"{type(error).__name__}: {error}"


def _trace(error: Exception | SystemExit) -> str:
    if isinstance(error, BotFailed):
        return error.trace
    return "".join(traceback.format_exception(error))
