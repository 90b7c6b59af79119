"""What a table shows of things that lie face down is one option of every game, `memory`: it takes
the place of hidden shares, a column, and of open stacks, an option of the Card Game."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"

BOOK = "memory=book"
OPEN = "open_stacks"


def upgrade() -> None:
    connection = op.get_bind()
    matches = sa.text("SELECT id, options FROM matches WHERE NOT share_holders")
    for row in connection.execute(matches).all():
        connection.execute(
            sa.text("UPDATE matches SET options = :options WHERE id = :id"),
            {"options": " ".join([*row.options.split(), BOOK]), "id": row.id},
        )
    op.drop_column("matches", "share_holders")
    for row in connection.execute(sa.text("SELECT id, options FROM tables")).all():
        options = json.loads(row.options)
        names = [name for name in options.get("options", []) if name != OPEN]
        if options.pop("shares", "shown") == "hidden":
            names.append(BOOK)
        options["options"] = names
        _write(connection, row.id, options)


def downgrade() -> None:
    connection = op.get_bind()
    op.add_column(
        "matches",
        sa.Column("share_holders", sa.Boolean(), nullable=False, server_default=sa.true()),
    )
    matches = sa.text("SELECT id, options FROM matches")
    for row in connection.execute(matches).all():
        names = row.options.split()
        if BOOK in names:
            names.remove(BOOK)
            connection.execute(
                sa.text(
                    "UPDATE matches SET options = :options, share_holders = :shown WHERE id = :id"
                ),
                {"options": " ".join(names), "shown": False, "id": row.id},
            )
    for row in connection.execute(sa.text("SELECT id, options FROM tables")).all():
        options = json.loads(row.options)
        names = options.get("options", [])
        options["shares"] = "hidden" if BOOK in names else "shown"
        options["options"] = [name for name in names if name != BOOK]
        _write(connection, row.id, options)


def _write(connection: sa.Connection, table: str, options: dict[str, object]) -> None:
    connection.execute(
        sa.text("UPDATE tables SET options = :options WHERE id = :id"),
        {"options": json.dumps(options), "id": table},
    )
