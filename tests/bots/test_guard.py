"""Whatever a bot does, the match goes on, and everybody is told."""

import time

from wagonik import Match
from wagonik.bots.base import Bot
from wagonik.bots.guard import Fault, SafeBot
from wagonik.match import View


class Raises(Bot):
    def choose(self, view: View) -> int:
        raise ValueError("no idea")


class Illegal(Bot):
    def choose(self, view: View) -> int:
        return 100_000


class NoNumber(Bot):
    def choose(self, view: View) -> int:
        return "deck"  # type: ignore[return-value]


class Slow(Bot):
    def choose(self, view: View) -> int:
        time.sleep(0.2)
        return view.legal[0]


class NoStart(Bot):
    def start(self, view: View) -> None:
        raise RuntimeError("not today")

    def choose(self, view: View) -> int:
        return view.legal[0]


class NotMade(Bot):
    def __init__(self, seed: int) -> None:
        raise OSError("no weights")


class Good(Bot):
    def choose(self, view: View) -> int:
        return view.legal[-1]


class Worded(Bot):
    """Answers with actions in place of their integers."""

    def choose(self, view: View) -> int:
        return view.actions()[0]  # type: ignore[return-value]


def view() -> View:
    return Match("paris", seed=1).observe(0)


def fault_of(bot: type[Bot], seconds: float | None = None) -> str:
    reports: list[Fault] = []
    guard = SafeBot(bot, 1, bot.__name__, seconds, reports.append)
    seen = view()
    guard.start(seen)
    assert guard.choose(seen) in seen.legal
    assert len(reports) == 1
    assert guard.faults == reports
    assert reports[0].bot == bot.__name__
    assert bot.__name__ in str(reports[0])
    return reports[0].reason


def test_bots_that_fail_are_replaced_and_reported() -> None:
    assert fault_of(Raises) == "raised ValueError: no idea"
    assert "100000, which is not legal" in fault_of(Illegal)
    assert "'deck'" in fault_of(NoNumber)
    assert fault_of(NoStart) == "could not start: RuntimeError: not today"
    assert fault_of(NotMade) == "could not be made: OSError: no weights"
    assert fault_of(Raises, seconds=5.0) == "raised ValueError: no idea"


def test_a_bot_that_exceeds_its_time_is_replaced_while_it_thinks() -> None:
    guard = SafeBot(Slow, 1, "slow", 0.05)
    seen = view()
    assert guard.choose(seen) in seen.legal
    assert guard.choose(seen) in seen.legal
    assert [fault.reason for fault in guard.faults] == [
        "took longer than 0.05 s",
        "is still thinking about an earlier decision",
    ]


def test_a_good_bot_is_left_alone() -> None:
    for seconds in (None, 5.0):
        guard = SafeBot(Good, 1, "good", seconds)
        seen = view()
        guard.start(seen)
        assert guard.choose(seen) == seen.legal[-1]
        assert guard.faults == []


def test_actions_are_as_good_as_their_integers() -> None:
    guard = SafeBot(Worded, 1, "worded")
    seen = view()
    assert guard.choose(seen) == seen.legal[0]
    assert guard.faults == []


def test_a_match_with_a_broken_bot_ends() -> None:
    match = Match("paris", seed=4)
    guards = [SafeBot(Raises, 1, "raises"), SafeBot(Good, 2, "good")]
    while not match.over:
        seat = match.seat
        match.play(guards[seat].choose(match.observe(seat)), seat)
    assert guards[0].faults
    assert not guards[1].faults
