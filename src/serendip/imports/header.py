"""Which row of a table is its header: found by what it says, so that title lines above it do not matter."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from serendip.catalogue.column_names import read_name
from serendip.catalogue.column_shapes import AT_HANDLE, UC_ID, URL
from serendip.catalogue.value_numbers import parse_number
from serendip.catalogue.values import BadValue, as_text, is_missing

LOOK_AT = 30
"""Rows from the top among which the header is looked for."""


def find_header(rows: Sequence[Sequence[Any]]) -> int | None:
    """Index of the header among the first ``rows``; None when the data begin at once.

    The row with the most known column names wins, when at least two (or the only cell) are known. Otherwise
    the first row with as many cells as the table is wide, when it looks unlike data.
    """
    best, known = -1, 0
    for i, row in enumerate(rows[:LOOK_AT]):
        texts = [t for t in map(as_text, row) if t]
        hits = sum(len(t) <= 80 and read_name(t).field is not None for t in texts)
        if texts and hits > known and (hits >= 2 or len(texts) == 1) and hits * 3 >= len(texts):
            best, known = i, hits
    if best >= 0 and not (known == 1 and _has_data_above(rows[:best])):
        return best
    wide = max((len(_filled(row)) for row in rows[:LOOK_AT]), default=0)
    first = next((i for i, row in enumerate(rows[:LOOK_AT]) if len(_filled(row)) >= max(1, wide - 1)), None)
    if first is None or any(_is_data(t) for t in _filled(rows[first])):
        return None
    below = rows[first + 1 : LOOK_AT]
    return first if any(_is_data(t) for row in below for t in _filled(row)) else None


def _filled(row: Sequence[Any]) -> list[str]:
    return [t for t in map(as_text, row) if t]


def _has_data_above(rows: Sequence[Sequence[Any]]) -> bool:
    return any(_is_data(t) for row in rows for t in _filled(row))


def _is_data(text: str) -> bool:
    """True for what no column is called: numbers, links, ids, handles."""
    if is_missing(text):
        return False
    if URL.match(text) or UC_ID.fullmatch(text) or AT_HANDLE.fullmatch(text):
        return True
    try:
        return parse_number(text) is not None
    except BadValue:
        return False


def column_names(row: Sequence[Any] | None, width: int) -> list[str]:
    """Names for ``width`` columns: those of the header row, "column 3" where it is empty or missing."""
    cells = list(row or ())
    names = [str(cells[i]) if i < len(cells) and cells[i] is not None else "" for i in range(width)]
    return [name if name.strip() else f"column {i + 1}" for i, name in enumerate(names)]
