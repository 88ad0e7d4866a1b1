"""The catalogue's store: channels, their history, what has changed, and notes on imports."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from types import TracebackType
from typing import Self

from sqlalchemy import Connection, func, select

from serendip.catalogue.channel import Channel, ContentItem, Identity, Observation
from serendip.catalogue.identity import fold, fold_identity
from serendip.catalogue.merge import with_derived
from serendip.catalogue.ports import ImportProgress, Outcome
from serendip.core.clock import Clock, SystemClock
from serendip.store import lookup
from serendip.store.batch import Batch, identities_of, key_of
from serendip.store.codec import decode_content
from serendip.store.engine import PATIENCE, Database
from serendip.store.entry import Entry, dated_figures
from serendip.store.errors import translated
from serendip.store.flush import Counters, flush, forget, remove
from serendip.store.migrate import bring_up_to_date
from serendip.store.notes import Notes, save_progress
from serendip.store.schema import changes, channels, content, counters, snapshots


def open_store(path: Path, clock: Clock | None = None, patience: float = PATIENCE) -> Store:
    """Open the database at ``path``, creating or migrating it.

    ``patience`` is how many seconds a write queues for another process before it gives up.

    Raises ``InputError`` (written by a newer version, read-only folder), ``Damaged`` (not a database of
    ours) and ``Unavailable`` (another program is writing for too long, disk full).
    """
    database = Database(path, patience)
    try:
        bring_up_to_date(database)
    except BaseException:
        database.close()
        raise
    return Store(database, clock or SystemClock())


class Store(Notes):
    """Channels on disk. Implements ``search.ports.ChannelReader`` and ``catalogue.ports.CatalogueWriter``.

    Safe to use from many threads; other processes may read and write the same file at the same time.
    """

    def __init__(self, database: Database, clock: Clock) -> None:
        super().__init__(database, clock)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the connections."""
        self.database.close()

    def write(
        self, observations: Sequence[Observation], progress: ImportProgress | None = None
    ) -> list[Outcome]:
        """Merge ``observations`` in order, all in one transaction; see ``CatalogueWriter.write``."""
        ids = identities_of(observations)
        now = self.now()
        with translated(self.database.path), self.database.writing() as connection:
            running = Counters.load(connection)
            batch = _load(connection, observations, ids, running.cid + 1)
            outcomes = [batch.apply(o, i) for o, i in zip(observations, ids, strict=True)]
            flush(connection, batch, running, now)
            if progress is not None:
                save_progress(connection, progress, now)
        return outcomes

    def delete(self, cids: Sequence[int]) -> int:
        """Remove channels with their history; returns how many there were. Unknown ids are ignored."""
        with translated(self.database.path), self.database.writing() as connection:
            running = Counters.load(connection)
            leads = lookup.survivors(connection, cids)
            real = list(dict.fromkeys(leads.get(c, c) for c in cids))
            forget(connection, lookup.stored(connection, real).values())
            removed = remove(connection, real, running)
            running.channels -= removed
            running.save(connection)
        return removed

    def get_many(self, cids: Sequence[int]) -> list[Channel]:
        """Channels in the order of ``cids``; ids of joined channels give the one that lives on."""
        with translated(self.database.path), self.database.reading() as connection:
            return _channels(connection, cids)

    def by_identity(self, platform: str, kind: str, value: str) -> Channel | None:
        """The channel that has this identity now (handles compare case-insensitively)."""
        key = (platform, kind, fold_identity(kind, value))
        with translated(self.database.path), self.database.reading() as connection:
            owner = lookup.owners(connection, [key]).get(key)
            if owner is None or not owner[1]:
                return None
            return next(iter(_channels(connection, [owner[0]])), None)

    def by_content(self, platform: str, content_id: str) -> Channel | None:
        """The channel that published this item, when the catalogue holds the item."""
        query = (
            select(content.c.cid)
            .join(channels, channels.c.cid == content.c.cid)
            .where(content.c.content_id == content_id, channels.c.platform == platform)
            .limit(1)
        )
        with translated(self.database.path), self.database.reading() as connection:
            return next(iter(_channels(connection, list(connection.execute(query).scalars()))), None)

    def by_name(
        self, name: str, platform: str | None = None, *, prefix: bool = False, limit: int = 10
    ) -> list[Channel]:
        """Channels whose folded name equals, or with ``prefix`` begins with, ``name``; oldest first."""
        folded = fold(name)
        if not folded:
            return []
        table = channels.c
        same = table.folded_name == folded
        if prefix:
            same = (table.folded_name >= folded) & (table.folded_name < folded + "\U0010ffff")
        query = select(table.cid).where(same).order_by(table.folded_name, table.cid).limit(limit)
        if platform is not None:
            query = query.where(table.platform == platform)
        with translated(self.database.path), self.database.reading() as connection:
            return _channels(connection, list(connection.execute(query).scalars()))

    def changes_since(self, seq: int, limit: int = 1000) -> tuple[list[int], list[int], int]:
        """What changed after ``seq``: ``(cids changed, cids deleted, new seq)``, at most ``limit`` of both.

        Nothing is left when the new sequence number equals ``seq``.
        """
        table = changes.c
        query = select(table.cid, table.seq, table.deleted).where(table.seq > seq).order_by(table.seq)
        with translated(self.database.path), self.database.reading() as connection:
            rows = connection.execute(query.limit(limit)).all()
        changed = [cid for cid, _, deleted in rows if not deleted]
        deleted = [cid for cid, _, deleted in rows if deleted]
        return changed, deleted, rows[-1][1] if rows else seq

    def last_seq(self) -> int:
        """The sequence number of the latest change; 0 for an empty store."""
        return self._counter("seq")

    def count(self) -> int:
        """How many channels there are."""
        return self._counter("channels")

    def iter_channels(self, batch: int = 1000) -> Iterator[list[Channel]]:
        """All channels by ascending id, in lists. Each list is one read: note ``last_seq`` before
        the first and ask ``changes_since`` for what was written meanwhile."""
        last = 0
        table = channels.c
        query = select(table.cid).order_by(table.cid).limit(batch)
        while True:
            with translated(self.database.path), self.database.reading() as connection:
                cids = list(connection.execute(query.where(table.cid > last)).scalars())
                found = _channels(connection, cids)
            if not cids:
                return
            yield found
            last = cids[-1]

    def content_of(self, cid: int, limit: int = 1000) -> list[ContentItem]:
        """A channel's items, newest first, undated ones last."""
        table = content.c
        order = (table.published_at.desc().nulls_last(), table.content_id)
        with translated(self.database.path), self.database.reading() as connection:
            real = lookup.survivors(connection, [cid]).get(cid, cid)
            query = select(table.content_id, table.published_at, table.doc).where(table.cid == real)
            rows = connection.execute(query.order_by(*order).limit(limit)).all()
        return [decode_content(*row) for row in rows]

    def snapshots_of(self, cid: int, field: str) -> list[tuple[str, float]]:
        """A figure over time, ``(date, value)``, oldest first. The date has the precision that is known."""
        table = snapshots.c
        with translated(self.database.path), self.database.reading() as connection:
            real = lookup.survivors(connection, [cid]).get(cid, cid)
            query = select(table.as_of, table.value).where(table.cid == real, table.field == field)
            return [(as_of, value) for as_of, value in connection.execute(query.order_by(table.as_of))]

    def _counter(self, name: str) -> int:
        query = select(func.max(counters.c.value)).where(counters.c.name == name)
        with translated(self.database.path), self.database.reading() as connection:
            return int(connection.execute(query).scalar_one())


