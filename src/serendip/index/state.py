"""The writer's view of the index: segments whose marks can change, and the commits that write them down."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from serendip.index import manifest
from serendip.index.container import Array, damaged
from serendip.index.lock import LOCK
from serendip.index.manifest import Manifest, SegmentRef
from serendip.index.merge import Merged, Source
from serendip.index.segment import Data, Segment, marks_name, write_marks
from serendip.index.vectorfile import fill_vectors


@dataclass(slots=True, eq=False)
class Held:
    """One segment with its marks in memory.

    Attributes:
        changed: since the marks were last written.
        late: rows whose vectors were written while the segment is being merged; None when it is not.
    """

    data: Data
    deleted: Array
    vector: Array
    marks: int
    changed: bool = False
    late: list[Array] | None = None

    def source(self) -> tuple[Data, Array | None, Array | None]:
        """Its rows as they are now, for a merge; vectors that come from now on are noted."""
        self.late = []
        alive = ~self.deleted if self.deleted.any() else None
        return self.data, alive, self.vector.copy() if self.vector.any() else None

    @property
    def living(self) -> int:
        """Rows that are alive."""
        return self.data.rows - int(np.count_nonzero(self.deleted))


class State:
    """All segments, with one method per kind of change. Nothing is visible before ``publish``."""

    def __init__(self, folder: Path, found: Manifest | None) -> None:
        self._folder = folder
        self.manifest = found or Manifest()
        try:
            self.segments = [_held(folder, ref) for ref in self.manifest.segments]
        except FileNotFoundError as error:
            raise damaged(Path(str(error.filename)), "missing") from error
        self._unfinished: set[str] = set()
        self.sweep()

    def new_name(self) -> str:
        """A name that no segment has had; its files stay until it is taken in or abandoned."""
        name = f"s{self.manifest.commit:08d}-{secrets.token_hex(4)}"
        self._unfinished.add(name)
        return name

    def abandon(self, name: str) -> None:
        """The segment of that name will not come."""
        self._unfinished.discard(name)
        self.sweep()

    def add(self, name: str, has_vector: Array | None) -> Held:
        """Take in a segment whose files were written."""
        self._unfinished.discard(name)
        data = Data(self._folder, name)
        none = np.zeros(data.rows, bool)
        held = Held(data, none, none.copy() if has_vector is None else has_vector, 0, has_vector is not None)
        self.segments.append(held)
        return held

    def bury(self, cids: Array, among: Sequence[Held]) -> None:
        """Mark the rows of these channels as deleted."""
        for held in among:
            if held.data.rows:
                rows = held.data.rows_of(cids)
                rows = rows[rows >= 0]
                rows = rows[~held.deleted[rows]]
                if len(rows):
                    held.deleted[rows] = True
                    held.changed = True

    def set_vectors(self, vectors: Mapping[int, bytes]) -> None:
        """Write the vectors of channels that are alive; others are ignored."""
        cids = np.fromiter(vectors, np.int64, len(vectors))
        joined = np.frombuffer(b"".join(vectors.values()), np.int8).reshape(len(vectors), -1)
        for held in self.segments:
            if not held.data.rows:
                continue
            rows = held.data.rows_of(cids)
            mine = np.flatnonzero((rows >= 0) & ~held.deleted[np.maximum(rows, 0)])
            if len(mine):
                path = self._folder / f"{held.data.name}.vec"
                fill_vectors(path, held.data.rows, rows[mine], joined[mine])
                held.vector[rows[mine]] = True
                held.changed = True
                if held.late is not None:
                    held.late.append(rows[mine])

    def replace(self, sources: Sequence[Source], old: Sequence[Held], name: str, merged: Merged) -> None:
        """Put a merged segment in the place of its sources, with what happened to them meanwhile."""
        self.segments = [held for held in self.segments if held not in old]
        if not merged.rows:
            self._unfinished.discard(name)
            return
        new = self.add(name, merged.has_vector)
        for source, held in zip(sources, old, strict=True):
            went = source.new_rows >= 0
            gone = source.new_rows[went & held.deleted]
            if len(gone):
                new.deleted[gone] = True
                new.changed = True
            late = np.unique(np.concatenate([np.empty(0, np.int64), *(held.late or ())]))
            late = late[source.new_rows[late] >= 0]
            if len(late):
                rows = source.new_rows[late]
                path = self._folder / f"{name}.vec"
                fill_vectors(path, new.data.rows, rows, held.data.vectors[late])
                new.vector[rows] = True
                new.changed = True

    def publish(self, seq: int, *, generation: int | None = None) -> None:
        """Make the present state durable and visible."""
        commit = self.manifest.commit + 1
        for held in self.segments:
            if held.changed:
                name = marks_name(SegmentRef(held.data.name, held.data.rows, 0, commit))
                write_marks(self._folder / name, held.deleted, held.vector)
                held.marks = commit
        refs = tuple(
            SegmentRef(h.data.name, h.data.rows, h.data.rows - h.living, h.marks) for h in self.segments
        )
        now = Manifest(self.manifest.generation if generation is None else generation, commit, seq, refs)
        manifest.write(self._folder, now)
        for held in self.segments:
            held.changed = False
        self.manifest = now
        self.sweep()

    def sweep(self) -> None:
        """Remove files that no commit and no unfinished merge names. Readers keep what they have mapped."""
        names = {manifest.NAME, LOCK}
        for ref in self.manifest.segments:
            names |= {f"{ref.name}.seg", f"{ref.name}.vec"}
            if ref.marks:
                names.add(marks_name(ref))
        busy = tuple(self._unfinished)
        for path in self._folder.iterdir():
            if path.name not in names and not path.name.startswith(busy) and path.is_file():
                with suppress(PermissionError, FileNotFoundError):  # mapped by a reader: next time
                    path.unlink()


def _held(folder: Path, ref: SegmentRef) -> Held:
    segment = Segment(Data(folder, ref.name), folder, ref)
    none = np.zeros(ref.rows, bool)
    deleted = none if segment.alive is None else ~segment.alive
    vector = none.copy() if segment.has_vector is None else segment.has_vector.copy()
    return Held(segment.data, deleted, vector, ref.marks)
