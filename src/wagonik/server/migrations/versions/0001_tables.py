"""Tables, seats, matches, moves, chat."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "installation",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("salt", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_installation")),
    )
    op.create_table(
        "tables",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("created_at", sa.Double(), nullable=False),
        sa.Column("touched_at", sa.Double(), nullable=False),
        sa.Column("creator", sa.LargeBinary(), nullable=False),
        sa.Column("host_hash", sa.LargeBinary(), nullable=False),
        sa.Column("join_hash", sa.LargeBinary(), nullable=False),
        sa.Column("watch_hash", sa.LargeBinary(), nullable=False),
        sa.Column("host_seat", sa.Integer()),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("board", sa.Text()),
        sa.Column("status", sa.String(8), nullable=False),
        sa.Column("match", sa.Integer(), nullable=False),
        sa.Column("due", sa.Double()),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_tables")),
    )
    op.create_index(op.f("ix_tables_touched_at"), "tables", ["touched_at"])
    op.create_index(op.f("ix_tables_creator"), "tables", ["creator"])
    op.create_index(op.f("ix_tables_due"), "tables", ["due"])
    op.create_table(
        "seats",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("name", sa.Text()),
        sa.Column("token_hash", sa.LargeBinary()),
        sa.Column("invite_hash", sa.LargeBinary()),
        sa.Column("open", sa.Boolean(), nullable=False),
        sa.Column("level", sa.String(32)),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_seats_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "seat", name=op.f("pk_seats")),
    )
    op.create_table(
        "matches",
        sa.Column("id", sa.String(32), nullable=False),
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(40), nullable=False),
        sa.Column("rules", sa.Integer(), nullable=False),
        sa.Column("players", sa.Integer(), nullable=False),
        sa.Column("seed", sa.Text(), nullable=False),
        sa.Column("options", sa.Text(), nullable=False),
        sa.Column("board", sa.Text()),
        sa.Column("share_holders", sa.Boolean(), nullable=False),
        sa.Column("started_at", sa.Double(), nullable=False),
        sa.Column("over", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_matches_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_matches")),
    )
    op.create_index("ix_matches_table_number", "matches", ["table_id", "number"], unique=True)
    op.create_table(
        "moves",
        sa.Column("match_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("actions", sa.Text(), nullable=False),
        sa.Column("made_at", sa.Double(), nullable=False),
        sa.ForeignKeyConstraint(
            ["match_id"], ["matches.id"], name=op.f("fk_moves_match_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("match_id", "number", name=op.f("pk_moves")),
    )
    op.create_table(
        "chat",
        sa.Column("table_id", sa.String(32), nullable=False),
        sa.Column("number", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", sa.Double(), nullable=False),
        sa.Column("seat", sa.Integer()),
        sa.Column("name", sa.Text()),
        sa.Column("text", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(
            ["table_id"], ["tables.id"], name=op.f("fk_chat_table_id"), ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("table_id", "number", name=op.f("pk_chat")),
    )


def downgrade() -> None:
    for name in ("chat", "moves", "matches", "seats", "tables", "installation"):
        op.drop_table(name)
