"""Bad messages change nothing; limits hold; secrets are kept."""

import asyncio
import json
import random
import sqlite3
from pathlib import Path
from typing import Any

import httpx
import pytest
from websockets.asyncio.client import connect

from tests.server.table import Client, Made, Server, joined
from wagonik.server.safety import CSP
from wagonik.server.settings import Settings


def position(client: Client) -> tuple[Any, ...]:
    return tuple((update["number"], update["decision"]) for update in client.updates.values())


def test_stale_repeated_and_foreign_moves(server: Server) -> None:
    made = server.create("nordic_countries", ["mine", "mine", "mine"])
    rng = random.Random(2)

    async def play() -> None:
        async with joined(server, made, [0, 1]) as client, joined(server, made, [2]) as third:
            await client.until("update", seat=1)
            for seat in (0, 1):
                await client.play(seat, rng)
            await third.until("update")
            while 2 not in third.updates or third.updates[2]["deciding"] != [2]:
                await third.receive()
            await third.play(2, rng)
            while client.updates[0]["view"]["turn"] == 0:
                await client.receive()
            turn = client.updates[0]["deciding"][0]
            mover = third if turn == 2 else client
            while mover.decision(turn) is None:  # each seat's update comes by itself
                await mover.receive()
            decision = mover.decision(turn)
            assert decision is not None
            move = {"seat": turn, "at": decision["at"]}
            deck = next(c["action"] for c in decision["choices"] if c["text"] == "deck")
            assert (await mover.ask("play", **move, actions=[deck]))["type"] == "done"
            # The same move again: it was for an earlier moment, and the view comes along.
            again = await mover.ask("play", **move, actions=[deck])
            assert again["code"] == "stale"
            await mover.until("update", seat=turn)
            before = position(mover)
            other = next(seat for seat in mover.updates if seat == turn)
            wrong: list[tuple[dict[str, Any], str]] = [
                ({"seat": turn, "at": 10**6, "actions": [deck]}, "stale"),
                ({"seat": turn, "at": decision["at"] + 1, "actions": [4000]}, "illegal"),
                ({"seat": turn, "at": decision["at"] + 1, "actions": []}, "bad_message"),
                ({"seat": turn, "at": decision["at"] + 1, "actions": [deck, deck]}, "illegal"),
                ({"seat": 7, "at": 0, "actions": [deck]}, "not_yours"),
                ({"seat": other, "at": -1, "actions": [deck]}, "bad_message"),
                ({"seat": other, "at": 0, "actions": ["deck"]}, "bad_message"),
            ]
            for fields, code in wrong:
                assert (await mover.ask("play", **fields))["code"] == code, fields
            await mover.quiet()
            assert position(mover) == before
            if turn == 2:
                answer = await client.ask(
                    "play", seat=0, at=client.updates[0]["undo_at"] or 1, actions=[deck]
                )
                assert answer["code"] in ("not_your_turn", "stale")

    asyncio.run(play())


def test_a_move_in_the_turn_of_another(server: Server) -> None:
    made = server.create("paris", ["mine", "mine"])

    async def play() -> None:
        async with joined(server, made, [0, 1]) as client:
            await client.play_on(random.Random(1), moves=2)
            turn = client.updates[0]["deciding"][0]
            answer = await client.ask("play", seat=1 - turn, at=1, actions=[65])
            assert answer["code"] == "not_your_turn"
            why = await client.ask("why", seat=1 - turn, action=65)
            assert not why["possible"]
            explored = await client.ask("explore", seat=1 - turn, at=1, actions=[65])
            assert explored["code"] == "not_your_turn"

    asyncio.run(play())


def test_what_is_possible_can_be_asked(server: Server) -> None:
    made = server.create("nordic_countries", ["mine", "mine"])
    rng = random.Random(3)

    async def play() -> None:
        async with joined(server, made, [0, 1]) as client:
            for _ in range(400):
                seats = [seat for seat in (0, 1) if client.decision(seat) is not None]
                if not seats:
                    await client.receive()
                    continue
                decision = client.decision(seats[0])
                assert decision is not None
                claims = [c for c in decision["choices"] if c["family"] == "claim"]
                if not claims:
                    await client.play(seats[0], rng)
                    continue
                claim = rng.choice(claims)
                fields = {"seat": seats[0], "at": decision["at"]}
                ways = await client.ask("explore", **fields, actions=[claim["action"]])
                assert ways["type"] == "ways"
                assert ways["ways"]
                way = rng.choice(ways["ways"])
                assert sum(way["cards"].values()) > 0
                why = await client.ask("why", seat=seats[0], action=claim["action"])
                assert why["possible"]
                played = await client.ask("play", **fields, actions=way["actions"])
                assert played["type"] == "done"
                return
            raise AssertionError("nothing could be claimed")

    asyncio.run(play())


