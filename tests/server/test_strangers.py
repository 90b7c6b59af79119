"""Boards and records of strangers: whatever they cost, tables do not wait for them."""

import asyncio
import re
import time
from pathlib import Path

import pytest
from librt.vecs import vec
from mypy_extensions import i64

import wagonik
from benchmarks import limits
from tests.server.table import Server, joined
from tests.server.test_boards import board, seats
from wagonik.engine import boardfile
from wagonik.engine.boardfile import BoardError, load
from wagonik.engine.boardrules import BoardRules
from wagonik.engine.longestcore import MOST_CELLS, MOST_WORK
from wagonik.engine.tomllines import lines
from wagonik.games import make_rules
from wagonik.server import boards
from wagonik.server.boards import MOST_PIECES, checked, read_board
from wagonik.server.children import GaveUp
from wagonik.server.errors import Refused
from wagonik.server.strangers import Strangers


def number(value: int) -> int:
    return value


def sleep(seconds: float) -> None:
    time.sleep(seconds)


def hoard() -> int:
    return len(bytearray(3 << 30))


def test_what_takes_too_long_or_too_much_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    async def look() -> None:
        strangers = Strangers()
        try:
            assert await strangers.run("a", number, 1) == 1
            monkeypatch.setattr("wagonik.server.strangers.SECONDS", 0.3)
            with pytest.raises(GaveUp, match="took longer"):
                await strangers.run("a", sleep, 3600)
            monkeypatch.setattr("wagonik.server.strangers.SECONDS", 120.0)
            with pytest.raises(GaveUp, match="memory"):
                await strangers.run("a", hoard)
            assert await strangers.run("b", number, 2) == 2
            assert not strangers._addresses
        finally:
            strangers.close()

    asyncio.run(look())


def test_whoever_sends_many_waits_for_its_own(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("wagonik.server.strangers._MOST_WAITING", 4)

    async def look() -> None:
        strangers = Strangers()
        done: list[str] = []

        async def ask(address: str) -> None:
            await strangers.run(address, sleep, 0.05)
            done.append(address)

        try:
            await strangers.run("c", number, 1)
            many = [asyncio.create_task(ask("a")) for _ in range(3)]
            await asyncio.sleep(0)
            other = asyncio.create_task(ask("b"))
            await asyncio.sleep(0)
            with pytest.raises(Refused, match="try again"):
                await strangers.run("c", number, 2)
            await asyncio.gather(*many, other)
            assert done == ["a", "b", "a", "a"]
        finally:
            strangers.close()

    asyncio.run(look())


def unknown_names(count: int = 480) -> str:
    """Paris with names of sixty letters that no place has."""
    text = board()
    places = [f'{{ name = "{"ab" * 27}{n:04}", latitude = 1, longitude = 1 }}' for n in range(400)]
    routes = [
        f'{{ from = "{"ba" * 27}{n:04}", to = "x{n}", colour = "red", length = 1 }}'
        for n in range(count)
    ]
    text = re.sub(r"(?ms)^places = \[.*?^\]", "places = [" + ",\n".join(places) + "]", text)
    return re.sub(r"(?ms)^routes = \[.*?^\]", "routes = [" + ",\n".join(routes) + "]", text)


def test_few_names_are_guessed_at(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def guess(word: str, words: object, count: int) -> list[str]:
        asked.append(word)
        return []

    monkeypatch.setattr(boardfile, "get_close_matches", guess)
    text = unknown_names()
    with pytest.raises(BoardError) as error:
        load(text)
    assert len(error.value.problems) >= 960
    assert 0 < len(asked) <= 10
    told = read_board(text)
    assert isinstance(told, str)
    assert len(told.splitlines()) == boards.MOST_PROBLEMS + 1
    assert "more" in told.splitlines()[-1]


def test_keys_of_many_parts() -> None:
    deep = ".".join(["a"] * 20_000)
    quoted = deep.replace("a", '""')
    for text in (
        f"{deep} = 1\n",
        f"[{deep}]\n",
        f"x = {{ {quoted} = 1 }}\n",
    ):
        with pytest.raises(BoardError, match="too many parts"):
            load(text)
    some = ".".join(["a"] * 40)
    found = lines(f"{some} = 1\n[{some.replace('a', 'b')}]\n")
    assert max(map(len, found)) == 12
    with pytest.raises(BoardError, match="nested too deeply"):
        load("x = " + "[" * 40_000 + "\n")


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        (r"(?m)^numbers.pieces .*$", "numbers.pieces = 61", "at most 60"),
        (r"length = 3", "length = 16", "at most 15"),
        (r"\A", "#" * 100_001 + "\n", "at most 100000 bytes"),
    ],
)
def test_limits_of_a_board(old: str, new: str, words: str) -> None:
    text = re.sub(old, new, board(), count=1)
    assert checked(board()).name
    with pytest.raises(BoardError, match=words):
        checked(text)


def test_a_place_with_many_neighbours() -> None:
    """A star of twenty rays, and all the tickets that one may have."""
    text = board()
    rays = [f'  {{ name = "R{n}", latitude = 48.8{n}, longitude = 2.3 }},' for n in range(20)]
    first = re.search(r'(?m)^routes = \[\n.*?from = "(.*?)"', text, re.DOTALL)
    assert first is not None
    ways = [
        f'  {{ from = "{first[1]}", to = "R{n}", colour = "red", length = 1 }},' for n in range(20)
    ]
    text = text.replace("places = [\n", "places = [\n" + "\n".join(rays) + "\n", 1)
    text = text.replace("routes = [\n", "routes = [\n" + "\n".join(ways) + "\n", 1)
    with pytest.raises(BoardError, match="neighbours of a place: at a table there are at most 16"):
        checked(text)


@pytest.mark.parametrize("shape", list(limits.SHAPES))
def test_moves_on_boards_at_their_limits(shape: str) -> None:
    """They are accepted, and what a move costs there has a bound: no network that pieces suffice
    for takes more work than the search may have. (In time: `python -m benchmarks.limits`.)"""
    file = checked(limits.board(shape))
    assert len(file.routes) > 150
    found = limits.measure(shape, 120 if wagonik.compiled else 25)
    assert found["claims"] > 5
    assert 0 < found["work"] <= MOST_WORK
    rules = make_rules(limits.GAME, 2, None, file)
    assert isinstance(rules, BoardRules)
    core = rules.board_standing.routes._core
    tracks = limits.densest(rules, MOST_PIECES)
    rules.board_standing.routes.length(vec[i64](tracks), len(tracks))
    assert len(core._table) <= 3 * MOST_CELLS


def test_a_table_goes_on_while_a_board_is_read(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/a.db") as server:
        made = server.create("paris", ["mine", "mine"])
        body = {
            "options": {"game": "paris", "players": 2},
            "seats": seats("mine", "mine"),
            "board": unknown_names(),
        }

        async def look() -> None:
            async with joined(server, made, [0, 1]) as client:
                reading = asyncio.create_task(asyncio.to_thread(server.post, "/api/tables", body))
                while not reading.done():
                    assert (await client.ask("ping"))["type"] == "done"
                assert reading.result().status_code == 422
                assert "no place is called" in reading.result().json()["text"]

        asyncio.run(look())
        record = {"format": "wagonik-record", "game": "paris", "board": unknown_names()}
        answer = server.post("/api/replays/open", {"record": record})
        assert answer.status_code == 422
