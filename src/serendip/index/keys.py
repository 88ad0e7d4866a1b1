"""The sorted keys of an inverted part."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

import numpy as np

from serendip.index.container import Arrays, ArrayWriter
from serendip.index.rowsets import offsets

REMEMBERED = 1 << 15
"""So many look-ups of one part are kept; a part never changes, and counting asks for the same words again."""


class Keys(Sequence[bytes]):
    """The sorted keys of an inverted part, read from the map as they are compared."""

    def __init__(self, arrays: Arrays, part: str) -> None:
        self._ends = arrays[f"{part}.koff"]
        self._blob = arrays[f"{part}.blob"].data
        self._found = lru_cache(REMEMBERED)(self._find)

    def __len__(self) -> int:
        return len(self._ends) - 1

    def __getitem__(self, number: int) -> bytes:  # pyright: ignore[reportIncompatibleMethodOverride] no slices
        return bytes(self._blob[self._ends[number] : self._ends[number + 1]])

    def all(self) -> list[bytes]:
        """Every key."""
        blob, ends = bytes(self._blob), self._ends.tolist()
        return [blob[a:b] for a, b in pairwise(ends)]

    def find(self, key: bytes) -> int:
        """The number of ``key``, or -1."""
        return self._found(key)

    def _find(self, key: bytes) -> int:
        number = bisect_left(self, key)
        return number if number < len(self) and self[number] == key else -1

    def span(self, prefix: bytes) -> tuple[int, int]:
        """The half-open range of keys that begin with ``prefix``."""
        return bisect_left(self, prefix), bisect_left(self, prefix + b"\xff" * 8)


def write_keys(out: ArrayWriter, part: str, keys: Sequence[bytes]) -> None:
    """Write the sorted keys of an inverted part."""
    out.add(f"{part}.koff", offsets(np.fromiter(map(len, keys), np.int64, len(keys))))
    out.add(f"{part}.blob", np.frombuffer(b"".join(keys), np.uint8))
