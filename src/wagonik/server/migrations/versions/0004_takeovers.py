"""Taking over a seat of a running match: who asks, who agreed, and what happened."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("seats", sa.Column("asked_hash", sa.LargeBinary()))
    op.add_column("seats", sa.Column("asked_name", sa.Text()))
    op.add_column("seats", sa.Column("agreed", sa.Text()))
    op.create_table(
        "takeovers",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text()),
        sa.Column("decisions", sa.Integer(), nullable=False),
        sa.Column("left_hash", sa.LargeBinary()),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_takeovers_match_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_takeovers")),
    )


def downgrade() -> None:
    op.drop_table("takeovers")
    with op.batch_alter_table("seats") as seats:
        for name in ("asked_hash", "asked_name", "agreed"):
            seats.drop_column(name)
