"""Writes what a batch has changed: a handful of statements, whatever its size."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, Table, bindparam, delete, select, update

from serendip.catalogue.channel import Identity
from serendip.catalogue.dates import date_key
from serendip.catalogue.identity import fold, fold_identity
from serendip.catalogue.metrics import derive, with_content
from serendip.core.errors import InputError
from serendip.store.batch import Batch
from serendip.store.codec import digest, encode_channel, encode_content
from serendip.store.entry import Entry
from serendip.store.lookup import Key, Stored
from serendip.store.schema import aliases, changes, channels, content, counters, identities, snapshots
from serendip.store.statements import chunks, upsert


@dataclass(slots=True)
class Counters:
    """The store's running numbers, as they stand in the transaction."""

    seq: int
    cid: int
    channels: int

    @classmethod
    def load(cls, connection: Connection) -> Counters:
        """Read them; the write lock is held already."""
        rows = connection.execute(select(counters.c.name, counters.c.value))
        by_name = {str(name): int(value) for name, value in rows}
        return cls(by_name["seq"], by_name["cid"], by_name["channels"])

    def save(self, connection: Connection) -> None:
        """Write them back."""
        names = ("seq", "cid", "channels")
        upsert(connection, counters, [{"name": n, "value": getattr(self, n)} for n in names])


def flush(connection: Connection, batch: Batch, running: Counters, now: str) -> None:
    """Write all that ``batch`` has changed and move ``running`` on."""
    if batch.joined:
        _write_joins(connection, batch, running)
    touched = [e for e in batch.entries.values() if e.touched]
    _write_channels(connection, touched, running, now)
    upsert(connection, identities, [_identity_row(key, *batch.owners[key]) for key in batch.changed_keys])
    _write_evidence(connection, touched)
    running.cid = batch.next_cid - 1
    running.save(connection)


def _identity_row(key: Key, cid: int, current: bool) -> dict[str, Any]:
    platform, kind, folded = key
    return {"platform": platform, "kind": kind, "folded": folded, "cid": cid, "current": int(current)}


def _write_channels(connection: Connection, touched: Iterable[Entry], running: Counters, now: str) -> None:
    created: list[dict[str, Any]] = []
    updated: list[dict[str, Any]] = []
    moved: list[dict[str, Any]] = []
    for entry in touched:
        evidence = entry.evidence()
        channel = with_content(entry.channel, evidence.content) if evidence.content else entry.channel
        try:
            doc = encode_channel(channel, derive(channel, evidence))
        except TypeError as error:
            raise _not_storable(channel.ids[0].value, str(error)) from error
        key = digest(channel.name.encode() + b"\0" + doc)
        if key == entry.hash:
            continue
        running.seq += 1
        moved.append({"cid": channel.cid, "seq": running.seq, "deleted": 0})
        row = {
            "cid": channel.cid,
            "platform": channel.platform,
            "name": channel.name,
            "folded_name": fold(channel.name),
            "doc": doc,
            "hash": key,
            "updated_at": now,
        }
        if entry.hash is None:
            created.append({**row, "created_at": now})
        else:
            updated.append({**{f"new_{k}": v for k, v in row.items() if k != "cid"}, "the_cid": channel.cid})
    if created:
        connection.execute(channels.insert(), created)
        running.channels += len(created)
    if updated:
        connection.execute(_UPDATE, updated)
    upsert(connection, changes, moved)


def _update_statement() -> Any:
    names = ("platform", "name", "folded_name", "doc", "hash", "updated_at")
    values: dict[str, Any] = {name: bindparam(f"new_{name}") for name in names}
    return update(channels).where(channels.c.cid == bindparam("the_cid")).values(values)


_UPDATE = _update_statement()


def _write_evidence(connection: Connection, touched: Iterable[Entry]) -> None:
    figures: list[dict[str, Any]] = []
    items: list[dict[str, Any]] = []
    for entry in touched:
        cid = entry.channel.cid
        for field, as_of in entry.new_figures:
            value = entry.figures[field, as_of]
            figures.append({"cid": cid, "field": field, "as_of": as_of, "value": value})
        for content_id in entry.new_content:
            item, observed_at = entry.content[content_id]
            try:
                doc = encode_content(item)
            except TypeError as error:
                raise _not_storable(content_id, str(error)) from error
            published_at = date_key(item.published_at) or None
            items.append(
                {
                    "cid": cid,
                    "content_id": content_id,
                    "published_at": published_at,
                    "observed_at": observed_at,
                    "doc": doc,
                }
            )
    upsert(connection, snapshots, figures)
    upsert(connection, content, items)


def _write_joins(connection: Connection, batch: Batch, running: Counters) -> None:
    """Channels that live on in another: their rows go, their ids lead on."""
    gone = list(batch.joined)
    final = {old: _last(batch.joined, old) for old in gone}
    for old, cid in final.items():
        connection.execute(update(aliases).where(aliases.c.cid == old).values(cid=cid))
    upsert(connection, aliases, [{"old_cid": old, "cid": cid} for old, cid in final.items()])
    move_content(connection, final)
    running.channels -= remove(connection, gone, running)


def _last(joined: dict[int, int], cid: int) -> int:
    while cid in joined:
        cid = joined[cid]
    return cid


def move_content(connection: Connection, final: dict[int, int]) -> None:
    """Give all items of joined channels to the survivor; those that both have are merged by the batch."""
    for old, cid in final.items():
        both = select(content.c.content_id).where(content.c.cid == cid)
        mine = content.c.cid == old
        connection.execute(update(content).where(mine, content.c.content_id.not_in(both)).values(cid=cid))


def remove(connection: Connection, cids: Sequence[int], running: Counters) -> int:
    """Delete channels with all that hangs on them and record it; returns how many existed."""
    removed = 0
    for part in chunks(cids):
        known = connection.execute(select(channels.c.cid).where(channels.c.cid.in_(part))).scalars().all()
        tables: tuple[Table, ...] = (channels, snapshots, content)
        for table in tables:
            connection.execute(delete(table).where(table.c.cid.in_(part)))
        moved: list[dict[str, Any]] = []
        for cid in known:
            running.seq += 1
            moved.append({"cid": cid, "seq": running.seq, "deleted": 1})
        upsert(connection, changes, moved)
        removed += len(known)
    return removed


def forget(connection: Connection, gone: Iterable[Stored]) -> None:
    """Drop the identities of channels that are being deleted, and the ids that led to them."""
    names: defaultdict[tuple[str, str], dict[str, int]] = defaultdict(dict)
    for channel in (row.channel for row in gone):
        for i in (*channel.ids, *(Identity("handle", h) for h in channel.former_handles)):
            names[channel.platform, i.kind][fold_identity(i.kind, i.value)] = channel.cid
    table = identities.c
    for (platform, kind), owners in names.items():
        own = (table.platform == platform) & (table.kind == kind) & table.cid.in_(set(owners.values()))
        for part in chunks(owners):
            connection.execute(delete(identities).where(own, table.folded.in_(part)))
    for part in chunks({cid for owners in names.values() for cid in owners.values()}):
        connection.execute(delete(aliases).where(aliases.c.cid.in_(part)))


def _not_storable(name: str, reason: str) -> InputError:
    return InputError(
        "ERR_NOT_STORABLE",
        zh=f"“{name[:80]!a}”的数据无法保存（{reason}）：请修正这一行",
        en=f"The data of {name[:80]!a} cannot be stored ({reason}): correct this row",
        name=ascii(name),
    )
