"""The embedded index behind the port: a reader for any number of processes, and the door to the writer."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from serendip.index.answer import answer, totals
from serendip.index.snapshot import Follower
from serendip.search.ports import Capabilities, Found, Query

if TYPE_CHECKING:
    from serendip.index.writer import EmbeddedWriter

REFRESH_MS = 250
"""How long an upsert waits at most before the writer commits it."""
_POLL_S = 0.01


class EmbeddedIndex:
    """Search over the index in a folder. Safe from many threads; sees each commit of the writer's process."""

    def __init__(self, folder: Path) -> None:
        self._follower = Follower(folder)

    @classmethod
    def open_reader(cls, folder: Path) -> EmbeddedIndex:
        """Open for searching. Raises ``NotFound`` when there is none, ``Damaged`` when it is broken."""
        return cls(folder)

    @staticmethod
    def open_writer(folder: Path, *, anew: bool = False) -> EmbeddedWriter:
        """Open for writing; made when there is none, and with ``anew`` in the place of a broken one.

        Raises ``Unavailable`` while another process writes, ``Damaged`` when the index is broken.
        """
        from serendip.index.writer import EmbeddedWriter

        return EmbeddedWriter(folder, anew=anew)

    def search(self, query: Query) -> Found:
        """Answer ``query``. Raises ``InputError`` for a cursor of another query."""
        snapshot = self._follower.current()
        return answer(snapshot.segments, query, snapshot.manifest.generation)

    def count(self, queries: Sequence[Query]) -> list[int]:
        """Totals alone, all over the same snapshot."""
        snapshot = self._follower.current()
        return totals(snapshot.segments, queries)

    def vector(self, cid: int) -> bytes | None:
        """The stored vector of a channel."""
        return self._follower.current().vector(cid)

    def without_vector(self) -> int:
        """How many channels wait for their vector, without which nothing similar is found."""
        return sum(segment.without_vector() for segment in self._follower.current().segments)

    def applied_seq(self) -> int:
        """The store's change sequence up to which everything is visible."""
        return self._follower.current().manifest.seq

    def wait_for(self, seq: int, timeout: float) -> bool:
        """Wait until ``seq`` is visible; False when ``timeout`` seconds ran out."""
        end = time.monotonic() + timeout
        while self.applied_seq() < seq:
            if time.monotonic() >= end:
                return False
            time.sleep(_POLL_S)
        return True

    def capabilities(self) -> Capabilities:
        """Everything exact, one writer."""
        return Capabilities(
            exact_similarity=True, exact_totals=True, refresh_ms=REFRESH_MS, many_writers=False
        )

    def verify(self) -> None:
        """Compare every byte with its checksum. Raises ``Damaged``."""
        for segment in self._follower.current().segments:
            segment.data.arrays.verify()

    def close(self) -> None:
        """Nothing to release: maps go with the snapshots that use them."""
