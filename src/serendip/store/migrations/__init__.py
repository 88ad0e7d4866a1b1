"""Alembic migrations of the store, packaged; ``store.migrate`` runs them on opening."""
