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
_CHUNK = 1 << 19
_PARALLEL = 400_000
"""Fewer vectors are read by one thread: waiting for a second one on a busy machine costs more."""
_SCAN_SHARE = 0.2
"""From this share of rows on, reading all vectors in order is faster than gathering some."""


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
    if len(rows) == 0:
        return np.empty(0)
    norm = float(np.sqrt(np.dot(vector[0].astype(np.int64), vector[0])))
    if len(rows) > _SCAN_SHARE * data.rows:
        dots = _dots(vector, data.vectors)
        dots = dots if len(rows) == data.rows else dots[rows]
    else:
        parts = [
            _dots(vector, data.vectors.take(rows[start : start + _CHUNK], axis=0))
            for start in range(0, len(rows), _CHUNK)
        ]
        dots = parts[0] if len(parts) == 1 else np.concatenate(parts)
    lengths = data.norms * norm if len(rows) == data.rows else data.norms[rows] * norm
    np.maximum(lengths, 1, out=lengths)  # a zero vector is near to nothing
    return np.divide(dots, lengths, out=lengths)


def norms_of(vectors: Array) -> Array:
    """The length of each vector as float64."""
    wide = vectors.astype(np.int32)
    return np.sqrt(np.einsum("ij,ij->i", wide, wide))


def _dots(vector: Array, vectors: Array) -> Array:
    """Exact dot products as float64."""
    threads = _THREADS if len(vectors) > _PARALLEL else 1
    found: Any = simsimd.cdist(vector, vectors, "dot", threads=threads)
    return cast("Array", np.asarray(found).reshape(-1))