def _channels(connection: Connection, cids: Sequence[int]) -> list[Channel]:
    found = lookup.stored(connection, cids)
    missing = [c for c in cids if c not in found]
    if missing:
        leads = lookup.survivors(connection, missing)
        more = lookup.stored(connection, set(leads.values()))
        found.update((old, more[cid]) for old, cid in leads.items() if cid in more)
    return [with_derived(found[c].channel, found[c].derived) for c in cids if c in found]


def _load(
    connection: Connection,
    observations: Sequence[Observation],
    ids: Sequence[tuple[Identity, ...]],
    next_cid: int,
) -> Batch:
    """Everything that is stored about the channels that the observations may mean."""
    keys = [[key_of(o.platform, i) for i in own] for o, own in zip(observations, ids, strict=True)]
    owners = lookup.owners(connection, (key for own in keys for key in own))
    cids = {cid for cid, _ in owners.values()}
    if not cids:
        return Batch(owners, {}, next_cid)
    told = [
        (o, {owners[k][0] for k in own if k in owners}) for o, own in zip(observations, keys, strict=True)
    ]
    dates = {(cid, *figure) for o, known in told for cid in known for figure, _ in dated_figures(o)}
    figures = lookup.figures(connection, cids, dates)
    items = lookup.items(connection, cids)
    wanted = {(cid, c.content_id) for o, known in told for cid in known for c in o.content}
    missing = (pair for pair in wanted if pair[1] not in items.get(pair[0], {}))
    for cid, more in lookup.items_named(connection, missing).items():
        items.setdefault(cid, {}).update(more)
    entries = {
        cid: Entry(row.channel, row.hash, figures=figures.get(cid, {}), content=items.get(cid, {}))
        for cid, row in lookup.stored(connection, cids).items()
    }
    former = [
        key_of(e.channel.platform, Identity("handle", h))
        for e in entries.values()
        for h in e.channel.former_handles
    ]
    return Batch({**lookup.owners(connection, former), **owners}, entries, next_cid)
