"""Nothing hidden leaves the process: not in views, not in events, not in what is not sent."""

import asyncio
import hashlib
import json
import random
import time
from pathlib import Path
from typing import Any

import pytest

from tests.server.conftest import one_database
from tests.server.inside import Inside, inside, received
from tests.server.table import Client, Server, joined
from wagonik.games import GAMES
from wagonik.match import Match
from wagonik.server.live import LiveMatch
from wagonik.server.protocol.web import Pace
from wagonik.server.tables import LiveTable
from wagonik.server.ways import explore

KEYS = [game.key for game in GAMES]


def expected(record: dict[str, Any], viewer: int) -> list[tuple[Any, ...]]:
    """What a viewer should have been told of a match without undo: every moment that looks
    different from the one before, and nothing between."""
    options = dict.fromkeys(record["options"], True)
    match = Match(record["game"], record["players"], int(record["seed"]), options)
    counts = [0] * match.players
    moments: list[tuple[Any, ...]] = []

    def look() -> None:
        decides = viewer in match.deciding
        moment = (
            json.loads(json.dumps(match.view(viewer))),
            json.loads(json.dumps(match.events(viewer))),
            match.deciding,
            [action.index for action in match.legal_actions(viewer)] if decides else None,
            counts[viewer] if decides else None,
        )
        if not moments or moments[-1] != moment:
            moments.append(moment)

    look()
    waiting = list(range(match.players))
    for entry in record["actions"]:
        action = entry if isinstance(entry, int) else entry[1]
        seat = entry[0] if isinstance(entry, list) else (waiting[0] if waiting else match.seat)
        if seat in waiting:
            waiting.remove(seat)
        match.play(action, seat)
        counts[seat] += 1
        look()
    return moments


def moment(client: Client, viewer: int, update: dict[str, Any]) -> tuple[Any, ...]:
    decision = update["decision"]
    return (
        update["view"],
        list(client.events[viewer]),
        update["deciding"],
        None if decision is None else [choice["action"] for choice in decision["choices"]],
        None if decision is None else decision["at"],
    )


async def follow(client: Client, viewer: int, told: list[tuple[Any, ...]]) -> None:
    while not client.over:
        message = await client.receive()
        if message["type"] == "update":
            told.append(moment(client, viewer, message))


@one_database
@pytest.mark.parametrize(
    ("game", "memory"),
    [
        *((game, "helped") for game in KEYS),
        ("pennsylvania", "book"),
        ("card_game", "book"),
        ("nordic_countries", "book"),
    ],
)
def test_a_viewer_is_told_exactly_what_it_may_know(server: Server, game: str, memory: str) -> None:
    """Also when others choose inside private steps, a spectator watches, and somebody comes and
    goes; by the book, what fades is told again without its values. The table plays without undo,
    whose flag is tested elsewhere."""
    made = server.create(game, ["mine", "mine"], undo=False, options=[f"memory={memory}"])
    told: dict[int, list[tuple[Any, ...]]] = {0: [], -1: []}
    rng = random.Random(game)
    raw: list[str] = []

    async def seat_zero(client: Client) -> None:
        while not client.over:
            decision = client.decision(0)
            if decision is not None:
                action = rng.choice(decision["choices"])["action"]
                at = decision["at"]
                number = await client.send("play", seat=0, at=at, actions=[action])
                done = False
                while not done:
                    message = await client.receive()
                    if message["type"] == "update":
                        told[0].append(moment(client, 0, message))
                    if message.get("id") == number:
                        done = True
                        assert message["type"] == "done" or message["code"] == "stale"
            else:
                message = await client.receive()
                if message["type"] == "update":
                    told[0].append(moment(client, 0, message))

    async def seat_one() -> None:
        """Comes and goes, and asks for what it missed."""
        hello: dict[str, Any] = {}
        over = False
        known: list[dict[str, Any]] = []
        while not over:
            async with joined(server, made, [1], **hello) as client:
                client.events[1] = known
                await client.play_on(rng, moves=rng.randint(5, 40))
                await client.quiet(0.01)
                over = client.over
                raw.extend(client.raw)
                update = client.updates[1]
                known = client.events[1]
                hello = {
                    "match": update["match"],
                    "line": update["line"],
                    "seen": update["number"],
                }

    async def play() -> None:
        async with (
            joined(server, made, key=made.watch) as watcher,
            joined(server, made, [0]) as client,
        ):
            await asyncio.gather(follow(watcher, -1, told[-1]), seat_zero(client), seat_one())
            raw.extend(watcher.raw)
            raw.extend(client.raw)

    asyncio.run(play())
    record = server.get(made.path("/matches/1/record"), made.host).json()
    for viewer, moments in told.items():
        assert moments == expected(record, viewer)
    seed = int(record["seed"])
    secrets = [str(seed), f"{seed:x}", made.host, *made.tokens.values(), made.join, made.watch]
    secrets += [hashlib.sha256(secret.encode()).hexdigest() for secret in secrets]
    for text in raw:
        assert not any(secret in text for secret in secrets)


