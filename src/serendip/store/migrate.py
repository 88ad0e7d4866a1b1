"""Brings a database to the program's revision, or says why that cannot be."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from sqlalchemy import Connection, inspect, text

from serendip.store.engine import Database
from serendip.store.errors import newer_database, not_database, translated

HEAD: Final = "0002"
"""The newest revision in ``migrations/versions``; kept here so that opening needs no Alembic."""


def bring_up_to_date(database: Database) -> None:
    """Create or migrate the database. Two processes may do so at once: the second finds it done.

    Raises ``InputError`` (newer database, read-only folder), ``Damaged`` (not a database of ours) and
    ``Unavailable`` (busy, disk full).
    """
    path = database.path
    with translated(path):
        if path.exists() and path.stat().st_size:
            with database.reading() as connection:
                revision = _revision(connection, path)
            if revision == HEAD:
                return
        with database.writing() as connection:
            revision = _revision(connection, path)
            if revision != HEAD:
                _upgrade(connection, path, revision)


def _revision(connection: Connection, path: Path) -> str | None:
    """The revision that the database is at; None when it is empty."""
    tables = inspect(connection).get_table_names()
    if "alembic_version" in tables:
        return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()
    if tables:
        raise not_database(str(path))
    return None


def _upgrade(connection: Connection, path: Path, revision: str | None) -> None:
    from alembic import command
    from alembic.config import Config
    from alembic.script import ScriptDirectory

    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")).replace("%", "%%"))
    config.attributes["connection"] = connection
    known = {script.revision for script in ScriptDirectory.from_config(config).walk_revisions()}
    if revision is not None and revision not in known:
        raise newer_database(path, revision)
    command.upgrade(config, HEAD)
