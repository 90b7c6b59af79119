"""Tables and seats by link: who may do what, and what everybody is told."""

import asyncio
import random
import time
from pathlib import Path
from typing import Any

import pytest

from tests.server.inside import inside
from tests.server.table import PATIENCE, Client, Made, Server, joined
from wagonik.records import parse
from wagonik.server.protocol.web import Pace, TakeSeat


def seats(client: Client) -> list[str]:
    """The seats as this client was last told: kind, and level where a bot plays."""
    return [
        seat["kind"] + (":" + seat["level"] if seat["level"] else "")
        for seat in client.table["seats"]
    ]


async def told(client: Client, *expected: str) -> None:
    while seats(client) != list(expected):
        await client.receive()


def join(server: Server, made: Made, name: str, key: str | None = None, **body: Any) -> Any:
    return server.post(made.path("/seats"), {"key": key or made.join, "name": name, **body})


def test_a_table_fills_and_starts(server: Server) -> None:
    made = server.create("nordic_countries", ["mine", "open", "random"], start=False)

    async def play() -> None:
        async with joined(server, made, [0], tokens=[made.host]) as host:
            assert host.welcome["you"] == {
                "seats": [0],
                "asking": [],
                "host": True,
                "watching": False,
                "join_key": made.join,
                "watch_key": made.watch,
            }
            assert seats(host) == ["person", "open", "bot:random"]
            assert host.table["seats"][0]["host"]
            assert join(server, made, "Zofia", key=made.watch).status_code == 404
            assert join(server, made, "Zofia", seat=2).status_code == 409
            answer = join(server, made, "  Zo\u0000fia \n Nowak ")
            assert answer.status_code == 201
            token = answer.json()["token"]
            assert answer.json()["seat"] == 1
            await told(host, "person", "person", "bot:random")
            assert host.table["seats"][1]["name"] == "Zo fia Nowak"
            assert not host.table["seats"][1]["online"]
            assert join(server, made, "Third").status_code == 409
            async with joined(server, made, tokens=[token]) as guest:
                assert guest.welcome["you"]["join_key"] is None
                assert (await guest.ask("start"))["code"] == "not_yours"
                await host.until("table")
                assert host.table["seats"][1]["online"]
                assert (await host.ask("start"))["type"] == "done"
                await guest.until("update")
                # Everybody chooses first tickets; the bot has done so.
                while guest.updates[1]["deciding"] != [0, 1]:
                    await guest.receive()
            while host.table["seats"][1]["online"]:
                await host.receive()

    asyncio.run(play())


def test_empty_seats_get_bots_and_people_may_still_come(server: Server) -> None:
    made = server.create("paris", ["mine", "open"], start=False)

    async def play() -> None:
        async with joined(server, made, [0], tokens=[made.host]) as host:
            assert (await host.ask("start"))["type"] == "done"
            await told(host, "person", "open:random")
            assert host.table["seats"][1]["standing_in"]
            await host.play_on(random.Random(1), moves=6)
            token = join(server, made, "Late").json()["token"]
            while not host.table["asking"]:
                await host.receive()
            assert (await host.ask("agree", seat=1, agree=True))["type"] == "done"
            await told(host, "person", "person")
            async with joined(server, made, tokens=[token]) as late:
                assert late.updates or await late.until("update")
                await asyncio.gather(host.play_on(random.Random(2)), late.play_on(random.Random(3)))

    asyncio.run(play())


def test_a_bot_stands_in_and_the_person_comes_back(server: Server) -> None:
    made = server.create("paris", ["mine", "mine"])

    async def play() -> None:
        async with (
            joined(server, made, [0], tokens=[made.host]) as host,
            joined(server, made, [1]) as guest,
        ):
            assert (await guest.ask("stand_in", seat=1))["type"] == "done"
            await told(host, "person", "person:random")
            await host.play_on(random.Random(1), moves=8)
            await guest.quiet()
            answer = await guest.ask("play", seat=1, at=0, actions=[0])
            assert answer["code"] in ("not_now", "stale")
            assert (await guest.ask("return", seat=1))["type"] == "done"
            await told(host, "person", "person")
            # The host does the same for somebody who went away, and takes the bot off again.
            for to, expected in (("bot", "person:random"), ("person", "person")):
                level = "random" if to == "bot" else None
                await host.ask("set_seat", seat=1, to=to, level=level)
                await told(guest, "person", expected)
            await asyncio.gather(host.play_on(random.Random(2)), guest.play_on(random.Random(3)))

    asyncio.run(play())


