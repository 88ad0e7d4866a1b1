"""Merging inverted parts: the postings of several segments become one, block by block of keys.

Rows are renumbered by adding (segment after segment), so a key's postings stay ascending and merging is
copying: the place of each posting is computed, nothing is sorted. Memory follows the block, not the index.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from serendip.index.container import Array, ArrayWriter, Slot
from serendip.index.keys import Keys, write_keys
from serendip.index.rowsets import offsets, ranges
from serendip.index.segment import Data

_BLOCK = 1 << 20
"""Postings that are in memory at once."""


@dataclass(frozen=True, slots=True)
class Source:
    """A segment to be merged: which rows go along (None: all), which have a vector, where they go.

    ``new_rows`` gives each row its number in the new segment, -1 for one that is left behind.
    """

    data: Data
    alive: Array | None
    has_vector: Array | None
    new_rows: Array


@dataclass(frozen=True, slots=True)
class _Part:
    """One source's postings: key numbers in the merged part, and how much of each key goes along."""

    source: Source
    ptr: Array
    rows: Array
    times: Array | None
    places: Array | None
    place_ptr: Array | None
    sizes: Array
    place_sizes: Array
    numbers: Array


def merge_inverted(out: ArrayWriter, part: str, sources: Sequence[Source]) -> list[bytes]:
    """Write the merged part; returns its keys."""
    union: set[bytes] = set()
    for source in sources:
        union.update(_keys(source.data, part).all())
    merged = sorted(union)
    numbers = {key: number for number, key in enumerate(merged)}
    parts = [_open(source, part, _numbers(_keys(source.data, part), numbers)) for source in sources]
    sizes = np.zeros(len(merged), np.int64)
    place_sizes = np.zeros(len(merged), np.int64)
    for one in parts:
        sizes[one.numbers] += one.sizes
        place_sizes[one.numbers] += one.place_sizes
    # A key whose rows are all gone stays without postings in this pass: numbers must not move under it.
    kept = np.flatnonzero(sizes)
    keys = [merged[number] for number in kept]
    write_keys(out, part, keys)
    out.add(f"{part}.ptr", offsets(sizes[kept]))
    slots = [out.slot(f"{part}.rows", "<i4", int(sizes.sum()))]
    if part == "text":
        out.add("text.pptr", offsets(place_sizes[kept]))
        slots.append(out.slot("text.tf", "u1", int(sizes.sum())))
        slots.append(out.slot("text.pos", "<u2", int(place_sizes.sum())))
    _copy(parts, sizes, slots)
    for slot in slots:
        slot.close()
    return keys


def _keys(data: Data, part: str) -> Keys:
    return data.text_keys if part == "text" else data.term_keys


def _numbers(keys: Keys, numbers: Mapping[bytes, int]) -> Array:
    return np.fromiter(map(numbers.__getitem__, keys.all()), np.int64, len(keys))


def _open(source: Source, part: str, numbers: Array) -> _Part:
    arrays = source.data.arrays
    ptr, rows = arrays[f"{part}.ptr"], arrays[f"{part}.rows"]
    times = arrays["text.tf"] if part == "text" else None
    places = arrays["text.pos"] if part == "text" else None
    place_ptr = arrays["text.pptr"] if part == "text" else None
    if source.alive is None:
        sizes = np.diff(ptr)
        place_sizes = np.zeros_like(sizes) if place_ptr is None else np.diff(place_ptr)
    else:
        sizes, place_sizes = _living(source.alive, ptr, rows, times)
    return _Part(source, ptr, rows, times, places, place_ptr, sizes, place_sizes, numbers)


def _living(alive: Array, ptr: Array, rows: Array, times: Array | None) -> tuple[Array, Array]:
    """Postings and positions of each key whose rows are alive."""
    sizes = np.zeros(len(ptr) - 1, np.int64)
    place_sizes = np.zeros(len(ptr) - 1, np.int64)
    for low, high in _blocks(ptr):
        keep = alive[rows[ptr[low] : ptr[high]]]
        key = np.repeat(np.arange(high - low), np.diff(ptr[low : high + 1]))
        sizes[low:high] = np.bincount(key[keep], minlength=high - low)
        if times is not None:
            own = times[ptr[low] : ptr[high]][keep]
            place_sizes[low:high] = np.bincount(key[keep], weights=own, minlength=high - low)
    return sizes, place_sizes


def _blocks(ptr: Array) -> list[tuple[int, int]]:
    """Ranges of keys with about ``_BLOCK`` postings each (one key may have more)."""
    count = len(ptr) - 1
    cuts = np.searchsorted(ptr, np.arange(0, int(ptr[-1]), _BLOCK), side="left") if count else np.empty(0)
    edges = np.unique(np.concatenate([[0], np.minimum(cuts, count), [count]])).astype(int).tolist()
    return list(pairwise(edges))


def _copy(parts: Sequence[_Part], sizes: Array, slots: Sequence[Slot]) -> None:
    for low, high in _blocks(offsets(sizes)):
        begin = offsets(sizes[low:high])
        total = int(begin[-1])
        fill = begin[:-1].copy()
        rows = np.empty(total, np.int32)
        times = np.empty(total, np.uint8) if len(slots) > 1 else None
        moved: list[tuple[Array, Array, Array]] = []
        for one in parts:
            first, last = np.searchsorted(one.numbers, (low, high))
            if first < last:
                moved.append(_move(one, int(first), int(last), low, (fill, rows, times)))
        slots[0].append(rows)
        if times is not None:
            slots[1].append(times)
            slots[2].append(_move_places(moved, times))
        for one in parts:
            one.source.data.arrays.forget()


def _move(
    one: _Part, first: int, last: int, low: int, block: tuple[Array, Array, Array | None]
) -> tuple[Array, Array, Array]:
    """Put one source's postings into the block; returns where they went, their times and positions."""
    fill, rows, times = block
    span = slice(int(one.ptr[first]), int(one.ptr[last]))
    own, sizes = one.rows[span], one.sizes[first:last]
    keep = None if one.source.alive is None else one.source.alive[own]
    own = own if keep is None else own[keep]
    key = one.numbers[first:last] - low
    to = ranges(fill[key], sizes)
    fill[key] += sizes
    rows[to] = one.source.new_rows[own]
    if times is None or one.times is None or one.places is None or one.place_ptr is None:
        return to, own, own
    own_times = one.times[span]
    places = one.places[int(one.place_ptr[first]) : int(one.place_ptr[last])]
    if keep is not None:
        places, own_times = places[np.repeat(keep, own_times)], own_times[keep]
    times[to] = own_times
    return to, own_times, places


def _move_places(moved: Sequence[tuple[Array, Array, Array]], times: Array) -> Array:
    starts = offsets(times.astype(np.int64))
    places = np.empty(int(starts[-1]), np.uint16)
    for to, own_times, own in moved:
        places[ranges(starts[to], own_times.astype(np.int64))] = own
    return places
