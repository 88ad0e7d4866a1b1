"""The vectors file of a segment, from the writer's side. It is the one file that is written in place: a row
is written before the commit whose marks say that it has a vector, so readers never look at half a row."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
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


def write_vectors(path: Path, count: int, parts: Iterable[tuple[Array, Array]]) -> None:
    """Make the file for ``count`` rows, with ``parts`` of it (ascending rows, int8 vectors), and flush it.

    What is not written takes no space on disk.
    """
    with path.open("w+b") as file:
        file.truncate(count * ROW_BYTES)
        for rows, vectors in parts:
            _write(file.fileno(), count, rows, vectors)
        os.fsync(file.fileno())


def fill_vectors(path: Path, count: int, rows: Array, vectors: Array) -> None:
    """Write the vectors of ``rows`` (int8, ``len(rows)`` x 256) into a file and flush them to disk."""
    if not len(rows):
        return
    with path.open("r+b") as file:
        order = np.argsort(rows, kind="stable")
        _write(file.fileno(), count, rows[order], vectors[order])
        os.fsync(file.fileno())


def _write(fd: int, count: int, rows: Array, vectors: Array) -> None:
    """Write ascending rows, each run of neighbours at once."""
    norms = norms_of(vectors)
    edges = np.flatnonzero(np.diff(rows, prepend=-2, append=-2) != 1).tolist() if len(rows) else []
    for low, high in pairwise(edges):
        row = int(rows[low])
        _write_at(fd, row * DIMENSIONS, vectors[low:high])
        _write_at(fd, count * DIMENSIONS + row * norms.itemsize, norms[low:high])


def _write_at(fd: int, offset: int, part: Array) -> None:
    data = np.ascontiguousarray(part).reshape(-1).view(np.uint8).data
    while data:
        written = os.pwrite(fd, data, offset)
        data, offset = data[written:], offset + written


def copy_vectors(path: Path, count: int, sources: Sequence[Carried]) -> Array | None:
    """Make the vectors file of a merged segment; returns which rows have a vector, None when none has."""
    mask = np.zeros(count, bool)
    write_vectors(path, count, _carried(sources, mask))
    return mask if mask.any() else None


def _carried(sources: Sequence[Carried], mask: Array) -> Iterator[tuple[Array, Array]]:
    """The vectors that go along, piece by piece; notes their new rows in ``mask``."""
    for source in sources:
        if source.has_vector is None:
            continue
        chosen = np.flatnonzero(source.has_vector & (source.new_rows >= 0))
        for start in range(0, len(chosen), _CHUNK):
            rows = chosen[start : start + _CHUNK]
            yield source.new_rows[rows], source.data.vectors[rows]
        mask[source.new_rows[chosen]] = True
