"""The coach: analyses that were made, who asked for hints, matches that play on from others."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.add_column("matches", sa.Column("what_if", sa.Integer()))
    op.create_index("ix_matches_seed", "matches", ["seed"])
    op.create_table(
        "notes",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("seat", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("decisions", sa.Integer(), autoincrement=False, nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_notes_match_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", "kind", "seat", "decisions", name=op.f("pk_notes")),
    )
    op.create_table(
        "analyses",
        sa.Column("key", sa.String(64), nullable=False),
        sa.Column("used_at", sa.Double(), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("content", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("key", name=op.f("pk_analyses")),
    )
    op.create_index("ix_analyses_used_at", "analyses", ["used_at"])


def downgrade() -> None:
    op.drop_table("analyses")
    op.drop_table("notes")
    op.drop_index("ix_matches_seed", "matches")
    # Not in a batch: SQLite would make the table anew, and with the old one go its moves.
    op.drop_column("matches", "what_if")
