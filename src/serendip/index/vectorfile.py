"""The vectors file of a segment, from the writer's side. It is the one file that is written in place: a row
is written before the commit whose marks say that it has a vector, so readers never look at half a row."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Protocol

import numpy as np

from serendip.index.container import Array
from serendip.index.layout import DIMENSIONS, ROW_BYTES
from serendip.index.segment import Data
from serendip.index.vectors import norms_of

_CHUNK = 1 << 16


class Carried(Protocol):
    """A segment whose vectors go along into another file."""

    @property
    def data(self) -> Data:
        """The segment."""
        ...

    @property
    def has_vector(self) -> Array | None:
        """Which rows have a vector; None: none."""
        ...

    @property
    def new_rows(self) -> Array:
        """Where each row goes, -1 for one that is left behind."""
        ...


def make_vectors(path: Path, rows: int) -> None:
    """An empty file for ``rows`` vectors; it takes no space on disk until they are written."""
    with path.open("wb") as file:
        file.truncate(rows * ROW_BYTES)


def fill_vectors(path: Path, count: int, rows: Array, vectors: Array) -> None:
    """Write the vectors of ``rows`` (int8, ``len(rows)`` x 256) and flush them to disk."""
    if not len(rows):
        return
    with path.open("r+b") as file:
        whole = np.memmap(file, np.int8, "r+", 0, (count, DIMENSIONS))
        whole[rows] = vectors
        whole.flush()
        norms = np.memmap(file, np.float64, "r+", count * DIMENSIONS, (count,))
        norms[rows] = norms_of(vectors)
        norms.flush()
        os.fsync(file.fileno())


def copy_vectors(path: Path, count: int, sources: Sequence[Carried]) -> Array | None:
    """Make the vectors file of a merged segment; returns which rows have a vector, None when none has."""
    make_vectors(path, count)
    mask = np.zeros(count, bool)
    for source in sources:
        if source.has_vector is None:
            continue
        chosen = np.flatnonzero(source.has_vector & (source.new_rows >= 0))
        for start in range(0, len(chosen), _CHUNK):
            rows = chosen[start : start + _CHUNK]
            fill_vectors(path, count, source.new_rows[rows], source.data.vectors[rows])
        mask[source.new_rows[chosen]] = True
    return mask if mask.any() else None
