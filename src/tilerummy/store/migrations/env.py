"""Run by Alembic: applies the versions on the connection that `store.schema.upgrade` opened."""

from alembic import context

connection = context.config.attributes["connection"]
context.configure(connection=connection, render_as_batch=True)
with context.begin_transaction():
    context.run_migrations()
