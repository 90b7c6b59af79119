"""A few feelings can be shown; they are kept nowhere and are no flood."""

import asyncio
from pathlib import Path

from tests.server.table import Server, joined


def test_a_feeling_reaches_everybody(tmp_path: Path) -> None:
    with Server(f"sqlite:///{tmp_path}/emotes.db", emotes_rate=0.001, emotes_burst=2.0) as server:
        made = server.create("paris", ["mine", "mine"])

        async def show() -> None:
            async with joined(server, made, [0]) as one, joined(server, made, [1]) as two:
                assert (await one.ask("emote", seat=0, emote="bravo"))["type"] == "done"
                while True:
                    message = await two.receive()
                    if message["type"] == "emote":
                        break
                assert message == {"type": "emote", "seat": 0, "emote": "bravo"}
                # Not in another's name, not what is not in the set, and not many at once.
                assert (await one.ask("emote", seat=1, emote="wow"))["code"] == "not_yours"
                assert (await one.ask("emote", seat=0, emote="rude"))["code"] == "bad_message"
                assert (await one.ask("emote", seat=0, emote="oops"))["type"] == "done"
                assert (await one.ask("emote", seat=0, emote="oops"))["code"] == "too_fast"

        asyncio.run(show())
