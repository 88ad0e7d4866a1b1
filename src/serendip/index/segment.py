"""A segment as readers see it: its postings, columns and vectors, and which rows are alive."""

from __future__ import annotations

import mmap
from functools import cached_property
from pathlib import Path
from typing import Any, Final

import numpy as np

from serendip.index.container import Array, Arrays, ArrayWriter, damaged
from serendip.index.hot import HotWords
from serendip.index.keys import Keys
from serendip.index.layout import DIMENSIONS, ROW_BYTES, UNKNOWN, term_key
from serendip.index.manifest import SegmentRef
from serendip.index.memory import Memory

_FOUND_LEAST: Final = 1 << 20
_FOUND_BYTES: Final = 16
"""Bytes that a segment remembers of what was looked for in its texts, altogether and for each row."""


class Data:
    """The immutable part of a segment, shared by all snapshots that hold it."""

    def __init__(self, folder: Path, name: str) -> None:
        self.name = name
        self.arrays = Arrays(folder / f"{name}.seg")
        self.rows: int = self.arrays.meta["rows"]
        self.cids = self.arrays["cid"]
        self.by_cid = self.arrays["bycid"]
        self.quality = self.arrays["quality"]
        self.lengths = self.arrays["len"]
        self.text_keys = Keys(self.arrays, "text")
        self.term_keys = Keys(self.arrays, "terms")
        self.hot = HotWords(self.arrays)
        self.fields: dict[str, list[int]] = self.arrays.meta["terms"]
        self.numbers: dict[str, int] = self.arrays.meta["numbers"]
        self.found: Memory[tuple[Any, ...]] = Memory(
            _FOUND_LEAST + self.rows * _FOUND_BYTES, lambda parts: sum(part.bytes for part in parts)
        )
        self.vectors, self.norms = map_vectors(folder / f"{name}.vec", self.rows)

    @cached_property
    def token_totals(self) -> list[int]:
        """Tokens per target over all rows."""
        return [int(lengths.sum(dtype=np.int64)) for lengths in self.lengths]

    @cached_property
    def sorted_cids(self) -> Array:
        """The cids in ascending order."""
        return self.cids[self.by_cid]

    def rows_of(self, cids: Array) -> Array:
        """The row of each cid, -1 for one that is not here."""
        if not self.rows:
            return np.full(len(cids), -1)
        at = np.minimum(np.searchsorted(self.sorted_cids, cids), self.rows - 1)
        return np.where(self.sorted_cids[at] == cids, self.by_cid[at], -1)

    def term_rows(self, number: int) -> Array:
        """Rows that have the term with this number, ascending."""
        ptr = self.arrays["terms.ptr"]
        return self.arrays["terms.rows"][ptr[number] : ptr[number + 1]]

    def rows_with(self, field: str, value: str) -> Array:
        """Rows whose ``field`` holds ``value``, ascending."""
        number = self.term_keys.find(term_key(field, value))
        return _NO_ROWS if number < 0 else self.term_rows(number)

    def code(self, field: str, value: str) -> int:
        """The code of a field's value, 0 when no row has it."""
        number = self.term_keys.find(term_key(field, value))
        return 0 if number < 0 else number - self.fields[field][0] + 1

    def value(self, field: str, code: int) -> str:
        """The value that a code stands for."""
        key = self.term_keys[self.fields[field][0] + code - 1]
        return key[key.index(b"\0") + 1 :].decode("utf-8", "surrogatepass")

    @cached_property
    def _known(self) -> dict[str, Array | None]:
        return {}

    def known(self, field: str) -> Array | None:
        """Mask of the rows where ``field`` has a value; None when all have."""
        if field not in self._known:
            mask = self._known_mask(field)
            self._known[field] = None if mask.all() else mask
        return self._known[field]

    def _known_mask(self, field: str) -> Array:
        if f"code:{field}" in self.arrays:
            return self.arrays[f"code:{field}"] != 0
        if f"fptr:{field}" in self.arrays:
            return np.diff(self.arrays[f"fptr:{field}"]) != 0
        if f"num:{field}" not in self.arrays:
            return np.zeros(self.rows, bool)
        if self.numbers[field] == self.rows:
            return np.ones(self.rows, bool)
        column = self.arrays[f"num:{field}"]
        return column != UNKNOWN if column.dtype == np.int32 else ~np.isnan(column)


class Segment:
    """A segment in one commit: the data, and the marks that say which rows are alive and have a vector."""

    def __init__(self, data: Data, folder: Path, ref: SegmentRef) -> None:
        self.data = data
        self.ref = ref
        self.alive: Array | None = None
        self.has_vector: Array | None = None
        if ref.marks:
            marks = Arrays(folder / marks_name(ref))
            deleted = np.unpackbits(marks["deleted"], count=data.rows).view(bool)
            self.alive = ~deleted if ref.deleted else None
            self.has_vector = np.unpackbits(marks["vector"], count=data.rows).view(bool)

    @property
    def rows(self) -> int:
        """Rows, deleted ones included."""
        return self.data.rows

    def without_vector(self) -> int:
        """How many living rows have no vector."""
        if self.has_vector is None:
            return self.rows if self.alive is None else int(np.count_nonzero(self.alive))
        missing = ~self.has_vector if self.alive is None else self.alive & ~self.has_vector
        return int(np.count_nonzero(missing))

    def live_row(self, cid: int) -> int:
        """The row of a channel that is alive here, or -1."""
        row = int(self.data.rows_of(np.array([cid]))[0]) if self.rows else -1
        return row if row >= 0 and (self.alive is None or self.alive[row]) else -1


def marks_name(ref: SegmentRef) -> str:
    """The file that holds a segment's marks in one state."""
    return f"{ref.name}.{ref.marks}.marks"


def write_marks(path: Path, deleted: Array, vector: Array) -> None:
    """Write the masks of the deleted rows and of those with a vector."""
    out = ArrayWriter(path)
    out.add("deleted", np.packbits(deleted))
    out.add("vector", np.packbits(vector))
    out.finish({})


def map_vectors(path: Path, rows: int) -> tuple[Array, Array]:
    """The vectors and norms of all rows; they mean nothing before a row's mark says that it has a vector."""
    size = rows * ROW_BYTES
    if not rows:
        return np.zeros((0, DIMENSIONS), np.int8), np.zeros(0, np.float64)
    with path.open("rb") as file:
        try:
            view = mmap.mmap(file.fileno(), size, access=mmap.ACCESS_READ)
        except ValueError as error:
            raise damaged(path, "truncated") from error
    vectors = np.frombuffer(view, np.int8, rows * DIMENSIONS).reshape(rows, DIMENSIONS)
    return vectors, np.frombuffer(view, np.float64, rows, rows * DIMENSIONS)


_NO_ROWS = np.empty(0, np.int32)
