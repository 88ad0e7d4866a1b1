"""A segment in the making: documents in, one immutable file out."""

from __future__ import annotations

from array import array
from collections.abc import Mapping, Sequence
from math import isnan
from pathlib import Path
from typing import Any

import numpy as np

from serendip.catalogue.document import TARGETS, IndexDoc
from serendip.core.analyse import MAX_TOKENS, analyse, fold_identity
from serendip.index.columns import write_number, write_term_columns
from serendip.index.container import Array, ArrayWriter
from serendip.index.layout import DIMENSIONS, MAX_TIMES, term_key, text_key
from serendip.index.rowsets import mask_of
from serendip.index.vectorfile import fill_vectors, make_vectors

Tokens = Mapping[str, Sequence[str]]


def tokens_of(doc: IndexDoc) -> dict[str, list[str]]:
    """The tokens of each text of a document."""
    return {target: analyse(text) for target, text in doc.text.items() if text}


class _Ids(dict[str, int]):
    """Numbers keys in the order in which they are met; all targets share one counter."""

    def __init__(self, keys: list[bytes], target: int) -> None:
        super().__init__()
        self._keys = keys
        self._target = target

    def __missing__(self, token: str) -> int:
        number = self[token] = len(self._keys)
        self._keys.append(text_key(self._target, token))
        return number


