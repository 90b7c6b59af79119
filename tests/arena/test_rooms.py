"""Bots of one's own play in processes of their own: whatever they do ends their move, no more."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.cli.calls import call
from wagonik.arena.matches import Run, simulate
from wagonik.arena.play import Row, Table, play_deal, play_guarded
from wagonik.arena.rooms import Room, close_rooms
from wagonik.arena.seeds import deal_seed, rotated_seed
from wagonik.arena.tally import Tally
from wagonik.bots.base import Bot
from wagonik.bots.guard import BotFailed, SafeBot
from wagonik.bots.registry import UnknownBot, make_bot
from wagonik.engine.actions import ActionBuffer
from wagonik.games import make_rules
from wagonik.match import View

BOTS = """
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from wagonik.bots.base import Bot

print("read")

class First(Bot):
    def choose(self, view):
        return view.legal[0]

class Cheat(Bot):
    name = "cheat"
    def start(self, view):
        points = view.rules.board.points
        for track in range(len(points)):
            points[track] = 50
    def choose(self, view):
        return view.legal[0]

class Prints(First):
    def choose(self, view):
        print("{")
        return view.legal[0]

class Raises(Bot):
    def choose(self, view):
        return view.state.no_such_thing

class Exits(Bot):
    def choose(self, view):
        sys.exit(3)

class Dies(Bot):
    def choose(self, view):
        os._exit(3)

class Once(Bot):
    def choose(self, view):
        marker = Path(__file__).with_name("died")
        if not marker.exists():
            marker.touch()
            os._exit(3)
        return view.legal[0]

class Forks(Bot):
    def choose(self, view):
        os.fork()
        return view.legal[0]

class LeavesAFork(Bot):
    def choose(self, view):
        if os.fork():
            os._exit(0)
        time.sleep(600)

class Forever(Bot):
    def choose(self, view):
        while True:
            pass

class Hungry(Bot):
    def choose(self, view):
        return len([bytearray(1 << 30) for _ in range(25)])

class Float(Bot):
    def choose(self, view):
        return 1.5

class NotMade(Bot):
    def __init__(self, seed):
        raise OSError("no weights")

class NoStart(First):
    def start(self, view):
        sys.exit("not today")
"""


class First(Bot):
    """What the file's bot of this name does."""

    def choose(self, view: View) -> int:
        return view.legal[0]


@pytest.fixture
def bots(tmp_path: Path) -> Path:
    file = tmp_path / "bots.py"
    file.write_text(BOTS, encoding="utf-8")
    return file


@pytest.fixture(autouse=True)
def _closed() -> Iterator[None]:
    yield
    close_rooms()


def rows_of(bot: str, seconds: float | None = None) -> list[Row]:
    rows = play_deal(Table("paris", 2), (bot, "random"), 1, 0, seconds)
    return [row for row in rows if row.bot == bot]


def reason_of(bot: str, seconds: float | None = None) -> str:
    rows = rows_of(bot, seconds)
    assert all(row.replaced > 0 for row in rows)
    return rows[0].faults[0]


def tally_of(bot: str, matches: int) -> Tally:
    chunks = list(simulate(Run("paris", 2, 1, bots=(bot, "random")), matches, 1))
    for chunk in chunks[1:]:
        chunks[0].tally.add(chunk.tally)
    return chunks[0].tally


def test_a_bot_plays_in_its_room_as_it_would_here(bots: Path) -> None:
    inside = rows_of(f"{bots}:First")
    assert [row.replaced for row in inside] == [0, 0]
    seed = deal_seed(1, "paris", 2, 0)
    rules = make_rules("paris", 2)
    state = rules.start(seed)
    guards = [SafeBot(First, 1, "first"), make_bot("random", rotated_seed(seed, 1))]
    play_guarded(rules, state, guards, ActionBuffer(), [])
    assert inside[0].score == rules.score(state).totals[0]


def test_a_bot_can_not_change_the_rules_of_the_others(bots: Path) -> None:
    honest = rows_of(f"{bots}:First")
    cheat = rows_of(f"{bots}:Cheat")
    assert [row.score for row in cheat] == [row.score for row in honest]
    assert [row.faults[0].partition(": ")[2] for row in cheat] == [
        "changed the rules that it was shown"
    ] * 2
    # The next match is not played by what it left behind.
    tally = tally_of(f"{bots}:Cheat", 3)
    assert tally.faults == 3
    assert tally_of(f"{bots}:First", 3).seats == tally.seats


