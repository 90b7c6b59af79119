"""Colours of seats: what people chose, each once at a table."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.add_column("seats", sa.Column("colour", sa.Integer()))
    op.create_index(op.f("ix_seats_table_colour"), "seats", ["table_id", "colour"], unique=True)


def downgrade() -> None:
    op.drop_index(op.f("ix_seats_table_colour"), "seats")
    op.drop_column("seats", "colour")
