"""Merging segments into one: dead rows are left behind, everything else is copied."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from serendip.catalogue.document import TARGETS
from serendip.index.columns import write_number, write_term_columns
from serendip.index.container import Array, ArrayWriter
from serendip.index.hot import write_hot
from serendip.index.inverted import Source, merge_inverted
from serendip.index.layout import UNKNOWN
from serendip.index.segment import Data
from serendip.index.vectorfile import copy_vectors


@dataclass(frozen=True, slots=True)
class Merged:
    """What came out: its number of rows, and which of them have a vector (None: none)."""

    rows: int
    has_vector: Array | None


def sources_of(segments: Sequence[tuple[Data, Array | None, Array | None]]) -> list[Source]:
    """Segments, each with its masks of living rows and of vectors; their living rows are numbered through."""
    sources: list[Source] = []
    base = 0
    for data, alive, has_vector in segments:
        if alive is None:
            new_rows = np.arange(base, base + data.rows, dtype=np.int32)
            base += data.rows
        else:
            new_rows = np.where(alive, base - 1 + np.cumsum(alive), -1).astype(np.int32)
            base += int(np.count_nonzero(alive))
        sources.append(Source(data, alive, has_vector, new_rows))
    return sources


def merge(folder: Path, name: str, sources: Sequence[Source]) -> Merged:
    """Write the segment ``name`` from ``sources``. Nothing is visible before a manifest names it."""
    out = ArrayWriter(folder / f"{name}.seg")
    try:
        count = _write(out, sources)
    except BaseException:
        out.abort()
        raise
    return Merged(count, copy_vectors(folder / f"{name}.vec", count, sources))


def _write(out: ArrayWriter, sources: Sequence[Source]) -> int:
    cids = np.concatenate([_living(source, source.data.cids) for source in sources])
    count = len(cids)
    by_cid = np.argsort(cids, kind="stable").astype(np.int32)
    out.add("cid", cids)
    out.add("bycid", by_cid)
    quality = np.concatenate([_living(s, s.data.quality) for s in sources])
    out.add("quality", quality)
    lengths = out.slot("len", "<u2", len(TARGETS), count)
    for target in range(len(TARGETS)):
        for source in sources:
            lengths.append(_living(source, source.data.lengths[target]))
    lengths.close()
    write_hot(out, merge_inverted(out, "text", sources), quality)
    fields = write_term_columns(out, merge_inverted(out, "terms", sources), count)
    names = dict.fromkeys(field for source in sources for field in source.data.numbers)
    known: dict[str, int] = {}
    for field in names:
        column = np.concatenate([_living(s, _number(s.data, field)) for s in sources])
        known[field] = write_number(out, field, column, by_cid)
    out.finish({"rows": count, "terms": fields, "numbers": known})
    return count


def _living(source: Source, column: Array) -> Array:
    return column if source.alive is None else column[source.alive]


def _number(data: Data, field: str) -> Array:
    """A numeric column as float64 with NaN for unknown."""
    stored = data.arrays.get(f"num:{field}")
    if stored is None:
        return np.full(data.rows, np.nan)
    if stored.dtype != np.int32:
        return stored
    return np.where(stored == UNKNOWN, np.nan, stored.astype(np.float64))
