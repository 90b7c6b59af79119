"""Advice at the table: only where it is allowed, from the seat's own view, and noted; what-if."""

import asyncio
import json
import random
from pathlib import Path
from typing import Any

import pytest

from tests.server.inside import inside
from tests.server.table import Client, Made, Server, joined
from wagonik.analysis.decisions import EQUAL_ERRORS
from wagonik.engine.errors import RecordError
from wagonik.games import GAMES
from wagonik.match import Match
from wagonik.records import parse, replay, to_text
from wagonik.server.coach import hints_allowed, position_of
from wagonik.server.coachjobs import answered

KEYS = [game.key for game in GAMES]


async def deciding(client: Client, seat: int = 0) -> dict[str, Any]:
    """What the seat decides, when it is its turn."""
    while (decision := client.decision(seat)) is None:
        await client.receive()
    return decision


async def ask(client: Client, kind: str, seat: int = 0, **more: Any) -> dict[str, Any]:
    decision = await deciding(client, seat)
    return await client.ask(kind, seat=seat, at=decision["at"], **more)


def record_of(server: Server, made: Made) -> dict[str, Any]:
    answer = server.get(made.path("/matches/1/record"), made.host)
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    return found


def test_a_hint_against_bots_is_noted_and_told(server: Server) -> None:
    made = server.create("paris", ["mine", "random"])

    async def look() -> None:
        rng = random.Random(1)
        async with joined(server, made, [0]) as client:
            assert client.table["helped"] == []
            offer = await ask(client, "offer")
            assert offer["type"] == "offer", offer
            assert {one["ticket"] for one in offer["offer"]["tickets"]}
            first = await ask(client, "hint")
            assert first["type"] == "hint", first
            legal = {choice["action"] for choice in (await deciding(client))["choices"]}
            assert {one["action"] for one in first["hint"]["candidates"]} <= legal
            assert (await ask(client, "hint"))["hint"] == first["hint"]
            # Asked three times before one decision: one decision with help.
            assert client.table["helped"] == [{"seat": 0, "decisions": 1}]
            await client.play(0, rng)
            worst = first["hint"]["candidates"][-1]["action"]
            stale = await client.ask("cost", seat=0, at=0, action=worst)
            assert stale["code"] == "stale"
            action = (await deciding(client))["choices"][0]["action"]
            cost = await ask(client, "cost", action=action)
            assert cost["type"] == "cost", cost
            for one in (await ask(client, "hint"))["hint"]["candidates"]:
                cost = await ask(client, "cost", action=one["action"])
                assert cost["action"] == one["action"]
                # It is as good as the best, or clearly worse.
                if one["action"] in cost["better"]:
                    assert cost["loss"] <= EQUAL_ERRORS * cost["error"] + 1e-9
                else:
                    assert cost["loss"] > EQUAL_ERRORS * cost["error"]
            assert (await ask(client, "cost", action=4000))["code"] == "illegal"
            assert client.table["helped"] == [{"seat": 0, "decisions": 2}]
            await client.play_on(rng)
            assert (await client.ask("hint", seat=0, at=0))["type"] == "error"

    asyncio.run(look())
    record = record_of(server, made)
    assert [seat for _, seat in record["hints"]] == [0, 0]
    # It stands in both forms of a record, and replaying does not mind it.
    text = to_text(record)
    assert "[Hints" in text
    assert parse(text)["hints"] == record["hints"]
    assert replay(record).winners == record["winners"]
    with pytest.raises(RecordError, match="pairs"):
        replay({**record, "hints": [[1, 2, 3]]})


