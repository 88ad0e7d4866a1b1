"""One batch of observations against what is stored: which channel each belongs to, and what it changes.

Two channels are one when an observation carries an identity of each, unless they have different native
ids: then the handle has changed hands, and the newer observation says who has it now.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from serendip.catalogue.channel import Channel, Identity, Observation
from serendip.catalogue.dates import date_key
from serendip.catalogue.identity import fold_identity, usable
from serendip.catalogue.merge import join, merge, release_handle
from serendip.catalogue.ports import Outcome
from serendip.core.errors import InputError
from serendip.store.entry import Entry
from serendip.store.lookup import Key


class Batch:
    """The state of a batch. ``owners`` and ``entries`` come from the store; ``apply`` works in memory.

    Attributes:
        owners: who has each identity, ``(cid, has it now)``.
        entries: channels in work by id.
        changed_keys: identities whose owner has changed.
        joined: ids that live on in another channel.
        next_cid: the next key to give out.
    """

    def __init__(self, owners: dict[Key, tuple[int, bool]], entries: dict[int, Entry], next_cid: int) -> None:
        self.owners = owners
        self.entries = entries
        self.next_cid = next_cid
        self.changed_keys: set[Key] = set()
        self.joined: dict[int, int] = {}

    def apply(self, observation: Observation, ids: tuple[Identity, ...]) -> Outcome:
        """Merge one observation; ``ids`` are its usable identities."""
        platform = observation.platform
        found: dict[int, list[Identity]] = {}
        for identity in ids:
            owner = self.owners.get(key_of(platform, identity))
            if owner is not None:
                found.setdefault(owner[0], []).append(identity)
        joined_before = len(self.joined)
        entry, ids = self._resolve(observation, ids, found) if found else (None, ids)
        if ids is not observation.ids:
            observation = replace(observation, ids=ids)
        before = entry.channel if entry else None
        channel = merge(before, observation, self.next_cid)
        status = "updated"
        if entry is None:
            entry = self.entries[self.next_cid] = Entry(channel)
            self.next_cid += 1
            status = "created"
        if channel is not before:
            entry.channel = channel
            self._claim(channel, before)
        news = entry.add_figures(observation) if observation.facts else False
        news = (entry.add_content(observation) if observation.content else False) or news
        if channel is before and not news and len(self.joined) == joined_before:
            return Outcome("unchanged", channel.cid)
        entry.touched = True
        return Outcome(status, channel.cid)

    def _resolve(
        self, observation: Observation, ids: tuple[Identity, ...], found: dict[int, list[Identity]]
    ) -> tuple[Entry | None, tuple[Identity, ...]]:
        """The channel that is meant, joined from several if need be, and the identities that are its own."""
        when = date_key(observation.observed_at)
        native = next((i.value for i in ids if i.kind == "channel_id"), None)
        entry: Entry | None = None
        for cid, matched in found.items():
            candidate = self.entries[cid]
            if self._was_left(candidate.channel, matched, when):
                continue
            native_here = candidate.channel.native_id
            if native is None or native_here is None or native_here == native:
                entry = candidate if entry is None else self._join(entry, candidate)
                native = native or native_here
                continue
            lost = self._dispute(candidate, matched, when)
            ids = tuple(i for i in ids if i not in lost)
        return entry, ids

    def _was_left(self, channel: Channel, matched: list[Identity], when: str) -> bool:
        """Nothing but a handle that the channel had given up before this was observed."""
        if any(i.kind != "handle" for i in matched) or when <= channel.text_as_of.get("handle", ""):
            return False
        key = fold_identity("handle", matched[0].value)
        return channel.handle is None or fold_identity("handle", channel.handle) != key

    def _dispute(self, holder: Entry, claimed: list[Identity], when: str) -> set[Identity]:
        """Identities of ``holder`` claimed by a channel with another native id; returns those it keeps."""
        kept: set[Identity] = set()
        for identity in claimed:
            if identity.kind != "handle" or when <= holder.channel.text_as_of.get("handle", ""):
                kept.add(identity)
                continue
            holder.channel = release_handle(holder.channel, identity.value)
            key = key_of(holder.channel.platform, identity)
            self._own(key, holder.channel.cid, now=False)
            holder.touched = True
        return kept

    def _join(self, one: Entry, other: Entry) -> Entry:
        survivor, gone = (one, other) if one.channel.cid < other.channel.cid else (other, one)
        survivor.channel = join(survivor.channel, gone.channel)
        survivor.absorb(gone)
        survivor.touched = True
        gone_cid, cid = gone.channel.cid, survivor.channel.cid
        self.joined[gone_cid] = cid
        del self.entries[gone_cid]
        platform = survivor.channel.platform
        for identity in gone.channel.ids:
            self._own(key_of(platform, identity), cid, now=True)
        for handle in gone.channel.former_handles:
            key = key_of(platform, Identity("handle", handle))
            if self.owners.get(key, (gone_cid, False))[0] == gone_cid:
                self._own(key, cid, now=False)
        self._claim(survivor.channel, None)
        return survivor

    def _claim(self, channel: Channel, before: Channel | None) -> None:
        """Record which identities are the channel's now, and which handles it once had."""
        cid, platform = channel.cid, channel.platform
        known = before.ids if before else ()
        for identity in channel.ids:
            if identity not in known:
                key = key_of(platform, identity)
                self._own(key, cid, now=True)
        former = before.former_handles if before else ()
        for handle in channel.former_handles:
            if handle not in former:
                key = key_of(platform, Identity("handle", handle))
                if self.owners.get(key, (cid, True))[0] == cid:
                    self._own(key, cid, now=False)

    def _own(self, key: Key, cid: int, *, now: bool) -> None:
        if self.owners.get(key) != (cid, now):
            self.owners[key] = (cid, now)
            self.changed_keys.add(key)


def key_of(platform: str, identity: Identity) -> Key:
    """The key under which an identity is stored."""
    return platform, identity.kind, fold_identity(identity.kind, identity.value)


def identities_of(observations: Sequence[Observation]) -> list[tuple[Identity, ...]]:
    """The usable identities of each. Raises ``InputError`` for an observation that has none."""
    all_ids: list[tuple[Identity, ...]] = []
    for position, observation in enumerate(observations):
        ids = usable(observation.ids)
        if not ids or not observation.platform:
            raise InputError(
                "ERR_NO_IDENTITY",
                zh="这一行没有频道 ID、账号或名称：请补上其中一项",
                en="This row has no channel id, handle or name: give it one of them",
                position=position,
            )
        all_ids.append(ids)
    return all_ids
