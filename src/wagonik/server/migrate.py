"""Bring a database up to date."""

from pathlib import Path
from typing import Final

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncEngine

FOLDER: Final = Path(__file__).with_name("migrations")
_LOCK: Final = 7_726_016_591  # any number: workers that start together upgrade one by one


def config(connection: Connection) -> Config:
    found = Config()
    found.set_main_option("script_location", str(FOLDER).replace("%", "%%"))
    found.set_main_option("path_separator", "os")
    found.attributes["connection"] = connection
    return found


def upgrade(connection: Connection) -> None:
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:lock)"), {"lock": _LOCK})
    command.upgrade(config(connection), "head")


async def upgrade_engine(engine: AsyncEngine) -> None:
    async with engine.begin() as connection:
        await connection.run_sync(upgrade)
