"""The guided first match: one deal for everybody, so one person and nobody else."""

import asyncio
from typing import Any

from tests.server.table import Made, Server, joined
from wagonik.games import GAMES
from wagonik.match import Match
from wagonik.server.lessons import lesson_of


def begin(server: Server, game: str = "paris", **body: Any) -> Any:
    return server.post("/api/lessons", {"game": game, "name": "Ola", "bots": ["Ekspres"], **body})


def made(server: Server) -> Made:
    answer = begin(server)
    assert answer.status_code == 201
    return Made(answer.json())


def matches_counted(server: Server) -> float:
    lines = server.get("/metrics").text.splitlines()
    counted = [line for line in lines if line.startswith("wagonik_matches_total")]
    return sum(float(line.rsplit(" ", 1)[1]) for line in counted)


def test_a_lesson_is_the_same_deal_each_time_and_marked(server: Server) -> None:
    found = lesson_of("paris")
    assert found is not None
    dealt: Any = Match("paris", found.players, found.seed).view(0)
    counted = matches_counted(server)

    async def look(table: Made) -> Any:
        async with joined(server, table, [0]) as person:
            await person.until("update")
            assert person.table["options"]["lesson"]
            assert [seat["kind"] for seat in person.table["seats"]] == ["person", "bot"]
            assert [seat["name"] for seat in person.table["seats"]] == ["Ola", "Ekspres"]
            return person.updates[0]["view"]

    for _ in range(2):
        view = asyncio.run(look(made(server)))
        assert view["market"] == dealt["market"]
        assert view["players"][0]["offer"] == dealt["players"][0]["offer"]
        assert view["players"][1]["hand"] is None
        assert view["players"][1]["offer"] is None
    assert matches_counted(server) == counted


def test_nobody_else_comes_to_a_lesson(server: Server) -> None:
    table = made(server)

    async def ask() -> None:
        async with joined(server, table, [0], tokens=[table.host]) as host:
            await host.until("update")
            refused = await host.ask("set_seat", seat=1, to="open")
            assert (refused["code"], "one person" in refused["text"]) == ("not_now", True)
            assert (await host.ask("invite", seat=1))["code"] == "not_now"
            # The person may go on at another device.
            assert (await host.ask("invite", seat=0))["type"] == "invitation"

    asyncio.run(ask())
    answer = server.post(table.path("/seats"), {"key": table.join, "name": "Ala"})
    assert answer.status_code == 409


def test_only_a_lesson_has_the_deal_of_a_lesson(server: Server) -> None:
    body = {
        "options": {"game": "paris", "players": 2, "lesson": True},
        "seats": [{"kind": "mine"}, {"kind": "open"}],
    }
    answer = server.post("/api/tables", body)
    assert answer.status_code == 422
    assert "lesson" in answer.json()["text"]
    table = server.create("paris", ["mine", "open"], start=False)

    async def ask() -> None:
        async with joined(server, table, [0], tokens=[table.host]) as host:
            options = {**host.table["options"], "lesson": True}
            assert (await host.ask("configure", options=options))["type"] == "done"
            assert not host.table["options"]["lesson"]

    asyncio.run(ask())


def test_which_games_have_a_lesson(server: Server) -> None:
    offered = {game["game"]: game["lesson"] for game in server.get("/api/home").json()["games"]}
    assert offered["paris"]
    for game in GAMES:
        found = lesson_of(game.key)
        assert offered[game.key] == (found is not None)
        assert (begin(server, game.key).status_code == 201) == (found is not None)
    assert begin(server, "chess").status_code == 422
