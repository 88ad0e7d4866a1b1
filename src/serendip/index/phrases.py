"""Which rows hold a phrase in a target, and how often."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from serendip.core.analyse import PhraseToken
from serendip.index.container import Array
from serendip.index.layout import text_key
from serendip.index.rowsets import contains, ranges
from serendip.index.segment import Data

_PLACE_BITS = 17
_BIAS = 1 << 16


@dataclass(frozen=True, slots=True)
class Occurrences:
    """Rows, ascending, and for each how many times the phrase stands there."""

    rows: Array
    times: Array


NONE = Occurrences(np.empty(0, np.int32), np.empty(0, np.uint8))


@dataclass(frozen=True, slots=True)
class _Span:
    """Keys that count as one token of the phrase; several for a prefix."""

    offset: int
    low: int
    high: int
    size: int


def occurrences(data: Data, target: int, phrase: Sequence[PhraseToken]) -> Occurrences:
    """Where ``phrase`` (not empty) stands in the texts of ``target``."""
    spans: list[_Span] = []
    ptr = data.arrays["text.ptr"]
    for token in phrase:
        low, high = _keys(data, target, token)
        size = int(ptr[high] - ptr[low]) if high > low else 0
        if size == 0:
            return NONE
        spans.append(_Span(token.offset, low, high, size))
    if len(spans) == 1:
        return _single(data, spans[0])
    spans.sort(key=lambda span: span.size)
    rows = _rows(data, spans[0])
    for span in spans[1:]:
        rows = rows[contains(_rows(data, span), rows, data.rows)]
        if not len(rows):
            return NONE
    return _adjacent(data, spans, rows)


def _keys(data: Data, target: int, token: PhraseToken) -> tuple[int, int]:
    key = text_key(target, token.token)
    if token.prefix:
        return data.text_keys.span(key)
    number = data.text_keys.find(key)
    return (0, 0) if number < 0 else (number, number + 1)


def _slice(data: Data, span: _Span) -> slice:
    ptr = data.arrays["text.ptr"]
    return slice(int(ptr[span.low]), int(ptr[span.high]))


def _rows(data: Data, span: _Span) -> Array:
    rows = data.arrays["text.rows"][_slice(data, span)]
    return rows if span.high - span.low == 1 else np.unique(rows)


def _single(data: Data, span: _Span) -> Occurrences:
    rows, times = data.arrays["text.rows"][_slice(data, span)], data.arrays["text.tf"][_slice(data, span)]
    if span.high - span.low == 1:
        return Occurrences(rows, times)
    unique, at = np.unique(rows, return_inverse=True)
    return Occurrences(unique, np.bincount(at, weights=times))


def _adjacent(data: Data, spans: Sequence[_Span], rows: Array) -> Occurrences:
    """Of ``rows``, which hold every token, those where they stand at their offsets."""
    places = _places(data, spans[0], rows)
    for span in spans[1:]:
        others = _places(data, span, rows)
        at = np.searchsorted(others, places)
        at[at == len(others)] = 0
        places = places[others[at] == places]
        if not len(places):
            return NONE
    times = np.bincount(places >> _PLACE_BITS, minlength=len(rows))
    held = times > 0
    return Occurrences(rows[held], times[held])


def _places(data: Data, span: _Span, rows: Array) -> Array:
    """Where the phrase would begin by this token: ``number in rows << 17 | position``, ascending."""
    part = _slice(data, span)
    own, times = data.arrays["text.rows"][part], data.arrays["text.tf"][part].astype(np.int64)
    starts = np.cumsum(times) - times + int(data.arrays["text.pptr"][span.low])
    if span.high - span.low == 1:
        chosen, numbers = np.searchsorted(own, rows), np.arange(len(rows))
    else:
        at = np.minimum(np.searchsorted(rows, own), len(rows) - 1)
        chosen = np.flatnonzero(rows[at] == own)
        numbers = at[chosen]
    positions = data.arrays["text.pos"][ranges(starts[chosen], times[chosen])].astype(np.int64)
    places = (np.repeat(numbers, times[chosen]) << _PLACE_BITS) + positions + (_BIAS - span.offset)
    return places if span.high - span.low == 1 else np.sort(places)
