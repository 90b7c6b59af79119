"""Updates told by what changed: the same match as by whole views, for every viewer."""

import asyncio
import json
import random
import zlib
from pathlib import Path
from typing import Any

import pytest

import wagonik
from tests.server.inside import inside, received
from tests.server.table import Server, joined
from wagonik.games import GAMES, find_game
from wagonik.server.changes import canonical, checksum, patched, patches
from wagonik.server.parts import Claims, PublicView

# Plain Python takes ten times as long for a view: there one decision in so many is looked at.
LOOK = 1 if wagonik.compiled else 5


def plain(found: list[Any]) -> list[dict[str, Any]]:
    import msgspec

    return [msgspec.to_builtins(patch) for patch in found]


def test_patches() -> None:
    before = {"a": 1, "b": [1, {"c": 2}], "gone": 3, "n": [1], "same": {"x": [1]}}
    after = {"a": True, "b": [1, {"c": None}], "n": [1, 2], "same": {"x": [1]}, "new": {}}
    found = plain(patches(before, after))
    assert found == [
        {"path": ["gone"]},
        {"path": ["a"], "value": True},
        {"path": ["b", 1, "c"], "value": None},
        {"path": ["n", 1], "value": 2},
        {"path": ["new"], "value": {}},
    ]
    assert patched(before, found) == after
    assert before["gone"] == 3
    assert patches(before, before) == []
    shorter = plain(patches({"n": [1, 2]}, {"n": [2]}))
    assert shorter == [{"path": ["n"], "value": [2]}]
    text = '{"a":"Łódź","b":[1]}'
    assert checksum({"b": [1], "a": "Łódź"}) == zlib.crc32(text.encode())


@pytest.mark.parametrize("memory", ["helped", "book"])
@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_parts_make_the_view(game: str, memory: str) -> None:
    """What all viewers share, and what a seat sees otherwise, put together: the very view."""
    for players in (2, find_game(game).most_players):
        match = wagonik.Match(game, players=players, seed=players, options={"memory": memory})
        rng = random.Random(players)
        while not match.over:
            if match.decision % LOOK == 0:
                compare_views(match)
            match.play(rng.choice(match.legal_actions()))
        compare_views(match)


def compare_views(match: wagonik.Match) -> None:
    claims = match.claims()
    public = PublicView(match, Claims(canonical(claims), len(claims)))
    for viewer in range(-1, match.players):
        whole = canonical(match.view(viewer))
        sight = public.of(match, viewer)
        assert sight.whole(viewer) == whole
        assert sight.checksum(viewer) == zlib.crc32(whole)


class Reader:
    """Puts views together from what changed."""

    def __init__(self) -> None:
        self.state: dict[int, dict[str, Any]] = {}
        self.changes = 0
        self.bytes = 0

    def read(self, messages: list[dict[str, Any]]) -> None:
        for message in messages:
            if message["type"] not in ("update", "change"):
                continue
            self.bytes += len(json.dumps(message))
            seat = message["seat"]
            known = self.state.get(seat, {"events": []})
            if message["type"] == "change":
                self.changes += 1
                view = patched(known["view"], message.pop("patches"))
                assert checksum(view) == message.pop("checksum")
                message["view"] = view
            assert message["start"] <= len(known["events"])
            events = known["events"][: message["start"]] + message["events"]
            assert len(events) == message["number"]
            rest = {k: v for k, v in message.items() if k not in ("type", "start", "events")}
            self.state[seat] = {**rest, "events": events}


@pytest.mark.parametrize("game", [game.key for game in GAMES])
def test_both_forms_tell_the_same(tmp_path: Path, game: str) -> None:
    """Whole matches with undo, resync and clients that come late."""

    async def play() -> None:
        async with inside(tmp_path) as here:
            table = await here.table(game, 2, 11)
            rng = random.Random(game)
            viewers: list[tuple[int, ...]] = [(0,), (1,), (0, 1), ()]
            pairs = []
            for seats in viewers:
                whole, short = Reader(), Reader()
                clients = here.client(table, *seats), here.client(table, *seats, changes=True)
                pairs.append((clients, (whole, short)))
            live = table.live
            assert live is not None
            for count in range(150):
                if live.over:
                    break
                seat = rng.choice(live.deciding)
                undo = [s for s in (0, 1) if live.undo_at(s) is not None]
                if undo and rng.random() < 0.15:
                    await here.playing.undo(table, undo[0], live.counts[undo[0]])
                else:
                    action = rng.choice(live.match.legal(seat))
                    await here.playing.play(table, seat, live.counts[seat], [action])
                if count % 40 == 20:  # one asks for everything again
                    for client in pairs[0][0]:
                        client.seen.clear()
                        table.push_to(client)
                for clients, readers in pairs:
                    for client, reader in zip(clients, readers, strict=True):
                        reader.read(received(client))
                    assert readers[0].state == readers[1].state
            for _, (whole, short) in pairs:
                assert whole.changes == 0
                assert short.changes > 20
                assert short.bytes < whole.bytes

    asyncio.run(play())


def test_a_client_says_whether_it_can(server: Server) -> None:
    made = server.create("paris", ["mine", "mine"])

    async def play() -> None:
        async with (
            joined(server, made, [0, 1]) as player,
            joined(server, made, key=made.watch, changes=True) as watcher,
        ):
            await player.play_on(random.Random(1), moves=6)
            kinds: list[str] = []
            while "change" not in kinds:
                kinds.append((await watcher.receive())["type"])
            assert next(kind for kind in kinds if kind != "table") == "update"
            assert "change" not in "".join(player.raw)

    asyncio.run(play())
