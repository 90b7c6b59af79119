"""Alembic runs the migrations on the connection that `wagonik.server.migrate` opened."""

from alembic import context

from wagonik.server.schema import metadata

connection = context.config.attributes["connection"]
context.configure(
    connection=connection,
    target_metadata=metadata,
    render_as_batch=connection.dialect.name == "sqlite",
)
with context.begin_transaction():
    context.run_migrations()
