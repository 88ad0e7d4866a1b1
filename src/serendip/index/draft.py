"""A segment in the making: documents in, one immutable file out."""

from __future__ import annotations

from array import array
from pathlib import Path

import numpy as np

from serendip.catalogue.document import IndexDoc
from serendip.core.analyse import fold_identity
from serendip.index.columns import write_number, write_term_columns
from serendip.index.container import Array, ArrayWriter
from serendip.index.hot import write_hot
from serendip.index.keys import write_keys
from serendip.index.layout import DIMENSIONS, term_key
from serendip.index.rowsets import mask_of, offsets
from serendip.index.vectorfile import write_vectors
from serendip.index.words import Pieces, Words


class _Values(dict[str, int]):
    """Numbers the values of one field; all fields share one counter."""

    def __init__(self, field: str, keys: list[bytes]) -> None:
        super().__init__()
        self._field = field
        self._keys = keys

    def __missing__(self, value: str) -> int:
        number = self[value] = len(self._keys)
        self._keys.append(term_key(self._field, value))
        return number


class _Terms:
    """Collects the terms of documents; ``write`` makes their postings."""

    def __init__(self) -> None:
        self._keys: list[bytes] = []
        self._fields: dict[str, _Values] = {}
        self._numbers = array("I")
        self._sizes = array("I")

    def add(self, doc: IndexDoc) -> None:
        """Take in the next row; a set that is known to be empty holds the empty value."""
        before = len(self._numbers)
        self._numbers.append(self._of("platform")[doc.platform])
        for field, values in doc.terms.items():
            known = self._of(field)
            self._numbers.extend([known[value] for value in values or ("",)])
        if doc.exact:
            known = self._of("")
            self._numbers.extend([known[fold_identity(identity)] for identity in doc.exact])
        self._sizes.append(len(self._numbers) - before)

    def _of(self, field: str) -> _Values:
        known = self._fields.get(field)
        if known is None:
            known = self._fields[field] = _Values(field, self._keys)
        return known

    def write(self, out: ArrayWriter) -> list[bytes]:
        """Write the postings, each row once a key; returns the sorted keys."""
        keys = sorted(self._keys)
        place = {key: number for number, key in enumerate(keys)}
        rank = np.fromiter(map(place.__getitem__, self._keys), np.int64, len(keys))
        sizes = np.frombuffer(self._sizes, np.uint32)
        packed = rank[np.frombuffer(self._numbers, np.uint32)] << 32
        packed |= np.repeat(np.arange(len(sizes)), sizes)
        packed = np.unique(packed)
        write_keys(out, "terms", keys)
        out.add("terms.ptr", offsets(np.bincount(packed >> 32, minlength=len(keys))))
        out.add("terms.rows", (packed & 0xFFFFFFFF).astype(np.int32))
        return keys


class Draft:
    """Collects documents; ``write`` makes the segment. A cid may be added once."""

    def __init__(self, *, analysed: bool = False) -> None:
        self._words = Words(analysed=analysed)
        self._terms = _Terms()
        self._cids = array("q")
        self._quality = array("f")
        self._numbers: dict[str, tuple[array[int], array[float]]] = {}
        self._vector_rows = array("i")
        self._vectors: list[bytes] = []

    def __len__(self) -> int:
        return len(self._cids)

    def add(self, doc: IndexDoc, pieces: Pieces) -> None:
        """Take in one document with the pieces of its texts."""
        row = len(self._cids)
        self._cids.append(doc.cid)
        self._quality.append(doc.quality)
        self._words.add(pieces)
        self._terms.add(doc)
        for field, value in doc.numbers.items():
            column = self._numbers.get(field)
            if column is None:
                column = self._numbers[field] = array("i"), array("d")
            column[0].append(row)
            column[1].append(value)
        if doc.vector is not None:
            self._vector_rows.append(row)
            self._vectors.append(doc.vector)

    def write(self, path: Path) -> Array | None:
        """Write the segment's files; returns the mask of rows that have a vector, None when none has."""
        count = len(self._cids)
        out = ArrayWriter(path)
        cids = np.frombuffer(self._cids, np.int64)
        out.add("cid", cids)
        by_cid = np.argsort(cids, kind="stable").astype(np.int32)
        out.add("bycid", by_cid)
        quality = np.frombuffer(self._quality, np.float32)
        out.add("quality", quality)
        write_hot(out, self._words.write(out), quality)
        fields = write_term_columns(out, self._terms.write(out), count)
        known: dict[str, int] = {}
        for field, (rows, values) in self._numbers.items():
            column = np.full(count, np.nan)
            column[np.frombuffer(rows, np.int32)] = np.frombuffer(values, np.float64)
            known[field] = write_number(out, field, column, by_cid)
        out.finish({"rows": count, "terms": fields, "numbers": known})
        return self._write_vectors(path.with_suffix(".vec"), count)

    def _write_vectors(self, path: Path, count: int) -> Array | None:
        rows = np.frombuffer(self._vector_rows, np.int32)
        vectors = np.frombuffer(b"".join(self._vectors), np.int8).reshape(-1, DIMENSIONS)
        write_vectors(path, count, [(rows, vectors)])
        return mask_of(rows, count) if len(rows) else None
