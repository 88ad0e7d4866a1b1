"""Connections to one SQLite file: one writer, many readers, and writers that wait for the disk.

Every connection is in WAL mode, so readers never wait for a writer, nor a writer for readers. The
catalogue's writer uses ``synchronous=NORMAL``: a power cut may lose the last batches but never harms the
file. What is acknowledged to a person goes through ``durable``: ``synchronous=FULL`` (addendum A-15).
"""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock
from time import monotonic, sleep
from typing import Any, Literal

from sqlalchemy import URL, Connection, Engine, create_engine, event
from sqlalchemy.pool import QueuePool

PATIENCE = 60.0
"""So many seconds a writer queues for another process before it gives up."""

READERS = 8
_PAUSE = 0.01
_Role = Literal["writer", "durable", "reader"]
_PRAGMAS: dict[_Role, tuple[str, ...]] = {
    "writer": ("synchronous=NORMAL", "cache_size=-65536", "wal_autocheckpoint=4000"),
    "durable": ("synchronous=FULL",),
    "reader": ("query_only=ON", "cache_size=-16384", "mmap_size=268435456"),
}


class Database:
    """The engines over one file."""

    def __init__(self, path: Path, patience: float = PATIENCE) -> None:
        self.path = path
        self._lock = RLock()
        self._writer = _engine(path, "writer", patience)
        self._durable = _engine(path, "durable", patience)
        self._reader = _engine(path, "reader", patience)

    @contextmanager
    def writing(self) -> Generator[Connection]:
        """The writer's connection in a transaction that holds the write lock from its first statement."""
        with self._lock, self._writer.begin() as connection:
            yield connection

    @contextmanager
    def durable(self) -> Generator[Connection]:
        """Like ``writing``, but on disk when it returns (``synchronous=FULL``)."""
        with self._lock, self._durable.begin() as connection:
            yield connection

    @contextmanager
    def reading(self) -> Generator[Connection]:
        """A connection that cannot write; one consistent view of the data while it lasts."""
        with self._reader.begin() as connection:
            yield connection

    def close(self) -> None:
        """Close every connection that is not in use."""
        for engine in (self._reader, self._durable, self._writer):
            engine.dispose()


def _switch_to_wal(cursor: sqlite3.Cursor, patience: float) -> None:
    """Queue for the change of mode: SQLite refuses it at once while another process begins to write."""
    until = monotonic() + patience
    while True:
        try:
            cursor.execute("PRAGMA journal_mode=WAL")
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode != sqlite3.SQLITE_BUSY or monotonic() >= until:
                raise
        sleep(_PAUSE)


def _engine(path: Path, role: _Role, patience: float) -> Engine:
    one = role != "reader"
    engine = create_engine(
        URL.create("sqlite", database=str(path)),
        poolclass=QueuePool,
        pool_size=1 if one else READERS,
        max_overflow=0 if one else READERS,
        connect_args={"check_same_thread": False, "timeout": patience},
    )
    begin = "BEGIN IMMEDIATE" if one else "BEGIN"

    @event.listens_for(engine, "connect")
    def prepare(dbapi_connection: Any, _record: Any) -> None:
        dbapi_connection.isolation_level = None
        cursor = dbapi_connection.cursor()
        if one:
            _switch_to_wal(cursor, patience)
        for pragma in _PRAGMAS[role]:
            cursor.execute(f"PRAGMA {pragma}")
        cursor.close()

    @event.listens_for(engine, "begin")
    def start(connection: Connection) -> None:
        connection.exec_driver_sql(begin)

    return engine
