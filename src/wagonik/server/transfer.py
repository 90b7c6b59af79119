"""Move a server's data to another database: `python -m wagonik.server.transfer FROM TO`.

Both are URLs like those of `--database`; the server must be stopped, the target empty.
"""

import asyncio
import contextlib
import sys
from pathlib import Path
from typing import Final

from sqlalchemy import delete, func, insert, make_url, select

from wagonik.engine.errors import WagonikError
from wagonik.server import schema
from wagonik.server.claims import claimed
from wagonik.server.store import TableStore, async_url, prepare

_ROWS: Final = 1000


class TargetNotEmpty(WagonikError):
    """The target holds tables already; nothing was copied."""


async def transfer(source: str, target: str) -> int:
    """Copy everything; returns how many rows. All of it arrives, or nothing."""
    file = make_url(async_url(source)).database
    if async_url(source).startswith("sqlite") and not Path(file or "").is_file():
        raise WagonikError(f"There is no file {file}.")
    old, new = TableStore(source), TableStore(target)
    copied = 0
    claims = contextlib.ExitStack()
    try:
        for url in (source, target):
            claims.enter_context(claimed(async_url(url)))
            await prepare(url)
        async with old.engine.connect() as read, new.writing() as write:
            tables = await write.scalar(select(func.count()).select_from(schema.tables))
            if tables:
                raise TargetNotEmpty("The target has tables already: move into an empty one.")
            await write.execute(delete(schema.installation))
            for table in schema.metadata.sorted_tables:
                # Moves go in their order: the target refuses a gap.
                rows = await read.stream(select(table).order_by(*table.primary_key.columns))
                async for batch in rows.partitions(_ROWS):
                    await write.execute(insert(table), [dict(row._mapping) for row in batch])
                    copied += len(batch)
    finally:
        await old.dispose()
        await new.dispose()
        claims.close()
    return copied


def main(arguments: list[str]) -> int:
    if len(arguments) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    try:
        copied = asyncio.run(transfer(arguments[0], arguments[1]))
    except WagonikError as error:
        print(error, file=sys.stderr)
        return 1
    print(f"{copied} rows copied")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
