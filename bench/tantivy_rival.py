"""tantivy beside the embedded index: one merged segment, mapped into this process, asked from one thread.

No query unites ranges: a union walks all rows of its parts, where an intersection only seeks. So each number
has two columns, and a missing value lies below everything in the one (``_floor``) and above everything in the
other (``_ceil``): whether a row may match is then one range a bound, as cheap as whether it does.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from math import ceil, floor
from pathlib import Path
from typing import Any, Final, cast

import tantivy
from tantivy import Document, FieldType, Occur, Query, SchemaBuilder, SearchResult

from bench.report import disk_mib, resident_mib
from bench.rival import NUMBERS, TERMS, TEXTS, Row
from bench.workload import PAGE, Ask

_HEAP: Final = 3_500_000_000
"""Bytes of the writer: a million rows in one go, so that they become one segment."""
_WHOLE: Final = frozenset(NUMBERS) - {"engagement_rate"}
"""Numbers that are integers: their columns pack better."""
_BELOW, _ABOVE = -1, 1 << 40
"""What stands for a missing number."""
_MISSING: Final = "?"
"""What stands for a missing term."""
_WEIGHTS: Final = dict(zip(TEXTS, (2.0, 1.6, 1.0, 1.2), strict=True))
"""The weights of the targets in ``search.ranking``."""
_CIDS: Final = 1 << 32


class Tantivy:
    """Terms as postings and columns, numbers as columns, tokens a field by target and once more together."""

    name = "tantivy"

    def __init__(self, folder: Path) -> None:
        self._path = folder / "rival-tantivy"
        self._path.mkdir()
        self._schema = _schema()
        self._index = tantivy.Index(self._schema, str(self._path), reuse=False)
        self._searcher = self._index.searcher()

    def load(self, batches: Iterator[list[Row]]) -> float:
        """All rows through one thread and one commit: no merge is left to do."""
        took = 0.0
        writer = self._index.writer(_HEAP, 1)
        for batch in batches:
            start = time.perf_counter()
            for row in batch:
                writer.add_document(_document(row))
            took += time.perf_counter() - start
        start = time.perf_counter()
        writer.commit()
        writer.wait_merging_threads()
        self._index.reload()
        self._searcher = self._index.searcher()
        return took + time.perf_counter() - start

    def search(self, ask: Ask) -> list[int] | None:
        """Ids of the page; nothing similar."""
        return None if ask.vector is not None else self._ids(self._page(ask, count=False))

    def counted(self, ask: Ask) -> tuple[list[int] | None, tuple[int, int]]:
        """The page counts its matches as it goes; a second query counts those that may match."""
        if not (ask.terms or ask.ranges):
            return self._ids(self._page(ask, count=False)), self.totals(ask)
        found = self._page(ask, count=True)
        matching = _count(found)
        return self._ids(found), (matching, self._counted(ask, unknown=True) - matching)

    def every(self, ask: Ask) -> list[int]:
        """All ids."""
        query = _all([*self._text(ask), *self._filters(ask)])
        return self._ids(self._searcher.search(query, max(1, self._searcher.num_docs), count=False))

    def place_before(self, ask: Ask) -> tuple[float, int] | None:
        """The last row of the page before."""
        query = _all(self._filters(ask))
        skip = (ask.page - 1) * PAGE - 1
        hits = self._searcher.search(query, 1, count=False, order_by_field="place", offset=skip).hits
        if not hits or hits[0][0] < _CIDS:
            return None
        followers, cid = divmod(int(hits[0][0]), _CIDS)
        return followers - 1, _CIDS - 1 - cid

    def after(self, ask: Ask, followers: float, cid: int) -> list[int]:
        """The page after a row."""
        key = _place(followers, cid)
        later = Query.range_query(
            self._schema, "place", FieldType.Integer, upper_bound=key, include_upper=False
        )
        query = _all([*self._filters(ask), later])
        return self._ids(self._searcher.search(query, PAGE, count=False, order_by_field="place"))

    def totals(self, ask: Ask) -> tuple[int, int]:
        """Of a word alone the document frequency; otherwise two counting queries."""
        if not (ask.terms or ask.ranges):
            return self._searcher.doc_freq(_field(ask), ask.word), 0
        matching = self._counted(ask, unknown=False)
        return matching, self._counted(ask, unknown=True) - matching

    def facets(self, ask: Ask) -> dict[str, dict[str, int]]:
        """One aggregation for all fields."""
        wanted = {field: {"terms": {"field": field, "size": 1000}} for field in ask.facets}
        query = _all([*self._text(ask), *self._filters(ask)])
        found = cast("dict[str, Any]", self._searcher.aggregate(query, wanted))
        return {
            field: {
                str(b["key"]): int(b["doc_count"]) for b in found[field]["buckets"] if b["key"] != _MISSING
            }
            for field in ask.facets
        }

    def _page(self, ask: Ask, *, count: bool) -> SearchResult:
        skip = (ask.page - 1) * PAGE
        filters = self._filters(ask)
        if ask.word is None:
            query = _all(filters)
            return self._searcher.search(query, PAGE, count=count, order_by_field="place", offset=skip)
        scored = self._scored(ask)
        if filters:
            parts = [(Occur.Must, _flat(part)) for part in (*self._text(ask), *filters)]
            query = Query.boolean_query([*parts, *((Occur.Should, part) for part in scored)])
        else:
            query = _any(scored)
        return self._searcher.search(query, PAGE, count=count, offset=skip)

    def _scored(self, ask: Ask) -> list[Query]:
        """BM25 by target, each with its weight."""
        targets = TEXTS if ask.target == "all_sources" else (ask.target,)
        return [
            Query.boost_query(Query.term_query(self._schema, target, ask.word, "freq"), _WEIGHTS[target])
            for target in targets
        ]

    def _text(self, ask: Ask) -> list[Query]:
        return [] if ask.word is None else [self._term(_field(ask), ask.word)]

    def _filters(self, ask: Ask, *, unknown: bool = False) -> list[Query]:
        parts: list[Query] = []
        for field, accepted in ask.terms:
            values = (*accepted, _MISSING) if unknown and field != "platform" else accepted
            parts.append(_any([self._term(field, value) for value in values]))
        for field, low, high in ask.ranges:
            if unknown:
                parts += [] if low is None else [self._range(f"{field}_ceil", low, None)]
                parts += [] if high is None else [self._range(f"{field}_floor", None, high)]
            else:
                parts.append(self._range(f"{field}_{'ceil' if low is None else 'floor'}", low, high))
        return parts

    def _term(self, field: str, value: str) -> Query:
        return Query.term_query(self._schema, field, value, "basic")

    def _range(self, column: str, low: float | None, high: float | None) -> Query:
        if column.rpartition("_")[0] in _WHOLE:
            lower, upper = None if low is None else ceil(low), None if high is None else floor(high)
            return Query.range_query(self._schema, column, FieldType.Integer, lower, upper)
        return Query.range_query(self._schema, column, FieldType.Float, low, high)

    def _counted(self, ask: Ask, *, unknown: bool) -> int:
        query = _all([*self._text(ask), *self._filters(ask, unknown=unknown)])
        return _count(self._searcher.search(query, 1, count=True))

    def _ids(self, found: SearchResult) -> list[int]:
        places = [address for _, address in found.hits]
        return cast("list[int]", self._searcher.fast_field_values("cid", places))

    def disk_mib(self) -> float:
        """The folder."""
        return disk_mib(self._path)

    def memory_mib(self) -> dict[str, float]:
        """That of this process, which maps the files."""
        return resident_mib()

    def settings(self) -> dict[str, str]:
        """What was set."""
        return {
            "version": version("tantivy"),
            "settings": f"writer heap {_HEAP / 1e9} GB, 1 thread, {self._searcher.num_segments} segment, "
            "mmap, nothing stored, filters of constant score, page counted as it is collected",
            "indices": "terms: postings + column; numbers: two columns (missing below, missing above); "
            "order column (followers, id); tokens: field by target with positions, one field of all without",
        }

    def close(self) -> None:
        """Delete the folder."""
        shutil.rmtree(self._path)


def _schema() -> tantivy.Schema:
    builder = SchemaBuilder()
    builder.add_integer_field("cid", fast=True)
    builder.add_integer_field("place", fast=True)
    for field in TERMS:
        builder.add_text_field(field, fast=True, tokenizer_name="raw", index_option="basic")
    for field in NUMBERS:
        add = builder.add_integer_field if field in _WHOLE else builder.add_float_field
        add(f"{field}_floor", fast=True)
        add(f"{field}_ceil", fast=True)
    for field in TEXTS:
        builder.add_text_field(field, tokenizer_name="whitespace", index_option="position")
    builder.add_text_field("words", tokenizer_name="whitespace", index_option="basic")
    return builder.build()


def _document(row: Row) -> Document:
    cid, terms, numbers, texts = row
    values: dict[str, Any] = {"cid": cid, "place": _place(numbers[0], cid), "words": texts}
    for field, term in zip(TERMS, terms, strict=True):
        values[field] = _MISSING if term is None else term
    for field, number in zip(NUMBERS, numbers, strict=True):
        kind = int if field in _WHOLE else float
        values[f"{field}_floor"] = kind(_BELOW if number is None else number)
        values[f"{field}_ceil"] = kind(_ABOVE if number is None else number)
    values.update(zip(TEXTS, texts, strict=True))
    return Document(**values)


def _place(followers: float | None, cid: int) -> int:
    """Larger for more followers, then for smaller ids; below 2**32 without followers."""
    return (0 if followers is None else int(followers) + 1) * _CIDS + _CIDS - 1 - cid


def _field(ask: Ask) -> str:
    return "words" if ask.target == "all_sources" else ask.target


def _flat(query: Query) -> Query:
    return Query.const_score_query(query, 0.0)


def _all(parts: Sequence[Query]) -> Query:
    """Rows that meet every part, without scores."""
    return Query.boolean_query([(Occur.Must, _flat(part)) for part in parts])


def _any(parts: Sequence[Query]) -> Query:
    return parts[0] if len(parts) == 1 else Query.boolean_query([(Occur.Should, part) for part in parts])


def _count(found: SearchResult) -> int:
    return cast("int", found.count)  # pyright: ignore[reportAttributeAccessIssue]  # the stubs forget it
