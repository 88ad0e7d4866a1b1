"""The one writer: collects changes, commits them every ``REFRESH_MS``, merges segments in the background.

A commit writes the collected documents as a new segment, marks the rows that they replace, and puts a new
manifest in force. What ``commit`` returned for is on disk; whatever a kill leaves half done is named by no
manifest and swept away by the next writer, and ``applied_seq`` says from where the store must send again.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from pathlib import Path
from types import TracebackType

import numpy as np

from serendip.catalogue.document import IndexDoc
from serendip.core.errors import InputError, Unavailable
from serendip.index.bulk import Plan, build
from serendip.index.compact import CROWDED, choose
from serendip.index.draft import Draft
from serendip.index.embedded import REFRESH_MS
from serendip.index.layout import DIMENSIONS
from serendip.index.lock import WriterLock
from serendip.index.manifest import Manifest
from serendip.index.manifest import read as read_manifest
from serendip.index.merge import Merged, Source, merge, sources_of
from serendip.index.state import Held, State
from serendip.index.words import Pieces, pieces_of

_REFRESH_S = REFRESH_MS / 1000
_BATCH = 512
_FULL = 4096
"""So many collected documents are committed at once by whoever brought them: ingest cannot outrun commits."""


class EmbeddedWriter:
    """Writes into the index of a folder. Methods may be called from any thread.

    Raises ``Unavailable`` while another process writes, ``Damaged`` when the index is broken; with ``anew``
    whatever is there is given up.
    """

    def __init__(self, folder: Path, *, anew: bool = False) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        self._guard = WriterLock(folder)
        try:
            self._state = State(folder, Manifest() if anew else read_manifest(folder))
            if not self._state.manifest.commit:
                self._state.publish(0)
        except BaseException:
            self._guard.release()
            raise
        self._lock = threading.RLock()
        self._settled = threading.Condition(self._lock)
        self._docs: dict[int, tuple[IndexDoc, Pieces]] = {}
        self._gone: set[int] = set()
        self._vectors: dict[int, bytes] = {}
        self._seq = self._state.manifest.seq
        self._merging = False
        self._failure: OSError | None = None
        self._closing = threading.Event()
        self._threads = [
            threading.Thread(target=run, daemon=True) for run in (self._committing, self._merges)
        ]
        for thread in self._threads:
            thread.start()

    def __enter__(self) -> EmbeddedWriter:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def applied_seq(self) -> int:
        """The change sequence of the last commit."""
        return self._state.manifest.seq

    def without_vector(self) -> list[int]:
        """Channels of the last commit that have no vector, in the order of their ids."""
        with self._lock:
            self._commit()
            missing = [held.data.cids[~held.deleted & ~held.vector] for held in self._state.segments]
        return np.sort(np.concatenate([np.empty(0, np.int64), *missing])).tolist()

    def upsert(self, docs: Iterable[IndexDoc], seq: int) -> None:
        """Insert or replace, the whole document with its vector; visible by ``commit`` or soon after."""
        for batch in _batches(docs):
            ready = [(doc, pieces_of(doc)) for doc in batch]
            with self._lock:
                self._check()
                for doc, pieces in ready:
                    self._docs[doc.cid] = doc, pieces
                    self._gone.discard(doc.cid)
                    self._vectors.pop(doc.cid, None)
                if len(self._docs) >= _FULL:
                    self._commit()
        with self._lock:
            self._seq = max(self._seq, seq)

    def set_vectors(self, vectors: Mapping[int, bytes]) -> None:
        """Give channels their vectors; unknown ids are ignored. Raises ``InputError`` for a wrong size."""
        if any(len(vector) != DIMENSIONS for vector in vectors.values()):
            raise InputError(
                "ERR_VECTOR_SIZE",
                zh=f"向量必须是 {DIMENSIONS} 个 int8 值：请用同一个模型重新生成",
                en=f"A vector has {DIMENSIONS} int8 values: embed with this index's model",
            )
        with self._lock:
            self._check()
            self._vectors.update(vectors)
            if len(self._vectors) >= _FULL * 4:
                self._commit()

    def delete(self, cids: Iterable[int], seq: int) -> None:
        """Remove; unknown ids are ignored."""
        with self._lock:
            self._check()
            for cid in cids:
                self._gone.add(cid)
                self._docs.pop(cid, None)
                self._vectors.pop(cid, None)
            self._seq = max(self._seq, seq)

    def commit(self) -> None:
        """Make everything durable and visible; records the highest ``seq``."""
        with self._lock:
            self._check()
            self._commit()

    def rebuild(
        self, docs: Iterable[IndexDoc], seq: int, *, analysed: bool = False, workers: int | None = None
    ) -> None:
        """Replace everything by ``docs``, the state of the store at ``seq``; readers switch when it is done.

        ``analysed`` says that the texts hold tokens of ``core.analyse`` joined by single spaces. Large
        builds analyse in ``workers`` processes (default: one a core, at most four).
        """
        with self._lock:
            self._commit()
            while self._merging:
                self._settled.wait()
            plan = Plan(self._folder, self._state.new_name, self._state.abandon, analysed, workers)
            built = build(plan, docs)
            self._state.segments = []
            if built is not None:
                self._state.add(built.name, built.has_vector)
            self._state.publish(seq, generation=self._state.manifest.generation + 1)
            self._seq = seq

    def settle(self) -> None:
        """Commit, and wait until no merge is due."""
        with self._lock:
            self._commit()
            while self._merging or choose(self._sizes()):
                self._settled.notify_all()
                self._settled.wait(_REFRESH_S)
                self._check()

    def close(self) -> None:
        """Commit and release the writer's lock; a merge that is under way is given up."""
        if self._closing.is_set():
            return
        try:
            with self._lock:
                self._commit()
        finally:
            self._closing.set()
            with self._lock:
                self._settled.notify_all()
            for thread in self._threads:
                thread.join()
            self._guard.release()

    def _check(self) -> None:
        if self._failure is not None or self._closing.is_set():
            raise Unavailable(
                "ERR_INDEX_WRITE",
                zh=f"无法写入搜索索引（{self._failure or '已关闭'}）：请检查磁盘空间后重新打开",
                en=f"Cannot write the search index ({self._failure or 'closed'}): check the disk and reopen",
            )

    def _commit(self) -> None:
        """Publish what was collected. After an error nothing more is: the writer must be reopened."""
        try:
            self._publish()
        except OSError as error:
            self._failure = error
            self._check()

    def _publish(self) -> None:
        while len(self._state.segments) >= CROWDED and not self._closing.is_set() and not self._failure:
            self._settled.notify_all()
            self._settled.wait(_REFRESH_S)
        if not (self._docs or self._gone or self._vectors or self._seq != self._state.manifest.seq):
            return
        earlier = list(self._state.segments)
        if self._docs:
            self._add_segment()
        changed = np.fromiter({*self._docs, *self._gone}, np.int64)
        self._state.bury(changed, earlier)
        if self._vectors:
            self._state.set_vectors(self._vectors)
        self._state.publish(self._seq)
        self._docs, self._gone, self._vectors = {}, set(), {}
        self._settled.notify_all()

    def _add_segment(self) -> None:
        draft = Draft()
        for doc, pieces in self._docs.values():
            draft.add(doc, pieces)
        name = self._state.new_name()
        self._state.add(name, draft.write(self._folder / f"{name}.seg"))

    def _committing(self) -> None:
        while not self._closing.wait(_REFRESH_S):
            with self._lock, suppress(Unavailable):  # told to whoever writes next
                if self._failure is None:
                    self._commit()

    def _sizes(self) -> list[tuple[int, int]]:
        return [(held.data.rows, held.living) for held in self._state.segments]

    def _merges(self) -> None:
        while not self._closing.is_set():
            with self._lock:
                chosen = [self._state.segments[i] for i in choose(self._sizes())]
                if not chosen:
                    self._settled.wait()
                    continue
                self._merging = True
                name = self._state.new_name()
                sources = sources_of([held.source() for held in chosen])
            try:
                alive = any(held.living for held in chosen)
                merged = merge(self._folder, name, sources) if alive else Merged(0, None)
                self._finish_merge(chosen, sources, name, merged)
            except OSError as error:
                self._failure = error
            finally:
                with self._lock:
                    self._merging = False
                    self._settled.notify_all()
            if self._failure is not None:
                return

    def _finish_merge(self, chosen: list[Held], sources: list[Source], name: str, merged: Merged) -> None:
        with self._lock:
            if self._closing.is_set():
                self._state.abandon(name)
                return
            self._state.replace(sources, chosen, name, merged)
            self._state.publish(self._state.manifest.seq)


def _batches(docs: Iterable[IndexDoc]) -> Iterator[list[IndexDoc]]:
    waiting = iter(docs)
    while batch := list(islice(waiting, _BATCH)):
        yield batch