def test_people_who_did_not_agree_are_not_cheated(server: Server) -> None:
    async def look() -> None:
        made = server.create("paris", ["mine", "open"], start=False)
        token = server.post(made.path("/seats"), {"key": made.join}).json()["token"]
        async with (
            joined(server, made, [0], [made.host]) as client,
            joined(server, made, tokens=[token]) as other,
        ):
            await client.ask("start")
            await ask(client, "ping")
            for kind, more in (("hint", {}), ("offer", {}), ("cost", {"action": 2})):
                refused = await ask(client, kind, **more)
                assert (refused["type"], refused["code"]) == ("error", "no_hints")
            refused = await ask(other, "hint", 1)
            assert refused["code"] == "no_hints"
            assert (await client.ask("hint", seat=1, at=0))["code"] == "not_yours"
            assert client.table["helped"] == []
            # Neither on one device, whose people have a seat each, nor while one is away.
            await client.ask("stand_in", seat=0)
            assert (await ask(other, "hint", 1))["code"] == "no_hints"

    asyncio.run(look())
    made = server.create("paris", ["mine", "mine"])

    async def together() -> None:
        async with joined(server, made, [0, 1]) as client:
            assert (await ask(client, "hint"))["code"] == "no_hints"

    asyncio.run(together())


def test_a_table_that_allows_hints_says_so(server: Server) -> None:
    made = server.create("paris", ["mine", "mine"], hints=True)

    async def look() -> None:
        async with joined(server, made, key=made.watch) as watcher:
            assert watcher.welcome["table"]["options"]["hints"] is True
            async with joined(server, made, [0, 1]) as client:
                assert (await ask(client, "hint", 1))["type"] == "hint"
                # Everybody sees who asked.
                await watcher.until("table")
                while watcher.table["helped"] != [{"seat": 1, "decisions": 1}]:
                    await watcher.receive()

    asyncio.run(look())


