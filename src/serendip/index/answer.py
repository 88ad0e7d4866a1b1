"""From selections to an answer: rank, page, count facets, over all segments of a snapshot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from serendip.index.cursor import decode, encode
from serendip.index.facets import count_terms
from serendip.index.order import (
    Bounded,
    Place,
    Ranked,
    field_scores,
    first_by_field,
    ranked_rows,
    ranked_within,
)
from serendip.index.relevance import Judge
from serendip.index.scorer import BOUNDED
from serendip.index.segment import Segment
from serendip.index.select import Seen, Selection, select
from serendip.index.text import analyse_clauses
from serendip.index.vectors import SLACK
from serendip.search.ports import ByField, Found, Hit, Query, Relevance, Similarity


def answer(segments: Sequence[Segment], query: Query, generation: int) -> Found:
    """Answer a query over the segments of one snapshot. Raises ``InputError`` for a foreign cursor."""
    after = decode(query)
    clauses = analyse_clauses(query)
    seen = Seen()
    selections = [select(segment, query, clauses, seen) for segment in segments]
    hits: list[Hit] = []
    if query.limit > 0:
        judge = Judge(query.rank, clauses, selections) if isinstance(query.rank, Relevance) else None
        order = _Order(query, judge, seen)
        for selection in selections:
            if selection.total:
                ranked = order.first(selection, after)
                hits.extend(order.hits(ranked, selection))
        hits.sort(key=lambda hit: (-hit.score, hit.cid))
    last = hits[query.limit - 1] if len(hits) > query.limit > 0 else None
    return Found(
        hits=tuple(hits[: query.limit]),
        total=sum(s.total for s in selections),
        unknown=sum(s.unknown for s in selections),
        cursor=None if last is None else encode(query, Place(last.score, last.cid), generation),
        facets=_facets(query, selections) if query.facets else None,
    )


def totals(segments: Sequence[Segment], queries: Sequence[Query]) -> list[int]:
    """How many channels each query selects. Queries with the same words look for them once."""
    seen = Seen()
    out: list[int] = []
    for query in queries:
        clauses = analyse_clauses(query)
        out.append(sum(select(segment, query, clauses, seen).total for segment in segments))
    return out


@dataclass(frozen=True, slots=True)
class _Order:
    """The order of a query, applied to one segment after the other."""

    query: Query
    judge: Judge | None
    seen: Seen

    def first(self, selection: Selection, after: Place | None) -> Ranked:
        """The first of one segment, one more than asked, so that the end of the list is known."""
        data, limit, rank = selection.segment.data, self.query.limit + 1, self.query.rank
        if isinstance(rank, ByField):
            if selection.mask is not None:
                return first_by_field(data, rank, selection.mask, limit, after)
            rows = selection.rows()
            return ranked_rows(data, rows, field_scores(data, rank, rows), limit, after)
        rows, judge = selection.rows(), self.judge
        if judge is not None:
            bounds = judge.bounds(selection)
            if bounds is None:
                return ranked_rows(data, rows, judge.scores(selection, rows), limit, after)
            scores = Bounded(bounds, lambda some: judge.scores(selection, some))
            return ranked_within(data, rows, scores, limit, after)
        assert isinstance(rank, Similarity)
        likeness = self.seen.likeness(rank)
        if len(rows) < BOUNDED:
            return ranked_rows(data, rows, likeness.exact(data, rows), limit, after)
        near = likeness.rough(data, rows)
        near += np.float32(SLACK)
        scores = Bounded(near, lambda some: likeness.exact(data, some))
        return ranked_within(data, rows, scores, limit, after)

    def hits(self, ranked: Ranked, selection: Selection) -> list[Hit]:
        """The ranked rows as hits."""
        similar = self._similarities(ranked, selection)
        scores, cids = ranked.scores.tolist(), ranked.cids.tolist()
        return [Hit(cid, score, near) for cid, score, near in zip(cids, scores, similar, strict=True)]

    def _similarities(self, ranked: Ranked, selection: Selection) -> Sequence[float | None]:
        near, rank = self.query.near, self.query.rank
        if isinstance(rank, Similarity) and (near is None or near.to == rank):
            return ranked.scores.tolist()
        if near is not None:
            ascending = np.argsort(ranked.rows)
            exact = self.seen.likeness(near.to).exact(selection.data, ranked.rows.take(ascending))
            similar = np.empty(len(ranked.rows))
            similar[ascending] = exact
            return similar.tolist()
        if self.judge is not None:
            return self.judge.similarities(selection, ranked.rows)
        return [None] * len(ranked.rows)


def _facets(query: Query, selections: Sequence[Selection]) -> Mapping[str, Mapping[str, int]]:
    counts: dict[str, Counter[str]] = {field: Counter() for field in query.facets}
    for selection in selections:
        if selection.total:
            for field, counter in counts.items():
                counter.update(count_terms(selection.segment.data, field, selection.rows()))
    return {field: dict(counter.most_common()) for field, counter in counts.items()}
