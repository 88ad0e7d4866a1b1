"""Relevance: exact identity, text, similarity to a topic, the quality prior and wishes, added up.

The order is that of exact sums over every selected channel, the same on every page. Where a sum costs much,
a bound that it does not exceed tells first for which channels it must be worked out.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import astuple

import numpy as np

from serendip.index.container import Array
from serendip.index.filters import Scope, evaluate
from serendip.index.rowsets import contains
from serendip.index.scorer import BOUNDED, scorer
from serendip.index.segment import Data
from serendip.index.select import Selection
from serendip.index.text import Clause, exact_rows
from serendip.index.vectors import cosines, query_vector, rough_cosines
from serendip.search.ports import Relevance

_SLACK = 2e-6
"""Per unit of weight; more than the rounding of all float32 sums and of rough cosines together."""


class Judge:
    """Scores the selections of one query; the statistics of its words count all segments."""

    def __init__(self, rank: Relevance, clauses: tuple[Clause, ...], selections: Sequence[Selection]) -> None:
        self._rank = rank
        self._topic = None if rank.topic is None else query_vector(rank.topic)
        self._text = None
        if any(clause.occur != "must_not" for clause in clauses):
            self._text = scorer(clauses, rank.weights, selections)

    def scores(self, selection: Selection, rows: Array) -> Array:
        """The score of some selected rows (ascending) as float32."""
        weights, data = self._rank.weights, selection.segment.data
        total = data.quality.take(rows) * np.float32(weights.quality)
        if self._text is not None:
            total += np.float32(weights.text) * self._text.scores(data, selection.matches, rows)
        if self._topic is not None:
            near = self._near(selection, rows, cosines).astype(np.float32)
            total += np.float32(weights.topic) * np.maximum(near, 0, out=near)
        return self._wishes(data, rows, total)

    def bounds(self, selection: Selection) -> Array | None:
        """For each selected row a number that its score does not exceed; None where scores cost no more."""
        weights, data, rows = self._rank.weights, selection.segment.data, selection.rows()
        total: Array | None = None
        if self._text is not None and min(astuple(weights)) >= 0:
            total = self._text.bounds(data, selection.matches, rows, weights.quality)
        if total is None and (self._topic is None or len(rows) < BOUNDED or min(astuple(weights)) < 0):
            return None
        if total is None:
            total = data.quality.take(rows) * np.float32(weights.quality)
            if self._text is not None:
                total += np.float32(weights.text) * self._text.scores(data, selection.matches, rows)
        if self._topic is not None:
            near = self._near(selection, rows, rough_cosines)
            total += np.float32(weights.topic) * np.maximum(near, 0, out=near)
        total = self._wishes(data, rows, total)
        scale = 1 + sum(astuple(weights)) + sum(abs(boost.weight) for boost in self._rank.boosts)
        total += np.float32(_SLACK * scale)
        return total

    def _wishes(self, data: Data, rows: Array, total: Array) -> Array:
        """Adds what exact identity and wishes give."""
        if self._rank.exact:
            total[contains(exact_rows(data, self._rank.exact), rows, data.rows)] += self._rank.weights.exact
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

    def _near(
        self, selection: Selection, rows: Array, measure: Callable[[Data, Array, Array], Array]
    ) -> Array:
        """Cosines with the topic; 0 where there is no vector."""
        held = selection.segment.has_vector
        if self._topic is None or held is None:
            return np.zeros(len(rows), np.float32)
        near = measure(selection.segment.data, self._topic, rows)
        near[~held.take(rows)] = 0
        return near