class Draft:
    """Collects documents; ``write`` makes the segment. A cid may be added once."""

    def __init__(self) -> None:
        self._keys: list[bytes] = []
        self._ids = [_Ids(self._keys, number) for number in range(len(TARGETS))]
        self._text = array("I")
        self._lengths = array("I")
        self._cids = array("q")
        self._quality = array("f")
        self._terms: dict[bytes, array[int]] = {}
        self._numbers: dict[str, tuple[array[int], array[float]]] = {}
        self._vectors: dict[int, bytes] = {}

    def __len__(self) -> int:
        return len(self._cids)

    def add(self, doc: IndexDoc, tokens: Tokens) -> None:
        """Take in one document with the tokens of its texts."""
        row = len(self._cids)
        self._cids.append(doc.cid)
        self._quality.append(doc.quality)
        for number, target in enumerate(TARGETS):
            words = tokens.get(target, ())[:MAX_TOKENS]
            self._lengths.append(len(words))
            self._text.extend(map(self._ids[number].__getitem__, words))
        for key in _term_keys(doc):
            rows = self._terms.get(key)
            if rows is None:
                rows = self._terms[key] = array("i")
            rows.append(row)
        for field, value in doc.numbers.items():
            if not isnan(value):
                column = self._numbers.setdefault(field, (array("i"), array("d")))
                column[0].append(row)
                column[1].append(value)
        if doc.vector is not None:
            self._vectors[row] = doc.vector

    def write(self, path: Path) -> Array | None:
        """Write the segment's file; returns the mask of rows that have a vector, None when none has."""
        count = len(self._cids)
        out = ArrayWriter(path)
        cids = np.frombuffer(self._cids, np.int64)
        out.add("cid", cids)
        by_cid = np.argsort(cids, kind="stable").astype(np.int32)
        out.add("bycid", by_cid)
        out.add("quality", np.frombuffer(self._quality, np.float32))
        lengths = np.frombuffer(self._lengths, np.uint32).reshape(count, len(TARGETS)).T
        out.add("len", np.ascontiguousarray(lengths, dtype=np.uint16))
        self._write_text(out, count)
        keys = sorted(self._terms)
        write_keys(out, "terms", keys)
        sizes = [len(self._terms[key]) for key in keys]
        out.add("terms.ptr", offsets(np.array(sizes, np.int64)))
        joined = b"".join(self._terms[key].tobytes() for key in keys)
        out.add("terms.rows", np.frombuffer(joined, np.int32))
        fields = write_term_columns(out, keys, count)
        known: dict[str, int] = {}
        for field, (rows, values) in self._numbers.items():
            column = np.full(count, np.nan)
            column[np.frombuffer(rows, np.int32)] = np.frombuffer(values, np.float64)
            known[field] = write_number(out, field, column, by_cid)
        out.finish({"rows": count, "terms": fields, "numbers": known})
        return self._write_vectors(path.with_suffix(".vec"), count)

    def _write_text(self, out: ArrayWriter, count: int) -> None:
        lengths = np.frombuffer(self._lengths, np.uint32).astype(np.int64)
        ids = np.frombuffer(self._text, np.uint32)
        order = sorted(range(len(self._keys)), key=self._keys.__getitem__)
        keys = [self._keys[i] for i in order]
        rank = np.empty(len(order), np.uint64)
        rank[order] = np.arange(len(order), dtype=np.uint64)
        rows = np.repeat(np.arange(count * len(TARGETS), dtype=np.uint64) // len(TARGETS), lengths)
        starts = np.cumsum(lengths) - lengths
        places = (np.arange(len(ids)) - np.repeat(starts, lengths)).astype(np.uint64)
        packed = (rank[ids] << np.uint64(40)) | (rows << np.uint64(16)) | places
        gaps = [numbers[""] for numbers in self._ids if "" in numbers]
        if gaps:
            packed = packed[~np.isin(ids, np.array(gaps, np.uint32))]
        packed.sort()
        write_keys(out, "text", keys)
        write_postings(out, packed, len(keys))

    def _write_vectors(self, path: Path, count: int) -> Array | None:
        rows = np.fromiter(self._vectors, np.int64, len(self._vectors))
        make_vectors(path, count)
        if not len(rows):
            return None
        joined = np.frombuffer(b"".join(self._vectors.values()), np.int8).reshape(-1, DIMENSIONS)
        fill_vectors(path, count, rows, joined)
        return mask_of(rows, count)


def _term_keys(doc: IndexDoc) -> dict[bytes, None]:
    """The keys of a document's terms, each once; a set that is known to be empty holds the empty value."""
    keys = {term_key("platform", doc.platform): None}
    for field, values in doc.terms.items():
        for value in values or ("",):
            keys[term_key(field, value)] = None
    for identity in doc.exact:
        keys[term_key("", fold_identity(identity))] = None
    return keys


def offsets(sizes: Array) -> Array:
    """Where each of consecutive pieces begins, and the end."""
    ends = np.zeros(len(sizes) + 1, np.int64)
    np.cumsum(sizes, out=ends[1:])
    return ends


def write_keys(out: ArrayWriter, part: str, keys: Sequence[bytes]) -> None:
    """Write the sorted keys of an inverted part."""
    out.add(f"{part}.koff", offsets(np.fromiter(map(len, keys), np.int64, len(keys))))
    out.add(f"{part}.blob", np.frombuffer(b"".join(keys), np.uint8))


def write_postings(out: ArrayWriter, packed: Array, keys: int) -> None:
    """Write text postings from sorted ``key << 40 | row << 16 | position``. Gaps (empty tokens) stay out."""
    places = packed >> np.uint64(16)
    first = np.flatnonzero(np.diff(places, prepend=~places[:1]))
    times = np.diff(first, append=len(packed))
    keep = _within(packed, first, times)
    key_of = (packed[first] >> np.uint64(40)).astype(np.int64)
    times = np.minimum(times, MAX_TIMES)
    per_key: Any = np.bincount(key_of, minlength=keys)
    places_per_key: Any = np.bincount(key_of, weights=times, minlength=keys)
    out.add("text.ptr", offsets(per_key))
    out.add("text.rows", ((packed[first] >> np.uint64(16)) & np.uint64(0xFFFFFF)).astype(np.int32))
    out.add("text.tf", times.astype(np.uint8))
    out.add("text.pptr", offsets(places_per_key.astype(np.int64)))
    out.add("text.pos", (keep & np.uint64(0xFFFF)).astype(np.uint16))


def _within(packed: Array, first: Array, times: Array) -> Array:
    """All occurrences but those beyond ``MAX_TIMES`` of one token in one text."""
    if not len(times) or times.max() <= MAX_TIMES:
        return packed
    nth = np.arange(len(packed)) - np.repeat(first, times)
    return packed[nth < MAX_TIMES]