@pytest.mark.parametrize("game", KEYS)
def test_messages_do_not_depend_on_what_is_hidden(game: str, tmp_path: Path) -> None:
    """Deal everything that a viewer can't know anew, and it is sent the same bytes."""

    async def look() -> None:
        async with inside(tmp_path) as here:
            table = await here.table(game, 2, seed=11, undo=True)
            live = table.live
            assert live is not None
            rng = random.Random(game)
            for number in range(150):
                if live.over:
                    break
                if number % 5 == 0:
                    for viewer in (-1, 0, 1):
                        assert_same_bytes(here, table, live, viewer, rng)
                seat = rng.choice(live.match.deciding)
                action = rng.choice(live.match.legal(seat))
                await here.playing.play(table, seat, live.counts[seat], [action])

    asyncio.run(look())


def assert_same_bytes(
    here: Inside, table: LiveTable, live: LiveMatch, viewer: int, rng: random.Random
) -> None:
    match = live.match
    true = match._state
    told: list[list[dict[str, Any]]] = []
    for state in (true, *(match.observe(viewer).sample(rng.randrange(2**60)) for _ in range(2))):
        if state is not true and true.step != state.step:
            continue  # a private step of another seat: its cards are part of what is hidden
        state.log = true.log[:]
        match._state = state
        client = here.client(table, *([viewer] if viewer >= 0 else []))
        told.append(received(client))
        table.clients.discard(client)
    match._state = true
    for messages in told[1:]:
        assert messages == told[0]


def test_ways_through_private_steps_look_the_same(tmp_path: Path) -> None:
    """One seat pays at once, step by step, or after second thoughts: the other seat and the
    spectator are sent the same messages, as many and as long."""

    async def look() -> None:
        compared = 0
        async with inside(tmp_path) as here:
            for seed in range(12):
                found = [await claim(here, seed, how) for how in ("once", "steps", "thoughts")]
                if found[0] is not None:
                    assert found[0] == found[1] == found[2]
                    compared += 1
        assert compared >= 3

    asyncio.run(look())


async def claim(here: Inside, seed: int, how: str) -> list[Any] | None:
    pace = Pace(kind="live", limit=3600)
    table = await here.table("united_kingdom", 2, seed=seed, pace=pace)
    live = table.live
    assert live is not None
    rng = random.Random(seed)
    while not live.over:
        seat = rng.choice(live.match.deciding)
        legal = live.match.legal(seat)
        claims = [a for a in legal if live.match.action(a).family in ("claim", "buy")]
        if claims and live.match.state.turn > 6:
            _, ways, _ = explore(live, seat, [rng.choice(claims)])
            long = [way for way in ways if len(way.actions) > 2]
            if long:
                break
        await here.playing.play(table, seat, live.counts[seat], [rng.choice(legal)])
    else:
        return None
    way = rng.choice(long).actions
    clients = [here.client(table, 1 - seat), here.client(table)]
    for client in clients:
        received(client)
    if how == "once":
        await here.playing.play(table, seat, live.counts[seat], way)
    else:
        for number, action in enumerate(way):
            await here.playing.play(table, seat, live.counts[seat], [action])
            if how == "thoughts" and number < len(way) - 1:
                await here.playing.undo(table, seat, live.counts[seat])
                await here.playing.play(table, seat, live.counts[seat], [action])
    messages = [received(client) for client in clients]
    assert all(len(found) == 1 for found in messages)
    for found in messages:
        assert found[0].pop("deadline") > time.time()  # the next seat's, later in each attempt
    return messages


def test_the_record_stays_until_the_end(server: Server) -> None:
    made = server.create("paris", ["mine", "mine"])
    answer = server.get(made.path("/matches/1/record"), made.host)
    assert answer.status_code == 409
    assert "seed" not in answer.text
    for path in ("", "/facts", "/drawing"):
        assert "seed" not in server.get(made.path(path), made.host).text
    assert server.get(made.path("/matches/2/record"), made.host).status_code == 404
    assert server.get(made.path("/matches/1/record")).status_code == 404
    assert server.get(made.path("/matches/1/record"), "x" * 32).status_code == 404
