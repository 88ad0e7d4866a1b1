"""Set-based reads: one statement for many channels, whatever the batch holds."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, func, select, tuple_

from serendip.catalogue.channel import Channel, ContentItem, Fact
from serendip.catalogue.metrics import CONTENT_WINDOW
from serendip.store.codec import decode_channel, decode_content
from serendip.store.schema import aliases, channels, content, identities, snapshots
from serendip.store.statements import chunks

Key = tuple[str, str, str]
"""Platform, kind and folded value of an identity."""


FIGURE_WINDOW = 400
"""So many of a field's newest snapshots are read: daily ones reach over the longest window of growth."""


@dataclass(slots=True)
class Stored:
    """A channel as it is on disk, its derived facts apart, with the hash of its document."""

    channel: Channel
    derived: dict[str, Fact]
    hash: bytes


def owners(connection: Connection, keys: Iterable[Key]) -> dict[Key, tuple[int, bool]]:
    """Which channel has, or last had, each identity: ``(cid, has it now)``."""
    by_kind: defaultdict[tuple[str, str], set[str]] = defaultdict(set)
    for platform, kind, folded in keys:
        by_kind[platform, kind].add(folded)
    found: dict[Key, tuple[int, bool]] = {}
    table = identities.c
    for (platform, kind), values in by_kind.items():
        for part in chunks(values):
            rows = connection.execute(
                select(table.folded, table.cid, table.current).where(
                    table.platform == platform, table.kind == kind, table.folded.in_(part)
                )
            )
            for folded, cid, current in rows:
                found[platform, kind, folded] = (cid, bool(current))
    return found


def stored(connection: Connection, cids: Collection[int]) -> dict[int, Stored]:
    """Channels by id; those that do not exist are left out."""
    table = channels.c
    query = select(table.cid, table.platform, table.name, table.doc, table.hash)
    found: dict[int, Stored] = {}
    for cid, platform, name, doc, known_hash in _of(connection, query, channels, cids):
        channel, derived = decode_channel(cid, platform, name, doc)
        found[cid] = Stored(channel, derived, known_hash)
    return found


def survivors(connection: Connection, cids: Collection[int]) -> dict[int, int]:
    """For ids that were joined into another channel: the id that lives on."""
    found: dict[int, int] = {}
    for part in chunks(cids):
        query = select(aliases.c.old_cid, aliases.c.cid).where(aliases.c.old_cid.in_(part))
        found.update((old, cid) for old, cid in connection.execute(query))
    return found


def figures(
    connection: Connection, cids: Collection[int], wanted: Iterable[tuple[int, str, str]]
) -> dict[int, dict[tuple[str, str], float]]:
    """Snapshots by channel, ``{(field, as_of): value}``: the newest of each field, and those ``wanted``."""
    table = snapshots.c
    columns = (table.cid, table.field, table.as_of, table.value)
    place = func.row_number().over(partition_by=(table.cid, table.field), order_by=table.as_of.desc())
    found: defaultdict[int, dict[tuple[str, str], float]] = defaultdict(dict)
    rows: Any
    for part in chunks(cids):
        inner = select(*columns, place.label("place")).where(table.cid.in_(part)).subquery()
        rows = connection.execute(select(*inner.c).where(inner.c.place <= FIGURE_WINDOW))
        for cid, field, as_of, value, _ in rows:
            found[cid][field, as_of] = value
    missing = (w for w in wanted if w[1:] not in found.get(w[0], {}))
    for part in chunks(missing):
        named = select(*columns).where(tuple_(table.cid, table.field, table.as_of).in_(part))
        rows = connection.execute(named)
        for cid, field, as_of, value in rows:
            found[cid][field, as_of] = value
    return found


def items(connection: Connection, cids: Collection[int]) -> dict[int, dict[str, tuple[ContentItem, str]]]:
    """Each channel's newest content: ``{content_id: (item, observed_at)}``."""
    table = content.c
    place = func.row_number().over(
        partition_by=table.cid, order_by=(table.published_at.desc().nulls_last(), table.content_id)
    )
    columns = (table.cid, table.content_id, table.published_at, table.observed_at, table.doc)
    found: defaultdict[int, dict[str, tuple[ContentItem, str]]] = defaultdict(dict)
    for part in chunks(cids):
        inner = select(*columns, place.label("place")).where(table.cid.in_(part)).subquery()
        rows: Any = connection.execute(select(*inner.c).where(inner.c.place <= CONTENT_WINDOW))
        for cid, content_id, published_at, observed_at, doc, _ in rows:
            found[cid][content_id] = (decode_content(content_id, published_at, doc), observed_at)
    return found


def items_named(
    connection: Connection, wanted: Iterable[tuple[int, str]]
) -> dict[int, dict[str, tuple[ContentItem, str]]]:
    """Single items by channel and content id, however old."""
    table = content.c
    query = select(table.cid, table.content_id, table.published_at, table.observed_at, table.doc)
    found: defaultdict[int, dict[str, tuple[ContentItem, str]]] = defaultdict(dict)
    for pairs in chunks(wanted):
        rows: Any = connection.execute(query.where(tuple_(table.cid, table.content_id).in_(pairs)))
        for cid, content_id, published_at, observed_at, doc in rows:
            found[cid][content_id] = (decode_content(content_id, published_at, doc), observed_at)
    return found


def _of(connection: Connection, query: Any, table: Table, cids: Collection[int]) -> Iterator[Any]:
    for part in chunks(cids):
        yield from connection.execute(query.where(table.c.cid.in_(part)))
