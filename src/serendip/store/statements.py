"""Statements that are used in several places, built once per dialect."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import islice
from typing import Any, TypeVar

from sqlalchemy import Connection, Table
from sqlalchemy.dialects import postgresql, sqlite

T = TypeVar("T")
MAX_PARAMETERS = 4000
"""At most so many values in one IN list, far below every engine's limit."""


def upsert(connection: Connection, table: Table, rows: Sequence[dict[str, Any]]) -> None:
    """Insert ``rows``; one with a known primary key replaces the other columns of the stored one."""
    if rows:
        connection.execute(_upsert(connection.dialect.name, table), rows)


@cache
def _upsert(dialect: str, table: Table) -> Any:
    insert: Any = (postgresql if dialect == "postgresql" else sqlite).insert(table)
    keys = [c.name for c in table.primary_key.columns]
    changed = {c.name: insert.excluded[c.name] for c in table.columns if c.name not in keys}
    return insert.on_conflict_do_update(index_elements=keys, set_=changed)


def chunks(values: Iterable[T], size: int = MAX_PARAMETERS) -> Iterator[list[T]]:
    """``values`` in lists of at most ``size``."""
    iterator = iter(values)
    while part := list(islice(iterator, size)):
        yield part
