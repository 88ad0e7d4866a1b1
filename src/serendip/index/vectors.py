"""Exact similarity: int8 dot products by simsimd, divided by stored norms. No candidate is skipped."""

from __future__ import annotations

import os
from typing import Any, cast

import numpy as np
import simsimd

from serendip.core.errors import InputError
from serendip.index.container import Array
from serendip.index.layout import DIMENSIONS
from serendip.index.segment import Data

_THREADS = min(4, os.cpu_count() or 1)
_CHUNK = 1 << 13
"""So many vectors that were gathered stay in the processor's cache until they are multiplied."""
_PARALLEL = 4_000_000
"""Fewer vectors are read by one thread: waiting for a second one on a busy machine costs more."""
_SCAN_SHARE = 0.27
"""From this share of rows on, reading all vectors in order is faster than gathering some."""
SLACK = 1e-5
"""Rough cosines are off by less."""


def query_vector(vector: bytes) -> Array:
    """A vector as one row. Raises ``InputError`` when it does not have ``DIMENSIONS`` bytes."""
    if len(vector) != DIMENSIONS:
        raise InputError(
            "ERR_VECTOR_SIZE",
            zh=f"向量必须是 {DIMENSIONS} 个 int8 值，收到 {len(vector)} 个：请用同一个模型重新生成",
            en=f"A vector has {DIMENSIONS} int8 values, not {len(vector)}: use this index's model",
        )
    return np.frombuffer(vector, np.int8).reshape(1, DIMENSIONS)


def cosines(data: Data, vector: Array, rows: Array) -> Array:
    """Cosine of ``vector`` with the vectors of ``rows``, as float64; 0 for a row whose vector is zero."""
    lengths = data.norms.take(rows) * _norm(vector)
    np.maximum(lengths, 1, out=lengths)  # a zero vector is near to nothing
    return np.divide(_dots_of(data, vector, rows), lengths, out=lengths)


def rough_cosines(data: Data, vector: Array, rows: Array) -> Array:
    """The same as float32, within ``SLACK``: half the memory to pass through."""
    if len(rows) > _SCAN_SHARE * data.rows:
        near = _dots(vector, data.vectors)
        near = near if len(rows) == data.rows else near.take(rows)
    else:
        near = _dots_of(data, vector, rows)
    lengths = data.norms if len(rows) == data.rows else data.norms.take(rows)
    lengths = lengths.astype(np.float32)
    lengths *= np.float32(_norm(vector))
    np.maximum(lengths, 1, out=lengths)
    return np.divide(near, lengths, out=near)


def _norm(vector: Array) -> float:
    return float(np.sqrt(np.dot(vector[0].astype(np.int64), vector[0])))


def _dots_of(data: Data, vector: Array, rows: Array) -> Array:
    """Exact dot products with the vectors of ``rows``, gathered a piece at a time."""
    dots = np.empty(len(rows), np.float32)
    held = np.empty((min(_CHUNK, len(rows)), DIMENSIONS), np.int8)
    for start in range(0, len(rows), _CHUNK):
        part = rows[start : start + _CHUNK]
        data.vectors.take(part, axis=0, out=held[: len(part)], mode="clip")
        dots[start : start + len(part)] = _dots(vector, held[: len(part)])
    return dots


def norms_of(vectors: Array) -> Array:
    """The length of each vector as float64."""
    wide = vectors.astype(np.int32)
    return np.sqrt(np.einsum("ij,ij->i", wide, wide))


def _dots(vector: Array, vectors: Array) -> Array:
    """Exact dot products: below 2 ** 23, so float32 holds them."""
    threads = _THREADS if len(vectors) > _PARALLEL else 1
    found: Any = simsimd.cdist(vector, vectors, "dot", threads=threads, out_dtype="float32")
    return cast("Array", np.asarray(found).reshape(-1))
