"""The first rows of an order: higher scores first, equal scores by cid; pages begin after a place.

A sort by a field is the same order: the score is the value, or its negative when ascending, and minus
infinity when unknown.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from serendip.index.container import Array
from serendip.index.layout import UNKNOWN
from serendip.index.segment import Data
from serendip.search.ports import ByField

_BLOCK = 1024
_LIKELY = 4
"""So many times as many rows as a page needs are scored to find what a row must reach."""
_FIRST_STEP = 2048
_WALK_SHARE = 0.02
"""A selection below this share of the rows is sorted by itself; the stored order would be mostly misses."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place in an order: everything that comes later has a lower score, or the same and a higher cid."""

    score: float
    cid: int


@dataclass(frozen=True, slots=True)
class Ranked:
    """The first of an order in one segment: parallel arrays."""

    scores: Array
    cids: Array
    rows: Array


def ranked_rows(data: Data, rows: Array, scores: Array, limit: int, after: Place | None) -> Ranked:
    """The first ``limit`` of ``rows`` by ``scores`` that come after ``after``, in order."""
    if after is not None:
        later = scores < after.score
        tied = np.flatnonzero(scores == after.score)
        later[tied] = data.cids.take(rows.take(tied)) > after.cid
        left = np.flatnonzero(later)
        rows, scores = rows.take(left), scores.take(left)
    found = _candidates(data, rows, scores, limit)
    rows, scores = rows[found], scores[found].astype(np.float64)
    cids = data.cids[rows]
    first = np.lexsort((cids, -scores))[:limit]
    return Ranked(scores[first], cids[first], rows[first])


@dataclass(frozen=True, slots=True)
class Bounded:
    """Scores that cost much: ``bounds`` they do not exceed, and how to work some of them out.

    ``exact`` takes ascending rows. ``bounds`` are float32, above the scores by more than its rounding.
    """

    bounds: Array
    exact: Callable[[Array], Array]


def ranked_within(data: Data, rows: Array, scores: Bounded, limit: int, after: Place | None) -> Ranked:
    """As ``ranked_rows``, but works out only scores that can be among the first.

    The exact scores of those with the greatest bounds tell what the others must reach.
    """
    bounds = scores.bounds
    later = bounds if after is None else np.where(bounds < after.score, bounds, -np.inf)
    likely = _peaks(later, _LIKELY * limit)
    likely = np.sort(likely[later.take(likely) > -np.inf])
    if len(likely) >= limit:
        reached = scores.exact(rows.take(likely))
        least = np.partition(reached, len(reached) - limit)[len(reached) - limit]
        rows = rows.take(np.flatnonzero(bounds >= least))
    return ranked_rows(data, rows, scores.exact(rows), limit, after)


def _peaks(scores: Array, count: int) -> Array:
    """Indices of about the ``count`` greatest scores."""
    if len(scores) <= count:
        return np.arange(len(scores))
    size = max(1, min(_BLOCK, len(scores) // (2 * count)))
    blocks = len(scores) // size
    peaks = scores[: blocks * size].reshape(blocks, size).max(axis=1)
    bound = np.partition(peaks, blocks - count)[blocks - count]
    found = np.flatnonzero(scores >= bound)
    return found[:: max(1, len(found) // (4 * count))]


def _candidates(data: Data, rows: Array, scores: Array, limit: int) -> Array:
    """A few indices among which the first ``limit`` are, however many scores are equal."""
    count = len(scores)
    if count <= limit:
        return np.arange(count)
    whole = count // _BLOCK
    if whole > limit:
        peaks = scores[: whole * _BLOCK].reshape(whole, _BLOCK).max(axis=1)
        bound = np.partition(peaks, whole - limit)[whole - limit]
        found = np.flatnonzero(scores >= bound)
    else:
        bound = np.partition(scores, count - limit)[count - limit]
        found = np.flatnonzero(scores >= bound)
    if len(found) <= 4 * limit + _BLOCK:
        return found
    kept = scores[found]
    least = np.partition(kept, len(kept) - limit)[len(kept) - limit]
    above, equal = found[kept > least], found[kept == least]
    wanted = limit - len(above)
    if len(equal) > wanted:
        equal = equal[np.argpartition(data.cids[rows[equal]], wanted - 1)[:wanted]]
    return np.concatenate([above, equal])


def field_scores(data: Data, rank: ByField, rows: Array) -> Array:
    """The scores of ``rows`` when sorted by a field."""
    column = data.arrays.get(f"num:{rank.field}")
    if column is None:
        return np.full(len(rows), -np.inf)
    values = column[rows]
    unknown = values == UNKNOWN if values.dtype == np.int32 else np.isnan(values)
    scores = values.astype(np.float64) if rank.descending else -values.astype(np.float64)
    scores[unknown] = -np.inf
    return scores


def first_by_field(data: Data, rank: ByField, mask: Array, limit: int, after: Place | None) -> Ranked:
    """The first rows of a selection given as a mask over the whole segment."""
    ordered = f"ord:{rank.field}"
    if ordered in data.arrays and np.count_nonzero(mask) > _WALK_SHARE * data.rows:
        rows = _walk(data, rank, mask, limit, after)
    else:
        rows = np.flatnonzero(mask)
    return ranked_rows(data, rows, field_scores(data, rank, rows), limit, after)


class _Values:
    """The values of a column in its stored order, for bisection."""

    def __init__(self, column: Array, order: Array) -> None:
        self._column = column
        self._order = order

    def __len__(self) -> int:
        return len(self._order)

    def __getitem__(self, place: int) -> float:
        return float(self._column[self._order[place]])


def _walk(data: Data, rank: ByField, mask: Array, limit: int, after: Place | None) -> Array:
    """Rows among which the first ``limit`` are: whole groups of equal values, walked in the stored order."""
    order = data.arrays[f"ord:{rank.field}"]
    values = _Values(data.arrays[f"num:{rank.field}"], order)
    start, stop = 0, len(order)
    if after is not None and rank.descending:
        stop = bisect_right(values, after.score)
    elif after is not None:
        start = bisect_left(values, -after.score)
    if after is not None and np.isneginf(after.score):
        start = stop = 0
    found: list[Array] = []
    count, step = 0, _FIRST_STEP
    while start < stop and count <= limit:
        # The group that the page begins in may hold rows of the page before: they are left out later.
        if rank.descending:
            edge = bisect_left(values, values[max(start, stop - step)], start, stop)
            rows, stop = order[edge:stop], edge
        else:
            edge = bisect_right(values, values[min(stop, start + step) - 1], start, stop)
            rows, start = order[start:edge], edge
        rows = rows[mask[rows]]
        fresh = rows if after is None else rows[_later(data, rank, rows, after)]
        found.append(fresh)
        count, step = count + len(fresh), step * 4
    if count <= limit:
        known = data.known(rank.field)
        if known is not None:
            found.append(np.flatnonzero(mask & ~known))
    return np.concatenate(found) if found else np.empty(0, np.int64)


def _later(data: Data, rank: ByField, rows: Array, after: Place) -> Array:
    scores = field_scores(data, rank, rows)
    return (scores < after.score) | ((scores == after.score) & (data.cids[rows] > after.cid))