def test_hello(server: Server) -> None:
    made = server.create("paris", ["mine", "mine"])
    url = f"ws://127.0.0.1:{server.port}/api/tables/{made.table}/socket"

    async def said(text: str | bytes, at: str = url) -> tuple[dict[str, Any], int | None]:
        async with connect(at) as socket:
            await socket.send(text)
            answer = json.loads(await socket.recv())
            await socket.wait_closed()
            return answer, socket.close_code

    async def look() -> None:
        for text, code in (
            ("garbage", "bad_message"),
            (b"\xff\xfe\x00", "bad_message"),
            ("[" * 5000, "bad_message"),
            ('{"type":"ping","id":1}', "hello_first"),
            ('{"type":"hello","tokens":[]}', "not_found"),
            ('{"type":"hello","tokens":["' + "x" * 30 + '"]}', "not_found"),
            ('{"type":"hello","tokens":["short"]}', "bad_message"),
            ('{"type":"hello","unknown":1}', "bad_message"),
        ):
            answer, closed = await said(text)
            assert answer["code"] == code, text
            assert closed in (4404, 1000)
        elsewhere = url.replace(made.table, "nowhere")
        answer, _ = await said('{"type":"hello"}', elsewhere)
        assert answer["code"] == "not_found"

    asyncio.run(look())


def test_origins_and_headers(server: Server) -> None:
    made = server.create("paris", ["mine", "mine"])
    body = {"key": made.join, "name": "Eve"}
    answer = server.post(made.path("/seats"), body, origin="https://evil.example")
    assert answer.status_code == 403
    same = server.post(made.path("/seats"), body, origin=server.url)
    assert same.status_code == 409  # no seat is free, but the origin is ours
    for path in ("/api/home", "/health", "/api/nothing", made.path()):
        headers = server.get(path).headers
        assert headers["content-security-policy"] == CSP
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "no-referrer"
        assert "server" not in headers
    assert "unsafe" not in CSP
    url = f"ws://127.0.0.1:{server.port}/api/tables/{made.table}/socket"

    async def look() -> None:
        async with connect(url, additional_headers={"origin": "https://evil.example"}) as socket:
            await socket.wait_closed()
            assert socket.close_code == 4403
        async with connect(url, additional_headers={"origin": server.url}) as socket:
            hello = {"type": "hello", "tokens": [made.tokens[0]]}
            await socket.send(json.dumps(hello))
            assert json.loads(await socket.recv())["type"] == "welcome"

    asyncio.run(look())


def test_health_and_metrics(server: Server) -> None:
    assert server.get("/health").json()["status"] == "ok"
    text = server.get("/metrics").text
    for name in ("wagonik_moves_total", "wagonik_connections", "wagonik_move_seconds_bucket"):
        assert name in text
    assert not Settings().metrics  # whoever runs a server says whether anybody may look


# Limits, with a server that has small ones


def test_message_rates_and_sizes(tmp_path: Path) -> None:
    limits: dict[str, Any] = {"messages_rate": 1e-3, "messages_burst": 10}
    limits |= {"message_bytes": 2000, "chat_burst": 3}
    with Server(f"sqlite:///{tmp_path}/a.db", **limits, chat_rate=1e-3) as server:
        made = server.create("paris", ["mine", "mine"])

        async def flood(client: Client) -> list[str]:
            answers = [await client.ask("ping") for _ in range(20)]
            return [answer.get("code", "done") for answer in answers]

        async def look() -> None:
            async with joined(server, made, [0]) as client:
                found = await flood(client)
                assert found[:10] == ["done"] * 10
                assert "too_fast" in found[10:]
            async with joined(server, made, [0]) as client:
                for _ in range(3):
                    assert (await client.ask("chat", text="x"))["type"] == "done"
                assert (await client.ask("chat", text="x"))["code"] == "too_fast"
                await client.socket.send("x" * 3000)
                assert "too large" in (await client.until("error"))["text"]
                await client.socket.send("x" * 100_000)
                await client.socket.wait_closed()
                assert client.socket.close_code == 1009

        asyncio.run(look())
        big = httpx.post(f"{server.url}/api/tables", content=b"x" * 300_000)
        assert big.status_code == 413

        def chunks() -> Any:
            for _ in range(40):
                yield b"x" * 10_000

        try:
            streamed = httpx.post(f"{server.url}/api/tables", content=chunks())
            assert 400 <= streamed.status_code < 500
        except httpx.HTTPError:
            pass  # cut off
        assert server.get("/health").status_code == 200


