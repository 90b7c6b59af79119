"""Colours that people choose: each once at a table, kept, and never changed in a match."""

import asyncio
from typing import Any

from alembic import command
from sqlalchemy import Connection, text

from tests.server.conftest import NewDatabase
from tests.server.table import Client, Made, Server, joined
from tests.server.test_storage import filled, opened
from wagonik.server import colours, migrate
from wagonik.server.store import SeatRow


def colours_of(client: Client) -> list[int]:
    return [seat["colour"] for seat in client.table["seats"]]


async def told(client: Client, *expected: int) -> None:
    while colours_of(client) != list(expected):
        await client.receive()


def join(server: Server, made: Made, **body: Any) -> Any:
    return server.post(made.path("/seats"), {"key": made.join, **body})


def test_who_chose_none_has_what_is_left() -> None:
    person = b"1"
    rows = [SeatRow(0, token_hash=person, colour=2), SeatRow(1), SeatRow(2), SeatRow(3)]
    assert colours.shown(rows) == [2, 1, 0, 3]
    assert not colours.is_free(rows, 3, 2)
    assert colours.is_free(rows, 0, 2)  # it is one's own
    assert colours.is_free(rows, 0, 3)  # a bot gives its colour away
    rows[3].token_hash = person  # a person of before colours could be chosen
    assert not colours.is_free(rows, 0, 3)


def test_a_colour_is_chosen_and_is_one_persons_alone(server: Server) -> None:
    made = server.create("nordic_countries", ["mine", "open", "random"], start=False)

    async def play() -> None:
        async with joined(server, made, [0], tokens=[made.host]) as host:
            assert colours_of(host) == [0, 1, 2]
            assert (await host.ask("colour", seat=0, colour=2))["type"] == "done"
            await told(host, 2, 1, 0)  # the bot takes what is left
            # A wish that somebody has is not worth a refusal; sitting down is.
            token = join(server, made, name="Zofia", colour=2).json()["token"]
            await told(host, 2, 1, 0)
            async with joined(server, made, tokens=[token]) as guest:
                refused = await guest.ask("colour", seat=1, colour=2)
                assert (refused["code"], refused["why"]["code"]) == ("not_now", "colour_taken")
                assert (await guest.ask("colour", seat=0, colour=4))["code"] == "not_yours"
                assert (await guest.ask("colour", seat=1, colour=6))["code"] == "bad_message"
                assert (await guest.ask("colour", seat=1, colour=5))["type"] == "done"
                await told(host, 2, 5, 0)
                assert (await host.ask("start"))["type"] == "done"
                assert (await guest.ask("colour", seat=1, colour=4))["code"] == "not_now"
                # Whoever leaves a match leaves the colour to the bot that plays on.
                assert (await guest.ask("leave", seat=1))["type"] == "done"
                await told(host, 2, 5, 0)

    asyncio.run(play())


def test_a_guest_sits_down_in_the_wished_colour(server: Server) -> None:
    made = server.create("paris", ["mine", "open", "open"], start=False)

    async def play() -> None:
        async with joined(server, made, [0], tokens=[made.host]) as host:
            assert join(server, made, name="Ala", colour=0).status_code == 201  # the host's
            await told(host, 0, 1, 2)
            assert join(server, made, name="Ola", colour=4).status_code == 201
            await told(host, 0, 1, 4)
            # An open seat has no colour of its own between matches.
            reply = await host.ask("set_seat", seat=2, to="open")
            assert reply["type"] == "done"
            await told(host, 0, 1, 2)
            assert (await host.ask("colour", seat=0, colour=4))["type"] == "done"
            await told(host, 4, 1, 2)

    asyncio.run(play())


def test_a_table_is_made_with_colours(server: Server) -> None:
    def create(first: int, second: int) -> Any:
        seats = [
            {"kind": "mine", "colour": first},
            {"kind": "mine", "colour": second},
            {"kind": "bot", "level": "random"},
        ]
        options = {"game": "paris", "players": 3}
        return server.post("/api/tables", {"options": options, "seats": seats})

    assert create(3, 3).json()["text"] == "Every player needs a colour of their own."
    made = create(2, 0).json()
    answer = server.get(f"/api/tables/{made['table']}", made["host_token"]).json()
    assert [seat["colour"] for seat in answer["seats"]] == [2, 0, 1]


async def test_a_database_of_before_has_the_colours_of_before(new_database: NewDatabase) -> None:
    async with opened(new_database()) as store:
        table, _ = await filled(store)

        def older(connection: Connection) -> None:
            command.downgrade(migrate.config(connection), "0004")
            before = connection.execute(text("SELECT * FROM seats")).mappings().first()
            assert before is not None
            assert "colour" not in before
            migrate.upgrade(connection)

        async with store.engine.begin() as connection:
            await connection.run_sync(older)
        row = await store.table(table)
        assert row is not None
        assert colours.shown(row.seats) == [0, 1]
        # The database itself lets nobody have the colour of another person.
        assert await store.paint_seat(table, 0, 1, 1.0)
        assert await store.change_seat(table, 1, 1.0, token_hash=b"2")
        assert not await store.paint_seat(table, 1, 1, 1.0)