def test_many_questions_of_one_address_are_refused(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/a.db", hints_rate=0.001, hints_burst=2) as server:
        made = server.create("paris", ["mine", "random"])

        async def look() -> None:
            async with joined(server, made, [0]) as client:
                kinds = [(await ask(client, "hint"))["type"] for _ in range(3)]
                assert kinds == ["hint", "hint", "error"]

        asyncio.run(look())


@pytest.mark.parametrize("game", KEYS)
def test_hints_do_not_depend_on_what_is_hidden(game: str, tmp_path: Path) -> None:
    """Deal everything that the seat can't know anew, and it is told the same bytes."""

    async def look() -> None:
        async with inside(tmp_path) as here:
            table = await here.table(game, 2, seed=11)
            live = table.live
            assert live is not None
            rng = random.Random(game)
            compared = 0
            for number in range(41):
                seat = live.match.deciding[0]
                if number in (0, 2, 20, 40):
                    compared += compare(live.match, seat, rng, position_of(live, seat).samples())
                await here.playing.play(
                    table, seat, live.counts[seat], [rng.choice(live.match.legal(seat))]
                )
                if live.over:
                    break
            assert compared >= 3

    asyncio.run(look())


def compare(match: Match, seat: int, rng: random.Random, seed: int) -> int:
    true = match._state
    keep = any(match.action(action).family == "keep" for action in match.legal(seat))
    asked = [("hint", -1), ("hint", match.legal(seat)[-1])] + ([("offer", -1)] if keep else [])
    told: list[list[bytes]] = []
    for state in (true, *(match.observe(seat).sample(rng.randrange(2**60)) for _ in range(2))):
        state.log = true.log[:]
        match._state = state
        told.append([answered(kind, match, seat, 8, seed, also) for kind, also in asked])  # type: ignore[arg-type]
    match._state = true
    assert told[1] == told[0]
    assert told[2] == told[0]
    return 1


def test_who_may_ask(tmp_path: Path) -> None:
    async def look() -> None:
        async with inside(tmp_path) as here:
            table = await here.table("paris", 2, seed=3)
            assert not hints_allowed(table, 0)
            assert table.row is not None
            table.row.seats[1].token_hash = None
            assert hints_allowed(table, 0)
            assert not hints_allowed(table, 1)

    asyncio.run(look())


# Showing one's analysis


def test_people_choose_whether_others_see_their_analysis(server: Server) -> None:
    made = server.create("paris", ["mine", "mine"])

    async def look() -> None:
        async with joined(server, made, [0]) as client, joined(server, made, [1]) as other:
            assert (await client.ask("show_analysis", seat=1, on=True))["code"] == "not_yours"
            assert (await client.ask("show_analysis", seat=0, on=True))["type"] == "done"
            while other.table["shown"] != [0]:
                await other.receive()
            await client.ask("show_analysis", seat=0, on=False)
            while other.table["shown"]:
                await other.receive()

    asyncio.run(look())


# What if


def finished(seed: int = 5, game: str = "paris", **more: Any) -> Match:
    match = Match(game, 2, seed, **more)
    rng = random.Random(seed)
    while not match.over:
        match.play(rng.choice(match.legal()))
    return match


def play_on(match: Match, decisions: int, **more: Any) -> dict[str, Any]:
    return {
        "options": {"game": match.game, "players": 2, "options": sorted(match.options)},
        "seats": [{"kind": "mine", "name": "Ola"}, {"kind": "bot", "level": "random"}],
        "play_on": {"record": match.record(), "decisions": decisions},
        **more,
    }


def test_play_on_from_a_record(server: Server) -> None:
    match = finished()
    before = server.get("/metrics").text
    answer = server.post("/api/tables", play_on(match, 14))
    assert answer.status_code == 201, answer.text
    made = Made(answer.json())

    async def look() -> None:
        async with joined(server, made, [0]) as client:
            assert client.welcome["table"]["what_if"] == 14
            update = client.updates.get(0) or await client.until("update")
            then = match.again()
            for seat, action in match.history[:14]:
                then.play(action, seat)
            events = client.events[0]
            assert events[: len(then.events(0))] == json.loads(json.dumps(then.events(0)))
            assert update["match"] == 1
            # The same match can be analysed meanwhile: nothing of it is hidden.
            body = {"record": match.record(), "budget": "quick"}
            assert await asyncio.to_thread(server.begin, "/api/analyses", body) == 200
            await client.play_on(random.Random(4))

    asyncio.run(look())
    record = record_of(server, made)
    assert record["what_if"] == 14
    assert "[WhatIf" in to_text(record)
    assert parse(to_text(record))["what_if"] == 14
    assert replay(record).history[:14] == match.history[:14]
    # It counts nowhere.
    after = server.get("/metrics").text
    for name in ("wagonik_matches_total", "wagonik_matches_finished_total"):
        assert [line for line in after.splitlines() if line.startswith(name)] == [
            line for line in before.splitlines() if line.startswith(name)
        ]

    # The next match at this table is one like others.
    async def again() -> None:
        async with joined(server, made, [0], [made.host]) as client:
            assert (await client.ask("start"))["type"] == "done"
            while client.table["match"] != 2:
                await client.receive()
            assert client.table["what_if"] is None

    asyncio.run(again())


def test_what_can_not_be_played_on(server: Server) -> None:
    match = finished()
    whole = len(match.history)
    other = {**match.record(), "rules": 9}
    two = [{"kind": "mine"}, {"kind": "mine"}]
    chosen = finished(first=1)
    for body, words in (
        (play_on(match, whole), "over"),
        (play_on(match, whole + 1), "only"),
        (play_on(match, 3, seats=two), "bots"),
        (play_on(match, 3, options={"game": "paris", "players": 3}), "game"),
        (play_on(match, 3, board="x"), "brings"),
        (play_on(match, 3, play_on={"record": "{", "decisions": 3}), "JSON"),
        (play_on(chosen, 3), "first seat"),
        (play_on(match, 3, play_on={"record": other, "decisions": 3}), "version 9"),
    ):
        answer = server.post("/api/tables", body)
        assert answer.status_code == 422, answer.text
        assert words in answer.json()["text"]


def test_a_running_match_is_not_played_on(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/a.db", deals=5) as server:
        server.create("paris", ["mine", "random"])
        answer = server.post("/api/tables", play_on(finished(5), 3))
        assert answer.status_code == 409
        assert answer.json()["code"] == "not_now"


def test_a_board_of_ones_own_is_played_on(server: Server) -> None:
    from wagonik.engine.boardfile import published

    match = finished(board=published("paris").content)
    answer = server.post("/api/tables", play_on(match, 6))
    assert answer.status_code == 201, answer.text
    info = server.get(f"/api/tables/{answer.json()['table']}", answer.json()["host_token"]).json()
    assert info["custom_board"]
    assert info["what_if"] == 6