def test_a_lost_phone(server: Server) -> None:
    """The host invites, the new device takes the seat, the old one is out."""
    made = server.create("paris", ["mine", "mine"])

    async def play() -> None:
        async with (
            joined(server, made, [0], tokens=[made.host]) as host,
            joined(server, made, [1]) as old,
        ):
            assert (await old.ask("invite", seat=0))["code"] == "not_yours"
            invitation = await host.ask("invite", seat=1)
            assert invitation["type"] == "invitation"
            seen = server.get(made.path(), invitation["key"])
            assert seen.json()["options"]["game"] == "paris", "who is invited sees to what"
            body = {"key": invitation["key"], "name": "New phone"}
            answer = server.post(made.path("/invitations"), body)
            assert answer.status_code == 201
            token = answer.json()["token"]
            assert server.post(made.path("/invitations"), body).status_code == 404
            for client in (host, old):
                assert (await client.ask("agree", seat=1, agree=True))["type"] == "done"
            assert '{"type":"lost","seats":[1]}' in old.raw
            at = old.updates[1]["decision"]["at"]
            answer_old = await old.ask("play", seat=1, at=at, actions=[0])
            assert answer_old["code"] == "not_yours"
            async with joined(server, made, tokens=[token]) as new:
                while 1 not in new.updates:
                    await new.receive()
                assert (await new.play(1, random.Random(1)))["type"] == "done"

    asyncio.run(play())
    old_token = made.tokens[1]
    assert server.get(made.path(), old_token).status_code == 404


def test_leaving_opens_the_seat(server: Server) -> None:
    made = server.create("paris", ["mine", "mine"], start=False)

    async def play() -> None:
        async with (
            joined(server, made, [0], tokens=[made.host]) as host,
            joined(server, made, [1]) as guest,
        ):
            assert (await guest.ask("rename", seat=1, name="Jan"))["type"] == "done"
            await told(host, "person", "person")
            await guest.ask("leave", seat=1)
            await told(host, "person", "open")
            assert guest.table["seats"][1]["name"] is None
            assert (await guest.ask("rename", seat=1, name="Jan"))["code"] == "not_yours"

    asyncio.run(play())


def test_the_host_changes_the_options_between_matches(server: Server) -> None:
    made = server.create("paris", ["mine", "random"], start=False)

    async def play() -> None:
        async with joined(server, made, [0], tokens=[made.host]) as host:
            options = {"game": "united_kingdom", "players": 4, "undo": False}
            wrong = await host.ask("configure", options={**options, "players": 5})
            assert wrong["code"] == "refused"
            assert "2 to 4" in wrong["text"]
            wrong = await host.ask("configure", options={**options, "options": ["open_stacks"]})
            assert "advanced_technologies" in wrong["text"]
            wrong = await host.ask("configure", options={**options, "stand_in": "nobody"})
            assert wrong["code"] == "refused"
            wrong = await host.ask("configure", options={**options, "pace": {"kind": "live"}})
            assert "10 to 3600" in wrong["text"]
            good = {**options, "options": ["advanced_technologies"]}
            assert (await host.ask("configure", options=good))["type"] == "done"
            await told(host, "person", "bot:random", "open", "open")
            await host.ask("set_seat", seat=3, to="bot", level="random")
            await host.ask("set_seat", seat=2, to="bot", level="random")
            await told(host, "person", "bot:random", "bot:random", "bot:random")
            assert (await host.ask("set_seat", seat=1, to="person"))["code"] == "not_now"
            assert (await host.ask("set_seat", seat=4, to="open"))["code"] == "refused"
            fewer = {**good, "players": 2}
            assert (await host.ask("configure", options=fewer))["type"] == "done"
            await told(host, "person", "bot:random")
            assert (await host.ask("start"))["type"] == "done"
            assert (await host.ask("configure", options=good))["code"] == "not_now"
            assert (await host.ask("undo", seat=0, at=0))["code"] == "no_undo"
            facts = server.get(made.path("/facts"), made.watch).json()
            assert facts["options"] == ["advanced_technologies"]

    asyncio.run(play())


def test_undo_as_the_rules_and_the_table_allow(server: Server) -> None:
    made = server.create("nordic_countries", ["mine", "mine"])
    rng = random.Random(5)

    async def play() -> None:
        undone = 0
        async with (
            joined(server, made, [0, 1]) as client,
            joined(server, made, key=made.watch) as watcher,
        ):
            while not client.over and undone < 4:
                seats = [seat for seat in (0, 1) if client.decision(seat) is not None]
                if not seats:
                    await client.receive()
                    continue
                await client.play(rng.choice(seats), rng)
                for seat in (0, 1):
                    update = client.updates[seat]
                    if update["undo"] and update["view"]["turn"] > 0:
                        number = update["number"]
                        answer = await client.ask("undo", seat=seat, at=update["undo_at"])
                        assert answer["type"] == "done", answer
                        again = await client.ask("undo", seat=seat, at=update["undo_at"])
                        assert again["code"] == "stale"
                        if client.updates[seat]["number"] < number:
                            undone += 1
            last = client.updates[0]["line"], client.updates[0]["number"]
            while tuple(watcher.updates.get(-1, {}).get(k) for k in ("line", "number")) != last:
                await watcher.receive()
            hidden = [event for event in client.events[0] if event["event"] == "turn"]
            assert hidden == [event for event in watcher.events[-1] if event["event"] == "turn"]
            assert undone == 4

    asyncio.run(play())


