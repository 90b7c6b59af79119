"""A fuzzer at the WebSocket: whatever comes, the server answers, and the match stands."""

import asyncio
import json
import random
from typing import Any

from tests.server.table import Client, Server, joined

TYPES = [
    "play", "undo", "explore", "why", "openings", "chat", "resync", "ping", "rename", "colour",
    "stand_in", "return", "leave", "start", "configure", "set_seat", "invite", "hello", "nothing",
    "", "Play",
]  # fmt: skip
FIELDS = [
    "seat",
    "at",
    "actions",
    "action",
    "text",
    "name",
    "colour",
    "to",
    "level",
    "options",
    "tokens",
]
STRANGE: list[Any] = [
    None, True, -1, 0, 1, 2, 7, 8, 3.5, 10**9, 10**30, -(10**30), "", "0", "x" * 600, "\x00",
    "\ud800", "💥", [], [0], [-1], [4095, 4096], [[]], [0] * 65, {}, {"game": "paris"},
    {"game": "paris", "players": 2}, {"a": {"b": [1]}}, "open", "bot", "person", "random",
]  # fmt: skip


def garbage(rng: random.Random, client: Client) -> str | bytes:
    kind = rng.randrange(8)
    if kind == 0:
        return rng.randbytes(rng.randrange(200))
    if kind == 1:
        return "".join(chr(rng.randrange(32, 0x2FF)) for _ in range(rng.randrange(200)))
    if kind == 2:
        return rng.choice(["[" * 900, '{"a":' * 900, "null", "1", '"play"', "{}", "[]", "1e999"])
    message: dict[str, Any] = {"type": rng.choice(TYPES), "id": rng.choice([1, 2, 3, "x", -1])}
    if kind == 3:
        message = {rng.choice(FIELDS): rng.choice(STRANGE) for _ in range(4)}
    elif kind < 6:
        for _ in range(rng.randrange(5)):
            message[rng.choice(FIELDS)] = rng.choice(STRANGE)
    else:
        # Almost right: a message of the protocol with one thing changed.
        seat = rng.randrange(3)
        message |= {"id": 5, "seat": seat, "at": rng.randrange(30)}
        if message["type"] in ("play", "explore"):
            message["actions"] = [rng.randrange(300) for _ in range(rng.randrange(4))]
        elif message["type"] == "why":
            del message["at"]
            message["action"] = rng.randrange(400)
        message[rng.choice(["id", "seat", "at"])] = rng.choice(STRANGE)
    text = json.dumps(message)
    if rng.random() < 0.1:
        cut = rng.randrange(len(text))
        text = text[:cut] + text[cut + 1 :]
    return text


def test_garbage(server: Server) -> None:
    made = server.create("united_kingdom", ["mine", "mine"])
    rng = random.Random(99)

    async def play() -> None:
        async with joined(server, made, [0, 1]) as client:
            await client.play_on(rng, moves=20)
            await client.quiet(0.2)
            for _ in range(60):
                for _ in range(15):
                    await client.socket.send(garbage(rng, client))
                number = 70_000 + client.number
                client.number = number
                answer = await client.ask("ping")
                assert answer["type"] in ("done", "error")
                if client.welcome["you"]["seats"] != [0, 1]:
                    break
            # Some of the garbage may have been right by chance: a seat left, a bot called in.
            await client.quiet(0.3)
            assert all(json.loads(text).get("code") != "failed" for text in client.raw)
            assert (await client.ask("resync"))["type"] == "done"

    asyncio.run(play())
    assert server.get("/health").status_code == 200
    assert server.get(made.path(), made.host).status_code == 200
    assert "Traceback" not in server.output(), server.output()
