"""Columns of a segment: numbers in their smallest exact type, codes of terms by row."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from serendip.index.container import Array, ArrayWriter
from serendip.index.layout import ORDERED_ROWS, UNKNOWN, code_type


def write_number(out: ArrayWriter, field: str, column: Array, by_cid: Array) -> int:
    """Write a numeric column given as float64 with NaN; returns how many rows are known.

    Whole numbers within int32 are stored as such: half the memory traffic, and compared exactly.
    """
    known = ~np.isnan(column)
    values = column[known]
    whole = bool(np.all((np.abs(values) < 2**31 - 1) & (values == np.floor(values)))) if len(values) else True
    if whole:
        stored = np.full(len(column), UNKNOWN, np.int32)
        stored[known] = values
        out.add(f"num:{field}", stored)
    else:
        stored = column
        out.add(f"num:{field}", column)
    if len(column) >= ORDERED_ROWS:
        rows = by_cid[known[by_cid]]
        out.add(f"ord:{field}", rows[np.argsort(stored[rows], kind="stable")])
    return len(values)


def write_term_columns(out: ArrayWriter, keys: Sequence[bytes], count: int) -> dict[str, list[int]]:
    """Write the codes by row of every field from its postings; returns each field's range of keys."""
    ptr, rows = out.view("terms.ptr"), out.view("terms.rows")
    fields = field_ranges(keys)
    for field, (low, high) in fields.items():
        if field:
            _write_field(out, field, np.diff(ptr[low : high + 1]), rows[ptr[low] : ptr[high]], count)
    return fields


def field_ranges(keys: Sequence[bytes]) -> dict[str, list[int]]:
    """Which of the sorted keys belong to which field."""
    ranges: dict[str, list[int]] = {}
    last: bytes | None = None
    for number, key in enumerate(keys):
        if last is None or not key.startswith(last):
            last = key[: key.index(b"\0") + 1]
        span = ranges.setdefault(last[:-1].decode("utf-8", "surrogatepass"), [number, number])
        span[1] = number + 1
    return ranges


def _write_field(out: ArrayWriter, field: str, sizes: Array, rows: Array, count: int) -> None:
    kind = code_type(len(sizes))
    codes = np.repeat(np.arange(1, len(sizes) + 1, dtype=kind), sizes)
    held = np.bincount(rows, minlength=count)
    if not len(held) or held.max() <= 1:
        column = np.zeros(count, kind)
        column[rows] = codes
        out.add(f"code:{field}", column)
        return
    starts = np.zeros(count + 1, np.int32 if len(rows) < 2**31 else np.int64)
    np.cumsum(held, out=starts[1:])
    out.add(f"fptr:{field}", starts)
    out.add(f"fcode:{field}", codes[np.argsort(rows, kind="stable")])
