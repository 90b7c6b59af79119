"""A move is stored only after the one before it: the database itself refuses a gap.

What lies behind a gap was played on a move that was never stored, so no match can be made of it:
it is taken out, and the match goes on from the last move that it has.
"""

import logging

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

log = logging.getLogger(__name__)

_GAPS = sa.text(
    "SELECT match_id, MIN(number) AS number FROM moves WHERE number > 1 AND NOT EXISTS"
    " (SELECT 1 FROM moves AS one WHERE one.match_id = moves.match_id"
    " AND one.number = moves.number - 1) GROUP BY match_id"
)
_BEHIND = sa.text("DELETE FROM moves WHERE match_id = :match AND number >= :number")

_SQLITE = """
CREATE TRIGGER moves_in_order BEFORE INSERT ON moves
WHEN NEW.number <> 1 AND NOT EXISTS
  (SELECT 1 FROM moves WHERE match_id = NEW.match_id AND number = NEW.number - 1)
BEGIN
  SELECT RAISE(ABORT, 'a move must follow the one before it');
END
"""
_POSTGRES = (
    """
CREATE FUNCTION moves_in_order() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.number <> 1 AND NOT EXISTS
    (SELECT 1 FROM moves WHERE match_id = NEW.match_id AND number = NEW.number - 1)
  THEN
    RAISE integrity_constraint_violation USING MESSAGE = 'a move must follow the one before it';
  END IF;
  RETURN NEW;
END
$$
""",
    "CREATE TRIGGER moves_in_order BEFORE INSERT ON moves"
    " FOR EACH ROW EXECUTE FUNCTION moves_in_order()",
)


def upgrade() -> None:
    database = op.get_bind()
    for gap in database.execute(_GAPS).all():
        database.execute(_BEHIND, {"match": gap.match_id, "number": gap.number})
        log.warning("a match had a gap: it goes on from move %d", gap.number - 1)
    if database.dialect.name == "sqlite":
        op.execute(_SQLITE)
    else:
        for statement in _POSTGRES:
            op.execute(statement)


def downgrade() -> None:
    if op.get_bind().dialect.name == "sqlite":
        op.execute("DROP TRIGGER moves_in_order")
    else:
        op.execute("DROP TRIGGER moves_in_order ON moves")
        op.execute("DROP FUNCTION moves_in_order()")
