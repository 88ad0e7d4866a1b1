"""Adapters of storage: SQLite now. Tables, migrations, and the catalogue's store."""
