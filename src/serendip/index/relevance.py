"""Relevance: exact identity, text, similarity to a topic, the quality prior and wishes, added up.

The sum is worked out for every selected channel, not for a first cut: its order is the same on every page.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from serendip.index.container import Array
from serendip.index.filters import Scope, evaluate
from serendip.index.rowsets import contains
from serendip.index.select import Selection
from serendip.index.text import Clause, exact_rows, scorer
from serendip.index.vectors import cosines, query_vector
from serendip.search.ports import Relevance


class Judge:
    """Scores the selections of one query; the statistics of its words count all segments."""

    def __init__(self, rank: Relevance, clauses: tuple[Clause, ...], selections: Sequence[Selection]) -> None:
        self._rank = rank
        self._topic = None if rank.topic is None else query_vector(rank.topic)
        self._text = None
        if any(clause.occur != "must_not" for clause in clauses):
            self._text = scorer(clauses, rank.weights, selections)

    def scores(self, selection: Selection) -> Array:
        """The score of each selected row as float32."""
        weights, data, rows = self._rank.weights, selection.segment.data, selection.rows()
        total = data.quality[rows] * np.float32(weights.quality)
        if self._text is not None:
            total += np.float32(weights.text) * self._text.scores(data, selection.matches, rows)
        if self._topic is not None:
            near = self._near(selection, rows).astype(np.float32)
            total += np.float32(weights.topic) * np.maximum(near, 0, out=near)
        if self._rank.exact:
            total[contains(exact_rows(data, self._rank.exact), rows, data.rows)] += weights.exact
        for boost in self._rank.boosts:
            total[evaluate(Scope(data, rows), boost.filter).met] += boost.weight
        return total

    def similarities(self, selection: Selection, rows: Array) -> list[float | None]:
        """The cosine with the topic of some rows, in any order; None without a topic or a vector."""
        held = selection.segment.has_vector
        if self._topic is None or held is None:
            return [None] * len(rows)
        near = cosines(selection.segment.data, self._topic, rows)
        return [float(n) if has else None for n, has in zip(near, held[rows], strict=True)]

    def _near(self, selection: Selection, rows: Array) -> Array:
        """Cosines with the topic; 0 where there is no vector."""
        held = selection.segment.has_vector
        if self._topic is None or held is None:
            return np.zeros(len(rows))
        near = cosines(selection.segment.data, self._topic, rows)
        near[~held[rows]] = 0
        return near
