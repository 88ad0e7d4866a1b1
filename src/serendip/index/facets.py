"""Counts by term over the selected rows."""

from __future__ import annotations

import numpy as np

from serendip.index.container import Array
from serendip.index.rowsets import ranges
from serendip.index.segment import Data


def count_terms(data: Data, field: str, rows: Array) -> dict[str, int]:
    """How many of ``rows`` have each value of ``field``; values that none has are left out."""
    codes = _codes(data, field, rows)
    if codes is None or not len(codes):
        return {}
    counts = np.bincount(codes)
    found: dict[str, int] = {}
    for code in np.flatnonzero(counts):
        if code:
            value = data.value(field, int(code))
            if value:
                found[value] = int(counts[code])
    return found


def _codes(data: Data, field: str, rows: Array) -> Array | None:
    """The codes of all rows, one after the other."""
    if f"code:{field}" in data.arrays:
        column = data.arrays[f"code:{field}"]
        return column if len(rows) == data.rows else column.take(rows)
    if f"fptr:{field}" not in data.arrays:
        return None
    codes, starts = data.arrays[f"fcode:{field}"], data.arrays[f"fptr:{field}"]
    if len(rows) == data.rows:
        return codes
    begin = starts[rows].astype(np.int64)
    return codes[ranges(begin, starts[rows + 1] - begin)]