def test_whatever_a_bot_does_ends_its_move_only(bots: Path) -> None:
    assert "raised AttributeError" in reason_of(f"{bots}:Raises")
    assert "return view.state.no_such_thing" in reason_of(f"{bots}:Raises")
    assert "raised SystemExit: 3" in reason_of(f"{bots}:Exits")
    assert "answered 1.5, which is not an action's integer" in reason_of(f"{bots}:Float")
    assert "could not be made: OSError: no weights" in reason_of(f"{bots}:NotMade")
    assert "could not start: SystemExit: not today" in reason_of(f"{bots}:NoStart")


def test_a_bot_that_ends_its_process_is_out_of_the_match(bots: Path) -> None:
    rows = rows_of(f"{bots}:Dies")
    assert [fault.partition(": ")[2] for fault in rows[0].faults] == ["ended its process"] * 3
    assert rows[0].replaced == rows[0].decisions
    tally = tally_of(f"{bots}:Dies", 1)
    assert "is out of this match: its process was ended 3 times" in tally.reasons[-1]


def test_a_bot_whose_process_ended_once_plays_on(bots: Path) -> None:
    assert sum(row.replaced for row in rows_of(f"{bots}:Once")) == 1


def test_forks_do_not_play(bots: Path) -> None:
    assert [row.replaced for row in rows_of(f"{bots}:Forks")] == [0, 0]
    assert "took longer than 0.5 s" in reason_of(f"{bots}:LeavesAFork", 0.5)


def test_a_bot_that_never_answers_is_ended(bots: Path) -> None:
    assert "took longer than 0.3 s" in reason_of(f"{bots}:Forever", 0.3)


def test_a_bot_can_not_take_all_memory(bots: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("WAGONIK_BOT_MEMORY", "1")
    assert "raised MemoryError" in reason_of(f"{bots}:Hungry")


def test_what_a_bot_prints_is_no_result(bots: Path) -> None:
    command = [sys.executable, "-m", "wagonik.cli"]
    for call_of in (
        ("simulate", "paris", "--matches", "1", "--seed", "1"),
        ("arena", "paris", "--matches", "2", "--jobs", "1"),
    ):
        arguments = (*call_of, "--bots", f"{bots}:Prints,random", "--json")
        done = subprocess.run([*command, *arguments], capture_output=True, text=True, check=True)
        assert "matches" in json.loads(done.stdout)
        assert "{" in done.stderr


def test_simulate_says_what_was_replaced_and_why(bots: Path) -> None:
    arguments = ("simulate", "paris", "-m", 2, "-s", 1, "--bots", f"{bots}:Raises,random")
    told = call(*arguments)
    assert told.code == 1
    assert "Replaced moves: " in told.out
    assert "Raises (seat 0, turn 0): raised AttributeError" in told.out
    assert "bots.py" in told.out
    data = call(*arguments, "--json")
    assert data.code == 1
    assert data.json()["replaced_moves"] > 0
    assert data.json()["faults"][0].startswith("Raises (seat 0, turn 0): raised AttributeError")
    assert "raised AttributeError" in data.err
    assert call("simulate", "paris", "-m", 2, "--bots", f"{bots}:First,random").code == 0


def test_a_file_that_can_not_be_used_is_told_at_once(bots: Path, tmp_path: Path) -> None:
    for place, words in {
        f"{bots}:Nobody": "has no bot 'Nobody'. Its bots: First",
        f"{tmp_path}/none.py:Mine": "There is no file",
    }.items():
        with pytest.raises(UnknownBot, match=words):
            Room(place).open()
    exits = tmp_path / "exits.py"
    exits.write_text("import sys\nsys.exit(4)\n")
    told = call("arena", "paris", "--bots", f"{exits}:Mine,random")
    assert told.code == 2
    assert "SystemExit: 4" in told.err


def test_a_room_ends_with_whoever_opened_it(bots: Path) -> None:
    script = (
        "import os, signal\n"
        "from wagonik.arena.rooms import Room\n"
        f"room = Room({str(bots) + ':First'!r})\n"
        "room.open()\n"
        "print(room.process, flush=True)\n"
        "os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    process = int(done.stdout)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        try:
            os.kill(process, 0)
        except ProcessLookupError:
            break
        time.sleep(0.05)
    else:
        pytest.fail("the room is still there")


def test_a_failure_says_what_and_where() -> None:
    error = BotFailed("raised ValueError: no", "ValueError: no", "there")
    assert (error.reason, error.said, error.trace) == (
        "raised ValueError: no",
        "ValueError: no",
        "there",
    )
    assert BotFailed("ended its process").said == "ended its process"