def test_deadlines(server: Server) -> None:
    made = server.create("paris", ["mine", "mine"], pace={"kind": "days", "limit": 2})

    async def play() -> None:
        async with joined(server, made, [0, 1]) as client:
            while not {0, 1} <= client.updates.keys():
                await client.receive()
            deadline = client.updates[0]["deadline"]
            assert 0 < deadline - client.welcome["now"] <= 2 * 86_400
            await client.play(0, random.Random(1))
            assert client.updates[1]["deadline"] == deadline  # all have the same time for tickets
            await client.play(1, random.Random(1))
            turn = client.updates[0]["deciding"][0]
            assert client.updates[turn]["deadline"] > deadline

    asyncio.run(play())


@pytest.mark.parametrize("pace", [Pace(kind="live", limit=10), Pace(kind="days", limit=2)])
def test_the_clock_brings_a_bot(tmp_path: Path, pace: Pace) -> None:
    """Also when it ran out while the server was off: clocks are reckoned from what is stored."""
    late = 11.0 if pace.kind == "live" else 2 * 86_400 + 1.0

    async def play() -> None:
        async with inside(tmp_path, sweep_seconds=3600) as here:
            over = await here.table("paris", 2, 1, ago=late, pace=pace)
            left = await here.table("paris", 2, 1, pace=Pace(kind="live", limit=3600))
            tables = [over.id, left.id]
            deadlines = [over.deadline(), left.deadline()]
            for table in (over, left):
                await here.hub.store.change_table(table.id, time.time(), due=table.due())
        async with inside(tmp_path, sweep_seconds=0.05) as here:
            found = [await here.hub.table(table) for table in tables]
            assert found[1].deadline() == deadlines[1]
            row = found[0].row
            assert row is not None
            async with asyncio.timeout(PATIENCE):
                while {seat.level for seat in row.seats} != {"random"}:
                    await asyncio.sleep(0.01)
                    row = found[0].row
                    assert row is not None
            # Their time is over, and nothing else: they may come back.
            assert all(seat.token_hash is not None for seat in row.seats)
            await here.hosting.come_back(found[0], 0)
            other = found[1].row
            assert other is not None
            assert {seat.level for seat in other.seats} == {None}

    asyncio.run(play())


def test_chat(server: Server) -> None:
    made = server.create("paris", ["mine", "mine"])

    async def play() -> None:
        async with (
            joined(server, made, [0]) as one,
            joined(server, made, [1]) as two,
            joined(server, made, key=made.watch) as watcher,
        ):
            await one.ask("chat", text="Dzień dobry!\u202e\n")
            line = (await two.until("chat"))["lines"][0]
            assert (line["text"], line["seat"], line["name"]) == ("Dzień dobry!", 0, "Player 0")
            assert (await watcher.until("chat"))["lines"] == [line]
            assert (await watcher.ask("chat", text="Hello"))["code"] == "not_yours"
            assert (await one.ask("chat", text="x" * 501))["type"] == "error"
        async with joined(server, made, [1]) as again:
            assert (await again.until("chat"))["lines"] == [line]

    asyncio.run(play())


