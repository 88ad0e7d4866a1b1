"""Three-valued filters over columns: which rows meet a filter, and which may.

A filter gives two masks: ``met`` and ``possible`` (met or unknown); where nothing is unknown they are the
same object, so the second costs nothing. Kleene's logic: AND and OR go mask by mask, NOT swaps them.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, floor, inf

import numpy as np

from serendip.index.container import Array
from serendip.index.layout import UNKNOWN
from serendip.index.rowsets import contains, mask_of
from serendip.index.segment import Data
from serendip.search.ports import AllOf, AnyOf, Filter, Known, Not, Range, Terms

_LAST = 2**31 - 1


@dataclass(frozen=True, slots=True)
class Masks:
    """Met and possible, one value for each row of the scope."""

    met: Array
    possible: Array

    @property
    def certain(self) -> bool:
        """Whether nothing is unknown."""
        return self.met is self.possible


@dataclass(frozen=True, slots=True)
class Scope:
    """The rows that are looked at: all of a segment (``rows`` None) or some, ascending."""

    data: Data
    rows: Array | None

    def __len__(self) -> int:
        return self.data.rows if self.rows is None else len(self.rows)

    def take(self, column: Array) -> Array:
        """A column's values in the scope."""
        return column if self.rows is None else column.take(self.rows)

    def member(self, rows: Array) -> Array:
        """Mask of the scope's rows that are among ``rows``."""
        count = self.data.rows
        return mask_of(rows, count) if self.rows is None else contains(rows, self.rows, count)

    def known(self, field: str) -> Array | None:
        """Mask of the scope's rows where ``field`` is known; None when all are."""
        mask = self.data.known(field)
        return None if mask is None else self.take(mask)


def evaluate(scope: Scope, test: Filter) -> Masks:
    """The masks of one filter."""
    match test:
        case Range():
            return _with_unknown(scope, test.field, _in_range(scope, test))
        case Terms():
            return _with_unknown(scope, test.field, _has_terms(scope, test))
        case Known(field=field):
            known = scope.known(field)
            met = np.ones(len(scope), bool) if known is None else known
            return Masks(met, met)
        case Not(of=inner):
            masks = evaluate(scope, inner)
            met = ~masks.possible
            return Masks(met, met if masks.certain else ~masks.met)
        case AllOf(of=parts):
            return conjunction([evaluate(scope, part) for part in parts], len(scope))
        case AnyOf(of=parts):
            flipped = [Not(part) for part in parts]
            return evaluate(scope, Not(AllOf(tuple(flipped))))


def conjunction(parts: list[Masks], count: int) -> Masks:
    """Kleene AND; of nothing: met everywhere."""
    if not parts:
        everything = np.ones(count, bool)
        return Masks(everything, everything)
    met = parts[0].met
    for part in parts[1:]:
        met = met & part.met
    if all(part.certain for part in parts):
        return Masks(met, met)
    possible = parts[0].possible
    for part in parts[1:]:
        possible = possible & part.possible
    return Masks(met, possible)


def _with_unknown(scope: Scope, field: str, met: Array) -> Masks:
    known = scope.known(field)
    return Masks(met, met) if known is None else Masks(met, met | ~known)


def _in_range(scope: Scope, test: Range) -> Array:
    """Rows with a known value between the bounds."""
    name = f"num:{test.field}"
    if name not in scope.data.arrays:
        return np.zeros(len(scope), bool)
    values = scope.take(scope.data.arrays[name])
    if values.dtype == np.int32:
        low, high = _whole_bounds(test)
        if low > high:
            return np.zeros(len(scope), bool)
        met = values >= np.int32(low)
        return met if high >= _LAST else met & (values <= np.int32(high))
    met = values > test.low if test.open_low and test.low is not None else values >= _or(test.low, -inf)
    if test.high is not None:
        met &= values < test.high if test.open_high else values <= test.high
    return met


def _whole_bounds(test: Range) -> tuple[int, int]:
    """The bounds as whole numbers, both included, inside what an int32 column can hold."""
    low, high = UNKNOWN + 1, _LAST
    if test.low is not None and test.low > low:
        nearest = min(test.low, 2.0**32)
        low = floor(nearest) + 1 if test.open_low else ceil(nearest)
    if test.high is not None and test.high < high:
        nearest = max(test.high, -(2.0**32))
        high = ceil(nearest) - 1 if test.open_high else floor(nearest)
    return (low, high) if low <= _LAST else (1, 0)


def _or(bound: float | None, otherwise: float) -> float:
    return otherwise if bound is None else bound


def _has_terms(scope: Scope, test: Terms) -> Array:
    """Rows whose set holds any, or every one, of the values. Of no values: every known row."""
    data = scope.data
    if not test.values:
        known = scope.known(test.field)
        return np.ones(len(scope), bool) if known is None else known
    wanted = tuple(dict.fromkeys(test.values))
    column = f"code:{test.field}"
    if column in data.arrays and (test.match == "any" or len(wanted) == 1):
        return _has_code(scope, data.arrays[column], wanted, test.field)
    masks = [scope.member(data.rows_with(test.field, value)) for value in wanted]
    joined = masks[0]
    for mask in masks[1:]:
        joined = joined | mask if test.match == "any" else joined & mask
    return joined


def _has_code(scope: Scope, column: Array, wanted: tuple[str, ...], field: str) -> Array:
    low, high = scope.data.fields[field]
    codes = [scope.data.code(field, value) for value in wanted]
    codes = [code for code in codes if code]
    values = scope.take(column)
    if len(codes) <= 2:
        met = np.zeros(len(scope), bool) if not codes else values == codes[0]
        return met | (values == codes[1]) if len(codes) == 2 else met
    table = np.zeros(high - low + 1, bool)
    table[codes] = True
    return table[values]
