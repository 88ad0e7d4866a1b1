"""What the store keeps beside channels: progress of imports, column mappings, embedded texts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import orjson
from sqlalchemy import Connection, select

from serendip.catalogue.ports import ImportProgress
from serendip.core.clock import Clock
from serendip.store.engine import Database
from serendip.store.errors import translated
from serendip.store.schema import imports, mappings, meta, vectors
from serendip.store.statements import chunks, upsert


class Notes:
    """The small tables of a database."""

    def __init__(self, database: Database, clock: Clock) -> None:
        self.database = database
        self._clock = clock

    def now(self) -> str:
        """The clock's moment as it is stored, UTC to the second."""
        return self._clock.now().strftime("%Y-%m-%dT%H:%M:%SZ")

    def progress(self, fingerprint: str) -> ImportProgress | None:
        """How far a file had come, or None when it was never begun."""
        table = imports.c
        query = select(table.line, table.mapping, table.counters, table.finished)
        with translated(self.database.path), self.database.reading() as connection:
            row = connection.execute(query.where(table.fingerprint == fingerprint)).one_or_none()
        if row is None:
            return None
        return ImportProgress(
            fingerprint, row.line, orjson.loads(row.mapping), orjson.loads(row.counters), bool(row.finished)
        )

    def save_progress(self, progress: ImportProgress) -> None:
        """Record progress that no rows belong to, such as the end of a file."""
        with translated(self.database.path), self.database.writing() as connection:
            save_progress(connection, progress, self.now())

    def save_mapping(self, signature: str, mapping: Mapping[str, Any]) -> None:
        """Keep a column mapping (JSON values) under the signature of the header row that it fits."""
        row = {"signature": signature, "mapping": orjson.dumps(dict(mapping)), "updated_at": self.now()}
        with translated(self.database.path), self.database.writing() as connection:
            upsert(connection, mappings, [row])

    def mapping(self, signature: str) -> Mapping[str, Any] | None:
        """The mapping that was kept for ``signature``."""
        query = select(mappings.c.mapping).where(mappings.c.signature == signature)
        with translated(self.database.path), self.database.reading() as connection:
            found = connection.execute(query).scalar()
        return None if found is None else orjson.loads(found)

    def vectors(self, text_hashes: Sequence[bytes]) -> dict[bytes, bytes]:
        """The vectors (256 bytes) of those texts that were embedded before, by the hash of the text."""
        found: dict[bytes, bytes] = {}
        with translated(self.database.path), self.database.reading() as connection:
            for part in chunks(dict.fromkeys(text_hashes)):
                query = select(vectors.c.text_hash, vectors.c.vector).where(vectors.c.text_hash.in_(part))
                found.update((key, vector) for key, vector in connection.execute(query))
        return found

    def save_vectors(self, by_hash: Mapping[bytes, bytes]) -> None:
        """Keep vectors of exactly 256 bytes. Raises ``ValueError`` for another length."""
        if any(len(vector) != 256 for vector in by_hash.values()):
            raise ValueError("a vector has 256 bytes")
        rows = [{"text_hash": key, "vector": vector} for key, vector in by_hash.items()]
        with translated(self.database.path), self.database.writing() as connection:
            upsert(connection, vectors, rows)

    def meta(self, name: str) -> str | None:
        """A fact that the program keeps about this database."""
        query = select(meta.c.value).where(meta.c.name == name)
        with translated(self.database.path), self.database.reading() as connection:
            return connection.execute(query).scalar()

    def save_meta(self, name: str, value: str) -> None:
        """Keep a fact about this database."""
        with translated(self.database.path), self.database.writing() as connection:
            upsert(connection, meta, [{"name": name, "value": value}])


def save_progress(connection: Connection, progress: ImportProgress, now: str) -> None:
    """Write ``progress`` in a transaction that is open already."""
    row = {
        "fingerprint": progress.fingerprint,
        "line": progress.line,
        "finished": int(progress.finished),
        "mapping": orjson.dumps(dict(progress.mapping)),
        "counters": orjson.dumps(dict(progress.counters)),
        "updated_at": now,
    }
    upsert(connection, imports, [row])
