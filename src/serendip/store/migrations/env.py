"""Runs migrations on the connection that ``store.migrate`` hands over, inside its transaction."""

from __future__ import annotations

from alembic import context
from sqlalchemy import Connection

from serendip.store.schema import metadata

connection: Connection = context.config.attributes["connection"]
context.configure(connection=connection, target_metadata=metadata, transactional_ddl=True)
with context.begin_transaction():
    context.run_migrations()
