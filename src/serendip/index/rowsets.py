"""Sets of rows as ascending int32 arrays."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from serendip.index.container import Array

_SPARSE = 16
"""Where one set is this many times smaller, each of its rows is looked up in the other."""


def contains(rows: Array, wanted: Array, count: int) -> Array:
    """For each of ``wanted`` whether it is in ``rows``; ``count`` is the number of rows there are."""
    if len(rows) == 0 or len(wanted) == 0:
        return np.zeros(len(wanted), bool)
    if len(wanted) * _SPARSE < len(rows) or len(wanted) * _SPARSE * 4 < count:
        at = np.searchsorted(rows, wanted)
        at[at == len(rows)] = 0
        return rows.take(at) == wanted
    return mask_of(rows, count).take(wanted)


def intersect(a: Array, b: Array, count: int) -> Array:
    """Rows in both."""
    small, large = (a, b) if len(a) <= len(b) else (b, a)
    return small[contains(large, small, count)]


def union(sets: Sequence[Array], count: int) -> Array:
    """Rows in any."""
    held = [rows for rows in sets if len(rows)]
    if len(held) <= 1:
        return held[0] if held else np.empty(0, np.int32)
    total = sum(map(len, held))
    if total * _SPARSE < count:
        return np.unique(np.concatenate(held))
    mask = mask_of(held[0], count)
    for rows in held[1:]:
        mask[rows] = True
    return np.flatnonzero(mask).astype(np.int32)


def mask_of(rows: Array, count: int) -> Array:
    """A mask over all rows."""
    mask = np.zeros(count, bool)
    mask[rows] = True
    return mask


def ranges(starts: Array, sizes: Array) -> Array:
    """The numbers of several ranges, one after the other."""
    total = int(sizes.sum())
    if total == 0:
        return np.empty(0, np.int64)
    before = np.cumsum(sizes) - sizes
    return np.repeat(starts - before, sizes) + np.arange(total)


def offsets(sizes: Array) -> Array:
    """Where each of consecutive pieces begins, and the end."""
    ends = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(sizes, out=ends[1:])
    return ends
