"""From selections to an answer: rank, page, count facets, over all segments of a snapshot."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import numpy as np

from serendip.index.cursor import decode, encode
from serendip.index.facets import count_terms
from serendip.index.likeness import Likeness
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
from serendip.index.select import Selection, select
from serendip.index.text import Matches, analyse_clauses, match
from serendip.index.vectors import SLACK
from serendip.search.ports import ByField, Found, Hit, Query, Relevance, Similarity, TextClause


def answer(segments: Sequence[Segment], query: Query, generation: int) -> Found:
    """Answer a query over the segments of one snapshot. Raises ``InputError`` for a foreign cursor."""
    after = decode(query)
    clauses = analyse_clauses(query)
    selections = [select(segment, query, clauses) for segment in segments]
    hits: list[Hit] = []
    if query.limit > 0:
        judge = Judge(query.rank, clauses, selections) if isinstance(query.rank, Relevance) else None
        for selection in selections:
            if selection.total:
                ranked = _first(selection, query, judge, after)
                hits.extend(_hits(ranked, query, judge, selection))
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
    seen: dict[tuple[int, tuple[TextClause, ...], bool], Matches] = {}
    out: list[int] = []
    for query in queries:
        clauses = analyse_clauses(query)
        count = 0
        for number, segment in enumerate(segments):
            key = number, query.text, query.any_text
            if key not in seen:
                seen[key] = match(segment.data, clauses, any_text=query.any_text)
            count += select(segment, query, clauses, seen[key]).total
        out.append(count)
    return out


def _first(selection: Selection, query: Query, judge: Judge | None, after: Place | None) -> Ranked:
    """The first of one segment, one more than asked, so that the end of the list is known."""
    data, limit, rank = selection.segment.data, query.limit + 1, query.rank
    if isinstance(rank, ByField):
        if selection.mask is not None:
            return first_by_field(data, rank, selection.mask, limit, after)
        rows = selection.rows()
        return ranked_rows(data, rows, field_scores(data, rank, rows), limit, after)
    rows = selection.rows()
    if judge is not None:
        bounds = judge.bounds(selection)
        if bounds is None:
            return ranked_rows(data, rows, judge.scores(selection, rows), limit, after)
        scores = Bounded(bounds, lambda some: judge.scores(selection, some))
        return ranked_within(data, rows, scores, limit, after)
    assert isinstance(rank, Similarity)
    likeness = Likeness.of(rank)
    if len(rows) < BOUNDED:
        return ranked_rows(data, rows, likeness.exact(data, rows), limit, after)
    near = likeness.rough(data, rows)
    near += np.float32(SLACK)
    scores = Bounded(near, lambda some: likeness.exact(data, some))
    return ranked_within(data, rows, scores, limit, after)


def _hits(ranked: Ranked, query: Query, judge: Judge | None, selection: Selection) -> list[Hit]:
    similar: Sequence[float | None] = [None] * len(ranked.rows)
    if isinstance(query.rank, Similarity) and (query.near is None or query.near.to == query.rank):
        similar = ranked.scores.tolist()
    elif query.near is not None:
        ascending = np.argsort(ranked.rows)
        near = np.empty(len(ranked.rows))
        near[ascending] = Likeness.of(query.near.to).exact(selection.data, ranked.rows.take(ascending))
        similar = near.tolist()
    elif judge is not None:
        similar = judge.similarities(selection, ranked.rows)
    scores, cids = ranked.scores.tolist(), ranked.cids.tolist()
    return [Hit(cid, score, near) for cid, score, near in zip(cids, scores, similar, strict=True)]


def _facets(query: Query, selections: Sequence[Selection]) -> Mapping[str, Mapping[str, int]]:
    counts: dict[str, Counter[str]] = {field: Counter() for field in query.facets}
    for selection in selections:
        if selection.total:
            for field, counter in counts.items():
                counter.update(count_terms(selection.segment.data, field, selection.rows()))
    return {field: dict(counter.most_common()) for field, counter in counts.items()}
