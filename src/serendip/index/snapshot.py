"""A snapshot: the segments of one commit, opened; and how a reader follows new commits."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from pathlib import Path

from serendip.core.errors import NotFound
from serendip.index import manifest
from serendip.index.container import damaged
from serendip.index.manifest import Manifest
from serendip.index.segment import Data, Segment

_TRIES = 5
"""How often a manifest is read again when its files were merged away in between."""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """One commit, ready to be searched from many threads."""

    manifest: Manifest
    segments: tuple[Segment, ...]

    def vector(self, cid: int) -> bytes | None:
        """The stored vector of a channel that is alive."""
        for segment in self.segments:
            row = segment.live_row(cid)
            if row >= 0:
                held = segment.has_vector is not None and bool(segment.has_vector[row])
                return segment.data.vectors[row].tobytes() if held else None
        return None


class Follower:
    """Gives the newest snapshot; asks the file system for the manifest's stamp, which costs microseconds."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._lock = threading.Lock()
        self._stamp = (0, 0)
        self._snapshot: Snapshot | None = None
        self.current()

    def current(self) -> Snapshot:
        """The newest commit. Raises ``NotFound`` without an index, ``Damaged`` for one that is broken."""
        if self._snapshot is None or manifest.stamp(self._folder) != self._stamp:
            with self._lock:
                stamp = manifest.stamp(self._folder)
                if self._snapshot is None or stamp != self._stamp:
                    self._snapshot = self._open()
                    self._stamp = stamp
        return self._snapshot

    def _open(self) -> Snapshot:
        missing = self._folder
        for _ in range(_TRIES):
            found = manifest.read(self._folder)
            if found is None:
                raise _missing(self._folder)
            try:
                return open_snapshot(self._folder, found, self._snapshot)
            except FileNotFoundError as error:
                missing = Path(str(error.filename))
        raise damaged(missing, "missing")


def open_snapshot(folder: Path, found: Manifest, before: Snapshot | None) -> Snapshot:
    """Open a commit; what did not change since ``before`` is shared. Raises ``FileNotFoundError``."""
    old = {segment.ref.name: segment for segment in before.segments} if before else {}
    segments: list[Segment] = []
    for ref in found.segments:
        known = old.get(ref.name)
        if known is not None and known.ref == ref:
            segments.append(known)
        else:
            data = Data(folder, ref.name) if known is None else known.data
            segments.append(Segment(data, folder, ref))
    return Snapshot(found, tuple(segments))


def _missing(folder: Path) -> NotFound:
    return NotFound(
        "ERR_NO_INDEX",
        zh="还没有搜索索引：请运行 `serendip index rebuild` 建立",
        en="There is no search index yet: run `serendip index rebuild` to make it",
        folder=str(folder),
    )
