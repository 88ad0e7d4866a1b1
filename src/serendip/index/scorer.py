"""How well rows meet the text clauses of a query.

    t     = sum over clauses of the best alternative's  weight * sum over targets of  w * idf * tf
    tf    = BM25's part of the word in the text (``scoring``)
    score = t / (t + half),  half = the sum of the clauses' idf

so a channel in which every keyword stands once, in one text of mean length and weight 1, has one half.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from serendip.catalogue.document import TARGETS
from serendip.index.container import Array
from serendip.index.hot import prior_bounds, sum_table
from serendip.index.phrases import Occurrences
from serendip.index.scoring import parts as bm25
from serendip.index.scoring import rarity
from serendip.index.segment import Data
from serendip.index.text import Clause, Matches, Part
from serendip.search.ports import Weights

BOUNDED = 1 << 13
"""Fewer rows are scored without asking first whether they can be among the best."""
_DENSE = 64
"""From one row in so many on, scores are added up over all rows."""


@dataclass(frozen=True, slots=True)
class Scorer:
    """Scores text over all segments of a snapshot with the same statistics."""

    clauses: tuple[Clause, ...]
    idf: tuple[dict[tuple[int, int], float], ...]
    mean_length: tuple[float, ...]
    target_weights: tuple[float, ...]
    half: float
    text_weight: float

    def scores(self, data: Data, matches: Matches, rows: Array) -> Array:
        """The text score, 0..1, of each of ``rows`` (ascending)."""
        total = np.zeros(len(rows), np.float32)
        for number, clause in enumerate(self.clauses):
            if clause.occur != "must_not" and matches.parts[number]:
                total += self._clause_scores(data, number, matches.parts[number], rows)
        return np.divide(total, total + np.float32(self.half), out=total)

    def _clause_scores(self, data: Data, number: int, parts: Sequence[Part], rows: Array) -> Array:
        clause, best = self.clauses[number], None
        for alternative in dict.fromkeys(part.alternative for part in parts):
            adder = _Adder(data.rows, rows)
            for part in parts:
                if part.alternative == alternative:
                    weight = self.target_weights[part.target] * self.idf[number][alternative, part.target]
                    own, times = adder.needed(part.found)
                    lengths = data.lengths[part.target].take(own)
                    score = bm25(times, lengths, self.mean_length[part.target])
                    score *= np.float32(weight * clause.weights[alternative])
                    adder.add(own, score)
            score = adder.sums()
            best = score if best is None else np.maximum(best, score)
        return np.zeros(len(rows), np.float32) if best is None else best

    def bounds(self, data: Data, matches: Matches, rows: Array, quality: float) -> Array | None:
        """At least ``quality`` times the prior plus the text score of each row, for one frequent word.

        None for other queries, and where it would cost no less than the scores.
        """
        positive = [n for n, clause in enumerate(self.clauses) if clause.occur != "must_not"]
        hot = matches.hot[positive[0]] if len(positive) == 1 else None
        if hot is None or len(rows) < BOUNDED:
            return None
        idf, share = self.idf[positive[0]], self.clauses[positive[0]].weights[0]
        weights = [share * w * idf.get((0, t), 0.0) for t, w in enumerate(self.target_weights)]
        sums = sum_table(hot.leasts, weights, self.mean_length)
        table = sums / (sums + np.float32(self.half)) * np.float32(self.text_weight)
        if rows is hot.rows:
            return table.take(hot.codes) + prior_bounds(hot.prior, quality)
        return table.take(hot.aligned(rows, data.rows)) + data.quality.take(rows) * np.float32(quality)


class _Adder:
    """Adds up scores of rows for some chosen rows, both ascending: over all rows of the segment when the
    chosen are many, else by looking each of them up."""

    def __init__(self, count: int, rows: Array) -> None:
        self._rows = rows
        self._count = count
        self._dense = len(rows) * _DENSE > count
        self._sums = np.zeros(count if self._dense else len(rows), np.float32)
        self._fresh = True

    def needed(self, found: Occurrences) -> tuple[Array, Array]:
        """The rows, with their times, that can be among the chosen; far more are not passed on."""
        if len(found.rows) <= 4 * len(self._rows):
            return found.rows, found.times
        at = np.searchsorted(found.rows, self._rows)
        at[at == len(found.rows)] = 0
        held = np.flatnonzero(found.rows.take(at) == self._rows)
        return self._rows.take(held), found.times.take(at.take(held))

    def add(self, rows: Array, scores: Array) -> None:
        """Add the scores of ``rows``; those that are not chosen are ignored."""
        if self._dense:
            places = rows.astype(np.intp)
            if not self._fresh:
                scores += self._sums.take(places)
            self._sums[places] = scores
        elif len(rows) == len(self._rows) and np.array_equal(rows, self._rows):
            self._sums += scores
        else:
            at = np.searchsorted(self._rows, rows)
            at[at == len(self._rows)] = 0
            held = np.flatnonzero(self._rows.take(at) == rows)
            self._sums[at.take(held)] += scores.take(held)
        self._fresh = False

    def sums(self) -> Array:
        """The sums of the chosen rows."""
        return self._sums.take(self._rows) if self._dense else self._sums


class Matched(Protocol):
    """A segment with the text that was matched in it."""

    @property
    def data(self) -> Data:
        """The segment's data."""
        ...

    @property
    def matches(self) -> Matches:
        """Where the query's words stand in it."""
        ...


def scorer(clauses: tuple[Clause, ...], weights: Weights, segments: Sequence[Matched]) -> Scorer:
    """The statistics of a query over all segments."""
    rows = max(1, sum(segment.data.rows for segment in segments))
    idf: list[dict[tuple[int, int], float]] = []
    for number in range(len(clauses)):
        seen: dict[tuple[int, int], int] = {}
        for segment in segments:
            for part in segment.matches.parts[number]:
                place = part.alternative, part.target
                seen[place] = seen.get(place, 0) + len(part.found.rows)
        idf.append({place: rarity(rows, n) for place, n in seen.items()})
    totals = [sum(segment.data.token_totals[t] for segment in segments) for t in range(len(TARGETS))]
    mean = tuple(max(1.0, total / rows) for total in totals)
    half = sum(
        max(values.values(), default=0.0)
        for clause, values in zip(clauses, idf, strict=True)
        if clause.occur == "must"
    )
    by_target = (weights.tag, weights.name, weights.description, weights.content)
    return Scorer(clauses, tuple(idf), mean, by_target, half or 1.0, weights.text)
