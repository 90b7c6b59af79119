"""Boards of one's own: offered by the server or brought along, through crashes, rematch, replay."""

import asyncio
import random
import re
from pathlib import Path
from typing import Any

import pytest

from tests.server.table import Made, Server, joined
from wagonik.engine.boardfile import BoardError, published
from wagonik.engine.errors import WagonikError
from wagonik.server.boards import Shelf, key_of, players_of


def board(name: str = "Nasz Paryż") -> str:
    """The board of Paris under another name, for two players only."""
    text = published("paris").content
    text = re.sub(r'(?m)^name\s*=\s*".*?"', f'name = "{name}"', text, count=1)
    return re.sub(r"(?m)^players\s*=.*$", "players = [2, 2]", text, count=1)


def seats(*kinds: str) -> list[dict[str, str]]:
    return [{"kind": kind} for kind in kinds]


def test_a_board_that_the_server_offers(tmp_path: Path) -> None:
    """A table on it lives through a crash; its bots, rematch, record and replay know the board."""
    file = tmp_path / "mine.toml"
    file.write_text(board(), encoding="utf-8")
    database, port = f"sqlite:///{tmp_path}/a.db", None
    with Server(database, boards=[str(file)]) as server:
        port = server.port
        home = server.get("/api/home").json()
        assert home["boards"] == [
            {
                "board": "nasz_paryz",
                "game": "paris",
                "name": "Nasz Paryż",
                "name_pl": home["boards"][0]["name_pl"],
                "players": [2],
                "drawn": True,
            }
        ]
        drawn = server.get("/api/boards/nasz_paryz/drawing")
        published = server.get("/api/games/paris/drawing").json()
        assert drawn.json() == {**published, "name": "Nasz Paryż"}
        assert server.get("/api/boards/other/drawing").status_code == 404
        body: dict[str, Any] = {
            "options": {"game": "paris", "players": 2},
            "seats": seats("mine", "bot"),
            "board_key": "nasz_paryz",
            "start": True,
        }
        for change, words in (
            ({"board_key": "other"}, "no board 'other'"),
            ({"board": board()}, "no board"),
            ({"options": {"game": "northern_lights", "players": 2}}, "is for paris"),
            (
                {"options": {"game": "paris", "players": 3}, "seats": seats(*["mine"] * 3)},
                "is for 2 players",
            ),
        ):
            answer = server.post("/api/tables", {**body, **change})
            assert answer.status_code == 422, answer.text
            assert words in answer.json()["text"]
        made = Made(server.post("/api/tables", body).json())
        assert server.get(made.path(), made.watch).json()["custom_board"]

        async def begin() -> None:
            async with joined(server, made, [0]) as client:
                await client.play_on(random.Random(1), moves=5)

        asyncio.run(begin())
        server.kill()
    # The table has its own copy: the file may be gone.
    with Server(database, port) as server:
        assert server.get("/api/home").json()["boards"] == []
        assert server.get(made.path("/facts"), made.watch).json()["board"] == "Nasz Paryż"
        assert server.get(made.path("/drawing"), made.watch).json() == drawn.json()

        async def finish() -> None:
            async with joined(server, made, [0], tokens=[made.host]) as client:
                await client.play_on(random.Random(2))
                while client.table["status"] != "over":
                    await client.receive()
                assert (await client.ask("start"))["type"] == "done"
                assert client.table["match"] == 2
                assert client.table["custom_board"]

        asyncio.run(finish())
        record = server.get(made.path("/matches/1/record"), made.host).json()
        opened = server.post("/api/replays/open", {"record": record}).json()
        assert opened["custom_board"]
        assert opened["facts"]["board"] == "Nasz Paryż"
        assert opened["drawing"] == drawn.json()
        assert opened["result"]["winners"]


def test_a_server_that_takes_no_boards(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/a.db", custom_boards=False) as server:
        body = {
            "options": {"game": "paris", "players": 2},
            "seats": seats("mine", "mine"),
            "board": board(),
        }
        answer = server.post("/api/tables", body)
        assert answer.status_code == 422
        assert "published boards only" in answer.json()["text"]


def test_a_shelf_of_boards(tmp_path: Path) -> None:
    for number, name in enumerate(("Łódź!", "Łódź!", "★")):
        (tmp_path / f"{number}.toml").write_text(board(name), encoding="utf-8")
    shelf = Shelf([tmp_path])
    assert list(shelf.boards) == ["lodz", "lodz_2", "board"]
    assert [info.name for info in shelf.infos()] == ["Łódź!", "Łódź!", "★"]
    assert all(players_of(found) == [2] for found in shelf.boards.values())
    (tmp_path / "4.toml").write_text("game = 'chess'\nname = 'x'\n")
    with pytest.raises(BoardError, match=r"4\.toml"):
        Shelf([tmp_path])
    with pytest.raises(WagonikError, match="can't be read"):
        Shelf([tmp_path / "none.toml"])
    (tmp_path / "empty").mkdir()
    with pytest.raises(WagonikError, match="no board file"):
        Shelf([tmp_path / "empty"])


def test_keys() -> None:
    assert key_of("  São Paulo – Río  ") == "sao_paulo_rio"
    assert key_of("x" * 99) == "x" * 32
