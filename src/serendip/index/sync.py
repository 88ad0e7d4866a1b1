"""Keeping the index in step with the store: read what changed, project, embed, upsert, commit.

A few changes get their vectors at once. A load of many, and an index that is made anew, take the vectors of
texts that were embedded before; the others first become searchable by text and filters, and their vectors
follow when nothing else waits, newest state each. What a kill interrupted is found again: changes
by ``applied_seq``, vectors by asking the index who has none.
"""

from __future__ import annotations

import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from typing import Protocol

from serendip.catalogue.channel import Channel
from serendip.catalogue.document import IndexDoc, embedding_text, project
from serendip.search.ports import ChannelIndexWriter, Embedder

_BATCH = 1000
_INLINE = 64
"""Up to so many changed channels are embedded before they are indexed (about 60 ms)."""
_EMBEDDED = 128
"""So many vectors are filled in at a step, so that new changes never wait longer than that."""
_POLL_S = 0.2

Progress = Callable[[int, int], None]
"""Called with how many are done and how many there are."""


class ChangedChannels(Protocol):
    """The store, as far as the index needs it."""

    def changes_since(self, seq: int, limit: int = 1000) -> tuple[list[int], list[int], int]:
        """``(cids changed, cids deleted, new seq)``; the same ``seq`` comes back when nothing changed."""
        ...

    def get_many(self, cids: Sequence[int]) -> list[Channel]:
        """Channels by id; those that are gone are left out."""
        ...

    def iter_channels(self, batch: int = 1000) -> Iterator[list[Channel]]:
        """All channels, in lists."""
        ...

    def last_seq(self) -> int:
        """The sequence of the latest change."""
        ...

    def count(self) -> int:
        """How many channels there are."""
        ...


class SyncedIndex(ChannelIndexWriter, Protocol):
    """The writer, as far as it is needed beyond its port."""

    def applied_seq(self) -> int:
        """The change sequence of the last commit."""
        ...

    def without_vector(self) -> list[int]:
        """Channels that have no vector."""
        ...

    def rebuild(self, docs: Iterable[IndexDoc], seq: int) -> None:
        """Replace everything."""
        ...


class RememberingEmbedder(Embedder, Protocol):
    """An embedder that knows what it has embedded before."""

    def known(self, texts: Sequence[str]) -> list[bytes | None]:
        """The vectors of texts that were embedded before, in order; None for others."""
        ...


class IndexSync:
    """Carries changes from a store into an index. One thread at a time."""

    def __init__(
        self,
        store: ChangedChannels,
        index: SyncedIndex,
        embedder: RememberingEmbedder,
        today: Callable[[], date],
    ) -> None:
        self._store = store
        self._index = index
        self._embedder = embedder
        self._today = today
        self._seq = index.applied_seq()
        self._waiting: deque[int] = deque(index.without_vector())

    @property
    def waiting(self) -> int:
        """How many channels are indexed without a vector as yet."""
        return len(self._waiting)

    def step(self) -> int:
        """Bring over one batch of changes, or else some missing vectors; returns how many; 0: all is done."""
        changed, deleted, seq = self._store.changes_since(self._seq, _BATCH)
        if seq == self._seq:
            return self._fill_vectors()
        channels = {channel.cid: channel for channel in self._store.get_many(changed)}
        gone = {*deleted, *changed} - set(channels)
        docs = self._projected(list(channels.values()), embed=len(channels) <= _INLINE)
        if len(docs) > _INLINE:
            self._waiting.extend(doc.cid for doc in docs if doc.vector is None)
        self._index.delete(gone, self._seq)
        self._index.upsert(docs, seq)
        self._seq = seq
        return len(changed) + len(deleted)

    def catch_up(self, progress: Progress | None = None, *, vectors: bool = True) -> int:
        """Bring over everything and commit; returns how many changes and vectors.

        Without ``vectors`` texts and filters are searchable at once, and similarity follows another time.
        """
        done = 0
        while moved := self.step() if vectors or self._seq < self._store.last_seq() else 0:
            done += moved
            if progress is not None:
                progress(done, done + len(self._waiting))
        self._index.commit()
        return done

    def rebuild(self, progress: Progress | None = None) -> None:
        """Make the index anew from the whole store; the old one answers until the new one is complete."""
        seq = self._store.last_seq()
        self._index.rebuild(self._documents(progress), seq)
        self._seq = seq
        self._waiting = deque(self._index.without_vector())
        self.catch_up(progress)

    def run(self, stop: threading.Event) -> None:
        """Follow the store until ``stop`` is set: the body of a server's background thread."""
        while not stop.is_set():
            if not self.step():
                stop.wait(_POLL_S)
        self._index.commit()

    def _documents(self, progress: Progress | None) -> Iterator[IndexDoc]:
        done, total = 0, self._store.count()
        for channels in self._store.iter_channels(_BATCH):
            yield from self._projected(channels, embed=False)
            done += len(channels)
            if progress is not None:
                progress(done, total)

    def _projected(self, channels: list[Channel], *, embed: bool) -> list[IndexDoc]:
        """Documents with their vectors: all of them, or those of texts that were embedded before."""
        if not channels:
            return []
        texts = [embedding_text(channel) for channel in channels]
        vectors = self._embedder.embed(texts) if embed else self._embedder.known(texts)
        return [
            replace(project(channel, self._today()), vector=vector)
            for channel, vector in zip(channels, vectors, strict=True)
        ]

    def _fill_vectors(self) -> int:
        """Embed some of the channels that wait for it."""
        cids = [self._waiting.popleft() for _ in range(min(_EMBEDDED, len(self._waiting)))]
        if not cids:
            return 0
        channels = self._store.get_many(cids)
        vectors = self._embedder.embed([embedding_text(channel) for channel in channels])
        known = zip(channels, vectors, strict=True)
        self._index.set_vectors({c.cid: vector for c, vector in known if vector is not None})
        return len(cids)