def test_tables_connections_and_requests(tmp_path: Path) -> None:
    limits: dict[str, Any] = {
        "tables_a_host": 3,
        "table_connections": 2,
        "requests_burst": 20,
        "requests_rate": 1e-3,
    }
    with Server(f"sqlite:///{tmp_path}/b.db", **limits, hello_seconds=3) as server:
        made = [server.create("paris", ["mine", "mine"]) for _ in range(3)]
        body = {
            "options": {"game": "paris", "players": 2},
            "seats": [{"kind": "mine"}, {"kind": "mine"}],
        }
        answer = server.post("/api/tables", body)
        assert answer.status_code == 429
        assert answer.json()["code"] == "too_many"
        server.delete(made[0].path(), made[0].host)
        assert server.post("/api/tables", body).status_code == 201
        assert_connections(server, made[1])
        codes = {server.get("/api/home").status_code for _ in range(25)}
        assert codes == {200, 429}


def assert_connections(server: Server, made: Made) -> None:
    url = f"ws://127.0.0.1:{server.port}/api/tables/{made.table}/socket"

    async def look() -> None:
        async with joined(server, made, [0]), joined(server, made, [1]):
            async with connect(url) as third:
                await third.send(json.dumps({"type": "hello", "key": made.watch}))
                await third.wait_closed()
                assert third.close_code == 4429
            async with connect(url) as silent:
                await silent.wait_closed()
                assert silent.close_code == 4408

    asyncio.run(look())


@pytest.mark.parametrize(
    ("change", "word"),
    [
        ({"options": {"game": "chess", "players": 2}}, "chess"),
        ({"options": {"game": "paris", "players": 5}}, "players"),
        ({"options": {"game": "paris", "players": 2, "options": ["open_stacks"]}}, "open_stacks"),
        ({"options": {"game": "paris", "players": 2, "pace": {"kind": "days"}}}, "1 to 30"),
        ({"seats": [{"kind": "mine"}, {"kind": "bot", "level": "god"}]}, "god"),
        ({"seats": [{"kind": "mine", "name": "x" * 25}, {"kind": "open"}]}, "name"),
        ({"seats": [{"kind": "mine", "name": "\u200b"}, {"kind": "open"}]}, "name"),
        ({"seats": [{"kind": "mine"}] * 3}, "seats"),
        ({"board": "not a board"}, "board:1"),
        ({"board": 7}, "str"),
    ],
)
def test_tables_that_can_not_be(server: Server, change: dict[str, Any], word: str) -> None:
    body = {
        "options": {"game": "paris", "players": 2},
        "seats": [{"kind": "mine"}, {"kind": "open"}],
        **change,
    }
    answer = server.post("/api/tables", body)
    assert answer.status_code == 422
    assert word in answer.json()["text"]


def test_no_secret_is_stored_or_logged(tmp_path: Path) -> None:
    file = tmp_path / "c.db"
    with Server(f"sqlite:///{file}") as server:
        made = server.create("paris", ["mine", "mine"])

        async def play() -> None:
            async with joined(server, made, [0, 1], tokens=[made.host]) as client:
                await client.play_on(random.Random(1), moves=4)
                invitation = await client.ask("invite", seat=1)
                secrets.append(invitation["key"])

        secrets = [made.host, made.join, made.watch, *made.tokens.values()]
        asyncio.run(play())
        server.get(made.path(), made.host)
        data = b"".join(path.read_bytes() for path in tmp_path.iterdir())
        log = server.output()
        for secret in secrets:
            assert secret.encode() not in data
            assert secret not in log
        server.delete(made.path(), made.host)
    with sqlite3.connect(file) as database:
        for table in ("tables", "seats", "matches", "moves", "chat"):
            assert database.execute(f"SELECT count(*) FROM {table}").fetchone() == (0,)
    database.close()
