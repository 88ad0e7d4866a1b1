"""Text clauses: which rows meet them in a segment, and how well.

    t     = sum over clauses of the best alternative's  weight * sum over targets of  w * idf * tf
    tf    = 2.2 times / (times + 1.2 (0.25 + 0.75 length / mean length))            (BM25, k1 1.2, b 0.75)
    score = t / (t + half),  half = the sum of the clauses' idf

so a channel in which every keyword stands once, in one text of mean length and weight 1, has one half.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Protocol

import numpy as np

from serendip.catalogue.document import TARGETS
from serendip.core.analyse import PhraseToken, fold_identity, phrase
from serendip.index.container import Array
from serendip.index.layout import TARGET_NUMBER
from serendip.index.phrases import Occurrences, occurrences
from serendip.index.rowsets import contains, intersect, mask_of, union
from serendip.index.segment import Data
from serendip.search.ports import Query, TextClause, Weights

_K1 = 1.2
_B = 0.75
_MANY = 16
"""From one row in so many on, the rows of a keyword in several targets are joined as a mask."""
_DENSE = 64
"""From one row in so many on, scores are added up over all rows."""


@dataclass(frozen=True, slots=True)
class Clause:
    """A text clause, analysed: target numbers, and each alternative as the tokens of a phrase."""

    targets: tuple[int, ...]
    phrases: tuple[tuple[PhraseToken, ...], ...]
    weights: tuple[float, ...]
    occur: str
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Part:
    """Where one alternative of a clause stands in one target."""

    alternative: int
    target: int
    found: Occurrences


@dataclass(frozen=True, slots=True)
class Matches:
    """The text of a query in one segment.

    Attributes:
        rows: rows that meet all clauses that filter, ascending; None when they are given as ``mask``.
        mask: the same when they are many; both None when no clause chooses rows.
        barred: rows that a ``must_not`` clause takes out.
        parts: per clause of the query, for scoring.
    """

    rows: Array | None
    mask: Array | None
    barred: Array | None
    parts: tuple[tuple[Part, ...], ...]


def analyse_clauses(query: Query) -> tuple[Clause, ...]:
    """The clauses of a query as tokens; a phrase without any token matches nothing."""
    return tuple(map(_clause, query.text))


def _clause(clause: TextClause) -> Clause:
    targets = range(len(TARGETS)) if clause.target == "all_sources" else (TARGET_NUMBER[clause.target],)
    phrases = tuple(phrase(text) for text in clause.phrases)
    kept = [(p, w) for p, w in zip(phrases, clause.weights, strict=True) if p]
    return Clause(
        tuple(targets), tuple(p for p, _ in kept), tuple(w for _, w in kept), clause.occur, clause.names
    )


def match(data: Data, clauses: Sequence[Clause], *, any_text: bool) -> Matches:
    """Evaluate all clauses on one segment."""
    parts = tuple(tuple(_parts(data, clause)) for clause in clauses)
    chosen: list[list[Array]] = []
    barred: list[Array] = []
    for clause, found in zip(clauses, parts, strict=True):
        sets = [part.found.rows for part in found]
        if clause.occur == "must":
            chosen.append([*sets, exact_rows(data, clause.names)] if clause.names else sets)
        elif clause.occur == "must_not":
            barred.extend(sets)
    if any_text and chosen:
        chosen = [[rows for sets in chosen for rows in sets]]
    out = union(barred, data.rows) if barred else None
    return Matches(*_conjunction(chosen, data.rows), out, parts)


def _conjunction(clauses: list[list[Array]], count: int) -> tuple[Array | None, Array | None]:
    """Rows that are in a set of every clause: listed, or as a mask when they are many."""
    rows: Array | None = None
    mask: Array | None = None
    for sets in sorted(clauses, key=lambda sets: sum(map(len, sets))):
        if len(sets) > 1 and sum(map(len, sets)) * _MANY > count:
            here = mask_of(sets[0], count)
            for other in sets[1:]:
                here[other] = True
            mask = here if mask is None else mask & here
        else:
            listed = union(sets, count)
            rows = listed if rows is None else intersect(rows, listed, count)
    if rows is None or mask is None:
        return rows, mask
    return rows[mask[rows]], None


def _parts(data: Data, clause: Clause) -> list[Part]:
    found: list[Part] = []
    for number, tokens in enumerate(clause.phrases):
        for target in clause.targets:
            here = occurrences(data, target, tokens)
            if len(here.rows):
                found.append(Part(number, target, here))
    return found


@dataclass(frozen=True, slots=True)
class Scorer:
    """Scores text over all segments of a snapshot with the same statistics."""

    clauses: tuple[Clause, ...]
    idf: tuple[dict[tuple[int, int], float], ...]
    mean_length: tuple[float, ...]
    target_weights: tuple[float, ...]
    half: float

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
                    score = self._tf(data, part.target, own, times)
                    score *= np.float32(weight * clause.weights[alternative])
                    adder.add(own, score)
            score = adder.sums()
            best = score if best is None else np.maximum(best, score)
        return np.zeros(len(rows), np.float32) if best is None else best

    def _tf(self, data: Data, target: int, rows: Array, times: Array) -> Array:
        often = times.astype(np.float32)
        slope = np.float32(_K1 * _B / self.mean_length[target])
        weight = data.lengths[target][rows] * slope
        weight += np.float32(_K1 * (1 - _B))
        weight += often
        often *= np.float32(_K1 + 1)
        often /= weight
        return often


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
        chosen = self._rows[contains(found.rows, self._rows, self._count)]
        return chosen, found.times[np.searchsorted(found.rows, chosen)]

    def add(self, rows: Array, scores: Array) -> None:
        """Add the scores of ``rows``; those that are not chosen are ignored."""
        if self._dense and self._fresh:
            self._sums[rows] = scores
        elif self._dense:
            self._sums[rows] += scores
        elif len(rows) == len(self._rows) and np.array_equal(rows, self._rows):
            self._sums += scores
        else:
            held = np.flatnonzero(contains(self._rows, rows, self._count))
            self._sums[np.searchsorted(self._rows, rows[held])] += scores[held]
        self._fresh = False

    def sums(self) -> Array:
        """The sums of the chosen rows."""
        return self._sums[self._rows] if self._dense else self._sums


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
        idf.append({place: log(1 + (rows - n + 0.5) / (n + 0.5)) for place, n in seen.items()})
    totals = [sum(segment.data.token_totals[t] for segment in segments) for t in range(len(TARGETS))]
    mean = tuple(max(1.0, total / rows) for total in totals)
    half = sum(
        max(values.values(), default=0.0)
        for clause, values in zip(clauses, idf, strict=True)
        if clause.occur == "must"
    )
    by_target = (weights.tag, weights.name, weights.description, weights.content)
    return Scorer(clauses, tuple(idf), mean, by_target, half or 1.0)


def exact_rows(data: Data, identities: Sequence[str]) -> Array:
    """Rows of channels whose handle, id or name is one of ``identities``."""
    folded = dict.fromkeys(map(fold_identity, identities))
    return union([data.rows_with("", text) for text in folded if text], data.rows)