def test_a_broken_bot_does_not_stop_the_match(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/broken.db") as server:
        made = server.create("paris", ["mine", "broken"])

        async def play() -> None:
            async with joined(server, made, [0]) as client:
                await client.play_on(random.Random(1), moves=12)

        asyncio.run(play())
        assert "a bot of level broken failed" in server.output()


def test_deleting_takes_everything(server: Server) -> None:
    made = server.create("paris", ["mine", "mine"])

    async def play() -> None:
        async with joined(server, made, [0]) as client:
            await client.play_on(random.Random(1), moves=1)
            await client.ask("chat", text="Last words")
            assert server.delete(made.path(), made.tokens[0]).status_code == 403
            assert server.delete(made.path(), made.watch).status_code == 403
            assert server.delete(made.path(), made.host).status_code == 204
            await client.until("deleted")
            await client.socket.wait_closed()
            assert client.socket.close_code == 4410

    asyncio.run(play())
    assert server.get(made.path(), made.host).status_code == 404
    assert server.delete(made.path(), made.host).status_code == 404


def test_an_open_seat_of_a_running_match_needs_consent(server: Server) -> None:
    """Asked for by link: everybody is told, all who are here must agree, the record says it."""
    made = server.create("paris", ["mine", "mine", "random"])

    async def play() -> None:
        async with (
            joined(server, made, [0], tokens=[made.host]) as host,
            joined(server, made, [1]) as guest,
        ):
            await host.ask("set_seat", seat=2, to="open")
            token = join(server, made, "Ola").json()["token"]
            while not guest.table["asking"]:
                await guest.receive()
            assert guest.table["asking"] == [{"seat": 2, "name": "Ola", "waiting": [0, 1]}]
            assert join(server, made, "Two").status_code == 409  # one after the other
            async with joined(server, made, tokens=[token]) as asker:
                assert asker.welcome["you"]["seats"] == []
                assert asker.welcome["you"]["asking"] == [2]
                await asker.until("update")
                assert list(asker.updates) == [-1]  # until then it sees what spectators see
                answer = await asker.ask("agree", seat=2, agree=True)
                assert answer["code"] == "not_yours"
                assert (await host.ask("agree", seat=2, agree=True))["type"] == "done"
                assert host.table["asking"][0]["waiting"] == [1]
                # One says no: that is that.
                assert (await guest.ask("agree", seat=2, agree=False))["type"] == "done"
                assert (await asker.until("lost"))["seats"] == [2]
            assert (await host.ask("agree", seat=2, agree=True))["code"] == "not_now"
            token = join(server, made, "Ola").json()["token"]
            async with joined(server, made, tokens=[token]) as asker:
                for client in (host, guest):
                    while not client.table["asking"]:
                        await client.receive()
                    assert (await client.ask("agree", seat=2, agree=True))["type"] == "done"
                await asker.until("welcome")
                assert asker.welcome["you"]["seats"] == [2]
                while 2 not in asker.updates:
                    await asker.receive()
                await told(host, "person", "person", "person")
                assert host.table["taken"] == [{"seat": 2, "name": "Ola"}]
                # Who looked and left may not sit down elsewhere in this match.
                await asker.ask("leave", seat=2)
            await told(host, "person", "person", "open:random")
            body: dict[str, Any] = {"tokens": [token]}
            again = join(server, made, "Ola", **body)
            assert again.status_code == 409
            assert "next one" in again.json()["text"]
            await asyncio.gather(host.play_on(random.Random(2)), guest.play_on(random.Random(3)))
        assert join(server, made, "Ola", **body).status_code == 201  # the match is over

    asyncio.run(play())
    record = server.get(made.path("/matches/1/record"), made.host).json()
    assert [seat for _, seat in record["taken"]] == [2]
    text = server.get(made.path("/matches/1/record?form=text"), made.host).text
    assert "[Taken " in text
    assert parse(text) == record


def test_nobody_sits_down_in_the_seat_of_another(server: Server) -> None:
    """The host invites itself to an opponent's seat: who has the seat must agree."""
    made = server.create("paris", ["mine", "mine"])

    async def play() -> None:
        async with joined(server, made, [0], tokens=[made.host]) as host:
            invitation = await host.ask("invite", seat=1)
            async with joined(server, made, [1]) as owner:
                body = {"key": invitation["key"], "name": "Me"}
                token = server.post(made.path("/invitations"), body).json()["token"]
                while not owner.table["asking"]:
                    await owner.receive()
                assert (await host.ask("agree", seat=1, agree=True))["type"] == "done"
                assert 1 in owner.table["asking"][0]["waiting"]
            # Who was here a moment ago is not away.
            async with joined(server, made, tokens=[token]) as thief:
                assert thief.welcome["you"]["seats"] == []
            async with joined(server, made, [1]) as owner:
                assert (await owner.ask("agree", seat=1, agree=False))["type"] == "done"
                assert owner.table["asking"] == []
                assert owner.welcome["you"]["seats"] == [1]

    asyncio.run(play())


def test_a_seat_whose_person_is_away_for_long(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A lost phone: the others agree, and after a while the seat changes hands."""

    async def play() -> None:
        async with inside(tmp_path) as here:
            table = await here.table("paris", 2, 1)
            first = here.client(table, 0)
            key = await here.hosting.invite(table, 1)
            await here.hosting.take(table, TakeSeat(key=key, name="New phone"))
            await here.hosting.takeovers.agree(table, first.seats, 1, True)
            assert table.row is not None
            assert table.row.seats[1].name != "New phone"
            monkeypatch.setattr("wagonik.server.tables.AWAY", 0.0)
            await here.hub.settle(table)
            assert table.row.seats[1].name == "New phone"
            assert [taken.seat for taken in table.taken] == [1]

    asyncio.run(play())
