"""Frequent words: which rows hold them in any target, and bounds of how well, read in one pass.

A word that stands in one text of a hundred has postings in four targets; to unite and score them costs more
than all the rest of a query. So large segments hold for each such word its rows over all targets, and per row

    code    4 bits a target: 0 when the word is not there, else a level of its BM25 part; higher is stronger
    prior   the quality of the row, rounded up to 1/255

and per target and level the least 1/tf and the least length/tf of all postings of that level. From them
follows, for whatever mean length and weights a query has, a score that no row of a code exceeds: a table of
65,536 numbers. Rows whose bound cannot reach the page are never scored; the others are scored exactly.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from serendip.catalogue.document import TARGETS
from serendip.index.container import Array, Arrays, ArrayWriter
from serendip.index.keys import Keys, write_keys
from serendip.index.layout import text_key
from serendip.index.rowsets import offsets
from serendip.index.scoring import strengths

HOT_ROWS = 65_536
"""Smaller segments hold no frequent words: everything is quick there."""
HOT_SHARE = 16
"""A word is frequent when its postings in all targets are one in so many rows."""
LEVELS = 16
_BITS = 4
_PRIOR = 255
_SAMPLE = 1 << 20


@dataclass(frozen=True, slots=True)
class Hot:
    """A frequent word in a segment: its rows, ascending, and for each the code and the prior."""

    rows: Array
    codes: Array
    prior: Array
    leasts: Array

    def aligned(self, rows: Array, count: int) -> Array:
        """The codes of ``rows``, which need not be those of the word, out of ``count`` rows."""
        dense = np.zeros(count, np.uint16)
        dense[self.rows] = self.codes
        return dense.take(rows)


class HotWords:
    """The frequent words of a segment; none in a small one."""

    def __init__(self, arrays: Arrays) -> None:
        self._arrays = arrays
        self._keys = Keys(arrays, "hot") if "hot.ptr" in arrays else None

    def find(self, token: str) -> Hot | None:
        """A word, when it is frequent here."""
        number = -1 if self._keys is None else self._keys.find(token.encode())
        if number < 0:
            return None
        arrays = self._arrays
        low, high = arrays["hot.ptr"][number : number + 2].tolist()
        part = slice(low, high)
        return Hot(
            arrays["hot.rows"][part],
            arrays["hot.codes"][part],
            arrays["hot.prior"][part],
            arrays["hot.leasts"],
        )


def prior_bounds(prior: Array, weight: float) -> Array:
    """At least the weighted quality of each row, as float32."""
    return prior.astype(np.float32) * np.float32(weight * 1.001 / _PRIOR)


def sum_table(leasts: Array, weights: Sequence[float], means: Sequence[float]) -> Array:
    """By code the weighted sum of BM25 parts that no row of that code exceeds."""
    table = np.zeros(1, np.float32)
    for target in reversed(range(len(TARGETS))):
        once, length = leasts[target]
        own = np.zeros(LEVELS, np.float32)
        held = np.isfinite(once)
        own[held] = weights[target] * strengths(once[held], length[held], means[target])
        table = np.add.outer(table, own).reshape(-1)
    return table


@dataclass(frozen=True, slots=True)
class _Postings:
    """The text part that was just written: postings by key, and the texts' lengths."""

    ptr: Array
    rows: Array
    times: Array
    lengths: Array

    def of(self, key: int, target: int) -> tuple[Array, Array, Array]:
        """Rows of a key, with 1/tf and length/tf."""
        part = slice(int(self.ptr[key]), int(self.ptr[key + 1]))
        rows = self.rows[part]
        once = 1 / self.times[part].astype(np.float32)
        return rows, once, self.lengths[target].take(rows) * once

    def holders(self, keys: Mapping[int, int]) -> int:
        """How many rows hold any of the keys of a word."""
        mask = np.zeros(self.lengths.shape[1], bool)
        for key in keys.values():
            mask[self.rows[int(self.ptr[key]) : int(self.ptr[key + 1])]] = True
        return int(np.count_nonzero(mask))


def write_hot(out: ArrayWriter, keys: Sequence[bytes], quality: Array) -> None:
    """Find and write the frequent words of a segment whose text part has been written."""
    count = len(quality)
    if count < HOT_ROWS:
        return
    held = _Postings(out.view("text.ptr"), out.view("text.rows"), out.view("text.tf"), out.view("len"))
    found = _frequent(keys, np.diff(held.ptr), count)
    means = [max(1.0, float(lengths.mean())) for lengths in held.lengths]
    edges = [_edges(held, found, target, means[target]) for target in range(len(TARGETS))]
    prior = np.minimum(np.ceil(quality * _PRIOR), _PRIOR).astype(np.uint8)
    sizes = np.array([held.holders(numbers) for numbers in found.values()], np.int64)
    write_keys(out, "hot", [token.encode() for token in found])
    out.add("hot.ptr", offsets(sizes))
    total = int(sizes.sum())
    slots = [out.slot("hot.rows", "<i4", total), out.slot("hot.codes", "<u2", total)]
    slots.append(out.slot("hot.prior", "u1", total))
    leasts = np.full((len(TARGETS), 2, LEVELS), np.inf, np.float32)
    for numbers in found.values():
        codes = np.zeros(count, np.uint16)
        for target, key in numbers.items():
            rows, once, length = held.of(key, target)
            level = 1 + np.searchsorted(edges[target], strengths(once, length, means[target]))
            np.minimum.at(leasts[target, 0], level, once)
            np.minimum.at(leasts[target, 1], level, length)
            codes[rows] |= (level << (_BITS * target)).astype(np.uint16)
        rows = np.flatnonzero(codes)
        for slot, part in zip(slots, (rows, codes.take(rows), prior.take(rows)), strict=True):
            slot.append(part)
    for slot in slots:
        slot.close()
    out.add("hot.leasts", leasts)


def _frequent(keys: Sequence[bytes], sizes: Array, count: int) -> dict[str, dict[int, int]]:
    """The frequent words, sorted, each with its key by target."""
    likely = np.flatnonzero(sizes * HOT_SHARE * len(TARGETS) >= count).tolist()
    found: dict[str, dict[int, int]] = {}
    for token in sorted({keys[number][1:].decode() for number in likely}):
        numbers: dict[int, int] = {}
        for target in range(len(TARGETS)):
            key = text_key(target, token)
            number = bisect_left(keys, key)
            if number < len(keys) and keys[number] == key:
                numbers[target] = number
        if sum(int(sizes[number]) for number in numbers.values()) * HOT_SHARE >= count:
            found[token] = numbers
    return found


def _edges(held: _Postings, found: dict[str, dict[int, int]], target: int, mean: float) -> Array:
    """Where the levels of a target begin: evenly filled at first, ever finer among the strongest."""
    sample: list[Array] = [np.zeros(1)]
    each = max(1, _SAMPLE // max(1, len(found)))
    for numbers in found.values():
        if target in numbers:
            _, once, length = held.of(numbers[target], target)
            step = max(1, len(once) // each)
            sample.append(strengths(once[::step], length[::step], mean))
    shares = 1 - np.geomspace(1, 0.001, LEVELS - 1)[1:]
    return np.quantile(np.concatenate(sample), shares)
